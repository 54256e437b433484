//! `custom<SemiFunctionType>`: the type of an operand, or `(type) -> results`.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::def::{CustomArg, CustomDirective};
use terrace_ir::{OpRef, Type};

/// `type`, or `(type) -> type`; with a text as third argument, the results must be there.
pub(super) static SEMI_FUNCTION_TYPE: CustomDirective =
    CustomDirective { name: "SemiFunctionType", parse, print };

/// The operand slot, the result slot, and whether results may be absent.
fn slots(args: &[CustomArg]) -> (usize, usize, bool) {
    match args {
        [CustomArg::OperandType(operand), CustomArg::ResultType(result), rest @ ..] => {
            (*operand as usize, *result as usize, rest.is_empty())
        }
        _ => (0, 0, true),
    }
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let (operand, result, optional) = slots(args);
    let function = match optional {
        true => p.optional_token("("),
        false => {
            p.token("(")?;
            true
        }
    };
    let ty = p.ty()?;
    state.slots.operand_types[operand].push(ty);
    if !function {
        return Ok(true);
    }
    p.token(")")?;
    p.token("->")?;
    if p.optional_token("(") {
        let types = p.type_list()?;
        state.slots.result_types[result].extend(types);
        p.token(")")?;
    } else {
        let ty = p.ty()?;
        state.slots.result_types[result].push(ty);
    }
    Ok(true)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let (operand, result, _) = slots(args);
    let Some(ty) = op.operand_group(operand).next().map(|value| value.ty()) else { return };
    let results: Vec<Type> = op.result_group(result).map(|value| value.ty()).collect();
    if results.is_empty() {
        p.ty(ty);
        return;
    }
    p.text("(");
    p.ty(ty);
    p.text(") -> ");
    let several = results.len() > 1;
    if several {
        p.text("(");
    }
    for (at, &ty) in results.iter().enumerate() {
        if at > 0 {
            p.text(", ");
        }
        p.ty(ty);
    }
    if several {
        p.text(")");
    }
}
