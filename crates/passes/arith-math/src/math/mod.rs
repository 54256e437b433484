//! Passes on math: [`expand`] computes ops by simpler ones, [`approximate`] functions by polynomials,
//! [`simplify`] powers by products, [`fuse`] fuses pairs of ops, [`libm`] calls C's library.

pub mod approximate;
pub mod expand;
pub mod fuse;
pub mod libm;
pub mod simplify;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &expand::MATH_EXPAND_OPS,
    &fuse::MATH_SINCOS_FUSION,
    &fuse::MATH_UPLIFT_TO_FMA,
    &libm::CONVERT_MATH_TO_LIBM,
];
