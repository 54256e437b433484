//! Internal to Terrace; no promise of stability. Passes on the dialects of buffers, tensors and their shapes:
//! [`memref`], [`tensor`], [`shape`] and [`quant`].

#![forbid(unsafe_code)]

pub mod memref;
pub mod quant;
pub mod shape;
pub mod tensor;
