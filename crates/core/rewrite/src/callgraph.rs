//! The call graph of the isolated callable ops.

use rustc_hash::FxHashMap;
use terrace_ir::analysis::OpAnalysis;
use terrace_ir::interfaces::{CallLike, Callable, Callee};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Ir, OpHandle, OpRef};
use terrace_support::graph::components;

/// A callable in a [`CallGraph`].
pub type Node = usize;

/// The callables below an op, and their calls.
#[derive(Clone, Default, Debug)]
pub struct CallGraph {
    /// The callables, in order.
    pub callables: Vec<OpHandle>,
    by_op: FxHashMap<OpHandle, Node>,
    /// The callables that each one calls, each once, in the order of the first call.
    pub calls: Vec<Vec<Node>>,
}

impl OpAnalysis for CallGraph {
    const NAME: &'static str = "CallGraph";

    fn compute(op: OpRef<'_>) -> Self {
        Self::new(op)
    }
}

impl CallGraph {
    /// The call graph of the ops nested in `root`.
    pub fn new(root: OpRef<'_>) -> Self {
        let mut graph = Self::default();
        crate::walk::walk(root, |op| {
            if op.inner_body().is_some() && callable(op) {
                graph.by_op.insert(op.handle(), graph.callables.len());
                graph.callables.push(op.handle());
            }
        });
        let tables = root.ir().symbol_tables();
        for &caller in &graph.callables {
            let mut targets = Vec::new();
            // Each is found once in the order of its first call.
            let mut seen = rustc_hash::FxHashSet::default();
            crate::walk::walk(root.ir().op(caller), |op| {
                if let Some(target) = graph.resolve(&tables, op)
                    && seen.insert(target)
                {
                    targets.push(target);
                }
            });
            graph.calls.push(targets);
        }
        graph
    }

    /// The node of a callable op.
    pub fn node(&self, op: OpHandle) -> Option<Node> {
        self.by_op.get(&op).copied()
    }

    /// The callable that a call calls, where it is known and has a region. Calls of nested symbols count.
    pub fn resolve(&self, tables: &SymbolTables, call: OpRef<'_>) -> Option<Node> {
        let callee = call.interface::<dyn CallLike>()?.callee(call)?;
        let target = match callee {
            Callee::Symbol(symbol) => tables.lookup_nearest(call, symbol)?,
            Callee::Value(value) => value.defining_op()?,
        };
        self.node(target.handle())
    }

    /// Sets of callables that call each other in circles, callees before their callers.
    pub fn components(&self) -> Vec<Vec<Node>> {
        let mut found = Vec::new();
        let edges = |node: Node| self.calls[node].iter().copied();
        components(0..self.callables.len(), edges, |members| {
            found.push(members.iter().rev().copied().collect())
        });
        found
    }
}

fn callable(op: OpRef<'_>) -> bool {
    op.interface::<dyn Callable>().is_some_and(|callable| callable.callable_region(op).is_some())
}

/// The region of a callable.
pub fn region_of(ir: &Ir, callable: OpHandle) -> Option<terrace_ir::RegionRef<'_>> {
    let op = ir.op(callable);
    op.interface::<dyn Callable>()?.callable_region(op)
}
