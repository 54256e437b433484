//! From IR to nodes and edges.

use rustc_hash::FxHashMap;
use terrace_asm::ValueNames;
use terrace_ir::attrs::{Attr, AttrData};
use terrace_ir::print::{AttrOptions, AttrWriter, Elide};
use terrace_ir::{BlockRef, OpName, OpRef, OptionalAttr, ValueHandle, ValueRef};
use terrace_rewrite::walk::post_order;

use super::Content;

/// A graph: nodes in the order in which they are written, and edges between them.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) items: Vec<Item>,
    pub(super) edges: Vec<Edge>,
    /// The number of kinds of ops, each of which has a colour.
    pub(super) colours: usize,
    /// Whether attributes are shown.
    pub(super) attrs: bool,
}

/// A step of writing the nodes.
pub(super) enum Item {
    /// A box around all up to its end: an op with regions, or a block, which has no label. The first line is the
    /// op's name and type, the others are attributes.
    Open { id: usize, anchor: usize, label: Vec<String> },
    /// An argument of a block.
    Argument { id: usize, port: Port },
    /// An op without regions.
    Op { id: usize, colour: usize, operands: Vec<Port>, name: String, attrs: Vec<String>, results: Vec<Port> },
    /// The end of the box opened last.
    Close,
}

/// An end of an edge at a node: a value.
pub(super) struct Port {
    /// The name of the value, fit for an identifier.
    pub(super) name: String,
    /// The label.
    pub(super) text: String,
}

/// A node, or a box with the node in it that edges are drawn from.
#[derive(Clone, Copy, Default)]
pub(super) struct Node {
    pub(super) id: usize,
    pub(super) cluster: Option<usize>,
}

/// The kind of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Control,
    Data,
}

pub(super) struct Edge {
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) port: String,
    pub(super) flow: Flow,
}

