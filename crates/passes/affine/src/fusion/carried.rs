//! Values that loops of a slice carry: a loop that runs as a whole keeps them, and where one runs an iteration in each
//! iteration of the loop around the slice, that one carries them instead.

use terrace_affine::AffineMap;
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_ir::{InsertPoint, Op, OpRef, Rewriter, Value, ValueRef, View};

use super::slice::{Slice, loop_of_counter};
use crate::loop_normalize::trip_count;

/// The fate of the values that the loops of a slice carry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carried {
    /// The loops that carry values run as a whole.
    Kept,
    /// The loop around the slice carries them.
    ByParent,
    /// They would be lost.
    Lost,
}

/// The loop that has a block as its body.
fn loop_around<'a>(rw: &'a Rewriter<'_>, slice: &Slice) -> Option<View<'a, AffineForOp>> {
    rw.block(slice.block).region()?.parent_op()?.cast::<AffineForOp>()
}

/// The loop that a value is the induction variable of, in the source.
fn sliced_loop<'a>(rw: &'a Rewriter<'_>, source: OpRef<'a>, iv: Value) -> Option<View<'a, AffineForOp>> {
    loop_of_counter(rw, iv).filter(|view| source.is_ancestor(view.0))
}

impl Carried {
    /// Determines the fate of the values that loops of the source carry in a slice in the destination.
    pub(super) fn of(rw: &Rewriter<'_>, [source, destination]: [AffineForOp; 2], slice: &Slice) -> Self {
        let nest = rw.op(source);
        let mut cut = slice.ivs.iter().enumerate().filter_map(|(at, &iv)| {
            let view = sliced_loop(rw, nest, iv)?;
            (view.inits().len() > 0 && !slice.is_whole(at, view)).then_some((at, view))
        });
        match (cut.next(), cut.next()) {
            (None, _) => Self::Kept,
            (Some((at, view)), None) => {
                match parent_can_carry(rw, [nest, rw.op(destination)], slice, (at, view)) {
                    Some(()) => Self::ByParent,
                    None => Self::Lost,
                }
            }
            _ => Self::Lost,
        }
    }
}

/// Whether the loop around a slice may carry the values of a loop that it cuts: both run the same iterations in the same
/// order, and what uses the results may come after the loop around the slice.
fn parent_can_carry(
    rw: &Rewriter<'_>,
    [nest, destination]: [OpRef<'_>; 2],
    slice: &Slice,
    (at, cut): (usize, View<'_, AffineForOp>),
) -> Option<()> {
    let parent = loop_around(rw, slice).filter(|parent| parent.0 != destination)?;
    let counter = parent.region().entry()?.args().next()?;
    let bounds = |view: View<'_, AffineForOp>| {
        Some((view.constant_lower_bound()?, view.constant_upper_bound()?, view.constant_step()))
    };
    (bounds(cut)? == bounds(parent)?).then_some(())?;
    let is_counter = |map: &ValueMap<'_>| map.map == AffineMap::identity(1) && map.operands[..] == [counter];
    for (other, &iv) in slice.ivs.iter().enumerate() {
        if sliced_loop(rw, nest, iv).is_none() {
            continue;
        }
        let mut lower = slice.bound(rw, other, false).filter(|_| slice.is_single(other))?;
        lower.canonicalize();
        let is_outside = lower.map.is_single_constant()
            || lower.map == AffineMap::identity(1) && lower.operands.iter().all(|&value| value != counter);
        (if other == at { is_counter(&lower) } else { is_outside }).then_some(())?;
    }
    let is_iv = |value: ValueRef<'_>| {
        slice.ivs.contains(&value.id())
            && Some(value) != cut.0.single_region().entry().and_then(|block| block.args().next())
    };
    let around = cut.0.parent_op()?;
    (cut.0 == nest
        || slice.ivs.iter().any(|&iv| loop_of_counter(rw, iv).is_some_and(|view| view.0 == around)))
    .then_some(())?;
    cut.inits().all(|init| !is_within(init, nest)).then_some(())?;
    let users = users_of_results(cut.0);
    let is_fine = |op: &OpRef<'_>| {
        op.num_regions() == 0
            && op.operands().all(|value| {
                let definition = value.defining_op();
                definition.is_some_and(|op| op == cut.0 || users.contains(&op))
                    || !is_within(value, nest)
                    || is_iv(value)
            })
    };
    users.iter().all(is_fine).then_some(())
}

