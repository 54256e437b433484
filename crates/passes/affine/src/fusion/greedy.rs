//! The order in which nests are fused.

use std::collections::BTreeSet;

use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::AllocOp;
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::{Diag, InsertPoint, Op, OpKind, OpRef, Rewriter, Value};
use terrace_pass::PassRun;

use super::accesses::{affine_read, common_loops, memref_of, read_memref, written_memref};
use super::carried::Carried;
use super::check::privacy::has_equal_stores;
use super::check::{FusionPlan, Rule, fusion_obstacle};
use super::cost::{Costs, best_depth, has_cyclic_dependence, shared_memrefs};
use super::graph::{Edge, Graph, arguments_of, is_memref};
use super::legality::{Strategy, can_fuse, num_loops_around};
use super::slice::Slice;
use super::transform::{PrivateMemory, fuse, privatize};
use crate::nests::perfect_nest;
use crate::permute::{permutation_obstacle, permute};
use crate::region::element_size_in_bytes;

/// The fusion of the nests of a block.
pub(super) struct Fusion {
    graph: Graph,
    /// The tolerated fraction of additional ops.
    tolerance: f64,
    /// Whether nests are fused wherever they may be.
    is_maximal: bool,
    memory: PrivateMemory,
    /// Memrefs whose accesses became private.
    replaced: Vec<Value>,
    /// The rules that are not checked.
    pub(super) without: Option<Rule>,
    remarks: Vec<Box<Diag>>,
}

/// The slices of a nest at the depths from one on, relative to the loops around both nests.
struct Candidate {
    source: AffineForOp,
    destination: AffineForOp,
    slices: Vec<Option<Slice>>,
}

impl Fusion {
    /// No fusion yet.
    pub(super) fn new(graph: Graph, tolerance: f64, is_maximal: bool, memory: PrivateMemory) -> Self {
        Self {
            graph,
            tolerance,
            is_maximal,
            memory,
            replaced: Vec::new(),
            without: None,
            remarks: Vec::new(),
        }
    }

    /// Erases allocations that are not used any more, and reports what was not fused.
    pub(super) fn finish(self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) {
        for memref in self.replaced {
            let value = rw.value(memref);
            let op = value.defining_op().filter(|op| value.is_unused() && op.isa::<AllocOp>());
            if let Some(op) = op.map(|op| op.id()) {
                rw.erase_op(op);
            }
        }
        let mut seen = BTreeSet::new();
        for remark in self.remarks {
            if seen.insert(format!("{remark:?}")) {
                run.report(remark);
            }
        }
    }

    /// The nest of a node.
    fn nest(&self, rw: &Rewriter<'_>, id: usize) -> Option<AffineForOp> {
        let op = self.graph.node(id)?.op;
        (rw.op(op).isa::<AffineForOp>() && rw.op(op).results().next().is_none())
            .then(|| AffineForOp::assume(op))
    }

    /// Fuses producers into consumers, unless a memref that is between them has more users than given.
    pub(super) fn fuse_producers(&mut self, rw: &mut Rewriter<'_>, max_users: usize) {
        for id in self.graph.worklist().into_iter().rev() {
            if let Some(nest) = self.nest(rw, id) {
                let nest = sink_sequential_loops(rw, nest);
                self.graph.update(rw, id, nest.into());
                while self.fuse_into(rw, id, max_users) {}
            }
        }
    }

    /// Fuses all producers of a nest once; returns whether any was.
    fn fuse_into(&mut self, rw: &mut Rewriter<'_>, id: usize, max_users: usize) -> bool {
        let mut changed = false;
        for producer in self.producers(rw, id).into_iter().rev() {
            match self.fuse_producer(rw, producer, id, max_users) {
                Ok(fused) => changed |= fused.is_some(),
                Err(Stop) => break,
            }
        }
        changed
    }

