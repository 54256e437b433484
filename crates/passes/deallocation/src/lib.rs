//! Internal to Terrace; no promise of stability. Passes that place allocations and deallocations of buffers.
//!
//! The map: [`flow`] computes which values may alias which buffers and [`origins`] whether two are the same
//! allocation; [`liveness`] computes the buffers that are live at block entries, [`allocations`] the
//! allocations and [`allocators`] the ops that free them. [`components`] and [`blocks`] are the underlying
//! graphs. [`hoisting`] and [`promotion`] move allocations up and to the stack; [`ownership`] frees
//! allocations, [`simplification`] removes redundant alias checks, [`lower`] lowers the remaining dealloc
//! ops, and clones; [`pipeline`] combines them, and [`allocation_liveness`] moves deallocations up.
//! [`cloning`] is the older algorithm: it clones values that may be one of several buffers, and needs no
//! ownership values. [`verification`] reports double frees, uses after free and leaks.
//!
//! Computations that upstream repeats for the uses of all aliases are summarized here once per class of
//! aliasing values, and propagated along the flow.

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
mod strided_allocation;
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
