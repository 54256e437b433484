//! Internal to Terrace; no promise of stability. The dialects memref, tensor, affine and bufferization: memory, and
//! values that become memory.
//!
//! The map: one module for each dialect; [`constraints`] are type constraints that they share, [`layout`]
//! decomposes memrefs and their layouts, [`index_values`] are static or dynamic index values, [`extents`]
//! computes the extents of tensors and buffers; [`slices`] has the common parts of slice ops, [`make_slices`]
//! creates them; [`reassociation`] has the common parts of reshaping ops, [`reshape_patterns`] their
//! patterns.

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
pub mod strided_metadata;
mod subsets;
pub mod tensor;
mod value_bounds;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] =
    &[&affine::AFFINE, &bufferization::BUFFERIZATION, &memref::MEMREF, &tensor::TENSOR];