    /// The nests that store what a nest loads, in order.
    fn producers(&self, rw: &Rewriter<'_>, id: usize) -> Vec<usize> {
        let Some(node) = self.graph.node(id) else { return Vec::new() };
        let loaded: BTreeSet<Value> = node.loads.iter().filter_map(|&op| read_memref(rw.op(op))).collect();
        let stores = |edge: &Edge| {
            self.graph.node(edge.id).is_some_and(|node| {
                rw.op(node.op).isa::<AffineForOp>()
                    && node
                        .stores
                        .iter()
                        .any(|&op| written_memref(rw.op(op)).is_some_and(|m| loaded.contains(&m)))
            })
        };
        let found: BTreeSet<usize> =
            self.graph.edges_in(id).iter().filter(|edge| stores(edge)).map(|edge| edge.id).collect();
        found.into_iter().collect()
    }

    /// Fuses a producer into a consumer; `Ok(None)` if it is not fused, and an error if no other producer is to be, either.
    fn fuse_producer(
        &mut self,
        rw: &mut Rewriter<'_>,
        source: usize,
        destination: usize,
        max_users: usize,
    ) -> Result<Option<()>, Stop> {
        let Some((from, into)) = self.nest(rw, source).zip(self.nest(rw, destination)) else {
            return Ok(None);
        };
        let (Some(node), Some(consumer)) = (self.graph.node(source), self.graph.node(destination)) else {
            return Ok(None);
        };
        let shared = shared_memrefs(rw, &node.stores, &consumer.loads);
        if shared.iter().any(|&memref| self.graph.num_outgoing(source, memref) > max_users) {
            return Ok(None);
        }
        let Some(place) = self.graph.insertion_point(rw, source, destination) else { return Ok(None) };
        let is_shared = |op: &&Op| memref_of(rw.op(**op)).is_some_and(|memref| shared.contains(&memref.id()));
        let accesses: Vec<Op> =
            consumer.loads.iter().chain(&consumer.stores).filter(is_shared).copied().collect();
        if accesses.is_empty() {
            return Ok(None);
        }
        let stores: Vec<Op> = node.stores.iter().filter(is_shared).copied().collect();
        let depth = common_loops(rw, &accesses).len();
        let Some(candidate) = Candidate::of(rw, from, into, depth, Strategy::ProducerConsumer) else {
            return Ok(None);
        };
        let Some(depth) = self.depth(rw, &candidate, &stores)? else { return Ok(None) };
        let Some(slice) = candidate.slices.into_iter().nth(depth - 1).flatten() else { return Ok(None) };
        let escaping = self.escaping_memrefs(rw, source);
        let is_removed = self.can_remove(rw, source, destination, &slice, place, &escaping);
        let nodes = [source, destination];
        let (slice, private) = (&slice, Vec::new());
        let mut plan =
            FusionPlan { source: from, destination: into, slice, place, private, depth, is_removed };
        plan.private = shared
            .into_iter()
            .filter(|&memref| {
                self.can_be_private(rw, memref, &escaping, nodes, is_removed)
                    && has_equal_stores(rw, &plan, memref)
            })
            .collect();
        Ok(self.apply_producer(rw, nodes, plan))
    }

    /// Fuses as planned, unless the program would not stay the same.
    fn apply_producer(
        &mut self,
        rw: &mut Rewriter<'_>,
        [source, destination]: [usize; 2],
        plan: FusionPlan<'_>,
    ) -> Option<()> {
        if self.is_refused(rw, &plan) {
            return None;
        }
        let FusionPlan { source: from, destination: into, slice, place, private, depth, is_removed } = plan;
        fuse(rw, from, slice, Carried::Kept)?;
        if place != Op::from(into) {
            rw.move_op(into, InsertPoint::Before(place));
        }
        self.graph.fuse_producer(source, destination, &private, is_removed);
        for memref in private {
            let Some(new) = privatize(rw, into, memref, depth, slice.block, self.memory) else { continue };
            self.replaced.push(memref);
            let node = self.graph.add_node(new);
            let value = rw.body().single_result(new);
            self.graph.add_edge(node, destination, value);
        }
        self.graph.update(rw, destination, into.into());
        if is_removed {
            self.graph.remove(source);
            rw.erase_op(from);
        }
        Some(())
    }

