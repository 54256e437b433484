//! The lowerings to other dialects.

pub mod arith;
pub mod ml_program;
pub mod scf;
pub mod tensor;
