//! The test dialect: accepts any operation and type under its name.

#![forbid(unsafe_code)]

use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

/// The dialect `test`.
pub static TEST: DialectDef = DialectDef {
    name: "test",
    doc: "Operations and types that tests make up; none has a definition.",
    allows_unknown_ops: true,
    allows_unknown_types: true,
    ..EMPTY_DIALECT
};

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&TEST];
