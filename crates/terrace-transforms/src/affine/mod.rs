//! Passes on the dialect affine, one module each.

pub mod loop_normalize;
