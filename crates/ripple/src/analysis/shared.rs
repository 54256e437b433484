//! Warnings of what the elements of a block share, where each iteration of a loop in C has a step of its own.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::intrinsics::{MemcpyOp, MemsetOp};
use terrace_dialects_llvm::ops::{AddOp, AllocaOp, GEPOp, LoadOp, StoreOp, SubOp};
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, BlockRef, OpRef, TraitSet, Value, ValueRef};

use super::FunctionAnalysis;
use crate::diagnostics::{Tag, warning};
use crate::if_conversion::depends;
use crate::parallel_loops::BLOCKS_LOOP;

/// The largest number of values that are computed from a variable and looked at.
const MAX_USERS: usize = 64;

/// The largest depth to which addresses are compared.
const MAX_DEPTH: u32 = 6;

impl<'a> FunctionAnalysis<'a, '_> {
    /// Warns of variables that an annotated loop steps, which happens once for each block, and that say what its elements are.
    pub(super) fn warn_of_steps(&mut self, blocks: &[BlockRef<'a>], before: &DomTree) {
        let headers: FxHashMap<Block, BlockRef<'a>> = (blocks.iter())
            .filter(|block| block.terminator().is_some_and(|op| op.attr(BLOCKS_LOOP).is_some()))
            .map(|&block| (block.id(), block))
            .collect();
        for latch in blocks {
            let Some(op) = latch.terminator() else { continue };
            let Some(branch) = op.interface::<dyn BranchOp>() else { continue };
            for (index, target) in op.successors().enumerate() {
                let Some(header) = headers.get(&target.id()) else { continue };
                if !before.dominates(header.id(), latch.id()) {
                    continue;
                }
                let passed = branch.successor_operands(op, index);
                // The number of blocks and the counter are the loop's own.
                for (place, arg) in header.args().enumerate().skip(2) {
                    let next = passed.operand_for(place).map(|index| op.operand(index));
                    let Some(step) = next.and_then(|next| step_of(next, arg)) else { continue };
                    if self.of(arg).is_scalar() && self.tells_elements(arg, step) {
                        let message = "a variable is changed once for each block of iterations, and all of these have the same value of it: compute it \
                                       from the counter of the loop";
                        self.found.warnings.push(warning(Tag::AnyLane, step.loc(), message));
                    }
                }
            }
        }
    }

    /// Whether a scalar says what memory is read, or is part of a value with a shape.
    fn tells_elements(&self, variable: ValueRef<'a>, step: OpRef<'a>) -> bool {
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        let mut pending = vec![variable];
        while let Some(value) = pending.pop() {
            if !seen.insert(value.id()) || seen.len() > MAX_USERS {
                continue;
            }
            for (user, _) in
                value.uses().filter(|(user, _)| user.id() != step.id() && user.num_successors() == 0)
            {
                let has_shape =
                    user.results().chain(user.operands()).any(|value| !self.of(value).is_scalar());
                if user.isa::<LoadOp>() || has_shape {
                    return true;
                }
                if user.has_trait(TraitSet::Pure) {
                    pending.extend(user.results());
                }
            }
        }
        false
    }

    /// Warns of memory that is read, changed and written by elements of which several may have the same address: the change of one
    /// of these is left.
    pub(super) fn warn_of_updates(&mut self, blocks: &[BlockRef<'a>]) {
        for op in blocks.iter().flat_map(|block| block.ops()) {
            let Some(store) = op.cast::<StoreOp>() else { continue };
            let address = store.addr();
            let may_be_same = !self.of(address).is_scalar() && self.is_looked_up(address);
            let is_update = || {
                let is_old = |value: ValueRef<'_>| {
                    let load = value.defining_op().and_then(|op| op.cast::<LoadOp>());
                    load.is_some_and(|load| is_same(load.addr(), address, MAX_DEPTH))
                };
                !is_old(store.value()) && depends(store.value(), is_old, |op| !op.isa::<LoadOp>())
            };
            if may_be_same && is_update() {
                let message = "elements of a block whose addresses are the same read all before one of them writes, and one change is left: use \
                               'ripple_atomic_add' or its kin, unless the indices differ";
                self.found.warnings.push(warning(Tag::AnyLane, op.loc(), message));
            }
        }
    }

    /// Whether an address depends on a number that is loaded for each element.
    fn is_looked_up(&self, address: ValueRef<'a>) -> bool {
        let Some(gep) = address.defining_op().and_then(|op| op.cast::<GEPOp>()) else { return false };
        let is_loaded = |value: ValueRef<'_>| {
            value.defined_by::<LoadOp>().is_some() && !self.shapes.of(value.id()).is_scalar()
        };
        gep.dynamic_indices().any(|index| depends(index, is_loaded, |op| !op.isa::<LoadOp>()))
    }

    /// Warns of a local array that an iteration of an annotated loop begins with, and that each element writes at an index of its own: it
    /// exists once.
    pub(super) fn warn_of_shared_locals(&mut self, blocks: &[BlockRef<'a>], before: &DomTree) {
        let is_header =
            |block: &BlockRef<'a>| block.terminator().is_some_and(|op| op.attr(BLOCKS_LOOP).is_some());
        let headers: Vec<Block> =
            blocks.iter().filter(|block| is_header(block)).map(|block| block.id()).collect();
        let mut known: FxHashMap<Value, bool> = FxHashMap::default();
        for op in blocks.iter().flat_map(|block| block.ops()) {
            let Some(store) = op.cast::<StoreOp>() else { continue };
            let shape = self.of(store.addr());
            if shape.is_scalar() || !self.is_looked_up(store.addr()) {
                continue;
            }
            let mut base = store.addr();
            while let Some(gep) = base.defining_op().and_then(|op| op.cast::<GEPOp>()) {
                base = gep.base();
            }
            let begins = |(user, index): (OpRef<'_>, usize)| {
                let is_whole = index == 0 && (user.isa::<MemsetOp>() || user.isa::<MemcpyOp>());
                let block = user.block().filter(|_| is_whole);
                block.is_some_and(|block| headers.iter().any(|&header| before.dominates(header, block.id())))
            };
            let is_local = base.defining_op().is_some_and(|op| op.isa::<AllocaOp>());
            if !is_local || !self.of(base).is_scalar() {
                continue;
            }
            if *known.entry(base.id()).or_insert_with(|| base.uses().any(begins)) {
                let message = format!(
                    "a local array exists once, not for each iteration: elements of shape {shape} write to the same one"
                );
                self.found.warnings.push(warning(Tag::AnyLane, op.loc(), message));
            }
        }
    }
}

