//! The allocator of each buffer, if ops have custom allocators.
//!
//! A buffer can be freed only by its own allocator. A value has the allocator of the allocations that flow to
//! it, or [several](Allocator::Mixed). A buffer without an owner, such as a function argument, is never freed
//! and is ignored. If buffers are copied, all allocators that are joined in a
//! [component](Allocators::of_part) of the flow count.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use terrace_dialects_core::arith::SelectOp;
use terrace_dialects_mem::bufferization::allocation::MEMREF_ALLOCATOR;
use terrace_dialects_mem::bufferization::{AllocationOpInterface, create_clone};
use terrace_dialects_mem::memref::causes::BufferCause;
use terrace_dialects_mem::memref::{DeallocOp, ExtractStridedMetadataOp, ReinterpretCastOp};
use terrace_ir::effects::{EffectKind, SCOPE_RESOURCE, own_effects};
use terrace_ir::interfaces::{BranchOp, CallLike, FunctionOp, RegionBranchOp};
use terrace_ir::{CheckResult, Loc, Op, OpRef, Rewriter, TypeData, Value, ValueRef, op_error};

use crate::flow::{is_buffer, is_region_terminator, nested_ops, region_operands, view};

/// The allocator of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allocator {
    /// The allocator of `memref.alloc`.
    Memref,
    /// A custom allocator, by its index in [`Allocators`].
    Own(usize),
    /// One of several allocators.
    Mixed,
}

/// Joins an allocator into the state of a value or a component.
fn join<K: std::hash::Hash + Eq>(known: &mut FxHashMap<K, Allocator>, key: K, allocator: Allocator) {
    let joined = known.entry(key).or_insert(allocator);
    if *joined != allocator {
        *joined = Allocator::Mixed;
    }
}

