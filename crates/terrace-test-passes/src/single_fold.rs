//! `test-single-fold`: folds each op once.

use terrace_ir::effects::is_trivially_dead;
use terrace_ir::fold::{Folded, fold_op};
use terrace_ir::{Op, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, OptionDef, OptionKind, Pass, PassDef, PassRun};
use terrace_rewrite::constants::{Constants, constant_attr};
use terrace_rewrite::greedy::apply_fold;

/// The pass.
pub(crate) static TEST_SINGLE_FOLD: PassDef = PassDef {
    name: "test-single-fold",
    class: "TestFoldPass",
    doc: "Test single-pass operation folding and dead constant elimination",
    options: &[OptionDef {
        name: "max-iterations",
        doc: "Max iterations in the tryToFold",
        kind: OptionKind::I32,
        default: "1",
    }],
    make: |options| Ok(Pass::Body(Box::new(SingleFold(options.int("max-iterations"))))),
    ..EMPTY_PASS
};

struct SingleFold(i64);

impl BodyPass for SingleFold {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut ops = Vec::new();
        let mut pending: Vec<Op> = Vec::new();
        let body = rw.body();
        let regions = body.top_regions().iter().copied();
        pending.extend(regions.flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
        pending.reverse();
        while let Some(op) = pending.pop() {
            ops.push(op);
            let start = pending.len();
            pending.extend(body.regions(op).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
            pending[start..].reverse();
        }
        let mut constants = Constants::new();
        let mut made: Vec<Op> = Vec::new();
        for op in ops {
            if rw.body().is_erased(op) {
                continue;
            }
            if constant_attr(rw.op(op)).is_some() {
                if constants.insert_known(rw, op) {
                    made.push(op);
                }
                continue;
            }
            for _ in 0..self.0.max(0) {
                match fold_op(rw.op(op)) {
                    Folded::Changed(changes) => rw.apply(op, &changes),
                    Folded::Unchanged => break,
                    folded => {
                        fold_results(rw, op, &folded, &mut constants, &mut made);
                        break;
                    }
                }
            }
        }
        for op in made {
            if !rw.body().is_erased(op) && is_trivially_dead(rw.op(op)) {
                rw.erase(op);
            }
        }
        Ok(())
    }
}

/// Replaces an op by what it folds to; constants go to the top.
fn fold_results(rw: &mut Rewriter<'_>, op: Op, folded: &Folded, constants: &mut Constants, made: &mut Vec<Op>) {
    let before = rw.body().num_ops() as u32;
    if !apply_fold(rw, op, folded) {
        return;
    }
    let new: Vec<Op> = (before..rw.body().num_ops() as u32).map(Op::from_u32).collect();
    for op in new {
        if constants.insert_known(rw, op) {
            made.push(op);
        }
    }
}
