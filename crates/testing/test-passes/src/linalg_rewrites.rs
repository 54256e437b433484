//! Passes that apply one set of patterns on structured ops each.

use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{PassDef, pass_options};
use terrace_passes_linalg::cleanup::ERASE_UNUSED;
use terrace_passes_linalg::contraction_rank::RANK_REDUCE_CONTRACTIONS;
use terrace_passes_linalg::decompose_generic::DECOMPOSE_GENERIC;
use terrace_passes_linalg::pad_fusion::FUSE_PAD;

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

/// The pass of patterns that fuse pads.
pub(crate) static TEST_LINALG_PAD_FUSION: PassDef = PassDef {
    name: "test-linalg-pad-fusion",
    class: "(anonymous namespace)::TestPadFusionPass",
    doc: "Test PadFusion pass",
    anchor: Some("func.func"),
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
