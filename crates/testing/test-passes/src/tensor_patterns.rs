//! `test-tensor-transform-patterns`: applies patterns on tensors to the contents of any op.

use terrace_ir::OpRef;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef, pass_options};
use terrace_passes_memref_tensor::tensor::drop_rank_expansion::DROP_REDUNDANT_RANK_EXPANSION;
use terrace_passes_memref_tensor::tensor::extract_of_collapse::FOLD_EXTRACT_FROM_COLLAPSE_SHAPE;
use terrace_passes_memref_tensor::tensor::fold_reshapes::FOLD_REASSOCIATIVE_RESHAPES;
use terrace_passes_memref_tensor::tensor::merge_slices::MERGE_SLICES;
use terrace_passes_memref_tensor::tensor::slice_of_constant::add_fold_constant_extract_slice;
use terrace_passes_scf::slice_of_collapse::add_slice_of_collapse;
use terrace_passes_shared::reshapes::BUBBLE_UP_EXPAND_SHAPE;

use crate::tensor_tracking::TrackReplacement;
use crate::vector_patterns::Patterns;

pass_options! {
    /// The options of the pass.
    struct TensorPatternOptions {
        /// Test dropping redundant insert_slice rank expansions
        drop_rank_expansion("test-drop-redundant-insert-slice-rank-expansion"): bool = "false",
        /// Test expand shape bubbling
        bubble_expand("test-expand-shape-bubbling"): bool = "false",
        /// Test folding consecutive tensor.insert_slice/tensor.extract_slice
        merge_slices("test-fold-consecutive-insert-extract-slice"): bool = "false",
        /// Test folding arith.constant and tensor.extract_slice
        fold_constants("test-fold-constant-extract-slice"): bool = "false",
        /// Test folding of extract from collapse_shape
        fold_extract("test-fold-extract-from-collapse-shape"): bool = "false",
        /// Test folding of expand_shape/collapse_shape
        fold_reshapes("test-reassociative-reshape-folding"): bool = "false",
        /// Test swapping tensor.extract_slice of a collapse_shape with loop nest
        slice_of_collapse("test-rewrite-extract-slice-from-collapse-shape"): bool = "false",
        /// Test tensor TrackingListener for the transform dialect
        track("test-tracking-listener"): bool = "false",
        /// Use the scf.forall operation when generating loop nests for the extract_slice of collapse_shape pattern
        use_foreach("use-foreach"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_TENSOR_TRANSFORM_PATTERNS: PassDef = PassDef {
    name: "test-tensor-transform-patterns",
    class: "(anonymous namespace)::TestTensorTransforms",
    doc: "Test Tensor transformation patterns by applying them greedily.",
    options: TensorPatternOptions::DEFS,
    make: |options| {
        let options = TensorPatternOptions::from(options);
        if options.track {
            return Ok(Pass::Ir(Box::new(TrackReplacement)));
        }
        let sets = [
            (options.drop_rank_expansion, DROP_REDUNDANT_RANK_EXPANSION),
            (options.bubble_expand, BUBBLE_UP_EXPAND_SHAPE),
            (options.merge_slices, MERGE_SLICES),
            (options.fold_extract, FOLD_EXTRACT_FROM_COLLAPSE_SHAPE),
            (options.fold_reshapes, FOLD_REASSOCIATIVE_RESHAPES),
        ];
        let fold_constants = options.fold_constants;
        let loops = options.slice_of_collapse.then_some(options.use_foreach);
        Patterns::pass(move |set, cx| {
            let chosen = sets.iter().filter(|(is_set, _)| *is_set);
            chosen.for_each(|(_, patterns)| set.add_all(cx, patterns));
            if let Some(uses_forall) = loops {
                add_slice_of_collapse(set, cx, uses_forall);
            }
            if fold_constants {
                add_fold_constant_extract_slice(set, cx, is_small_part);
            }
        })
    },
    ..EMPTY_PASS
};

/// Whether the source of a slice has no other use, and the slice at most 1024 elements.
fn is_small_part(slice: OpRef<'_>) -> bool {
    let has_one_use = slice.operands().next().is_some_and(|source| source.uses().take(2).count() == 1);
    let shape = slice.single_result().ty().shape_or_scalar(slice.cx());
    let count = shape.iter().try_fold(1_i64, |count, &extent| count.checked_mul(extent));
    has_one_use && count.is_some_and(|count| count <= 1024)
}
