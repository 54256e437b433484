//! Values of a single lane: their backward slices, and their strides along dimensions.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::enums::{GEPNoWrapFlags, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::*;
use terrace_ir::data_layout::DataLayout;
use terrace_ir::enum_attr::enum_value;
use terrace_ir::{Block, Op, OpRef, TraitSet, Value, ValueRef, View};

use crate::addresses::offset_of;
use crate::analysis::Shapes;
use crate::constants::constant_integer;
use crate::constructs::Broadcast;
use crate::dialect::{ExpressionOp, IndexOp, is_ripple};
use crate::op_kinds::{intrinsic_of, is_division};
use crate::vectors::scalar_width;

/// The largest number of ops of a slice.
const MAX_OPS: usize = 256;
/// The largest depth to which operands are followed.
const MAX_DEPTH: usize = 32;

/// A backward slice: the ops that compute the value of one lane from scalars and indices, operands first.
#[derive(Clone, Debug, Default)]
pub(super) struct Slice {
    /// The ops.
    pub ops: Vec<Op>,
    /// Values that are stored to memory, one per lane.
    pub spilled: Vec<Value>,
    /// Whether one of the ops reads memory.
    pub loads: bool,
}

/// The stride of a value along a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Growth {
    /// The difference of neighbouring lanes.
    pub step: i64,
    /// Whether the value does not wrap as a signed integer in any active lane.
    pub signed: bool,
    /// Whether the value does not wrap as an unsigned integer in any active lane.
    pub unsigned: bool,
}

/// The context of slices.
pub(super) struct Elements<'a> {
    /// The shapes of the function.
    pub shapes: &'a Shapes,
    /// The sizes of types.
    pub layout: &'a DataLayout,
    /// The blocks of the loop.
    pub inside: &'a FxHashSet<Block>,
    /// Blocks on paths from the loop to the point where the slice is copied to.
    pub late: &'a FxHashSet<Block>,
}

impl Elements<'_> {
    fn is_scalar(&self, value: ValueRef<'_>) -> bool {
        self.shapes.of(value.id()).is_scalar()
    }

    fn is_in(&self, value: ValueRef<'_>, blocks: &FxHashSet<Block>) -> bool {
        value.owner_block().or_else(|| value.defining_op()?.block()).is_some_and(|b| blocks.contains(&b.id()))
    }

    /// Returns the slice of a value for one lane; `None` if it depends on other lanes or on memory that may be written
    /// in between.
    pub(super) fn slice<'a>(&self, value: ValueRef<'a>) -> Option<Slice> {
        let mut slice = Slice::default();
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut pending: Vec<(ValueRef<'a>, bool)> = vec![(value, false)];
        while let Some((value, is_done)) = pending.pop() {
            if is_done {
                slice.ops.extend(value.defining_op().map(|op| op.id()));
                if slice.ops.len() > MAX_OPS {
                    return None;
                }
                continue;
            }
            let is_late = self.is_in(value, self.late);
            if self.is_scalar(value) && !is_late || !seen.insert(value.id()) {
                continue;
            }
            let computed = value.defining_op().filter(|&op| self.is_computable(op));
            match computed {
                Some(op) => {
                    slice.loads |= op.isa::<LoadOp>();
                    pending.push((value, true));
                    // A block has no value per lane.
                    if !op.isa::<IndexOp>() {
                        pending.extend(elements_of(op).map(|operand| (operand, false)));
                    }
                }
                None if !is_late && !self.is_in(value, self.inside) => slice.spilled.push(value.id()),
                None => return None,
            }
        }
        Some(slice)
    }

    /// Whether an op can be executed for one lane at a time, at another point.
    fn is_computable(&self, op: OpRef<'_>) -> bool {
        if let Some(load) = op.cast::<LoadOp>() {
            return op.block().is_some_and(|block| self.inside.contains(&block.id())) && is_plain(load);
        }
        if op.isa::<IndexOp>() {
            return self.shapes.of(op.single_result().id()).is_scalar()
                || index_dim(op, self.shapes).is_some();
        }
        if is_ripple(op) {
            return Broadcast::of(op).is_some();
        }
        op.isa::<GEPOp>()
            || op.isa::<ExpressionOp>()
            || op.isa::<ConstantOp>()
            || op.has_trait(TraitSet::Lanewise) && !is_division(op) && is_instruction(op)
    }

    /// The operands of a product with a constant one last, or those of another op.
    pub(super) fn constant_last<'a>(
        &self,
        op: OpRef<'_>,
        first: ValueRef<'a>,
        second: ValueRef<'a>,
    ) -> (ValueRef<'a>, ValueRef<'a>) {
        match op.isa::<MulOp>() && constant_integer(second, self.shapes).is_none() {
            true => (second, first),
            false => (first, second),
        }
    }

    /// Returns the stride of a value along a dimension; `None` if it is not uniform.
    pub(super) fn growth<'a>(&self, value: ValueRef<'a>, dim: usize) -> Option<Growth> {
        self.growth_at(value, dim, 0)
    }

    fn growth_at<'a>(&self, value: ValueRef<'a>, dim: usize, depth: usize) -> Option<Growth> {
        if self.shapes.of(value.id()).size(dim) == 1 {
            return Some(Growth { step: 0, signed: true, unsigned: true });
        }
        let op = value.defining_op().filter(|_| depth < MAX_DEPTH)?;
        let of = |operand: ValueRef<'a>| self.growth_at(operand, dim, depth + 1);
        if op.isa::<IndexOp>() {
            return (index_dim(op, self.shapes)? == dim).then_some(Growth {
                step: 1,
                signed: true,
                unsigned: true,
            });
        }
        if op.isa::<GEPOp>() {
            let offset = offset_of(op, self.layout)?;
            let base = of(op.cast::<GEPOp>()?.base())?;
            let mut step = base.step;
            for (value, bytes) in offset.terms {
                let index = of(value)?;
                // An index is sign-extended.
                let is_whole = index.signed || index.step == 0 || value.ty().bit_width(op.cx()) == Some(64);
                step = step.checked_add(index.step.checked_mul(bytes).filter(|_| is_whole)?)?;
            }
            return Some(Growth { step, signed: false, unsigned: false });
        }
        let flags = flags_of(op);
        let mut operands = op.operands();
        let first = operands.next()?;
        let second = operands.next();
        if let (true, Some(second)) = (op.isa::<AddOp>() || op.isa::<SubOp>(), second) {
            let (a, b) = (of(first)?, of(second)?);
            let step = match op.isa::<AddOp>() {
                true => a.step.checked_add(b.step)?,
                false => a.step.checked_sub(b.step)?,
            };
            let (signed, unsigned) =
                (flags.contains(IntegerOverflowFlags::NSW), flags.contains(IntegerOverflowFlags::NUW));
            return Some(Growth {
                step,
                signed: signed && a.signed && b.signed,
                unsigned: unsigned && a.unsigned && b.unsigned,
            });
        }
        if let (true, Some(second)) = (op.isa::<MulOp>() || op.isa::<ShlOp>(), second) {
            let (first, second) = self.constant_last(op, first, second);
            let a = of(first)?;
            let number = constant_integer(second, self.shapes)?;
            let factor = match op.isa::<ShlOp>() {
                true if (0..63).contains(&number) => 1_i64 << number,
                true => return None,
                false => number,
            };
            let step = a.step.checked_mul(factor)?;
            let signed = flags.contains(IntegerOverflowFlags::NSW) && a.signed;
            let unsigned = flags.contains(IntegerOverflowFlags::NUW) && a.unsigned;
            return Some(Growth { step, signed, unsigned });
        }
        let a = of(first)?;
        if op.isa::<SExtOp>() {
            return a.signed.then_some(Growth { unsigned: false, ..a });
        }
        if op.isa::<ZExtOp>() {
            return a.unsigned.then_some(Growth { signed: true, ..a });
        }
        if op.isa::<TruncOp>() {
            // An index is less than the size of its block.
            let is_index = first.defined_by::<IndexOp>().is_some();
            let fits = is_index
                && op.single_result().ty().bit_width(op.cx()).is_some_and(|width| {
                    width > 1 && u64::from(self.shapes.of(first.id()).size(dim)) <= 1 << (width - 1).min(63)
                });
            return Some(Growth {
                step: a.step,
                signed: fits || flags.contains(IntegerOverflowFlags::NSW) && a.signed,
                unsigned: fits || flags.contains(IntegerOverflowFlags::NUW) && a.unsigned,
            });
        }
        if op.isa::<ExpressionOp>() {
            return Some(a);
        }
        None
    }
}

