//! Ops whose attributes are constrained in ways of their own.

use terrace_ir::def::{AttrConstraint, AttrSyntax, OpDef};
use terrace_ir::{OpKind, Type};
use terrace_macros::op;

/// An integer of 32 bits, or text.
static I32_OR_STR: AttrConstraint = AttrConstraint {
    summary: "32-bit signless integer attribute or string attribute",
    pred: |cx, attr| attr.as_integer(cx).is_some_and(|(_, ty)| ty == Type::I32) || attr.as_str(cx).is_some(),
    syntax: AttrSyntax::Any,
};

/// Holds one of two kinds of attribute.
#[op("test.any_attr_of_i32_str")]
pub struct AnyAttrOfI32StrOp {
    attr: Prop<I32_OR_STR>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 1] = [AnyAttrOfI32StrOp::DEF];
