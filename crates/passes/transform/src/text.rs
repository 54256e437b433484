//! Ops and values in messages.

use terrace_asm::{PrintOptions, print_op_in_diagnostic};
use terrace_ir::{OpRef, ValueRef};

/// Returns the text of an op in an error, which is in generic form as upstream's.
#[must_use]
pub fn op_in_error(op: OpRef<'_>) -> String {
    print_op_in_diagnostic(op, &PrintOptions::default(), true).trim_end().to_owned()
}

/// Returns the text of an op in a remark or a note.
#[must_use]
pub fn op_in_remark(op: OpRef<'_>) -> String {
    print_op_in_diagnostic(op, &PrintOptions::default(), false).trim_end().to_owned()
}

/// Returns the text of a value in an error: of the op that defines it.
#[must_use]
pub fn value_in_error(value: ValueRef<'_>) -> String {
    value.defining_op().map_or_else(|| argument(value), op_in_error)
}

/// Returns the text of a value in a remark or a note.
#[must_use]
pub fn value_in_remark(value: ValueRef<'_>) -> String {
    value.defining_op().map_or_else(|| argument(value), op_in_remark)
}

fn argument(value: ValueRef<'_>) -> String {
    let ty = value.cx().type_text(value.ty());
    format!("<block argument> of type '{ty}' at index: {}", value.index())
}
