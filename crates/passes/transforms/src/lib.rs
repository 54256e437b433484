//! Passes that know dialects.
//!
//! The map: [`duplicate_functions`], [`reconcile_casts`], [`remove_dead_values`] and [`runtime_verification`] are about ops of any dialect, the
//! modules named after dialects about those. [`arithmetic`] and [`expressions`] create the arithmetic that lowerings consist of.

#![forbid(unsafe_code)]

pub mod affine;
pub mod arith;
pub mod arithmetic;
pub mod bufferization;
pub mod build;
pub mod cf;
pub mod complex;
pub mod duplicate_functions;
pub mod expressions;
pub mod function_signature;
pub mod library_calls;
pub mod linalg;
pub mod math;
pub mod memref;
pub mod reconcile_casts;
pub mod reductions;
pub mod remove_dead_values;
pub mod runtime_verification;
pub mod scf;
pub mod shape;
pub mod tensor;
pub mod vector;

use terrace_pass::PassDef;

/// The passes of this crate, by what they are about.
pub static PASSES: &[&[&PassDef]] = &[
    affine::PASSES,
    arith::PASSES,
    bufferization::PASSES,
    cf::PASSES,
    complex::PASSES,
    linalg::PASSES,
    math::PASSES,
    memref::PASSES,
    tensor::PASSES,
    scf::PASSES,
    shape::PASSES,
    vector::passes::PASSES,
    &[
        &duplicate_functions::DUPLICATE_FUNCTION_ELIMINATION,
        &reconcile_casts::RECONCILE_UNREALIZED_CASTS,
        &remove_dead_values::REMOVE_DEAD_VALUES,
        &runtime_verification::GENERATE_RUNTIME_VERIFICATION,
    ],
];
