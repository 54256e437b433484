//! `test-next-access`: the next accesses of the memory that the operands of a named op point to.

use terrace_analysis::{
    CallAction, DataFlowConfig, DataFlowSolver, DenseBackwardAnalysis, Lattice, ValueStates,
};
use terrace_asm::{PrintOptions, print_op};
use terrace_dialects_test::accesses::{CallAndStoreOp, StoreWithARegionOp, stores_before};
use terrace_ir::effects::own_effects;
use terrace_ir::interfaces::{CallLike, RegionBranchOp, RegionPoint};
use terrace_ir::{Attr, BlockRef, Ir, OpHandle, OpRef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::walk::post_order;

use crate::accesses::{Accesses, Underlying, UnderlyingValues, underlying};

pass_options! {
    /// The options of the pass.
    struct NextAccessOptions {
        /// assume external functions have read effect on all arguments
        assume_func_reads("assume-func-reads"): bool = "false",
        /// perform interprocedural analysis
        interprocedural("interprocedural"): bool = "true",
    }
}

/// The pass.
pub(crate) static TEST_NEXT_ACCESS: PassDef = PassDef {
    name: "test-next-access",
    class: "(anonymous namespace)::TestNextAccessPass",
    options: NextAccessOptions::DEFS,
    make: |options| {
        let options = NextAccessOptions::from(options);
        let (interprocedural, assume_reads) = (options.interprocedural, options.assume_func_reads);
        Ok(Pass::Ir(Box::new(TestNextAccess { interprocedural, assume_reads })))
    },
    ..EMPTY_PASS
};

struct TestNextAccess {
    interprocedural: bool,
    assume_reads: bool,
}

struct NextAccess {
    assume_reads: bool,
}

impl DenseBackwardAnalysis for NextAccess {
    type Lattice = Accesses;

    fn set_to_exit_state(&self, before: &mut Accesses) {
        before.forget();
    }

    fn transfer(&self, solver: &DataFlowSolver<'_>, op: OpRef<'_>, after: &Accesses, before: &mut Accesses) {
        let Some(effects) = own_effects(op) else { return self.set_to_exit_state(before) };
        before.join(after);
        for effect in effects {
            let place = effect.value.and_then(|value| {
                underlying(solver.value_states(), ValueRef::in_body(op.ir(), op.body(), op.body_id(), value))
            });
            let Some(place) = place else { return self.set_to_exit_state(before) };
            before.set(place, op.handle());
        }
    }

    fn region_transfer(
        &self,
        solver: &DataFlowSolver<'_>,
        op: OpRef<'_>,
        from: RegionPoint,
        to: RegionPoint,
        after: &Accesses,
        before: &mut Accesses,
    ) {
        let border = if stores_before(op) { from } else { to };
        if op.isa::<StoreWithARegionOp>() && border == RegionPoint::Parent {
            self.transfer(solver, op, after, before);
        } else {
            before.join(after);
        }
    }

    fn call_transfer(
        &self,
        solver: &DataFlowSolver<'_>,
        call: OpRef<'_>,
        action: CallAction,
        after: &Accesses,
        before: &mut Accesses,
    ) {
        if action == CallAction::External {
            let arguments = call.interface::<dyn CallLike>().map(|interface| interface.arguments(call));
            let Some((start, len)) = arguments.filter(|_| self.assume_reads) else {
                before.join(after);
                return before.forget();
            };
            let places = (start..start + len).map(|at| underlying(solver.value_states(), call.operand(at)));
            let Some(places) = places.collect::<Option<Vec<_>>>() else { return };
            before.join(after);
            places.into_iter().for_each(|place| before.set(place, call.handle()));
        } else if call.isa::<CallAndStoreOp>() && (action == CallAction::Enter) == stores_before(call) {
            self.transfer(solver, call, after, before);
        } else {
            before.join(after);
        }
    }
}

/// For each operand of an op the names of the ops that come next, or their text where they have none.
fn describe(op: OpRef<'_>, values: &ValueStates<Underlying>, state: Option<&Accesses>) -> Attr {
    let (cx, ir) = (op.cx(), op.ir());
    let Some(state) = state else { return cx.string_attr("not computed") };
    let one = |operand: ValueRef<'_>| {
        let known = underlying(values, operand).and_then(|place| state.get(place));
        let Some(known) = known else { return cx.string_attr("unknown") };
        let name = |op: OpRef<'_>| {
            op.attr("name")
                .filter(|name| name.as_str(cx).is_some())
                .unwrap_or_else(|| cx.string_attr(&print_op(op, &PrintOptions::default())))
        };
        cx.array_attr(&known.iter().map(|next| name(ir.op(*next))).collect::<Vec<_>>())
    };
    cx.array_attr(&op.operands().map(one).collect::<Vec<_>>())
}

impl IrPass for TestNextAccess {
    fn run(&self, ir: &mut Ir, root: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let config = DataFlowConfig::default().interprocedural(self.interprocedural);
        let mut solver = DataFlowSolver::with_config(ir.op(root), config);
        solver.load_baseline().load(UnderlyingValues);
        solver.load_dense_backward(NextAccess { assume_reads: self.assume_reads });
        solver.run();
        let mut results = solver.finish();
        let values = results.take_value_states::<Underlying>();
        let found = results.take_point_states::<Accesses>();
        for handle in post_order(ir, root) {
            let op = ir.op(handle);
            if op.attr("name").and_then(|name| name.as_str(op.cx())).is_none() {
                continue;
            }
            let next = describe(op, &values, found.after(op));
            let entries = op.interface::<dyn RegionBranchOp>().map(|branch| {
                let targets = branch.successors(op, RegionPoint::Parent).into_iter();
                let entry = |target| match target {
                    RegionPoint::Region(index) => op.region(index).entry(),
                    RegionPoint::Parent => None,
                };
                let each = |block: BlockRef<'_>| describe(op, &values, found.start(block));
                op.cx().array_attr(&targets.filter_map(entry).map(each).collect::<Vec<_>>())
            });
            ir.rewrite(handle.body, |rw| {
                rw.set_attr(handle.op, "next_access", next);
                if let Some(entries) = entries {
                    rw.set_attr(handle.op, "next_at_entry_point", entries);
                }
            });
        }
        Ok(())
    }
}
