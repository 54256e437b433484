//! The dialect memref: buffers, views of buffers, and accesses to them.
//!
//! The map: [`alloc`] allocates and frees buffers, [`access`] loads, stores and queries extents, [`atomic`]
//! has atomic accesses, [`cast`] changes a buffer's type, [`view`] its layout, [`subview`] takes a subview,
//! [`reshape`] groups dimensions, [`global`] has buffers that are symbols, [`dma`] transfers. [`causes`]
//! creates buffers for passes, and records their causes. The module `fold` folds, the `canonicalize*` modules
//! hold patterns.

pub mod access;
pub mod alloc;
pub mod atomic;
mod canonicalize;
mod canonicalize_views;
pub mod cast;
pub mod causes;
pub mod dma;
pub(crate) mod fold;
pub mod global;
pub mod reshape;
mod slots;
pub mod subview;
pub mod view;

pub use fold::fold_casts;

pub use access::*;
pub use alloc::*;
pub use atomic::*;
pub use cast::*;
pub use dma::*;
pub use global::*;
pub use reshape::*;
pub use subview::*;
pub use view::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};

/// The dialect.
pub static MEMREF: DialectDef = DialectDef {
    name: "memref",
    doc: "Buffers, views of buffers, and accesses to them.",
    ops: &[
        AllocOp::DEF,
        AllocaOp::DEF,
        AllocaScopeOp::DEF,
        AllocaScopeReturnOp::DEF,
        AssumeAlignmentOp::DEF,
        AtomicRMWOp::DEF,
        AtomicYieldOp::DEF,
        CastOp::DEF,
        CollapseShapeOp::DEF,
        CopyOp::DEF,
        DeallocOp::DEF,
        DimOp::DEF,
        DistinctObjectsOp::DEF,
        DmaStartOp::DEF,
        DmaWaitOp::DEF,
        ExpandShapeOp::DEF,
        ExtractAlignedPointerAsIndexOp::DEF,
        ExtractStridedMetadataOp::DEF,
        GenericAtomicRMWOp::DEF,
        GetGlobalOp::DEF,
        GlobalOp::DEF,
        LoadOp::DEF,
        MemorySpaceCastOp::DEF,
        PrefetchOp::DEF,
        RankOp::DEF,
        ReallocOp::DEF,
        ReinterpretCastOp::DEF,
        ReshapeOp::DEF,
        StoreOp::DEF,
        SubViewOp::DEF,
        TransposeOp::DEF,
        ViewOp::DEF,
    ],
    depends: &["arith", "ub"],
    interfaces: &[
        &(&terrace_dialects_core::arith::materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};
