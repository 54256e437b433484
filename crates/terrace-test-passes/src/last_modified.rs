//! `test-last-modified`: which ops wrote last to what the operands of a tagged op point to.

use std::fmt::Write;

use terrace_analysis::{
    CallAction, Dense, Facts, Forward, ForwardOptions, Solution, State, solve_dense, solve_with,
};
use terrace_dialects_test::accesses::{
    CallAndStoreOp, StoreWithALoopRegionOp, StoreWithARegionOp, stores_before,
};
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::ids::ValueHandle;
use terrace_ir::interfaces::{CallLike, RegionPoint};
use terrace_ir::{Attr, Diag, Ir, OpHandle, OpRef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

use crate::written_to::FLOW_OPTIONS;

/// The pass.
pub(crate) static TEST_LAST_MODIFIED: PassDef = PassDef {
    name: "test-last-modified",
    class: "TestLastModifiedPass",
    options: FLOW_OPTIONS,
    make: |options| {
        let interprocedural = options.bool("interprocedural");
        let assume_writes = options.bool("assume-func-writes");
        Ok(Pass::Ir(Box::new(TestLastModified { interprocedural, assume_writes })))
    },
    ..EMPTY_PASS
};

struct TestLastModified {
    interprocedural: bool,
    assume_writes: bool,
}

/// The one value that a value always is, as far as control flow tells.
#[derive(Clone, Copy, PartialEq, Default)]
pub(crate) enum Underlying {
    /// Nothing has reached it.
    #[default]
    Unreached,
    /// This one.
    Is(ValueHandle),
    /// One of several.
    Several,
}

impl Facts for Underlying {
    fn is_unreached(&self) -> bool {
        *self == Underlying::Unreached
    }

    fn join(&mut self, other: &Self) -> bool {
        let joined = match (*self, *other) {
            (Underlying::Unreached, other) => other,
            (this, Underlying::Unreached) => this,
            (a, b) if a == b => a,
            _ => Underlying::Several,
        };
        let changed = joined != *self;
        *self = joined;
        changed
    }

    fn constant(&self) -> Option<Attr> {
        None
    }
}

/// Follows values through control flow.
pub(crate) struct UnderlyingValues;

fn handle(value: ValueRef<'_>) -> ValueHandle {
    ValueHandle { body: value.body_id(), value: value.id() }
}

impl Forward for UnderlyingValues {
    type Facts = Underlying;

    fn anything(&self, value: ValueRef<'_>) -> Underlying {
        Underlying::Is(handle(value))
    }

    fn transfer(
        &self,
        _op: OpRef<'_>,
        _operands: &[Underlying],
        _known: &dyn Fn(ValueRef<'_>) -> Underlying,
    ) -> Option<Vec<Underlying>> {
        None
    }
}

/// The value at the end of the chain.
pub(crate) fn underlying(found: &Solution<Underlying>, value: ValueRef<'_>) -> Option<ValueHandle> {
    let mut at = handle(value);
    loop {
        match *found.get(at) {
            Underlying::Is(next) if next == at => return Some(at),
            Underlying::Is(next) => at = next,
            _ => return None,
        }
    }
}

/// Who wrote last to what.
#[derive(Clone, PartialEq, Default)]
struct Writers(Vec<(ValueHandle, Vec<OpHandle>)>);

impl Writers {
    fn get(&self, value: ValueHandle) -> Option<&[OpHandle]> {
        self.0.iter().find(|(known, _)| *known == value).map(|(_, ops)| &ops[..])
    }

    fn set(&mut self, value: ValueHandle, op: OpHandle) {
        match self.0.iter_mut().find(|(known, _)| *known == value) {
            Some((_, ops)) => *ops = vec![op],
            None => self.0.push((value, vec![op])),
        }
    }
}

impl State for Writers {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (value, ops) in &other.0 {
            let at = match self.0.iter().position(|(known, _)| known == value) {
                Some(at) => at,
                None => {
                    self.0.push((*value, Vec::new()));
                    self.0.len() - 1
                }
            };
            for op in ops {
                if !self.0[at].1.contains(op) {
                    self.0[at].1.push(*op);
                    changed = true;
                }
            }
        }
        changed
    }
}

struct LastModified<'a> {
    values: &'a Solution<Underlying>,
    assume_writes: bool,
}

impl Dense for LastModified<'_> {
    type State = Writers;

    fn entry(&self) -> Writers {
        Writers::default()
    }

    fn transfer(&self, op: OpRef<'_>, before: &Writers) -> Writers {
        let Some(effects) = own_effects(op) else { return self.entry() };
        let mut after = before.clone();
        for effect in effects {
            let Some(value) = effect.value else { return self.entry() };
            let value = ValueRef::in_body(op.ir(), op.body(), op.body_id(), value);
            let Some(place) = underlying(self.values, value) else { return self.entry() };
            if effect.kind == EffectKind::Write {
                after.set(place, op.handle());
            }
        }
        after
    }

    fn region_transfer(
        &self,
        op: OpRef<'_>,
        from: RegionPoint,
        to: RegionPoint,
        before: &Writers,
    ) -> Writers {
        let stores = op.isa::<StoreWithARegionOp>() || op.isa::<StoreWithALoopRegionOp>();
        let here = match stores_before(op) {
            true => from == RegionPoint::Parent,
            false => to == RegionPoint::Parent,
        };
        if !(stores && here) {
            return before.clone();
        }
        // Control may come again, with what was there before.
        let mut after = self.transfer(op, before);
        if stores_before(op) || from != RegionPoint::Parent {
            after.join(before);
        }
        after
    }

    fn call_transfer(&self, call: OpRef<'_>, action: CallAction, before: &Writers) -> Writers {
        if action == CallAction::External {
            let arguments = call.interface::<dyn CallLike>().map(|interface| interface.arguments(call));
            let Some((start, len)) = arguments.filter(|_| self.assume_writes) else { return self.entry() };
            let mut after = before.clone();
            for at in start..start + len {
                let Some(place) = underlying(self.values, call.operand(at)) else { return before.clone() };
                after.set(place, call.handle());
            }
            return after;
        }
        let here = (action == CallAction::Enter) == stores_before(call);
        if call.isa::<CallAndStoreOp>() && here { self.transfer(call, before) } else { before.clone() }
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
        let options = ForwardOptions { interprocedural: self.interprocedural };
        let values = solve_with(&UnderlyingValues, ir.op(root), options);
        let analysis = LastModified { values: &values, assume_writes: self.assume_writes };
        let found = solve_dense(&analysis, ir.op(root), options);
        for op in order.into_iter().map(|op| ir.op(op)) {
            let Some(tag) = op.attr("tag").and_then(|tag| tag.as_str(ir.cx())) else { continue };
            // Nothing can go wrong when writing to a string.
            let _ = writeln!(run.text, "test_tag: {tag}:");
            let after = found.after(op);
            for (index, operand) in op.operands().enumerate() {
                let _ = writeln!(run.text, " operand #{index}");
                let place = underlying(&values, operand);
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
