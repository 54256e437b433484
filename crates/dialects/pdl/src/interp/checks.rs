//! Ops that branch on predicates of an entity.

use terrace_ir::attr_kind::{AnyAttr, ArrayAttr, BoolAttr, StrAttr, TypeAttr, UnitAttr};
use terrace_ir::def::op_error;
use terrace_ir::elements::int_values;
use terrace_ir::{Attr, AttrData, CheckResult, Context, OpKind, OpRef, Type, attr_kinds};
use terrace_macros::op;

use crate::interp::IndexAttr;
use crate::matching::{StrArrayAttr, TypeArrayAttr};
use crate::types::{ANY_PDL, ATTRIBUTE_TYPE, OPERATION_TYPE, TYPE_RANGE, TYPE_TYPE};

attr_kinds! {
    /// Lists of types.
    pub TypeArrayArrayAttr("type-array array attribute") { array_of: TypeArrayAttr }
    /// Numbers of operands or results.
    pub CountsAttr("32-bit signless integer elements attribute") {
        accepts: |cx, attr| match attr.data(cx) {
            AttrData::DenseElements { ty, .. } => ty.element_type(cx) == Some(Type::I32),
            _ => false,
        },
    }
}

fn no(cx: &Context) -> Attr {
    cx.bool_attr(false)
}

/// Calls a function that decides, and may return entities.
#[op(
    "pdl_interp.apply_constraint",
    traits(Terminator),
    format = "$name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict `->` successors"
)]
#[allow(non_snake_case)]
pub struct ApplyConstraintOp {
    args: VarOperand<ANY_PDL>,
    name: Prop<StrAttr>,
    isNegated: DefaultProp<BoolAttr, no>,
    results: VarRes<ANY_PDL>,
    trueDest: Succ,
    falseDest: Succ,
}

/// Tests if two entities are equal.
#[op(
    "pdl_interp.are_equal",
    traits(Terminator, Pure, SameTypeOperands),
    format = "operands `:` type($lhs) attr-dict `->` successors"
)]
#[allow(non_snake_case)]
pub struct AreEqualOp {
    lhs: Operand<ANY_PDL>,
    rhs: Operand<ANY_PDL>,
    trueDest: Succ,
    falseDest: Succ,
}

/// Tests if an attribute is the given one.
#[op(
    "pdl_interp.check_attribute",
    traits(Terminator, Pure),
    format = "$attribute `is` $constantValue attr-dict `->` successors"
)]
#[allow(non_snake_case)]
pub struct CheckAttributeOp {
    attribute: Operand<ATTRIBUTE_TYPE>,
    constantValue: Prop<AnyAttr>,
    trueDest: Succ,
    falseDest: Succ,
}

/// Tests if an op has the given number of operands.
#[op(
    "pdl_interp.check_operand_count",
    traits(Terminator, Pure),
    format = "`of` $inputOp `is` (`at_least` $compareAtLeast^)? $count attr-dict `->` successors"
)]
#[allow(non_snake_case)]
pub struct CheckOperandCountOp {
    inputOp: Operand<OPERATION_TYPE>,
    count: Prop<IndexAttr>,
    compareAtLeast: OptProp<UnitAttr>,
    trueDest: Succ,
    falseDest: Succ,
}

/// Tests if an op has the given name.
#[op(
    "pdl_interp.check_operation_name",
    traits(Terminator, Pure),
    format = "`of` $inputOp `is` $name attr-dict `->` successors"
)]
#[allow(non_snake_case)]
pub struct CheckOperationNameOp {
    inputOp: Operand<OPERATION_TYPE>,
    name: Prop<StrAttr>,
    trueDest: Succ,
    falseDest: Succ,
}

/// Tests if an op has the given number of results.
#[op(
    "pdl_interp.check_result_count",
    traits(Terminator, Pure),
    format = "`of` $inputOp `is` (`at_least` $compareAtLeast^)? $count attr-dict `->` successors"
)]
#[allow(non_snake_case)]
pub struct CheckResultCountOp {
    inputOp: Operand<OPERATION_TYPE>,
    count: Prop<IndexAttr>,
    compareAtLeast: OptProp<UnitAttr>,
    trueDest: Succ,
    falseDest: Succ,
}

/// Tests if a type is the given one.
#[op(
    "pdl_interp.check_type",
    traits(Terminator, Pure),
    format = "$value `is` $type attr-dict `->` successors"
)]
#[allow(non_snake_case)]
pub struct CheckTypeOp {
    value: Operand<TYPE_TYPE>,
    r#type: Prop<TypeAttr>,
    trueDest: Succ,
    falseDest: Succ,
}

/// Tests if types are the given ones.
#[op(
    "pdl_interp.check_types",
    traits(Terminator, Pure),
    format = "$value `are` $types attr-dict `->` successors"
)]
#[allow(non_snake_case)]
pub struct CheckTypesOp {
    value: Operand<TYPE_RANGE>,
    types: Prop<TypeArrayAttr>,
    trueDest: Succ,
    falseDest: Succ,
}

