//! Passes about the dialect shape.

pub mod constraints;
pub mod to_standard;
