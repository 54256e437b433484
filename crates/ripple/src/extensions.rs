//! The dialect of this crate, and its additions to dialects.

use terrace_ir::def::{DialectDef, EMPTY_DIALECT, OpDef, joined_ops, op_count};
use terrace_ir::dialect_interfaces::{DialectFoldInterface, DialectInlinerInterface};
use terrace_ir::extension::DialectExtension;

use crate::{constructs, dialect};

const LISTS: &[&[&OpDef]] = &[dialect::OPS, constructs::OPS];

static OPS: [&OpDef; op_count(LISTS)] = joined_ops(LISTS);

/// The dialect.
pub static RIPPLE: DialectDef = DialectDef {
    name: "ripple",
    doc: "Blocks of processing elements, and operations across them.",
    ops: &OPS,
    interfaces: &[
        &(&terrace_dialects_core::arith::materialize as &dyn DialectFoldInterface),
        &(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface),
    ],
    ..EMPTY_DIALECT
};

/// The dialects of this crate.
pub static DIALECTS: &[&DialectDef] = &[&RIPPLE];

/// The extensions of this crate.
pub static EXTENSIONS: &[&DialectExtension] =
    &[&crate::to_llvm::CONVERSION, &dialect::rules::RULES, &constructs::CONSTRUCTS];
