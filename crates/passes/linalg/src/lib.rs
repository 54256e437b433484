//! Internal to Terrace; no promise of stability. Passes on the ops of linalg, most of them sets of patterns.
//!
//! The map: [`generalize`] converts named ops to generic ones, [`specialize`] is the inverse, [`elementwise`]
//! converts elementwise functions to ops, [`scalars`] inlines scalar operands, [`depthwise`] simplifies
//! depthwise convolutions, [`fusion`] fuses elementwise ops, [`producer_fusion`] producers of slices into loops, [`reshape_fusion`] reshapes into ops, by [`expansion`] of loops or by
//! their [`collapse`]; [`fold_add`] adds into destinations.
//! [`interchange`] changes the order of loops, [`split`] splits them,
//! [`split_reduction`] reductions, [`tile_sizes`] chooses sizes of tiles, [`tiling_canonicalization`] cleans up after it,
//! [`decompose_generic`] splits
//! off statements, [`transpose_matmul`] transposes an input, [`transpose_conv`] a filter, [`destination_style`] converts ops
//! to destination-passing style, [`pad`] and [`pad_tiling`] pad operands, [`pack`] packs them,
//! [`block_pack_matmul`] those of matrix products, [`lower_pack`] lowers relayouts, [`decompose_pack`] those
//! of single tiles, [`decompose_pad`] pads, [`decompose_softmax`] softmax,
//! [`decompose_winograd`] what [`winograd`] converts convolutions to; [`downscale_convolution`] drops a
//! window dimension of convolutions, [`img2col`] converts them to products, [`flatten`] all but one of elementwise ops. [`vectorize`] vectorizes ops, [`unit_dims`]
//! drops unit dimensions, [`detensorize`] tensors of one element, [`to_loops`] lowers ops to loops. [`contraction_rank`] reduces the rank of contractions,
//! [`layout_propagation`] moves relayouts, [`simplify_pack`] writes them as reshapes, [`pad_fusion`] fuses pads, [`promote`] copies parts of buffers to buffers of their own. `cleanup`, `constant` and `empty` have clean-up patterns, `rank_reduction` and `sizes` are about shapes.

#![forbid(unsafe_code)]

pub mod block_pack_matmul;
pub mod cleanup;
pub mod collapse;
mod constant;
pub mod contraction_rank;
mod decompose_aggregates;
pub mod decompose_generic;
pub mod decompose_pack;
pub mod decompose_pad;
pub mod decompose_softmax;
pub mod decompose_winograd;
pub mod depthwise;
pub mod destination_style;
pub mod detensorize;
pub mod downscale_convolution;
pub mod elementwise;
mod empty;
pub mod expansion;
pub mod flatten;
pub mod fold_add;
pub mod fold_pack;
pub mod fusion;
pub mod generalize;
pub mod img2col;
pub mod interchange;
pub mod layout_propagation;
pub mod lower_pack;
pub mod pack;
pub mod pad;
pub mod pad_fusion;
mod pad_reshape;
pub mod pad_tiling;
pub mod producer_fusion;
pub mod promote;
mod rank_reduction;
pub mod reshape_fusion;
mod same_work;
pub mod scalars;
pub mod simplify_pack;
mod sizes;
pub mod specialize;
pub mod split;
pub mod split_reduction;
pub mod tile_sizes;
pub mod tiling_canonicalization;
pub mod to_calls;
pub mod to_loops;
pub mod transpose_conv;
pub mod transpose_matmul;
pub mod unit_dims;
pub mod vectorize;
pub mod winograd;
pub mod winograd_matrices;

use terrace_pass::PassDef;

pub use empty::{FOLD_EMPTY, add_fold_empty};

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &block_pack_matmul::BLOCK_PACK_MATMUL,
    &decompose_aggregates::DECOMPOSE_AGGREGATES,
    &decompose_pad::CONVERT_TENSOR_TO_LINALG,
    &depthwise::SIMPLIFY_DEPTHWISE_CONV,
    &detensorize::LINALG_DETENSORIZE,
    &elementwise::CONVERT_ELEMENTWISE_TO_LINALG,
    &elementwise::FOLD_INTO_ELEMENTWISE,
    &fusion::FUSE_ELEMENTWISE_OPS,
    &generalize::GENERALIZE_NAMED_OPS,
    &generalize::MORPH_OPS,
    &scalars::INLINE_SCALAR_OPERANDS,
    &specialize::SPECIALIZE_GENERIC_OPS,
    &to_calls::CONVERT_LINALG_TO_STD,
    &to_loops::TO_AFFINE_LOOPS,
    &to_loops::TO_LOOPS,
    &to_loops::TO_PARALLEL_LOOPS,
    &unit_dims::FOLD_UNIT_EXTENT_DIMS,
];
