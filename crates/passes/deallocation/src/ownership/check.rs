//! Preconditions for tracking ownership in a function.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_mem::bufferization::DeallocOp;
use terrace_ir::def::plain_error;
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::interfaces::{BranchOp, CallLike, RegionBranchOp};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, CheckResult, OpRef, Region, Rewriter};
use terrace_rewrite::regions::unreachable_blocks;

use crate::flow::{is_buffer, is_region_terminator};

/// Whether blocks that are reached form a cycle anywhere in a body.
pub fn has_cycle(rw: &Rewriter<'_>) -> bool {
    let body = rw.body();
    let mut regions: Vec<Region> = body.top_regions().to_vec();
    // Blocks on the way from the entry are open, those after which all was seen are done.
    let mut done: FxHashMap<Block, bool> = FxHashMap::default();
    while let Some(region) = regions.pop() {
        let Some(entry) = body.entry(region) else { continue };
        let targets = |block: Block| body.last_op(block).into_iter().flat_map(|op| body.successors(op));
        let mut stack = vec![(entry, targets(entry).collect::<Vec<_>>())];
        done.insert(entry, false);
        while let Some((block, left)) = stack.last_mut() {
            let block = *block;
            match left.pop() {
                Some(next) => match done.get(&next) {
                    Some(false) => return true,
                    Some(true) => {}
                    None => {
                        done.insert(next, false);
                        stack.push((next, targets(next).collect()));
                    }
                },
                None => {
                    done.insert(block, true);
                    stack.pop();
                    regions.extend(body.ops_of(block).flat_map(|op| body.regions(op)));
                }
            }
        }
    }
    false
}

/// Whether an unreachable block passes a buffer to a reachable one, which would need its ownership. (Upstream
/// crashes.)
pub fn unreached_blocks_pass_buffers(rw: &Rewriter<'_>) -> bool {
    let body = rw.body();
    let mut regions: Vec<Region> = body.top_regions().to_vec();
    while let Some(region) = regions.pop() {
        let unreached: FxHashSet<Block> = unreachable_blocks(rw, region).into_iter().collect();
        let targets = unreached.iter().filter_map(|&block| body.last_op(block));
        let mut targets =
            targets.flat_map(|end| body.successors(end)).filter(|next| !unreached.contains(next));
        if targets.any(|next| rw.block(next).args().any(is_buffer)) {
            return true;
        }
        regions.extend(body.blocks_of(region).flat_map(|b| body.ops_of(b)).flat_map(|op| body.regions(op)));
    }
    false
}

fn concerns_buffers(op: OpRef<'_>) -> bool {
    let entries = op.regions().filter(|_| op.inner_body().is_none()).filter_map(|region| region.entry());
    op.operands().chain(op.results()).any(is_buffer) || entries.flat_map(|block| block.args()).any(is_buffer)
}

/// Whether the memory effects of an op are unknown.
fn has_unknown_effects(op: OpRef<'_>) -> bool {
    !op.has_trait(TraitSet::RecursiveMemoryEffects) && own_effects(op).is_none()
}

fn may_allocate_or_free(op: OpRef<'_>) -> bool {
    let touches = |kind| matches!(kind, EffectKind::Allocate | EffectKind::Free);
    match own_effects(op) {
        Some(effects) => effects.iter().any(|effect| touches(effect.kind)),
        None => has_unknown_effects(op),
    }
}

/// Checks that ownership can be tracked through an op.
///
/// # Errors
///
/// An error at the op if it cannot.
pub fn check_op(op: OpRef<'_>) -> CheckResult {
    if !concerns_buffers(op) && !may_allocate_or_free(op) {
        return Ok(());
    }
    let error = |message: &str| Err(plain_error(op, message));
    if op.isa::<DeallocOp>() {
        return error("No deallocation operations must be present when running this pass!");
    }
    if has_unknown_effects(op) && op.interface::<dyn CallLike>().is_none() {
        return error("ops with unknown memory side effects are not supported");
    }
    let regions = op.num_regions();
    if (regions == 1 && op.num_results() > 0 || regions > 1) && op.interface::<dyn RegionBranchOp>().is_none()
    {
        return error("All operations with attached regions need to implement the RegionBranchOpInterface.");
    }
    if op.has_trait(TraitSet::NoTerminator) {
        return error("NoTerminator trait is not supported");
    }
    if op.has_trait(TraitSet::Terminator) {
        if op.interface::<dyn BranchOp>().is_some() == is_region_terminator(op) {
            return error(
                "Terminators must implement either BranchOpInterface or RegionBranchTerminatorOpInterface (but not both)!",
            );
        }
        if op.num_successors() > 1 {
            return error("Terminators with more than one successor are not supported!");
        }
    }
    Ok(())
}
