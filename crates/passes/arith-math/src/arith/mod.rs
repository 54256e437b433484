//! Passes on integer and floating-point arithmetic, one module each: [`int_range_optimizations`],
//! [`narrowing`] and [`unsigned`] use integer ranges, through [`ranges`]; [`apfloat`] lowers floating-point
//! ops to library calls, [`expand`] expands ops that targets lack, [`float_types`] and [`wide_int`] emulate
//! number types that they lack, [`wide_int_memref`] buffers of those.

pub mod apfloat;
pub mod expand;
pub mod float_types;
pub mod int_range_optimizations;
pub mod narrow_types;
pub mod narrowing;
pub mod ranges;
pub mod unsigned;
pub mod wide_int;
pub mod wide_int_memref;
mod wide_int_ops;

use terrace_pass::PassDef;

/// The passes of this module.
pub static PASSES: &[&PassDef] = &[
    &apfloat::CONVERT_ARITH_TO_APFLOAT,
    &apfloat::CONVERT_MATH_TO_APFLOAT,
    &float_types::ARITH_EMULATE_UNSUPPORTED_FLOATS,
    &wide_int::ARITH_EMULATE_WIDE_INT,
    &wide_int_memref::MEMREF_EMULATE_WIDE_INT,
    &expand::ARITH_EXPAND,
    &int_range_optimizations::INT_RANGE_OPTIMIZATIONS,
    &float_types::MATH_EXTEND_TO_SUPPORTED_TYPES,
    &narrowing::ARITH_INT_RANGE_NARROWING,
    &unsigned::ARITH_UNSIGNED_WHEN_EQUIVALENT,
];
