//! Live ranges of tiles.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustc_hash::FxHashMap;
use terrace_analysis::block_liveness::BlockLiveness;
use terrace_dialects_arm::sme::tile::{TileOp, TileType, is_tile_type};
use terrace_dialects_core::cf::{BrOp, CondBrOp};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Body, Context, Op, Rewriter, Str, Value, ValueDef};

/// The live range of a set of values.
pub(super) struct LiveRange {
    /// The values, which are never live at the same time, in the order of their definitions.
    pub(super) values: Vec<Value>,
    /// Ends of half-open intervals by their starts.
    intervals: BTreeMap<u32, u32>,
    /// The kind of tile.
    pub(super) tile_type: TileType,
}

impl LiveRange {
    pub(super) fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    pub(super) fn start(&self) -> u32 {
        self.intervals.first_key_value().map_or(0, |(&start, _)| start)
    }

    pub(super) fn end(&self) -> u32 {
        self.intervals.last_key_value().map_or(0, |(_, &end)| end)
    }

    pub(super) fn is_live_at(&self, point: u32) -> bool {
        self.overlaps_interval(point, point + 1)
    }

    fn overlaps_interval(&self, start: u32, end: u32) -> bool {
        self.intervals.range(..end).next_back().is_some_and(|(_, &last)| last > start)
    }

    /// Whether there is a point where both are live, in the size of the smaller.
    pub(super) fn overlaps(&self, other: &LiveRange) -> bool {
        let (few, many) =
            if self.intervals.len() < other.intervals.len() { (self, other) } else { (other, self) };
        few.intervals.iter().any(|(&start, &end)| many.overlaps_interval(start, end))
    }
}

/// All live ranges of a function.
pub(super) struct Ranges {
    /// The ranges; those that were merged into others have no values.
    all: Vec<LiveRange>,
    /// The index of the range that each value was in at first.
    initial: FxHashMap<Value, usize>,
    /// The index of the range that each range was merged into.
    merged: Vec<usize>,
    /// The values, in the order of their definitions.
    order: Vec<Value>,
    numbers: FxHashMap<Op, u32>,
}

/// The blocks in an order in which values come before their uses.
fn sorted_blocks(body: &Body) -> Vec<Block> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut all = Vec::new();
    let successors = |block: Block| -> Vec<Block> {
        body.last_op(block).map_or(Vec::new(), |op| body.successors(op).collect())
    };
    for root in body.top_regions().iter().flat_map(|&region| body.blocks_of(region)) {
        if !seen.insert(root) {
            continue;
        }
        let mut post = Vec::new();
        let mut pending = vec![(root, successors(root).into_iter())];
        while let Some((block, left)) = pending.last_mut() {
            match left.next() {
                Some(next) if seen.insert(next) => pending.push((next, successors(next).into_iter())),
                Some(_) => {}
                None => {
                    post.push(*block);
                    pending.pop();
                }
            }
        }
        all.extend(post.into_iter().rev());
    }
    all
}

/// The values that branches pass for an argument of a block.
pub(super) fn passed_values(rw: &Rewriter<'_>, argument: Value) -> Vec<Value> {
    let body = rw.body();
    let ValueDef::Argument(block) = body.value_def(argument) else { return Vec::new() };
    let number = rw.value(argument).index();
    let mut values = Vec::new();
    for used in body.preds(block) {
        let view = rw.op(body.use_owner(used));
        if !view.isa::<BrOp>() && !view.isa::<CondBrOp>() {
            continue;
        }
        let Some(branch) = view.interface::<dyn BranchOp>() else { continue };
        let passed = branch.successor_operands(view, body.successor_index(used));
        values.extend(view.operands().nth(passed.start + number as usize).map(|value| value.id()));
    }
    values
}

impl Ranges {
    /// The live range of each tile separately.
    pub(super) fn gather(rw: &Rewriter<'_>, liveness: &BlockLiveness<'_>) -> Self {
        let (cx, body) = (rw.cx(), rw.body());
        let mut numbers = FxHashMap::default();
        let mut next = 0;
        for block in sorted_blocks(body) {
            // Block arguments have a separate index.
            next += 1;
            for op in body.ops_of(block) {
                numbers.insert(op, next);
                next += 1;
            }
        }
        let mut ranges = Self {
            all: Vec::new(),
            initial: FxHashMap::default(),
            merged: Vec::new(),
            order: Vec::new(),
            numbers,
        };
        for block in body.top_regions().iter().flat_map(|&region| body.blocks_of(region)) {
            let Some(first) = body.first_op(block) else { continue };
            for argument in body.args(block) {
                ranges.add(cx, body, argument, (block, first), true, liveness);
            }
            let live_in = liveness.block(block).into_iter().flat_map(|info| info.live_in.clone());
            for value in live_in {
                ranges.add(cx, body, value, (block, first), true, liveness);
            }
            for op in body.ops_of(block) {
                for result in body.results(op) {
                    ranges.add(cx, body, result, (block, op), false, liveness);
                }
            }
        }
        ranges
    }

