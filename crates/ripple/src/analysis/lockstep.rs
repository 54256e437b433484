//! Warnings of annotated loops in which an iteration reads what an earlier one of its block writes: elements run in lockstep, and
//! all of them read first.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::ops::{AddOp, GEPOp, LoadOp, StoreOp, SubOp, TruncOp};
use terrace_ir::{BlockRef, Loc, OpRef, Type, Value, ValueRef};

use super::FunctionAnalysis;
use crate::diagnostics::{Tag, warning};
use crate::dialect::IndexOp;
use crate::evaluate::{extended, integer_of_constant};
use crate::parallel_loops::BLOCKS_LOOP;

/// The number of sums that are looked through for one index.
const MOST_SUMS: usize = 16;

/// The place of an access: so many elements of a type after that of a counter's number.
struct Place {
    base: Value,
    element: Type,
    counter: Value,
    distance: i64,
}

impl<'a> FunctionAnalysis<'a, '_> {
    /// Warns of reads of what an element before is to write.
    pub(super) fn warn_of_lockstep(&mut self, blocks: &[BlockRef<'a>]) {
        for block in blocks {
            let mut read: FxHashMap<(Value, Value, Type), Vec<(i64, Loc)>> = FxHashMap::default();
            for op in block.ops() {
                if let Some(load) = op.cast::<LoadOp>() {
                    if let Some(place) = place_of(load.addr()) {
                        let key = (place.base, place.counter, place.element);
                        read.entry(key).or_default().push((place.distance, op.loc()));
                    }
                    continue;
                }
                let Some(store) = op.cast::<StoreOp>() else { continue };
                let Some(place) = place_of(store.addr()) else { continue };
                let key = (place.base, place.counter, place.element);
                let size = i64::try_from(self.shapes.of(place.counter).elements()).unwrap_or(i64::MAX);
                let before = read.get(&key).into_iter().flatten();
                let found = before
                    .map(|&(distance, loc)| (place.distance.saturating_sub(distance), loc))
                    .find(|&(behind, _)| behind > 0 && behind < size);
                if let Some((behind, loc)) = found {
                    let message = format!(
                        "an iteration reads what the iteration {behind} before writes, and is carried out with it: it reads what was there before both"
                    );
                    let note = "it is written here";
                    self.found.warnings.push(warning(Tag::LoopNest, loc, message).note(op.loc(), note));
                }
            }
        }
    }
}

/// The place of an address that is an element of an array, by a counter of an annotated loop.
fn place_of(address: ValueRef<'_>) -> Option<Place> {
    let gep = address.defining_op()?.cast::<GEPOp>()?;
    let mut indices = gep.dynamic_indices();
    let (index, None) = (indices.next()?, indices.next()) else { return None };
    let (counter, distance) = counted(index)?;
    let element = gep.elem_type();
    Some(Place { base: gep.base().id(), element, counter, distance })
}

/// The counter of an annotated loop that a number is, and by how much it is more.
fn counted(index: ValueRef<'_>) -> Option<(Value, i64)> {
    let (mut value, mut distance) = (index, 0_i64);
    for _ in 0..MOST_SUMS {
        let op = value.defining_op()?;
        if let Some(narrow) = extended(op) {
            value = narrow;
            continue;
        }
        if is_counter(op) {
            return Some((value.id(), distance));
        }
        let constant = |value: ValueRef<'_>| integer_of_constant(value.defining_op()?);
        let (add, sub) = (op.cast::<AddOp>(), op.cast::<SubOp>());
        let (add, lhs, rhs) = match (add, sub) {
            (Some(add), _) => (true, add.lhs(), add.rhs()),
            (_, Some(sub)) => (false, sub.lhs(), sub.rhs()),
            _ => return None,
        };
        (value, distance) = match (constant(lhs), constant(rhs)) {
            (_, Some(by)) if add => (lhs, distance.checked_add(by)?),
            (_, Some(by)) => (lhs, distance.checked_sub(by)?),
            (Some(by), _) if add => (rhs, distance.checked_add(by)?),
            _ => return None,
        };
    }
    None
}

/// Whether an op adds the index of an element to what a loop over blocks counts, one for each iteration.
fn is_counter(op: OpRef<'_>) -> bool {
    let is_first = |value: ValueRef<'_>| {
        let block = value.owner_block().filter(|_| value.defining_op().is_none());
        block.and_then(|block| block.terminator()).is_some_and(|op| op.attr(BLOCKS_LOOP).is_some())
    };
    let is_index = |mut value: ValueRef<'_>| {
        while let Some(op) = value.defining_op()
            && let Some(of) = extended(op).or_else(|| op.cast::<TruncOp>().map(|view| view.arg()))
        {
            value = of;
        }
        value.defined_by::<IndexOp>().is_some()
    };
    op.cast::<AddOp>().is_some_and(|add| is_first(add.lhs()) && is_index(add.rhs()))
}