/// The op that computes the next value of a variable from it and a number.
fn step_of<'a>(next: ValueRef<'a>, variable: ValueRef<'a>) -> Option<OpRef<'a>> {
    let op = next.defining_op()?;
    let is_step = op.isa::<AddOp>() || op.isa::<SubOp>() || op.isa::<GEPOp>();
    let others = || op.operands().filter(|operand| operand.id() != variable.id());
    let is_constant =
        |value: ValueRef<'_>| value.defining_op().is_some_and(|op| op.has_trait(TraitSet::ConstantLike));
    let steps =
        is_step && op.operands().any(|operand| operand.id() == variable.id()) && others().all(is_constant);
    steps.then_some(op)
}

/// Whether two values are the same, or computed the same way, if memory does not change in between.
fn is_same(a: ValueRef<'_>, b: ValueRef<'_>, depth: u32) -> bool {
    if a.id() == b.id() {
        return true;
    }
    let (Some(x), Some(y)) = (a.defining_op(), b.defining_op()) else { return false };
    depth > 0
        && x.name() == y.name()
        && (x.has_trait(TraitSet::Pure) || x.isa::<LoadOp>())
        && x.num_operands() == y.num_operands()
        && x.num_results() == 1
        && x.attrs() == y.attrs()
        && x.operands().zip(y.operands()).all(|(a, b)| is_same(a, b, depth - 1))
}
