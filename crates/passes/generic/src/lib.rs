//! Internal to Terrace; no promise of stability. Passes on ops of any dialect: [`duplicate_functions`],
//! [`reconcile_casts`], [`remove_dead_values`] and [`runtime_verification`].

#![forbid(unsafe_code)]

pub mod duplicate_functions;
pub mod reconcile_casts;
pub mod remove_dead_values;
pub mod runtime_verification;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &duplicate_functions::DUPLICATE_FUNCTION_ELIMINATION,
    &reconcile_casts::RECONCILE_UNREALIZED_CASTS,
    &remove_dead_values::REMOVE_DEAD_VALUES,
    &runtime_verification::GENERATE_RUNTIME_VERIFICATION,
];