/// Whether a value is defined in an op.
fn is_within(value: ValueRef<'_>, op: OpRef<'_>) -> bool {
    let block = value.owner_block().or_else(|| value.defining_op()?.block());
    let around = block.and_then(|block| block.region()?.parent_op());
    around.is_some_and(|around| op.is_ancestor(around))
}

/// The ops of the block of an op that depend on its results, in order.
fn users_of_results(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    let mut users: Vec<OpRef<'_>> = Vec::new();
    let mut next = op.next();
    while let Some(at) = next {
        let depends =
            |value: ValueRef<'_>| value.defining_op().is_some_and(|made| made == op || users.contains(&made));
        let is_user = std::iter::once(at).chain(at.nested_ops()).any(|inner| inner.operands().any(depends));
        if is_user && at.next().is_some() {
            users.push(at);
        }
        next = at.next();
    }
    users
}

/// Lets the loop around a loop that runs once carry the values of that, which becomes its body. What uses the results comes
/// after the loop around. Returns `None` if there is no such loop.
pub(super) fn carry_in_parent(rw: &mut Rewriter<'_>, op: AffineForOp) -> Option<()> {
    let view = op.view(rw);
    let mut parent = view.0.parent_op().filter(|parent| parent.isa::<AffineForOp>())?.id();
    let inits: Vec<Value> = view.inits().map(|init| init.id()).collect();
    let block = view.region().entry()?;
    let end = block.terminator()?;
    let yielded: Vec<Value> = end.operands().map(|value| value.id()).collect();
    let users: Vec<Op> = users_of_results(view.0).iter().map(|user| user.id()).collect();
    let (block, end) = (block.id(), end.id());
    let (mut args, mut results) = (Vec::new(), Vec::new());
    for (&init, &value) in inits.iter().zip(&yielded) {
        parent = rw.replace_with_additional_yields(parent, init, value)?;
        let view = rw.op(parent);
        args.push(view.single_region().entry()?.args().last()?.id());
        results.push(view.results().last()?.id());
    }
    // The results so far are those of loops that were replaced by the last one.
    let first = rw.op(parent).num_results() - results.len();
    let results: Vec<Value> = rw.body().results(parent).skip(first).collect();
    let counter = rw.op(parent).single_region().entry()?.args().next()?.id();
    args.insert(0, counter);
    rw.inline_block(block, InsertPoint::Before(op.into()), &args);
    rw.erase_op(end);
    rw.replace_op(op, &results);
    let place = match rw.body().next_op(parent) {
        Some(next) => InsertPoint::Before(next),
        None => InsertPoint::End(rw.body().block_of(parent)?),
    };
    users.into_iter().for_each(|user| rw.move_op(user, place));
    Some(())
}

/// Whether a loop carries values and runs once, in an iteration of the loop around it that has its number.
pub(super) fn is_carried_by_parent(rw: &Rewriter<'_>, op: AffineForOp) -> bool {
    let view = op.view(rw);
    let is_counter = || {
        let parent = view.0.parent_op()?.cast::<AffineForOp>()?;
        let counter = parent.region().entry()?.args().next()?;
        let [mut lower, _] = view.bounds()?;
        lower.canonicalize();
        (lower.map == AffineMap::identity(1) && lower.operands[..] == [counter]).then_some(())
    };
    view.inits().len() > 0 && trip_count(view) == Some(1) && is_counter().is_some()
}