/// Tests if an entity is not null.
#[op(
    "pdl_interp.is_not_null",
    traits(Terminator, Pure),
    format = "$value `:` type($value) attr-dict `->` successors"
)]
#[allow(non_snake_case)]
pub struct IsNotNullOp {
    value: Operand<ANY_PDL>,
    trueDest: Succ,
    falseDest: Succ,
}

/// Branches by an attribute.
#[op("pdl_interp.switch_attribute", traits(Terminator, Pure), verify = verify_switch_attribute,
     format = "$attribute `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest")]
#[allow(non_snake_case)]
pub struct SwitchAttributeOp {
    attribute: Operand<ATTRIBUTE_TYPE>,
    caseValues: Prop<ArrayAttr>,
    defaultDest: Succ,
    cases: VarSucc,
}

/// Branches by the number of an op's operands.
#[op("pdl_interp.switch_operand_count", traits(Terminator, Pure), verify = verify_switch_operand_count,
     format = "`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest")]
#[allow(non_snake_case)]
pub struct SwitchOperandCountOp {
    inputOp: Operand<OPERATION_TYPE>,
    caseValues: Prop<CountsAttr>,
    defaultDest: Succ,
    cases: VarSucc,
}

/// Branches by an op's name.
#[op("pdl_interp.switch_operation_name", traits(Terminator, Pure), verify = verify_switch_operation_name,
     format = "`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest")]
#[allow(non_snake_case)]
pub struct SwitchOperationNameOp {
    inputOp: Operand<OPERATION_TYPE>,
    caseValues: Prop<StrArrayAttr>,
    defaultDest: Succ,
    cases: VarSucc,
}

/// Branches by the number of an op's results.
#[op("pdl_interp.switch_result_count", traits(Terminator, Pure), verify = verify_switch_result_count,
     format = "`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest")]
#[allow(non_snake_case)]
pub struct SwitchResultCountOp {
    inputOp: Operand<OPERATION_TYPE>,
    caseValues: Prop<CountsAttr>,
    defaultDest: Succ,
    cases: VarSucc,
}

/// Branches by a type.
#[op("pdl_interp.switch_type", traits(Terminator, Pure), verify = verify_switch_type,
     format = "$value `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest")]
#[allow(non_snake_case)]
pub struct SwitchTypeOp {
    value: Operand<TYPE_TYPE>,
    caseValues: Prop<TypeArrayAttr>,
    defaultDest: Succ,
    cases: VarSucc,
}

/// Branches by types.
#[op("pdl_interp.switch_types", traits(Terminator, Pure), verify = verify_switch_types,
     format = "$value `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest")]
#[allow(non_snake_case)]
pub struct SwitchTypesOp {
    value: Operand<TYPE_RANGE>,
    caseValues: Prop<TypeArrayArrayAttr>,
    defaultDest: Succ,
    cases: VarSucc,
}

/// Returns the counts of a switch.
pub fn counts(cx: &Context, values: Attr) -> Vec<i32> {
    let values = int_values(cx, values).into_iter().flatten();
    values.filter_map(|value| i32::try_from(value.to_i64()?).ok()).collect()
}

fn verify_cases(op: OpRef<'_>, cases: usize, values: usize) -> CheckResult {
    if cases == values {
        return Ok(());
    }
    let message = format!(
        "expected number of cases to match the number of case values, got {cases} but expected {values}"
    );
    Err(op_error(op, message))
}

fn verify_switch_attribute(op: OpRef<'_>) -> CheckResult {
    let view = SwitchAttributeOp::view_of(op);
    verify_cases(op, view.cases().len(), view.case_values().len())
}

fn verify_switch_operand_count(op: OpRef<'_>) -> CheckResult {
    let view = SwitchOperandCountOp::view_of(op);
    verify_cases(op, view.cases().len(), counts(op.cx(), view.case_values()).len())
}

fn verify_switch_operation_name(op: OpRef<'_>) -> CheckResult {
    let view = SwitchOperationNameOp::view_of(op);
    verify_cases(op, view.cases().len(), view.case_values().len())
}

fn verify_switch_result_count(op: OpRef<'_>) -> CheckResult {
    let view = SwitchResultCountOp::view_of(op);
    verify_cases(op, view.cases().len(), counts(op.cx(), view.case_values()).len())
}

fn verify_switch_type(op: OpRef<'_>) -> CheckResult {
    let view = SwitchTypeOp::view_of(op);
    verify_cases(op, view.cases().len(), view.case_values().len())
}

fn verify_switch_types(op: OpRef<'_>) -> CheckResult {
    let view = SwitchTypesOp::view_of(op);
    verify_cases(op, view.cases().len(), view.case_values().len())
}
