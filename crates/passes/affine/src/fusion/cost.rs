//! The costs of loop nests, in ops that are run and bytes that are accessed.

use std::collections::BTreeMap;

use terrace_dialects_mem::affine::{AffineForOp, AffineIfOp};
use terrace_ir::{Op, Rewriter, Value};

use super::accesses::{accesses_in, affine_read, loops_around, memref_of, read_memref, written_memref};
use super::slice::{Slice, num_iterations, slice_trip_counts};
use crate::dependence::{MemRefAccess, dependence, nesting_depth, num_common_loops};
use crate::loop_normalize::trip_count;
use crate::nests::loops_in;
use crate::region::{Region, RegionOptions};

/// The loops of a nest, with the number of ops in each, without those that are control flow, and its trip count.
pub(super) struct NestStats {
    children: BTreeMap<Op, Vec<Op>>,
    counts: BTreeMap<Op, (i128, u64)>,
}

impl NestStats {
    /// The statistics of a nest; `None` if a trip count is not constant, or a loop is in other ops than loops.
    pub(super) fn of(rw: &Rewriter<'_>, root: AffineForOp) -> Option<Self> {
        let mut stats = Self { children: BTreeMap::new(), counts: BTreeMap::new() };
        for op in loops_in(rw.op(root)) {
            let view = op.view(rw);
            if op != root {
                let parent = view.0.parent_op().filter(|parent| parent.isa::<AffineForOp>())?;
                stats.children.entry(parent.id()).or_default().push(op.into());
            }
            let ops = view.region().entry()?.ops();
            let count = ops.filter(|op| !op.isa::<AffineForOp>() && !op.isa::<AffineIfOp>()).count();
            stats.counts.insert(op.into(), (count as i128, trip_count(view)?));
        }
        Some(stats)
    }

    /// The number of ops that a loop runs, with other trip counts than its own and additional ops.
    fn cost(&self, op: Op, trips: &BTreeMap<Op, u64>, more: &BTreeMap<Op, i128>) -> i128 {
        // Inner loops come first.
        let mut order = vec![op];
        let mut at = 0;
        while let Some(op) = order.get(at) {
            order.extend(self.children.get(op).into_iter().flatten());
            at += 1;
        }
        let mut costs: BTreeMap<Op, i128> = BTreeMap::new();
        for op in order.into_iter().rev() {
            let Some(&(ops, trip)) = self.counts.get(&op) else { continue };
            let inner = self.children.get(&op).into_iter().flatten().filter_map(|child| costs.get(child));
            let own = inner.fold(ops - 1, |sum, cost| sum.saturating_add(*cost));
            let own = more.get(&op).map_or(own, |more| own.saturating_add(*more));
            let trip = trips.get(&op).copied().unwrap_or(trip);
            costs.insert(op, own.saturating_mul(trip.into()));
        }
        costs.get(&op).map_or(0, |cost| *cost)
    }

    /// The number of ops that the nest runs.
    pub(super) fn total(&self, root: AffineForOp) -> i128 {
        self.cost(root.into(), &BTreeMap::new(), &BTreeMap::new())
    }
}

/// Two nests of which a slice of the first is to be in the second.
pub(super) struct Costs {
    source: (AffineForOp, NestStats),
    destination: (AffineForOp, NestStats),
}

impl Costs {
    /// The costs of two nests; `None` if they are unknown.
    pub(super) fn of(rw: &Rewriter<'_>, source: AffineForOp, destination: AffineForOp) -> Option<Self> {
        Some(Self {
            source: (source, NestStats::of(rw, source)?),
            destination: (destination, NestStats::of(rw, destination)?),
        })
    }

    /// The additional ops that the fused nest runs, as a fraction of those that the nests run.
    pub(super) fn additional_fraction(&self, rw: &Rewriter<'_>, slice: &Slice) -> Option<f64> {
        let fused = self.fused(rw, slice)? as f64;
        let (source, destination) = (&self.source, &self.destination);
        let before = source.1.total(source.0) as f64 + destination.1.total(destination.0) as f64;
        Some(fused / before - 1.0)
    }

    /// The number of ops that the fused nest runs.
    fn fused(&self, rw: &Rewriter<'_>, slice: &Slice) -> Option<i128> {
        let trips = slice_trip_counts(rw, slice)?;
        let around = rw.body().ops_of(slice.block).next().and_then(|op| rw.op(op).parent_op())?;
        let mut more: BTreeMap<Op, i128> = BTreeMap::new();
        // With one iteration, stored values are forwarded to loads.
        if num_iterations(&trips) == 1 {
            let stores: Vec<Value> = accesses_in(rw.op(self.source.0))
                .into_iter()
                .filter_map(|op| written_memref(rw.op(op)))
                .collect();
            if !stores.is_empty() {
                more.insert(around.id(), -(stores.len() as i128));
            }
            let mut memrefs = stores;
            memrefs.sort_unstable();
            memrefs.dedup();
            for memref in memrefs {
                for (user, _) in rw.value(memref).uses() {
                    let is_inside = loops_around(user).iter().any(|op| Op::from(*op) == around.id());
                    let parent = user.parent_op().filter(|parent| parent.isa::<AffineForOp>());
                    if let (true, true, Some(parent)) = (affine_read(user), is_inside, parent) {
                        *more.entry(parent.id()).or_default() -= 1;
                    }
                }
            }
        }
        let (source, destination) = (&self.source, &self.destination);
        let cost = source.1.cost(source.0.into(), &trips, &more);
        more.insert(around.id(), cost);
        Some(destination.1.cost(destination.0.into(), &BTreeMap::new(), &more))
    }
}

