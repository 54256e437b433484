//! Vectorization of structured ops and relayouts.
//!
//! The map: `precondition` checks whether an op can be vectorized, `state` holds the vector shapes and masks;
//! `generic` vectorizes the region of an op, `extract` reads tensors in it, `contraction` creates
//! `vector.contract`, `convolution` slides windows over vectors, `relayout` vectorizes ops that move elements; [`copy`] and [`pad_patterns`] are
//! patterns for buffers and pads.

mod contraction;
mod convolution;
pub mod copy;
mod extract;
pub mod forward_transfers;
mod generic;
pub mod pad_patterns;
mod precondition;
mod relayout;
mod state;

use terrace_dialects_linalg::classify::is_named_contraction;
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::tensor::{InsertSliceOp, PadOp};
use terrace_ir::{Op, OpKind, OpRef, Rewriter, Value};
use terrace_support::options;

pub use precondition::can_vectorize;

use state::VectorizationState;

options! {
    /// The options of vectorization.
    #[derive(Default)]
    pub struct VectorizeOptions {
        /// The extents of vectors; those of the iteration space if there are none.
        pub sizes: Vec<i64>,
        /// The vector dimensions that are scalable.
        pub scalable: Vec<bool>,
        /// Whether `tensor.extract` with more than one index is vectorized.
        pub vectorize_nd_extract: bool,
        /// Whether depthwise convolutions are computed on flat vectors.
        pub flatten_1d_depthwise_conv: bool,
        /// Whether dynamic extents are taken to be those of the vectors.
        pub assume_dynamic_dims_match: bool,
        /// Whether named contractions become `vector.contract`.
        pub create_named_contraction: bool,
    }
}

/// Whether ops of this kind can be vectorized at all.
pub fn has_vectorization(op: OpRef<'_>) -> bool {
    as_structured(op).is_some()
        || op.isa::<PadOp>()
        || op.isa::<PackOp>()
        || op.isa::<UnPackOp>()
        || op.isa::<InsertSliceOp>()
}

/// Computes an op on vectors, before it; returns what its results are to be replaced by. `None` if it cannot be vectorized.
pub fn vectorize(rw: &mut Rewriter<'_>, op: Op, options: &VectorizeOptions) -> Option<Vec<Value>> {
    if !can_vectorize(rw.op(op), options) {
        return rw.notify_match_failure(op, "vectorization pre-conditions failed");
    }
    let view = rw.op(op);
    if view.isa::<PadOp>() {
        return relayout::pad(rw, op, options);
    }
    if view.isa::<PackOp>() {
        return relayout::pack(rw, PackOp::assume(op), options);
    }
    if view.isa::<UnPackOp>() {
        return relayout::unpack(rw, UnPackOp::assume(op), options);
    }
    if view.isa::<InsertSliceOp>() {
        return relayout::insert_slice(rw, InsertSliceOp::assume(op), options);
    }
    let maps = as_structured(view)?.indexing_maps(view);
    let is_convolution = as_structured(view)?.is_named_convolution();
    let is_contraction = options.create_named_contraction && is_named_contraction(view);
    let mut state = VectorizationState::new(rw, op, maps, options)?;
    if is_convolution {
        return convolution::vectorize_convolution(rw, op, options);
    }
    if is_contraction {
        return contraction::vectorize_contraction(rw, op, &mut state);
    }
    generic::expand_applies(rw, op);
    generic::vectorize_generic(rw, op, &mut state)
}
