//! Ops that create entities, and that modify matched ones.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AnyAttr, StrAttr, TypeAttr, UnitAttr};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, CheckResult, OpKind, OpRef};
use terrace_macros::op;

use crate::attributes::{parse_named_attributes, print_named_attributes};
use crate::matching::{StrArrayAttr, TypeArrayAttr};
use crate::rewriting::{RANGE_TYPE, verify_range_elements};
use crate::types::{
    ANY_PDL, ATTRIBUTE_TYPE, OPERATION_TYPE, TYPE_OR_RANGE, TYPE_OR_VALUE_RANGE, TYPE_RANGE, TYPE_TYPE,
    VALUE_OR_RANGE,
};

/// Calls a function that rewrites.
#[op(
    "pdl_interp.apply_rewrite",
    format = "$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict"
)]
pub struct ApplyRewriteOp {
    args: VarOperand<ANY_PDL>,
    name: Prop<StrAttr>,
    results: VarRes<ANY_PDL>,
}

/// An attribute.
#[op("pdl_interp.create_attribute", traits(Pure), format = "$value attr-dict-with-keyword")]
pub struct CreateAttributeOp {
    value: Prop<AnyAttr>,
    attribute: Res<ATTRIBUTE_TYPE>,
}

/// Creates an op.
#[op("pdl_interp.create_operation", traits(AttrSizedOperandSegments), customs(&ATTRIBUTES, &RESULTS),
     format = "$name (`(` $inputOperands^ `:` type($inputOperands) `)`)? \
               `` custom<CreateOperationOpAttributes>($inputAttributes, $inputAttributeNames) \
               custom<CreateOperationOpResults>($inputResultTypes, type($inputResultTypes), $inferredResultTypes) attr-dict",
     verify = verify_operation)]
#[allow(non_snake_case)]
pub struct CreateOperationOp {
    inputOperands: VarOperand<VALUE_OR_RANGE>,
    inputAttributes: VarOperand<ATTRIBUTE_TYPE>,
    inputResultTypes: VarOperand<TYPE_OR_RANGE>,
    name: Prop<StrAttr>,
    inputAttributeNames: Prop<StrArrayAttr>,
    inferredResultTypes: OptProp<UnitAttr>,
    resultOp: Res<OPERATION_TYPE>,
}

/// `{"name" = %attribute, ...}`, or nothing.
static ATTRIBUTES: CustomDirective = CustomDirective {
    name: "CreateOperationOpAttributes",
    parse: parse_named_attributes,
    print: print_attributes,
};
/// `-> (%type, ... : types)`, `-> <inferred>`, or nothing.
static RESULTS: CustomDirective =
    CustomDirective { name: "CreateOperationOpResults", parse: parse_results, print: print_results };

fn print_attributes(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    let view = CreateOperationOp::view_of(op);
    print_named_attributes(p, view.input_attribute_names().attrs(), view.input_attributes());
}

fn parse_results(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let [CustomArg::Operand(types), _, CustomArg::Prop(inferred)] = args else { return Ok(true) };
    if !p.optional_token("->") {
        return Ok(true);
    }
    if p.optional_token("<") {
        p.token("inferred")?;
        p.token(">")?;
        state.props[*inferred as usize] = Attr::UNIT;
        return Ok(true);
    }
    p.token("(")?;
    loop {
        let value = p.operand()?;
        state.slots.operands[*types as usize].push(value);
        if !p.optional_token(",") {
            break;
        }
    }
    p.token(":")?;
    loop {
        let ty = p.ty()?;
        state.slots.operand_types[*types as usize].push(ty);
        if !p.optional_token(",") {
            break;
        }
    }
    p.token(")")?;
    Ok(true)
}

fn print_results(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    let view = CreateOperationOp::view_of(op);
    if view.inferred_result_types() {
        return p.text(" -> <inferred>");
    }
    let types = view.input_result_types();
    if types.len() == 0 {
        return;
    }
    p.text(" -> (");
    p.values(&mut types.clone());
    p.text(" : ");
    p.types_of(&mut types.into_iter());
    p.text(")");
}

fn verify_operation(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), CreateOperationOp::view_of(op));
    let (names, values) = (view.input_attribute_names().len(), view.input_attributes().len());
    if names != values {
        let message = format!(
            "expected the same number of attribute values and attribute names, got {names} names and {values} values"
        );
        return Err(op_error(op, message));
    }
    if !view.inferred_result_types() {
        return Ok(());
    }
    if view.input_result_types().len() > 0 {
        return Err(op_error(op, "with inferred results cannot also have explicit result types"));
    }
    let name = view.name();
    // As upstream, an op is registered when its dialect is loaded.
    let is_loaded = name.split_once('.').is_some_and(|(dialect, _)| cx.loaded_dialect(dialect).is_some());
    let infers = is_loaded
        && cx
            .op_info(cx.op_name(name))
            .def()
            .is_some_and(|def| TraitSet::of(def.traits).has(TraitSet::InferTypes));
    match infers {
        true => Ok(()),
        false => Err(op_error(
            op,
            format!(
                "has inferred results, but the created operation '{name}' does not support result type inference (or is \
                 not registered)"
            ),
        )),
    }
}

/// Joins entities of one type to a range.
#[op("pdl_interp.create_range", traits(Pure), customs(&RANGE_TYPE), verify = verify_range,
     format = "($arguments^ `:` type($arguments))? custom<RangeType>(ref(type($arguments)), type($result)) attr-dict")]
pub struct CreateRangeOp {
    arguments: VarOperand<ANY_PDL>,
    result: Res<TYPE_OR_VALUE_RANGE>,
}

fn verify_range(op: OpRef<'_>) -> CheckResult {
    let view = CreateRangeOp::view_of(op);
    verify_range_elements(op, view.arguments(), view.result())
}

/// A type.
#[op("pdl_interp.create_type", traits(Pure), format = "$value attr-dict")]
pub struct CreateTypeOp {
    value: Prop<TypeAttr>,
    result: Res<TYPE_TYPE>,
}

/// Types.
#[op("pdl_interp.create_types", traits(Pure), format = "$value attr-dict")]
pub struct CreateTypesOp {
    value: Prop<TypeArrayAttr>,
    result: Res<TYPE_RANGE>,
}

/// Erases an op.
#[op("pdl_interp.erase", format = "$inputOp attr-dict")]
#[allow(non_snake_case)]
pub struct EraseOp {
    inputOp: Operand<OPERATION_TYPE>,
}

/// Replaces an op with values.
#[op(
    "pdl_interp.replace",
    format = "$inputOp `with` ` ` `(` ($replValues^ `:` type($replValues))? `)` attr-dict"
)]
#[allow(non_snake_case)]
pub struct ReplaceOp {
    inputOp: Operand<OPERATION_TYPE>,
    replValues: VarOperand<VALUE_OR_RANGE>,
}
