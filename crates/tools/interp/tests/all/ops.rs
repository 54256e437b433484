//! Ops are run, or there is a reason why not.

use terrace_ir::Context;
use terrace_ir::def::{DialectDef, OpDef};

use terrace_interp::Interpret;

use terrace_interp::ops::*;

/// The dialects whose ops are run.
const DIALECTS: [&str; 17] = [
    "func",
    "arith",
    "math",
    "index",
    "complex",
    "cf",
    "scf",
    "tensor",
    "memref",
    "linalg",
    "affine",
    "vector",
    "bufferization",
    "shape",
    "ub",
    "ml_program",
    "builtin",
];

/// Ops that are not run, and why.
const NOT_RUN: &[(&str, &str)] = &[
    ("builtin.module", "it holds what is run"),
    ("builtin.unrealized_conversion_cast", "what it means is known to those that made it alone"),
    ("func.func", "it is called"),
    ("ml_program.func", "it is called"),
    ("ml_program.subgraph", "it is called"),
    ("ml_program.global", "it is there before anything is run"),
    ("memref.global", "it is there before anything is run"),
    ("shape.func", "it is called by tools that infer shapes"),
    ("shape.return", "as shape.func"),
    ("shape.function_library", "it holds functions"),
    ("shape.with_shape", "a value with another shape beside it is for tools that infer shapes"),
    ("shape.value_of", "as shape.with_shape"),
    ("shape.debug_print", "what it prints is not defined"),
    ("vector.vscale", "the scale of vectors is that of a machine"),
    ("vector.scalable.extract", "as vector.vscale"),
    ("vector.scalable.insert", "as vector.vscale"),
    ("memref.dma_start", "how far a transfer has come by then is not defined"),
    ("memref.dma_wait", "as memref.dma_start"),
    ("affine.dma_start", "as memref.dma_start"),
    ("affine.dma_wait", "as memref.dma_start"),
    ("linalg.winograd_filter_transform", "it is decomposed first"),
    ("linalg.winograd_input_transform", "it is decomposed first"),
    ("linalg.winograd_output_transform", "it is decomposed first"),
];

#[test]
fn every_op_is_run_or_has_a_reason_not_to() {
    let known: Vec<&DialectDef> = [
        terrace_dialects_core::DIALECTS,
        terrace_dialects_mem::DIALECTS,
        terrace_dialects_shape::DIALECTS,
        terrace_dialects_linalg::DIALECTS,
        terrace_dialects_vector::DIALECTS,
    ]
    .concat();
    let cx = Context::with_extensions(&known, EXTENSIONS);
    let ops: Vec<&OpDef> = known
        .iter()
        .filter(|dialect| DIALECTS.contains(&dialect.name))
        .flat_map(|dialect| dialect.ops.iter().copied())
        .collect();
    let is_run = |op: &OpDef| {
        let name = cx.registered_op(op.name).expect("its dialect is known");
        cx.op_info(name).interface::<dyn Interpret>().is_some()
    };
    let is_excused = |op: &OpDef| NOT_RUN.iter().any(|(excused, _)| *excused == op.name);
    let without: Vec<&str> =
        ops.iter().filter(|op| !is_run(op) && !is_excused(op)).map(|op| op.name).collect();
    assert!(without.is_empty(), "not run: {without:?}");
    let is_known = |name: &str| ops.iter().any(|op| op.name == name && !is_run(op));
    let wrong: Vec<_> = NOT_RUN.iter().filter(|(name, _)| !is_known(name)).collect();
    assert!(wrong.is_empty(), "excused, but run or unknown: {wrong:?}");
}
