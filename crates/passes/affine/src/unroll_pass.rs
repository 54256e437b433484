//! `affine-loop-unroll`: unrolls innermost loops, or all loops that run few times.

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{Op, OpKind, Rewriter};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::{body_post_order, nested_post_order};

use super::loop_normalize::trip_count;
use super::unroll::{has_rest, promote_if_one_iteration, unroll_by_factor};

pass_options! {
    /// The options of the pass.
    struct AffineUnrollOptions {
        /// Fully unroll the cleanup loop when possible.
        cleanup_unroll("cleanup-unroll"): bool = "false",
        /// Use this unroll factor for all loops being unrolled, set it to -1, and it will fully unroll.
        unroll_factor("unroll-factor"): i64 = "4",
        /// Unroll all loops with trip count less than or equal to this
        unroll_full_threshold("unroll-full-threshold"): u64 = "1",
        /// Unroll innermost loops repeatedly this many times
        unroll_num_reps("unroll-num-reps"): u64 = "1",
        /// Allow unrolling up to the factor specified
        unroll_up_to_factor("unroll-up-to-factor"): bool = "false",
    }
}

/// The pass.
pub static AFFINE_LOOP_UNROLL: PassDef = PassDef {
    name: "affine-loop-unroll",
    class: "AffineLoopUnroll",
    doc: "Unroll affine loops",
    requires: Some(FUNCTION),
    options: AffineUnrollOptions::DEFS,
    make: |options| {
        let is_threshold_given = options.is_given("unroll-full-threshold");
        let options = AffineUnrollOptions::from(options);
        let factor = match options.unroll_factor {
            -1 => None,
            factor => match u64::try_from(factor).ok().filter(|&factor| factor > 0) {
                Some(factor) => Some(factor),
                None => return Err(format!("'unroll-factor' must be -1 or positive, not {factor}")),
            },
        };
        Ok(Pass::Body(Box::new(AffineLoopUnroll { options, factor, is_threshold_given })))
    },
    ..EMPTY_PASS
};

struct AffineLoopUnroll {
    options: AffineUnrollOptions,
    /// The factor; `None` for all iterations.
    factor: Option<u64>,
    is_threshold_given: bool,
}

impl BodyPass for AffineLoopUnroll {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        if self.factor.is_none() && self.is_threshold_given {
            let is_short = |&op: &Op| {
                rw.op(op)
                    .cast::<AffineForOp>()
                    .and_then(trip_count)
                    .is_some_and(|count| count <= self.options.unroll_full_threshold)
            };
            let loops: Vec<Op> = body_post_order(rw.body()).into_iter().filter(is_short).collect();
            for op in loops {
                unroll_fully(rw, AffineForOp::assume(op));
            }
            return Ok(());
        }
        for _ in 0..self.options.unroll_num_reps {
            let loops = innermost_loops(rw);
            let mut is_unrolled = false;
            for op in loops {
                is_unrolled |= self.unroll(rw, op).is_some();
            }
            if !is_unrolled {
                break;
            }
        }
        Ok(())
    }
}

impl AffineLoopUnroll {
    fn unroll(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let Some(factor) = self.factor else { return unroll_fully(rw, AffineForOp::assume(op)) };
        let count = trip_count(AffineForOp::view_of(rw.op(op)));
        if self.options.unroll_up_to_factor {
            let factor = count.filter(|&count| count > 0).map_or(factor, |count| count.min(factor));
            return unroll_by_factor(rw, AffineForOp::assume(op), factor);
        }
        if self.options.cleanup_unroll && factor > 1 && has_rest(AffineForOp::view_of(rw.op(op)), factor) {
            return unroll_fully(rw, AffineForOp::assume(op));
        }
        unroll_by_factor(rw, AffineForOp::assume(op), factor)
    }
}

/// The loops without a loop in them, in order.
fn innermost_loops(rw: &Rewriter<'_>) -> Vec<Op> {
    let is_loop = |op: Op| rw.op(op).isa::<AffineForOp>();
    let is_innermost = |&op: &Op| is_loop(op) && !nested_post_order(rw.body(), op).into_iter().any(is_loop);
    body_post_order(rw.body()).into_iter().filter(is_innermost).collect()
}

/// Unrolls all iterations of a loop. `None`, without modifications, if their number is unknown.
fn unroll_fully(rw: &mut Rewriter<'_>, op: AffineForOp) -> Option<()> {
    match trip_count(op.view(rw))? {
        0 => Some(()),
        1 => promote_if_one_iteration(rw, op),
        count => unroll_by_factor(rw, op, count),
    }
}
