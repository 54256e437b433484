//! Slices: the elements with an index in each dimension.

use terrace_ir::constraints::I64;
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, OpKind, OpRef, Value, ValueRef};
use terrace_macros::op;

use super::{Construct, constant_number};
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::diagnostics::Tag;
use crate::dialect::ELEMENT;
use crate::intrinsics::Intrinsic;
use crate::shape::{MAX_DIMS, Shape};
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

/// The elements with an index in each dimension; -1 keeps all of a dimension.
#[op("ripple.slice", traits(AllTypesMatch(&["value", "result"])), verify = verify_slice,
     format = "`[` $value attr-dict `:` type($value) (`,` $indices^)? `]` `->` type($result)")]
pub struct SliceOp {
    value: Operand<ELEMENT>,
    indices: VarOperand<I64>,
    result: Res<ELEMENT>,
}

fn verify_slice(op: OpRef<'_>) -> CheckResult {
    let indices = SliceOp::view_of(op).indices();
    if indices.len() > MAX_DIMS {
        return Err(op_error(
            op,
            format_args!("has {} indices; a block has at most {MAX_DIMS} dimensions", indices.len()),
        ));
    }
    Ok(())
}

/// The construct.
pub(crate) struct SliceConstruct;

impl Construct for SliceConstruct {
    const INTRINSICS: &'static [Intrinsic] = &[("slice", |call| call.without_trailing::<SliceOp>(1, -1))];
}

impl InferShape for SliceConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        let view = SliceOp::view_of(op);
        let mut shape = analysis.of(view.value());
        let indices: Vec<ValueRef<'a>> = view.indices().take(MAX_DIMS).collect();
        for (dim, index) in indices.into_iter().enumerate() {
            let index = analysis.constant(op, index, "slice argument")?;
            if index >= i64::from(shape.size(dim)) || index < -1 {
                let message = format!(
                    "slice index {index} is out of range: dimension {dim} of shape {shape} has size {}; -1 keeps the dimension",
                    shape.size(dim)
                );
                analysis.report(Tag::SliceRange, op, message);
            }
            // One that is wrong picks an element, too, so that this is the only error about it.
            if index != -1 {
                shape = shape.with(dim, 1);
            }
        }
        Some(shape)
    }
}

impl Render for SliceConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes> {
        let view = SliceOp::view_of(emit.rw.op(at.op));
        let (value, indices) = (view.value().id(), view.indices().map(|index| index.id()));
        let indices: Vec<Value> = indices.collect();
        let mut chosen = [0; MAX_DIMS];
        for (chosen, index) in chosen.iter_mut().zip(indices) {
            // Dimensions that are kept have -1.
            *chosen = usize::try_from(constant_number(emit, index)).unwrap_or(0);
        }
        let (lanes, shape) = (emit.lanes(value), at.shape);
        let from = lanes.shape;
        let picked: Vec<usize> = (0..shape.elements())
            .map(|flat| {
                let mut at = shape.coordinates(flat);
                for dim in from.without(shape).dims() {
                    at[dim] = chosen[dim];
                }
                from.flat(&at)
            })
            .collect();
        if from == shape {
            return Some(lanes);
        }
        // Lanes at constant offsets from a base remain in that form.
        if lanes.strides.is_empty() && lanes.base_shape().is_scalar() {
            let all = lanes.numbers(from);
            let numbers: Vec<i64> = picked.iter().map(|&flat| all[flat]).collect();
            let anchor = emit.anchor();
            let Some(base) = lanes.base else {
                return Some(Lanes::constants(numbers, lanes.ty, shape, anchor));
            };
            let offsets = Some((shape, numbers.into()));
            let sum = Lanes::sum(lanes.ty, shape, Some(base), offsets, lanes.strides.clone(), anchor);
            if !shape.is_scalar() {
                return Some(sum.exact(lanes.signed, lanes.unsigned));
            }
            let value = emit.vector_of(&sum);
            return Some(Lanes::opaque(value, lanes.ty, shape));
        }
        let vector = emit.vector_of(&lanes);
        let value = emit.pick(vector, &picked);
        Some(Lanes::opaque(value, lanes.ty, shape))
    }
}
