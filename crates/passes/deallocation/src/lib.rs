//! Passes that place allocations and deallocations of buffers.
//!
//! The map: [`flow`] says which values may stand for which buffers and [`origins`] whether two are the same allocation;
//! [`liveness`] which buffers are live where blocks begin, [`allocations`] what allocates and [`allocators`] what frees it. [`components`] and [`blocks`]
//! are the graphs below that. [`hoisting`] and [`promotion`] move allocations up and to the stack; [`ownership`] frees
//! what is allocated, [`simplification`] takes out what need not be compared, [`lower`] turns the rest, and clones, into code;
//! [`pipeline`] is all of it in order, and [`allocation_liveness`] frees earlier what was freed late. [`cloning`] is the
//! older way: it copies what may be one buffer or another, and needs no conditions. [`verification`] says what was freed
//! twice, too early or not at all.
//!
//! What takes time for the uses of all aliases upstream is summed up here once for values that stand for each other, and
//! from there along the flow.

#![forbid(unsafe_code)]

pub mod allocation_liveness;
pub mod allocations;
pub mod allocators;
pub mod blocks;
mod clone_lowering;
pub mod cloning;
pub mod components;
pub mod flow;
pub mod hoisting;
pub mod liveness;
pub mod lower;
pub mod origins;
pub mod ownership;
pub mod pipeline;
pub mod promotion;
pub mod simplification;
pub mod verification;

use terrace_pass::{PassDef, PipelineDef};

pub use ownership::models::{BufferDeallocationOp, ConditionalBranch, EXTENSIONS};
pub use terrace_dialects_mem::bufferization::{AllocationOpInterface, HoistingKind};

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &allocation_liveness::OPTIMIZE_ALLOCATION_LIVENESS,
    &cloning::BUFFER_DEALLOCATION,
    &hoisting::BUFFER_HOISTING,
    &hoisting::BUFFER_LOOP_HOISTING,
    &lower::CONVERT_BUFFERIZATION_TO_MEMREF,
    &lower::LOWER_DEALLOCATIONS,
    &ownership::OWNERSHIP_BASED_BUFFER_DEALLOCATION,
    &promotion::PROMOTE_BUFFERS_TO_STACK,
    &simplification::BUFFER_DEALLOCATION_SIMPLIFICATION,
    &verification::VERIFY_DEALLOCATION,
];

/// The pipelines of this crate.
pub static PIPELINES: &[&PipelineDef] = &[&pipeline::BUFFER_DEALLOCATION_PIPELINE];
