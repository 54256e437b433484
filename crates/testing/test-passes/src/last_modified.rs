//! `test-last-modified`: the last writers to the memory that the operands of a tagged op point to.

use std::fmt::Write;

use terrace_analysis::{CallAction, DataFlowConfig, DataFlowSolver, DenseForwardAnalysis, Lattice};
use terrace_dialects_test::accesses::{
    CallAndStoreOp, StoreWithALoopRegionOp, StoreWithARegionOp, stores_before,
};
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::interfaces::{CallLike, RegionPoint};
use terrace_ir::{Diag, Ir, OpHandle, OpRef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

use crate::accesses::{Accesses, UnderlyingValues, underlying};
use crate::written_to::FlowOptions;

/// The pass.
pub(crate) static TEST_LAST_MODIFIED: PassDef = PassDef {
    name: "test-last-modified",
    class: "(anonymous namespace)::TestLastModifiedPass",
    options: FlowOptions::DEFS,
    make: |options| {
        let options = FlowOptions::from(options);
        let (interprocedural, assume_writes) = (options.interprocedural, options.assume_func_writes);
        Ok(Pass::Ir(Box::new(TestLastModified { interprocedural, assume_writes })))
    },
    ..EMPTY_PASS
};

struct TestLastModified {
    interprocedural: bool,
    assume_writes: bool,
}

struct LastModified {
    assume_writes: bool,
}

impl DenseForwardAnalysis for LastModified {
    type Lattice = Accesses;

    fn entry_state(&self) -> Accesses {
        Accesses::default()
    }

    fn transfer(&self, solver: &DataFlowSolver<'_>, op: OpRef<'_>, before: &Accesses) -> Accesses {
        let Some(effects) = own_effects(op) else { return self.entry_state() };
        let mut after = before.clone();
        for effect in effects {
            let Some(value) = effect.value else { return self.entry_state() };
            let value = ValueRef::in_body(op.ir(), op.body(), op.body_id(), value);
            let Some(place) = underlying(solver.value_states(), value) else { return self.entry_state() };
            if effect.kind == EffectKind::Write {
                after.set(place, op.handle());
            }
        }
        after
    }

    fn region_transfer(
        &self,
        solver: &DataFlowSolver<'_>,
        op: OpRef<'_>,
        from: RegionPoint,
        to: RegionPoint,
        before: &Accesses,
    ) -> Accesses {
        let stores = op.isa::<StoreWithARegionOp>() || op.isa::<StoreWithALoopRegionOp>();
        let here = match stores_before(op) {
            true => from == RegionPoint::Parent,
            false => to == RegionPoint::Parent,
        };
        if !(stores && here) {
            return before.clone();
        }
        // Control may re-enter, with the state before.
        let mut after = self.transfer(solver, op, before);
        if stores_before(op) || from != RegionPoint::Parent {
            after.join(before);
        }
        after
    }

    fn call_transfer(
        &self,
        solver: &DataFlowSolver<'_>,
        call: OpRef<'_>,
        action: CallAction,
        before: &Accesses,
    ) -> Accesses {
        if action == CallAction::External {
            let arguments = call.interface::<dyn CallLike>().map(|interface| interface.arguments(call));
            let mut after = before.clone();
            let Some((start, len)) = arguments.filter(|_| self.assume_writes) else {
                after.forget();
                return after;
            };
            for at in start..start + len {
                let Some(place) = underlying(solver.value_states(), call.operand(at)) else {
                    return before.clone();
                };
                after.set(place, call.handle());
            }
            return after;
        }
        let here = (action == CallAction::Enter) == stores_before(call);
        if call.isa::<CallAndStoreOp>() && here {
            self.transfer(solver, call, before)
        } else {
            before.clone()
        }
    }
}

impl IrPass for TestLastModified {
    fn run(&self, ir: &mut Ir, root: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let order = post_order(ir, root);
        if let Some(op) = order.iter().map(|op| ir.op(*op)).find(|op| op.attr("always_fail").is_some()) {
            let mut diag = Diag::error(op.loc(), "this op is always fails");
            diag.op = Some(op.handle());
            return run.fail(diag);
        }
        let config = DataFlowConfig::default().interprocedural(self.interprocedural);
        let mut solver = DataFlowSolver::with_config(ir.op(root), config);
        solver.load_baseline().load(UnderlyingValues);
        solver.load_dense_forward(LastModified { assume_writes: self.assume_writes });
        solver.run();
        for op in order.into_iter().map(|op| ir.op(op)) {
            let Some(tag) = op.attr("tag").and_then(|tag| tag.as_str(ir.cx())) else { continue };
            // Nothing can go wrong when writing to a string.
            let _ = writeln!(run.text, "test_tag: {tag}:");
            let after = solver.after::<Accesses>(op);
            for (index, operand) in op.operands().enumerate() {
                let _ = writeln!(run.text, " operand #{index}");
                let place = underlying(solver.value_states(), operand);
                match place.and_then(|place| after?.get(place)) {
                    None => run.text.push_str("  - <unknown>\n"),
                    Some(writers) => {
                        for writer in writers.iter().map(|writer| ir.op(*writer)) {
                            let name = writer.attr("tag_name").and_then(|name| name.as_str(ir.cx()));
                            let _ = writeln!(run.text, "  - {}", name.unwrap_or(writer.name_text()));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}
