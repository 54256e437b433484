//! `test-parallel-loop-unrolling`: unrolls the parallel loops of one depth.

use terrace_dialects_core::scf::ParallelOp;
use terrace_ir::{Op, OpKind, Rewriter, Signedness};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_scf::parallel_unroll::unroll_parallel;
use terrace_rewrite::walk::body_post_order;

pass_options! {
    /// The options of the pass.
    struct ParallelUnrollingOptions {
        /// Annotate unrolled iterations.
        annotate("annotate"): bool = "false",
        /// Loop depth.
        loop_depth("loop-depth"): u32 = "0",
        /// Unroll factors for each parallel loop dim. If fewer factors than loop dims are provided, they are applied to the inner dims.
        unroll_factors("unroll-factors"): Vec<u64> = "",
    }
}

/// The pass.
pub(crate) static TEST_PARALLEL_LOOP_UNROLLING: PassDef = PassDef {
    name: "test-parallel-loop-unrolling",
    class: "(anonymous namespace)::TestParallelLoopUnrollingPass",
    doc: "Tests parallel loop unrolling transformation",
    options: ParallelUnrollingOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(ParallelUnrollingOptions::from(options)))),
    ..EMPTY_PASS
};

impl BodyPass for ParallelUnrollingOptions {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let depth = |op: Op| rw.op(op).ancestors().filter(|op| op.isa::<ParallelOp>()).count();
        let is_wanted = |&op: &Op| rw.op(op).isa::<ParallelOp>() && depth(op) == self.loop_depth as usize;
        let loops: Vec<Op> = body_post_order(rw.body()).into_iter().filter(is_wanted).collect();
        let ui32 = rw.cx().integer(32, Signedness::Unsigned);
        for op in loops {
            unroll_parallel(rw, ParallelOp::assume(op), &self.unroll_factors, &mut |rw, number, op| {
                if self.annotate {
                    let number = rw.cx().int_attr(ui32, number as i64);
                    rw.set_attr(op, "unrolled_iteration", number);
                }
            });
        }
        Ok(())
    }
}
