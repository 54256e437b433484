//! Ops whose attributes are constrained in ways of their own.

use terrace_ir::attr_kind::int_of_type;
use terrace_ir::attr_kinds;
use terrace_ir::def::OpDef;
use terrace_ir::{OpKind, Type};
use terrace_macros::op;

attr_kinds! {
    /// One of two kinds of attribute.
    pub I32OrStrAttr("32-bit signless integer attribute or string attribute") {
        accepts: |cx, attr| int_of_type(cx, attr, Type::I32).is_some() || attr.as_str(cx).is_some(),
    }
}

/// Holds one of two kinds of attribute.
#[op("test.any_attr_of_i32_str")]
pub struct AnyAttrOfI32StrOp {
    attr: Prop<I32OrStrAttr>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 1] = [AnyAttrOfI32StrOp::DEF];
