//! Ops that describe the matched entities; in a rewrite, some of them describe created entities.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AnyAttr, BoolAttr, I32Attr, StrAttr, TypeAttr};
use terrace_ir::def::{Arity, CustomArg, CustomDirective, op_error};
use terrace_ir::infer::infers_result_types;
use terrace_ir::{Attr, CheckResult, Context, OpKind, OpRef, ValueRef, attr_kinds, op_match};
use terrace_macros::op;

use crate::attributes::{parse_named_attributes, print_named_attributes};
use crate::pattern::RewriteOp;
use crate::rewriting::{ApplyNativeRewriteOp, ReplaceOp};
use crate::types::{
    ANY_PDL, ATTRIBUTE_TYPE, OPERATION_TYPE, TYPE_OR_RANGE, TYPE_RANGE, TYPE_TYPE, VALUE_OR_RANGE,
    VALUE_RANGE, VALUE_TYPE, is_operation, is_value, range_type, value_type,
};
use crate::verify::verify_has_binding_use;

attr_kinds! {
    /// Strings.
    pub StrArrayAttr("string array attribute") { array_of: StrAttr }
    /// Types.
    pub TypeArrayAttr("type array attribute") { array_of: TypeAttr }
}

fn no(cx: &Context) -> Attr {
    cx.bool_attr(false)
}

/// Whether an op is directly in a rewrite.
fn is_in_rewrite(op: OpRef<'_>) -> bool {
    op.parent_op().is_some_and(|parent| parent.isa::<RewriteOp>())
}

/// Calls a function that decides whether the pattern matches.
#[op("pdl.apply_native_constraint", traits(HasParent(&["pdl.pattern"])), verify = verify_native_constraint,
     format = "$name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict")]
#[allow(non_snake_case)]
pub struct ApplyNativeConstraintOp {
    name: Prop<StrAttr>,
    args: VarOperand<ANY_PDL>,
    isNegated: DefaultProp<BoolAttr, no>,
    results: VarRes<ANY_PDL>,
}

fn verify_native_constraint(op: OpRef<'_>) -> CheckResult {
    let view = ApplyNativeConstraintOp::view_of(op);
    if view.args().len() == 0 {
        return Err(op_error(op, "expected at least one argument"));
    }
    if view.results().any(|result| is_operation(op.cx(), result.ty())) {
        return Err(op_error(op, "returning an operation from a constraint is not supported"));
    }
    Ok(())
}

/// An attribute: any, one of a type, or a given one.
#[op("pdl.attribute", verify = verify_attribute,
     format = "(`:` $valueType^)? (`=` $value^)? attr-dict-with-keyword")]
#[allow(non_snake_case)]
pub struct AttributeOp {
    valueType: OptOperand<TYPE_TYPE>,
    value: OptProp<AnyAttr>,
    attr: Res<ATTRIBUTE_TYPE>,
}

fn verify_attribute(op: OpRef<'_>) -> CheckResult {
    let view = AttributeOp::view_of(op);
    match (view.value(), view.value_type()) {
        (None, _) if is_in_rewrite(op) => {
            Err(op_error(op, "expected constant value when specified within a `pdl.rewrite`"))
        }
        (None, _) => verify_has_binding_use(op),
        (Some(_), Some(_)) => Err(op_error(op, "expected only one of [`type`, `value`] to be set")),
        (Some(_), None) => Ok(()),
    }
}

/// A value of any origin.
#[op("pdl.operand", traits(HasParent(&["pdl.pattern"])), verify = verify_has_binding_use,
     format = "(`:` $valueType^)? attr-dict")]
#[allow(non_snake_case)]
pub struct OperandOp {
    valueType: OptOperand<TYPE_TYPE>,
    value: Res<VALUE_TYPE>,
}

/// Values of any origin.
#[op("pdl.operands", traits(HasParent(&["pdl.pattern"])), verify = verify_has_binding_use,
     format = "(`:` $valueType^)? attr-dict")]
