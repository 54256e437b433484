//! Ops on functions: signature changes, and replacement of ops by calls.

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
