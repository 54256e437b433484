//! Ops that describe the rewrite of matched ops.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::StrAttr;
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::{CheckResult, OpKind, OpRef, ValueRef};
use terrace_macros::op;

use crate::types::{
    ANY_PDL, OPERATION_TYPE, TYPE_OR_VALUE_RANGE, VALUE_OR_RANGE, range_element, range_element_or_self,
    range_type,
};

/// Calls a function that rewrites.
#[op("pdl.apply_native_rewrite", traits(HasParent(&["pdl.rewrite"])), verify = verify_native_rewrite,
     format = "$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict")]
pub struct ApplyNativeRewriteOp {
    name: Prop<StrAttr>,
    args: VarOperand<ANY_PDL>,
    results: VarRes<ANY_PDL>,
}

fn verify_native_rewrite(op: OpRef<'_>) -> CheckResult {
    match op.num_operands() + op.num_results() {
        0 => Err(op_error(op, "expected at least one argument or result")),
        _ => Ok(()),
    }
}

/// Erases a matched op.
#[op("pdl.erase", traits(HasParent(&["pdl.rewrite"])), format = "$opValue attr-dict")]
#[allow(non_snake_case)]
pub struct EraseOp {
    opValue: Operand<OPERATION_TYPE>,
}

/// Joins entities of one type to a range.
#[op("pdl.range", traits(Pure, HasParent(&["pdl.rewrite"])), customs(&RANGE_TYPE), verify = verify_range,
     format = "($arguments^ `:` type($arguments))? custom<RangeType>(ref(type($arguments)), type($result)) attr-dict")]
pub struct RangeOp {
    arguments: VarOperand<ANY_PDL>,
    result: Res<TYPE_OR_VALUE_RANGE>,
}

/// `: type` if there are no arguments to infer it from.
pub(crate) static RANGE_TYPE: CustomDirective =
    CustomDirective { name: "RangeType", parse: parse_range_type, print: print_range_type };

fn parse_range_type(p: &mut dyn OpParser, state: &mut ParseState, _: &[CustomArg]) -> PResult<bool> {
    let first = state.slots.operand_types.first().and_then(|types| types.first().copied());
    let ty = match first {
        Some(first) => range_type(p.cx(), range_element_or_self(p.cx(), first)),
        None => {
            p.token(":")?;
            p.ty()?
        }
    };
    state.slots.result_types[0].push(ty);
    Ok(true)
}

fn print_range_type(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    if op.num_operands() == 0
        && let Some(result) = op.results().next()
    {
        p.text(": ");
        p.ty(result.ty());
    }
}

fn verify_range(op: OpRef<'_>) -> CheckResult {
    let view = RangeOp::view_of(op);
    verify_range_elements(op, view.arguments(), view.result())
}

/// Verifies that the elements of a range have its kind.
pub(crate) fn verify_range_elements<'a>(
    op: OpRef<'_>,
    arguments: impl Iterator<Item = ValueRef<'a>>,
    range: ValueRef<'_>,
) -> CheckResult {
    let cx = op.cx();
    let Some(element) = range_element(cx, range.ty()) else { return Ok(()) };
    for argument in arguments {
        let found = range_element_or_self(cx, argument.ty());
        if found != element {
            let (wanted, found) = (cx.type_text(element), cx.type_text(found));
            return Err(op_error(
                op,
                format!("expected operand to have element type '{wanted}', but got '{found}'"),
            ));
        }
    }
    Ok(())
}

/// Replaces a matched op with values, or with the results of another op.
#[op("pdl.replace", traits(AttrSizedOperandSegments, HasParent(&["pdl.rewrite"])), verify = verify_replace,
     format = "$opValue `with` (`(` $replValues^ `:` type($replValues) `)`)? ($replOperation^)? attr-dict")]
#[allow(non_snake_case)]
pub struct ReplaceOp {
    opValue: Operand<OPERATION_TYPE>,
    replOperation: OptOperand<OPERATION_TYPE>,
    replValues: VarOperand<VALUE_OR_RANGE>,
}

fn verify_replace(op: OpRef<'_>) -> CheckResult {
    let view = ReplaceOp::view_of(op);
    if view.repl_operation().is_some() && view.repl_values().len() > 0 {
        let message =
            "expected no replacement values to be provided when the replacement operation is present";
        return Err(op_error(op, message));
    }
    Ok(())
}
