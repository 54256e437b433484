//! Patterns about the dialect tensor, which scripts apply, and a pass of some of them.

pub mod bubble_slices;
pub mod decompose_concat;
pub mod drop_rank_expansion;
pub mod extract_of_collapse;
pub mod fold_reshapes;
pub mod insert_of_insert;
pub mod loop_independent;
pub mod merge_slices;
pub mod reify_result_shapes;
pub mod rewrite_as_constant;
pub mod slice_of_constant;
pub mod subset_transfers;
pub mod swap_slices;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] =
    &[&insert_of_insert::FOLD_TENSOR_SUBSET_OPS, &reify_result_shapes::REIFY_RESULT_SHAPES];
