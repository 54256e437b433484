//! The tiles of values, written down at the ops that define and use them.

use rustc_hash::FxHashMap;
use terrace_dialects_arm::sme::CopyTileOp;
use terrace_dialects_arm::sme::tile::{TILE_ID, TileOp, is_tile_type, tile_id};
use terrace_ir::def::op_error;
use terrace_ir::effects::is_trivially_dead;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, Diag, Op, OpRef, Rewriter, Type, Value, ValueDef, View};
use terrace_rewrite::walk::body_post_order;

use super::allocate::is_trivially_cloneable;
use super::ranges::{Ranges, passed_values};

fn is_tile_op(op: OpRef<'_>) -> bool {
    op.interface::<dyn TileOp>().is_some()
}

fn has_tile_result(op: OpRef<'_>) -> bool {
    op.results().any(|result| is_tile_type(op.cx(), result.ty()))
}

/// A value would have to be moved from tile to tile.
pub(super) struct Conflict {
    /// The error at the op that needs it.
    pub(super) error: Box<Diag>,
    /// The value.
    pub(super) operand: Option<Value>,
}

/// The range that is being written down, and its tile.
struct Assignment<'a> {
    ranges: &'a Ranges,
    range: usize,
    tile: i64,
    attr: Attr,
}

impl Assignment<'_> {
    /// Whether a value is in the same tile.
    fn is_same_tile(&self, rw: &Rewriter<'_>, value: Value) -> bool {
        let by_op = rw.value(value).defining_op().filter(|op| is_tile_op(*op)).and_then(tile_id);
        by_op == Some(self.tile) || self.ranges.range_of(value) == Some(self.range)
    }

    fn set(&self, rw: &mut Rewriter<'_>, value: Value) {
        let defining = rw.value(value).defining_op().filter(|op| is_tile_op(*op)).map(|op| op.id());
        let users = rw.value(value).uses().map(|(op, _)| op);
        let users: Vec<Op> =
            users.filter(|op| is_tile_op(*op) && !has_tile_result(*op)).map(|op| op.id()).collect();
        for op in defining.into_iter().chain(users) {
            rw.set_attr(op, TILE_ID, self.attr);
        }
    }

    /// Replaces a copy within a tile by its source.
    fn fold_copy(&self, rw: &mut Rewriter<'_>, value: Value) -> bool {
        let copied = rw.value(value).defining_op().and_then(|op| op.cast::<CopyTileOp>());
        let Some(copied) = copied.map(|view: View<'_, CopyTileOp>| view.tile().id()) else { return false };
        let folds = self.is_same_tile(rw, copied);
        if folds {
            rw.replace_all_uses_with(value, copied);
        }
        folds
    }

    fn check_argument(&self, rw: &Rewriter<'_>, value: Value) -> Result<(), Conflict> {
        if !matches!(rw.body().value_def(value), ValueDef::Argument(_)) {
            return Ok(());
        }
        if passed_values(rw, value).into_iter().all(|passed| self.is_same_tile(rw, passed)) {
            return Ok(());
        }
        let message = "block argument not allocated to the same SME virtial tile as predecessors";
        match rw.body().parent() {
            Some(function) => Err(Conflict { error: op_error(rw.ir().op(function), message), operand: None }),
            None => Ok(()),
        }
    }

    /// Computes an operand in another tile again in this one, if that costs nothing.
    fn resolve_conflict(&self, rw: &mut Rewriter<'_>, value: Value) -> Result<(), Conflict> {
        let Some(op) = rw.value(value).defining_op().filter(|op| is_tile_op(*op)) else { return Ok(()) };
        let operand = op.operands().enumerate().find(|(_, operand)| is_tile_type(op.cx(), operand.ty()));
        let Some((index, operand)) = operand else { return Ok(()) };
        if self.is_same_tile(rw, operand.id()) {
            return Ok(());
        }
        let Some(source) = operand.defining_op().filter(|op| is_trivially_cloneable(*op)) else {
            let message = "tile operand allocated to different SME virtial tile (move required)";
            return Err(Conflict { error: op_error(op, message), operand: Some(operand.id()) });
        };
        let (op, source, is_copy) = (op.id(), source.id(), op.isa::<CopyTileOp>());
        rw.set_insertion_point_before(op);
        let mut mapping = IrMapping::new();
        let Some(clone) = rw.clone_op(source, &mut mapping) else { return Ok(()) };
        rw.set_attr(clone, TILE_ID, self.attr);
        let cloned = rw.op(clone).single_result().id();
        if is_copy {
            rw.replace_all_uses_with(value, cloned);
        } else {
            rw.set_operand(op, index, cloned);
        }
        Ok(())
    }
}

/// Sets the tiles of all ops, removes copies that copy nothing, and computes again what would have to be moved.
pub(super) fn assign(
    rw: &mut Rewriter<'_>,
    ranges: &Ranges,
    order: &[usize],
    tiles: &[Option<u32>],
) -> Result<(), Conflict> {
    for &range in order {
        let Some(tile) = tiles[range].map(i64::from) else { continue };
        let attr = rw.cx().int_attr(Type::I32, tile);
        let assignment = Assignment { ranges, range, tile, attr };
        for &value in &ranges.get(range).values {
            assignment.set(rw, value);
            if assignment.fold_copy(rw, value) {
                continue;
            }
            assignment.check_argument(rw, value)?;
            assignment.resolve_conflict(rw, value)?;
        }
    }
    Ok(())
}

/// Erases ops on tiles that nothing needs, and what only they need.
pub(super) fn erase_dead_tile_ops(rw: &mut Rewriter<'_>) {
    let is_dead = |rw: &Rewriter<'_>, op: Op| is_tile_op(rw.op(op)) && is_trivially_dead(rw.op(op));
    let mut pending: Vec<Op> = body_post_order(rw.body()).into_iter().filter(|&op| is_dead(rw, op)).collect();
    let mut erased: FxHashMap<Op, ()> = FxHashMap::default();
    while let Some(op) = pending.pop() {
        if erased.contains_key(&op) || !is_dead(rw, op) {
            continue;
        }
        let operands = rw.op(op).operands().filter_map(|value| value.defining_op());
        pending.extend(operands.filter(|op| is_tile_op(*op)).map(|op| op.id()));
        erased.insert(op, ());
        rw.erase_op(op);
    }
}
