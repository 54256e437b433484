//! Patterns about the dialect tensor, which scripts apply.

pub mod decompose_concat;
