//! `inline`: replaces calls by the bodies of their callees, in bottom-up order of the call graph.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::def::op_error;
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::interfaces::{CallLike, Callee};
use terrace_ir::symbols::{SymbolTables, Visibility, defines_symbol, symbol_uses, visibility};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, Block, BodyId, Diag, Ir, Op, OpHandle, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::pass_options;
use terrace_pass::{
    Collect, Failed, IrPass, OpPipeline, Pass, PassDef, PassOptions, PassRun, PipelineError, Registry,
};

use crate::callgraph::{CallGraph, Node, region_of};
use crate::inline::{allows_several_blocks, inline_call};
use crate::walk::walk;

/// The pass.
pub static INLINE: PassDef = PassDef {
    name: "inline",
    class: "Inliner",
    doc: "Inline function calls",
    options: InlineOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(Inline::new(options)))),
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct InlineOptions {
        /// Pipeline that simplifies callables without a specific pipeline
        default_pipeline("default-pipeline"): String = "canonicalize",
        /// Pipelines that simplify callables by op name, as in func.func(canonicalize,cse)
        op_pipelines("op-pipelines"): Vec<String> = "",
        /// Maximum number of inlining iterations per SCC of the call graph
        max_iterations("max-iterations"): u32 = "4",
        /// Maximum size of a callee, in percent of the caller's ops; 4294967295 for no limit
        inlining_threshold("inlining-threshold"): u32 = "4294967295",
    }
}

struct Inline {
    default_pipeline: String,
    op_pipelines: Vec<String>,
    max_iterations: u64,
    threshold: u64,
}

impl Inline {
    fn new(options: &PassOptions) -> Self {
        let options = InlineOptions::from(options);
        Self {
            default_pipeline: options.default_pipeline,
            op_pipelines: options.op_pipelines,
            max_iterations: options.max_iterations as u64,
            threshold: options.inlining_threshold as u64,
        }
    }

    /// Checks that the pipelines of the options can be read.
    fn check_pipelines(&self, registry: &Registry) -> Result<(), String> {
        let message = |error: PipelineError| error.message();
        for text in &self.op_pipelines {
            OpPipeline::parse(text, registry).map_err(message)?;
        }
        match self.default_pipeline.is_empty() {
            true => Ok(()),
            false => OpPipeline::new(None).parse_into(&self.default_pipeline, registry).map_err(message),
        }
    }
}

impl IrPass for Inline {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let table = ir.op(op);
        if !table.has_trait(TraitSet::SymbolTable) {
            let message = " was scheduled to run under the inliner, but does not define a symbol table";
            return run.fail(op_error(table, message));
        }
        if let Err(error) = self.check_pipelines(run.manager.registry) {
            return run.fail(Diag::error(table.loc(), error));
        }
        let graph = ir.analysis::<CallGraph>(op);
        let uses = Uses::new(table, &graph);
        let mut driver = Driver {
            options: self,
            graph: &graph,
            uses,
            tables: table.ir().symbol_tables(),
            dead: Vec::new(),
            pipelines: FxHashMap::default(),
        };
        for component in graph.components() {
            driver.inline_component(ir, component, run)?;
        }
        for node in driver.dead {
            ir.erase_op(graph.callables[node]);
        }
        Ok(())
    }
}

/// The use counts of callables that may be erased when unused.
struct Uses {
    /// The number of uses of each callable that may be dropped when it has none.
    discardable: FxHashMap<Node, i64>,
    /// The callables that the ops in a callable use, and how often.
    inner: Vec<FxHashMap<Node, i64>>,
    /// The callables that a callable uses in its own attributes.
    own: Vec<FxHashSet<Node>>,
    tables: Arc<SymbolTables>,
}

