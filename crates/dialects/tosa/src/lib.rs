//! Internal to Terrace; no promise of stability. The dialect tosa: ops on whole tensors, as the Tensor Operator Set
//! Architecture specifies them.
//!
//! The map: [`types`] and [`attrs`] have types, constraints and attributes, [`syntax`] the formats that are code.
//! `folds`, `folds_layout` and [`canonicalize`] simplify ops. [`shapes`] infers shapes, [`verify`] has what verifiers share. Ops are in [`elementwise`], [`reductions`],
//! [`convolutions`] (on `windows`), [`data_layout`], [`images`], [`conversions`], [`shape_ops`], [`control_flow`] and
//! [`variables`].

#![forbid(unsafe_code)]

pub mod attrs;
pub mod canonicalize;
pub mod control_flow;
pub mod conversions;
pub mod convolutions;
pub mod data_layout;
pub mod elementwise;
mod folds;
mod folds_layout;
pub mod images;
pub mod interfaces;
pub mod reductions;
pub mod shape_ops;
pub mod shapes;
pub mod syntax;
pub mod types;
pub mod variables;
pub mod verify;
mod windows;

use terrace_dialects_builtin::dialect_interfaces::InlineAll;
use terrace_ir::OpDef;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT, joined_ops, op_count};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&TOSA];

const LISTS: &[&[&OpDef]] = &[
    elementwise::OPS[0],
    elementwise::OPS[1],
    elementwise::OPS[2],
    reductions::OPS[0],
    reductions::OPS[1],
    convolutions::OPS,
    data_layout::OPS,
    images::OPS,
    conversions::OPS,
    shape_ops::OPS[0],
    shape_ops::OPS[1],
    control_flow::OPS,
    variables::OPS,
];

static OPS: [&OpDef; op_count(LISTS)] = joined_ops(LISTS);

/// The dialect.
pub static TOSA: DialectDef = DialectDef {
    name: "tosa",
    doc: "Ops on whole tensors, as the Tensor Operator Set Architecture specifies them.",
    ops: &OPS,
    types: &[types::ShapeType::DEF, types::MxInt8Type::DEF],
    attrs: attrs::ATTRS,
    canonicalize: canonicalize::PATTERNS,
    depends: &["tensor", "quant"],
    interfaces: &[
        &(&canonicalize::materialize as &dyn DialectFoldInterface),
        &(&InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};
