//! Passes that show what analyses find, one file each, by upstream's names.
//!
//! What is absent: nothing here is for users; the driver for tests adds these passes to those that users get.

#![forbid(unsafe_code)]

mod alias;
mod last_modified;
mod liveness_analysis;
mod print_callgraph;
mod print_dominance;
mod print_liveness;
mod reflect_bounds;
mod reify_value_bounds;
mod single_fold;
mod written_to;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &reflect_bounds::INT_RANGE_OPTIMIZATIONS,
    &reflect_bounds::ARITH_INT_RANGE_NARROWING,
    &reflect_bounds::ARITH_UNSIGNED_WHEN_EQUIVALENT,
    &alias::TEST_ALIAS_ANALYSIS,
    &alias::TEST_ALIAS_ANALYSIS_EXTENDING,
    &alias::TEST_ALIAS_ANALYSIS_MODREF,
    &last_modified::TEST_LAST_MODIFIED,
    &liveness_analysis::TEST_LIVENESS_ANALYSIS,
    &reify_value_bounds::TEST_REIFY_VALUE_BOUNDS,
    &single_fold::TEST_SINGLE_FOLD,
    &written_to::TEST_WRITTEN_TO,
    &print_callgraph::TEST_PRINT_CALLGRAPH,
    &print_dominance::TEST_PRINT_DOMINANCE,
    &print_liveness::TEST_PRINT_LIVENESS,
];
