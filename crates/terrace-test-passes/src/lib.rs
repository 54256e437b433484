//! Passes that show what analyses find, one file each, by upstream's names.
//!
//! What is absent: nothing here is for users; the driver for tests adds these passes to those that users get.

#![forbid(unsafe_code)]

mod liveness_analysis;
mod print_dominance;
mod print_liveness;
mod reflect_bounds;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &reflect_bounds::INT_RANGE_OPTIMIZATIONS,
    &reflect_bounds::ARITH_INT_RANGE_NARROWING,
    &reflect_bounds::ARITH_UNSIGNED_WHEN_EQUIVALENT,
    &liveness_analysis::TEST_LIVENESS_ANALYSIS,
    &print_dominance::TEST_PRINT_DOMINANCE,
    &print_liveness::TEST_PRINT_LIVENESS,
];
