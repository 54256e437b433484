//! `test-single-fold`: folds each op once.

use terrace_ir::effects::is_trivially_dead;
use terrace_ir::fold::{FoldValue, Folded, fold_op};
use terrace_ir::{Body, Op, Region, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::constants::Constants;

pass_options! {
    /// The options of the pass.
    struct TestSingleFoldOptions {
        /// Max iterations in the tryToFold
        max_iterations("max-iterations"): i32 = "1",
    }
}

/// The pass.
pub(crate) static TEST_SINGLE_FOLD: PassDef = PassDef {
    name: "test-single-fold",
    class: "(anonymous namespace)::TestSingleFold",
    doc: "Test single-pass operation folding and dead constant elimination",
    options: TestSingleFoldOptions::DEFS,
    make: |options| {
        let options = TestSingleFoldOptions::from(options);
        Ok(Pass::Body(Box::new(SingleFold(i64::from(options.max_iterations)))))
    },
    ..EMPTY_PASS
};

struct SingleFold(i64);

impl BodyPass for SingleFold {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut constants = Constants::new();
        let mut made: Vec<Op> = Vec::new();
        // In reverse order: no fold depends on a previous one, and constants end up in order.
        for op in post_order(rw.body()).into_iter().rev() {
            for _ in 0..self.0.max(0) {
                match fold_op(rw.op(op)) {
                    Folded::Changed(changes) if rw.apply(op, &changes) => {}
                    Folded::Changed(_) | Folded::Unchanged | Folded::Hoisted(_) => break,
                    Folded::Results(results) => {
                        fold_results(rw, op, &results, &mut constants, &mut made);
                        break;
                    }
                }
            }
        }
        for op in made {
            if !rw.body().is_erased(op) && is_trivially_dead(rw.op(op)) {
                rw.erase_op(op);
            }
        }
        Ok(())
    }
}

/// The ops of a body, inner ones first.
fn post_order(body: &Body) -> Vec<Op> {
    let ops = |regions: &mut dyn Iterator<Item = Region>| -> Vec<(Op, bool)> {
        let mut ops: Vec<(Op, bool)> = regions
            .flat_map(|r| body.blocks_of(r))
            .flat_map(|b| body.ops_of(b))
            .map(|op| (op, false))
            .collect();
        ops.reverse();
        ops
    };
    let mut pending = ops(&mut body.top_regions().iter().copied());
    let mut out = Vec::new();
    while let Some((op, done)) = pending.pop() {
        if done || body.regions(op).len() == 0 {
            out.push(op);
        } else {
            pending.push((op, true));
            pending.extend(ops(&mut body.regions(op)));
        }
    }
    out
}

/// Replaces an op by its fold results; each constant is created once, at the top.
fn fold_results(
    rw: &mut Rewriter<'_>,
    op: Op,
    results: &[FoldValue],
    constants: &mut Constants,
    made: &mut Vec<Op>,
) {
    let Some(block) = rw.body().block_of(op) else { return };
    let dialect = rw.op(op).info().dialect_name();
    let mut values = Vec::with_capacity(results.len());
    for (index, result) in results.iter().enumerate() {
        values.push(match *result {
            FoldValue::Value(value) => value,
            FoldValue::Attr(attr) => {
                let ty = rw.body().value_type(rw.body().result(op, index));
                let Some(constant) = constants.get_or_create(rw, block, dialect, attr, ty) else { return };
                made.push(constant);
                rw.body().single_result(constant)
            }
        });
    }
    rw.replace_op(op, &values);
}
