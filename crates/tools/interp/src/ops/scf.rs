//! The dialect scf.

use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::scf::{
    ConditionOp, ExecuteRegionOp, ForOp, ForallOp, IfOp, InParallelOp, IndexSwitchOp, ParallelOp, ReduceOp,
    ReduceReturnOp, WhileOp, YieldOp,
};
use terrace_dialects_mem::tensor::ParallelInsertSliceOp;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{OpKind, OpRef, ValueRef};

use super::loops::{Loop, nest, parallel_nest};
use super::memref::numbers;
use super::tensor::array;
use crate::inst::{Inst, Reg};
use crate::lower::{Exit, Interpret, Lowered, Lowering, ValuePlace};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "scf", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
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
    let view = IfOp::view_of(op);
    let targets = lw.places(view.results())?;
    let (other, end) = (lw.label(), lw.label());
    lw.jump_unless(view.condition(), other)?;
    lw.region(view.then_region(), Exit { targets: targets.clone(), label: end });
    lw.bind(other);
    lw.region(view.else_region(), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn execute_region(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ExecuteRegionOp::view_of(op);
    let targets = lw.places(view.results())?;
    let end = lw.label();
    lw.region(view.region(), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn index_switch(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = IndexSwitchOp::view_of(op);
    let targets = lw.places(view.results())?;
    let (flag, d, end) = (lw.slot(view.arg())?, lw.new_slots(1), lw.label());
    let w = lw.element(view.arg().ty())?.scalar.bits() as u8;
    for (case, region) in view.cases().iter().zip(view.case_regions()) {
        let (b, next) = (lw.constant(case as u64 & crate::int_ops::mask(w)), lw.label());
        lw.emit(Inst::Compare { predicate: CmpIPredicate::Ne, w, d, a: flag, b });
        lw.jump_if(d, next);
        lw.region(region, Exit { targets: targets.clone(), label: end });
        lw.bind(next);
    }
    lw.region(view.default_region(), Exit { targets, label: end });
    lw.bind(end);
    Ok(())
}

fn for_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ForOp::view_of(op);
    let w = lw.element(view.lower_bound().ty())?.scalar.bits();
    if !(1..=64).contains(&w) {
        return Err("a loop over integers wider than 64 bits is not supported".to_owned());
    }
    let w = w as u8;
    let unsigned = view.unsigned_cmp();
    let entry = view.region().entry().ok_or("a loop without a body")?;
    let variables: Vec<ValueRef<'_>> = entry.args().take(1).collect();
    let carried = lw.places(entry.args().skip(1))?;
    let results = lw.places(view.results())?;
    let bounds = Loop::of(lw, view.lower_bound(), view.upper_bound(), view.step())?;
    lw.pass(op, view.init_args(), &carried)?;
    nest(lw, (w, unsigned), &[bounds], &variables, |lw, _| {
        let next = lw.label();
        lw.region(view.region(), Exit { targets: carried.clone(), label: next });
        lw.bind(next);
        Ok(())
    })?;
    lw.copy(&carried, &results)
}

/// Sequential iterations; their reductions are in the registers of the results.
fn parallel(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ParallelOp::view_of(op);
    let entry = view.region().entry().ok_or("a loop without a body")?;
    let variables: Vec<ValueRef<'_>> = entry.args().collect();
    let mut loops = Vec::new();
    for (lower, (upper, step)) in view.lower_bound().zip(view.upper_bound().zip(view.step())) {
        loops.push(Loop::of(lw, lower, upper, step)?);
    }
    let results = lw.places(view.results())?;
    lw.pass(op, view.init_vals(), &results)?;
    let w = lw.index_bits() as u8;
    parallel_nest(lw, (w, false), &loops, &variables, |lw, _| {
        let next = lw.label();
        lw.region(view.region(), Exit { targets: results, label: next });
        lw.bind(next);
        Ok(())
    })
}

/// Lowers to sequential iterations, each of which sees the shared tensors as before the loop; insertions at the
/// iterations' ends are made in the registers of the results.
fn forall(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ForallOp::view_of(op);
    let entry = view.region().entry().ok_or("a loop without a body")?;
    let mut registers = |list| -> Lowered<Vec<Reg>> {
        Ok(numbers(lw, list)?.into_iter().map(|number| number.slot(lw)).collect())
    };
    let lower = registers(mixed_values(&view.static_lower_bound().to_vec(), view.dynamic_lower_bound()))?;
    let upper = registers(mixed_values(&view.static_upper_bound().to_vec(), view.dynamic_upper_bound()))?;
    let step = registers(mixed_values(&view.static_step().to_vec(), view.dynamic_step()))?;
    let bounds = lower.into_iter().zip(upper).zip(step).zip(view.static_step().iter());
    let loops: Vec<Loop> = bounds
        .map(|(((lower, upper), step), known)| Loop { lower, upper, step, checked: known > 0 })
        .collect();
    let results = lw.places(view.results())?;
    let variables: Vec<ValueRef<'_>> = entry.args().take(loops.len()).collect();
    let mut tensors = Vec::new();
    for ((arg, value), &result) in entry.args().skip(loops.len()).zip(view.outputs()).zip(&results) {
        let ValuePlace::Object(reg) = result else { return Err("a tensor is expected".to_owned()) };
        lw.shared.insert(arg.handle(), reg);
        tensors.push(reg);
        // If the previous content is not read, it need not be kept.
        let looks = arg.uses().any(|(user, _)| !user.isa::<ParallelInsertSliceOp>());
        let before = lw.place(value)?;
        if looks {
            let kept = lw.place(arg)?;
            lw.pass(op, [value].into_iter(), &[kept])?;
            let (ValuePlace::Object(a), ValuePlace::Object(d)) = (kept, result) else { continue };
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
        lw.region(view.region(), Exit { targets: Vec::new(), label: next });
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
    lw.region(InParallelOp::view_of(op).region(), Exit { targets: Vec::new(), label: end });
    lw.bind(end);
    lw.jump(exit);
    Ok(())
}

fn reduce(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let exit = lw.exit().map(|exit| (exit.targets.clone(), exit.label));
    let (totals, end) = exit.ok_or("a reduction without a loop")?;
    let view = ReduceOp::view_of(op);
    for ((region, value), total) in view.reductions().zip(view.operands()).zip(totals) {
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
    let view = WhileOp::view_of(op);
    let before = lw.places(view.before().entry().into_iter().flat_map(|block| block.args()))?;
    lw.pass(op, view.inits(), &before)?;
    let (again, end) = (lw.label(), lw.label());
    lw.bind(again);
    let results = lw.places(view.results())?;
    lw.region(view.before(), Exit { targets: results, label: end });
    lw.region(view.after(), Exit { targets: before, label: again });
    lw.bind(end);
    Ok(())
}

fn condition(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConditionOp::view_of(op);
    let around = op.parent_op().and_then(|parent| parent.cast::<WhileOp>());
    let after = around.and_then(|around| around.after().entry());
    let targets = lw.places(after.into_iter().flat_map(|block| block.args()))?;
    let (over, go_on) = (lw.label(), lw.label());
    lw.jump_unless(view.condition(), over)?;
    lw.pass(op, view.args(), &targets)?;
    lw.jump(go_on);
    lw.bind(over);
    let (results, end) =
        lw.exit().map(|exit| (exit.targets.clone(), exit.label)).ok_or("a condition without a loop")?;
    lw.pass(op, view.args(), &results)?;
    lw.jump(end);
    // The region that follows is the body.
    lw.bind(go_on);
    Ok(())
}
