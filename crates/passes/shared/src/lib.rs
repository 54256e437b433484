//! Internal to Terrace; no promise of stability. Code that passes of several dialects share.
//!
//! The map: [`arithmetic`] and [`expressions`] create the arithmetic that lowerings consist of, [`affine_arithmetic`] that of affine maps,
//! [`reductions`] that of reduction kinds. [`build`] creates loops and branches, [`vector_ops`] ops on vectors, [`transfers`] reads and writes of
//! vectors, [`reshapes`] reshapes, [`tensor_sizes`] ops that compute sizes, [`resolve_dims`] resolves dimensions of results, [`value_bounds`] creates bounds, [`unroll`] copies blocks of loops, [`linearize`]
//! makes accesses of buffers with several dimensions accesses of one. [`library_calls`] calls functions of C's library, [`destinations`] finds or creates those of tiled ops, [`function_signature`] changes arguments and
//! results of functions, [`function_types`] and [`structural_types`] convert the types of functions and of structured control flow, [`greedy`] makes passes of patterns.

#![forbid(unsafe_code)]

pub mod affine_arithmetic;
pub mod arithmetic;
pub mod build;
pub mod destinations;
pub mod expressions;
pub mod function_signature;
pub mod function_types;
pub mod greedy;
pub mod library_calls;
pub mod linearize;
pub mod reductions;
pub mod reshapes;
pub mod resolve_dims;
pub mod structural_types;
pub mod tensor_sizes;
pub mod transfers;
pub mod unroll;
pub mod value_bounds;
pub mod vector_ops;
