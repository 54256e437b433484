//! The passes, one file each, and the tables of them.

pub mod canonicalize;
pub mod composite;
pub mod control_flow_sink;
pub mod cse;
pub mod inline;
pub mod licm;
pub mod mem2reg;
pub mod op_stats;
pub mod sccp;
pub mod sroa;
pub mod strip_debuginfo;
pub mod subset_hoisting;
pub mod symbol_dce;
pub mod symbol_privatize;
pub mod topological_sort;

use terrace_pass::{PassDef, PipelineDef};

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &canonicalize::CANONICALIZE,
    &composite::COMPOSITE,
    &control_flow_sink::CONTROL_FLOW_SINK,
    &cse::CSE,
    &inline::INLINE,
    &licm::LICM,
    &mem2reg::MEM2REG,
    &op_stats::PRINT_OP_STATS,
    &sccp::SCCP,
    &sroa::SROA,
    &strip_debuginfo::STRIP_DEBUGINFO,
    &subset_hoisting::SUBSET_HOISTING,
    &symbol_dce::SYMBOL_DCE,
    &symbol_privatize::SYMBOL_PRIVATIZE,
    &topological_sort::TOPOLOGICAL_SORT,
];

/// The pipelines of this crate.
pub static PIPELINES: &[&PipelineDef] = &[];

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use terrace_asm::{ParseOptions, PrintOptions, parse_source};
    use terrace_diag::SourceMap;
    use terrace_ir::Context;
    use terrace_ir::dominance::DomTree;
    use terrace_pass::{Collect, Manager, ManagerOptions, OpPipeline, Registry};

    use super::PASSES;

    const INPUT: &str = "func.func @f(%c: i1, %a: i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %1 = arith.addi %a, %a : i32
      cf.br ^bb3(%1 : i32)
    ^bb2:
      %2 = arith.muli %0, %0 : i32
      %3 = arith.muli %0, %0 : i32
      %4 = arith.addi %2, %3 : i32
      cf.br ^bb3(%4 : i32)
    ^bb3(%r: i32):
      return %r : i32
    }";

    #[test]
    fn a_pipeline_computes_dominance_once() {
        let cx = Arc::new(Context::new(terrace_dialects_core::DIALECTS));
        let mut sources = SourceMap::new();
        let buffer = sources.add("input.mlir", INPUT.to_owned()).expect("the text is small");
        let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
        let mut ir = output.ir.expect("the text is well-formed");
        let registry = Registry::new(PASSES.iter().copied(), []);
        let options = ManagerOptions::default().parallel(false);
        let manager =
            Manager { registry: &registry, options, print: PrintOptions::default(), cwd: Path::new(".") };
        let passes =
            "builtin.module(func.func(cse,mem2reg,loop-invariant-code-motion,cse),sccp,func.func(cse))";
        let pipeline = OpPipeline::parse(passes, &registry).map_err(|_| ()).expect("it is well-formed");
        let root = ir.root().expect("a module").handle();
        let mut diags = Vec::new();
        manager.run(&mut ir, &pipeline, root, &mut Collect(&mut diags)).expect("it does not fail");
        let function = ir.root().and_then(|root| root.single_region().entry()?.first()).expect("a function");
        let body = function.single_region().body();
        assert!(body.num_edits() > 0);
        assert_eq!(body.num_computations::<DomTree>(), 1);
    }
}
