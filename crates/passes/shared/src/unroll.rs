//! Copies of the ops of a loop's block, as several iterations in one.

use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Op, Rewriter, Value};

/// Appends `factor - 1` copies of the ops of a loop's block to it. Loop-carried values are passed from one
/// copy to the next; `variable` creates the induction variable of the copy with this index, and `visit` is
/// called for the ops of the block and their copies with the index of the copy. Returns `None` if a copy
/// cannot be created.
pub fn unroll_block(
    rw: &mut Rewriter<'_>,
    block: Block,
    factor: u64,
    variable: impl FnMut(&mut Rewriter<'_>, u64, Value) -> Value,
    visit: &mut dyn FnMut(&mut Rewriter<'_>, u64, Op),
) -> Option<()> {
    unroll_block_with(rw, block, factor, false, variable, visit)
}

/// As [`unroll_block`]; with `stale_arguments`, a yielded argument of the block stays that of the first copy, as in
/// mlir-opt's unrolling of `affine.for`, which is wrong.
pub fn unroll_block_with(
    rw: &mut Rewriter<'_>,
    block: Block,
    factor: u64,
    stale_arguments: bool,
    mut variable: impl FnMut(&mut Rewriter<'_>, u64, Value) -> Value,
    visit: &mut dyn FnMut(&mut Rewriter<'_>, u64, Op),
) -> Option<()> {
    let end = rw.body().last_op(block)?;
    let ops: Vec<Op> = rw.body().ops_of(block).filter(|&op| op != end).collect();
    if ops.iter().any(|&op| rw.holds_isolated(op)) {
        return None;
    }
    let mut args = rw.body().args(block);
    let counter = args.next()?;
    let carried: Vec<Value> = args.collect();
    let yielded: Vec<Value> = rw.body().operands(end).collect();
    let mut last = yielded.clone();
    rw.set_insertion_point_before(end);
    for i in 1..factor {
        let mut map = IrMapping::new();
        for (&arg, &value) in carried.iter().zip(&last) {
            map.map(arg, value);
        }
        if !rw.value(counter).is_unused() {
            let copy = variable(rw, i, counter);
            map.map(counter, copy);
        }
        for &op in &ops {
            let copy = rw.clone_op(op, &mut map)?;
            visit(rw, i, copy);
        }
        let passed = |&value: &Value| {
            if stale_arguments && rw.body().args(block).any(|arg| arg == value) {
                value
            } else {
                map.value(value)
            }
        };
        last = yielded.iter().map(passed).collect();
    }
    rw.set_operands(end, &last);
    ops.into_iter().for_each(|op| visit(rw, 0, op));
    Some(())
}
