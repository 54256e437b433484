//! `test-strided-metadata-range-analysis`: the ranges of the offsets, sizes and strides of buffers.

use std::fmt::Write;

use terrace_analysis::DataFlowSolver;
use terrace_asm::{PrintOptions, print_op};
use terrace_dialects_mem::layout::memref;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_passes_memref_tensor::memref::strided_ranges::{StridedMetadataLattice, StridedMetadataRanges};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_STRIDED_METADATA_RANGE_ANALYSIS: PassDef = PassDef {
    name: "test-strided-metadata-range-analysis",
    class: "(anonymous namespace)::TestStridedMetadataRangeAnalysisPass",
    make: |_| Ok(Pass::Ir(Box::new(TestStridedMetadataRanges))),
    ..EMPTY_PASS
};

struct TestStridedMetadataRanges;

impl IrPass for TestStridedMetadataRanges {
    fn run(&self, ir: &mut Ir, root: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut solver = DataFlowSolver::new(ir.op(root));
        solver.load_baseline().load(StridedMetadataRanges);
        solver.run();
        let options = PrintOptions::default().skip_regions(true);
        for op in post_order(ir, root) {
            let op = ir.op(op);
            let is_buffer =
                |(_, result): &(usize, terrace_ir::ValueRef<'_>)| memref(ir.cx(), result.ty()).is_some();
            let buffers: Vec<_> = op.results().enumerate().filter(is_buffer).collect();
            if buffers.is_empty() {
                continue;
            }
            // Nothing can go wrong when writing to a string.
            let _ = writeln!(run.text, "Op: {}", print_op(op, &options));
            for (number, result) in buffers {
                let state = &solver.value_state::<StridedMetadataLattice>(result).metadata;
                let text = state.as_ref().map_or("strided_metadata<None>".to_owned(), ToString::to_string);
                let _ = writeln!(run.text, "  result[{number}]: {text}");
            }
            run.text.push('\n');
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}
