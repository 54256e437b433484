//! `mem2reg`: promotes memory slots to SSA values, if all users of the slot support it.
//!
//! The reaching definition of each use is found by the iterated dominance frontier of the stores, pruned to
//! blocks in which the slot is live (Sreedhar and Gao, "A Linear Time Algorithm for Placing phi-Nodes",
//! 1995); each such block gets an argument. Only blocks on a path from a use to its reaching definition are
//! visited.

use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::memory_slots::{Deletion, MemorySlot, PromotableAllocation, PromotableMemOp, PromotableOp};
use terrace_ir::verify::is_graph_region;
use terrace_ir::{Block, InsertPoint, Op, OpRef, Region, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};

pass_options! {
    /// The options of the pass.
    struct Mem2regOptions {
        /// Simplify the control flow of regions
        region_simplify("region-simplify"): bool = "true",
    }
}

/// The pass.
pub static MEM2REG: PassDef = PassDef {
    name: "mem2reg",
    class: "Mem2Reg",
    doc: "Promotes memory slots into values.",
    options: Mem2regOptions::DEFS,
    statistics: &[
        ("promoted slots", "Total amount of memory slot promoted"),
        ("new block args", "Total amount of new block argument inserted in blocks"),
    ],
    make: |_| Ok(Pass::Body(Box::new(Mem2Reg))),
    ..EMPTY_PASS
};

struct Mem2Reg;

impl BodyPass for Mem2Reg {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let counts = promote_slots(rw);
        run.count(0, counts.promoted);
        run.count(1, counts.arguments);
        Ok(())
    }
}

/// The counts of promoted slots and new block arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Promoted {
    /// Slots that became values.
    pub promoted: u64,
    /// Block arguments that were added.
    pub arguments: u64,
}

/// Promotes all slots of a body that can be.
pub fn promote_slots(rw: &mut Rewriter<'_>) -> Promoted {
    promote_slots_if(rw, |_| true)
}

/// Promotes the slots of a body that can be, of allocations for which `keep` returns true.
pub fn promote_slots_if(rw: &mut Rewriter<'_>, keep: impl Fn(OpRef<'_>) -> bool) -> Promoted {
    let mut counts = Promoted::default();
    let mut regions = Regions::default();
    let mut pending: Vec<Op> = crate::walk::body_post_order(rw.body());
    pending.retain(|&op| rw.op(op).interface::<dyn PromotableAllocation>().is_some() && keep(rw.op(op)));
    loop {
        let mut left = Vec::with_capacity(pending.len());
        let before = counts.promoted;
        for &op in &pending {
            let Some(allocation) = rw.op(op).interface::<dyn PromotableAllocation>() else { continue };
            let slots = allocation.promotable_slots(rw.op(op));
            let promotion = slots.into_iter().find_map(|slot| Promotion::plan(rw, op, slot, &mut regions));
            match promotion {
                Some(promotion) => left.extend(promotion.carry_out(rw, allocation, &mut counts, &regions)),
                None => left.push(op),
            }
        }
        if counts.promoted == before {
            return counts;
        }
        pending = left;
    }
}

/// The blocks of a region: dominance, and their positions in an order in which dominators come first.
struct RegionInfo {
    tree: Arc<DomTree>,
    places: FxHashMap<Block, u32>,
    levels: FxHashMap<Block, u32>,
}

/// Cached information on regions. Promotion changes no branch's target, so it stays valid.
#[derive(Default)]
struct Regions(FxHashMap<Region, RegionInfo>);

impl Regions {
    fn of(&mut self, rw: &Rewriter<'_>, region: Region) -> &RegionInfo {
        self.0.entry(region).or_insert_with(|| {
            let tree = rw.body().analysis::<DomTree>(region);
            let mut order: Vec<Block> = tree.blocks().to_vec();
            order.extend(rw.body().blocks_of(region).filter(|&block| !tree.is_reachable(block)));
            let places = order.iter().enumerate().map(|(place, &block)| (block, place as u32)).collect();
            let mut levels: FxHashMap<Block, u32> = FxHashMap::default();
            for &block in tree.blocks() {
                let above = tree.immediate_dominator(block).and_then(|above| levels.get(&above).copied());
                levels.insert(block, above.map_or(0, |level| level + 1));
            }
            RegionInfo { tree, places, levels }
        })
    }
}