#[allow(non_snake_case)]
pub struct OperandsOp {
    valueType: OptOperand<TYPE_RANGE>,
    value: Res<VALUE_RANGE>,
}

/// An op with its name, operands, attributes and result types, as far as they matter.
#[op("pdl.operation", traits(AttrSizedOperandSegments), customs(&OPERATION_OP_ATTRIBUTES), verify = verify_operation,
     format = "($opName^)? (`(` $operandValues^ `:` type($operandValues) `)`)? \
               custom<OperationOpAttributes>($attributeValues, $attributeValueNames) \
               (`->` `(` $typeValues^ `:` type($typeValues) `)`)? attr-dict")]
#[allow(non_snake_case)]
pub struct OperationOp {
    operandValues: VarOperand<VALUE_OR_RANGE>,
    attributeValues: VarOperand<ATTRIBUTE_TYPE>,
    typeValues: VarOperand<TYPE_OR_RANGE>,
    opName: OptProp<StrAttr>,
    attributeValueNames: Prop<StrArrayAttr>,
    op: Res<OPERATION_TYPE>,
}

/// `{"name" = %attribute, ...}`, or nothing.
static OPERATION_OP_ATTRIBUTES: CustomDirective =
    CustomDirective { name: "OperationOpAttributes", parse: parse_named_attributes, print: print_attributes };

fn print_attributes(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    let view = OperationOp::view_of(op);
    print_named_attributes(p, view.attribute_value_names().attrs(), view.attribute_values());
}

fn verify_operation(op: OpRef<'_>) -> CheckResult {
    let view = OperationOp::view_of(op);
    let is_in_rewrite = is_in_rewrite(op);
    if is_in_rewrite && view.op_name().is_none() {
        return Err(op_error(op, "must have an operation name when nested within a `pdl.rewrite`"));
    }
    let (names, values) = (view.attribute_value_names().len(), view.attribute_values().len());
    if names != values {
        let message = format!(
            "expected the same number of attribute values and attribute names, got {names} names and {values} values"
        );
        return Err(op_error(op, message));
    }
    if is_in_rewrite {
        verify_result_types(op)?;
    }
    verify_has_binding_use(op)
}

/// The result types of an op that a rewrite creates are known, or the op infers them.
fn verify_result_types(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), OperationOp::view_of(op));
    let Some(name) = view.op_name() else { return Ok(()) };
    let Some(def) = cx.op_info(cx.op_name(name)).def() else { return Ok(()) };
    if infers_result_types(def) {
        return Ok(());
    }
    let replaces = view.op().uses().any(|(user, _)| replaces_earlier(user, op));
    if replaces {
        return Ok(());
    }
    let fail =
        || op_error(op, "must have inferable or constrained result types when nested within `pdl.rewrite`");
    if view.type_values().len() == 0 {
        let has_results =
            !def.results.is_empty() && !def.results.iter().all(|result| result.arity != Arity::One);
        return match has_results {
            false => Ok(()),
            true => Err(fail().note(
                op.loc(),
                format!(
                    "operation is created in a non-inferrable context, but '{name}' does not implement InferTypeOpInterface"
                ),
            )),
        };
    }
    for (i, ty) in view.type_values().enumerate() {
        if !is_constrained(ty, op) {
            return Err(fail().note(op.loc(), format!("result type #{i} was not constrained")));
        }
    }
    Ok(())
}

/// Whether `user` replaces an op that precedes `op`, or a matched op, with `op`.
fn replaces_earlier(user: OpRef<'_>, op: OpRef<'_>) -> bool {
    if !user.isa::<ReplaceOp>() {
        return false;
    }
    let view = ReplaceOp::view_of(user);
    let Some(replaced) = view.op_value().defining_op() else { return false };
    if replaced.id() == op.id() {
        return false;
    }
    let same_block = replaced.block().map(|block| block.id()) == op.block().map(|block| block.id());
    !same_block || op.body().is_before(replaced.id(), op.id())
}

