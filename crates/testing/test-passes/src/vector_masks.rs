//! Passes about masks and broadcasts of vectors.

use terrace_ir::{OpKind, OptionalAttr, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_vector::broadcast_dims::create_or_fold_broadcast;
use terrace_passes_vector::eliminate_masks::{VscaleRange, eliminate_masks};
use terrace_rewrite::walk::body_post_order;

pass_options! {
    /// The options of the pass.
    struct EliminateMasksOptions {
        /// Minimum possible value of vscale.
        vscale_min("vscale-min"): u64 = "1",
        /// Maximum possible value of vscale.
        vscale_max("vscale-max"): u64 = "16",
    }
}

struct EliminateMasks(VscaleRange);

impl BodyPass for EliminateMasks {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        eliminate_masks(rw, self.0);
        Ok(())
    }
}

/// Replaces masks that are known to be full.
pub(crate) static TEST_ELIMINATE_VECTOR_MASKS: PassDef = PassDef {
    name: "test-eliminate-vector-masks",
    class: "(anonymous namespace)::TestEliminateVectorMasks",
    doc: "Test eliminating vector masks",
    options: EliminateMasksOptions::DEFS,
    anchor: Some("func.func"),
    make: |read| {
        let options = EliminateMasksOptions::from(read);
        let bound = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let range = VscaleRange { min: bound(options.vscale_min), max: bound(options.vscale_max) };
        Ok(Pass::Body(Box::new(EliminateMasks(range))))
    },
    ..EMPTY_PASS
};

struct CreateBroadcast;

impl BodyPass for CreateBroadcast {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = rw.cx();
        for op in body_post_order(rw.body()) {
            let view = rw.op(op);
            if view.name_text() != "test_create_broadcast" || view.num_operands() != 1 {
                continue;
            }
            let dims = view.attr("broadcast_dims").optional_i64s(cx);
            let (value, ty) = (view.single_operand().id(), view.single_result().ty());
            rw.set_insertion_point_before(op);
            let Some(new) = create_or_fold_broadcast(rw, value, ty, &dims) else { return Err(Failed) };
            rw.replace_op(op, &[new]);
        }
        Ok(())
    }
}

/// Replaces `test_create_broadcast` by a broadcast along dimensions.
pub(crate) static TEST_CREATE_VECTOR_BROADCAST: PassDef = PassDef {
    name: "test-create-vector-broadcast",
    class: "(anonymous namespace)::TestCreateVectorBroadcast",
    doc: "Test optimization transformations for transfer ops",
    anchor: Some(terrace_dialects_core::func::FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(CreateBroadcast))),
    ..EMPTY_PASS
};
