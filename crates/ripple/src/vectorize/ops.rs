//! The ops of a block: which rendering each gets, and which must not be executed when no element is active.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::intrinsics::{AssumeOp, DbgDeclareOp, MemsetOp, NoAliasScopeDeclOp};
use terrace_dialects_llvm::ops::*;
use terrace_dialects_llvm::types::ArrayType;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Op, OpRef, TraitSet, Type, Value};

use super::accesses::Loaded;
use super::emit::Emitter;
use super::lanes::{Anchor, Lanes, Mask};
use super::members::position_of;
use super::reports::{AccessKind, Step};
use super::values::Original;
use crate::analysis::CallPlan;
use crate::dialect::WatchOp;
use crate::dialect::is_ripple;
use crate::faults::{Fault, is_planted};
use crate::op_kinds::{intrinsic_of, is_division};
use crate::shape::Shape;
use crate::watches::{VARIABLE, shaped_variable};

/// The largest depth to which the ops that compute addresses are compared.
const MAX_COMPARED: u32 = 6;

/// An op of a construct that is rendered.
pub(crate) struct Rendered<'m> {
    /// The op in the original.
    pub op: Op,
    /// The type of an element of the result.
    pub ty: Type,
    /// The shape of the result.
    pub shape: Shape,
    /// The active elements; all if there is none.
    pub mask: Option<&'m Mask>,
}

/// Implemented by constructs: how they are rendered.
pub(crate) trait Render: Send + Sync {
    /// Writes what computes the result, which it returns, or `None` after an error.
    fn render(&self, emit: &mut Emitter<'_, '_>, at: &Rendered<'_>) -> Option<Lanes>;
}

impl Emitter<'_, '_> {
    pub(super) fn body(&mut self, block: Block, mask: Option<&Mask>) {
        self.block = block;
        let ops: Vec<Op> = self.rw.body().ops_of(block).collect();
        self.memory.load_groups.clear();
        let mut emitted: FxHashSet<Op> = FxHashSet::default();
        let mut rest = &ops[..ops.len().saturating_sub(1)];
        while let Some((&op, others)) = rest.split_first() {
            if let Some(count) = self.versions(rest, mask, &mut emitted) {
                rest = &rest[count..];
                continue;
            }
            if !emitted.contains(&op) {
                self.op(op, mask);
            }
            rest = others;
        }
        self.flush_stores();
    }

    /// The value that was read from an address before, if all elements of the block read it, and memory is unchanged.
    pub(super) fn read_before(&mut self, original: &Original) -> Option<Lanes> {
        let ((result, ty), address) = (*original.results.first()?, *original.operands.first()?);
        let is_known = |&(other, of): &(Value, Type)| {
            of == ty && other != address && self.is_same(address, other, MAX_COMPARED)
        };
        let key = match self.memory.loaded.contains_key(&(address, ty)) {
            true => (address, ty),
            false => self.memory.loaded.keys().filter(|key| is_known(key)).min().copied()?,
        };
        let loaded = self.memory.loaded.get(&key)?;
        if !self.tree.dominates(loaded.block, self.block) || loaded.lanes.shape != self.shapes.of(result) {
            return None;
        }
        let (first, lanes) = (loaded.result, loaded.lanes.clone());
        self.memory.same.insert(result, first);
        Some(lanes)
    }