/// Whether a type that a rewrite uses is known when it runs.
fn is_constrained(ty: ValueRef<'_>, created: OpRef<'_>) -> bool {
    let Some(owner) = ty.defining_op() else { return false };
    if owner.isa::<ApplyNativeRewriteOp>() {
        return true;
    }
    let is_constant = op_match!(owner, {
        TypeOp(view) => view.constant_type().is_some(),
        TypesOp(view) => view.constant_types().is_some(),
        _ => return false,
    });
    let block = created.block().map(|block| block.id());
    let constrains_input = |user: OpRef<'_>| {
        user.block().map(|block| block.id()) != block
            && (user.isa::<OperandOp>() || user.isa::<OperandsOp>() || user.isa::<OperationOp>())
    };
    is_constant || ty.uses().any(|(user, _)| constrains_input(user))
}

/// A result of an op, by its number.
#[op("pdl.result", traits(Pure), format = "$index `of` $parent attr-dict")]
pub struct ResultOp {
    parent: Operand<OPERATION_TYPE>,
    index: Prop<I32Attr>,
    val: Res<VALUE_TYPE>,
}

/// All results of an op, or those of a group of its definition.
#[op("pdl.results", traits(Pure), customs(&RESULTS_VALUE_TYPE), verify = verify_results,
     format = "($index^)? `of` $parent custom<ResultsValueType>(ref($index), type($val)) attr-dict")]
pub struct ResultsOp {
    parent: Operand<OPERATION_TYPE>,
    index: OptProp<I32Attr>,
    val: Res<VALUE_OR_RANGE>,
}

/// `-> type` where a group is meant.
static RESULTS_VALUE_TYPE: CustomDirective =
    CustomDirective { name: "ResultsValueType", parse: parse_results_type, print: print_results_type };

fn parse_results_type(p: &mut dyn OpParser, state: &mut ParseState, _: &[CustomArg]) -> PResult<bool> {
    let ty = match state.prop(p.cx(), "index") {
        None => range_type(p.cx(), value_type(p.cx())),
        Some(_) => {
            p.token("->")?;
            p.ty()?
        }
    };
    state.slots.result_types[0].push(ty);
    Ok(true)
}

fn print_results_type(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    let view = ResultsOp::view_of(op);
    if view.index().is_some() {
        p.text(" -> ");
        p.ty(view.val().ty());
    }
}

fn verify_results(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ResultsOp::view_of(op));
    if view.index().is_none() && is_value(cx, view.val().ty()) {
        let found = cx.type_text(view.val().ty());
        return Err(op_error(
            op,
            format!("expected `pdl.range<value>` result type when no index is specified, but got: '{found}'"),
        ));
    }
    Ok(())
}

/// A type: any, or a given one.
#[op("pdl.type", verify = verify_type, format = "attr-dict (`:` $constantType^)?")]
#[allow(non_snake_case)]
pub struct TypeOp {
    constantType: OptProp<TypeAttr>,
    result: Res<TYPE_TYPE>,
}

fn verify_type(op: OpRef<'_>) -> CheckResult {
    match TypeOp::view_of(op).constant_type() {
        Some(_) => Ok(()),
        None => verify_has_binding_use(op),
    }
}

/// Types: any, or those that are given.
#[op("pdl.types", verify = verify_types, format = "attr-dict (`:` $constantTypes^)?")]
#[allow(non_snake_case)]
pub struct TypesOp {
    constantTypes: OptProp<TypeArrayAttr>,
    result: Res<TYPE_RANGE>,
}

fn verify_types(op: OpRef<'_>) -> CheckResult {
    match TypesOp::view_of(op).constant_types() {
        Some(_) => Ok(()),
        None => verify_has_binding_use(op),
    }
}
