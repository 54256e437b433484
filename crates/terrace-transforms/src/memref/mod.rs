//! Passes about the dialect memref.

pub mod expand;
pub mod strided_metadata;
