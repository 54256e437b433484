//! Ops that describe a slot: lifetime markers and debug records.

use terrace_ir::memory_slots::{Deletion, PromotableOp};
use terrace_ir::{Op, OpKind, OpRef, Rewriter, Value, ValueDef};

use crate::intrinsics::{DbgDeclareOp, DbgValueOp};
use crate::ops::constants::UndefOp;

/// The promotion of markers, which are erased with their slot.
pub(crate) struct Marker;

impl PromotableOp for Marker {
    fn can_remove_uses(&self, _op: OpRef<'_>, _uses: &[usize], _more: &mut Vec<(Op, usize)>) -> bool {
        true
    }

    fn remove_uses(&self, _rw: &mut Rewriter<'_>, _op: Op, _uses: &[usize]) -> Deletion {
        Deletion::Delete
    }
}

/// Creates a debug value record: the variable of `declare` has this value from the insertion point on.
pub(super) fn create_debug_value(rw: &mut Rewriter<'_>, declare: Op, value: Value) {
    let loc = rw.body().loc(declare);
    let view = DbgDeclareOp::view_of(rw.op(declare));
    let (variable, expression) = (view.var_info(), view.location_expr());
    rw.build(DbgValueOp::of(value).loc(loc).var_info(variable).location_expr(expression));
}

/// `llvm.intr.dbg.declare`.
pub(crate) struct Declare;

impl PromotableOp for Declare {
    fn can_remove_uses(&self, _op: OpRef<'_>, _uses: &[usize], _more: &mut Vec<(Op, usize)>) -> bool {
        true
    }

    fn remove_uses(&self, _rw: &mut Rewriter<'_>, _op: Op, _uses: &[usize]) -> Deletion {
        Deletion::Delete
    }

    fn wants_replaced_values(&self, _op: OpRef<'_>) -> bool {
        true
    }

    fn visit_replaced_values(&self, rw: &mut Rewriter<'_>, op: Op, stored: &[(Op, Value)]) {
        for &(store, value) in stored {
            // What a copy stores is read after it.
            let body = rw.body();
            let made = match body.value_def(value) {
                ValueDef::Result(made) if body.block_of(made) == body.block_of(store) => Some(made),
                _ => None,
            };
            let place = made.filter(|&made| body.is_before(store, made)).unwrap_or(store);
            rw.set_insertion_point_after(place);
            create_debug_value(rw, op, value);
        }
    }
}

/// `llvm.intr.dbg.value`.
pub(crate) struct DebugValue;

impl PromotableOp for DebugValue {
    fn can_remove_uses(&self, _op: OpRef<'_>, uses: &[usize], _more: &mut Vec<(Op, usize)>) -> bool {
        uses == [0]
    }

    fn remove_uses(&self, rw: &mut Rewriter<'_>, op: Op, _uses: &[usize]) -> Deletion {
        let value = DbgValueOp::view_of(rw.op(op)).value();
        let (ty, loc) = (value.ty(), value.loc());
        // The variable stays known, and that there is nothing to see of it.
        rw.set_insertion_point_before(op);
        let undef = rw.build_value(UndefOp::of().res(ty).loc(loc));
        rw.set_operand(op, 0, undef);
        Deletion::Keep
    }
}
