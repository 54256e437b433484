//! Unrolling of short loops that add products to an accumulator.
//!
//! `for (q = 0; q < 4; ++q) sum += a[q] * b[q]` in the accumulating loop becomes four updates, which form a group.

use terrace_dialects_llvm::ops::AddOp;
use terrace_ir::{Block, Op, Rewriter, ValueRef};

use super::chains::is_product;
use crate::unroll::{CountedLoop, passed, unroll_loops};

/// Unrolls such loops of a function; returns whether there were any.
pub(super) fn write_out_loops(rw: &mut Rewriter<'_>) -> bool {
    unroll_loops(rw, carries_sum)
}

fn carries_sum(rw: &Rewriter<'_>, counted: &CountedLoop) -> bool {
    let (header, entry) = (counted.blocks[0], counted.entry);
    let Some(around) = counted.around else { return false };
    let ops = counted.blocks.iter().flat_map(|&block| rw.body().ops_of(block));
    ops.filter_map(|op| rw.op(op).cast::<AddOp>()).any(|sum| {
        let [a, b] = [sum.lhs(), sum.rhs()];
        let accumulates = |state: ValueRef<'_>, product: ValueRef<'_>| {
            product.defining_op().is_some_and(is_product) && is_carried(rw, state, header, entry, around)
        };
        accumulates(a, b) || accumulates(b, a)
    })
}

/// Whether a value is a header argument whose initial value is a header argument of the enclosing loop.
fn is_carried(rw: &Rewriter<'_>, value: ValueRef<'_>, header: Block, entry: Op, around: Block) -> bool {
    let place = rw.body().args(header).position(|arg| arg == value.id());
    let initial = place.and_then(|place| passed(rw, entry, 0).get(place).copied());
    initial.is_some_and(|initial| rw.body().args(around).any(|arg| arg == initial))
}
