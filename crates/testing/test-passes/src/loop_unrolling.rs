//! `test-loop-unrolling`: unrolls the loops of one depth.

use terrace_dialects_core::scf::{ForOp, promote_if_one_iteration};
use terrace_ir::{Op, OpKind, OpRef, Rewriter, Signedness};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_scf::unroll::unroll_by_factor_with;
use terrace_rewrite::walk::body_post_order;

pass_options! {
    /// The options of the pass.
    struct LoopUnrollingOptions {
        /// Annotate unrolled iterations.
        annotate("annotate"): bool = "false",
        /// Loop depth.
        loop_depth("loop-depth"): u64 = "0",
        /// Loop unroll factor, set it to -1, and it will fully unroll.
        unroll_factor("unroll-factor"): i64 = "1",
        /// Loop unroll up to factor.
        unroll_up_to_factor("unroll-up-to-factor"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_LOOP_UNROLLING: PassDef = PassDef {
    name: "test-loop-unrolling",
    class: "(anonymous namespace)::TestLoopUnrollingPass",
    doc: "Tests loop unrolling transformation",
    options: LoopUnrollingOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(LoopUnrollingOptions::from(options)))),
    ..EMPTY_PASS
};

/// Returns the number of loops that enclose an op.
fn depth(op: OpRef<'_>) -> u64 {
    let around = op.ancestors();
    around.filter(|op| op.isa::<ForOp>()).count() as u64
}

impl BodyPass for LoopUnrollingOptions {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let is_wanted = |&op: &Op| rw.op(op).isa::<ForOp>() && depth(rw.op(op)) == self.loop_depth;
        let loops: Vec<Op> = body_post_order(rw.body()).into_iter().filter(is_wanted).collect();
        for op in loops {
            let count = ForOp::view_of(rw.op(op)).constant_trip_count();
            let factor = match (self.unroll_factor, count) {
                (-1, None | Some(0)) => continue,
                (-1, Some(1)) => {
                    promote_if_one_iteration(rw, ForOp::assume(op));
                    continue;
                }
                (-1, Some(count)) => count,
                (factor, _) => u64::try_from(factor).ok().filter(|&factor| factor > 0).ok_or(Failed)?,
            };
            let ui32 = rw.cx().integer(32, Signedness::Unsigned);
            unroll_by_factor_with(rw, ForOp::assume(op), factor, &mut |rw, number, op| {
                if self.annotate {
                    let number = rw.cx().int_attr(ui32, number as i64);
                    rw.set_attr(op, "unrolled_iteration", number);
                }
            });
        }
        Ok(())
    }
}
