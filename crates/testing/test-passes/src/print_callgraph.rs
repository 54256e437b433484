//! `test-print-callgraph`: the edges of the call graph.

use std::fmt::Write;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_ir::interfaces::{CallLike, Callable, Callee};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{Attr, Ir, NamedAttr, OpHandle, OpRef, OptionalAttr, RegionRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_support::graph::components;

/// The pass.
pub(crate) static TEST_PRINT_CALLGRAPH: PassDef = PassDef {
    name: "test-print-callgraph",
    class: "(anonymous namespace)::TestCallGraphPass",
    doc: "Print the contents of a constructed callgraph.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(PrintCallGraph))),
    ..EMPTY_PASS
};

struct PrintCallGraph;

impl IrPass for PrintCallGraph {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let op = ir.op(op);
        let name = op.attr("test.name").map_or(String::new(), |name| ir.cx().attr_text(name));
        run.text.push_str(&format!("Testing : {name}\n"));
        // Nothing can go wrong when writing to a string.
        let _ = Graph::new(op).show(&mut run.text);
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

const EXTERNAL_CALLER: usize = 0;
const UNKNOWN_CALLEE: usize = 1;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// Anyone may call it.
    Abstract,
    Call,
    Child,
}

struct Graph<'a> {
    /// Callables; the first two represent unknown callers and callees.
    nodes: Vec<Option<OpRef<'a>>>,
    edges: Vec<Vec<(Edge, usize)>>,
    by_op: FxHashMap<OpHandle, usize>,
    tables: Arc<SymbolTables>,
}

impl<'a> Graph<'a> {
    fn new(root: OpRef<'a>) -> Self {
        let mut graph = Graph {
            nodes: vec![None, None],
            edges: vec![Vec::new(), Vec::new()],
            by_op: FxHashMap::default(),
            tables: root.ir().symbol_tables(),
        };
        graph.visit(root, None, false);
        graph.visit(root, None, true);
        graph
    }

    fn add(&mut self, from: usize, edge: (Edge, usize)) {
        if !self.edges[from].contains(&edge) {
            self.edges[from].push(edge);
        }
    }

    fn callable(op: OpRef<'a>) -> Option<RegionRef<'a>> {
        op.interface::<dyn Callable>()?.callable_region(op).filter(|region| !region.is_empty())
    }

    /// Adds the callables below an op, or, when `calls` is set, the calls.
    fn visit(&mut self, op: OpRef<'a>, inside: Option<usize>, calls: bool) {
        let mut pending = vec![(op, inside)];
        while let Some((op, mut inside)) = pending.pop() {
            if calls && op.interface::<dyn CallLike>().is_some() {
                self.add_call(op, inside);
            }
            if let Some(region) = Self::callable(op) {
                let node = match self.by_op.get(&op.handle()) {
                    Some(&node) => node,
                    None => self.add_callable(op, region, inside),
                };
                inside = Some(node);
            }
            let start = pending.len();
            pending
                .extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()).map(|op| (op, inside)));
            pending[start..].reverse();
        }
    }

    fn add_callable(&mut self, op: OpRef<'a>, _region: RegionRef<'a>, inside: Option<usize>) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Some(op));
        self.edges.push(Vec::new());
        self.by_op.insert(op.handle(), node);
        match inside {
            Some(parent) => self.add(parent, (Edge::Child, node)),
            // The external node is a caller of all, including private ones.
            None => self.add(EXTERNAL_CALLER, (Edge::Abstract, node)),
        }
        node
    }

    fn add_call(&mut self, call: OpRef<'a>, inside: Option<usize>) {
        let target = match call.interface::<dyn CallLike>().and_then(|interface| interface.callee(call)) {
            Some(Callee::Symbol(symbol)) => self.tables.lookup_nearest(call, symbol),
            Some(Callee::Value(value)) => value.defining_op(),
            None => None,
        };
        let target = target.and_then(|target| self.by_op.get(&target.handle()).copied());
        let from = inside.unwrap_or(EXTERNAL_CALLER);
        self.add(from, (Edge::Call, target.unwrap_or(UNKNOWN_CALLEE)));
    }

    fn name(&self, node: usize) -> String {
        let Some(op) = self.nodes[node] else {
            let names = ["<External-Caller-Node>", "<Unknown-Callee-Node>"];
            return names[node.min(1)].to_owned();
        };
        let region = Self::callable(op).map_or(0, |region| region.index());
        let mut out = format!("'{}' - Region #{region}", op.name_text());
        let cx = op.cx();
        let slots = op.info().prop_names.iter().zip(op.props()).filter(|(_, attr)| !attr.is_null());
        let mut entries: Vec<NamedAttr> = slots.map(|(&name, &attr)| (name, attr)).collect();
        entries.extend(op.attrs().optional_entries(cx));
        let attrs = cx.dict(entries);
        if attrs != Attr::EMPTY_DICT {
            out.push_str(" : ");
            out.push_str(&cx.attr_text(attrs));
        }
        out
    }

    fn show(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "// ---- CallGraph ----")?;
        for node in 2..self.nodes.len() {
            writeln!(out, "// - Node : {}", self.name(node))?;
            for (edge, target) in &self.edges[node] {
                let word = match edge {
                    Edge::Call => "Call",
                    Edge::Child => "Child",
                    Edge::Abstract => "",
                };
                writeln!(out, "// -- {word}-Edge : {}", self.name(*target))?;
            }
            writeln!(out, "//")?;
        }
        writeln!(out, "// -- SCCs --")?;
        for component in self.components() {
            writeln!(out, "// - SCC : ")?;
            for node in component {
                writeln!(out, "// -- Node :{}", self.name(node))?;
            }
            writeln!(out)?;
        }
        writeln!(out, "// -------------------")
    }

    /// Returns the strongly connected components that are reachable from unknown callers, callees first.
    fn components(&self) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        let edges = |node: usize| self.edges[node].iter().map(|&(_, target)| target);
        components([EXTERNAL_CALLER], edges, |members| found.push(members.iter().rev().copied().collect()));
        found
    }
}
