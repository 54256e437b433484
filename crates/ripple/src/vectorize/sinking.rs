//! Values that only an unlikely branch needs are computed there: masks of elements whose indices wrap, or choose another place.
//!
//! The branch is usually taken at the borders of an image alone, but such masks are values of the block before it, which may
//! be all of a loop. Back ends leave what several blocks need where it is.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::CondBrOp;
use terrace_ir::dominance::DomTree;
use terrace_ir::{Block, InsertPoint, Op, OpRef, Region, Rewriter, TraitSet};

/// The least ratio of the weights of two branches, of which the less likely one computes its values itself.
const UNLIKELY: i64 = 100;

/// The largest number of blocks between an op and the branch that needs it.
const MAX_DEPTH: usize = 32;

/// Moves pure ops whose results an unlikely branch alone uses to its beginning, unless that is in a loop that they are not
/// in.
pub(super) fn sink_into_unlikely(rw: &mut Rewriter<'_>, region: Region) {
    let tree = DomTree::new(rw.body(), region);
    let blocks = tree.blocks().to_vec();
    let unlikely: FxHashSet<Block> = blocks.iter().filter_map(|&block| unlikely_after(rw, block)).collect();
    if unlikely.is_empty() {
        return;
    }
    let mut preds: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    for &block in &blocks {
        let last = rw.body().last_op(block);
        last.into_iter().flat_map(|op| rw.body().successors(op)).for_each(|next| {
            preds.entry(next).or_default().push(block);
        });
    }
    let of = |block: Block| preds.get(&block).map_or(&[][..], Vec::as_slice);
    let is_header = |block: Block| of(block).iter().any(|&pred| tree.dominates(block, pred));
    let is_unlikely = |block: Block| unlikely.contains(&block) && of(block).len() == 1;
    // Users are moved before what they use.
    for &block in blocks.iter().rev() {
        let ops: Vec<Op> = rw.body().ops_of(block).collect();
        for op in ops.into_iter().rev() {
            let Some(users) = common_user(rw.op(op), &tree).filter(|&users| users != block) else { continue };
            let above = |&at: &Block| tree.immediate_dominator(at).filter(|&above| above != block);
            let mut path: Vec<Block> =
                std::iter::successors(Some(users), above).take(MAX_DEPTH + 1).collect();
            if path.len() > MAX_DEPTH {
                continue;
            }
            path.reverse();
            let path = path.into_iter().take_while(|&at| !is_header(at));
            let Some(target) = path.into_iter().find(|&at| is_unlikely(at)) else { continue };
            if let Some(first) = rw.body().first_op(target) {
                rw.move_op(op, InsertPoint::Before(first));
            }
        }
    }
}

/// The unlikely one of two successors of a block.
fn unlikely_after(rw: &Rewriter<'_>, block: Block) -> Option<Block> {
    let branch = rw.op(rw.body().last_op(block)?);
    let weights = branch.cast::<CondBrOp>()?.branch_weights_attr()?;
    let &[first, second] = &weights.as_i32_array(branch.cx())?[..] else { return None };
    let mut successors = branch.successors().map(|block| block.id());
    let (yes, no) = (successors.next()?, successors.next()?);
    let (first, second) = (i64::from(first), i64::from(second));
    match () {
        () if yes == no => None,
        () if second >= UNLIKELY * first => Some(yes),
        () if first >= UNLIKELY * second => Some(no),
        () => None,
    }
}

/// The closest block that dominates all uses of an op that may be computed later.
fn common_user(op: OpRef<'_>, tree: &DomTree) -> Option<Block> {
    let is_movable = op.has_trait(TraitSet::Pure)
        && op.num_successors() == 0
        && op.num_regions() == 0
        && op.num_operands() > 0
        && op.num_results() == 1;
    if !is_movable {
        return None;
    }
    let mut common: Option<Block> = None;
    for (user, _) in op.single_result().uses() {
        let block = user.block()?.id();
        common = Some(match common {
            Some(known) => tree.nearest_common_dominator(known, block)?,
            None => block,
        });
    }
    common
}
