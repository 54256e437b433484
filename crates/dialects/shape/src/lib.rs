//! Internal to Terrace; no promise of stability. The dialects shape, quant, sparse_tensor and ml_program: shapes as
//! values, quantized types, encodings of sparse tensors, and globals of programs.

#![forbid(unsafe_code)]

pub mod ml_program;
pub mod quant;
pub mod shape;
pub mod sparse_tensor;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] =
    &[&ml_program::ML_PROGRAM, &quant::QUANT, &shape::SHAPE, &sparse_tensor::SPARSE_TENSOR];
