//! The dialect ptr: pointers, and memory accesses through them.
//!
//! The map: [`space`] is the interface of memory spaces, [`types`] holds types and attributes, [`memory`] has
//! loads and stores, [`ops`] all other ops.

mod fold;
mod layout;
pub mod memory;
pub mod ops;
pub mod space;
pub mod types;

pub use memory::*;
pub use ops::*;
pub use space::*;
pub use types::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

/// The dialect.
pub static PTR: DialectDef = DialectDef {
    name: "ptr",
    doc: "Pointers, and memory accesses through them.",
    ops: &[
        ConstantOp::DEF,
        FromPtrOp::DEF,
        GatherOp::DEF,
        GetMetadataOp::DEF,
        LoadOp::DEF,
        MaskedLoadOp::DEF,
        MaskedStoreOp::DEF,
        PtrAddOp::DEF,
        PtrDiffOp::DEF,
        ScatterOp::DEF,
        StoreOp::DEF,
        ToPtrOp::DEF,
        TypeOffsetOp::DEF,
    ],
    types: &[PtrType::DEF, PtrMetadataType::DEF],
    attrs: &[AddressAttr::DEF, GenericSpaceAttr::DEF, NullAttr::DEF, SpecAttr::DEF],
    ..EMPTY_DIALECT
};