/// The interface of an op whose allocator is not `memref`.
pub fn own_allocator(op: OpRef<'_>) -> Option<&'static dyn AllocationOpInterface> {
    let own = op.interface::<dyn AllocationOpInterface>()?;
    (own.allocator() != Some(MEMREF_ALLOCATOR)).then_some(own)
}

/// The results that an op allocates outside of the stack.
fn allocated(op: OpRef<'_>) -> SmallVec<[Value; 1]> {
    let Some(effects) = own_effects(op) else { return SmallVec::new() };
    let allocated = |value: &Value| {
        let on_value = |kind, resource| kind == EffectKind::Allocate && resource != SCOPE_RESOURCE;
        effects.iter().any(|e| e.value == Some(*value) && on_value(e.kind, e.resource))
    };
    op.results().map(ValueRef::id).filter(allocated).collect()
}

/// The allocators of the buffers of a body.
#[derive(Default)]
pub struct Allocators {
    interfaces: Vec<&'static dyn AllocationOpInterface>,
    /// The values that each value is passed to or viewed as, or is a part of.
    targets: FxHashMap<Value, SmallVec<[Value; 2]>>,
    /// The allocators of the buffers that flow to each value.
    of_values: FxHashMap<Value, Allocator>,
    /// The values that buffers without an owner flow to.
    unowned: FxHashSet<Value>,
    /// A representative of each component of the flow, for its values.
    parts: FxHashMap<Value, Value>,
    /// The allocators of each part, by its representative.
    of_parts: FxHashMap<Value, Allocator>,
    /// The values that control flow passes buffers to, with the terminator or the op with regions that does, in order.
    passed: Vec<(Op, Value)>,
    /// The operands that functions return.
    returned: Vec<(Op, usize)>,
}

impl Allocators {
    /// Finds the allocators of a body; `None` if there is only `memref`.
    pub fn new(rw: &Rewriter<'_>) -> Option<Self> {
        let ops = nested_ops(rw.body().top_regions().iter().map(|&region| rw.region(region)));
        let mut found = Self::default();
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        // The values that each own allocator returns.
        let mut own: Vec<Vec<Value>> = Vec::new();
        let mut memref: Vec<Value> = Vec::new();
        for &op in &ops {
            if let Some(allocator) = own_allocator(op) {
                let name = allocator.allocator().unwrap_or(op.name_text());
                let number = *numbers.entry(name).or_insert_with(|| {
                    found.interfaces.push(allocator);
                    own.push(Vec::new());
                    own.len() - 1
                });
                own[number].extend(allocated(op));
            } else if op.interface::<dyn CallLike>().is_some() {
                memref.extend(op.results().filter(|result| is_buffer(*result)).map(ValueRef::id));
            } else {
                memref.extend(allocated(op));
            }
        }
        if own.iter().all(Vec::is_empty) {
            return None;
        }
        ops.iter().for_each(|&op| found.add_op(op));
        let allocators = own.iter().enumerate().map(|(number, values)| (values, Allocator::Own(number)));
        for (values, allocator) in allocators.chain([(&memref, Allocator::Memref)]) {
            for value in found.reached(values) {
                join(&mut found.of_values, value, allocator);
            }
        }
        found.join_parts(rw, &own, &memref);
        Some(found)
    }

    fn add_op(&mut self, op: OpRef<'_>) {
        if let Some(select) = op.cast::<SelectOp>() {
            if is_buffer(select.result()) {
                self.add(select.true_value(), select.result());
                self.add(select.false_value(), select.result());
            }
        } else if let Some((source, made)) = view(op) {
            self.add(source, made);
        } else if let Some(branch) = op.interface::<dyn BranchOp>() {
            for (index, target) in op.successors().enumerate() {
                let passed = branch.successor_operands(op, index);
                for (at, arg) in target.args().enumerate().filter(|(_, arg)| is_buffer(*arg)) {
                    if let Some(operand) = passed.operand_for(at) {
                        self.pass(op, op.operand(operand), arg);
                    }
                }
            }
        } else if op.interface::<dyn RegionBranchOp>().is_some() {
            for edge in region_operands(op).into_iter().filter(|edge| is_buffer(edge.target)) {
                self.pass(edge.op, edge.op.operand(edge.operand), edge.target);
            }
        } else if is_region_terminator(op) {
            if op.parent_op().is_some_and(|parent| parent.interface::<dyn FunctionOp>().is_some()) {
                let buffers = op.operands().enumerate().filter(|(_, value)| is_buffer(*value));
                self.returned.extend(buffers.map(|(at, _)| (op.id(), at)));
            }
        } else if op.interface::<dyn CallLike>().is_none() {
            // Results that are not allocated may be any of the operands: all are the first one, which is any.
            let new = allocated(op);
            let mut results = op.results().filter(|value| is_buffer(*value) && !new.contains(&value.id()));
            let Some(first) = results.next() else { return };
            op.operands().filter(|value| is_buffer(*value)).for_each(|operand| self.add(operand, first));
            results.for_each(|result| self.add(first, result));
        }
    }

    /// Buffers of `from` may be in `to`.
    fn add(&mut self, from: ValueRef<'_>, to: ValueRef<'_>) {
        self.targets.entry(from.id()).or_default().push(to.id());
        let (a, b) = (self.part(from.id()), self.part(to.id()));
        // The smaller one represents both.
        self.parts.insert(a.max(b), a.min(b));
        self.parts.entry(a.min(b)).or_insert(a.min(b));
    }

    fn pass(&mut self, op: OpRef<'_>, from: ValueRef<'_>, to: ValueRef<'_>) {
        self.add(from, to);
        self.passed.push((op.id(), to.id()));
    }

    fn part(&mut self, mut value: Value) -> Value {
        while let Some(&next) = self.parts.get(&value).filter(|&&next| next != value) {
            let after = self.parts.get(&next).copied().unwrap_or(next);
            self.parts.insert(value, after);
            value = after;
        }
        value
    }

    /// All values that some values flow to, including themselves.
    fn reached(&self, sources: &[Value]) -> Vec<Value> {
        let mut seen = FxHashSet::default();
        let (mut reached, mut pending) = (Vec::new(), sources.to_vec());
        while let Some(value) = pending.pop() {
            if seen.insert(value) {
                reached.push(value);
                pending.extend(self.targets.get(&value).into_iter().flatten());
            }
        }
        reached
    }

    /// Joins the allocators that flow into each component, and propagates buffers without an owner.
    fn join_parts(&mut self, rw: &Rewriter<'_>, own: &[Vec<Value>], memref: &[Value]) {
        let own = own.iter().enumerate().map(|(number, values)| (values.as_slice(), Allocator::Own(number)));
        let allocated: FxHashMap<Value, Allocator> = own
            .chain([(memref, Allocator::Memref)])
            .flat_map(|(values, allocator)| values.iter().map(move |&value| (value, allocator)))
            .collect();
        let inside: FxHashSet<Value> = self.targets.values().flatten().copied().collect();
        let returned = self.returned.iter().map(|&(op, at)| rw.op(op).operand(at).id());
        let mut sources: Vec<Value> = self.parts.keys().copied().chain(returned).collect();
        sources.retain(|value| !inside.contains(value));
        sources.sort_unstable();
        sources.dedup();
        for &value in &sources {
            let allocator = allocated.get(&value).copied().unwrap_or(Allocator::Memref);
            let part = self.part(value);
            join(&mut self.of_parts, part, allocator);
        }
        sources.retain(|value| !allocated.contains_key(value));
        self.unowned = self.reached(&sources).into_iter().collect();
    }

    /// The allocator of a buffer that is owned.
    pub fn of(&self, buffer: Value) -> Allocator {
        self.of_values.get(&buffer).copied().unwrap_or(Allocator::Memref)
    }

    /// The allocator of all buffers that come together in the part of the flow that a value is in, owned or not.
    pub fn of_part(&self, mut value: Value) -> Allocator {
        while let Some(&next) = self.parts.get(&value).filter(|&&next| next != value) {
            value = next;
        }
        self.of_parts.get(&value).copied().unwrap_or(Allocator::Memref)
    }

    /// The op that frees and clones buffers of an own allocator.
    pub fn interface(&self, allocator: Allocator) -> Option<&'static dyn AllocationOpInterface> {
        match allocator {
            Allocator::Own(number) => self.interfaces.get(number).copied(),
            Allocator::Memref | Allocator::Mixed => None,
        }
    }
}

