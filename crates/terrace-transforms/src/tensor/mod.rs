//! Patterns about the dialect tensor, which scripts apply.

pub mod decompose_concat;
pub mod loop_independent;
pub mod merge_slices;
pub mod subset_transfers;
