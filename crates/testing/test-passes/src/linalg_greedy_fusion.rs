//! `test-linalg-greedy-fusion`: fuses producers of slices into loops, until there is nothing to fuse.

use terrace_dialects_linalg::structured::as_structured;
use terrace_ir::{Op, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassOptions, PassRun};
use terrace_passes_linalg::producer_fusion::fuse_producer_of_slice;
use terrace_passes_linalg::tiling_canonicalization::tiling_canonicalization;
use terrace_passes_memref_tensor::tensor::swap_slices::SLICE_OF_PAD;
use terrace_passes_scf::loop_canonicalization;
use terrace_rewrite::passes::canonicalize::CANONICALIZE;
use terrace_rewrite::passes::cse::CSE;
use terrace_rewrite::passes::licm::LICM;
use terrace_rewrite::walk::body_post_order;
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// The pass.
pub(crate) static TEST_LINALG_GREEDY_FUSION: PassDef = PassDef {
    name: "test-linalg-greedy-fusion",
    class: "(anonymous namespace)::TestLinalgGreedyFusion",
    doc: "Test Linalg fusion by applying a greedy test transformation.",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(TestLinalgGreedyFusion))),
    ..EMPTY_PASS
};

struct TestLinalgGreedyFusion;

impl BodyPass for TestLinalgGreedyFusion {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), &tiling_canonicalization());
        patterns.add_all(rw.cx(), SLICE_OF_PAD);
        patterns.add_all(rw.cx(), loop_canonicalization::PATTERNS);
        loop {
            // Patterns that do not reach a fixed point are no failure, as in upstream.
            let _ = apply_greedily(rw, &patterns, &GreedyOptions::bottom_up());
            for pass in [&LICM, &CANONICALIZE, &CSE] {
                run_pass(pass, rw, run)?;
            }
            if !fuse_all(rw) {
                return Ok(());
            }
        }
    }
}

fn run_pass(pass: &PassDef, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
    match (pass.make)(&PassOptions::new(pass.options)) {
        Ok(Pass::Body(pass)) => pass.run(rw, run),
        _ => Err(Failed),
    }
}

/// Fuses the producers of the inputs of all structured ops, the last op first; returns whether there were any.
fn fuse_all(rw: &mut Rewriter<'_>) -> bool {
    let is_fusable = |&op: &Op| as_structured(rw.op(op)).is_some() && rw.op(op).num_results() <= 1;
    let mut ops: Vec<Op> = body_post_order(rw.body()).into_iter().filter(is_fusable).collect();
    let mut changed = false;
    for at in (0..ops.len()).rev() {
        let consumer = ops[at];
        let inputs = as_structured(rw.op(consumer)).map_or(0, |op| op.destinations(rw.op(consumer)).0);
        for operand in 0..inputs {
            let producer = rw.op(consumer).operand(operand).defining_op();
            let producer =
                producer.and_then(|slice| slice.operands().next()?.defining_op().map(|op| op.id()));
            let Some(clone) = fuse_producer_of_slice(rw, consumer, operand) else { continue };
            changed = true;
            if let Some(place) = ops[..at].iter_mut().find(|op| Some(**op) == producer) {
                *place = clone;
            }
        }
    }
    changed
}
