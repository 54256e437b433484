//! The dialect scf.

use terrace_ir::OpRef;

use crate::fault::Fault;
use crate::inst::Inst;
use crate::int_ops::{Predicate, signed};
use crate::lower::{Exit, Lowered, Lowering, Place, Row};

/// How the ops are lowered.
pub static ROWS: &[Row] = &[
    ("scf.yield", &yield_),
    ("scf.if", &if_),
    ("scf.for", &for_),
    ("scf.while", &while_),
    ("scf.condition", &condition),
    ("scf.execute_region", &execute_region),
    ("scf.index_switch", &index_switch),
];

fn yield_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

fn if_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let targets = lw.places(op.results())?;
    let (other, end) = (lw.label(), lw.label());
    lw.jump_unless(op.operand(0), other)?;
    lw.region(op.region(0), Exit { targets: targets.clone(), label: end });
    lw.bind(other);
    lw.region(op.region(1), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn execute_region(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let targets = lw.places(op.results())?;
    let end = lw.label();
    lw.region(op.region(0), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn index_switch(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let cases = op.inherent_attr("cases").and_then(|attr| attr.as_i64_array(lw.cx)).unwrap_or_default();
    let targets = lw.places(op.results())?;
    let (flag, d, end) = (lw.slot(op.operand(0))?, lw.new_slots(1), lw.label());
    let w = lw.element(op.operand(0).ty())?.scalar.bits() as u8;
    for (case, region) in cases.into_iter().zip(op.regions().skip(1)) {
        let (b, next) = (lw.constant(case as u64 & crate::int_ops::mask(w)), lw.label());
        lw.emit(Inst::Compare { predicate: Predicate::Ne, w, d, a: flag, b });
        lw.jump_if(d, next);
        lw.region(region, Exit { targets: targets.clone(), label: end });
        lw.bind(next);
    }
    lw.region(op.region(0), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn for_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let w = lw.element(op.operand(0).ty())?.scalar.bits();
    if !(1..=64).contains(&w) {
        return Err("a loop over integers wider than 64 bits is not supported".to_owned());
    }
    let w = w as u8;
    let unsigned = op.inherent_attr("unsignedCmp").is_some();
    let entry = op.region(0).entry().ok_or("a loop without a body")?;
    let mut args = entry.args();
    let iv = args.next().ok_or("a loop without an induction variable")?;
    // The instruction at the end of an iteration finds the step and the bound behind the variable.
    let state = lw.new_slots(3);
    let (lower, upper, step) = (lw.slot(op.operand(0))?, lw.slot(op.operand(1))?, lw.slot(op.operand(2))?);
    let carried = lw.places(args)?;
    let results = lw.places(op.results())?;
    lw.pass(op, op.operands().skip(3), &carried)?;
    lw.emit(Inst::Copy { d: state, a: lower });
    lw.emit(Inst::Copy { d: state + 1, a: step });
    lw.emit(Inst::Copy { d: state + 2, a: upper });
    lw.alias(iv, Place::Slots(state, 1));
    lw.native(op, true, move |env| {
        let step = env.slots[step as usize];
        if step == 0 || !unsigned && signed(step, w) < 0 {
            return Err(Fault::new("a loop with a step that is not positive"));
        }
        Ok(())
    })?;
    let (body, next, end) = (lw.label(), lw.label(), lw.label());
    let (d, predicate) = (lw.new_slots(1), if unsigned { Predicate::Uge } else { Predicate::Sge });
    lw.emit(Inst::Compare { predicate, w, d, a: lower, b: upper });
    lw.jump_if(d, end);
    lw.bind(body);
    lw.region(op.region(0), Exit { targets: carried.clone(), label: next });
    lw.bind(next);
    lw.loop_next(w, unsigned, state, body);
    lw.bind(end);
    lw.copy(&carried, &results)
}

fn while_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let before = lw.places(op.region(0).entry().into_iter().flat_map(|block| block.args()))?;
    lw.pass(op, op.operands(), &before)?;
    let (again, end) = (lw.label(), lw.label());
    lw.bind(again);
    let results = lw.places(op.results())?;
    lw.region(op.region(0), Exit { targets: results, label: end });
    lw.region(op.region(1), Exit { targets: before, label: again });
    lw.bind(end);
    Ok(())
}

fn condition(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let after =
        op.parent_op().filter(|parent| parent.num_regions() == 2).and_then(|parent| parent.region(1).entry());
    let targets = lw.places(after.into_iter().flat_map(|block| block.args()))?;
    let (over, go_on) = (lw.label(), lw.label());
    lw.jump_unless(op.operand(0), over)?;
    lw.pass(op, op.operands().skip(1), &targets)?;
    lw.jump(go_on);
    lw.bind(over);
    let (results, end) =
        lw.exit().map(|exit| (exit.targets.clone(), exit.label)).ok_or("a condition without a loop")?;
    lw.pass(op, op.operands().skip(1), &results)?;
    lw.jump(end);
    // The region that follows is the body.
    lw.bind(go_on);
    Ok(())
}
