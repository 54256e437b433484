//! The tool `axis-opt`: the command line of `mlir-opt` for a dialect of its own.

use std::process::ExitCode;

use terrace::ir::effects::{EffectOn, writes};
use terrace::prelude::*;
use terrace::tools::{Setup, setup, start};

/// Moves a number along the axis.
#[op("axis.step", traits(Pure, Idempotent, SameOperandsAndResultType), format = "$point attr-dict")]
pub struct StepOp {
    point: Operand<I64>,
    result: Res<I64>,
}

/// Uses a number.
#[op("axis.use", effects(writes(EffectOn::Anything)), format = "$point attr-dict")]
pub struct UseOp {
    point: Operand<I64>,
}

static AXIS: DialectDef = DialectDef {
    name: "axis",
    doc: "Numbers along an axis.",
    ops: &[StepOp::DEF, UseOp::DEF],
    ..EMPTY_DIALECT
};

/// The tool: what the crate has with the features that are enabled, and the dialect.
pub fn tool() -> Setup {
    setup().named("axis-opt", "0.1.0").with(&[&AXIS], &[])
}

/// The program.
pub fn main() -> ExitCode {
    let (argv0, args) = start::arguments();
    start::opt(&argv0, &args, &tool())
}