    /// Whether a plan is refused, which is reported.
    fn is_refused(&mut self, rw: &Rewriter<'_>, plan: &FusionPlan<'_>) -> bool {
        if rw.cx().matches_upstream() {
            return false;
        }
        let obstacle = fusion_obstacle(rw, plan, self.without);
        let loc = rw.op(plan.destination).loc();
        self.remarks
            .extend(obstacle.as_ref().map(|obstacle| obstacle.to_remark(loc, "loop nests are not fused")));
        obstacle.is_some()
    }

    /// The depth at which a slice is to be.
    fn depth(
        &self,
        rw: &Rewriter<'_>,
        candidate: &Candidate,
        accesses: &[Op],
    ) -> Result<Option<usize>, Stop> {
        let (from, into) = (candidate.source, candidate.destination);
        let mut tolerance = self.tolerance;
        if has_cyclic_dependence(rw, from) {
            if self.is_maximal {
                let slice = candidate.slices.last().and_then(|slice| slice.as_ref());
                let costs = Costs::of(rw, from, into);
                let fraction =
                    costs.zip(slice).and_then(|(costs, slice)| costs.additional_fraction(rw, slice));
                if fraction.is_none_or(|fraction| fraction > 0.0) {
                    return Err(Stop);
                }
            } else {
                tolerance = 0.0;
            }
        }
        if self.is_maximal {
            return Ok(Some(candidate.slices.len()));
        }
        Ok(best_depth(rw, [from, into], accesses, &candidate.slices, tolerance))
    }