/// Clones the buffers of custom allocators that a function returns: callers free results with
/// `memref.dealloc`. A function that `keeps_names` may also return a buffer of its caller, which is not
/// cloned.
///
/// # Errors
///
/// If control flow passes buffers of several allocators to one value, or such a function may return either a
/// buffer of a custom allocator or one of its caller. A clone would be observable there, by a write to one
/// buffer and a read of the other.
pub fn clone_returned(rw: &mut Rewriter<'_>, keeps_names: bool, cause: &'static BufferCause) -> CheckResult {
    let Some(allocators) = Allocators::new(rw) else { return Ok(()) };
    let error = |op| {
        let message =
            "passes on a buffer to where buffers of another allocator are, which are freed in another way";
        Err(op_error(op, message))
    };
    if let Some(&(op, _)) = allocators.passed.iter().find(|(_, to)| allocators.of(*to) == Allocator::Mixed) {
        return error(rw.op(op));
    }
    for &(op, at) in &allocators.returned {
        let value = rw.op(op).operand(at).id();
        let own = allocators.of(value) != Allocator::Memref;
        if keeps_names
            && own
            && (allocators.unowned.contains(&value) || allocators.of(value) == Allocator::Mixed)
        {
            return error(rw.op(op));
        }
    }
    for &(op, at) in &allocators.returned {
        let operand = rw.op(op).operand(at);
        if allocators.of(operand.id()) != Allocator::Memref {
            let (value, ty, loc) = (operand.id(), operand.ty(), operand.loc());
            rw.set_insertion_point_before(op);
            let copy = create_clone(rw, value, ty, loc, cause);
            rw.set_operand(op, at, copy);
        }
    }
    Ok(())
}

/// The buffer that a buffer is only the base of, as `ownership-based-buffer-deallocation` takes it.
pub fn whole_buffer(rw: &Rewriter<'_>, base: Value) -> Value {
    let view = rw.value(base);
    let Some(whole) = view.defined_by::<ExtractStridedMetadataOp>().map(|metadata| metadata.source()) else {
        return base;
    };
    let unranked = whole.defined_by::<ReinterpretCastOp>().map(|cast| cast.source());
    unranked
        .filter(|source| matches!(source.ty().data(rw.cx()), TypeData::UnrankedMemRef { .. }))
        .unwrap_or(whole)
        .id()
}

/// The buffer to pass to the interface that frees an allocation, given its base: the buffer as it was allocated, unless
/// it has a layout and may have an offset.
pub fn freed_buffer(rw: &Rewriter<'_>, base: Value) -> Value {
    let whole = whole_buffer(rw, base);
    match rw.body().value_type(whole).data(rw.cx()) {
        TypeData::MemRef { layout: Some(_), .. } => base,
        _ => whole,
    }
}

/// Frees a buffer at the insertion point, as the interface of its allocator has it.
pub fn free(rw: &mut Rewriter<'_>, own: Option<&dyn AllocationOpInterface>, buffer: Value, loc: Loc) {
    if own.and_then(|own| own.build_dealloc(rw, buffer)).is_none() {
        rw.build(DeallocOp::of(buffer).loc(loc));
    }
}
