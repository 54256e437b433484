//! The dependence graph of the ops of a block: of memory, and of values that loop nests use.

use std::collections::{BTreeMap, BTreeSet};

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::effects::{EffectKind, is_memory_effect_free, own_effects};
use terrace_ir::interfaces::RegionBranchOp;
use terrace_ir::{Block, BlockRef, Op, OpRef, Rewriter, TraitSet, Value, ValueRef};

use crate::dependence::{MemRefAccess, dependence, nesting_depth};

use super::accesses::{affine_read, affine_write, memref_of, read_memref, written_memref};

/// An op of the block, with the memory accesses in it.
pub(super) struct Node {
    /// The number.
    pub(super) id: usize,
    /// The op.
    pub(super) op: Op,
    /// Affine reads.
    pub(super) loads: Vec<Op>,
    /// Affine writes.
    pub(super) stores: Vec<Op>,
    /// Other ops that read.
    other_reads: Vec<Op>,
    /// Other ops that write.
    other_writes: Vec<Op>,
    /// Ops that free.
    frees: Vec<Op>,
}

/// A dependence on a node, or of one: by memory, if the value is a memref, or by the value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    /// The other node.
    pub(super) id: usize,
    /// The memref or value.
    pub(super) value: Value,
}

/// The graph. Nodes that are fused into others are removed.
pub(super) struct Graph {
    block: Block,
    nodes: BTreeMap<usize, Node>,
    pub(super) in_edges: BTreeMap<usize, Vec<Edge>>,
    pub(super) out_edges: BTreeMap<usize, Vec<Edge>>,
    next: usize,
}

/// The nodes that access a memref, by memref, in order.
type Accesses = Vec<(Value, Vec<usize>)>;

impl Graph {
    /// The graph of a block; `None` if an op has regions whose order of execution is unknown.
    pub(super) fn of(rw: &Rewriter<'_>, block: Block) -> Option<Self> {
        let mut graph = Self {
            block,
            nodes: BTreeMap::new(),
            in_edges: BTreeMap::new(),
            out_edges: BTreeMap::new(),
            next: 0,
        };
        let mut accesses = BTreeMap::new();
        let mut order: Accesses = Vec::new();
        for op in rw.body().ops_of(block).map(|op| rw.op(op)) {
            let has_used_results = op.results().any(|result| !result.is_unused());
            let runs_in_order =
                op.regions().next().is_none() || op.interface::<dyn RegionBranchOp>().is_some();
            if op.isa::<AffineForOp>() || affine_read(op) || affine_write(op) || has_used_results {
                graph.add(op, &mut accesses, &mut order);
            } else if !runs_in_order {
                return None;
            } else if !is_memory_effect_free(op) {
                graph.add(op, &mut accesses, &mut order);
            }
        }
        graph.add_edges_of_values(rw);
        graph.add_edges_of_memory(rw, &order);
        Some(graph)
    }

    fn add(&mut self, op: OpRef<'_>, places: &mut BTreeMap<Value, usize>, order: &mut Accesses) {
        let id = self.add_node(op.id());
        let mut touched = Vec::new();
        if let Some(node) = self.nodes.get_mut(&id) {
            collect(op, node, &mut touched);
        }
        for memref in touched {
            let at = *places.entry(memref).or_insert_with(|| {
                order.push((memref, Vec::new()));
                order.len() - 1
            });
            if order[at].1.last() != Some(&id) {
                order[at].1.push(id);
            }
        }
    }

    /// Adds edges from the ops that define values to the loop nests that use these.
    fn add_edges_of_values(&mut self, rw: &Rewriter<'_>) {
        let loops: BTreeMap<Op, usize> = self
            .nodes
            .values()
            .filter(|node| rw.op(node.op).isa::<AffineForOp>())
            .map(|node| (node.op, node.id))
            .collect();
        let mut found = Vec::new();
        for node in self.nodes.values().filter(|node| node.stores.is_empty()) {
            for result in rw.op(node.op).results() {
                for (user, _) in result.uses() {
                    let around = user.ancestors().find(|op| op.block().is_some_and(|b| b.id() == self.block));
                    if let Some(&target) = around.and_then(|op| loops.get(&op.id())) {
                        found.push((node.id, target, result.id()));
                    }
                }
            }
        }
        found.into_iter().for_each(|(from, to, value)| self.add_edge(from, to, value));
    }

