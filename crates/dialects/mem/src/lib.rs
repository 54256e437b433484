//! The dialects memref, tensor, affine and bufferization: memory, and values that become memory.
//!
//! The map: one module for each dialect; [`constraints`] are type constraints they share, [`layout`] takes memrefs
//! and their layouts apart, [`index_values`] are numbers that are known or computed, [`extents`] computes those of
//! tensors and buffers; [`slices`] is what ops on slices have in common, [`make_slices`] makes them; [`reassociation`]
//! is what ops that group dimensions have, [`reshape_patterns`] how they are simplified.

#![forbid(unsafe_code)]

pub mod affine;
pub mod bufferization;
pub mod constraints;
pub mod extents;
pub mod index_values;
pub mod layout;
pub mod make_slices;
pub mod memref;
pub mod reassociation;
pub mod reshape_patterns;
pub mod slices;
mod subsets;
pub mod tensor;
mod value_bounds;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] =
    &[&affine::AFFINE, &bufferization::BUFFERIZATION, &memref::MEMREF, &tensor::TENSOR];
