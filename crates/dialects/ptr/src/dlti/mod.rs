//! The dialect dlti: data layout and target information.
//!
//! The map: [`attrs`] holds entries and lists of entries, [`check`] verifies them on ops.

pub mod attrs;
pub mod check;

pub use attrs::*;

use terrace_ir::data_layout::DataLayoutDialectInterface;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};

/// The dialect.
pub static DLTI: DialectDef = DialectDef {
    name: "dlti",
    doc: "Data layouts and target properties.",
    attrs: &[
        &DATA_LAYOUT_ENTRY,
        &DATA_LAYOUT_SPEC,
        &FUNCTION_POINTER_ALIGNMENT,
        &MAP,
        &TARGET_DEVICE_SPEC,
        &TARGET_SYSTEM_SPEC,
    ],
    verify_op_attr: Some(check::verify_op_attr),
    interfaces: &[&(&check::NamedEntries as &dyn DataLayoutDialectInterface)],
    ..EMPTY_DIALECT
};
