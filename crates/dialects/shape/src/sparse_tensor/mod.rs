//! The dialect sparse_tensor: encodings of tensors whose zeros are not stored.
//!
//! The map: [`encoding`] has the encoding of tensors and the op that converts between encodings; `parts` verifies
//! it, `syntax` has its text, [`level`] the types of levels, [`slice`](mod@slice) slices of dimensions, [`maps`] the maps
//! between dimensions and levels. [`ops`] has the other ops on whole tensors.

pub mod encoding;
pub mod level;
pub mod maps;
pub mod ops;
mod parts;
pub mod slice;
mod syntax;

pub use encoding::{SparseTensorEncodingAttr, sparse_tensor_encoding};

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

/// The dialect.
pub static SPARSE_TENSOR: DialectDef = DialectDef {
    name: "sparse_tensor",
    doc: "Sparse tensors: encodings of tensors, and ops on them.",
    ops: &[encoding::ConvertOp::DEF, ops::LoadOp::DEF, ops::NewOp::DEF],
    attrs: &[encoding::SparseTensorEncodingAttr::DEF, slice::DimSliceAttr::DEF],
    ..EMPTY_DIALECT
};
