//! Passes about the dialect memref.

pub mod strided_metadata;
