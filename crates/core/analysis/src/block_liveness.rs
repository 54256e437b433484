//! Liveness of values: at the start and end of each block, and their live ranges in ops.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use terrace_ir::{Block, Body, Op, OpRef, Region, Value, ValueDef};

/// A block, with its live-in and live-out values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockInfo {
    /// Values that are defined before the block and live in or after it.
    pub live_in: BTreeSet<Value>,
    /// Values that are needed after the block.
    pub live_out: BTreeSet<Value>,
}

/// Liveness in the regions of a body's op. Values and blocks are those of the body.
pub struct BlockLiveness<'a> {
    body: &'a Body,
    blocks: FxHashMap<Block, BlockInfo>,
}

/// The blocks of regions and those inside, outer ones first.
pub fn all_blocks(body: &Body, regions: &[Region]) -> Vec<Block> {
    let mut out = Vec::new();
    let mut pending: Vec<Block> = regions.iter().flat_map(|&r| body.blocks_of(r)).collect();
    pending.reverse();
    while let Some(block) = pending.pop() {
        out.push(block);
        let start = pending.len();
        for op in body.ops_of(block) {
            pending.extend(body.regions(op).flat_map(|r| body.blocks_of(r)));
        }
        pending[start..].reverse();
    }
    out
}

/// The block of `region` that holds a block, or is it.
fn ancestor_block(body: &Body, region: Region, mut block: Block) -> Option<Block> {
    loop {
        let at = body.region_of(block)?;
        if at == region {
            return Some(block);
        }
        block = body.block_of(body.region_parent(at)?)?;
    }
}

/// The op of `block` that holds an op, or is it.
fn ancestor_op(body: &Body, block: Block, mut op: Op) -> Option<Op> {
    loop {
        let at = body.block_of(op)?;
        if at == block {
            return Some(op);
        }
        op = body.region_parent(body.region_of(at)?)?;
    }
}

impl<'a> BlockLiveness<'a> {
    /// Computes the liveness in all blocks of an isolated op's body.
    pub fn new(op: OpRef<'a>) -> Option<Self> {
        Some(Self::of_body(op.ir().body(op.inner_body()?)))
    }

    /// Computes the liveness in all blocks of a body.
    pub fn of_body(body: &'a Body) -> Self {
        let order = all_blocks(body, body.top_regions());
        let mut live = Self { body, blocks: FxHashMap::default() };
        let (mut used, mut defined): (Vec<BTreeSet<Value>>, Vec<BTreeSet<Value>>) = (Vec::new(), Vec::new());
        let index: FxHashMap<Block, usize> = order.iter().enumerate().map(|(i, &block)| (block, i)).collect();
        for &block in &order {
            let (uses, defs) = live.local(block);
            used.push(uses.difference(&defs).copied().collect());
            defined.push(defs);
        }
        for &block in &order {
            let live_out = live.needed_elsewhere(block);
            live.blocks.insert(block, BlockInfo { live_in: BTreeSet::new(), live_out });
        }
        let mut pending: Vec<Block> = order.iter().rev().copied().collect();
        while let Some(block) = pending.pop() {
            let mut info = live.blocks.remove(&block).unwrap_or_default();
            for successor in body.last_op(block).into_iter().flat_map(|op| body.successors(op)) {
                if let Some(next) = live.blocks.get(&successor) {
                    info.live_out.extend(&next.live_in);
                } else if successor == block {
                    let own = info.live_in.clone();
                    info.live_out.extend(own);
                }
            }
            let at = index[&block];
            let before = info.live_in.len();
            info.live_in =
                used[at].union(&info.live_out).filter(|v| !defined[at].contains(v)).copied().collect();
            if info.live_in.len() != before {
                pending.extend(body.preds(block).filter_map(|used| body.block_of(body.use_owner(used))));
            }
            live.blocks.insert(block, info);
        }
        live
    }

    /// Returns the values that a block uses and defines, nested ops included.
    fn local(&self, block: Block) -> (BTreeSet<Value>, BTreeSet<Value>) {
        let body = self.body;
        let (mut uses, mut defs): (BTreeSet<Value>, BTreeSet<Value>) = (BTreeSet::new(), BTreeSet::new());
        let mut pending = vec![block];
        while let Some(block) = pending.pop() {
            defs.extend(body.args(block));
            for op in body.ops_of(block) {
                defs.extend(body.results(op));
                uses.extend(body.operands(op));
                pending.extend(body.regions(op).flat_map(|r| body.blocks_of(r)));
            }
        }
        (uses, defs)
    }

