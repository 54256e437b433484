//! Passes about buffers: [`results_to_out_params`].

pub mod results_to_out_params;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[&results_to_out_params::BUFFER_RESULTS_TO_OUT_PARAMS];