    fn add_edges_of_memory(&mut self, rw: &Rewriter<'_>, order: &Accesses) {
        for (memref, ids) in order {
            let changes: Vec<bool> = ids.iter().map(|&id| self.may_change(rw, id, *memref)).collect();
            for (at, &from) in ids.iter().enumerate() {
                for (offset, &to) in ids[at + 1..].iter().enumerate() {
                    if (changes[at] || changes[at + 1 + offset]) && self.may_depend(rw, from, to, *memref) {
                        self.add_edge(from, to, *memref);
                    }
                }
            }
        }
    }

    /// Whether accesses of a memref in two nodes may conflict.
    fn may_depend(&self, rw: &Rewriter<'_>, from: usize, to: usize, memref: Value) -> bool {
        let Some((first, second)) = self.nodes.get(&from).zip(self.nodes.get(&to)) else { return true };
        let is_plain = |node: &Node| {
            let mut others = node.other_reads.iter().chain(&node.other_writes).chain(&node.frees);
            rw.op(node.op).isa::<AffineForOp>()
                && !others.any(|&op| rw.op(op).operands().any(|operand| operand.id() == memref))
        };
        if !is_plain(first) || !is_plain(second) {
            return true;
        }
        let accesses = |node: &Node| -> Vec<MemRefAccess<'_>> {
            let all = node.stores.iter().chain(&node.loads).filter_map(|&op| MemRefAccess::of(rw.op(op)));
            all.filter(|access| access.memref.id() == memref).collect()
        };
        let (sources, destinations) = (accesses(first), accesses(second));
        let depth = nesting_depth(rw.op(first.op)) + 1;
        sources.iter().any(|a| destinations.iter().any(|b| dependence(a, b, depth, false).is_possible()))
    }

    /// Whether a node writes or frees a memref.
    fn may_change(&self, rw: &Rewriter<'_>, id: usize, memref: Value) -> bool {
        let is_freed =
            |node: &Node| node.frees.iter().any(|&op| has_effect(rw.op(op), EffectKind::Free, memref));
        self.num_stores(rw, id, memref) > 0 || self.nodes.get(&id).is_some_and(is_freed)
    }

    /// The nodes' numbers, in the order of upstream's hash table, in which they are visited.
    pub(super) fn worklist(&self) -> Vec<usize> {
        let mut buckets = 64;
        while (self.nodes.len() + 1) * 4 >= buckets * 3 {
            buckets *= 2;
        }
        let mut ids: Vec<usize> = self.nodes.keys().copied().collect();
        ids.sort_by_key(|&id| (id.wrapping_mul(37) % buckets, id));
        ids
    }

    /// The block.
    pub(super) fn block(&self) -> Block {
        self.block
    }

    /// A node that was not removed.
    pub(super) fn node(&self, id: usize) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// The node of an op.
    pub(super) fn node_of(&self, op: Op) -> Option<&Node> {
        self.nodes.values().find(|node| node.op == op)
    }

    /// Adds a node without accesses.
    pub(super) fn add_node(&mut self, op: Op) -> usize {
        let id = self.next;
        self.next += 1;
        let (loads, stores, other_reads, other_writes, frees) = Default::default();
        self.nodes.insert(id, Node { id, op, loads, stores, other_reads, other_writes, frees });
        id
    }

    /// Sets the op of a node, and its accesses to those that are in it now.
    pub(super) fn update(&mut self, rw: &Rewriter<'_>, id: usize, op: Op) {
        if let Some(node) = self.nodes.get_mut(&id) {
            (node.op, node.loads, node.stores) = (op, Vec::new(), Vec::new());
            collect(rw.op(op), node, &mut Vec::new());
        }
    }

    /// Removes a node and its edges.
    pub(super) fn remove(&mut self, id: usize) {
        for edge in self.edges_in(id) {
            self.remove_edge(edge.id, id, edge.value);
        }
        for edge in self.edges_out(id) {
            self.remove_edge(id, edge.id, edge.value);
        }
        self.nodes.remove(&id);
    }

    /// The edges to a node.
    pub(super) fn edges_in(&self, id: usize) -> Vec<Edge> {
        self.in_edges.get(&id).into_iter().flatten().copied().collect()
    }

    /// The edges from a node.
    pub(super) fn edges_out(&self, id: usize) -> Vec<Edge> {
        self.out_edges.get(&id).into_iter().flatten().copied().collect()
    }

    /// Adds an edge unless there is one.
    pub(super) fn add_edge(&mut self, from: usize, to: usize, value: Value) {
        let edges = self.out_edges.entry(from).or_default();
        if !edges.contains(&Edge { id: to, value }) {
            edges.push(Edge { id: to, value });
            self.in_edges.entry(to).or_default().push(Edge { id: from, value });
        }
    }

    fn remove_edge(&mut self, from: usize, to: usize, value: Value) {
        let without = |edges: Option<&mut Vec<Edge>>, id: usize| {
            if let Some(edges) = edges {
                edges.retain(|edge| *edge != Edge { id, value });
            }
        };
        without(self.out_edges.get_mut(&from), to);
        without(self.in_edges.get_mut(&to), from);
    }

    /// The number of affine reads of a memref in a node.
    pub(super) fn num_loads(&self, rw: &Rewriter<'_>, id: usize, memref: Value) -> usize {
        let loads = self.nodes.get(&id).into_iter().flat_map(|node| &node.loads);
        loads.filter(|&&op| read_memref(rw.op(op)) == Some(memref)).count()
    }

    /// The number of ops in a node that write a memref.
    pub(super) fn num_stores(&self, rw: &Rewriter<'_>, id: usize, memref: Value) -> usize {
        let Some(node) = self.nodes.get(&id) else { return 0 };
        let stores = node.stores.iter().filter(|&&op| written_memref(rw.op(op)) == Some(memref));
        let others = node.other_writes.iter().filter(|&&op| has_effect(rw.op(op), EffectKind::Write, memref));
        stores.count() + others.count()
    }

    /// The number of edges to a node on a memref from nodes that write it.
    pub(super) fn num_incoming(&self, rw: &Rewriter<'_>, id: usize, memref: Value) -> usize {
        let edges = self.edges_in(id).into_iter();
        edges.filter(|edge| edge.value == memref && self.num_stores(rw, edge.id, memref) > 0).count()
    }

    /// The number of edges from a node on a value.
    pub(super) fn num_outgoing(&self, id: usize, value: Value) -> usize {
        self.edges_out(id).iter().filter(|edge| edge.value == value).count()
    }

    /// Whether a node depends on another one, directly or by others between them.
    pub(super) fn has_path(&self, rw: &Rewriter<'_>, from: usize, to: usize) -> bool {
        let Some(target) = self.nodes.get(&to).map(|node| node.op) else { return false };
        let (mut pending, mut seen) = (vec![from], BTreeSet::new());
        while let Some(id) = pending.pop() {
            if id == to {
                return true;
            }
            if !seen.insert(id) {
                continue;
            }
            let is_after = |id: usize| {
                self.nodes
                    .get(&id)
                    .is_none_or(|node| node.op != target && rw.body().is_before(target, node.op))
            };
            pending.extend(self.edges_out(id).into_iter().map(|edge| edge.id).filter(|&id| !is_after(id)));
        }
        false
    }

    /// The op before which two fused nests may be; `None` if an op between them depends on the source, and the
    /// destination on it.
    pub(super) fn insertion_point(&self, rw: &Rewriter<'_>, source: usize, destination: usize) -> Option<Op> {
        let (first, last) = (self.nodes.get(&source)?.op, self.nodes.get(&destination)?.op);
        let defining = self.edges_in(destination).into_iter();
        let mut defining = defining.filter(|edge| !is_memref(rw, edge.value));
        if defining.any(|edge| self.has_path(rw, source, edge.id)) {
            return None;
        }
        let ops = |edges: Vec<Edge>, except: usize| -> Vec<Op> {
            let others = edges.into_iter().filter(|edge| edge.id != except);
            others.filter_map(|edge| self.nodes.get(&edge.id).map(|node| node.op)).collect()
        };
        let after_source = ops(self.edges_out(source), destination);
        let before_destination = ops(self.edges_in(destination), source);
        // Edges of values lead to loops alone.
        let users: BTreeSet<Op> = rw
            .op(first)
            .results()
            .flat_map(|result| result.uses())
            .filter_map(|(user, _)| {
                let mut around = user.self_and_ancestors();
                around.find(|op| op.block().is_some_and(|block| block.id() == self.block)).map(|op| op.id())
            })
            .collect();
        let mut found = None;
        let mut next = rw.op(first).next();
        while let Some(op) = next.filter(|op| op.id() != last) {
            if found.is_none() && (after_source.contains(&op.id()) || users.contains(&op.id())) {
                found = Some(op.id());
            }
            if found.is_some() && before_destination.contains(&op.id()) {
                return None;
            }
            next = op.next();
        }
        Some(found.unwrap_or(last))
    }

    /// Moves the edges of a producer to the consumer that it was fused into.
    pub(super) fn fuse_producer(&mut self, source: usize, into: usize, private: &[Value], is_removed: bool) {
        for edge in self.edges_in(source) {
            if !private.contains(&edge.value) {
                self.add_edge(edge.id, into, edge.value);
            }
        }
        for edge in self.edges_out(source) {
            if edge.id == into {
                self.remove_edge(source, into, edge.value);
            } else if is_removed {
                self.add_edge(into, edge.id, edge.value);
                self.remove_edge(source, edge.id, edge.value);
            }
        }
        for edge in self.edges_in(into) {
            if private.contains(&edge.value) {
                self.remove_edge(edge.id, into, edge.value);
            }
        }
    }

    /// Moves the edges of a sibling to the nest that it was fused into.
    pub(super) fn fuse_sibling(&mut self, sibling: usize, into: usize) {
        for edge in self.edges_in(sibling) {
            self.add_edge(edge.id, into, edge.value);
            self.remove_edge(edge.id, sibling, edge.value);
        }
        for edge in self.edges_out(sibling) {
            self.add_edge(into, edge.id, edge.value);
            self.remove_edge(sibling, edge.id, edge.value);
        }
    }
}

