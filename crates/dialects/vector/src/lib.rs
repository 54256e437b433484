//! Internal to Terrace; no promise of stability. The dialect vector: computing on vectors, and moving them to and from
//! memory; and [`x86`], the dialect x86vector.
//!
//! The map: [`attrs`] and [`constraints`] are attributes and constraints of ops, [`types`] decomposes vector
//! types; [`contract`] and [`reduction`] compute, [`element`] and [`mod@slice`] extract and insert, [`shape`]
//! changes shapes and types, [`transfer`] and [`memory`] access memory, [`mask`] has masks, [`mod@print`]
//! prints, [`scale`] is `vscale`; the `fold*` and `canonicalize*` modules simplify ops, `elements` computes
//! constant elements, `subsets` the subsets that transfers access.

#![forbid(unsafe_code)]

pub mod attrs;
mod canonicalize_element;
mod canonicalize_reduce;
mod canonicalize_transfer;
pub mod constraints;
pub mod contract;
pub mod element;
pub mod elements;
mod fold;
mod fold_element;
mod fold_extract;
mod fold_transfer;
mod int_range;
pub mod mask;
pub mod memory;
pub mod print;
pub mod reduction;
pub mod scale;
pub mod shape;
pub mod slice;
mod subsets;
pub mod transfer;
pub mod types;
pub mod x86;

pub use contract::*;
pub use element::*;
pub use mask::*;
pub use memory::*;
pub use print::*;
pub use reduction::*;
pub use scale::*;
pub use shape::*;
pub use slice::*;
pub use transfer::*;

use terrace_dialects_builtin::dialect_interfaces::InlineAll;
use terrace_dialects_core::arith::{AddFOp, AddIOp};
use terrace_dialects_mem::tensor::InsertSliceOp;
use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::pattern;
use terrace_ir::pattern::Pattern;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&VECTOR, &x86::X86_VECTOR];

/// Patterns for ops of other dialects.
static PATTERNS: &[Pattern] = &[
    pattern!("contract_plus_integer", AddIOp, |rw, op| canonicalize_reduce::contract_plus(rw, op.into())),
    pattern!("contract_plus_float", AddFOp, |rw, op| canonicalize_reduce::contract_plus(rw, op.into())),
    pattern!("insert_slice_of_write", InsertSliceOp, canonicalize_transfer::insert_slice_of_write),
];

/// The dialect.
pub static VECTOR: DialectDef = DialectDef {
    name: "vector",
    doc: "Vector operations, and transfers between vectors and memory.",
    ops: &[
        BitCastOp::DEF,
        BroadcastOp::DEF,
        CompressStoreOp::DEF,
        ConstantMaskOp::DEF,
        ContractionOp::DEF,
        CreateMaskOp::DEF,
        DeinterleaveOp::DEF,
        ExpandLoadOp::DEF,
        ExtractOp::DEF,
        ExtractStridedSliceOp::DEF,
        FMAOp::DEF,
        FromElementsOp::DEF,
        GatherOp::DEF,
        InsertOp::DEF,
        InsertStridedSliceOp::DEF,
        InterleaveOp::DEF,
        LoadOp::DEF,
        MaskOp::DEF,
        MaskedLoadOp::DEF,
        MaskedStoreOp::DEF,
        MultiDimReductionOp::DEF,
        OuterProductOp::DEF,
        PrintOp::DEF,
        ReductionOp::DEF,
        ScalableExtractOp::DEF,
        ScalableInsertOp::DEF,
        ScanOp::DEF,
        ScatterOp::DEF,
        ShapeCastOp::DEF,
        ShuffleOp::DEF,
        StepOp::DEF,
        StoreOp::DEF,
        ToElementsOp::DEF,
        TransferReadOp::DEF,
        TransferWriteOp::DEF,
        TransposeOp::DEF,
        TypeCastOp::DEF,
        VectorScaleOp::DEF,
        YieldOp::DEF,
    ],
    attrs: &[&attrs::COMBINING_KIND_ATTR, &attrs::ITERATOR_TYPE_ATTR, &attrs::PRINT_PUNCTUATION_ATTR],
    depends: &["arith", "ub"],
    canonicalize: PATTERNS,
    interfaces: &[
        &(&fold::materialize as &dyn DialectFoldInterface),
        &(&InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};