impl Uses {
    fn new(root: OpRef<'_>, graph: &CallGraph) -> Self {
        let n = graph.callables.len();
        let mut uses = Self {
            discardable: FxHashMap::default(),
            inner: vec![FxHashMap::default(); n],
            own: vec![FxHashSet::default(); n],
            tables: root.ir().symbol_tables(),
        };
        let (mut always, mut is_known) = (Vec::new(), true);
        walk(root, |table| {
            if !table.has_trait(TraitSet::SymbolTable) {
                return;
            }
            // The outermost table's symbols are all seen from here; those of a table inside, if it is private.
            let all_seen = table.parent_op().is_none()
                || (defines_symbol(table) && visibility(table) == Visibility::Private);
            for op in table.single_region().blocks().flat_map(|b| b.ops()) {
                if let Some(node) = graph.node(op.handle()) {
                    let visible = visibility(op);
                    if defines_symbol(op)
                        && (all_seen || visible == Visibility::Private)
                        && visible != Visibility::Public
                    {
                        uses.discardable.insert(node, 0);
                    }
                    continue;
                }
                let Some(found) = symbol_uses(op) else {
                    is_known = false;
                    continue;
                };
                always.extend(
                    found.iter().filter_map(|(_, symbol)| named(table, &uses.tables, graph, *symbol)),
                );
            }
        });
        if !is_known {
            uses.discardable.clear();
        }
        always.into_iter().for_each(|node| {
            uses.discardable.remove(&node);
        });
        for node in 0..n {
            uses.recompute(root.ir(), graph, node);
        }
        uses
    }

    fn add(&mut self, node: Node, by: i64) {
        if let Some(count) = self.discardable.get_mut(&node) {
            *count += by;
        }
    }

    fn forget(&mut self, node: Node) {
        let (inner, own) = (std::mem::take(&mut self.inner[node]), std::mem::take(&mut self.own[node]));
        // The order does not matter: these are sums.
        #[allow(clippy::iter_over_hash_type)]
        for (target, count) in inner {
            self.add(target, -count);
        }
        #[allow(clippy::iter_over_hash_type)]
        for target in own {
            self.add(target, -1);
        }
    }

    fn recompute(&mut self, ir: &Ir, graph: &CallGraph, node: Node) {
        self.forget(node);
        let op = ir.op(graph.callables[node]);
        let Some(table) = op.parent_op() else { return };
        // An op that may be a symbol table hides uses of any callable.
        let Some(found) = symbol_uses(op) else { return self.discardable.clear() };
        for (user, symbol) in found {
            let Some(target) = named(table, &self.tables, graph, symbol) else { continue };
            if !self.discardable.contains_key(&target) {
                continue;
            }
            if user != op {
                *self.inner[node].entry(target).or_insert(0) += 1;
            } else if !self.own[node].insert(target) {
                continue;
            }
            self.add(target, 1);
        }
    }

    /// Drops the uses of a call in `caller` that is erased.
    fn drop_call(&mut self, ir: &Ir, graph: &CallGraph, caller: Node, call: OpRef<'_>) {
        let Some(table) = ir.op(graph.callables[caller]).parent_op() else { return };
        let Some(found) = symbol_uses(call) else { return self.discardable.clear() };
        for (_, symbol) in found {
            if let Some(target) = named(table, &self.tables, graph, symbol)
                && let Some(count) = self.inner[caller].get_mut(&target)
            {
                *count -= 1;
                self.add(target, -1);
            }
        }
    }

    /// Adds the callee's uses to the caller's.
    fn merge(&mut self, callee: Node, caller: Node) {
        let copied: Vec<(Node, i64)> = self.inner[callee].iter().map(|(&n, &count)| (n, count)).collect();
        for (target, count) in copied {
            *self.inner[caller].entry(target).or_insert(0) += count;
            self.add(target, count);
        }
    }

    fn count(&self, ir: &Ir, graph: &CallGraph, node: Node) -> Option<i64> {
        let op = ir.op(graph.callables[node]);
        if !defines_symbol(op) {
            let used = op.results().map(|r| r.uses().count() as i64).sum();
            return is_memory_effect_free(op).then_some(used);
        }
        self.discardable.get(&node).copied()
    }
}

