//! Passes about the dialect shape.

pub mod constraints;
pub mod to_standard;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] =
    &[&constraints::CONVERT_SHAPE_CONSTRAINTS, &to_standard::CONVERT_SHAPE_TO_STD];
