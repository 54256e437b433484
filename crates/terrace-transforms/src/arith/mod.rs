//! Passes on integer and floating-point arithmetic, one module each: [`int_range_optimizations`], [`narrowing`] and
//! [`unsigned`] use what is known of integers, by way of [`ranges`].

pub mod int_range_optimizations;
pub mod narrowing;
pub mod ranges;
pub mod unsigned;

use terrace_pass::PassDef;

/// The passes of this module.
pub static PASSES: &[&PassDef] = &[
    &int_range_optimizations::INT_RANGE_OPTIMIZATIONS,
    &narrowing::ARITH_INT_RANGE_NARROWING,
    &unsigned::ARITH_UNSIGNED_WHEN_EQUIVALENT,
];
