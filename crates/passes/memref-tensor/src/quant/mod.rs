//! Passes about the dialect quant.

pub mod lower;
pub mod types;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] =
    &[&lower::LOWER_QUANT_OPS, &types::NORMALIZE_QUANT_TYPES, &types::STRIP_FUNC_QUANT_TYPES];
