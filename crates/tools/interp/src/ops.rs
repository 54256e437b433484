//! An extension of each dialect: which op is lowered how.

pub mod affine;
pub mod arith;
pub mod bufferization;
pub mod cf;
pub mod combine;
pub mod complex;
pub mod elementwise;
pub mod func;
pub mod index;
pub mod linalg;
pub mod loops;
pub mod math;
pub mod memref;
pub mod ml_program;
pub mod moves;
pub mod print;
pub mod relayout;
pub mod scf;
pub mod shape;
pub mod tensor;
pub mod ub;
pub mod vector;

use terrace_ir::extension::DialectExtension;

/// The [`Interpret`](crate::Interpret) models attached to dialects' ops.
pub static EXTENSIONS: &[&DialectExtension] = &[
    &affine::EXTENSION,
    &arith::EXTENSION,
    &bufferization::EXTENSION,
    &cf::EXTENSION,
    &complex::EXTENSION,
    &func::EXTENSION,
    &index::EXTENSION,
    &linalg::EXTENSION,
    &math::EXTENSION,
    &memref::EXTENSION,
    &ml_program::EXTENSION,
    &scf::EXTENSION,
    &shape::EXTENSION,
    &tensor::EXTENSION,
    &ub::EXTENSION,
    &vector::EXTENSION,
];
