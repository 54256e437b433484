//! Internal to Terrace; no promise of stability. Passes on the dialects of buffers, tensors and their shapes:
//! [`memref`], [`tensor`],
//! [`shape`], [`quant`] and [`ml_program`].

#![forbid(unsafe_code)]

pub mod memref;
pub mod ml_program;
pub mod quant;
pub mod shape;
pub mod tensor;
