//! Passes about the dialect linalg.

pub mod to_loops;
