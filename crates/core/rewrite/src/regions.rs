//! Region simplification: erases unreachable and dead blocks and arguments, and merges equal blocks.

mod liveness;
mod merge;

use terrace_ir::{Block, Op, Region, Rewriter};

pub use liveness::erase_dead;
pub use merge::{drop_redundant_args, merge_identical_blocks};

/// All regions of a body, outer ones before those inside.
fn all_regions(rw: &Rewriter<'_>) -> Vec<Region> {
    let body = rw.body();
    let mut regions: Vec<Region> = body.top_regions().to_vec();
    let mut at = 0;
    while at < regions.len() {
        for block in body.blocks_of(regions[at]) {
            for op in body.ops_of(block) {
                regions.extend(body.regions(op));
            }
        }
        at += 1;
    }
    regions
}

/// The ops that branch to a block, each with the number of the successor.
fn branches_to(rw: &Rewriter<'_>, block: Block) -> Vec<(Op, usize)> {
    let body = rw.body();
    let branch = |used| {
        let op = body.use_owner(used);
        (op, body.use_index(used) - body.operands(op).len())
    };
    body.preds(block).map(branch).collect()
}

/// Simplifies all regions of a body; whether anything changed.
pub fn simplify_regions(rw: &mut Rewriter<'_>, merge: bool) -> bool {
    let mut changed = erase_unreachable_blocks(rw);
    changed |= erase_dead(rw);
    if merge {
        changed |= merge_identical_blocks(rw);
        changed |= drop_redundant_args(rw);
    }
    changed
}

/// Erases the blocks that nothing reached from the entry block of their region branches to.
pub fn erase_unreachable_blocks(rw: &mut Rewriter<'_>) -> bool {
    let mut changed = false;
    if !rw.body().may_branch() {
        return false;
    }
    let mut pending: Vec<Region> = rw.body().top_regions().to_vec();
    while let Some(region) = pending.pop() {
        let dead = unreachable_blocks(rw, region);
        if !dead.is_empty() {
            rw.erase_blocks(&dead);
            changed = true;
        }
        let body = rw.body();
        for block in body.blocks_of(region) {
            pending.extend(body.ops_of(block).flat_map(|op: Op| body.regions(op)));
        }
    }
    changed
}

/// The blocks of a region, in order, that nothing reached from its entry block branches to.
pub fn unreachable_blocks(rw: &Rewriter<'_>, region: Region) -> Vec<Block> {
    let body = rw.body();
    let Some(entry) = body.entry(region).filter(|&entry| body.next_block(entry).is_some()) else {
        return Vec::new();
    };
    let mut reached = rustc_hash::FxHashSet::default();
    let mut pending = vec![entry];
    reached.insert(entry);
    while let Some(block) = pending.pop() {
        for next in body.last_op(block).into_iter().flat_map(|op| body.successors(op)) {
            if reached.insert(next) {
                pending.push(next);
            }
        }
    }
    body.blocks_of(region).filter(|block| !reached.contains(block)).collect()
}