/// Whether an access in a nest depends on itself, directly or by others.
pub(super) fn has_cyclic_dependence(rw: &Rewriter<'_>, root: AffineForOp) -> bool {
    let accesses = accesses_in(rw.op(root));
    let accesses: Vec<MemRefAccess<'_>> =
        accesses.into_iter().filter_map(|op| MemRefAccess::of(rw.op(op))).collect();
    let depth = nesting_depth(rw.op(root));
    let depends = |a: &MemRefAccess<'_>, b: &MemRefAccess<'_>| {
        a.memref == b.memref
            && (depth + 1..=num_common_loops(a.op, b.op) + 1)
                .any(|depth| dependence(a, b, depth, false).is_possible())
    };
    let successors: Vec<Vec<usize>> = accesses
        .iter()
        .map(|a| (0..accesses.len()).filter(|&b| depends(a, &accesses[b])).collect())
        .collect();
    // Nodes without predecessors are removed until there are none.
    let mut counts = vec![0usize; accesses.len()];
    successors.iter().flatten().for_each(|&to| counts[to] += 1);
    let mut pending: Vec<usize> = (0..counts.len()).filter(|&at| counts[at] == 0).collect();
    let mut removed = 0;
    while let Some(at) = pending.pop() {
        removed += 1;
        for &to in &successors[at] {
            counts[to] -= 1;
            if counts[to] == 0 {
                pending.push(to);
            }
        }
    }
    removed < accesses.len()
}

/// The number of bytes that a loop accesses in one iteration of those around it; `None` if it is unknown.
pub(crate) fn footprint(rw: &Rewriter<'_>, op: AffineForOp) -> Option<i64> {
    let depth = nesting_depth(rw.op(op));
    let mut regions: Vec<(Value, Region<'_>)> = Vec::new();
    for access in accesses_in(rw.op(op)) {
        let region = Region::of(rw, rw.op(access), RegionOptions::at_depth(depth), None)?;
        let memref = memref_of(rw.op(access))?.id();
        match regions.iter_mut().find(|(other, _)| *other == memref) {
            Some((_, known)) => known.unite(&region)?,
            None => regions.push((memref, region)),
        }
    }
    regions.into_iter().try_fold(0i64, |sum, (_, region)| sum.checked_add(region.size_in_bytes()?))
}

/// The most profitable of the depths at which a slice may be, from one on; `None` if none is. The access is the one whose
/// region gets smaller.
pub(super) fn best_depth(
    rw: &Rewriter<'_>,
    nests: [AffineForOp; 2],
    accesses: &[Op],
    slices: &[Option<Slice>],
    tolerance: f64,
) -> Option<usize> {
    let costs = Costs::of(rw, nests[0], nests[1])?;
    let access = *accesses.first()?;
    if accesses.len() > 1 {
        let fraction = costs.additional_fraction(rw, slices.last()?.as_ref()?)?;
        return (fraction <= tolerance).then_some(slices.len());
    }
    let whole = Region::of(rw, rw.op(access), RegionOptions::at_depth(0), None)?.size_in_bytes()?;
    let mut best: Option<(usize, f64, i64)> = None;
    for (at, slice) in slices.iter().enumerate().rev() {
        let Some(slice) = slice else { continue };
        let Some(fraction) = costs.additional_fraction(rw, slice) else { continue };
        let region = Region::of(rw, rw.op(access), RegionOptions::at_depth(0), Some(slice));
        let Some(size) = region.and_then(|region| region.size_in_bytes()).filter(|&size| size != 0) else {
            continue;
        };
        let reduction = whole as f64 / size as f64;
        if fraction <= tolerance && best.is_none_or(|(_, most, _)| reduction > most) {
            best = Some((at + 1, reduction, size));
        }
    }
    let (depth, _, size) = best.filter(|&(_, reduction, _)| reduction > 0.0)?;
    let (source, destination) = (footprint(rw, nests[0])?, footprint(rw, nests[1])?);
    let fits = destination.saturating_add(size) <= source.saturating_add(destination);
    fits.then_some(depth)
}

/// The memrefs that ops of one list store and those of another one load.
pub(super) fn shared_memrefs(rw: &Rewriter<'_>, stores: &[Op], loads: &[Op]) -> Vec<Value> {
    let written: Vec<Value> = stores.iter().filter_map(|&op| written_memref(rw.op(op))).collect();
    let mut found = Vec::new();
    for &op in loads {
        if let Some(memref) = read_memref(rw.op(op)).filter(|memref| written.contains(memref))
            && !found.contains(&memref)
        {
            found.push(memref);
        }
    }
    found
}
