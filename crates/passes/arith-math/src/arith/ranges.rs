//! Integer ranges that remain valid while patterns use them.

use std::sync::{Arc, RwLock};

use terrace_analysis::{DataFlowSolver, IntegerRange, IntegerRanges, ValueStates};
use terrace_ir::ids::ValueHandle;
use terrace_ir::int_range::Range;
use terrace_ir::{BodyId, Ir, OpHandle, OpRef, Rewriter, Value, ValueRef};

/// Ranges of values; those of new values are added as ops are made.
#[derive(Clone)]
pub struct Ranges(Arc<RwLock<ValueStates<IntegerRange>>>);

impl Ranges {
    /// Computes the integer ranges of all values nested in an op.
    pub fn of(root: OpRef<'_>) -> Self {
        let mut solver = DataFlowSolver::new(root);
        solver.load(IntegerRanges);
        solver.run();
        Ranges(Arc::new(RwLock::new(solver.finish().take_value_states())))
    }

    /// The range of a value; `None` if nothing is known.
    pub fn get(&self, value: ValueRef<'_>) -> Option<Range> {
        let known = self.0.read().unwrap_or_else(|e| e.into_inner());
        known.of(value).range.clone()
    }

    /// Whether a value, read as signed, is never negative.
    pub fn is_non_negative(&self, value: ValueRef<'_>) -> bool {
        self.get(value).is_some_and(|range| !range.smin().is_negative())
    }

    /// A new value has the range of another.
    pub fn copy(&self, rw: &Rewriter<'_>, from: Value, to: Value) {
        let handle = |value| ValueHandle { body: rw.body_id(), value };
        let mut known = self.0.write().unwrap_or_else(|e| e.into_inner());
        let element = known.get(handle(from)).clone();
        known.set(handle(to), element);
    }
}

/// Runs `work` on the body of an op and those of all isolated ops inside, outer ones first.
pub fn rewrite_bodies(ir: &mut Ir, op: OpHandle, mut work: impl FnMut(&mut Rewriter<'_>)) {
    let mut bodies: Vec<BodyId> = ir.op(op).inner_body().into_iter().collect();
    while let Some(id) = bodies.pop() {
        ir.rewrite(id, &mut work);
        let body = ir.body(id);
        let start = bodies.len();
        bodies.extend(body.live_ops().filter_map(|op| body.inner(op)));
        bodies[start..].reverse();
    }
}
