//! The dialect scf.

use terrace_dialects_core::scf::{
    ConditionOp, ExecuteRegionOp, ForOp, ForallOp, IfOp, InParallelOp, IndexSwitchOp, ParallelOp, ReduceOp,
    ReduceReturnOp, WhileOp, YieldOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{OpKind, OpRef, ValueRef};

use super::loops::{Loop, nest, parallel_nest};
use super::memref::numbers;
use super::tensor::array;
use crate::inst::{Inst, Reg};
use crate::int_ops::Predicate;
use crate::lower::{Exit, Interpret, Lowered, Lowering, Place};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "scf", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// How the ops are lowered.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (YieldOp::DEF, &yield_),
    (IfOp::DEF, &if_),
    (ForOp::DEF, &for_),
    (ParallelOp::DEF, &parallel),
    (ForallOp::DEF, &forall),
    (InParallelOp::DEF, &in_parallel),
    (ReduceOp::DEF, &reduce),
    (ReduceReturnOp::DEF, &yield_),
    (WhileOp::DEF, &while_),
    (ConditionOp::DEF, &condition),
    (ExecuteRegionOp::DEF, &execute_region),
    (IndexSwitchOp::DEF, &index_switch),
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
    let variables: Vec<ValueRef<'_>> = entry.args().take(1).collect();
    let carried = lw.places(entry.args().skip(1))?;
    let results = lw.places(op.results())?;
    let bounds = Loop::of(lw, op.operand(0), op.operand(1), op.operand(2))?;
    lw.pass(op, op.operands().skip(3), &carried)?;
    nest(lw, (w, unsigned), &[bounds], &variables, |lw, _| {
        let next = lw.label();
        lw.region(op.region(0), Exit { targets: carried.clone(), label: next });
        lw.bind(next);
        Ok(())
    })?;
    lw.copy(&carried, &results)
}

/// Iterations one after the other; what they reduce is in the registers of the results.
fn parallel(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let entry = op.region(0).entry().ok_or("a loop without a body")?;
    let variables: Vec<ValueRef<'_>> = entry.args().collect();
    let mut loops = Vec::new();
    for (lower, (upper, step)) in op.operand_group(0).zip(op.operand_group(1).zip(op.operand_group(2))) {
        loops.push(Loop::of(lw, lower, upper, step)?);
    }
    let results = lw.places(op.results())?;
    lw.pass(op, op.operand_group(3), &results)?;
    let w = lw.index_bits() as u8;
    parallel_nest(lw, (w, false), &loops, &variables, |lw, _| {
        let next = lw.label();
        lw.region(op.region(0), Exit { targets: results, label: next });
        lw.bind(next);
        Ok(())
    })
}

/// Iterations one after the other, each of which sees the shared tensors as they were before; what iterations insert at
/// their ends goes to the registers of the results.
fn forall(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let entry = op.region(0).entry().ok_or("a loop without a body")?;
    let list = |name| op.inherent_attr(name).and_then(|attr| attr.as_i64_array(op.cx())).unwrap_or_default();
    let mut bounds = Vec::new();
    for (i, name) in ["staticLowerBound", "staticUpperBound", "staticStep"].into_iter().enumerate() {
        let all = numbers(lw, mixed_values(&list(name), op.operand_group(i)))?;
        bounds.push(all.into_iter().map(|number| number.slot(lw)).collect::<Vec<Reg>>());
    }
    let checked = list("staticStep").into_iter().map(|step| step > 0);
    let loops: Vec<Loop> = checked
        .enumerate()
        .map(|(i, checked)| Loop { lower: bounds[0][i], upper: bounds[1][i], step: bounds[2][i], checked })
        .collect();
    let results = lw.places(op.results())?;
    let variables: Vec<ValueRef<'_>> = entry.args().take(loops.len()).collect();
    let mut tensors = Vec::new();
    for ((arg, value), &result) in entry.args().skip(loops.len()).zip(op.operand_group(3)).zip(&results) {
        let Place::Object(reg) = result else { return Err("a tensor is expected".to_owned()) };
        lw.shared.insert(arg.handle(), reg);
        tensors.push(reg);
        // Where nobody looks at what was there before, it need not be kept.
        let looks = arg.uses().any(|(user, _)| user.name_text() != "tensor.parallel_insert_slice");
        let before = lw.place(value)?;
        if looks {
            let kept = lw.place(arg)?;
            lw.pass(op, [value].into_iter(), &[kept])?;
            let (Place::Object(a), Place::Object(d)) = (kept, result) else { continue };
            lw.emit(Inst::CopyObject { d, a });
        } else {
            lw.alias(arg, before);
            lw.pass(op, [value].into_iter(), &[result])?;
        }
    }
    let all = tensors.clone();
    lw.action(move |env| {
        for &reg in &all {
            let count = array(env.objects, reg)?.len();
            env.heap.races().begin_shared(env.base as u64 + u64::from(reg), count);
        }
        Ok(())
    });
    let w = lw.index_bits() as u8;
    parallel_nest(lw, (w, false), &loops, &variables, |lw, _| {
        let next = lw.label();
        lw.region(op.region(0), Exit { targets: Vec::new(), label: next });
        lw.bind(next);
        Ok(())
    })?;
    lw.action(move |env| {
        tensors.iter().for_each(|&reg| env.heap.races().end_shared(env.base as u64 + u64::from(reg)));
        Ok(())
    });
    Ok(())
}

fn in_parallel(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let exit = lw.exit().map(|exit| exit.label).ok_or("insertions without a loop")?;
    let end = lw.label();
    lw.region(op.region(0), Exit { targets: Vec::new(), label: end });
    lw.bind(end);
    lw.jump(exit);
    Ok(())
}

fn reduce(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let exit = lw.exit().map(|exit| (exit.targets.clone(), exit.label));
    let (totals, end) = exit.ok_or("a reduction without a loop")?;
    for ((region, value), total) in op.regions().zip(op.operands()).zip(totals) {
        let args = lw.places(region.entry().into_iter().flat_map(|block| block.args()))?;
        let [so_far, new] = args[..] else { return Err("a reduction of two values is expected".to_owned()) };
        lw.copy(&[total], &[so_far])?;
        lw.pass(op, [value].into_iter(), &[new])?;
        let label = lw.label();
        lw.region(region, Exit { targets: vec![total], label });
        lw.bind(label);
    }
    lw.jump(end);
    Ok(())
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
