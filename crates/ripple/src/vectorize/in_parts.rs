//! Vectors whose number of elements is no power of two, and masks with more elements than registers have bytes, held in
//! parts.
//!
//! LLVM passes a vector from block to block in as few registers as hold its elements, if their number is a power of two
//! or one register holds all; of any other, each element has a register of its own
//! ([`terrace_target::Quirk::OddVectorPassed`]). So where a function passes such vectors on, they are vectors of powers
//! of two: block arguments are, elementwise ops compute each part, and loads and stores access each part. Other ops take
//! the vector that a shuffle makes of the parts in their block.
//!
//! Where there are no registers for masks, the same goes for those of more elements than a register has bytes
//! ([`terrace_target::Quirk::WideMaskPassed`]): ops whose result is one compute each part.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::{AtomicOrdering, GEPNoWrapFlags};
use terrace_dialects_llvm::ops::{
    GEPOp, GepIndex, LoadOp, PoisonOp, SExtOp, SelectOp, ShuffleVectorOp, StoreOp, ZExtOp,
};
use terrace_dialects_llvm::types::{is_scalable_vector, vector_type};
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::{BranchOp, operands_for};
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{
    Block, Context, Loc, Op, OpRef, Region, Rewriter, Signedness, TraitSet, Type, Value, ValueDef,
};

use crate::splats::number_everywhere;
use crate::vectors::{concatenate, number, scalar_width};

/// Holds the vectors of a region in parts that are passed from block to block, if LLVM would take them apart.
/// `register` is the number of bytes of a register, and `most_in_mask` the largest number of elements of a mask that is
/// passed in registers; `None` if any number is.
pub(super) fn hold_in_parts(
    rw: &mut Rewriter<'_>,
    region: Region,
    register: usize,
    most_in_mask: Option<usize>,
) {
    let blocks = DomTree::new(rw.body(), region).blocks().to_vec();
    let (parts, wholes) = (FxHashMap::default(), FxHashMap::default());
    let mut holder = Holder { rw, register, most_in_mask, parts, wholes };
    if !holder.passes_any(&blocks) {
        return;
    }
    let arguments: Vec<(Block, Vec<bool>)> =
        blocks.iter().skip(1).filter_map(|&block| holder.add_arguments(block)).collect();
    let mut replaced = Vec::new();
    for &block in &blocks {
        let ops: Vec<Op> = holder.rw.body().ops_of(block).collect();
        for op in ops {
            if holder.is_elementwise(holder.rw.op(op)) {
                holder.compute_in_parts(op);
                replaced.push(op);
            } else if holder.is_plain_load(holder.rw.op(op)) && holder.load_in_parts(op).is_some() {
                replaced.push(op);
            } else if !holder.store_in_parts(op) {
                holder.take_wholes(block, op);
            }
        }
    }
    for op in replaced.into_iter().rev() {
        if holder.rw.op(op).results().all(|result| result.is_unused()) {
            holder.rw.erase_op(op);
        }
    }
    for (block, keep) in arguments {
        holder.rw.keep_args(block, &keep);
    }
}

struct Holder<'h, 'r> {
    rw: &'h mut Rewriter<'r>,
    register: usize,
    most_in_mask: Option<usize>,
    parts: FxHashMap<Value, Vec<Value>>,
    /// The vectors that parts were concatenated to, by block.
    wholes: FxHashMap<(Block, Value), Value>,
}

/// The number of elements of a vector, unless that is not known.
fn fixed_lanes(cx: &Context, ty: Type) -> Option<usize> {
    ty.element_type(cx).filter(|_| !is_scalable_vector(cx, ty))?;
    let &[lanes] = ty.shape(cx)? else { return None };
    usize::try_from(lanes).ok()
}

/// The number of elements of a vector, unless that is a power of two or not known.
fn odd_lanes(cx: &Context, ty: Type) -> Option<usize> {
    fixed_lanes(cx, ty).filter(|lanes| !lanes.is_power_of_two())
}

