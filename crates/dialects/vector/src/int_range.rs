//! Ranges of integers in vectors: those of the elements.

use terrace_ir::infer_int_range;
use terrace_ir::int_range::{Range, storage_width};
use terrace_support::apint::ApInt;

use crate::element::{ExtractOp, InsertOp};
use crate::scale::StepOp;
use crate::shape::{BroadcastOp, ShapeCastOp, TransposeOp};
use crate::types::as_vector;

infer_int_range! {
    BroadcastOp = |_, r| r.first().cloned();
    ExtractOp = |_, r| r.first().cloned();
    ShapeCastOp = |_, r| r.first().cloned();
    TransposeOp = |_, r| r.first().cloned();
    InsertOp = |_, r| Some(r.first()?.union(r.get(1)?));
    StepOp = |op, _| {
        let (cx, ty) = (op.cx(), op.single_result().ty());
        let vector = as_vector(cx, ty)?;
        if vector.scalable.contains(&true) {
            return None;
        }
        let width = storage_width(cx, ty);
        let last = ApInt::from_i64(width, vector.shape.first()? - 1);
        Some(Range::new(ApInt::zero(width), last.clone(), ApInt::zero(width), last))
    };
}