    /// Whether two values of the original are the same, as far as that follows from the ops that compute them.
    fn is_same(&self, a: Value, b: Value, depth: u32) -> bool {
        let first = |value| self.memory.same.get(&value).copied().unwrap_or(value);
        let (a, b) = (first(a), first(b));
        if a == b {
            return true;
        }
        let (a, b) = (self.rw.value(a), self.rw.value(b));
        let (Some(a), Some(b)) = (a.defining_op(), b.defining_op()) else { return false };
        depth > 0
            && a.name() == b.name()
            && a.has_trait(TraitSet::Pure)
            && (a.num_results(), a.num_regions(), a.num_operands()) == (1, 0, b.num_operands())
            && (a.props() == b.props() || is_planted(Fault::ConstantsNotCompared))
            && a.single_result().ty() == b.single_result().ty()
            && a.operands().zip(b.operands()).all(|(a, b)| self.is_same(a.id(), b.id(), depth - 1))
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
        let (known, writes) = (self.memory.loaded.clone(), self.memory.writes);
        self.body(block, Some(mask));
        // Loads in this region are not available on the path that skips it. What was read before it is still known if
        // nothing in it wrote there: not if it was forgotten and read again.
        let loaded = std::mem::replace(&mut self.memory.loaded, known);
        let is_faulty = is_planted(Fault::ReadAgainInBranches);
        let is_unchanged = |old: &Loaded, now: &Loaded| is_faulty || now.result == old.result;
        self.memory.loaded.retain(|key, old| loaded.get(key).is_some_and(|now| is_unchanged(old, now)));
        if self.memory.writes != writes {
            self.memory.load_groups.clear();
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
            let Some(lanes) = self.values.lanes.get(&value).cloned() else { continue };
            if lanes.is_constant() {
                self.set(value, lanes.anchored(Anchor::Start(after)));
                continue;
            }
            if let Some(address) = self.address_again(value, after) {
                self.set(value, Lanes::opaque(address, lanes.ty, lanes.shape));
                continue;
            }
            let form = self.common_form(&[&lanes], lanes.ty, lanes.shape, true);
            passed.push(self.pass(&lanes, &form));
            skipped.push(self.at(Anchor::Before(before), |emit| emit.poison_for(&form)));
            let lanes = self.add_passed(after, &form);
            self.set(value, lanes);
        }
        self.rw.build(BrOp::of(&passed).loc(self.loc).dest(after));
        self.rw.set_successor_operands(before, 1, &skipped);
        self.enter(after);
    }

    /// The address of a function or a global again, at the start of a block: passes of LLVM expect some as operands of
    /// intrinsics, not the arguments of blocks.
    fn address_again(&mut self, value: Value, block: Block) -> Option<Value> {
        let op = self.rw.value(value).defining_op().filter(|op| op.isa::<AddressOfOp>())?.id();
        let copy = self.at(Anchor::Start(block), |emit| emit.rw.clone_op(op, &mut IrMapping::new()))?;
        Some(self.rw.body().single_result(copy))
    }

    /// Branches to a new block if any element is active, and to another one otherwise; goes on in the first.
    pub(super) fn open_guard(&mut self, mask: &Mask) -> (Op, Block, Block) {
        let any = self.any(mask);
        let (then, after) = (self.new_block(), self.new_block());
        let branch = CondBrOp::of(any).loc(self.loc).true_dest_operands(&[]).false_dest_operands(&[]);
        let branch = self.rw.build(branch.true_dest(then).false_dest(after));
        self.enter(then);
        (branch.into(), then, after)
    }

