//! Ops on functions: their signatures, and calls of them in the place of other ops.

pub mod cast_and_call;
pub mod signature;

use terrace_ir::OpKind;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        cast_and_call::CastAndCallOp::DEF,
        cast_and_call::TypeConversionCastShapeDynamicDimsOp::DEF,
        signature::DeduplicateFuncArgsOp::DEF,
        signature::ReplaceFuncSignatureOp::DEF,
    ],
    ..EMPTY_EXTENSION
};
