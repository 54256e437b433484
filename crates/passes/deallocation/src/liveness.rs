//! Liveness of buffers at the starts of blocks.

use std::cmp::Ordering;

use terrace_analysis::block_liveness::all_blocks;
use terrace_ir::{Block, Body, Op, Region, RegionRef, Rewriter, Value, ValueDef, ValueRef};

use crate::flow::is_buffer_type;

/// The buffers that are live at the entry of each block: defined before it or in a parent, and used in it or
/// after it.
pub struct BufferLiveness {
    /// By block.
    live_in: Vec<Vec<Value>>,
}

impl BufferLiveness {
    /// Computes the live buffers of the blocks of a body. Takes time linear in the uses and the result.
    pub fn new(rw: &Rewriter<'_>) -> Self {
        let (cx, body) = (rw.cx(), rw.body());
        let mut live_in: Vec<Vec<Value>> = vec![Vec::new(); body.num_blocks()];
        // The last value that was found live in a block.
        let mut last: Vec<Option<Value>> = vec![None; body.num_blocks()];
        let mut pending: Vec<Block> = Vec::new();
        for block in all_blocks(body, body.top_regions()) {
            let Some(region) = body.region_of(block) else { continue };
            let results = body.ops_of(block).flat_map(|op| body.results(op));
            for value in body.args(block).chain(results) {
                if !is_buffer_type(cx, body.value_type(value)) {
                    continue;
                }
                pending.extend(body.uses(value).filter_map(|used| body.block_of(body.use_owner(used))));
                while let Some(at) = pending.pop() {
                    let seen = &mut last[at.as_u32() as usize];
                    if at == block || *seen == Some(value) {
                        continue;
                    }
                    *seen = Some(value);
                    live_in[at.as_u32() as usize].push(value);
                    pending.extend(body.preds(at).filter_map(|used| body.block_of(body.use_owner(used))));
                    if let Some(around) = body.region_of(at).filter(|&r| r != region) {
                        pending.extend(body.region_parent(around).and_then(|op| body.block_of(op)));
                    }
                }
            }
        }
        let places = Places::new(body);
        for list in &mut live_in {
            list.sort_by(|&a, &b| places.compare(rw.value(a), rw.value(b)));
        }
        Self { live_in }
    }

    /// The buffers that are live where blocks begin, with the blocks.
    pub fn iter(&self) -> impl Iterator<Item = (Block, Value)> + '_ {
        let block = |at: usize| Block::from_u32(at as u32);
        self.live_in
            .iter()
            .enumerate()
            .flat_map(move |(at, list)| list.iter().map(move |&value| (block(at), value)))
    }

    /// The buffers that are live where a block begins, in upstream's order.
    pub fn live_in(&self, block: Block) -> &[Value] {
        self.live_in.get(block.as_u32() as usize).map_or(&[], |list| list)
    }
}

/// The numbers of ops in their blocks and of blocks in the body.
struct Places {
    ops: Vec<u32>,
    blocks: Vec<u32>,
}

impl Places {
    fn new(body: &Body) -> Self {
        let (mut ops, mut blocks) = (vec![0; body.num_ops()], vec![0; body.num_blocks()]);
        for (number, block) in all_blocks(body, body.top_regions()).into_iter().enumerate() {
            blocks[block.as_u32() as usize] = number as u32;
            for (place, op) in body.ops_of(block).enumerate() {
                ops[op.as_u32() as usize] = place as u32;
            }
        }
        Self { ops, blocks }
    }

    fn op(&self, op: Op) -> u32 {
        self.ops[op.as_u32() as usize]
    }

    /// Arguments are ordered before results; arguments by index, results by position in their blocks.
    /// Otherwise, a value in an outer region, or in the first of several regions, is first.
    fn compare(&self, a: ValueRef<'_>, b: ValueRef<'_>) -> Ordering {
        let tie = || self.block(a).cmp(&self.block(b)).then(a.id().cmp(&b.id()));
        let body = a.body();
        let (of_a, of_b) = match (a.def(), b.def()) {
            (ValueDef::Argument(_), ValueDef::Result(_)) => return Ordering::Less,
            (ValueDef::Result(_), ValueDef::Argument(_)) => return Ordering::Greater,
            (ValueDef::Argument(in_a), ValueDef::Argument(in_b)) => {
                let by_number = a.index().cmp(&b.index());
                if by_number.is_ne() {
                    return by_number;
                }
                (body.region_of(in_a), body.region_of(in_b))
            }
            (ValueDef::Result(of_a), ValueDef::Result(of_b)) => {
                if of_a == of_b {
                    return a.index().cmp(&b.index());
                }
                let region = |op: Op| body.block_of(op).and_then(|block| body.region_of(block));
                if region(of_a) == region(of_b) {
                    return self.op(of_a).cmp(&self.op(of_b)).then_with(tie);
                }
                (region(of_a), region(of_b))
            }
            _ => return tie(),
        };
        match (of_a, of_b) {
            (Some(of_a), Some(of_b)) if of_a != of_b => self.compare_regions(a, of_a, of_b).then_with(tie),
            _ => tie(),
        }
    }

    fn block(&self, value: ValueRef<'_>) -> u32 {
        let block = match value.def() {
            ValueDef::Argument(block) => Some(block),
            ValueDef::Result(op) => value.body().block_of(op),
            ValueDef::Placeholder => None,
        };
        block.map_or(0, |block| self.blocks[block.as_u32() as usize])
    }

    fn compare_regions(&self, value: ValueRef<'_>, a: Region, b: Region) -> Ordering {
        let at = |region| RegionRef::in_body(value.ir(), value.body(), value.body_id(), region);
        let around = |region: RegionRef<'_>| {
            value.body().region_parent(region.id()).map(|op| (op, at_op(value.body(), op)))
        };
        let (mut a, mut b) = (at(a), at(b));
        loop {
            let by_number = a.index().cmp(&b.index());
            if by_number.is_ne() {
                return by_number;
            }
            match (around(a), around(b)) {
                (Some((of_a, Some(in_a))), Some((of_b, Some(in_b)))) => {
                    if in_a == in_b {
                        return self.op(of_a).cmp(&self.op(of_b));
                    }
                    (a, b) = (at(in_a), at(in_b));
                }
                (None, Some(_)) => return Ordering::Less,
                (Some(_), None) => return Ordering::Greater,
                _ => return Ordering::Equal,
            }
        }
    }
}

fn at_op(body: &Body, op: Op) -> Option<Region> {
    body.block_of(op).and_then(|block| body.region_of(block))
}