    /// Whether an op must not be executed when no element is active.
    pub(super) fn needs_guard(&self, op: Op) -> bool {
        let view = self.rw.op(op);
        if let Some(watch) = view.cast::<WatchOp>() {
            // A scalar is assigned if any element is active.
            return self.shapes.of(watch.value().id()).is_scalar();
        }
        if is_ripple(view) || view.num_successors() > 0 {
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

    /// Writes an op: the first rendering that applies is taken.
    pub(super) fn op(&mut self, op: Op, mask: Option<&Mask>) {
        let original = self.original(op);
        self.loc = original.loc;
        let rendered = Self::RENDERINGS.iter().any(|rendering| rendering(self, &original, mask));
        if !rendered {
            self.sequential(&original, mask);
        }
        self.declare_variable(&original);
    }

    /// The renderings of an op, in the order in which they are tried; each returns whether it applied. Two only note
    /// what an op means for the accesses before it.
    const RENDERINGS: [fn(&mut Self, &Original, Option<&Mask>) -> bool; 16] = [
        Self::construct,
        Self::call_of_library,
        Self::call_of_math,
        Self::rounding_to_integers,
        Self::call_of_function,
        Self::settle_stores,
        Self::without_meaning,
        Self::plain_load,
        Self::note_writes,
        Self::lanewise,
        Self::address_computation,
        Self::constant_integer,
        Self::local_of_each_element,
        Self::of_scalars,
        Self::of_members,
        Self::plain_store,
    ];

    /// Renders a construct of Ripple.
    fn construct(&mut self, original: &Original, mask: Option<&Mask>) -> bool {
        let Some(construct) = self.rw.op(original.op).interface::<dyn Render>() else { return false };
        // The result of a mark is a bit, if it has one.
        let ty = original.results.first().map_or(Type::I1, |&(_, ty)| ty);
        let shape = original.results.first().map_or(Shape::SCALAR, |&(result, _)| self.shapes.of(result));
        let rendered = construct.render(self, &Rendered { op: original.op, ty, shape, mask });
        if let (Some(&(result, _)), Some(lanes)) = (original.results.first(), rendered) {
            self.set(result, lanes);
        }
        true
    }

    fn call_of_library(&mut self, original: &Original, mask: Option<&Mask>) -> bool {
        let Some(CallPlan::Library(candidates)) = self.shapes.calls.get(&original.op) else { return false };
        self.library_call(original, candidates, mask);
        true
    }

    fn call_of_math(&mut self, original: &Original, _mask: Option<&Mask>) -> bool {
        let function = self.math_function(original);
        if let Some(function) = function {
            self.math_call(original, function);
        }
        function.is_some()
    }

    fn rounding_to_integers(&mut self, original: &Original, _mask: Option<&Mask>) -> bool {
        let conversion = self.conversion(original);
        if let Some(conversion) = conversion {
            self.convert_rounded(original, conversion);
        }
        conversion.is_some()
    }

    fn call_of_function(&mut self, original: &Original, mask: Option<&Mask>) -> bool {
        let Some(plan) = self.shapes.calls.get(&original.op).cloned() else { return false };
        self.flush_stores();
        self.forget_loads();
        match plan {
            CallPlan::Specialized(key) => self.specialized_call(original, key, mask),
            CallPlan::Library(_) | CallPlan::Sequential => self.sequential(original, mask),
        }
        true
    }

    /// Whether all operands of an op are scalars.
    fn has_scalars(&self, original: &Original) -> bool {
        original.operands.iter().all(|&operand| self.shapes.of(operand).is_scalar())
    }

    /// Whether an op is a store for each element, which may wait for others.
    pub(super) fn may_wait(&self, original: &Original) -> bool {
        self.is::<StoreOp>(original) && !self.has_scalars(original) && !self.is_ordered(original)
    }

    /// Writes the stores that wait, unless they may wait longer.
    fn settle_stores(&mut self, original: &Original, _mask: Option<&Mask>) -> bool {
        let view = self.rw.op(original.op);
        let waits = view.has_trait(TraitSet::Lanewise)
            || is_speculatable(view)
            || self.may_wait(original)
            || view.isa::<LoadOp>()
                && !self.is_ordered(original)
                && (self.is_apart_from_stores(original.operands[0]) || self.is_beside_stores(original));
        if !waits {
            self.memory.interrupting = self.is::<LoadOp>(original).then_some(original.op);
            self.flush_stores();
            self.memory.interrupting = None;
        }
        false
    }

    /// Tells debuggers of the variable for which memory was allocated, also of one that exists once for each element.
    fn declare_variable(&mut self, original: &Original) {
        let op = self.rw.op(original.op);
        let Some((variable, alloca)) = op.attr(VARIABLE).zip(op.cast::<AllocaOp>()) else { return };
        let element = alloca.elem_type();
        let lanes = self.lanes(original.results[0].0);
        // Of an array that exists once for each element, elements lie between each other.
        let is_array = element.dyn_cast::<ArrayType>(self.cx()).is_some();
        if lanes.shape.is_scalar() || !is_array {
            let size = crate::addresses::stride(self.cx(), &self.layout, element).unwrap_or(8);
            let variable = shaped_variable(self.cx(), variable, lanes.shape, size);
            let base = self.base_of(&lanes, Shape::SCALAR);
            self.rw.build(DbgDeclareOp::of(base).loc(original.loc).var_info_attr(variable));
        }
    }

    fn without_meaning(&mut self, original: &Original, mask: Option<&Mask>) -> bool {
        let view = self.rw.op(original.op);
        view.has_trait(TraitSet::DebugInfo)
            || view.isa::<NoAliasScopeDeclOp>()
            || view.isa::<AssumeOp>() && (mask.is_some() || !self.has_scalars(original))
    }

    fn plain_load(&mut self, original: &Original, mask: Option<&Mask>) -> bool {
        if !self.is::<LoadOp>(original) || self.is_ordered(original) {
            return false;
        }
        let ((result, ty), from) = (original.results[0], original.operands[0]);
        if let Some(lanes) = self.read_before(original) {
            if !lanes.shape.is_scalar() {
                self.report_access(AccessKind::Load, from, (ty, lanes.shape), mask);
                self.reports.step(Step::Known);
                self.reports.reason("it was read before, and memory was not written since");
                self.reports.resume(None);
            }
            self.set(result, lanes);
            return true;
        }
        self.advise_on_reload(original, ty);
        match self.has_scalars(original) {
            true => self.scalar(original),
            false => self.load(original, mask),
        }
        let lanes = self.lanes(result);
        self.memory.loaded.insert((from, ty), Loaded { block: self.block, result, lanes });
        true
    }

    /// Forgets what was loaded if an op may write memory.
    fn note_writes(&mut self, original: &Original, _mask: Option<&Mask>) -> bool {
        let view = self.rw.op(original.op);
        if !view.has_trait(TraitSet::Lanewise) && !is_speculatable(view) {
            let groups = std::mem::take(&mut self.memory.load_groups);
            match view.cast::<StoreOp>().map(|store| store.addr().id()) {
                Some(address) if !self.is_ordered(original) => self.forget_loads_of(address),
                _ => self.forget_loads(),
            }
            // A store that waits writes nothing yet.
            if self.may_wait(original) {
                self.memory.load_groups = groups;
            }
        }
        false
    }

    fn lanewise(&mut self, original: &Original, mask: Option<&Mask>) -> bool {
        let is_lanewise = self.rw.op(original.op).has_trait(TraitSet::Lanewise);
        if is_lanewise {
            self.elementwise(original, mask);
        }
        is_lanewise
    }

    fn address_computation(&mut self, original: &Original, mask: Option<&Mask>) -> bool {
        let is_address = self.is::<GEPOp>(original);
        if is_address {
            self.address(original, mask);
        }
        is_address
    }

    fn constant_integer(&mut self, original: &Original, _mask: Option<&Mask>) -> bool {
        let view = self.rw.op(original.op);
        let number = view.isa::<ConstantOp>().then(|| crate::evaluate::integer_of_constant(view)).flatten();
        let Some(number) = number else { return false };
        let (result, ty) = original.results[0];
        self.create_like(original, &[], &[ty]);
        let anchor = self.anchor();
        self.set(result, Lanes::constants(vec![number], ty, Shape::SCALAR, anchor));
        true
    }

    fn local_of_each_element(&mut self, original: &Original, _mask: Option<&Mask>) -> bool {
        let is_local = self.is::<AllocaOp>(original) && !self.shapes.of(original.results[0].0).is_scalar();
        if is_local {
            self.local(original);
        }
        is_local
    }

    fn of_scalars(&mut self, original: &Original, _mask: Option<&Mask>) -> bool {
        let is_scalar = self.has_scalars(original);
        if is_scalar {
            self.scalar(original);
        }
        is_scalar
    }

    fn of_members(&mut self, original: &Original, _mask: Option<&Mask>) -> bool {
        let is_member = position_of(self.rw.op(original.op)).is_some();
        if is_member {
            self.member(original);
        }
        is_member
    }

    fn plain_store(&mut self, original: &Original, mask: Option<&Mask>) -> bool {
        if self.is::<StoreOp>(original) && !self.is_ordered(original) {
            self.store(original, mask);
        } else if self.is::<MemsetOp>(original) && self.copies_of_array(original.operands[0]) > 1 {
            self.clear_array(original, mask);
        } else {
            return false;
        }
        true
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
pub(super) fn is_speculatable(op: OpRef<'_>) -> bool {
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
