//! The order in which `phi` instructions name predecessors, which block arguments do not have.
//!
//! An imported module is marked: by default, its blocks list their predecessors in block order. If a `phi`
//! has another order, the terminator of its block keeps it: for each predecessor, its index in block order.
//! One list is shared by all `phi` of the block if they agree.

use rustc_hash::FxHashMap;
use terrace_ir::{Attr, Op, Rewriter};

use super::Importer;
use super::body::Shape;
use crate::kept::{BLOCK_ORDER, KEPT, PREDECESSORS};
use terrace_llvm_ir::model::{BlockId, Inst, InstKind};

impl Importer<'_> {
    /// Reorders the branches to each block to the order in which the text lists their blocks, so that an
    /// export has it too.
    pub(super) fn order_predecessors(&self, rw: &mut Rewriter<'_>, shape: &Shape<'_>) {
        for &id in &shape.body.order {
            let Some(block) = self.function.blocks[id.0 as usize] else { continue };
            let Some(Inst { kind: InstKind::Phi(incoming), .. }) = shape.insts(id).first() else { continue };
            let mut edges: FxHashMap<BlockId, (Op, Vec<usize>)> = FxHashMap::default();
            for &from in incoming {
                let known = self.function.blocks.get(from.0 as usize).copied().flatten();
                let branch = known.and_then(|known| rw.block(known).terminator());
                let Some(branch) = branch.filter(|_| !edges.contains_key(&from)) else { continue };
                let targets = branch.successors().enumerate().filter(|(_, target)| target.id() == block);
                edges.insert(from, (branch.id(), targets.map(|(index, _)| index).collect()));
            }
            // The list is in reverse order of linking.
            for from in incoming.iter().rev() {
                if let Some((op, targets)) = edges.get_mut(from)
                    && let Some(index) = targets.pop()
                {
                    rw.set_successor(*op, index, block);
                }
            }
        }
    }

    /// Keeps the orders in which `phi` instructions name predecessors, where they are not that of blocks.
    pub(super) fn keep_predecessors(&mut self, rw: &mut Rewriter<'_>, shape: &Shape<'_>) {
        let mut positions = vec![0; shape.body.blocks.len()];
        for (position, id) in shape.body.order.iter().enumerate() {
            positions[id.0 as usize] = position;
        }
        for &id in &shape.body.order {
            let Some(block) = self.function.blocks[id.0 as usize] else { continue };
            let mut orders: Vec<Vec<i32>> = Vec::new();
            for inst in shape.insts(id) {
                let InstKind::Phi(incoming) = &inst.kind else { break };
                let reached = incoming.iter().filter(|from| self.function.blocks[from.0 as usize].is_some());
                orders.push(places(reached.map(|from| positions[from.0 as usize])));
            }
            self.kept.has_phis |= !orders.is_empty();
            if orders.iter().all(Vec::is_empty) {
                continue;
            }
            if orders.iter().all(|order| *order == orders[0]) {
                orders.truncate(1);
            }
            let Some(branch) = rw.block(block).terminator().map(|op| op.id()) else { continue };
            let orders: Vec<Attr> = orders.iter().map(|order| self.cx.i32_array(order)).collect();
            let kept = rw.op(branch).discardable_attr(KEPT).and_then(|kept| kept.as_dict(self.cx));
            let mut entries = kept.unwrap_or_default().to_vec();
            entries.push((self.cx.str(PREDECESSORS), self.cx.array_attr(&orders)));
            rw.set_attr(branch, KEPT, self.cx.dict(entries));
        }
    }

    /// Notes in the module that predecessors are named in the order of blocks where nothing else is kept.
    pub(super) fn keep_block_order(&mut self) {
        if self.kept.has_phis {
            self.keep_text(PREDECESSORS, BLOCK_ORDER);
        }
    }
}

/// The place that each of the positions has among all in ascending order; empty if that is their order.
fn places(positions: impl Iterator<Item = usize>) -> Vec<i32> {
    let positions: Vec<usize> = positions.collect();
    if positions.is_sorted() {
        return Vec::new();
    }
    let mut sorted: Vec<usize> = (0..positions.len()).collect();
    sorted.sort_by_key(|&index| positions[index]);
    let mut places = vec![0; positions.len()];
    for (place, &index) in sorted.iter().enumerate() {
        places[index] = place as i32;
    }
    places
}
