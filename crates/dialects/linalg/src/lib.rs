//! Internal to Terrace; no promise of stability. The dialect linalg: loops over the elements of tensors and buffers, as
//! single ops.
//!
//! The map: [`structured`] has the common parts of structured ops, [`syntax`] their assembly format,
//! [`region_builders`] the builders of their bodies. [`named`] defines ops by tables, which are
//! [`named_elementwise`], [`named_product`], [`named_convolution`] and [`named_pooling`]; [`generic`],
//! [`map_reduce`], [`transpose_broadcast`], [`matmul`], [`contract`] and [`elementwise`] are ops with more
//! parameters. [`region_ops`] are the ops in their regions; [`softmax`], [`winograd`] and [`pack_unpack`] are
//! other ops. [`attrs`] are their attributes; [`convolution`] recognizes convolutions, [`classify`]
//! classifies the dimensions of ops. [`tiling`], `tiling_relayout` and `partial_reduction` compute such ops
//! by tiles. [`builders`] creates such ops, [`reify`] computes the extents of their results, the
//! `canonicalize*` modules simplify them.

#![forbid(unsafe_code)]

pub mod attrs;
pub mod builders;
mod canonicalize;
mod canonicalize_fill;
mod canonicalize_relayout;
mod canonicalize_reorder;
pub mod classify;
pub mod contract;
pub mod convolution;
pub mod copies;
pub mod elementwise;
pub mod generic;
pub mod map_reduce;
pub mod matmul;
pub mod named;
pub mod named_convolution;
pub mod named_elementwise;
pub mod named_pooling;
pub mod named_product;
pub mod pack_unpack;
mod partial_reduction;
pub mod region_builders;
pub mod region_ops;
pub mod reify;
pub mod softmax;
pub mod structured;
pub mod syntax;
pub mod tiling;
mod tiling_relayout;
pub mod transpose_broadcast;
pub mod winograd;
mod winograd_tiling;

pub use canonicalize::{CANONICALIZE_ALL, CANONICALIZE_FILLS};

use terrace_dialects_builtin::dialect_interfaces::InlineAll;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, joined_ops, op_count, plain_error};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::{CheckResult, NamedAttr, OpDef, OpKind, OpRef};

use contract::ContractOp;
use elementwise::ElementwiseOp;
use generic::GenericOp;
use map_reduce::{MapOp, ReduceOp};
use matmul::{BatchMatmulOp, BatchReduceMatmulOp, MatmulOp};
use pack_unpack::{PackOp, UnPackOp};
use region_ops::{IndexOp, YieldOp};
use softmax::SoftmaxOp;
use transpose_broadcast::{BroadcastOp, TransposeOp};
use winograd::{WinogradFilterTransformOp, WinogradInputTransformOp, WinogradOutputTransformOp};

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&LINALG];

const OTHERS: &[&OpDef] = &[
    BatchMatmulOp::DEF,
    BatchReduceMatmulOp::DEF,
    BroadcastOp::DEF,
    ContractOp::DEF,
    ElementwiseOp::DEF,
    GenericOp::DEF,
    IndexOp::DEF,
    MapOp::DEF,
    MatmulOp::DEF,
    PackOp::DEF,
    ReduceOp::DEF,
    SoftmaxOp::DEF,
    TransposeOp::DEF,
    UnPackOp::DEF,
    WinogradFilterTransformOp::DEF,
    WinogradInputTransformOp::DEF,
    WinogradOutputTransformOp::DEF,
    YieldOp::DEF,
];

const LISTS: &[&[&OpDef]] =
    &[OTHERS, named_convolution::OPS, named_elementwise::OPS, named_pooling::OPS, named_product::OPS];

static OPS: [&OpDef; op_count(LISTS)] = joined_ops(LISTS);

/// The dialect.
pub static LINALG: DialectDef = DialectDef {
    name: "linalg",
    doc: "Structured ops, which represent loop nests over the elements of tensors and buffers.",
    ops: &OPS,
    attrs: attrs::ATTRS,
    depends: &["arith", "affine", "math", "memref", "tensor"],
    canonicalize: canonicalize::PATTERNS,
    verify_op_attr: Some(verify_op_attr),
    interfaces: &[
        &(&canonicalize::materialize as &dyn DialectFoldInterface),
        &(&InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// Indexing maps that an op keeps are the one attribute of this dialect on ops.
fn verify_op_attr(op: OpRef<'_>, (name, _): NamedAttr) -> CheckResult {
    let name = name.text(op.cx());
    if name == structured::MEMOIZED {
        return Ok(());
    }
    Err(plain_error(op, format!("attribute '\"{name}\"' not supported by the linalg dialect")))
}
