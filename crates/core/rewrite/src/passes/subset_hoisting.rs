//! `loop-invariant-subset-hoisting`: a subset of a loop-carried tensor that every iteration reads and writes
//! is carried separately, extracted before the loop and inserted after it.
//!
//! A carried tensor is followed from the block argument on through the ops that write parts, and through nested loops
//! that carry it, to where it is yielded. Any other use but reading parts ends the search without a change.

use terrace_analysis::{are_equivalent_slices, are_overlapping_slices};
use terrace_ir::dominance::RegionOrder;
use terrace_ir::interfaces::{DestinationStyleOp, LoopLike};
use terrace_ir::subset::{HyperrectangularSlice, SubsetOp};
use terrace_ir::traits::TraitSet;
use terrace_ir::{InsertPoint, Op, OpRef, Rewriter, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use super::licm::defining_region;
use crate::walk::body_post_order;

/// The pass.
pub static SUBSET_HOISTING: PassDef = PassDef {
    name: "loop-invariant-subset-hoisting",
    class: "LoopInvariantSubsetHoisting",
    doc: "Hoist loop invariant subset ops outside of the loop",
    make: |_| Ok(Pass::Body(Box::new(SubsetHoisting))),
    ..EMPTY_PASS
};

struct SubsetHoisting;

impl BodyPass for SubsetHoisting {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        // Loops are replaced and ops leave them, but the nesting of regions stays.
        let order = RegionOrder::new(rw.body());
        for op in body_post_order(rw.body()) {
            if rw.op(op).interface::<dyn LoopLike>().is_some() {
                hoist_subsets(rw, op, &order);
            }
        }
        Ok(())
    }
}

/// Hoists the parts of tensors that a loop carries and that every iteration accesses; the loop is replaced where one is.
pub fn hoist_from_loop(rw: &mut Rewriter<'_>, op: Op) {
    let order = RegionOrder::new(rw.body());
    hoist_subsets(rw, op, &order);
}

/// Hoists the subsets of each iteration argument, including those that are added.
fn hoist_subsets(rw: &mut Rewriter<'_>, mut op: Op, order: &RegionOrder) {
    let mut index = 0;
    while index < iter_args(rw.op(op)).len() {
        op = hoist_at(rw, op, index, order);
        index += 1;
    }
}

fn iter_args(op: OpRef<'_>) -> Vec<ValueRef<'_>> {
    op.interface::<dyn LoopLike>().map_or(Vec::new(), |looped| looped.iter_args(op))
}

/// The maximum number of ops that access one carried tensor, since they are compared pairwise.
const MOST_SUBSETS: usize = 128;

/// The maximum depth of nested loops through which a carried tensor is followed.
const MOST_NESTED: usize = 64;

/// The parts that are accessed between a block argument and where it is yielded.
#[derive(Default)]
struct Subsets {
    /// An op that reads a part, one that writes the same part, or both.
    pairs: Vec<(Option<Op>, Option<Op>)>,
    /// All ops that access parts, in nested loops as well.
    all: Vec<Op>,
}

impl Subsets {
    /// Collects the accesses to the tensor that is the iteration argument `index`; `None` if it has other
    /// uses. Only ops directly in the loop, at depth zero, may become `pairs`.
    fn collect(&mut self, op: OpRef<'_>, index: usize, depth: usize) -> Option<()> {
        if depth > MOST_NESTED {
            return None;
        }
        let looped = op.interface::<dyn LoopLike>()?;
        let mut value = *looped.iter_args(op).get(index)?;
        loop {
            let mut uses = value.uses();
            let (first, second) = (uses.next()?, uses.next());
            if second.is_none() && first.0.has_trait(TraitSet::Terminator) {
                let in_place = looped.regions(op).first()?.entry()?.last() == Some(first.0)
                    && looped.yielded(op)?.get(index) == Some(&value)
                    && first.0.operands().position(|operand| operand == value)? == first.1;
                return in_place.then_some(());
            }
            let mut next = None;
            for (user, operand) in value.uses() {
                if let Some(inner) = user.interface::<dyn LoopLike>() {
                    let (start, len) = inner.inits(user);
                    let at = operand.checked_sub(start).filter(|&at| at < len)?;
                    self.collect(user, at, depth + 1)?;
                    next = Some(*inner.results(user)?.get(at)?);
                    continue;
                }
                let subset = user.interface::<dyn SubsetOp>()?;
                self.insert(user, subset, depth > 0);
                if subset.source(user).is_some() {
                    let pure = user.operands().all(|operand| !operand.ty().is_memref(user.cx()));
                    user.interface::<dyn DestinationStyleOp>().filter(|_| pure)?;
                    if operand != subset.container(user) || next.is_some() {
                        return None;
                    }
                    next = Some(subset.updated(user)?);
                }
            }
            value = next?;
        }
    }

    fn insert(&mut self, op: OpRef<'_>, subset: &dyn SubsetOp, is_nested: bool) {
        self.all.push(op.id());
        if is_nested || self.all.len() > MOST_SUBSETS {
            return;
        }
        let writes = subset.source(op).is_some();
        let view = |other: Op| OpRef::in_body(op.ir(), op.body(), op.body_id(), other);
        let same = self.pairs.iter_mut().find(|(read, write)| {
            let other = if writes { *read } else { *write };
            other.is_some_and(|other| relate(view(other), op, are_equivalent_slices) == Some(true))
        });
        let own = Some(op.id());
        match same {
            Some(pair) if writes => pair.1 = own,
            Some(pair) => pair.0 = own,
            None if writes => self.pairs.push((None, own)),
            None => self.pairs.push((own, None)),
        }
    }
}

type Compare = for<'a> fn(&HyperrectangularSlice<'a>, &HyperrectangularSlice<'a>) -> Option<bool>;

fn relate<'a>(one: OpRef<'a>, other: OpRef<'a>, compare: Compare) -> Option<bool> {
    let slice = |op: OpRef<'a>| op.interface::<dyn SubsetOp>()?.slice(op);
    compare(&slice(one)?, &slice(other)?)
}