/// A pending task.
enum Task<'a> {
    Op(OpRef<'a>),
    Block(BlockRef<'a>),
    CloseOp(OpRef<'a>, Node),
    CloseBlock,
}

struct Builder<'a, 'b> {
    content: &'b Content<'b>,
    names: ValueNames<'b>,
    graph: Graph,
    last_id: usize,
    colours: FxHashMap<OpName, usize>,
    value_nodes: FxHashMap<ValueHandle, Node>,
    uses: Vec<(ValueHandle, Node, String)>,
    /// The op before, in each block that is open.
    previous: Vec<Option<Node>>,
    tasks: Vec<Task<'a>>,
}

/// The graph of an op and all below it.
pub(super) fn build<'a>(op: OpRef<'a>, content: &Content<'_>) -> Graph {
    let ir = op.ir();
    let mut colours = FxHashMap::default();
    for handle in post_order(ir, op.handle()) {
        let next = colours.len();
        colours.entry(ir.op(handle).name()).or_insert(next);
    }
    let graph = Graph { colours: colours.len(), attrs: content.attrs, ..Graph::default() };
    let mut builder = Builder {
        content,
        names: ValueNames::new(op.ir(), content.print),
        graph,
        last_id: 0,
        colours,
        value_nodes: FxHashMap::default(),
        uses: Vec::new(),
        previous: vec![None],
        tasks: vec![Task::Op(op)],
    };
    while let Some(task) = builder.tasks.pop() {
        builder.step(task);
    }
    let Builder { mut graph, uses, value_nodes, .. } = builder;
    graph.edges.extend(uses.into_iter().map(|(value, to, port)| {
        let from = value_nodes.get(&value).copied().unwrap_or_default();
        Edge { from, to, port, flow: Flow::Data }
    }));
    graph
}

impl<'a> Builder<'a, '_> {
    fn new_id(&mut self) -> usize {
        self.last_id += 1;
        self.last_id
    }

    fn open(&mut self, label: Vec<String>) -> Node {
        let (id, anchor) = (self.new_id(), self.new_id());
        self.graph.items.push(Item::Open { id, anchor, label });
        Node { id: anchor, cluster: Some(id) }
    }

    fn step(&mut self, task: Task<'a>) {
        match task {
            Task::Op(op) if op.num_regions() > 0 => {
                let label = self.cluster_label(op);
                let node = self.open(label);
                self.tasks.push(Task::CloseOp(op, node));
                self.push(op.regions().flat_map(|region| region.blocks()).map(Task::Block));
            }
            Task::Op(op) => {
                let node = self.plain_op(op);
                self.done(op, node);
            }
            Task::Block(block) => {
                self.open(Vec::new());
                for arg in block.args() {
                    let id = self.new_id();
                    let port = self.port(arg, true);
                    self.value_nodes.insert(arg.handle(), Node { id, cluster: None });
                    self.graph.items.push(Item::Argument { id, port });
                }
                self.previous.push(None);
                self.tasks.push(Task::CloseBlock);
                self.push(block.ops().map(Task::Op));
            }
            Task::CloseOp(op, node) => {
                self.graph.items.push(Item::Close);
                self.done(op, node);
            }
            Task::CloseBlock => {
                self.graph.items.push(Item::Close);
                self.previous.pop();
            }
        }
    }

    /// Pushes tasks so that they are processed in order.
    fn push(&mut self, tasks: impl Iterator<Item = Task<'a>>) {
        let start = self.tasks.len();
        self.tasks.extend(tasks);
        self.tasks[start..].reverse();
    }

    /// Adds the edges to an op whose node exists, and records the origins of its results.
    fn done(&mut self, op: OpRef<'a>, node: Node) {
        if self.content.data_flow {
            for operand in op.operands() {
                let port = self.port(operand, false).name;
                self.uses.push((operand.handle(), node, port));
            }
        }
        for result in op.results() {
            self.value_nodes.insert(result.handle(), node);
        }
        if let Some(previous) = self.previous.last_mut() {
            let from = previous.replace(node);
            if let Some(from) = from.filter(|_| self.content.control_flow) {
                self.graph.edges.push(Edge { from, to: node, port: String::new(), flow: Flow::Control });
            }
        }
    }

    fn plain_op(&mut self, op: OpRef<'a>) -> Node {
        let id = self.new_id();
        let operands = op.operands().map(|operand| self.port(operand, false)).collect();
        let results = op.results().map(|result| self.port(result, true)).collect();
        let colour = self.colours.get(&op.name()).copied().unwrap_or(0);
        let (name, attrs) = (op.name_text().to_owned(), self.attrs(op));
        self.graph.items.push(Item::Op { id, colour, operands, name, attrs, results });
        Node { id, cluster: None }
    }

    fn cluster_label(&self, op: OpRef<'a>) -> Vec<String> {
        let mut first = op.name_text().to_owned();
        if self.content.result_types {
            let types: Vec<String> = op.results().map(|result| op.cx().type_text(result.ty())).collect();
            first.push_str(&format!(" : ({})", self.truncate(types.join(", "))));
        }
        let mut lines = vec![first];
        lines.extend(self.attrs(op));
        lines
    }

    fn port(&mut self, value: ValueRef<'_>, result: bool) -> Port {
        let mut text = self.names.name(value);
        let name = text.replace(['%', '#'], "_");
        if result && self.content.result_types {
            text.push(' ');
            text.push_str(&self.truncate(value.cx().type_text(value.ty())));
        }
        Port { name, text }
    }

    fn attrs(&self, op: OpRef<'_>) -> Vec<String> {
        if !self.content.attrs {
            return Vec::new();
        }
        let cx = op.cx();
        let inherent = op.info().prop_names.iter().copied().zip(op.props().iter().copied());
        let mut all: Vec<(&str, Attr)> = inherent
            .filter(|(_, attr)| !attr.is_null())
            .chain(op.attrs().optional_entries(cx).iter().copied())
            .map(|(name, attr)| (name.text(cx), attr))
            .collect();
        all.sort_by_key(|(name, _)| *name);
        all.into_iter().map(|(name, attr)| format!("{name}: {}", self.attr_text(op, attr))).collect()
    }

    /// The text of an attribute; large ones are left out.
    fn attr_text(&self, op: OpRef<'_>, attr: Attr) -> String {
        let (cx, print) = (op.cx(), self.content.print);
        let limit = print.elide_elements_above.unwrap_or(16);
        let written = || {
            let mut writer = AttrWriter::new(cx);
            writer.options = AttrOptions::default()
                .elide_elements_above(print.elide_elements_above)
                .hex_above(print.hex_above)
                .pretty_locations(print.pretty_debuginfo);
            writer.write_attr(attr, Elide::Never);
            writer.out
        };
        match attr.data(cx) {
            AttrData::DenseElements { splat: true, .. } => written(),
            AttrData::DenseString { values, .. } if values.len() == 1 => written(),
            AttrData::DenseElements { ty, .. }
            | AttrData::DenseString { ty, .. }
            | AttrData::DenseResource { ty, .. }
            | AttrData::Sparse { ty, .. }
                if ty.num_elements(cx).is_some_and(|count| count > limit) =>
            {
                let rank = ty.shape(cx).map_or(0, <[i64]>::len);
                let ty = self.truncate(cx.type_text(*ty));
                format!("{}...{} : {ty}", "[".repeat(rank), "]".repeat(rank))
            }
            AttrData::Array(items) if items.len() as i64 > limit => "[...]".to_owned(),
            _ => self.truncate(written()),
        }
    }

    fn truncate(&self, mut text: String) -> String {
        let limit = self.content.max_label_len;
        if text.len() > limit {
            let end = (0..=limit).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            text.truncate(end);
            text.push_str("...");
        }
        text
    }
}