/// The callable that a symbol reference in an op of `table` names.
fn named(table: OpRef<'_>, tables: &SymbolTables, graph: &CallGraph, symbol: Attr) -> Option<Node> {
    graph.node(tables.lookup_nearest(table, symbol)?.handle())
}

/// A call that is considered for inlining.
#[derive(Clone, Copy)]
struct Call {
    op: OpHandle,
    caller: Node,
    callee: Node,
    /// The inlining that brought it, in the history.
    history: Option<usize>,
}

struct Driver<'a> {
    options: &'a Inline,
    graph: &'a CallGraph,
    uses: Uses,
    tables: Arc<SymbolTables>,
    dead: Vec<Node>,
    pipelines: FxHashMap<String, Option<OpPipeline>>,
}

impl Driver<'_> {
    fn inline_component(
        &mut self,
        ir: &mut Ir,
        mut component: Vec<Node>,
        run: &mut PassRun<'_>,
    ) -> Result<(), Failed> {
        for _ in 0..self.options.max_iterations.max(1) {
            self.optimize(ir, &component, run)?;
            if !self.inline_calls(ir, &mut component) {
                break;
            }
        }
        Ok(())
    }

    /// Simplifies the callables of a component.
    fn optimize(&mut self, ir: &mut Ir, component: &[Node], run: &mut PassRun<'_>) -> Result<(), Failed> {
        for &node in component {
            let op = self.graph.callables[node];
            let name = ir.op(op).name_text().to_owned();
            let manager = run.manager;
            let options = self.options;
            let pipeline = self.pipelines.entry(name.clone()).or_insert_with(|| {
                let own = options
                    .op_pipelines
                    .iter()
                    .find(|text| text.trim_start().starts_with(&format!("{name}(")));
                match own {
                    Some(text) => {
                        Some(OpPipeline::parse(text, manager.registry).expect("the pipelines were checked"))
                    }
                    None if options.default_pipeline.is_empty() => None,
                    None => {
                        let mut pipeline = OpPipeline::new(Some(&name));
                        pipeline
                            .parse_into(&options.default_pipeline, manager.registry)
                            .expect("the default pipeline was checked");
                        Some(pipeline)
                    }
                }
            });
            if let Some(pipeline) = pipeline {
                manager.run(ir, pipeline, op, &mut Collect(&mut run.diags))?;
            }
        }
        for &node in component {
            self.uses.recompute(ir, self.graph, node);
        }
        Ok(())
    }

    /// Inlines the calls in a component, and those that come with them; whether there were any.
    fn inline_calls(&mut self, ir: &mut Ir, component: &mut Vec<Node>) -> bool {
        let (mut calls, mut dead) = (Vec::new(), FxHashSet::default());
        let mut gone: Vec<Node> = Vec::new();
        for &node in component.iter() {
            if self.uses.count(ir, self.graph, node) == Some(0) {
                dead.insert(node);
                gone.push(node);
                continue;
            }
            let Some(region) = region_of(ir, self.graph.callables[node]) else { continue };
            let blocks = region.blocks().map(|b| (b.body_id(), b.id())).collect();
            self.collect_calls(ir, blocks, node, None, &mut calls);
        }
        let mut history: Vec<(Node, Option<usize>)> = Vec::new();
        let (mut any, mut at) = (false, 0);
        while at < calls.len() {
            let call = calls[at];
            at += 1;
            if dead.contains(&call.caller)
                || includes(&history, call.history, call.callee)
                || !self.wants(ir, call)
            {
                continue;
            }
            let callee = self.graph.callables[call.callee];
            let in_place = self.uses.count(ir, self.graph, call.callee) == Some(1);
            let Some(copied) = inline_call(ir, call.op, callee, !in_place) else { continue };
            any = true;
            history.push((call.callee, call.history));
            self.collect_copied(ir, call.op.body, copied, call.caller, Some(history.len() - 1), &mut calls);
            self.uses.drop_call(ir, self.graph, call.caller, ir.op(call.op));
            self.uses.merge(call.callee, call.caller);
            ir.erase_op(call.op);
            if in_place {
                self.uses.forget(call.callee);
                self.uses.discardable.remove(&call.callee);
                dead.insert(call.callee);
                gone.push(call.callee);
            }
        }
        component.retain(|node| !dead.contains(node));
        self.dead.extend(gone);
        any
    }

    /// Lists the calls in blocks of a callable, the last block first.
    fn collect_calls(
        &self,
        ir: &Ir,
        mut blocks: Vec<(BodyId, Block)>,
        caller: Node,
        history: Option<usize>,
        calls: &mut Vec<Call>,
    ) {
        while let Some((body, block)) = blocks.pop() {
            let ops: Vec<Op> = ir.body(body).ops_of(block).collect();
            self.collect_from(ir, body, ops, caller, history, &mut blocks, calls);
        }
    }

    fn collect_copied(
        &self,
        ir: &Ir,
        body: BodyId,
        copied: Vec<Vec<Op>>,
        caller: Node,
        history: Option<usize>,
        calls: &mut Vec<Call>,
    ) {
        for ops in copied.into_iter().rev() {
            // The terminator is gone or was replaced.
            let ops = ops.into_iter().filter(|&op| !ir.body(body).is_erased(op)).collect();
            let mut blocks = Vec::new();
            self.collect_from(ir, body, ops, caller, history, &mut blocks, calls);
            self.collect_calls(ir, blocks, caller, history, calls);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn collect_from(
        &self,
        ir: &Ir,
        body: BodyId,
        ops: Vec<Op>,
        caller: Node,
        history: Option<usize>,
        blocks: &mut Vec<(BodyId, Block)>,
        calls: &mut Vec<Call>,
    ) {
        for op in ops {
            let op = OpHandle { body, op };
            let view = ir.op(op);
            if let Some(interface) = view.interface::<dyn CallLike>() {
                // Calls of nested symbols are left alone, as upstream does.
                let flat = match interface.callee(view) {
                    Some(Callee::Symbol(symbol)) => symbol.as_flat_symbol_ref(view.cx()).is_some(),
                    _ => true,
                };
                if flat && let Some(callee) = self.graph.resolve(&self.tables, view) {
                    calls.push(Call { op, caller, callee, history });
                }
                continue;
            }
            if self.graph.node(op).is_none() {
                blocks.extend(view.regions().flat_map(|r| r.blocks()).map(|b| (b.body_id(), b.id())));
            }
        }
    }

    /// Whether a call is worth it.
    fn wants(&self, ir: &Ir, call: Call) -> bool {
        let view = ir.op(call.op);
        let calls = &self.graph.calls[call.callee];
        if view.has_trait(TraitSet::Terminator)
            || calls.contains(&call.callee)
            || calls.contains(&call.caller)
        {
            return false;
        }
        let callee = self.graph.callables[call.callee];
        // A ring of calls may have brought a call of the callee itself: its contents cannot be copied into themselves.
        if view.self_and_ancestors().any(|around| around.handle() == callee) {
            return false;
        }
        let Some(region) = region_of(ir, callee) else { return false };
        if !region.has_one_block() && !allows_several_blocks(view, ir.op(callee)) {
            return false;
        }
        match self.options.threshold {
            0 => false,
            threshold if threshold == u64::from(u32::MAX) => true,
            threshold => {
                let count = |node: Node| {
                    let mut count = 0u64;
                    walk(ir.op(self.graph.callables[node]), |_| count += 1);
                    count - 1
                };
                let caller = count(call.caller);
                caller == 0 || count(call.callee) * 100 / caller <= threshold
            }
        }
    }
}

/// Whether a callee is among the inlinings that brought a call.
fn includes(history: &[(Node, Option<usize>)], mut at: Option<usize>, callee: Node) -> bool {
    while let Some(i) = at {
        if history[i].0 == callee {
            return true;
        }
        at = history[i].1;
    }
    false
}