/// The plan to promote one slot.
struct Promotion {
    allocation: Op,
    slot: MemorySlot,
    region: Region,
    /// Ops that have to do without operands, with their numbers, definitions first.
    users: Vec<(Op, Vec<usize>)>,
    /// Ops that read or write the slot, by block, in order.
    by_block: FxHashMap<Block, Vec<Op>>,
    /// Blocks that get an argument, in order.
    merges: Vec<Block>,
}

fn mem_op(rw: &Rewriter<'_>, op: Op) -> Option<&'static dyn PromotableMemOp> {
    rw.op(op).interface::<dyn PromotableMemOp>()
}

impl Promotion {
    fn plan(rw: &Rewriter<'_>, allocation: Op, slot: MemorySlot, regions: &mut Regions) -> Option<Self> {
        let ptr = rw.value(slot.ptr);
        if ptr.is_unused() {
            return None;
        }
        let block = ptr.owner_block().or_else(|| ptr.defining_op()?.block())?;
        let region = block.region()?;
        if region.parent_op().is_some_and(|parent| is_graph_region(parent, region.index())) {
            return None;
        }
        let region = region.id();
        let info = regions.of(rw, region);
        let users = blocking_uses(rw, &slot, region, info)?;
        let mut by_block: FxHashMap<Block, Vec<Op>> = FxHashMap::default();
        for &(op, _) in &users {
            if mem_op(rw, op).is_some() {
                by_block.entry(rw.body().block_of(op)?).or_default().push(op);
            }
        }
        let mut promotion = Self { allocation, slot, region, users, by_block, merges: Vec::new() };
        promotion.find_merges(rw, info);
        let branches = |block: Block| {
            rw.body()
                .preds(block)
                .all(|used| rw.op(rw.body().use_owner(used)).interface::<dyn BranchOp>().is_some())
        };
        promotion.merges.iter().all(|&block| branches(block)).then_some(promotion)
    }

    /// Finds the blocks in which several definitions meet that are read later.
    fn find_merges(&mut self, rw: &Rewriter<'_>, info: &RegionInfo) {
        let body = rw.body();
        let touches = |op: &&Op, stores: bool| {
            let view = rw.op(**op);
            mem_op(rw, **op).is_some_and(|mem| match stores {
                true => mem.stores_to(view, &self.slot),
                false => mem.loads_from(view, &self.slot),
            })
        };
        let defining: FxHashSet<Block> = (self.by_block.iter())
            .filter(|(_, ops)| ops.iter().any(|op| touches(&op, true)))
            .map(|(&block, _)| block)
            .collect();
        let mut pending: Vec<Block> = (self.by_block.iter())
            .filter(|(_, ops)| {
                let first = ops.iter().find(|op| touches(op, true) || touches(op, false));
                first.is_some_and(|op| touches(&op, false))
            })
            .map(|(&block, _)| block)
            .collect();
        let mut live_in: FxHashSet<Block> = FxHashSet::default();
        // Nothing is stored yet where the slot begins: in a loop, it is another one each time.
        let home = rw.value(self.slot.ptr).defining_op().and_then(|op| op.block()).map(|block| block.id());
        while let Some(block) = pending.pop() {
            if Some(block) != home && live_in.insert(block) {
                let preds = body.preds(block).filter_map(|used| body.block_of(body.use_owner(used)));
                pending.extend(preds.filter(|pred| !defining.contains(pred)));
            }
        }
        // From the deepest definition up: each block of its subtree is looked at once in all.
        let place = |block: Block| info.places.get(&block).copied().unwrap_or(u32::MAX);
        let mut heap: BinaryHeap<(u32, u32, Block)> = (defining.iter())
            .filter_map(|&block| Some((*info.levels.get(&block)?, place(block), block)))
            .collect();
        let mut visited: FxHashSet<Block> = FxHashSet::default();
        let mut found: FxHashSet<Block> = FxHashSet::default();
        while let Some((level, _, root)) = heap.pop() {
            let mut stack = vec![root];
            while let Some(block) = stack.pop() {
                if !visited.insert(block) {
                    continue;
                }
                let successors = body.last_op(block).map(|last| body.successors(last));
                for to in successors.into_iter().flatten() {
                    let Some(&to_level) = info.levels.get(&to) else { continue };
                    let own = info.tree.immediate_dominator(to) == Some(block);
                    if own || to_level > level || !live_in.contains(&to) || !found.insert(to) {
                        continue;
                    }
                    if !defining.contains(&to) {
                        heap.push((to_level, place(to), to));
                    }
                }
                // What matters below is live, or else is found from a definition or merge further down.
                stack.extend(info.tree.children(block).filter(|child| live_in.contains(child)));
            }
        }
        self.merges = found.into_iter().collect();
        self.merges.sort_by_key(|&block| place(block));
    }

    /// Promotes the slot; returns the allocation that is left, if one is.
    fn carry_out(
        self,
        rw: &mut Rewriter<'_>,
        allocation: &'static dyn PromotableAllocation,
        counts: &mut Promoted,
        regions: &Regions,
    ) -> Option<Op> {
        let info = &regions.0[&self.region];
        let start = match rw.value(self.slot.ptr).owner_block() {
            Some(block) => block.id(),
            None => rw.value(self.slot.ptr).defining_op().and_then(|op| op.block()).map(|b| b.id())?,
        };
        let leads_there = self.merges.iter().flat_map(|&block| {
            rw.body().preds(block).filter_map(|used| rw.body().block_of(rw.body().use_owner(used)))
        });
        let relevant: Vec<Block> =
            self.by_block.keys().chain(&self.merges).copied().chain(leads_there).collect();
        rw.set_insertion_point_to_start(start);
        let default = allocation.default_value(rw, self.allocation, &self.slot);
        let mut reaching = Reaching {
            promotion: &self,
            default,
            above: info.tree.closest_dominators(relevant),
            at_end: FxHashMap::default(),
            arguments: FxHashMap::default(),
            before: FxHashMap::default(),
            stored: FxHashMap::default(),
        };
        let mut added = Vec::with_capacity(self.merges.len());
        for &block in &self.merges {
            let loc = rw.value(self.slot.ptr).loc();
            let argument = rw.add_argument(block, self.slot.elem, loc);
            added.push((block, argument));
            reaching.arguments.insert(block, argument);
            counts.arguments += 1;
        }
        allocation.block_arguments_added(rw, self.allocation, &self.slot, &added);
        let blocks: Vec<Block> = {
            let mut blocks: Vec<Block> = self.by_block.keys().copied().collect();
            blocks.sort_by_key(|block| info.places.get(block));
            blocks
        };
        blocks.into_iter().filter(|&block| info.tree.is_reachable(block)).for_each(|block| {
            reaching.at_end(rw, block);
        });
        let mut passed = Vec::new();
        for &block in &self.merges {
            let mut edges: Vec<(Op, usize)> = Vec::new();
            let mut known = FxHashSet::default();
            for used in rw.body().preds(block) {
                let branch = rw.body().use_owner(used);
                if known.insert(branch) {
                    let targets = rw.body().successors(branch).enumerate();
                    edges.extend(targets.filter(|(_, to)| *to == block).map(|(index, _)| (branch, index)));
                }
            }
            for (branch, index) in edges {
                let value = match rw.body().block_of(branch) {
                    Some(pred) if info.tree.is_reachable(pred) => reaching.at_end(rw, pred),
                    _ => default,
                };
                let view = rw.op(branch);
                let Some(interface) = view.interface::<dyn BranchOp>() else { continue };
                let own = interface.successor_operands(view, index);
                let range = own.start..own.start + own.len;
                let mut values: Vec<Value> = range.map(|at| view.operand(at).id()).collect();
                values.push(value);
                passed.push((branch, index, values));
            }
        }
        rw.set_passed(passed);
        let Reaching { before, stored, .. } = reaching;
        remove_uses(rw, &self, default, &before, &stored);
        counts.promoted += 1;
        allocation.promotion_complete(rw, self.allocation, &self.slot, Some(default))
    }
}

/// Removes the slot's uses, last users first.
fn remove_uses(
    rw: &mut Rewriter<'_>,
    promotion: &Promotion,
    default: Value,
    before: &FxHashMap<Op, Value>,
    stored: &FxHashMap<Op, Value>,
) {
    let slot = &promotion.slot;
    let (mut erased, mut replaced, mut visit) = (Vec::new(), Vec::new(), Vec::new());
    for (op, uses) in promotion.users.iter().rev() {
        let op = *op;
        rw.set_insertion_point_after(op);
        let deletion = match (mem_op(rw, op), rw.op(op).interface::<dyn PromotableOp>()) {
            (Some(mem), _) => {
                let reaching = before.get(&op).copied().unwrap_or(default);
                replaced.extend(stored.get(&op).map(|&value| (op, value)));
                mem.remove_uses(rw, op, slot, uses, reaching)
            }
            (None, Some(promotable)) => {
                if promotable.wants_replaced_values(rw.op(op)) {
                    visit.push((op, promotable));
                }
                promotable.remove_uses(rw, op, uses)
            }
            (None, None) => Deletion::Keep,
        };
        if deletion == Deletion::Delete {
            erased.push(op);
        }
    }
    for (op, promotable) in visit {
        rw.set_insertion_point_after(op);
        promotable.visit_replaced_values(rw, op, &replaced);
    }
    erased.into_iter().for_each(|op| rw.erase_op(op));
}

/// The definitions that reach places.
struct Reaching<'p> {
    promotion: &'p Promotion,
    default: Value,
    /// For each queried block, its closest relevant dominator.
    above: FxHashMap<Block, Block>,
    at_end: FxHashMap<Block, Value>,
    arguments: FxHashMap<Block, Value>,
    before: FxHashMap<Op, Value>,
    stored: FxHashMap<Op, Value>,
}

