//! Faults that affine passes and the emulation of wide integers had.

use terrace_dialects_core::arith::{OrIOp, ShRUIOp, SubIOp, constant};
use terrace_ir::{BinaryOpView, InsertPoint, Op, OpRef, Rewriter, Value};

use super::is;

/// The value that was stored last where an op reads, in the block of a region around it.
fn stored_before(read: OpRef<'_>, around: OpRef<'_>) -> Option<Value> {
    let place = |op: OpRef<'_>, first: usize| -> Vec<Value> {
        op.operands().skip(first).map(|operand| operand.id()).collect()
    };
    let ops = around.block()?.ops().take_while(|op| op.id() != around.id());
    let stores = ops.filter(|op| is(*op, &["affine.store"]));
    let same = |store: &OpRef<'_>| place(*store, 1) == place(read, 0) && store.props() == read.props();
    stores.filter(same).last()?.operands().next().map(|value| value.id())
}

/// Forwards what is stored before a loop to what is read in it, whatever the loop stores after that.
pub(super) fn forwards_into_loops(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let around = view.parent_op().filter(|around| is(*around, &["scf.for", "scf.while"]));
    let Some(around) = around.filter(|_| is(view, &["affine.load"])) else { return false };
    let Some(value) = stored_before(view, around) else { return false };
    rw.replace_op(op, &[value]);
    true
}

/// Moves a read of affine before an op that has effects of its own and of its region.
pub(super) fn reads_before_fills(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    let before = rw.body().prev_op(op).filter(|&before| is(rw.op(before), &["linalg.fill", "linalg.map"]));
    let Some(before) = before.filter(|_| is(view, &["affine.load"])) else { return false };
    rw.move_op(op, InsertPoint::Before(before));
    true
}

/// Adds to a shift what comes from another half: that is shifted by the width if there is no shift.
pub(super) fn shifts_by_width(rw: &mut Rewriter<'_>, op: Op, _: bool) -> bool {
    let view = rw.op(op);
    if !is(view, &["arith.shli", "arith.shrui", "arith.shrsi"]) {
        return false;
    }
    let (result, by, loc) = (view.single_result(), BinaryOpView(view).rhs().id(), view.loc());
    let (value, ty, cx) = (result.id(), result.ty(), view.cx());
    let Some(bits) = ty.bit_width(cx).filter(|&bits| bits > 1 && !ty.is_shaped(cx)) else { return false };
    let numbers = [cx.int_attr(ty, i64::from(bits)), cx.int_attr(ty, 0)];
    rw.set_insertion_point(InsertPoint::after(rw.body(), op));
    let numbers = numbers.map(|number| rw.materialize_constant(&constant::materialize, number, ty, loc));
    let [Some(width), Some(none)] = numbers.map(|made| made.map(|made| rw.body().single_result(made))) else {
        return false;
    };
    let rest = rw.build_value(SubIOp::of(width, by).loc(loc).result(ty));
    let other = rw.build_value(ShRUIOp::of(none, rest).loc(loc).result(ty));
    let both = rw.build(OrIOp::of(value, other).loc(loc).result(ty));
    let all = rw.body().single_result(both);
    rw.replace_all_uses_except(value, all, both.into());
    true
}
