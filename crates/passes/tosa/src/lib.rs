//! Internal to Terrace; no promise of stability. Passes on the dialect tosa.
//!
//! The map: [`narrow`] and [`signless`] change the types of elements, [`constants`] constants of arith; [`fold`] folds ops on
//! constants, [`decompose`] makes simpler ops of convolutions, [`infer_shapes`] infers shapes, and [`reduce_transposes`] moves
//! transposes; [`broadcastable`] folds. [`target`] attaches a target, for which [`validate`] checks a program.
//! [`lower`] has the lowerings to other dialects, and [`pipeline`] combines them with passes before.

#![forbid(unsafe_code)]

pub mod broadcastable;
pub mod constants;
pub mod decompose;
pub mod fold;
pub mod infer_shapes;
pub mod lower;
pub mod narrow;
pub mod pipeline;
pub mod reduce_transposes;
pub mod signless;
pub mod target;
pub mod validate;

use terrace_pass::{PassDef, PipelineDef};

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &broadcastable::TOSA_MAKE_BROADCASTABLE,
    &constants::TOSA_ARITH_CONST_TO_TOSA_CONST,
    &fold::TOSA_LAYERWISE_CONSTANT_FOLD,
    &infer_shapes::TOSA_INFER_SHAPES,
    &decompose::TOSA_OPTIONAL_DECOMPOSITIONS,
    &narrow::TOSA_NARROW_F64_TO_F32,
    &narrow::TOSA_NARROW_I64_TO_I32,
    &reduce_transposes::TOSA_REDUCE_TRANSPOSES,
    &signless::TOSA_CONVERT_INTEGER_TYPE_TO_SIGNLESS,
    &target::TOSA_ATTACH_TARGET,
    &validate::TOSA_VALIDATE,
    &lower::arith::TOSA_TO_ARITH,
    &lower::linalg::TOSA_TO_LINALG,
    &lower::linalg::TOSA_TO_LINALG_NAMED,
    &lower::ml_program::TOSA_TO_MLPROGRAM,
    &lower::scf::TOSA_TO_SCF,
    &lower::tensor::TOSA_TO_TENSOR,
];

/// The pipelines.
pub static PIPELINES: &[&PipelineDef] = &[&pipeline::TOSA_TO_LINALG_PIPELINE];