impl Holder<'_, '_> {
    /// The numbers of elements of the parts of a vector: powers of two, none of which is more than a mask may have.
    fn widths(&self, lanes: usize) -> Vec<usize> {
        let most = self.most_in_mask.unwrap_or(usize::MAX);
        let bits = (0..usize::BITS).rev().map(|bit| 1 << bit).filter(|width| lanes & width != 0);
        bits.flat_map(|width: usize| std::iter::repeat_n(width.min(most), width.div_ceil(most))).collect()
    }

    /// The number of elements of a mask that is no vector of a power of two that registers hold.
    fn mask_lanes(&self, ty: Type) -> Option<usize> {
        let cx = self.rw.cx();
        let lanes = fixed_lanes(cx, ty).filter(|_| ty.element_type(cx) == Some(Type::I1))?;
        self.most_in_mask.filter(|&most| lanes.is_power_of_two() && lanes > most).map(|_| lanes)
    }

    /// The number of elements of a vector that is held in parts.
    fn lanes(&self, ty: Type) -> Option<usize> {
        let cx = self.rw.cx();
        if let Some(lanes) = self.mask_lanes(ty) {
            return Some(lanes);
        }
        let lanes = odd_lanes(cx, ty)?;
        // Masks are bytes where there are no registers for them, and pointers have 64 bits.
        let bits = scalar_width(cx, ty.element_type(cx)?);
        let bytes = lanes.next_power_of_two() * bits.div_ceil(8) as usize;
        (bytes > self.register).then_some(lanes)
    }

    fn type_of(&self, value: Value) -> Type {
        self.rw.body().value_type(value)
    }

    fn part_type(&self, ty: Type, width: usize) -> Type {
        let element = ty.element_type(self.rw.cx()).unwrap_or(ty);
        vector_type(self.rw.cx(), element, width as i64, false)
    }

    /// Whether blocks get such vectors from others.
    fn passes_any(&self, blocks: &[Block]) -> bool {
        let is_passed = |&block: &Block| {
            let mut results = self.rw.body().ops_of(block).flat_map(|op| self.rw.body().results(op));
            results.any(|result| {
                self.lanes(self.type_of(result)).is_some() && self.is_used_elsewhere(block, result)
            })
        };
        let has_argument =
            |&block: &Block| self.rw.body().args(block).any(|arg| self.lanes(self.type_of(arg)).is_some());
        blocks.iter().skip(1).any(has_argument) || blocks.iter().any(is_passed)
    }

    fn is_used_elsewhere(&self, block: Block, value: Value) -> bool {
        let view = self.rw.value(value);
        let is_constant =
            view.defining_op().is_some_and(|op| op.num_operands() == 0 && op.has_trait(TraitSet::Pure));
        !is_constant && view.uses().any(|(user, _)| user.block().is_none_or(|at| at.id() != block))
    }

    /// Adds arguments for parts to a block; returns which of those before are kept, if others are not.
    fn add_arguments(&mut self, block: Block) -> Option<(Block, Vec<bool>)> {
        let args: Vec<Value> = self.rw.body().args(block).collect();
        let mut keep = Vec::new();
        for &arg in &args {
            let ty = self.type_of(arg);
            let lanes = self.lanes(ty);
            keep.push(lanes.is_none());
            let Some(lanes) = lanes else { continue };
            let parts = self
                .widths(lanes)
                .into_iter()
                .map(|width| {
                    let part = self.part_type(ty, width);
                    self.rw.add_argument(block, part, Loc::UNKNOWN)
                })
                .collect();
            self.parts.insert(arg, parts);
        }
        if keep.iter().all(|&keep| keep) {
            return None;
        }
        keep.resize(self.rw.body().args(block).count(), true);
        Some((block, keep))
    }

