//! Vector forms of the factors of outer products; the vector length is known at run time only.

use terrace_dialects_llvm::ops::LoadOp;
use terrace_ir::{Op, OpRef, TraitSet, Type, Value, ValueRef, View};
use terrace_support::apfloat::FloatKind;

use super::linear::{Elements, Slice};
use crate::op_kinds::{intrinsic_of, is_division};

/// The largest depth of a tree of elementwise ops that is vectorized.
const MAX_DEPTH: usize = 16;

/// A value with one dimension, as a vector.
#[derive(Clone, Debug)]
pub(super) enum Factor {
    /// Elements that are contiguous in memory.
    Load {
        /// The address of an element.
        address: Value,
        /// The ops that compute the address.
        slice: Slice,
        /// The type of an element.
        element: Type,
        /// The alignment of an element.
        alignment: i64,
    },
    /// A value that is computed before the loop and stored to memory.
    Kept {
        /// The value.
        value: Value,
        /// The type of an element.
        element: Type,
    },
    /// Elements that are computed one by one.
    Single {
        /// The value.
        value: Value,
        /// The ops that compute the value.
        slice: Slice,
        /// Its type.
        element: Type,
    },
    /// A splat.
    Splat(Value),
    /// An op on vectors.
    Elementwise {
        /// The op.
        op: Op,
        /// Its operands.
        operands: Vec<Factor>,
        /// The type of an element of the result.
        element: Type,
    },
}

impl Factor {
    /// Selects the vector form of a one-dimensional value; `None` if it is not computed element by element.
    pub(super) fn of<'a>(
        elements: &Elements<'_>,
        value: ValueRef<'a>,
        dim: usize,
        bytes: i64,
    ) -> Option<Self> {
        Self::at_depth(elements, value, (dim, bytes), 0)
    }

    fn at_depth<'a>(
        elements: &Elements<'_>,
        value: ValueRef<'a>,
        (dim, bytes): (usize, i64),
        depth: usize,
    ) -> Option<Self> {
        let ty = value.ty();
        if elements.shapes.of(value.id()).is_scalar() {
            return Some(Self::Splat(value.id()));
        }
        let block = value.owner_block().or_else(|| value.defining_op()?.block());
        let is_outside = block.is_none_or(|block| !elements.inside.contains(&block.id()));
        if is_outside && is_vector_element(value) {
            return Some(Self::Kept { value: value.id(), element: ty });
        }
        let single = || {
            let slice = elements.slice(value)?;
            let is_small = slice.spilled.iter().all(|&value| elements.shapes.of(value).dims().count() == 1);
            is_small.then_some(Self::Single { value: value.id(), slice, element: ty })
        };
        let Some(op) = value.defining_op() else { return single() };
        if let Some(load) = op.cast::<LoadOp>() {
            return Self::of_load(elements, load, dim).or_else(single);
        }
        if depth < MAX_DEPTH && is_vector_op(op) && is_vector_element(value) {
            let operands: Option<Vec<Self>> = op
                .operands()
                .map(|operand| {
                    let fits = is_vector_element(operand)
                        && (!elements.shapes.of(operand.id()).is_scalar()
                            || is_register_element(operand, bytes));
                    fits.then(|| Self::at_depth(elements, operand, (dim, bytes), depth + 1)).flatten()
                })
                .collect();
            if let Some(operands) = operands {
                return Some(Self::Elementwise { op: op.id(), operands, element: ty });
            }
        }
        single()
    }

    fn of_load<'a>(elements: &Elements<'_>, load: View<'a, LoadOp>, dim: usize) -> Option<Self> {
        let address = load.addr();
        let result = load.res();
        let (cx, element) = (result.cx(), result.ty());
        let size = crate::addresses::stride(cx, elements.layout, element)?;
        let follows = elements.growth(address, dim).is_some_and(|growth| growth.step == size);
        let is_inside = result
            .defining_op()
            .and_then(|op| op.block())
            .is_some_and(|block| elements.inside.contains(&block.id()));
        if !follows || !is_inside || !is_vector_element(result) {
            return None;
        }
        let slice = elements.slice(address).filter(|slice| slice.spilled.is_empty())?;
        let alignment = load.alignment_attr().and_then(|attr| attr.as_i64(cx)).unwrap_or(1);
        Some(Self::Load { address: address.id(), slice, element, alignment })
    }
}

/// Whether every back end supports an op on vectors.
fn is_vector_op(op: OpRef<'_>) -> bool {
    op.has_trait(TraitSet::Lanewise)
        && !is_division(op)
        && intrinsic_of(op).is_none()
        && op.num_results() == 1
        && op.num_successors() == 0
}

/// Whether a value's type is a valid element type of vectors.
fn is_vector_element(value: ValueRef<'_>) -> bool {
    let (cx, ty) = (value.cx(), value.ty());
    ty == Type::F32
        || ty == Type::F64
        || matches!(ty.float_kind(cx), Some(FloatKind::F16 | FloatKind::BF16))
        || ty.is_integer(cx) && matches!(ty.bit_width(cx), Some(8 | 16 | 32 | 64))
}

/// Whether a scalar fills elements of whole registers.
fn is_register_element(value: ValueRef<'_>, bytes: i64) -> bool {
    let (cx, ty) = (value.cx(), value.ty());
    match bytes {
        4 => ty == Type::F32 || ty.is_integer(cx) && ty.bit_width(cx) == Some(32),
        _ => ty == Type::F64 || ty.is_integer(cx) && ty.bit_width(cx) == Some(64),
    }
}
