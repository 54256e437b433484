//! Loops in the control flow of a region.
//!
//! A natural loop is a header with the blocks that reach one of its back edges without it, after Aho, Sethi and Ullman,
//! "Compilers" (1986), section 10.4; loops nest. A cycle that is entered at several blocks has no header, and is found as
//! a strongly connected component alone.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::analysis::{EditCounts, RegionAnalysis};
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Block, BlockRef, Body, Region};
use terrace_support::graph::components_of;

/// The number of a loop in a [`LoopInfo`].
pub type LoopId = usize;

/// A natural loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The block that all entries and back edges lead to.
    pub header: Block,
    /// The blocks with a back edge to the header, in reverse post-order.
    pub latches: Vec<Block>,
    /// The loop right around it.
    pub parent: Option<LoopId>,
    /// The loops right inside, in reverse post-order of their headers.
    pub children: Vec<LoopId>,
    /// The depth of the loop nest, this loop included.
    pub depth: u32,
    /// The blocks of the loop that are in no nested loop.
    own: Vec<Block>,
}

/// The natural loops of a region.
#[derive(Clone, Default, Debug)]
pub struct LoopInfo {
    loops: Vec<Loop>,
    /// The innermost loop of each block that is in one.
    innermost: FxHashMap<Block, LoopId>,
    /// The index of each block in reverse post-order.
    order: FxHashMap<Block, u32>,
}

fn predecessors(body: &Body, block: Block) -> impl Iterator<Item = Block> + '_ {
    body.preds(block).filter_map(|used| body.block_of(body.use_owner(used)))
}

fn successors(body: &Body, block: Block) -> Vec<Block> {
    body.last_op(block).map_or(Vec::new(), |op| body.successors(op).collect())
}

/// The outermost loop around one so far, with path compression.
fn outermost(around: &mut [LoopId], mut at: LoopId) -> LoopId {
    while around[at] != at {
        around[at] = around[around[at]];
        at = around[at];
    }
    at
}

impl RegionAnalysis for LoopInfo {
    const NAME: &'static str = "CFGLoopInfo";

    /// Takes time almost linear in the number of edges.
    fn compute(body: &Body, region: Region) -> Self {
        let tree = body.analysis::<DomTree>(region);
        let order = tree.blocks().iter().copied().zip(0..).collect();
        let mut info = LoopInfo { order, ..LoopInfo::default() };
        // For each loop one around it, or itself.
        let mut around: Vec<LoopId> = Vec::new();
        // Inner headers come before outer ones, which dominate them.
        for &header in tree.blocks().iter().rev() {
            let is_latch = |from: &Block| tree.is_reachable(*from) && tree.dominates(header, *from);
            let mut latches: Vec<Block> = predecessors(body, header).filter(is_latch).collect();
            if latches.is_empty() {
                continue;
            }
            latches.sort_unstable_by_key(|latch| info.order[latch]);
            latches.dedup();
            let id = info.loops.len();
            around.push(id);
            let mut pending = latches.clone();
            info.loops.push(Loop {
                header,
                latches,
                parent: None,
                children: Vec::new(),
                depth: 0,
                own: Vec::new(),
            });
            info.innermost.insert(header, id);
            while let Some(block) = pending.pop() {
                let Some(&inner) = info.innermost.get(&block) else {
                    if tree.is_reachable(block) {
                        info.innermost.insert(block, id);
                        pending.extend(predecessors(body, block));
                    }
                    continue;
                };
                let inner = outermost(&mut around, inner);
                if inner != id {
                    info.loops[inner].parent = Some(id);
                    around[inner] = id;
                    pending.extend(predecessors(body, info.loops[inner].header));
                }
            }
        }
        // Outer loops come after inner ones.
        for id in (0..info.loops.len()).rev() {
            let parent = info.loops[id].parent;
            info.loops[id].depth = parent.map_or(1, |parent| info.loops[parent].depth + 1);
            if let Some(parent) = parent {
                info.loops[parent].children.push(id);
            }
        }
        for block in tree.blocks() {
            if let Some(&id) = info.innermost.get(block) {
                info.loops[id].own.push(*block);
            }
        }
        info
    }

    fn depends_on(edits: EditCounts) -> u64 {
        edits.control_flow
    }
}

impl LoopInfo {
    /// The loops that are in no other, those whose headers come last in the reverse post-order first, as upstream lists them.
    pub fn top_level(&self) -> impl Iterator<Item = LoopId> + '_ {
        (0..self.loops.len()).filter(|&id| self.loops[id].parent.is_none())
    }

    /// A loop.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id]
    }

    /// Returns the innermost loop that a block is in; `None` if it is in none.
    pub fn loop_of(&self, block: Block) -> Option<LoopId> {
        self.innermost.get(&block).copied()
    }

    /// Whether a block is in a loop, or in one inside.
    pub fn contains(&self, id: LoopId, block: Block) -> bool {
        let mut at = self.loop_of(block);
        while let Some(inner) = at.filter(|&inner| inner != id) {
            at = self.loops[inner].parent;
        }
        at.is_some()
    }

    /// The blocks of a loop and of those inside, in reverse post-order, its header first.
    pub fn blocks(&self, id: LoopId) -> Vec<Block> {
        let (mut blocks, mut pending) = (Vec::new(), vec![id]);
        while let Some(id) = pending.pop() {
            blocks.extend_from_slice(&self.loops[id].own);
            pending.extend_from_slice(&self.loops[id].children);
        }
        blocks.sort_unstable_by_key(|block| self.order[block]);
        blocks
    }

    /// Whether a block of a loop has a successor outside of it.
    pub fn is_exiting(&self, body: &Body, id: LoopId, block: Block) -> bool {
        successors(body, block).into_iter().any(|to| !self.contains(id, to))
    }
}

/// The cycles that are reached from a block: sets of blocks that reach each other, each after those that it leads to.
pub fn cycles(body: &Body, entry: Block) -> Vec<Vec<Block>> {
    let mut found = components_of([entry], |block| successors(body, block));
    found.retain(|members| members.len() > 1 || successors(body, members[0]).contains(&members[0]));
    // The block that was found last first.
    found.iter_mut().for_each(|members| members.reverse());
    found
}

/// Whether a block may run more than once in one run of the outermost op around it: control leads from it back to it, or it
/// is in a loop-like op, or one of the blocks around it does so.
pub fn is_in_loop(block: BlockRef<'_>) -> bool {
    let mut at = Some(block);
    while let Some(block) = at {
        let Some(around) = block.region().and_then(|region| region.parent_op()) else { return false };
        if around.interface::<dyn LoopLike>().is_some() || reaches_itself(block.body(), block.id()) {
            return true;
        }
        at = around.block();
    }
    false
}

/// Whether control leads from a block back to it.
fn reaches_itself(body: &Body, block: Block) -> bool {
    let (mut pending, mut seen) = (successors(body, block), FxHashSet::default());
    while let Some(next) = pending.pop() {
        if next == block {
            return true;
        }
        if seen.insert(next) {
            pending.extend(successors(body, next));
        }
    }
    false
}
