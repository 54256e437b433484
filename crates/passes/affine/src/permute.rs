//! Permutation of perfectly nested `affine.for`.

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{Block, InsertPoint, Op, OpRef, Rewriter, View};

use crate::dependence::{Dependence, MemRefAccess, Obstacle, dependence, nesting_depth};
use crate::nests::move_body;
use crate::tile::{accesses_in, is_rectangular};

/// The obstacle to a permutation of perfectly nested loops that moves loop `i` to `permutation[i]`: the first difference
/// of each dependence that is not zero must stay positive.
pub fn permutation_obstacle<'a>(
    nest: &[View<'a, AffineForOp>],
    permutation: &[usize],
) -> Option<Obstacle<'a>> {
    let root = nest.first()?;
    if nest.len() < 2 {
        return None;
    }
    let of_nest = |rule| Some(Obstacle { rule, source: root.0, destination: None });
    if nest.iter().any(|view| view.inits().len() > 0) {
        return of_nest("a loop carries values");
    }
    let matches_upstream = root.0.cx().matches_upstream();
    if !matches_upstream && !is_rectangular(nest) {
        return of_nest("the bounds of a loop depend on another one");
    }
    let accesses = match accesses_in(root.0) {
        Ok(accesses) => accesses,
        Err(obstacle) => return Some(obstacle),
    };
    let order = inverse(permutation);
    let outer = first_component(root.0);
    for (source, destination, found) in dependences(&accesses, outer, nest.len()) {
        match found {
            Dependence::None => {}
            Dependence::Unknown(_) if matches_upstream => {}
            Dependence::Unknown(reason) => return Some(Obstacle::between(source, destination, reason)),
            Dependence::Between(components) => {
                let mut lowest = order.iter().map(|&at| components.get(outer + at)?.lower);
                let first = lowest.find(|lower| *lower != Some(0));
                if first.is_some_and(|lower| lower.is_none_or(|lower| lower < 0)) {
                    return Some(Obstacle::between(source, destination, "a dependence would be reversed"));
                }
            }
        }
    }
    None
}

/// The dependences of each two accesses of a nest by each of its loops, the outermost first.
fn dependences<'x, 'a>(
    accesses: &'x [MemRefAccess<'a>],
    outer: usize,
    loops: usize,
) -> impl Iterator<Item = (&'x MemRefAccess<'a>, &'x MemRefAccess<'a>, Dependence)> {
    let pairs = move || {
        accesses.iter().flat_map(move |source| accesses.iter().map(move |destination| (source, destination)))
    };
    (1..=loops).flat_map(move |depth| {
        pairs().map(move |(source, destination)| {
            (source, destination, dependence(source, destination, outer + depth, false))
        })
    })
}

/// The component of dependences that is of a loop. Upstream takes the first one, which is that of the outermost loop of all.
fn first_component(root: OpRef<'_>) -> usize {
    if root.cx().matches_upstream() { 0 } else { nesting_depth(root) }
}

/// Whether each loop of a perfect nest has a dependence between different iterations of it, or may have.
pub(crate) fn carries_dependences(nest: &[View<'_, AffineForOp>]) -> Vec<bool> {
    let mut carries = vec![false; nest.len()];
    let Some(root) = nest.first() else { return carries };
    let Ok(accesses) = accesses_in(root.0) else { return vec![true; nest.len()] };
    let outer = first_component(root.0);
    for (_, _, found) in dependences(&accesses, outer, nest.len()) {
        match found {
            Dependence::None => {}
            Dependence::Unknown(_) if root.0.cx().matches_upstream() => {}
            Dependence::Unknown(_) => return vec![true; nest.len()],
            Dependence::Between(components) => {
                for (carries, component) in carries.iter_mut().zip(components.iter().skip(outer)) {
                    *carries |= component.lower != Some(0) || component.upper != Some(0);
                }
            }
        }
    }
    carries
}

/// Whether the numbers are those from zero on, in some order.
pub fn is_permutation(numbers: &[usize]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..numbers.len())
}

/// The numbers of the loops in their new order.
fn inverse(permutation: &[usize]) -> Vec<usize> {
    let mut order = vec![0; permutation.len()];
    permutation.iter().enumerate().for_each(|(from, &to)| order[to] = from);
    order
}

/// Moves each loop `i` of a perfect nest to `permutation[i]`. Does not check dependences; the bounds must not depend on the
/// loops. `None`, without modifications, for what is no permutation of the nest.
pub fn permute(rw: &mut Rewriter<'_>, nest: &[AffineForOp], permutation: &[usize]) -> Option<()> {
    if nest.len() != permutation.len() || !is_permutation(permutation) {
        return None;
    }
    let order = inverse(permutation);
    let blocks: Option<Vec<Block>> = nest.iter().map(|op| Some(op.view(rw).region().entry()?.id())).collect();
    let blocks = blocks?;
    let ends: Option<Vec<Op>> = blocks.iter().map(|&block| rw.body().last_op(block)).collect();
    let ends = ends?;
    let after = rw.op(*nest.first()?).next()?.id();
    let (last, innermost) = (nest.len() - 1, *order.last()?);
    if last != innermost {
        move_body(rw, blocks[last], ends[innermost]);
    }
    // Side by side first, so that no loop is moved into itself.
    nest.iter().rev().for_each(|&op| rw.move_op(op, InsertPoint::Before(after)));
    for around in order.windows(2) {
        let place = rw.body().ops_of(blocks[around[0]]).next().unwrap_or(ends[around[0]]);
        rw.move_op(nest[around[1]], InsertPoint::Before(place));
    }
    Some(())
}
