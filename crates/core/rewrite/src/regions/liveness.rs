//! Erases ops and block arguments that nothing needs, cycles of them included.
//!
//! An op is live if it has effects other than computing its results, or is a terminator; the operands of a
//! live op are live, except that a value passed to a successor is live only if the block argument is.

use smallvec::{SmallVec, smallvec};
use terrace_ir::effects::EffectSummary;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::rewriter::Rewriter;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Block, Op, OpRef, Region, Value, ValueDef};

/// A set of small numbers.
struct Bits(Vec<u64>);

impl Bits {
    fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    fn has(&self, at: u32) -> bool {
        self.0[at as usize / 64] >> (at % 64) & 1 != 0
    }

    fn remove(&mut self, at: u32) {
        self.0[at as usize / 64] &= !(1 << (at % 64));
    }

    /// Adds a number; whether it is new.
    fn add(&mut self, at: u32) -> bool {
        let old = self.has(at);
        self.0[at as usize / 64] |= 1 << (at % 64);
        !old
    }
}

struct Liveness {
    ops: Bits,
    args: Bits,
    pending: Vec<Value>,
}

impl Liveness {
    /// Marks an op as live and enqueues its operands.
    fn need(&mut self, op: OpRef<'_>) {
        if !self.ops.add(op.id().as_u32()) {
            return;
        }
        // As upstream has it, an op that is no terminator for all that is known passes nothing on.
        if !op.has_trait(TraitSet::Terminator) {
            self.pending.extend(op.operands().map(|v| v.id()));
            return;
        }
        let Some(branch) = op.interface::<dyn BranchOp>() else {
            self.pending.extend(op.operands().map(|v| v.id()));
            // Whoever passes values on in ways of its own needs all of them.
            for block in op.successors() {
                self.pending.extend(block.args().map(|v| v.id()));
            }
            return;
        };
        let mut passed: SmallVec<[bool; 16]> = smallvec![false; op.num_operands()];
        for (i, block) in op.successors().enumerate() {
            let operands = branch.successor_operands(op, i);
            passed[operands.start..operands.start + operands.len].fill(true);
            for (arg, value) in block.args().enumerate() {
                match operands.operand_for(arg) {
                    None => self.pending.push(value.id()),
                    Some(at) if self.args.has(value.id().as_u32()) => self.pending.push(op.operand(at).id()),
                    Some(_) => {}
                }
            }
        }
        self.pending.extend(op.operands().zip(passed).filter(|(_, passed)| !passed).map(|(v, _)| v.id()));
    }

    /// Propagates liveness from the enqueued values to their definitions.
    fn spread(&mut self, rw: &Rewriter<'_>) {
        while let Some(value) = self.pending.pop() {
            let view = rw.value(value);
            match view.def() {
                ValueDef::Result(op) => self.need(rw.op(op)),
                ValueDef::Argument(block) => {
                    if !self.args.add(value.as_u32()) {
                        continue;
                    }
                    for used in rw.body().preds(block) {
                        let pred = rw.op(rw.body().use_owner(used));
                        let index = rw.body().use_index(used) - pred.num_operands();
                        if let Some(branch) = pred.interface::<dyn BranchOp>()
                            && self.ops.has(pred.id().as_u32())
                            && let Some(at) =
                                branch.successor_operands(pred, index).operand_for(view.index() as usize)
                        {
                            self.pending.push(pred.operand(at).id());
                        }
                    }
                }
                ValueDef::Placeholder => {}
            }
        }
    }
}

/// Marks the ops that are live because of their effects, including nested ones.
fn need_for_themselves(live: &mut Liveness, rw: &Rewriter<'_>, regions: &[Region]) {
    let body = rw.body();
    let mut all: Vec<Op> = Vec::with_capacity(body.num_ops());
    for &region in regions {
        for block in body.blocks_of(region) {
            all.extend(body.ops_of(block));
        }
    }
    let mut summary = EffectSummary::new();
    // Regions come after the op they are in, so that going backwards settles what is inside first.
    for &op in all.iter().rev() {
        let view = rw.op(op);
        summary.settle(view);
        if view.has_trait(TraitSet::Terminator) || !summary.would_be_trivially_dead(view) {
            live.need(view);
        }
    }
}

/// Erases dead ops and arguments from all regions of a body; returns whether any was erased.
pub fn erase_dead(rw: &mut Rewriter<'_>) -> bool {
    let regions = super::all_regions(rw);
    let mut live = Liveness {
        ops: Bits::new(rw.body().num_ops()),
        args: Bits::new(rw.body().num_values()),
        pending: Vec::new(),
    };
    need_for_themselves(&mut live, rw, &regions);
    live.spread(rw);
    let (mut dead, mut trimmed): (Vec<Op>, Vec<(Block, Vec<bool>)>) = (Vec::new(), Vec::new());
    for &region in &regions {
        let body = rw.body();
        // What is inside something dead goes with it.
        if body.region_parent(region).is_some_and(|op| !live.ops.has(op.as_u32())) {
            for op in body.blocks_of(region).flat_map(|b| body.ops_of(b)) {
                live.ops.remove(op.as_u32());
            }
            continue;
        }
        dead.extend(
            body.blocks_of(region).flat_map(|b| body.ops_of(b)).filter(|op| !live.ops.has(op.as_u32())),
        );
        for block in body.blocks_of(region).skip(1) {
            let keep = body.args(block).map(|v| live.args.has(v.as_u32()));
            if keep.clone().any(|keep| !keep) {
                trimmed.push((block, keep.collect()));
            }
        }
    }
    // Dead ops and arguments may be passed for arguments: first nothing is passed, then they go.
    let mut passed = Vec::new();
    for (block, keep) in &trimmed {
        passed.extend(trimmed_branches(rw, *block, keep));
    }
    rw.set_passed(passed);
    // Ops may use each other in cycles.
    for &op in &dead {
        rw.drop_all_references(op);
    }
    for &op in dead.iter().rev() {
        rw.erase_op(op);
    }
    for (block, keep) in &trimmed {
        rw.keep_args(*block, keep);
    }
    // Arguments alone are not worth another round, as upstream has it.
    !dead.is_empty()
}

/// Returns the operands that branches pass to a block, restricted to the arguments that `keep` marks, each with the
/// branch and the successor's index.
pub(super) fn trimmed_branches(
    rw: &Rewriter<'_>,
    block: Block,
    keep: &[bool],
) -> Vec<(Op, usize, Vec<Value>)> {
    let mut passed = Vec::new();
    for (op, index) in super::branches_to(rw, block) {
        let pred = rw.op(op);
        let Some(branch) = pred.interface::<dyn BranchOp>() else { continue };
        let operands = branch.successor_operands(pred, index);
        let kept = keep.iter().enumerate().filter(|(_, keep)| **keep);
        let values =
            kept.filter_map(|(arg, _)| Some(pred.operand(operands.operand_for(arg)?).id())).collect();
        passed.push((op, index, values));
    }
    passed
}
