//! The ops of a block: which rendering each gets, and which must not be executed when no element is active.

use terrace_dialects_llvm::intrinsics::{AssumeOp, MemsetOp, NoAliasScopeDeclOp};
use terrace_dialects_llvm::ops::*;
use terrace_ir::{Block, Op, OpRef, TraitSet, Type, Value};

use super::emit::{Emitter, Original};
use super::explain::{AccessKind, Step};
use super::lanes::{Anchor, Lanes};
use super::masks::Mask;
use super::members::position_of;
use crate::analysis::CallPlan;
use crate::functions::ripple_call_of;
use crate::op_kinds::{intrinsic_of, is_division};
use crate::shape::Shape;

impl Emitter<'_, '_> {
    pub(super) fn body(&mut self, block: Block, mask: Option<&Mask>) {
        self.block = block;
        let ops: Vec<Op> = self.rw.body().ops_of(block).collect();
        self.load_groups.clear();
        for &op in &ops[..ops.len().saturating_sub(1)] {
            self.op(op, mask);
        }
        self.flush_stores();
    }

    /// The value that was read from an address before, if all elements of the block read it, and memory is unchanged.
    pub(super) fn read_before(&self, original: &Original) -> Option<Lanes> {
        let (_, ty) = *original.results.first()?;
        let (block, lanes) = self.loaded.get(&(*original.operands.first()?, ty))?;
        self.tree.dominates(*block, self.block).then(|| lanes.clone())
    }

    /// Writes the ops of a block; skips them when no element is active, where that is needed.
    pub(super) fn guarded_body(&mut self, block: Block, mask: Option<&Mask>) {
        let ops: Vec<Op> = self.rw.body().ops_of(block).collect();
        let needs_guard = ops[..ops.len().saturating_sub(1)].iter().any(|&op| self.needs_guard(op));
        let Some(mask) = mask.filter(|_| needs_guard) else {
            self.body(block, mask);
            return;
        };
        let (before, then, after) = self.open_guard(mask);
        let (known, writes) = (self.loaded.clone(), self.writes);
        self.body(block, Some(mask));
        // What is read in here is not known where it is skipped.
        if self.writes == writes {
            self.loaded = known;
        } else {
            self.forget_loads();
        }
        let results: Vec<Value> =
            ops.iter().flat_map(|&op| self.rw.body().results(op).collect::<Vec<_>>()).collect();
        let last = ops.last().copied();
        let used: Vec<Value> = results
            .into_iter()
            .filter(|&value| {
                let body = self.rw.body();
                body.uses(value).any(|used| {
                    let user = body.use_owner(used);
                    Some(user) == last || body.block_of(user) != Some(block)
                })
            })
            .collect();
        let _ = then;
        let mut passed = Vec::new();
        let mut skipped = Vec::new();
        for value in used {
            let Some(lanes) = self.values.get(&value).cloned() else { continue };
            if lanes.is_constant() {
                self.set(value, lanes.anchored(Anchor::Start(after)));
                continue;
            }
            let form = self.common_form(&[&lanes], lanes.ty, lanes.shape, true);
            passed.push(self.pass(&lanes, &form));
            skipped.push(self.at(Anchor::Before(before), |emit| emit.poison_for(&form)));
            let lanes = self.add_passed(after, &form);
            self.set(value, lanes);
        }
        self.rw.build(BrOp::builder(self.cx(), self.loc).dest_operands(&passed).dest(after));
        self.rw.set_successor_operands(before, 1, &skipped);
        self.enter(after);
    }

    /// Branches to a new block if any element is active, and to another one otherwise; goes on in the first.
    pub(super) fn open_guard(&mut self, mask: &Mask) -> (Op, Block, Block) {
        let any = self.any(mask);
        let (then, after) = (self.new_block(), self.new_block());
        let branch = CondBrOp::builder(self.cx(), self.loc)
            .condition(any)
            .true_dest_operands(&[])
            .false_dest_operands(&[]);
        let branch = self.rw.build(branch.true_dest(then).false_dest(after));
        self.enter(then);
        (branch, then, after)
    }

    /// Whether an op must not be executed when no element is active.
    pub(super) fn needs_guard(&self, op: Op) -> bool {
        let view = self.rw.op(op);
        if ripple_call_of(view).is_some() || view.num_successors() > 0 {
            return false;
        }
        match self.shapes.calls.get(&op) {
            Some(CallPlan::Specialized(_)) => return true,
            Some(CallPlan::Library(_) | CallPlan::Sequential) => return false,
            None => {}
        }
        let is_scalar = view.operands().all(|operand| self.shapes.of(operand.id()).is_scalar());
        if !is_scalar {
            return false;
        }
        if is_division(view) {
            return true;
        }
        !(view.has_trait(TraitSet::Lanewise) || is_speculatable(view))
    }