    /// The values of a block that other blocks of its region use.
    fn needed_elsewhere(&self, block: Block) -> BTreeSet<Value> {
        let body = self.body;
        let Some(region) = body.region_of(block) else { return BTreeSet::new() };
        let elsewhere = |value: &Value| {
            body.uses(*value).any(|used| {
                let at = body.block_of(body.use_owner(used)).and_then(|at| ancestor_block(body, region, at));
                at != Some(block)
            })
        };
        let results = body.ops_of(block).flat_map(|op| body.results(op));
        body.args(block).chain(results).filter(elsewhere).collect()
    }

    /// Returns the live-in and live-out values of a block.
    pub fn block(&self, block: Block) -> Option<&BlockInfo> {
        self.blocks.get(&block)
    }

    /// Returns the op where the live range of the value starts in a block: the first op if it is live-in.
    fn start(&self, block: Block, value: Value) -> Option<Op> {
        match self.body.value_def(value) {
            ValueDef::Result(op) if !self.blocks.get(&block)?.live_in.contains(&value) => Some(op),
            _ => self.body.first_op(block),
        }
    }

    /// The last op of a block that needs the value, `start` at least.
    pub fn end(&self, block: Block, value: Value, start: Op) -> Option<Op> {
        if self.blocks.get(&block)?.live_out.contains(&value) {
            return self.body.last_op(block);
        }
        let users =
            self.body.uses(value).filter_map(|used| ancestor_op(self.body, block, self.body.use_owner(used)));
        Some(users.fold(start, |end, user| if self.body.is_before(end, user) { user } else { end }))
    }

    /// The ops during which a value is live, by block: those from its definition to its last use.
    pub fn interval(&self, value: Value) -> Vec<Op> {
        let body = self.body;
        let own = match body.value_def(value) {
            ValueDef::Result(op) => body.block_of(op),
            ValueDef::Argument(block) => Some(block),
            ValueDef::Placeholder => None,
        };
        let mut pending: Vec<Block> = own.into_iter().collect();
        let mut seen: BTreeSet<Block> = pending.iter().copied().collect();
        for block in body.uses(value).filter_map(|used| body.block_of(body.use_owner(used))) {
            if seen.insert(block) {
                pending.push(block);
            }
        }
        let mut ops = Vec::new();
        while let Some(block) = pending.pop() {
            if let Some(start) = self.start(block, value)
                && let Some(end) = self.end(block, value, start)
            {
                let mut at = Some(start);
                while let Some(op) = at {
                    ops.push(op);
                    at = if op == end { None } else { body.next_op(op) };
                }
            }
            for next in body.last_op(block).into_iter().flat_map(|op| body.successors(op)) {
                if self.blocks.get(&next).is_some_and(|info| info.live_in.contains(&value))
                    && seen.insert(next)
                {
                    pending.push(next);
                }
            }
        }
        ops
    }

    /// The values that are live at an op.
    pub fn live_at(&self, op: Op) -> BTreeSet<Value> {
        let body = self.body;
        let mut live = BTreeSet::new();
        let Some(block) = body.block_of(op) else { return live };
        let Some(info) = self.blocks.get(&block) else { return live };
        let first = body.first_op(block);
        let mut add = |value: Value| {
            let start = match body.value_def(value) {
                ValueDef::Result(def) if !info.live_in.contains(&value) => ancestor_op(body, block, def),
                _ => first,
            };
            let Some(start) = start else { return };
            let Some(end) = self.end(block, value, start) else { return };
            if !body.is_before(op, start) && !body.is_before(end, op) {
                live.insert(value);
            }
        };
        body.args(block).for_each(&mut add);
        info.live_in.iter().copied().for_each(&mut add);
        let mut at = first;
        while let Some(next) = at {
            body.results(next).for_each(&mut add);
            at = if next == op { None } else { body.next_op(next) };
        }
        live
    }
}
