//! Small functions that only compute, such as `clamp(i - 1, 0, n - 1)`: they are inlined, so that what an index is made of is seen
//! where memory is accessed, and what is stored is narrowed where it is computed.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::enums::Linkage;
use terrace_dialects_llvm::ops::{
    AddressOfOp, BrOp, CondBrOp, ConstantOp, LLVMFuncOp, ReturnOp, SwitchOp, ZeroOp,
};
use terrace_ir::{Block, Ir, OpRef, TraitSet, View};

use crate::constructs::{BroadcastOp, Shuffle};
use crate::functions::{callee, ops_of};
use crate::op_kinds::is_division;

/// The largest number of ops of such a function.
const MAX_OPS: usize = 40;

/// Whether a call is of a small function that only computes, in blocks without loops.
pub(crate) fn only_computes(ir: &Ir, call: OpRef<'_>) -> bool {
    callee(ir, call).is_some_and(is_small_computation)
}

fn is_small_computation(function: OpRef<'_>) -> bool {
    let Some(view) = function.cast::<LLVMFuncOp>() else { return false };
    let is_final = matches!(
        view.linkage(),
        Linkage::Internal | Linkage::Private | Linkage::External | Linkage::LinkonceODR | Linkage::WeakODR
    );
    is_final
        && !view.no_inline()
        && ops_of(function).take(MAX_OPS + 1).count() <= MAX_OPS
        && ops_of(function).all(only_computes_op)
        && is_acyclic(view)
}

fn only_computes_op(op: OpRef<'_>) -> bool {
    let is_control = op.isa::<BrOp>() || op.isa::<CondBrOp>() || op.isa::<SwitchOp>() || op.isa::<ReturnOp>();
    is_control
        || op.isa::<ConstantOp>()
        || op.has_trait(TraitSet::DebugInfo)
        || Shuffle::of(op).is_some()
        || op.isa::<BroadcastOp>()
        || op.isa::<AddressOfOp>()
        || op.isa::<ZeroOp>()
        || op.has_trait(TraitSet::Lanewise) && !is_division(op)
}

/// Whether no block of a function is reached from itself.
fn is_acyclic(function: View<'_, LLVMFuncOp>) -> bool {
    let (mut open, mut done): (FxHashSet<Block>, FxHashSet<Block>) = Default::default();
    let Some(entry) = function.body().entry() else { return false };
    let mut pending = vec![(entry, false)];
    while let Some((block, is_left)) = pending.pop() {
        if is_left {
            open.remove(&block.id());
            done.insert(block.id());
            continue;
        }
        if open.contains(&block.id()) {
            return false;
        }
        if done.contains(&block.id()) {
            continue;
        }
        open.insert(block.id());
        pending.push((block, true));
        let successors = block.ops().last().into_iter().flat_map(|op| op.successors());
        pending.extend(successors.map(|successor| (successor, false)));
    }
    true
}
