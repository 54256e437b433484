//! Passes about the dialect affine.

pub mod composed;
pub mod expand;
pub mod expand_index;
pub mod expand_index_as_affine;
pub mod lower;