    /// Whether an op computes such a vector, or from one, element by element.
    fn is_elementwise(&self, op: OpRef<'_>) -> bool {
        let cx = op.cx();
        // One scalar may be an operand of all lanes.
        let with_scalars = op.isa::<GEPOp>() || op.isa::<SelectOp>();
        if op.num_results() != 1 || !with_scalars && !op.has_trait(TraitSet::Lanewise) {
            return false;
        }
        let result = op.single_result().ty();
        let Some(lanes) = self.computed_lanes(result) else { return false };
        let mut types = op.operands().map(|operand| operand.ty());
        let fits = types.all(|ty| match ty.element_type(cx) {
            Some(_) => fixed_lanes(cx, ty) == Some(lanes),
            None => with_scalars,
        });
        let mut values = op.operands().map(|operand| operand.ty()).chain([op.single_result().ty()]);
        fits && values.any(|ty| self.lanes(ty).is_some())
    }

    /// The number of elements of a vector that elementwise ops compute in parts, if one of theirs is held in parts.
    fn computed_lanes(&self, ty: Type) -> Option<usize> {
        odd_lanes(self.rw.cx(), ty).or_else(|| self.mask_lanes(ty))
    }

    fn compute_in_parts(&mut self, op: Op) {
        let operands: Vec<Value> = self.rw.op(op).operands().map(|operand| operand.id()).collect();
        let result = self.rw.body().single_result(op);
        let ty = self.type_of(result);
        let Some(lanes) = self.computed_lanes(ty) else { return };
        let parts: Vec<Option<Vec<Value>>> = operands.iter().map(|&operand| self.parts_of(operand)).collect();
        let mut computed = Vec::new();
        for (number, width) in self.widths(lanes).into_iter().enumerate() {
            let mut map = IrMapping::new();
            for (&operand, parts) in operands.iter().zip(&parts) {
                map.map(operand, parts.as_ref().map_or(operand, |parts| parts[number]));
            }
            self.rw.set_insertion_point_before(op);
            let part = self.rw.clone_op(op, &mut map).expect("an op of arithmetic holds no isolated ops");
            let value = self.rw.body().single_result(part);
            let part = self.part_type(ty, width);
            self.rw.set_type(value, part);
            computed.push(value);
        }
        self.parts.insert(result, computed);
    }

    /// The number of elements of a vector that is held in parts, and the number of their bytes in memory.
    fn in_memory(&self, ty: Type) -> Option<(usize, usize)> {
        let lanes = self.lanes(ty)?;
        let bits = scalar_width(self.rw.cx(), ty.element_type(self.rw.cx())?);
        matches!(bits, 8 | 16 | 32 | 64).then_some((lanes, bits as usize / 8))
    }

    /// Whether an op loads such a vector, and each part may be loaded apart.
    fn is_plain_load(&self, op: OpRef<'_>) -> bool {
        op.cast::<LoadOp>().is_some_and(|load| {
            let is_plain = !load.volatile_() && load.ordering() == AtomicOrdering::NotAtomic;
            is_plain && self.in_memory(load.res().ty()).is_some()
        })
    }

    /// Loads the parts of a vector: LLVM puts arithmetic on parts of one vector together again.
    fn load_in_parts(&mut self, op: Op) -> Option<()> {
        let result = self.rw.body().single_result(op);
        let ty = self.type_of(result);
        let address = self.rw.op(op).cast::<LoadOp>()?.addr().id();
        let (lanes, size) = self.in_memory(ty)?;
        let mut start = 0;
        let mut parts = Vec::new();
        for width in self.widths(lanes) {
            let loaded = self.access_part(op, address, start * size, &mut IrMapping::new())?;
            let value = self.rw.body().single_result(loaded);
            let part = self.part_type(ty, width);
            self.rw.set_type(value, part);
            parts.push(value);
            start += width;
        }
        self.parts.insert(result, parts);
        Some(())
    }

