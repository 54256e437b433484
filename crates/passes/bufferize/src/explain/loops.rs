//! Ops in loops: in ops with repetitive regions, and in cycles of blocks.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Block, BodyId, OpRef, Region, RegionRef};

/// Finds how many loops are around ops.
#[derive(Default)]
pub struct Loops {
    /// The blocks of regions with several that control may come back to.
    repeated: FxHashMap<(BodyId, Region), FxHashSet<Block>>,
}

impl Loops {
    /// The number of loops around an op within its function.
    pub fn depth(&mut self, op: OpRef<'_>) -> u32 {
        let (mut depth, mut at) = (0, Some(op));
        while let Some(op) = at {
            if let Some(region) = op.block().and_then(|block| block.region())
                && !region.has_one_block()
            {
                let known = self.repeated.entry((region.body_id(), region.id()));
                let blocks = known.or_insert_with(|| repeated_blocks(region));
                depth += u32::from(op.block().is_some_and(|block| blocks.contains(&block.id())));
            }
            at = op.parent_op();
            depth += u32::from(at.is_some_and(|around| around.interface::<dyn LoopLike>().is_some()));
        }
        depth
    }
}

/// The blocks on cycles: those of the strongly connected components with an edge.
fn repeated_blocks(region: RegionRef<'_>) -> FxHashSet<Block> {
    let body = region.body();
    let ends = |block: Block| body.last_op(block);
    let successors =
        |block: Block| ends(block).into_iter().flat_map(|op| body.successors(op)).collect::<Vec<_>>();
    // Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack of its own.
    let mut found = FxHashSet::default();
    let (mut order, mut low): (FxHashMap<Block, u32>, FxHashMap<Block, u32>) = Default::default();
    let (mut open, mut closed) = (Vec::new(), FxHashSet::default());
    let mut stack: Vec<(Block, Vec<Block>)> = Vec::new();
    for root in region.blocks().map(|block| block.id()) {
        if order.contains_key(&root) {
            continue;
        }
        stack.push((root, successors(root)));
        order.insert(root, order.len() as u32);
        low.insert(root, order[&root]);
        open.push(root);
        while let Some((block, targets)) = stack.last_mut() {
            let block = *block;
            if let Some(target) = targets.pop() {
                match order.get(&target) {
                    None => {
                        let number = order.len() as u32;
                        order.insert(target, number);
                        low.insert(target, number);
                        open.push(target);
                        stack.push((target, successors(target)));
                    }
                    Some(&number) if !closed.contains(&target) => {
                        let least = low[&block].min(number);
                        low.insert(block, least);
                    }
                    Some(_) => {}
                }
                continue;
            }
            stack.pop();
            if let Some((outer, _)) = stack.last() {
                let least = low[outer].min(low[&block]);
                low.insert(*outer, least);
            }
            if low[&block] == order[&block] {
                let first =
                    open.iter().rposition(|&other| other == block).expect("a block that is visited is open");
                let members: Vec<Block> = open.drain(first..).collect();
                if members.len() > 1 || successors(block).contains(&block) {
                    found.extend(members.iter().copied());
                }
                closed.extend(members);
            }
        }
    }
    found
}
