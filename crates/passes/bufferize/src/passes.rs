//! The passes: [`one_shot`] with its [`module`] form, which share the processing of [`bodies`];
//! [`empty_tensors`], which prepares for it; [`explained`], which explains it; [`decided`], which takes
//! custom decisions; [`drop_equivalent`], which removes returned duplicates after it; [`finalizing`], which
//! completes a partial bufferization; and [`results_to_out_params`], which converts returned buffers to
//! arguments.

pub mod bodies;
pub mod decided;
pub mod drop_equivalent;
pub mod empty_tensors;
pub mod explained;
pub mod finalizing;
pub mod module;
pub mod one_shot;
mod plan;
pub mod results_to_out_params;

use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &drop_equivalent::DROP_EQUIVALENT_BUFFER_RESULTS,
    &empty_tensors::ELIMINATE_EMPTY_TENSORS,
    &empty_tensors::EMPTY_TENSOR_TO_ALLOC_TENSOR,
    &finalizing::FINALIZING_BUFFERIZE,
    &one_shot::ONE_SHOT_BUFFERIZE,
    &results_to_out_params::BUFFER_RESULTS_TO_OUT_PARAMS,
];