    /// Stores the parts of a vector that is held in parts; returns whether an op is such a store, which is gone then.
    fn store_in_parts(&mut self, op: Op) -> bool {
        let Some(store) = self.rw.op(op).cast::<StoreOp>() else { return false };
        let is_plain = !store.volatile_() && store.ordering() == AtomicOrdering::NotAtomic;
        let (value, address) = (store.value().id(), store.addr().id());
        let known = self.in_memory(self.type_of(value)).filter(|_| is_plain);
        let Some((lanes, size)) = known else { return false };
        let Some(parts) = self.parts.get(&value).cloned() else { return false };
        let mut start = 0;
        for (part, width) in parts.into_iter().zip(self.widths(lanes)) {
            let mut map = IrMapping::new();
            map.map(value, part);
            if self.access_part(op, address, start * size, &mut map).is_none() {
                return false;
            }
            start += width;
        }
        self.rw.erase_op(op);
        true
    }

    /// Copies an access so that it is a number of bytes further on.
    fn access_part(&mut self, op: Op, address: Value, bytes: usize, map: &mut IrMapping) -> Option<Op> {
        let (cx, loc) = (self.rw.cx(), self.rw.body().loc(op));
        let alignment = self.rw.op(op).inherent_attr("alignment").and_then(|attr| attr.as_i64(cx));
        self.rw.set_insertion_point_before(op);
        if bytes > 0 {
            let (byte, ty) = (cx.integer(8, Signedness::Signless), self.type_of(address));
            let at = [GepIndex::Constant(bytes as i32)];
            let gep = GEPOp::of_indices(cx, loc, address, byte, &at);
            let further = self.rw.build_value(gep.no_wrap_flags(GEPNoWrapFlags::NONE).res(ty));
            map.map(address, further);
        }
        let part = self.rw.clone_op(op, map)?;
        if let Some(alignment) = alignment.filter(|_| bytes > 0) {
            let aligned = alignment.min(1 << bytes.trailing_zeros());
            let word = cx.integer(64, Signedness::Signless);
            self.rw.set_attr(part, "alignment", cx.int_attr(word, aligned));
        }
        Some(part)
    }

    /// The parts of a vector, which are taken where it is computed; `None` for a scalar.
    fn parts_of(&mut self, value: Value) -> Option<Vec<Value>> {
        if let Some(parts) = self.parts.get(&value) {
            return Some(parts.clone());
        }
        if let Some(parts) = self.converted_parts(value) {
            return Some(parts);
        }
        let lanes = fixed_lanes(self.rw.cx(), self.type_of(value))?;
        match self.rw.body().value_def(value) {
            ValueDef::Result(op) => self.rw.set_insertion_point_after(op),
            ValueDef::Argument(block) => self.rw.set_insertion_point_to_start(block),
            ValueDef::Placeholder => return None,
        }
        // Rules match constants, not parts of them.
        if let Some(all) = number_everywhere(self.rw.value(value)) {
            let ty = self.type_of(value);
            let parts: Vec<Value> = self
                .widths(lanes)
                .into_iter()
                .map(|width| number(self.rw, all, self.part_type(ty, width), Loc::UNKNOWN))
                .collect();
            self.parts.insert(value, parts.clone());
            return Some(parts);
        }
        let other = self.poison(self.type_of(value));
        let mut start = 0;
        let widths = self.widths(lanes);
        let parts: Vec<Value> = widths
            .into_iter()
            .map(|width| {
                let part = self.shuffle([value, other], start..start + width);
                start += width;
                part
            })
            .collect();
        self.parts.insert(value, parts.clone());
        Some(parts)
    }

    /// The parts of a converted vector: LLVM narrows comparisons of conversions, not those of parts of them.
    fn converted_parts(&mut self, value: Value) -> Option<Vec<Value>> {
        let op = self.rw.value(value).defining_op()?;
        let is_conversion = op.isa::<ZExtOp>() || op.isa::<SExtOp>();
        let (op, from) = is_conversion.then(|| (op.id(), op.operand(0).id()))?;
        let from_parts = self.parts_of(from)?;
        let ty = self.type_of(value);
        let mut parts = Vec::new();
        self.rw.set_insertion_point_after(op);
        for part in from_parts {
            let width = fixed_lanes(self.rw.cx(), self.type_of(part))?;
            let mut map = IrMapping::new();
            map.map(from, part);
            let made = self.rw.clone_op(op, &mut map)?;
            let converted = self.rw.body().single_result(made);
            let part = self.part_type(ty, width);
            self.rw.set_type(converted, part);
            parts.push(converted);
        }
        self.parts.insert(value, parts.clone());
        Some(parts)
    }