/// Hoists the pairs of one carried value; returns the loop, which was replaced if something was hoisted.
fn hoist_at(rw: &mut Rewriter<'_>, mut op: Op, index: usize, order: &RegionOrder) -> Op {
    let mut subsets = Subsets::default();
    if subsets.collect(rw.op(op), index, 0).is_none() || subsets.all.len() > MOST_SUBSETS {
        return op;
    }
    for pair in &subsets.pairs {
        if let &(Some(read), Some(write)) = pair
            && is_hoistable(rw, op, (read, write), &subsets.all, order)
            && let Some(made) = hoist_pair(rw, op, index, (read, write), order)
        {
            op = made;
        }
    }
    op
}

fn is_hoistable(
    rw: &Rewriter<'_>,
    looped: Op,
    (read, write): (Op, Op),
    all: &[Op],
    order: &RegionOrder,
) -> bool {
    let (reading, writing) = (rw.op(read), rw.op(write));
    let Some([reads, writes]) = both(reading, writing) else { return false };
    let Some(source) = writes.source(writing) else { return false };
    if reading.num_results() != 1 || reading.single_result().ty() != writing.operand(source).ty() {
        return false;
    }
    let disjoint = |other: Op| {
        [reading, writing]
            .into_iter()
            .all(|op| relate(op, rw.op(other), are_overlapping_slices) == Some(false))
    };
    if !all.iter().filter(|&&other| other != read && other != write).all(|&other| disjoint(other)) {
        return false;
    }
    let body = rw.body();
    let outside = |value: Value| {
        let region = defining_region(body, value);
        !region.is_some_and(|region| body.regions(looped).any(|around| order.contains(around, region)))
    };
    let fixed = |op: OpRef<'_>, except: &[usize]| {
        op.operands().enumerate().all(|(i, operand)| except.contains(&i) || outside(operand.id()))
    };
    fixed(reading, &[reads.container(reading)]) && fixed(writing, &[source, writes.container(writing)])
}

fn both(one: OpRef<'_>, other: OpRef<'_>) -> Option<[&'static dyn SubsetOp; 2]> {
    Some([one.interface::<dyn SubsetOp>()?, other.interface::<dyn SubsetOp>()?])
}

/// Replaces the carried tensor of a loop by the slice that `read` extracts and `write` inserts; returns the new loop.
fn hoist_pair(
    rw: &mut Rewriter<'_>,
    op: Op,
    index: usize,
    (read, write): (Op, Op),
    order: &RegionOrder,
) -> Option<Op> {
    let [reads, writes] = both(rw.op(read), rw.op(write))?;
    let (from, source, into) =
        (reads.container(rw.op(read)), writes.source(rw.op(write))?, writes.container(rw.op(write)));
    let updated = writes.updated(rw.op(write))?.id();
    let part = rw.body().single_result(read);
    let yielded = rw.body().operand(write, source);
    let op = rw.replace_with_additional_yields(op, part, yielded)?;
    let carried = iter_args(rw.op(op)).last()?.id();
    rw.replace_uses_with_if(part, carried, |body, user, _| {
        let region = body.block_of(user).and_then(|block| body.region_of(block));
        region.is_some_and(|region| body.regions(op).any(|around| order.contains(around, region)))
    });
    let looped = rw.op(op);
    let init = looped.operand(looped.interface::<dyn LoopLike>()?.inits(looped).0 + index).id();
    let (result, last) = (looped.result(index).id(), looped.results().last()?.id());
    rw.move_op(read, InsertPoint::Before(op));
    let behind = InsertPoint::after(rw.body(), op);
    rw.move_op(write, behind);
    let destination = rw.body().operand(write, into);
    rw.replace_all_uses_with(updated, destination);
    rw.set_operand(read, from, init);
    rw.replace_all_uses_with(result, updated);
    rw.set_operand(write, source, last);
    rw.set_operand(write, into, result);
    Some(op)
}