/// Whether a value is a memref.
pub(super) fn is_memref(rw: &Rewriter<'_>, value: Value) -> bool {
    rw.body().value_type(value).is_memref(rw.cx())
}

/// Whether an op has an effect on a memref: one that is unknown to have effects has all on its operands.
fn has_effect(op: OpRef<'_>, kind: EffectKind, memref: Value) -> bool {
    match own_effects(op) {
        Some(effects) => effects.iter().any(|effect| effect.kind == kind && effect.value == Some(memref)),
        None => kind != EffectKind::Free && op.operands().any(|operand| operand.id() == memref),
    }
}

/// Collects the accesses in an op, and the memrefs that these are on.
fn collect(op: OpRef<'_>, node: &mut Node, touched: &mut Vec<Value>) {
    let is_buffer = |value: ValueRef<'_>| value.ty().is_memref(op.cx());
    for inner in std::iter::once(op).chain(op.nested_ops()) {
        if affine_read(inner) {
            node.loads.push(inner.id());
            touched.extend(memref_of(inner).map(|memref| memref.id()));
        } else if affine_write(inner) {
            node.stores.push(inner.id());
            touched.extend(memref_of(inner).map(|memref| memref.id()));
        } else if let Some(effects) = own_effects(inner) {
            for effect in effects.iter().filter(|effect| effect.kind != EffectKind::Allocate) {
                match effect.kind {
                    EffectKind::Write => node.other_writes.push(inner.id()),
                    EffectKind::Free => node.frees.push(inner.id()),
                    EffectKind::Read | EffectKind::Allocate => node.other_reads.push(inner.id()),
                }
                let operands = inner.operands().find(|operand| Some(operand.id()) == effect.value);
                touched.extend(operands.filter(|&value| is_buffer(value)).map(|value| value.id()));
            }
        } else if !inner.has_trait(TraitSet::RecursiveMemoryEffects) {
            let memrefs = inner.operands().filter(|&value| is_buffer(value));
            let before = touched.len();
            touched.extend(memrefs.map(|value| value.id()));
            if touched.len() > before {
                node.other_writes.push(inner.id());
            }
        }
    }
}

/// The arguments of a block that are memrefs.
pub(super) fn arguments_of(block: BlockRef<'_>) -> Vec<Value> {
    block.args().filter(|arg| arg.ty().is_memref(arg.cx())).map(|arg| arg.id()).collect()
}