/// The operands of an op that have a value per lane.
pub(super) fn elements_of<'a>(op: OpRef<'a>) -> impl Iterator<Item = ValueRef<'a>> {
    let broadcast = Broadcast::of(op).map(|broadcast| broadcast.value);
    let others = op.operands().filter(move |_| broadcast.is_none());
    broadcast.into_iter().chain(others)
}

/// Whether a load is neither volatile nor atomic.
pub(super) fn is_plain(load: View<'_, LoadOp>) -> bool {
    !load.volatile_() && load.ordering() == terrace_dialects_llvm::enums::AtomicOrdering::NotAtomic
}

/// Intrinsics that targets have instructions for.
const INSTRUCTIONS: &[&str] = &[
    "abs", "copysign", "fabs", "fma", "fmuladd", "maxnum", "minnum", "smax", "smin", "sqrt", "umax", "umin",
];

/// Whether an op is not lowered to a call: calls in a function with tiles have to save them.
pub(super) fn is_instruction(op: OpRef<'_>) -> bool {
    let cx = op.cx();
    let is_small = |value: ValueRef<'_>| {
        let ty = value.ty();
        scalar_width(cx, ty) <= 64 && !ty.is_vector(cx)
    };
    let is_known = match intrinsic_of(op) {
        Some(name) => INSTRUCTIONS.contains(&name),
        None => !op.isa::<FRemOp>(),
    };
    is_known && op.operands().chain(op.results()).all(is_small)
}

/// The dimension of which an op is the index.
pub(super) fn index_dim(op: OpRef<'_>, shapes: &Shapes) -> Option<usize> {
    usize::try_from(constant_integer(op.cast::<IndexOp>()?.dim(), shapes)?).ok()
}

/// The overflow flags of an op.
pub(super) fn flags_of(op: OpRef<'_>) -> IntegerOverflowFlags {
    op.inherent_attr("overflowFlags").and_then(|attr| enum_value(op.cx(), attr)).unwrap_or_default()
}

/// The flags of addresses in buffers that this pass allocates.
pub(super) const INSIDE: GEPNoWrapFlags = GEPNoWrapFlags::INBOUNDS;
