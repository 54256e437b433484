//! The lowerings to other dialects.

pub mod arith;
pub mod linalg;
pub mod ml_program;
pub mod scf;
pub mod tensor;
