//! Internal to Terrace; no promise of stability. Patterns for the dialect vector, which transform scripts apply; and passes on
//! the dialect gpu, in [`gpu`].
//!
//! The map: [`unroll`] unrolls vectors to native shapes, [`unroll_elements`] unrolls to one-dimensional
//! vectors, [`shuffle_tree`] combines elements of several with shuffles, [`contract_to_fma`] lowers
//! contractions that are outer products with one element, [`contract_to_dot`] those of groups with one group,
//! [`reduction_to_contract`] raises sums of products to contractions, [`fold_extension`] folds extensions
//! into these, [`transfer_permutation`] lowers permuting transfers, `transfers` creates transfers; [`sink`]
//! moves elementwise ops before broadcasts and transpositions, [`sink_producers`] loads next to their uses,
//! [`sink_memory`] extractions into loads, [`bubble_bitcasts`] `vector.bitcast` past slices,
//! [`broadcast_dims`] broadcasts along any dimensions, [`flatten`] flattens transfers to one dimension,
//! [`step`] lowers `vector.step`, [`lower_contract`], [`lower_outer_product`] and [`lower_multi_reduction`]
//! ops of their names, [`lower_transpose`], [`lower_transfer`], [`lower_gather`], [`lower_shape_cast`],
//! [`lower_strided_slices`] and [`lower_rows`] those that move elements, [`lower_scan`] scans,
//! [`materialize_masks`] masks, [`eliminate_masks`] drops all-true masks, [`hoist_transfers`] moves transfers
//! out of loops, [`split_transfers`] splits them, [`transfer_flow`] forwards stored vectors to reads,
//! [`to_scf`] lowers transfers to loops, [`leading_one_dims`], [`drop_unit_dims`] and [`unit_dim_transfers`]
//! drop unit dimensions, [`linearize`] linearizes to one dimension, [`rewrite_narrow_types`] unpacks sub-byte
//! elements, [`narrow_memory`] and [`narrow_stores`] emulate them in memory of wider ones, [`simplify`]
//! canonicalizes some ops; [`gather_to_loads`] loads elements of gathers, [`scalar_transfers`] those of transfers,
//! [`matmul_to_mmt`] transposes matrices of products, [`break_down_bitcasts`] shortens casts, [`shuffle_sizes`] extends
//! vectors that are shuffled; [`passes`] has the passes, `pieces` splits vectors.

#![forbid(unsafe_code)]

pub mod break_down_bitcasts;
pub mod broadcast_dims;
pub mod bubble_bitcasts;
pub mod contract_bf16_to_fma;
pub mod contract_to_dot;
pub mod contract_to_fma;
pub mod drop_unit_dims;
pub mod eliminate_masks;
pub mod flatten;
pub mod fold_extension;
pub mod gather_to_loads;
pub mod gpu;
pub mod hoist_broadcasts;
pub mod hoist_transfers;
pub mod leading_one_dims;
pub mod linearize;
pub mod lower_contract;
pub mod lower_gather;
pub mod lower_multi_reduction;
pub mod lower_outer_product;
pub mod lower_rows;
pub mod lower_scan;
pub mod lower_shape_cast;
pub mod lower_strided_slices;
pub mod lower_transfer;
pub mod lower_transpose;
pub mod masked_memory;
pub mod materialize_masks;
pub mod matmul_to_mmt;
pub mod narrow_memory;
pub mod narrow_stores;
pub mod outer_products;
pub mod passes;
pub mod reduction_to_contract;
pub mod rewrite_narrow_types;
pub mod scalar_transfers;
pub mod shuffle_sizes;
pub mod shuffle_tree;
pub mod simplify;
pub mod simplify_reductions;
pub mod sink;
pub mod sink_memory;
pub mod sink_producers;
pub mod split_transfers;
pub mod step;
pub mod to_scf;
pub mod transfer_flow;
pub mod transfer_permutation;
pub mod unit_dim_transfers;
pub mod unroll;
pub mod unroll_elements;
