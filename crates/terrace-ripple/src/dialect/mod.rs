//! The dialect ripple.

pub mod ops;

pub use ops::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::DialectInlinerInterface;

/// The dialect.
pub static RIPPLE: DialectDef = DialectDef {
    name: "ripple",
    doc: "Blocks of processing elements, and what is computed across them.",
    ops: &[ExpressionOp::DEF],
    interfaces: &[&(&terrace_dialects_core::inline::InlineAll as &dyn DialectInlinerInterface)],
    ..EMPTY_DIALECT
};

/// The dialects of this crate.
pub static DIALECTS: &[&DialectDef] = &[&RIPPLE];
