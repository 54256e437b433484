//! Passes about the dialect shape.

pub mod constraints;
pub mod lowering;
pub mod outline;
pub mod to_standard;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &constraints::CONVERT_SHAPE_CONSTRAINTS,
    &lowering::REMOVE_SHAPE_CONSTRAINTS,
    &lowering::SHAPE_TO_SHAPE_LOWERING,
    &outline::OUTLINE_SHAPE_COMPUTATION,
    &to_standard::CONVERT_SHAPE_TO_STD,
];
