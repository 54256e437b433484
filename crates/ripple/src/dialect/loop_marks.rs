//! Marks of annotated loops, which are not ops themselves: loops of the source.
//!
//! The result of a mark is the condition of a branch. The loop is where that goes if it is false; what is after it if it is true is
//! unreachable. The branch that closes the loop has the number of the mark.

use terrace_dialects_builtin::constraints::ANY_SIGNLESS_INT_OR_INDEX;
use terrace_ir::attr_kind::{I64Attr, UnitAttr};
use terrace_ir::constraints::I1;
use terrace_ir::def::op_error;
use terrace_ir::{CheckResult, OpKind, OpRef};
use terrace_macros::op;

use super::ops::ADDRESS;

/// The most dimensions of a block of threads.
pub const MAX_THREAD_DIMS: i64 = 3;

/// The mark of the loop with a number, whose iterations are distributed over the elements of a block in some dimensions, the first
/// of which varies fastest.
///
/// Iterations that fill no block are carried out under a mask, one by one if `block_independent` is set, or not at all if
/// the program promises with `no_remainder` that there are none.
#[op("ripple.loop_mark",
     verify = |op| {
         let mark = LoopMarkOp::view_of(op);
         verify_mark(op, mark.dims().len(), mark.no_remainder() && mark.block_independent())
     },
     format = "`(` $block `:` type($block) `)` `[` $dims `:` type($dims) `]` `number` $number attr-dict")]
pub struct LoopMarkOp {
    block: Operand<ADDRESS>,
    dims: VarOperand<ANY_SIGNLESS_INT_OR_INDEX>,
    number: Prop<I64Attr>,
    no_remainder: OptProp<UnitAttr>,
    block_independent: OptProp<UnitAttr>,
    result: Res<I1>,
}

/// The mark of the loop with a number, whose iterations are distributed over threads.
///
/// The loop goes through the chunks of the calling thread; a function goes on to the next one. The dimensions of the block of threads,
/// so many as `rank`, are numbers of four bits each, the first one lowest.
#[op("ripple.thread_mark", verify = verify_thread_mark,
     format = "`(` $chunks `:` type($chunks) `,` $next `:` type($next) `)` `[` $dims `:` type($dims) `]` `number` $number `rank` $rank attr-dict")]
pub struct ThreadMarkOp {
    chunks: Operand<ADDRESS>,
    next: Operand<ADDRESS>,
    dims: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    number: Prop<I64Attr>,
    rank: Prop<I64Attr>,
    dynamic: OptProp<UnitAttr>,
    result: Res<I1>,
}

/// The mark of the loop that follows, in the original's form.
///
/// Nothing distributes it: it is an error.
#[op("ripple.parallel_mark",
     verify = |op| {
         let mark = ParallelMarkOp::view_of(op);
         verify_mark(op, mark.dims().len(), mark.no_remainder() && mark.block_independent())
     },
     format = "`(` $block `:` type($block) `)` `[` $dims `:` type($dims) `]` attr-dict (`->` type($result)^)?")]
pub struct ParallelMarkOp {
    block: Operand<ADDRESS>,
    dims: VarOperand<ANY_SIGNLESS_INT_OR_INDEX>,
    no_remainder: OptProp<UnitAttr>,
    block_independent: OptProp<UnitAttr>,
    result: OptRes<I1>,
}

fn verify_mark(op: OpRef<'_>, dims: usize, is_contradictory: bool) -> CheckResult {
    if dims == 0 {
        return Err(op_error(op, "expects at least one dimension"));
    }
    if is_contradictory {
        return Err(op_error(op, "'no_remainder' and 'block_independent' exclude each other"));
    }
    Ok(())
}

fn verify_thread_mark(op: OpRef<'_>) -> CheckResult {
    let rank = ThreadMarkOp::view_of(op).rank();
    match (1..=MAX_THREAD_DIMS).contains(&rank) {
        true => Ok(()),
        false => Err(op_error(
            op,
            format_args!("has {rank} dimensions; a block of threads has 1 to {MAX_THREAD_DIMS}"),
        )),
    }
}