impl Reaching<'_> {
    /// Returns the value of the slot at the end of a block that accesses it, has a block argument for it, or branches
    /// to such a block.
    fn at_end(&mut self, rw: &mut Rewriter<'_>, block: Block) -> Value {
        let mut chain = Vec::new();
        let mut at = Some(block);
        let mut value = self.default;
        while let Some(block) = at {
            if let Some(&known) = self.at_end.get(&block) {
                value = known;
                break;
            }
            chain.push(block);
            if let Some(&argument) = self.arguments.get(&block) {
                value = argument;
                break;
            }
            at = self.above.get(&block).copied();
        }
        for block in chain.into_iter().rev() {
            value = self.through(rw, block, value);
            self.at_end.insert(block, value);
        }
        value
    }

    /// Returns the value of the slot at the end of a block, given its value at the start.
    fn through(&mut self, rw: &mut Rewriter<'_>, block: Block, mut value: Value) -> Value {
        let promotion = self.promotion;
        for &op in promotion.by_block.get(&block).map_or(&[][..], |ops| ops) {
            self.before.insert(op, value);
            let Some(mem) = mem_op(rw, op) else { continue };
            if mem.stores_to(rw.op(op), &promotion.slot) {
                rw.set_insertion_point(InsertPoint::after(rw.body(), op));
                value = mem.stored(rw, op, &promotion.slot, value);
                self.stored.insert(op, value);
            }
        }
        value
    }
}

