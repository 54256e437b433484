//! The tokens that an op waits for, and the one it returns: `async [%t0, %t1]`.

use terrace_ir::OpRef;
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::def::{CustomArg, CustomDirective};

use super::types::AsyncTokenType;

/// `async [%t0, %t1]`; each part may lack.
pub(super) static ASYNC_DEPENDENCIES: CustomDirective =
    CustomDirective { name: "AsyncDependencies", parse, print };

/// The slots of the returned token and of the dependencies.
fn slots(args: &[CustomArg]) -> Option<(usize, usize)> {
    match args {
        [CustomArg::ResultType(token), CustomArg::Operand(needed)] => {
            Some((*token as usize, *needed as usize))
        }
        _ => None,
    }
}

/// Reads `async`, which needs a name for the token.
///
/// # Errors
///
/// If the op has no result.
pub(super) fn parse_async(p: &mut dyn OpParser) -> PResult<bool> {
    let loc = p.loc();
    if p.optional_keyword_of(&["async"]).is_none() {
        return Ok(false);
    }
    if p.num_results_written() == 0 {
        return Err(p.error(loc, "needs to be named when marked 'async'".to_string()));
    }
    Ok(true)
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let Some((token, needed)) = slots(args) else { return Ok(false) };
    if parse_async(p)? {
        let ty = AsyncTokenType::get(p.cx()).into();
        state.slots.result_types[token].push(ty);
    }
    let tokens = p.operand_list(Delimiter::OptionalSquare)?;
    state.slots.operands[needed].extend(tokens);
    Ok(true)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let Some((token, needed)) = slots(args) else { return };
    let is_async = op.result_group(token).next().is_some();
    if is_async {
        p.text("async");
    }
    if op.operand_group(needed).next().is_none() {
        return;
    }
    p.text(if is_async { " [" } else { "[" });
    p.values(&mut op.operand_group(needed));
    p.text("]");
}
