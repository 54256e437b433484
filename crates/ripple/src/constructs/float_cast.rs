//! Conversions between formats of floating-point numbers in the original's internal form, which nothing renders.

use terrace_dialects_builtin::constraints::ANY_FLOAT;
use terrace_ir::OpRef;
use terrace_macros::op;

use super::Construct;
use crate::analysis::{FunctionAnalysis, InferShape};
use crate::diagnostics::Tag;
use crate::intrinsics::Intrinsic;
use crate::shape::Shape;
use crate::vectorize::{Emitter, Lanes, Render, Rendered};

/// A conversion between formats of floating-point numbers that optimizations do not see, in the original's internal form.
///
/// Nothing renders it: it is an error.
#[op("ripple.float_cast", format = "`[` $value attr-dict `:` type($value) `]` `->` type($result)")]
pub struct FloatCastOp {
    value: Operand<ANY_FLOAT>,
    result: Res<ANY_FLOAT>,
}

/// The construct.
pub(crate) struct FloatCastConstruct;

impl Construct for FloatCastConstruct {
    const INTRINSICS: &'static [Intrinsic] =
        &[("fpext", |call| call.with::<FloatCastOp>(1)), ("fptrunc", |call| call.with::<FloatCastOp>(1))];
}

impl InferShape for FloatCastConstruct {
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape> {
        Some(analysis.joined_operands(op))
    }
}

impl Render for FloatCastConstruct {
    fn render(&self, emit: &mut Emitter<'_, '_>, _at: &Rendered<'_>) -> Option<Lanes> {
        emit.error(Tag::Type, "conversions of the original's internal form are not supported");
        None
    }
}
