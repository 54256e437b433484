//! Passes on integer and floating-point arithmetic, one module each: [`int_range_optimizations`], [`narrowing`] and
//! [`unsigned`] use what is known of integers, by way of [`ranges`]; [`expand`] replaces ops that machines lack, [`wide_int`]
//! integers that they lack.

pub mod expand;
pub mod int_range_optimizations;
pub mod narrowing;
pub mod ranges;
pub mod unsigned;
pub mod wide_int;
mod wide_int_ops;

use terrace_pass::PassDef;

/// The passes of this module.
pub static PASSES: &[&PassDef] = &[
    &wide_int::ARITH_EMULATE_WIDE_INT,
    &expand::ARITH_EXPAND,
    &int_range_optimizations::INT_RANGE_OPTIMIZATIONS,
    &narrowing::ARITH_INT_RANGE_NARROWING,
    &unsigned::ARITH_UNSIGNED_WHEN_EQUIVALENT,
];