/// The ops whose uses of the slot must be removed to promote it, definitions first; `None` if one cannot.
fn blocking_uses(
    rw: &Rewriter<'_>,
    slot: &MemorySlot,
    region: Region,
    info: &RegionInfo,
) -> Option<Vec<(Op, Vec<usize>)>> {
    let body = rw.body();
    // Ops in order, so that all uses are known when an op is asked.
    let place = |op: Op| {
        let block = body.block_of(op)?;
        (body.region_of(block) == Some(region)).then(|| Some((*info.places.get(&block)?, body.order(op))))?
    };
    let mut pending: BTreeMap<(u32, u32), (Op, Vec<usize>)> = BTreeMap::new();
    let add = |pending: &mut BTreeMap<(u32, u32), (Op, Vec<usize>)>, op: Op, index: usize| {
        let uses = &mut pending.entry(place(op)?).or_insert_with(|| (op, Vec::new())).1;
        if !uses.contains(&index) {
            uses.push(index);
        }
        Some(())
    };
    for used in body.uses(slot.ptr) {
        add(&mut pending, body.use_owner(used), body.use_index(used))?;
    }
    let mut users = Vec::new();
    while let Some((_, (op, uses))) = pending.pop_first() {
        let view = rw.op(op);
        let mut more = Vec::new();
        let removable = match (view.interface::<dyn PromotableOp>(), mem_op(rw, op)) {
            (Some(promotable), _) => promotable.can_remove_uses(view, &uses, &mut more),
            (None, Some(mem)) => mem.can_remove_uses(view, slot, &uses, &mut more),
            (None, None) => false,
        };
        if !removable {
            return None;
        }
        for (user, index) in more {
            add(&mut pending, user, index)?;
        }
        users.push((op, uses));
    }
    Some(users)
}