    /// The memrefs that a node stores to and that others may access by other names.
    fn escaping_memrefs(&self, rw: &Rewriter<'_>, id: usize) -> Vec<Value> {
        let Some(node) = self.graph.node(id) else { return Vec::new() };
        let mut found: Vec<Value> = node.stores.iter().filter_map(|&op| written_memref(rw.op(op))).collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|&memref| self.escapes(rw, memref));
        found
    }

    /// Whether a memref is not allocated here, or is used by other ops than affine accesses.
    fn escapes(&self, rw: &Rewriter<'_>, memref: Value) -> bool {
        let value = rw.value(memref);
        let allocates = |op: OpRef<'_>| {
            own_effects(op).is_some_and(|effects| {
                effects.iter().count() == 1
                    && effects.iter().all(|e| e.kind == EffectKind::Allocate && e.value == Some(memref))
            })
        };
        let Some(definition) = value.defining_op() else { return true };
        if !allocates(definition) {
            return true;
        }
        let block = self.graph.block();
        let region = rw.body().region_of(block);
        value.uses().any(|(user, _)| {
            let mut around = user.id();
            while rw.body().block_of(around).and_then(|block| rw.body().region_of(block)) != region {
                let Some(parent) = rw.op(around).parent_op().filter(|op| op.body_id() == user.body_id())
                else {
                    return true;
                };
                around = parent.id();
            }
            rw.body().block_of(around) == Some(block) && memref_of(user).is_none()
        })
    }

    /// Whether a producer can be erased after it was fused.
    fn can_remove(
        &self,
        rw: &Rewriter<'_>,
        source: usize,
        destination: usize,
        slice: &Slice,
        place: Op,
        escaping: &[Value],
    ) -> bool {
        let others = self.graph.edges_out(source).into_iter().filter(|edge| edge.id != destination);
        let mut has_others = false;
        for edge in others {
            let Some(node) = self.graph.node(edge.id) else { return false };
            if place != node.op && !rw.body().is_before(place, node.op) {
                return false;
            }
            has_others = true;
        }
        !has_others && escaping.is_empty() || slice.is_maximal(rw) == Some(true)
    }

    /// Whether the accesses of a memref in a fused nest may be of other memory.
    fn can_be_private(
        &self,
        rw: &Rewriter<'_>,
        buffer: Value,
        escaping: &[Value],
        [source, destination]: [usize; 2],
        is_removed: bool,
    ) -> bool {
        let has_size = memref(rw.cx(), rw.body().value_type(buffer))
            .is_some_and(|buffer| element_size_in_bytes(rw.cx(), buffer.element).is_some());
        let is_visible =
            escaping.contains(&buffer) && (is_removed || self.graph.num_stores(rw, destination, buffer) > 0);
        let is_read =
            || self.graph.edges_out(source).iter().any(|edge| edge.value == buffer && edge.id != destination);
        has_size
            && !is_visible
            && self.graph.num_incoming(rw, source, buffer) == 0
            && self.graph.num_outgoing(destination, buffer) == 0
            && !(is_removed && is_read())
    }

    /// Fuses nests that load the same memref and do not depend on each other.
    pub(super) fn fuse_siblings(&mut self, rw: &mut Rewriter<'_>) {
        for id in self.graph.worklist().into_iter().rev() {
            if self.graph.node(id).is_none_or(|node| !rw.op(node.op).isa::<AffineForOp>()) {
                continue;
            }
            let mut visited = BTreeSet::new();
            while let Some((sibling, memref)) = self.sibling(rw, id, &mut visited) {
                if self.fuse_sibling(rw, sibling, id, memref).is_err() {
                    break;
                }
            }
        }
    }

    /// The next sibling of a nest, with the memref that both load.
    fn sibling(&self, rw: &Rewriter<'_>, id: usize, visited: &mut BTreeSet<usize>) -> Option<(usize, Value)> {
        let nest = self.graph.node(id)?.op;
        let block = rw.op(nest).block()?;
        for memref in arguments_of(block) {
            for (user, _) in rw.value(memref).uses().filter(|(user, _)| affine_read(*user)) {
                let mut around = user.self_and_ancestors();
                let Some(around) = around.find(|op| op.block() == Some(block)) else { continue };
                let node = self.graph.node_of(around.id()).filter(|_| around.isa::<AffineForOp>());
                let Some(node) = node.filter(|node| node.id != id && !visited.contains(&node.id)) else {
                    continue;
                };
                if self.graph.num_loads(rw, id, memref) > 0 && self.are_siblings(rw, node.id, id, memref) {
                    visited.insert(node.id);
                    return Some((node.id, memref));
                }
            }
        }
        let edges = self.graph.edges_in(id).into_iter().filter(|edge| {
            let is_definition = || {
                let definition = rw.value(edge.value).defining_op().map(|op| op.id());
                self.graph.node(edge.id).is_some_and(|node| definition == Some(node.op))
            };
            is_memref(rw, edge.value)
                && self.graph.num_loads(rw, id, edge.value) > 0
                && (self.graph.num_stores(rw, edge.id, edge.value) > 0 || is_definition())
        });
        for edge in edges {
            let others = self.graph.edges_out(edge.id).into_iter().filter(|other| {
                other.value == edge.value
                    && other.id != id
                    && !visited.contains(&other.id)
                    && self.graph.node(other.id).is_some_and(|node| rw.op(node.op).isa::<AffineForOp>())
            });
            for other in others {
                if self.are_siblings(rw, other.id, id, other.value) {
                    visited.insert(other.id);
                    return Some((other.id, other.value));
                }
            }
        }
        None
    }

    /// Whether a nest loads a memref once, does not depend on another one, and stores to one memref at most.
    fn are_siblings(&self, rw: &Rewriter<'_>, sibling: usize, id: usize, memref: Value) -> bool {
        let Some(node) = self.graph.node(sibling) else { return false };
        if self.graph.num_loads(rw, sibling, memref) != 1
            || self.graph.has_path(rw, sibling, id)
            || self.graph.has_path(rw, id, sibling)
        {
            return false;
        }
        let mut stored: Vec<Value> = node.stores.iter().filter_map(|&op| written_memref(rw.op(op))).collect();
        stored.sort_unstable();
        stored.dedup();
        let is_updated = |memref: &Value| {
            self.graph.num_loads(rw, sibling, *memref) > 0
                && self.graph.num_incoming(rw, sibling, *memref) > 0
        };
        !stored.iter().any(is_updated) && stored.len() <= 1
    }

    /// Fuses a sibling into a nest; `Ok(None)` if it is not fused, and an error if no other sibling is to be, either.
    fn fuse_sibling(
        &mut self,
        rw: &mut Rewriter<'_>,
        sibling: usize,
        id: usize,
        memref: Value,
    ) -> Result<Option<()>, Stop> {
        let op = |id: usize| self.graph.node(id).map(|node| AffineForOp::assume(node.op));
        let Some((from, into)) = op(sibling).zip(op(id)) else { return Ok(None) };
        let is_first = rw.body().is_before(from.into(), into.into());
        let (first, second) = if is_first { (sibling, id) } else { (id, sibling) };
        let Some(place) = self.graph.insertion_point(rw, first, second) else { return Ok(None) };
        let loads = |id: usize| -> Vec<Op> {
            let loads = self.graph.node(id).into_iter().flat_map(|node| node.loads.iter().copied());
            loads.filter(|&op| read_memref(rw.op(op)) == Some(memref)).collect()
        };
        let Some(&load) = loads(id).first() else { return Ok(None) };
        let depth = num_loops_around(rw, load);
        let Some(candidate) = Candidate::of(rw, from, into, depth, Strategy::Sibling(memref)) else {
            return Ok(None);
        };
        let Some(depth) = self.depth(rw, &candidate, &loads(sibling))? else { return Ok(None) };
        let Some(slice) = candidate.slices.into_iter().nth(depth - 1).flatten() else { return Ok(None) };
        if slice.is_maximal(rw) != Some(true) {
            return Ok(None);
        }
        let plan = FusionPlan {
            source: from,
            destination: into,
            slice: &slice,
            place,
            private: Vec::new(),
            depth,
            is_removed: true,
        };
        let carried = Carried::of(rw, [from, into], &slice);
        if self.is_refused(rw, &plan) || carried == Carried::Lost {
            return Ok(None);
        }
        if fuse(rw, from, &slice, carried).is_none() {
            return Ok(None);
        }
        if place != Op::from(into) {
            rw.move_op(into, InsertPoint::Before(place));
        }
        self.graph.fuse_sibling(sibling, id);
        self.graph.update(rw, id, into.into());
        self.graph.remove(sibling);
        rw.erase_op(from);
        Ok(Some(()))
    }
}

