//! `test-decompose-affine-ops`: splits each `affine.apply` into a chain.

use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_ir::{Op, OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_passes_affine::decompose::{decompose, reorder_operands_by_hoistability};
use terrace_rewrite::walk::body_post_order;

/// The pass.
pub(crate) static TEST_DECOMPOSE_AFFINE_OPS: PassDef = PassDef {
    name: "test-decompose-affine-ops",
    class: "(anonymous namespace)::TestDecomposeAffineOps",
    doc: "Tests affine ops decomposition utility functions.",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(DecomposeAffineOps))),
    ..EMPTY_PASS
};

struct DecomposeAffineOps;

impl BodyPass for DecomposeAffineOps {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let is_apply = |&op: &Op| rw.op(op).isa::<AffineApplyOp>();
        let ops: Vec<Op> = body_post_order(rw.body()).into_iter().filter(is_apply).collect();
        for op in ops.into_iter().map(AffineApplyOp::assume) {
            reorder_operands_by_hoistability(rw, op);
            decompose(rw, op);
        }
        Ok(())
    }
}
