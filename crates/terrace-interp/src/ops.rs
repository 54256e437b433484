//! The tables of the dialects: which op is lowered how.

pub mod affine;
pub mod arith;
pub mod bufferization;
pub mod cf;
pub mod combine;
pub mod complex;
pub mod elementwise;
pub mod func;
pub mod index;
pub mod linalg;
pub mod loops;
pub mod math;
pub mod memref;
pub mod moves;
pub mod print;
pub mod relayout;
pub mod scf;
pub mod shape;
pub mod tensor;
pub mod ub;
pub mod vector;

use crate::lower::{Row, Rows};

/// The rows of all dialects that are known here.
pub static TABLES: &[&[Row]] = &[
    arith::ROWS,
    bufferization::ROWS,
    cf::ROWS,
    complex::ROWS,
    func::ROWS,
    index::ROWS,
    linalg::ROWS,
    affine::ROWS,
    math::ROWS,
    memref::ROWS,
    print::ROWS,
    relayout::ROWS,
    scf::ROWS,
    shape::ROWS,
    tensor::ROWS,
    ub::ROWS,
    vector::ROWS,
];

/// The rows of tables, and what this crate knows of ops by what they are.
pub fn rows(tables: &[&[Row]]) -> Rows {
    Rows {
        by_name: tables.iter().copied().flatten().copied().collect(),
        by_kind: vec![linalg::structured_row],
    }
}

#[cfg(test)]
mod tests {
    use terrace_dialects_linalg::structured::Structured;
    use terrace_ir::def::{DialectDef, OpDef};

    use super::*;

    /// The dialects whose ops are run.
    const DIALECTS: [&str; 16] = [
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
        "builtin",
    ];

    /// Ops that are not run, and why.
    const NOT_RUN: &[(&str, &str)] = &[
        ("builtin.module", "it holds what is run"),
        ("builtin.unrealized_conversion_cast", "what it means is known to those that made it alone"),
        ("func.func", "it is called"),
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
    fn every_op_has_a_row_or_a_reason_for_none() {
        let rows = rows(TABLES).by_name;
        let known: Vec<&DialectDef> = [
            terrace_dialects_core::DIALECTS,
            terrace_dialects_mem::DIALECTS,
            terrace_dialects_linalg::DIALECTS,
            terrace_dialects_vector::DIALECTS,
        ]
        .concat();
        let ops: Vec<&OpDef> = known
            .iter()
            .filter(|dialect| DIALECTS.contains(&dialect.name))
            .flat_map(|dialect| dialect.ops.iter().copied())
            .collect();
        let loops = |op: &OpDef| {
            op.interfaces.iter().any(|entry| entry.downcast_ref::<&'static dyn Structured>().is_some())
        };
        let is_run = |op: &OpDef| rows.contains_key(op.name) || loops(op);
        let is_excused = |op: &OpDef| NOT_RUN.iter().any(|(excused, _)| *excused == op.name);
        let without: Vec<&str> =
            ops.iter().filter(|op| !is_run(op) && !is_excused(op)).map(|op| op.name).collect();
        assert!(without.is_empty(), "without a row: {without:?}");
        let is_known = |name: &str| ops.iter().any(|op| op.name == name && !is_run(op));
        let wrong: Vec<_> = NOT_RUN.iter().filter(|(name, _)| !is_known(name)).collect();
        assert!(wrong.is_empty(), "excused, but run or unknown: {wrong:?}");
    }
}
