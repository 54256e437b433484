//! The dialect bufferization: between tensors and the buffers that they become.
//!
//! The map: [`alloc`] allocates and frees tensors and buffers, [`allocation`] is the interface of allocating
//! ops, `allocation_models` implements it for the allocator `memref`, [`convert`] converts between tensors
//! and buffers, [`types`] has the interfaces of tensors and buffers of other dialects, [`attrs`] verifies this dialect's attributes of
//! functions.

pub mod alloc;
pub mod allocation;
mod allocation_models;
pub mod attrs;
mod canonicalize;
pub mod convert;
pub mod types;

pub use alloc::*;
pub use allocation::{AllocationOpInterface, HoistingKind};
pub use canonicalize::{cast_or_realloc, find_dealloc, fold_to_buffer_of_to_tensor, has_effect};
pub use convert::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::DialectInlinerInterface;

/// The dialect.
pub static BUFFERIZATION: DialectDef = DialectDef {
    name: "bufferization",
    doc: "Conversion between tensors and buffers.",
    ops: &[
        AllocTensorOp::DEF,
        CloneOp::DEF,
        DeallocOp::DEF,
        DeallocTensorOp::DEF,
        MaterializeInDestinationOp::DEF,
        ToBufferOp::DEF,
        ToTensorOp::DEF,
    ],
    depends: &["affine", "arith", "memref", "tensor"],
    verify_op_attr: Some(attrs::verify_op_attr),
    verify_region_attr: Some(attrs::verify_region_attr),
    canonicalize: canonicalize::PATTERNS,
    interfaces: &[
        &(&terrace_dialects_builtin::dialect_interfaces::InlineOpsOnly as &dyn DialectInlinerInterface)
    ],
    ..EMPTY_DIALECT
};
