//! `ripple-lower-parallel`: distributes the iterations of annotated loops over the lanes of a block.
//!
//! Entry: the dialect llvm with ops of ripple, locals promoted, annotated loops marked by `ripple.loop_mark`. Exit: no
//! marks; annotated loops are scalar loops over blocks with a masked remainder. On error the body is left partially
//! transformed.
//!
//! A loop `for (i = lb; i < ub; i += step)` over dimensions of a block, with `B` elements in these dimensions and the
//! linear index `L` in them, becomes
//!
//! - `n`, the number of iterations, 0 if there are none;
//! - `for (c = 0; c < n / B; c += 1)`, a scalar loop over full blocks, whose body has `i = lb + (c * B + L) * step`;
//! - `if (n % B != 0)`, and in it `if (L < n % B)`, a block-shaped branch and so a mask: the body once more, with
//!   `i = lb + (n / B * B + L) * step`,
//!
//! in the control flow of the dialect llvm. The number of iterations is computed once, before the loop; the operands of
//! the condition and the step are evaluated there.
//!
//! - [`marks`] finds annotated loops and checks how they nest;
//! - [`fit`] is a pass before this one: it makes blocks fill registers, where [`independence`] and [`totals`] allow that;
//! - [`form`] recognizes the counter, the bound and the step of a loop;
//! - [`count`] computes the number of iterations, [`stepping`] counts them if the counter wraps;
//! - [`distribute`] rewrites the loop, [`steps`] computes counters, [`remainder`] adds the remainder, [`exits`] its
//!   other exits;
//! - [`threads`] rewrites loops over threads as loops over the chunks of each thread;
//! - [`copies`] copies blocks, [`build`] creates ops;
//! - [`expand`] does all this for loops that are ops of the dialect.

pub(crate) mod build;
pub(crate) mod copies;
mod count;
mod distribute;
mod exits;
pub mod expand;
mod extremes;
pub(crate) mod fit;
pub(crate) mod form;
mod independence;
mod marks;
mod remainder;
mod stepping;
mod steps;
mod threads;
mod totals;
mod wide_integers;

use crate::dialect::LoopMarkOp;
use terrace_analysis::loops::LoopInfo;
use terrace_ir::{Diag, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::passes::mem2reg::promote_slots;
use terrace_rewrite::regions::erase_unreachable_blocks;

/// The attribute of the condition of a loop over full blocks.
pub(crate) const BLOCKS_LOOP: &str = "ripple.blocks_loop";

/// The attribute of the condition of a loop over blocks of one element, which stays scalar.
pub(crate) const SINGLE: &str = "ripple.single";

/// The attribute of a block that has another size than the program says.
pub(crate) const FITTED: &str = "ripple.fitted";

/// The attribute of the comparison that computes the mask of the remainder: the lanes that have an iteration left.
pub(crate) const REST: &str = "ripple.rest";

/// The attribute of a branch whose first value is the number of an exit of an annotated loop.
pub(crate) const WAY_OUT: &str = "ripple.way_out";

/// Distributes the iterations of annotated loops over blocks.
pub static RIPPLE_LOWER_PARALLEL: PassDef = PassDef {
    name: "ripple-lower-parallel",
    class: "RippleLowerParallel",
    doc: "Distribute the iterations of annotated loops over the elements of blocks",
    anchor: Some("llvm.func"),
    make: |_| Ok(Pass::Body(Box::new(LowerParallel))),
    ..EMPTY_PASS
};

struct LowerParallel;

impl BodyPass for LowerParallel {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let errors = lower_parallel_loops(rw);
        let failed = !errors.is_empty();
        errors.into_iter().for_each(|error| run.report(error));
        if failed { Err(Failed) } else { Ok(()) }
    }
}

/// Distributes the iterations of the annotated loops of a function, inner loops first; returns errors. The body is to
/// be discarded if there are any.
pub fn lower_parallel_loops(rw: &mut Rewriter<'_>) -> Vec<Box<Diag>> {
    let errors = threads::distribute_over_threads(rw);
    if !errors.is_empty() {
        return errors;
    }
    let (loops, mut errors) = marks::annotated_loops(rw);
    if !errors.is_empty() {
        return errors;
    }
    errors.extend(marks::erase::<LoopMarkOp>(rw));
    if !errors.is_empty() {
        return errors;
    }
    let word = marks::word(rw);
    let mut leaves_slots = false;
    let mut at = 0;
    while let Some(first) = loops.get(at) {
        // Loops of the same height are not nested: rewriting one does not invalidate the analysis of the others.
        let region = rw.body().region_of(first.header).expect("a block of a loop is in a region");
        let info = rw.body().analysis::<LoopInfo>(region);
        let same = loops[at..]
            .iter()
            .take_while(|other| (other.region, other.height) == (first.region, first.height));
        for annotated in same {
            at += 1;
            let done = form::recognize(rw, &info, annotated)
                .and_then(|form| distribute::distribute(rw, annotated, &form, word));
            match done {
                Ok(distributed) => leaves_slots |= distributed.leaves_slots,
                Err(error) => errors.push(error),
            }
        }
    }
    if !errors.is_empty() {
        return errors;
    }
    erase_unreachable_blocks(rw);
    if leaves_slots {
        promote_slots(rw);
    }
    errors
}