    /// Writes an op.
    pub(super) fn op(&mut self, op: Op, mask: Option<&Mask>) {
        let original = self.original(op);
        self.loc = original.loc;
        let view = self.rw.op(op);
        if let Some(call) = ripple_call_of(view) {
            self.ripple(&original, call, mask);
            return;
        }
        if let Some(CallPlan::Library(candidates)) = self.shapes.calls.get(&op).cloned() {
            self.library_call(&original, &candidates, mask);
            return;
        }
        if let Some(function) = self.math_function(&original) {
            self.math_call(&original, function);
            return;
        }
        if let Some(plan) = self.shapes.calls.get(&op).cloned() {
            self.flush_stores();
            self.forget_loads();
            match plan {
                CallPlan::Specialized(key) => self.specialized_call(&original, key, mask),
                CallPlan::Library(_) | CallPlan::Sequential => self.sequential(&original, mask),
            }
            return;
        }
        let is_scalar = original.operands.iter().all(|&operand| self.shapes.of(operand).is_scalar());
        let waits = view.has_trait(TraitSet::Lanewise)
            || is_speculatable(view)
            || view.isa::<StoreOp>() && !is_scalar && !self.is_ordered(&original)
            || view.isa::<LoadOp>()
                && !self.is_ordered(&original)
                && (self.is_apart_from_stores(original.operands[0]) || self.is_beside_stores(&original));
        if !waits {
            self.flush_stores();
        }
        let view = self.rw.op(op);
        if view.has_trait(TraitSet::DebugInfo)
            || view.isa::<NoAliasScopeDeclOp>()
            || view.isa::<AssumeOp>() && (mask.is_some() || !is_scalar)
        {
            return;
        }
        if view.isa::<LoadOp>() && !self.is_ordered(&original) {
            if let Some(lanes) = self.read_before(&original) {
                if !lanes.shape.is_scalar() {
                    self.report_access(AccessKind::Load, original.results[0].1, lanes.shape, mask);
                    self.reports.step(Step::Known);
                    self.reports.reason("it was read before, and memory was not written since");
                    self.reports.resume(None);
                }
                self.set(original.results[0].0, lanes);
                return;
            }
            self.advise_on_reload(&original, original.results[0].1);
            match is_scalar {
                true => self.scalar(&original),
                false => self.load(&original, mask),
            }
            let (result, ty) = original.results[0];
            let lanes = self.lanes(result);
            self.loaded.insert((original.operands[0], ty), (self.block, lanes));
            return;
        }
        let may_wait = view.isa::<StoreOp>() && !is_scalar && !self.is_ordered(&original);
        let may_write = !view.has_trait(TraitSet::Lanewise) && !is_speculatable(view);
        if may_write {
            let groups = std::mem::take(&mut self.load_groups);
            self.forget_loads();
            // A store that waits writes nothing yet.
            if may_wait {
                self.load_groups = groups;
            }
        }
        let view = self.rw.op(op);
        if view.has_trait(TraitSet::Lanewise) {
            self.elementwise(&original, mask);
        } else if view.isa::<GEPOp>() {
            self.address(&original, mask);
        } else if view.isa::<ConstantOp>()
            && let Some(number) = crate::evaluate::integer_of_constant(view)
        {
            let (result, ty) = original.results[0];
            self.create_like(&original, &[], &[ty]);
            let anchor = self.anchor();
            self.set(result, Lanes::constants(vec![number], ty, Shape::SCALAR, anchor));
        } else if view.isa::<AllocaOp>() && !self.shapes.of(original.results[0].0).is_scalar() {
            self.local(&original);
        } else if is_scalar {
            self.scalar(&original);
        } else if position_of(view).is_some() {
            self.member(&original);
        } else if view.isa::<StoreOp>() && !self.is_ordered(&original) {
            self.store(&original, mask);
        } else if view.isa::<MemsetOp>() && self.copies_of_array(original.operands[0]) > 1 {
            self.clear_array(&original, mask);
        } else {
            self.sequential(&original, mask);
        }
    }

    /// The values of the operands of an op, each as a vector or a scalar.
    pub(super) fn operand_values(&mut self, original: &Original) -> Vec<Value> {
        original
            .operands
            .iter()
            .map(|&operand| {
                let lanes = self.lanes(operand);
                self.vector_of(&lanes)
            })
            .collect()
    }

    pub(super) fn scalar(&mut self, original: &Original) {
        let values = self.operand_values(original);
        let types: Vec<Type> = original.results.iter().map(|&(_, ty)| ty).collect();
        let op = self.create_like(original, &values, &types);
        let results: Vec<Value> = self.rw.body().results(op).collect();
        for (&(result, ty), value) in original.results.iter().zip(results) {
            self.set(result, Lanes::opaque(value, ty, Shape::SCALAR));
        }
    }
}

/// Whether an op can be executed at any time.
fn is_speculatable(op: OpRef<'_>) -> bool {
    op.num_operands() == 0 && op.has_trait(TraitSet::Pure)
        || op.isa::<GEPOp>()
        || op.isa::<AllocaOp>()
        || op.isa::<ExtractValueOp>()
        || op.isa::<InsertValueOp>()
        || op.isa::<ExtractElementOp>()
        || op.isa::<InsertElementOp>()
        || op.isa::<ShuffleVectorOp>()
        || op.has_trait(TraitSet::Pure) && intrinsic_of(op).is_some_and(|name| name.starts_with("vector."))
        || op.has_trait(TraitSet::DebugInfo)
        || op.isa::<AssumeOp>()
}
