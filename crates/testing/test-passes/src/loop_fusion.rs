//! `test-loop-fusion`: reports for pairs of loop nests whether slices of one can be in the other.

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{Block, Op, OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_affine::fusion::{Report, fuse_unchecked, report};

use crate::legalize::remark;

pass_options! {
    /// The options of the pass.
    struct TestLoopFusionOptions {
        /// Enable testing of loop fusion dependence check
        dependence_check("test-loop-fusion-dependence-check"): bool = "false",
        /// Enable testing of loop fusion slice computation
        slice_computation("test-loop-fusion-slice-computation"): bool = "false",
        /// Enable testing of loop fusion transformation utilities
        utilities("test-loop-fusion-utilities"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_LOOP_FUSION: PassDef = PassDef {
    name: "test-loop-fusion",
    class: "(anonymous namespace)::TestLoopFusion",
    doc: "Tests loop fusion utility functions.",
    anchor: Some("func.func"),
    options: TestLoopFusionOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(LoopFusion { options: options.into() }))),
    ..EMPTY_PASS
};

struct LoopFusion {
    options: TestLoopFusionOptions,
}

impl BodyPass for LoopFusion {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        if self.options.utilities {
            while fuse_one(rw) {}
            return Ok(());
        }
        let loops = loops_by_depth(rw);
        let depths = loops.len();
        for (depth, loops) in loops.into_iter().enumerate() {
            for (i, &source) in loops.iter().enumerate() {
                for (j, &destination) in loops.iter().enumerate().filter(|&(j, _)| j != i) {
                    for at in depth + 1..=depths {
                        self.test(rw, run, [(i, source), (j, destination)], depth, at);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The loops of a body by their depth.
pub(crate) fn loops_by_depth(rw: &Rewriter<'_>) -> Vec<Vec<Op>> {
    let blocks = rw.body().top_regions().iter().flat_map(|&region| rw.body().blocks_of(region));
    let mut loops: Vec<Vec<Op>> = Vec::new();
    for block in blocks {
        collect(rw, block, 0, &mut loops);
    }
    loops
}

/// Fuses the first pair of nests that can be. Returns whether there is one, and the other nest is gone.
fn fuse_one(rw: &mut Rewriter<'_>) -> bool {
    let loops = loops_by_depth(rw);
    for (depth, here) in loops.iter().enumerate() {
        for &source in here {
            for &destination in here.iter().filter(|&&destination| destination != source) {
                let [source, destination] = [source, destination].map(AffineForOp::assume);
                if (depth + 1..=loops.len()).any(|at| fuse_unchecked(rw, source, destination, at)) {
                    return rw.body().is_erased(source.into());
                }
            }
        }
    }
    false
}

/// Collects the loops of a block by their depth.
fn collect(rw: &Rewriter<'_>, block: Block, depth: usize, loops: &mut Vec<Vec<Op>>) {
    let mut pending = vec![(block, depth)];
    while let Some((block, depth)) = pending.pop() {
        let mut inner = Vec::new();
        for op in rw.body().ops_of(block).filter(|&op| rw.op(op).isa::<AffineForOp>()) {
            if loops.len() <= depth {
                loops.resize(depth + 1, Vec::new());
            }
            loops[depth].push(op);
            let blocks = rw.body().regions(op).flat_map(|region| rw.body().blocks_of(region));
            inner.extend(blocks.map(|block| (block, depth + 1)));
        }
        pending.extend(inner.into_iter().rev());
    }
}

impl LoopFusion {
    fn test(
        &self,
        rw: &Rewriter<'_>,
        run: &mut PassRun<'_>,
        [(i, source), (j, destination)]: [(usize, Op); 2],
        depth: usize,
        at: usize,
    ) {
        let found = report(rw, AffineForOp::assume(source), AffineForOp::assume(destination), at);
        let slice = match &found {
            Report::Slice(text) => Some(("slice", text)),
            Report::IncorrectSlice(text) => Some(("Incorrect slice", text)),
            Report::BlockDependence | Report::Other => None,
        };
        if self.options.dependence_check && matches!(found, Report::BlockDependence) {
            let message = format!(
                "block-level dependence preventing fusion of loop nest {i} into loop nest {j} at depth {depth}"
            );
            run.report(remark(rw.op(source), message));
        }
        if let Some((what, text)) = slice.filter(|_| self.options.slice_computation) {
            let message = format!("{what} ( src loop: {i}, dst loop: {j}, depth: {at} : {text})");
            run.report(remark(rw.op(destination), message));
        }
    }
}
