//! `arith-unsigned-when-equivalent`: replaces signed ops on non-negative operands by unsigned ones.

use terrace_dialects_core::arith::*;
use terrace_ir::build::OperationState;
use terrace_ir::{Ir, Op, OpHandle, OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

use super::ranges::{Ranges, rewrite_bodies};

/// The pass.
pub static ARITH_UNSIGNED_WHEN_EQUIVALENT: PassDef = PassDef {
    name: "arith-unsigned-when-equivalent",
    class: "ArithUnsignedWhenEquivalentPass",
    doc: "Replace signed ops by equivalent unsigned ones",
    make: |_| Ok(Pass::Ir(Box::new(UnsignedWhenEquivalent))),
    ..EMPTY_PASS
};

struct UnsignedWhenEquivalent;

impl IrPass for UnsignedWhenEquivalent {
    fn run(&self, ir: &mut Ir, op: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let ranges = Ranges::of(ir.op(op));
        rewrite_bodies(ir, op, |rw| {
            let ops: Vec<Op> = rw.body().live_ops().collect();
            for op in ops {
                rewrite(rw, op, &ranges);
            }
        });
        Ok(())
    }
}

fn rewrite(rw: &mut Rewriter<'_>, op: Op, ranges: &Ranges) -> Option<()> {
    let name = rw.op(op).name_text();
    let replace = [
        (DivSIOp::DEF, replace::<DivUIOp> as fn(&mut Rewriter<'_>, Op)),
        (CeilDivSIOp::DEF, replace::<CeilDivUIOp>),
        (FloorDivSIOp::DEF, replace::<DivUIOp>),
        (RemSIOp::DEF, replace::<RemUIOp>),
        (MinSIOp::DEF, replace::<MinUIOp>),
        (MaxSIOp::DEF, replace::<MaxUIOp>),
        (ExtSIOp::DEF, replace::<ExtUIOp>),
    ];
    if let Some((_, replace)) = replace.iter().find(|(def, _)| def.name == name) {
        let view = rw.op(op);
        if view.operands().chain(view.results()).all(|value| ranges.is_non_negative(value)) {
            replace(rw, op);
        }
        return Some(());
    }
    let view = rw.op(op);
    let predicate = match view.cast::<CmpIOp>()?.predicate() {
        CmpIPredicate::Slt => CmpIPredicate::Ult,
        CmpIPredicate::Sle => CmpIPredicate::Ule,
        CmpIPredicate::Sgt => CmpIPredicate::Ugt,
        CmpIPredicate::Sge => CmpIPredicate::Uge,
        _ => return None,
    };
    if !view.operands().all(|value| ranges.is_non_negative(value)) {
        return None;
    }
    let compare = CmpIOp::view_of(view);
    rw.replace(op, CmpIOp::of(compare.lhs(), compare.rhs()).predicate(predicate));
    Some(())
}

/// The same op of another kind, with the same attributes as far as the kind has them.
fn replace<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) {
    let view = rw.op(op);
    let operands: Vec<_> = rw.body().operands(op).collect();
    let attrs = view.attrs();
    let state = OperationState::positional::<K>(&operands, &[]).with_attrs_of(view);
    let new = rw.replace(op, state);
    rw.set_attrs(new, attrs);
}
