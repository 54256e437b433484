//! Passes that apply one set of patterns on structured ops each.

use std::sync::Arc;

use terrace_dialects_linalg::generic::GenericOp;
use terrace_ir::{OpRef, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_linalg::cleanup::ERASE_UNUSED;
use terrace_passes_linalg::contraction_rank::RANK_REDUCE_CONTRACTIONS;
use terrace_passes_linalg::decompose_generic::DECOMPOSE_GENERIC;
use terrace_passes_linalg::layout_propagation::{
    LayoutPropagation, add_data_layout_propagation, add_extract_slice_sinking,
};
use terrace_passes_linalg::pad_fusion::FUSE_PAD;
use terrace_passes_linalg::unit_dims::{UnitDims, drop_unit_dims};
use terrace_rewrite::walk::body_post_order;

use crate::vector_patterns::Patterns;

pass_options! {
    /// The options of `test-linalg-decompose-ops`.
    struct DecomposeOptions {
        /// Test patterns to erase unused operands and results
        remove_dead("remove-dead-args-and-results"): bool = "false",
    }
}

/// The pass of patterns that split generic ops.
pub(crate) static TEST_LINALG_DECOMPOSE_OPS: PassDef = PassDef {
    name: "test-linalg-decompose-ops",
    class: "(anonymous namespace)::TestLinalgDecomposeOps",
    doc: "Test Linalg decomposition patterns",
    options: DecomposeOptions::DEFS,
    make: |options| {
        let cleanup = if DecomposeOptions::from(options).remove_dead { ERASE_UNUSED } else { &[] };
        Patterns::pass(move |set, cx| {
            set.add_all(cx, DECOMPOSE_GENERIC);
            set.add_all(cx, cleanup);
        })
    },
    ..EMPTY_PASS
};

/// The pass of patterns that move relayouts and slices.
pub(crate) static TEST_LINALG_DATA_LAYOUT_PROPAGATION: PassDef = PassDef {
    name: "test-linalg-data-layout-propagation",
    class: "(anonymous namespace)::TestDataLayoutPropagationPass",
    doc: "Test data layout propagation",
    make: |_| {
        Patterns::pass(|set, cx| {
            let everywhere = LayoutPropagation { control: Arc::new(|_, _| true), pads_with_poison: true };
            add_data_layout_propagation(set, cx, &everywhere);
            add_extract_slice_sinking(set, cx, Arc::new(is_in_block_of_source));
        })
    },
    ..EMPTY_PASS
};

/// Whether an op is in the block of the op that computes an operand.
fn is_in_block_of_source(op: OpRef<'_>, operand: usize) -> bool {
    op.operand(operand).defining_op().is_some_and(|source| source.block() == op.block())
}

pass_options! {
    /// The options of `test-linalg-drop-unit-dims`.
    struct DropUnitDimsOptions {
        /// Collapse and expand tensors with encodings
        encoded("collapse-encoded"): bool = "false",
    }
}

/// The pass that drops outermost loops that run once.
pub(crate) static TEST_LINALG_DROP_UNIT_DIMS: PassDef = PassDef {
    name: "test-linalg-drop-unit-dims",
    class: "(anonymous namespace)::TestLinalgDropUnitDims",
    anchor: Some("func.func"),
    options: DropUnitDimsOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(DropUnitDimsOptions::from(options)))),
    ..EMPTY_PASS
};

impl BodyPass for DropUnitDimsOptions {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let options = UnitDims { slices: false, reshapes_encoded: self.encoded, is_wanted: |dim| dim == 0 };
        for op in body_post_order(rw.body()) {
            if rw.op(op).isa::<GenericOp>() {
                rw.set_insertion_point_before(op);
                drop_unit_dims(rw, op, &options);
            }
        }
        Ok(())
    }
}

/// The pass of patterns that fuse pads.
pub(crate) static TEST_LINALG_PAD_FUSION: PassDef = PassDef {
    name: "test-linalg-pad-fusion",
    class: "(anonymous namespace)::TestPadFusionPass",
    doc: "Test PadFusion pass",
    make: |_| Patterns::pass(|set, cx| set.add_all(cx, FUSE_PAD)),
    ..EMPTY_PASS
};

/// The pass of patterns that reduce the rank of contractions.
pub(crate) static TEST_LINALG_RANK_REDUCE_CONTRACTION_OPS: PassDef = PassDef {
    name: "test-linalg-rank-reduce-contraction-ops",
    class: "(anonymous namespace)::TestLinalgRankReduceContractionOps",
    doc: "Test Linalg rank reduce contraction ops with unit dims",
    anchor: Some("func.func"),
    make: |_| Patterns::pass(|set, cx| set.add_all(cx, RANK_REDUCE_CONTRACTIONS)),
    ..EMPTY_PASS
};