/// No other nest is fused into a nest: as upstream, which stops where a dependence of the source on itself would be
/// run again.
struct Stop;

impl Candidate {
    /// The slices that are legal, up to a depth that counts the loops around both nests; `None` if there are none.
    fn of(
        rw: &Rewriter<'_>,
        source: AffineForOp,
        destination: AffineForOp,
        depth: usize,
        strategy: Strategy,
    ) -> Option<Self> {
        let outer = num_loops_around(rw, destination.into());
        let mut slices: Vec<Option<Slice>> = (outer + 1..=depth)
            .map(|depth| can_fuse(rw, source, destination, depth, strategy).ok())
            .collect();
        while slices.pop_if(|slice| slice.is_none()).is_some() {}
        (!slices.is_empty()).then_some(Self { source, destination, slices })
    }
}

/// Moves the loops of a perfect nest that carry dependences inside of those that do not; returns the outermost loop.
fn sink_sequential_loops(rw: &mut Rewriter<'_>, op: AffineForOp) -> AffineForOp {
    let nest = perfect_nest(op.view(rw));
    if nest.len() < 2 {
        return op;
    }
    let (mut parallel, mut sequential) = (Vec::new(), Vec::new());
    for (at, carries) in crate::permute::carries_dependences(&nest).into_iter().enumerate() {
        if carries { sequential.push(at) } else { parallel.push(at) }
    }
    let mut permutation = vec![0; nest.len()];
    parallel.iter().chain(&sequential).enumerate().for_each(|(to, &from)| permutation[from] = to);
    if permutation.is_sorted() || permutation_obstacle(&nest, &permutation).is_some() {
        return op;
    }
    let ops: Vec<AffineForOp> = nest.iter().map(|view| AffineForOp::assume(view.0.id())).collect();
    let Some(first) = permutation.iter().position(|&to| to == 0) else { return op };
    permute(rw, &ops, &permutation).map_or(op, |()| ops[first])
}
