//! Ops that take entities apart.

use terrace_ir::attr_kind::StrAttr;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Context, Type};
use terrace_macros::op;

use crate::interp::IndexAttr;
use crate::types::{
    ANY_PDL, ATTRIBUTE_TYPE, OPERATION_RANGE, OPERATION_TYPE, PDL_RANGE, TYPE_OR_RANGE, TYPE_TYPE,
    VALUE_OR_RANGE, VALUE_TYPE, is_pdl_type, range_element, range_type, value_type,
};

/// The entity at a place in a range.
#[op("pdl_interp.extract", traits(Pure, TypesMatchWith(&RANGE_OF_RESULT)),
     format = "$index `of` $range `:` type($result) attr-dict")]
pub struct ExtractOp {
    range: Operand<PDL_RANGE>,
    index: Prop<IndexAttr>,
    result: Res<ANY_PDL>,
}

static RANGE_OF_RESULT: TypesMatch = TypesMatch::new(
    "`range` is a PDL range whose element type matches type of `result`",
    "result",
    "range",
    |cx, ty| (is_pdl_type(cx, ty) && range_element(cx, ty).is_none()).then(|| range_type(cx, ty)),
);

/// An attribute of an op.
#[op("pdl_interp.get_attribute", traits(Pure), format = "$name `of` $inputOp attr-dict")]
#[allow(non_snake_case)]
pub struct GetAttributeOp {
    inputOp: Operand<OPERATION_TYPE>,
    name: Prop<StrAttr>,
    attribute: Res<ATTRIBUTE_TYPE>,
}

/// The type of an attribute.
#[op("pdl_interp.get_attribute_type", traits(Pure), format = "`of` $value attr-dict")]
pub struct GetAttributeTypeOp {
    value: Operand<ATTRIBUTE_TYPE>,
    result: Res<TYPE_TYPE>,
}

/// The op that defines a value.
#[op("pdl_interp.get_defining_op", traits(Pure), format = "`of` $value `:` type($value) attr-dict")]
#[allow(non_snake_case)]
pub struct GetDefiningOpOp {
    value: Operand<VALUE_OR_RANGE>,
    inputOp: Res<OPERATION_TYPE>,
}

/// An operand of an op.
#[op("pdl_interp.get_operand", traits(Pure), format = "$index `of` $inputOp attr-dict")]
#[allow(non_snake_case)]
pub struct GetOperandOp {
    inputOp: Operand<OPERATION_TYPE>,
    index: Prop<IndexAttr>,
    value: Res<VALUE_TYPE>,
}

/// The operands of an op, or those of a group.
#[op("pdl_interp.get_operands", traits(Pure), format = "($index^)? `of` $inputOp `:` type($value) attr-dict")]
#[allow(non_snake_case)]
pub struct GetOperandsOp {
    inputOp: Operand<OPERATION_TYPE>,
    index: OptProp<IndexAttr>,
    value: Res<VALUE_OR_RANGE>,
}

/// A result of an op.
#[op("pdl_interp.get_result", traits(Pure), format = "$index `of` $inputOp attr-dict")]
#[allow(non_snake_case)]
pub struct GetResultOp {
    inputOp: Operand<OPERATION_TYPE>,
    index: Prop<IndexAttr>,
    value: Res<VALUE_TYPE>,
}

/// The results of an op, or those of a group.
#[op("pdl_interp.get_results", traits(Pure), format = "($index^)? `of` $inputOp `:` type($value) attr-dict")]
#[allow(non_snake_case)]
pub struct GetResultsOp {
    inputOp: Operand<OPERATION_TYPE>,
    index: OptProp<IndexAttr>,
    value: Res<VALUE_OR_RANGE>,
}

/// The ops that use a value, or one of several.
#[op("pdl_interp.get_users", traits(Pure), format = "`of` $value `:` type($value) attr-dict")]
pub struct GetUsersOp {
    value: Operand<VALUE_OR_RANGE>,
    operations: Res<OPERATION_RANGE>,
}

/// The type of a value, or those of several.
#[op("pdl_interp.get_value_type", traits(Pure, TypesMatchWith(&VALUE_OF_TYPE)),
     format = "`of` $value `:` type($result) attr-dict")]
pub struct GetValueTypeOp {
    value: Operand<VALUE_OR_RANGE>,
    result: Res<TYPE_OR_RANGE>,
}

static VALUE_OF_TYPE: TypesMatch =
    TypesMatch::new("`value` type matches arity of `result`", "result", "value", value_of_type);

fn value_of_type(cx: &Context, ty: Type) -> Option<Type> {
    let value = value_type(cx);
    Some(if range_element(cx, ty).is_some() { range_type(cx, value) } else { value })
}
