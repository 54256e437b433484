//! Conditions and loops.

use terrace_dialects_tosa::control_flow::{IfOp, WhileOp, YieldOp};
use terrace_interp::fault::Fault;
use terrace_interp::inst::{Inst, Reg};
use terrace_interp::lower::{Exit, Interpret, Label, Lowered, Lowering, ValuePlace};
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef, RegionRef};

use crate::operands::register;

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] =
    &[(IfOp::DEF, &if_), (WhileOp::DEF, &while_), (YieldOp::DEF, &yield_)];

fn yield_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

/// The places of the arguments of a region.
fn arguments(lw: &mut Lowering<'_>, region: RegionRef<'_>) -> Lowered<Vec<ValuePlace>> {
    lw.places(region.entry().into_iter().flat_map(|block| block.args()))
}

/// Appends a jump that is taken unless a tensor holds true, which has one element.
fn jump_unless(lw: &mut Lowering<'_>, condition: Reg, label: Label) {
    let d = lw.new_slots(1);
    lw.native_on(Vec::new(), vec![d], move |env| {
        let Some(array) = env.objects[condition as usize].clone() else {
            return Err(Fault::new("use of a tensor that is not there"));
        };
        if array.len() != 1 {
            return Err(Fault::new(format!(
                "a condition of {} elements, where one is expected",
                array.len()
            )));
        }
        let mut truth = [0];
        array.read(0, &mut truth)?;
        env.slots[d as usize] = (truth[0] & 1) ^ 1;
        Ok(())
    });
    lw.jump_if(d, label);
}

fn if_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = IfOp::view_of(op);
    let condition = register(lw, view.condition())?;
    let targets = lw.places(view.output_list())?;
    let (other, end) = (lw.label(), lw.label());
    jump_unless(lw, condition, other);
    for (region, start) in [(view.then_graph(), None), (view.else_graph(), Some(other))] {
        if let Some(label) = start {
            lw.bind(label);
        }
        let args = arguments(lw, region)?;
        lw.pass(op, view.input_list(), &args)?;
        lw.region(region, Exit { targets: targets.clone(), label: end });
    }
    lw.bind(end);
    Ok(())
}

/// Appends copies of objects, which stay where they are.
fn copy(lw: &mut Lowering<'_>, from: &[ValuePlace], to: &[ValuePlace]) -> Lowered {
    for (&from, &to) in from.iter().zip(to) {
        let (ValuePlace::Object(a), ValuePlace::Object(d)) = (from, to) else {
            return Err("a tensor is expected".to_owned());
        };
        lw.emit(Inst::CopyObject { d, a });
    }
    Ok(())
}

/// The tensors of an iteration are held apart from the arguments of the regions, which their ops may take over.
fn while_(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = WhileOp::view_of(op);
    let results = lw.places(view.output_list())?;
    let (tested, body) = (arguments(lw, view.cond_graph())?, arguments(lw, view.body_graph())?);
    let held: Vec<ValuePlace> = results.iter().map(|&place| lw.fresh(place)).collect();
    lw.pass(op, view.input_list(), &held)?;
    let (again, after_test, end) = (lw.label(), lw.label(), lw.label());
    lw.bind(again);
    copy(lw, &held, &tested)?;
    let condition = lw.fresh(ValuePlace::Object(0));
    lw.region(view.cond_graph(), Exit { targets: vec![condition], label: after_test });
    lw.bind(after_test);
    let ValuePlace::Object(condition) = condition else { return Err("a tensor is expected".to_owned()) };
    jump_unless(lw, condition, end);
    lw.copy(&held, &body)?;
    lw.region(view.body_graph(), Exit { targets: held.clone(), label: again });
    lw.bind(end);
    lw.copy(&held, &results)
}
