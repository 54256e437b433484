//! `test-tensor-transform-patterns`: applies patterns on tensors to the contents of any op.

use terrace_ir::pattern::Pattern;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{PassDef, PassOptions, pass_options};
use terrace_passes_memref_tensor::tensor::drop_rank_expansion::DROP_REDUNDANT_RANK_EXPANSION;
use terrace_passes_memref_tensor::tensor::fold_reshapes::FOLD_REASSOCIATIVE_RESHAPES;
use terrace_passes_memref_tensor::tensor::merge_slices::MERGE_SLICES;

use crate::vector_patterns::Patterns;

pass_options! {
    /// The options of the pass.
    struct TensorPatternOptions {
        /// Test dropping redundant insert_slice rank expansions
        drop_rank_expansion("test-drop-redundant-insert-slice-rank-expansion"): bool = "false",
        /// Test folding consecutive tensor.insert_slice/tensor.extract_slice
        merge_slices("test-fold-consecutive-insert-extract-slice"): bool = "false",
        /// Test folding of expand_shape/collapse_shape
        fold_reshapes("test-reassociative-reshape-folding"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_TENSOR_TRANSFORM_PATTERNS: PassDef = PassDef {
    name: "test-tensor-transform-patterns",
    class: "(anonymous namespace)::TestTensorTransforms",
    doc: "Test Tensor transformation patterns by applying them greedily.",
    options: TensorPatternOptions::DEFS,
    make: |options| {
        let patterns = patterns(options);
        Patterns::pass(move |set, cx| set.add_all(cx, &patterns))
    },
    ..EMPTY_PASS
};

fn patterns(options: &PassOptions) -> Vec<Pattern> {
    let options = TensorPatternOptions::from(options);
    let sets = [
        (options.drop_rank_expansion, DROP_REDUNDANT_RANK_EXPANSION),
        (options.merge_slices, MERGE_SLICES),
        (options.fold_reshapes, FOLD_REASSOCIATIVE_RESHAPES),
    ];
    sets.into_iter().filter(|(is_set, _)| *is_set).flat_map(|(_, patterns)| patterns).copied().collect()
}