    fn poison(&mut self, ty: Type) -> Value {
        self.rw.build_value(PoisonOp::of().loc(Loc::UNKNOWN).res(ty))
    }

    fn shuffle(&mut self, vectors: [Value; 2], indices: impl IntoIterator<Item = usize>) -> Value {
        let ty = self.type_of(vectors[0]);
        let indices: Vec<i32> = indices.into_iter().map(|index| index as i32).collect();
        self.rw.build_value(ShuffleVectorOp::of_mask(self.rw.cx(), Loc::UNKNOWN, vectors, ty, &indices))
    }

    /// Replaces the operands of an op by vectors made of the parts, and those of a branch by the parts.
    fn take_wholes(&mut self, block: Block, op: Op) {
        let operands: Vec<Value> = self.rw.op(op).operands().map(|operand| operand.id()).collect();
        let targets: Vec<Block> = self.rw.body().successors(op).collect();
        let passes = self.rw.op(op).interface::<dyn BranchOp>().is_some();
        for (index, target) in targets.into_iter().enumerate().filter(|_| passes) {
            self.pass_parts(op, index, target);
        }
        let left: Vec<Value> = self.rw.op(op).operands().map(|operand| operand.id()).collect();
        for (place, value) in left.into_iter().enumerate().filter(|(_, value)| operands.contains(value)) {
            if let Some(whole) = self.whole(block, op, value) {
                self.rw.set_operand(op, place, whole);
            }
        }
    }

    fn pass_parts(&mut self, op: Op, index: usize, target: Block) {
        let Some(passed) = operands_for(self.rw.op(op), index, target) else { return };
        let passed: Vec<Value> = passed.into_iter().map(|value| value.id()).collect();
        let args: Vec<Value> = self.rw.body().args(target).take(passed.len()).collect();
        let (mut kept, mut parts) = (Vec::new(), Vec::new());
        for (value, arg) in passed.into_iter().zip(args) {
            if self.lanes(self.type_of(arg)).is_none() {
                kept.push(value);
            } else {
                parts.extend(self.parts_of(value).unwrap_or_default());
            }
        }
        kept.extend(parts);
        self.rw.set_successor_operands(op, index, &kept);
    }

    /// The concatenation of the parts of a vector in a block, before an op of it; `None` if the vector itself is
    /// available.
    fn whole(&mut self, block: Block, op: Op, value: Value) -> Option<Value> {
        if let Some(&whole) = self.wholes.get(&(block, value)) {
            return Some(whole);
        }
        let is_computed_in_parts = match self.rw.body().value_def(value) {
            ValueDef::Result(made) => {
                let made = self.rw.op(made);
                self.is_elementwise(made) || self.is_plain_load(made)
            }
            ValueDef::Argument(_) => self.parts.contains_key(&value),
            ValueDef::Placeholder => false,
        };
        let parts = if is_computed_in_parts {
            self.parts.get(&value)?.clone()
        } else {
            let made = self.rw.value(value).owner_block().map(|owner| owner.id());
            self.lanes(self.type_of(value)).filter(|_| made != Some(block))?;
            let is_constant = self.rw.value(value).defining_op().is_some_and(|op| op.num_operands() == 0);
            if is_constant {
                return None;
            }
            self.parts_of(value)?
        };
        self.rw.set_insertion_point_before(op);
        let whole = concatenate(self.rw, &parts, Loc::UNKNOWN)?;
        self.wholes.insert((block, value), whole);
        Some(whole)
    }
}
