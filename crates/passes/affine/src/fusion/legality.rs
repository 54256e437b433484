//! Pairs of loop nests of which a slice of one may be in the other, as upstream decides it.

use terrace_dialects_mem::affine::{AffineForOp, AffineIfOp};
use terrace_ir::{Op, OpRef, Rewriter, Value};

use super::accesses::{accesses_in, affine_read, affine_write, common_loops, loops_around, memref_of};
use super::cost::shared_memrefs;
use super::slice::{NoSlice, Slice, slice_union};
use crate::dependence::{MemRefAccess, dependence, num_common_loops};

/// The pairs of accesses that a slice is computed for.
#[derive(Clone, Copy)]
pub(crate) enum Strategy {
    /// All.
    Generic,
    /// Those of values that the first nest stores and the second one loads.
    ProducerConsumer,
    /// Loads of this memref.
    Sibling(Value),
}

/// The reason why nests cannot be fused.
pub(crate) enum CannotFuse {
    /// The nests are not supported.
    Precondition,
    /// An op between the nests depends on one, and the other one on it.
    BlockDependence,
    /// A dependence between iterations would not be preserved.
    LoopDependence,
    /// The slice would run iterations that the nest does not.
    IncorrectSlice(Box<Slice>),
}

/// The memrefs that are accessed in an op, and whether they are written.
fn accessed_memrefs(rw: &Rewriter<'_>, op: Op) -> Vec<(Value, bool)> {
    let mut found: Vec<(Value, bool)> = Vec::new();
    for access in accesses_in(rw.op(op)) {
        let Some(memref) = memref_of(rw.op(access)).map(|memref| memref.id()) else { continue };
        let writes = affine_write(rw.op(access));
        match found.iter_mut().find(|(other, _)| *other == memref) {
            Some((_, known)) => *known |= writes,
            None => found.push((memref, writes)),
        }
    }
    found
}

/// Whether an access is of one of these memrefs, and it or the other access writes.
fn depends_on(op: OpRef<'_>, memrefs: &[(Value, bool)]) -> bool {
    let Some(memref) = memref_of(op).map(|memref| memref.id()) else { return false };
    memrefs.iter().any(|&(other, writes)| other == memref && (writes || affine_write(op)))
}

/// Whether two nests can be beside each other, somewhere between the places that they are at now.
fn can_meet(rw: &Rewriter<'_>, first: AffineForOp, second: AffineForOp) -> bool {
    let (of_first, of_second) = (accessed_memrefs(rw, first.into()), accessed_memrefs(rw, second.into()));
    let second_op = rw.op(second);
    let mut found_first = false;
    let mut next = rw.op(first).next();
    while let Some(op) = next.filter(|op| *op != second_op) {
        let all = || std::iter::once(op).chain(op.nested_ops());
        found_first |= all().any(|inner| depends_on(inner, &of_first));
        let is_used = |inner: OpRef<'_>| {
            !affine_read(inner)
                && !affine_write(inner)
                && inner
                    .results()
                    .any(|result| result.uses().any(|(user, _)| second_op.is_proper_ancestor(user)))
        };
        if found_first && all().any(|inner| depends_on(inner, &of_second) || is_used(inner)) {
            return false;
        }
        next = op.next();
    }
    true
}

/// The depth above which no dependence between accesses of shared memrefs in the consumer is carried.
fn max_depth(rw: &Rewriter<'_>, producer: &[Op], consumer: &[Op]) -> usize {
    let shared = shared_memrefs(rw, producer, consumer);
    let is_shared = |op: &&Op| memref_of(rw.op(**op)).is_some_and(|memref| shared.contains(&memref.id()));
    let ops: Vec<Op> = consumer.iter().filter(is_shared).copied().collect();
    let mut depth = common_loops(rw, &ops).len();
    if ops.iter().all(|&op| affine_read(rw.op(op))) {
        return depth;
    }
    let accesses: Vec<MemRefAccess<'_>> = ops.iter().filter_map(|&op| MemRefAccess::of(rw.op(op))).collect();
    for a in &accesses {
        for b in accesses.iter().filter(|b| b.memref == a.memref) {
            let common = num_common_loops(a.op, b.op);
            let first = (1..=common + 1).find(|&depth| dependence(a, b, depth, false).is_possible());
            depth = first.map_or(depth, |first| depth.min(first - 1));
        }
    }
    depth
}

/// The slice of one nest that can be in another nest of the same block, at a depth that counts the loops around both.
pub(crate) fn can_fuse(
    rw: &Rewriter<'_>,
    source: AffineForOp,
    destination: AffineForOp,
    depth: usize,
    strategy: Strategy,
) -> Result<Slice, CannotFuse> {
    let block = |op: AffineForOp| rw.body().block_of(op);
    if depth == 0 || block(source) != block(destination) {
        return Err(CannotFuse::Precondition);
    }
    let is_backward = rw.body().is_before(source.into(), destination.into());
    let (first, second) = if is_backward { (source, destination) } else { (destination, source) };
    if !can_meet(rw, first, second) {
        return Err(CannotFuse::BlockDependence);
    }
    for nest in [first, second] {
        if rw.op(nest).nested_ops().any(|op| op.isa::<AffineIfOp>()) {
            return Err(CannotFuse::Precondition);
        }
    }
    let (of_first, of_second) = (accesses_in(rw.op(first)), accesses_in(rw.op(second)));
    if matches!(strategy, Strategy::ProducerConsumer) && max_depth(rw, &of_first, &of_second) < depth {
        return Err(CannotFuse::LoopDependence);
    }
    let chosen: Vec<Op> = of_first
        .iter()
        .copied()
        .filter(|&op| match strategy {
            Strategy::Generic => true,
            Strategy::ProducerConsumer => affine_write(rw.op(op)),
            Strategy::Sibling(memref) => {
                affine_read(rw.op(op)) && memref_of(rw.op(op)).is_some_and(|own| own.id() == memref)
            }
        })
        .collect();
    slice_union(rw, [&chosen, &of_second], depth, is_backward).map_err(|reason| match reason {
        NoSlice::Unsupported => CannotFuse::Precondition,
        NoSlice::Incorrect(slice) => CannotFuse::IncorrectSlice(slice),
    })
}

/// The number of loops around an op.
pub(super) fn num_loops_around(rw: &Rewriter<'_>, op: Op) -> usize {
    loops_around(rw.op(op)).len()
}
