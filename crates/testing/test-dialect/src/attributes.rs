//! Ops with special attribute constraints.

use terrace_ir::attr_kind::{ArrayAttr, int_of_type};
use terrace_ir::attr_kinds;
use terrace_ir::constraints::INTEGER_KIND;
use terrace_ir::def::{OpDef, TypeConstraint};
use terrace_ir::{OpKind, OpRef, Type, Value};
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

static ANY_INTEGER: TypeConstraint =
    TypeConstraint::new("integer", |cx, ty| ty.is_integer(cx)).of_kind(&INTEGER_KIND);

/// Names its results.
#[op("test.custom_result_name", traits(OpAsmInterface), names = name_results)]
pub struct CustomResultsNameOp {
    _optional: VarOperand<ANY_INTEGER>,
    names: Prop<ArrayAttr>,
    _r: VarRes<ANY_INTEGER>,
}

fn name_results(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    for (result, name) in op.results().zip(CustomResultsNameOp::view_of(op).names()) {
        if let Some(name) = name.as_str(op.cx()).filter(|name| !name.is_empty()) {
            set(result.id(), name);
        }
    }
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 2] = [AnyAttrOfI32StrOp::DEF, CustomResultsNameOp::DEF];
