//! The intervals of ops whose writes may conflict with a read.
//!
//! A read is checked against the writes in a few intervals of [op](crate::happens_before) numbers. In a
//! single block these are the ops from the definition to the read, and the enclosing ops whose order is not
//! static. With several blocks, the ops that the read dominates are excluded, and so are the writes that
//! dominate the definition. Writes that precede a definition and do not dominate it are those whose block,
//! with all blocks that it dominates, ends before it.

use crate::conflicts::view;
use crate::happens_before::{BlockSpan, Order};
use crate::interface::{Operand, OperandKey};
use crate::interval_index::Interval;
use crate::state::{State, region_of};

/// Adds to `between` the intervals of the ops whose writes may come between a definition and its read: no
/// write outside of the intervals does, except for those around a definition, and those whose last dominated
/// number is in one of the intervals that are added to `before`.
pub fn intervals(
    state: &State<'_>,
    order: &Order,
    read: Operand<'_>,
    between: &mut Vec<Interval<OperandKey>>,
    before: &mut Vec<Interval<OperandKey>>,
) {
    // Who asks why is told what only the strict rules see.
    let strict = state.options.strict_analysis || state.options.explain;
    match order.top_block(read.op.body(), read.op.id()) {
        Some((block, _)) => in_blocks(strict, state, order, read, block, between, before),
        None => between.push(in_one_block(state, order, read)),
    }
}

fn in_one_block(state: &State<'_>, order: &Order, read: Operand<'_>) -> Interval<OperandKey> {
    let (start, mut hi) = order.span(read.op.id());
    let mut lo = start;
    let region = read.op.block().and_then(|block| block.region());
    hi = hi.max(order.around(region).map_or(hi, |around| around.1));
    for &definition in state.find_definitions(read).iter() {
        let definition = view(read.op, definition);
        let of_definition = region_of(definition);
        match definition.defining_op() {
            Some(op) => lo = lo.min(order.around(of_definition).unwrap_or(order.span(op.id())).0),
            None => {
                let op = of_definition.and_then(|region| region.parent_op());
                let op = op.filter(|op| op.body_id() == read.op.body_id());
                lo = lo.min(op.map_or(0, |op| order.span(op.id()).0));
            }
        }
        if let Some(outermost) = state.parallel_region_between(region, of_definition) {
            hi = hi.max(outermost.map_or(u32::MAX, |op| order.span(op.id()).1));
        }
    }
    Interval { lo, hi, key: read.key() }
}

fn in_blocks(
    strict: bool,
    state: &State<'_>,
    order: &Order,
    read: Operand<'_>,
    block: &BlockSpan,
    between: &mut Vec<Interval<OperandKey>>,
    before: &mut Vec<Interval<OperandKey>>,
) {
    let key = read.key();
    let span = order.span(read.op.id());
    let region = read.op.block().and_then(|block| block.region());
    let behind = order.around(region).unwrap_or(span).1.max(block.circle.unwrap_or(0));
    let definitions = state.find_definitions(read);
    if definitions.is_empty() {
        between.push(Interval { lo: span.0, hi: span.0, key });
    }
    for &definition in definitions.iter() {
        let definition = view(read.op, definition);
        let of_definition = region_of(definition);
        let hi = match state.parallel_region_between(region, of_definition) {
            Some(outermost) => behind.max(outermost.map_or(u32::MAX, |op| order.span(op.id()).1)),
            None => behind,
        };
        let mut add = |lo: u32, hi: u32| {
            if lo <= hi {
                between.push(Interval { lo, hi, key });
            }
        };
        // What the read dominates comes after it.
        let (lo, first, may_come_around) = match definition.defining_op() {
            Some(op) => {
                let (lo, _) = order.around(of_definition).unwrap_or(order.span(op.id()));
                let around = order.top_block(op.body(), op.id()).map_or(0, |(_, op)| order.span(op).0);
                (lo, around, true)
            }
            None => {
                let inside = of_definition.and_then(|region| region.parent_op());
                let inside = inside.filter(|op| op.body_id() == read.op.body_id());
                if let Some(op) = inside {
                    // Only writes in the region count.
                    let (lo, last) = order.span(op.id());
                    add(lo, hi.min(last));
                    continue;
                }
                let owner = definition.owner_block().and_then(|owner| order.block(owner.id()));
                let Some(owner) = owner else {
                    add(0, u32::MAX);
                    continue;
                };
                if !strict {
                    // Only writes in the block count.
                    let hi = if owner == block { hi } else { u32::MAX };
                    add(owner.first, hi.min(owner.last));
                    continue;
                }
                (owner.first, owner.first, owner.circle.is_some())
            }
        };
        add(lo, hi);
        add(lo.max(block.end.saturating_add(1)).max(hi.saturating_add(1)), u32::MAX);
        if may_come_around && first > 1 {
            before.push(Interval { lo: 0, hi: first - 1, key });
        }
    }
    if between.last().is_none_or(|last| last.key != key) {
        between.push(Interval { lo: span.0, hi: span.0, key });
    }
}