    fn add(
        &mut self,
        cx: &Context,
        body: &Body,
        value: Value,
        (block, from): (Block, Op),
        at_entry: bool,
        liveness: &BlockLiveness<'_>,
    ) {
        let Some(tile_type) = TileType::of(cx, body.value_type(value)) else { return };
        let at = *self.initial.entry(value).or_insert_with(|| {
            self.order.push(value);
            self.merged.push(self.all.len());
            self.all.push(LiveRange { values: vec![value], intervals: BTreeMap::new(), tile_type });
            self.all.len() - 1
        });
        let to = liveness.end(block, value, from).unwrap_or(from);
        let (start, end) = (self.numbers[&from] - u32::from(at_entry), self.numbers[&to]);
        if start < end {
            self.all[at].intervals.insert(start, end);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn get(&self, at: usize) -> &LiveRange {
        &self.all[at]
    }

    /// The range that a value is in by now.
    pub(super) fn range_of(&self, value: Value) -> Option<usize> {
        let mut at = *self.initial.get(&value)?;
        while self.merged[at] != at {
            at = self.merged[at];
        }
        Some(at)
    }

    /// The ranges that values are live in, by their starts.
    pub(super) fn by_start(&self) -> Vec<usize> {
        let mut all: Vec<usize> =
            (0..self.all.len()).filter(|&at| self.merged[at] == at && !self.all[at].is_empty()).collect();
        all.sort_by_key(|&at| self.all[at].start());
        all
    }

    fn merge_if_disjoint(&mut self, a: Value, b: Value) {
        let (Some(mut a), Some(mut b)) = (self.range_of(a), self.range_of(b)) else { return };
        if a == b || self.all[a].overlaps(&self.all[b]) {
            return;
        }
        let size = |range: &LiveRange| range.values.len() + range.intervals.len();
        if size(&self.all[a]) < size(&self.all[b]) {
            std::mem::swap(&mut a, &mut b);
        }
        let values = std::mem::take(&mut self.all[b].values);
        let intervals = std::mem::take(&mut self.all[b].intervals);
        self.all[a].values.extend(values);
        self.all[a].intervals.extend(intervals);
        self.merged[b] = a;
    }

    /// Coalesces ranges that are related by a copy if they do not overlap: of block arguments and their
    /// incoming operands, and then of results and operands.
    pub(super) fn coalesce(&mut self, rw: &Rewriter<'_>) {
        let order = self.order.clone();
        for &value in &order {
            for passed in passed_values(rw, value) {
                self.merge_if_disjoint(value, passed);
            }
        }
        for &value in &order {
            let Some(op) = rw.value(value).defining_op().filter(|op| op.interface::<dyn TileOp>().is_some())
            else {
                continue;
            };
            for operand in op.operands().filter(|operand| is_tile_type(rw.cx(), operand.ty())) {
                self.merge_if_disjoint(value, operand.id());
            }
        }
        let places: FxHashMap<Value, usize> =
            order.iter().enumerate().map(|(at, &value)| (value, at)).collect();
        for range in &mut self.all {
            range.values.sort_by_key(|value| places[value]);
        }
    }

    /// Prints the live ranges next to the ops of the function.
    pub(super) fn show(&self, rw: &Rewriter<'_>, ranges: &[usize]) -> String {
        let body = rw.body();
        let name = body.parent().and_then(|parent| rw.ir().op(parent).symbol_name());
        let name = name.map_or("", |name: Str| name.text(rw.cx()));
        let mut out = format!("SME Tile Liveness: @{name}\nKey:\nS - Start\nE - End\n| - Live\n");
        let blocks = body.top_regions().iter().flat_map(|&region| body.blocks_of(region));
        for (number, block) in blocks.enumerate() {
            let _ = writeln!(out, "^bb{number}:");
            for op in body.ops_of(block) {
                let at = self.numbers[&op];
                for &range in ranges {
                    let mut shown = ' ';
                    for (&start, &end) in &self.all[range].intervals {
                        if start == at {
                            shown = if shown == 'E' { '|' } else { 'S' };
                        } else if end == at {
                            shown = if shown == 'S' { '|' } else { 'E' };
                        } else if start <= at && at < end {
                            shown = '|';
                        }
                    }
                    out.push(shown);
                }
                let _ = writeln!(out, " {}", rw.op(op).name_text());
            }
        }
        out + "==========\n"
    }
}
