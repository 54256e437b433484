//! Which allocator a buffer comes from, where ops have allocators of their own.
//!
//! What one allocator returned, no other one can free. So a value that may be a buffer of either has to be a copy, made by
//! the allocator `memref`, of which every op here knows. A value that control flow passes buffers to, a block argument or
//! the result of an op with regions, has a single allocator: the one that all buffers come from in its part of the graph
//! of the flow, or `memref` if these differ. [`clone_foreign`] makes that so; before, and where the IR was written by hand,
//! a value may have [none](Allocator::Mixed).

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::arith::SelectOp;
use terrace_dialects_mem::bufferization::allocation::MEMREF_ALLOCATOR;
use terrace_dialects_mem::bufferization::{AllocationOpInterface, has_effect};
use terrace_dialects_mem::memref::causes::{BufferCause, create_clone};
use terrace_dialects_mem::memref::{DeallocOp, ExtractStridedMetadataOp, ReinterpretCastOp};
use terrace_ir::effects::EffectKind;
use terrace_ir::interfaces::{BranchOp, CallLike, FunctionOp, RegionBranchOp};
use terrace_ir::{Loc, Op, OpRef, Rewriter, TypeData, Value, ValueRef};

use crate::flow::{is_buffer, is_region_terminator, nested_ops, region_operands, view, view_base};

/// The allocator of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allocator {
    /// That of `memref.alloc`.
    Memref,
    /// One of an op's own, by its number in [`Allocators`].
    Own(usize),
    /// One or another.
    Mixed,
}

/// The interface of an op whose allocator is not `memref`.
pub fn own_allocator(op: OpRef<'_>) -> Option<&'static dyn AllocationOpInterface> {
    let own = op.interface::<dyn AllocationOpInterface>()?;
    (own.allocator() != Some(MEMREF_ALLOCATOR)).then_some(own)
}

/// The allocators of the buffers of a body.
pub struct Allocators {
    interfaces: Vec<&'static dyn AllocationOpInterface>,
    /// The allocator of a value that allocations return, of an own allocator only.
    allocated: FxHashMap<Value, usize>,
    /// A representative of each part of the flow, for the values in it.
    parts: FxHashMap<Value, Value>,
    /// What each part has, by its representative.
    of_parts: FxHashMap<Value, Allocator>,
    edges: Vec<Edge>,
}

/// An operand that control flow passes on, and what it becomes.
#[derive(Clone, Copy)]
struct Edge {
    op: Op,
    operand: usize,
    /// `None` if the function returns it.
    target: Option<Value>,
}

impl Allocators {
    /// Finds the allocators of a body; `None` if there is only `memref`.
    pub fn new(rw: &Rewriter<'_>) -> Option<Self> {
        let ops = nested_ops(rw.body().top_regions().iter().map(|&region| rw.region(region)));
        let mut found = Self {
            interfaces: Vec::new(),
            allocated: FxHashMap::default(),
            parts: FxHashMap::default(),
            of_parts: FxHashMap::default(),
            edges: Vec::new(),
        };
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        for &op in &ops {
            let Some(own) = own_allocator(op) else { continue };
            let number = *numbers.entry(own.allocator().unwrap_or(op.name_text())).or_insert_with(|| {
                found.interfaces.push(own);
                found.interfaces.len() - 1
            });
            let allocated = op.results().filter(|&result| has_effect(op, EffectKind::Allocate, result));
            found.allocated.extend(allocated.map(|result| (result.id(), number)));
        }
        if found.allocated.is_empty() {
            return None;
        }
        ops.iter().for_each(|&op| found.add_op(op));
        found.join_parts(rw);
        Some(found)
    }

    fn add_op(&mut self, op: OpRef<'_>) {
        if let Some(select) = op.cast::<SelectOp>() {
            if is_buffer(select.result()) {
                self.union(select.true_value().id(), select.result().id());
                self.union(select.false_value().id(), select.result().id());
            }
        } else if let Some((source, made)) = view(op) {
            self.union(source.id(), made.id());
        } else if let Some(branch) = op.interface::<dyn BranchOp>() {
            for (index, target) in op.successors().enumerate() {
                let passed = branch.successor_operands(op, index);
                for (at, arg) in target.args().enumerate().filter(|(_, arg)| is_buffer(*arg)) {
                    if let Some(operand) = passed.operand_for(at) {
                        self.add_edge(op, operand, Some(arg));
                    }
                }
            }
        } else if op.interface::<dyn RegionBranchOp>().is_some() {
            for edge in region_operands(op).into_iter().filter(|edge| is_buffer(edge.target)) {
                self.add_edge(edge.op, edge.operand, Some(edge.target));
            }
        } else if is_region_terminator(op)
            && op.parent_op().is_some_and(|parent| parent.interface::<dyn FunctionOp>().is_some())
        {
            for operand in op.operands().enumerate().filter(|(_, value)| is_buffer(*value)).map(|(at, _)| at)
            {
                self.add_edge(op, operand, None);
            }
        }
    }

    fn add_edge(&mut self, op: OpRef<'_>, operand: usize, target: Option<ValueRef<'_>>) {
        if let Some(target) = target {
            self.union(op.operand(operand).id(), target.id());
        }
        self.edges.push(Edge { op: op.id(), operand, target: target.map(ValueRef::id) });
    }

    fn part(&mut self, mut value: Value) -> Value {
        while let Some(&next) = self.parts.get(&value).filter(|&&next| next != value) {
            let after = self.parts.get(&next).copied().unwrap_or(next);
            self.parts.insert(value, after);
            value = after;
        }
        value
    }

    fn find_part(&self, mut value: Value) -> Value {
        while let Some(&next) = self.parts.get(&value).filter(|&&next| next != value) {
            value = next;
        }
        value
    }

    fn union(&mut self, a: Value, b: Value) {
        let (a, b) = (self.part(a), self.part(b));
        // The smaller one represents both.
        self.parts.insert(a.max(b), a.min(b));
        self.parts.entry(a.min(b)).or_insert(a.min(b));
    }

    /// Joins the allocators of what comes into each part from outside.
    fn join_parts(&mut self, rw: &Rewriter<'_>) {
        let passed_to: FxHashSet<Value> = self.edges.iter().filter_map(|edge| edge.target).collect();
        let mut values: Vec<Value> = self.parts.keys().copied().collect();
        values.sort_unstable();
        for value in values {
            let view = rw.value(value);
            let source = match self.allocated.get(&value) {
                Some(&own) => Allocator::Own(own),
                None if passed_to.contains(&value) || is_made_of_another(view) => continue,
                None => Allocator::Memref,
            };
            let part = self.part(value);
            let joined = self.of_parts.entry(part).or_insert(source);
            if *joined != source {
                *joined = Allocator::Mixed;
            }
        }
    }

    /// The allocator of a buffer.
    pub fn of(&self, buffer: ValueRef<'_>) -> Allocator {
        let base = view_base(buffer);
        if let Some(&own) = self.allocated.get(&base.id()) {
            return Allocator::Own(own);
        }
        let is_source = base.defining_op().is_some_and(|op| !op.isa::<SelectOp>() && !passes_on(op));
        match is_source {
            true => Allocator::Memref,
            false => self.of_parts.get(&self.find_part(base.id())).copied().unwrap_or(Allocator::Memref),
        }
    }

    /// The allocator of all buffers that come together in the part of the flow that a value is in.
    pub fn of_part(&self, value: Value) -> Allocator {
        self.of_parts.get(&self.find_part(value)).copied().unwrap_or(Allocator::Memref)
    }

    /// What frees and clones buffers of an own allocator.
    pub fn interface(&self, allocator: Allocator) -> Option<&'static dyn AllocationOpInterface> {
        match allocator {
            Allocator::Own(number) => self.interfaces.get(number).copied(),
            Allocator::Memref | Allocator::Mixed => None,
        }
    }
}

/// Whether control flow passes its results to an op.
fn passes_on(op: OpRef<'_>) -> bool {
    op.interface::<dyn RegionBranchOp>().is_some() && op.interface::<dyn CallLike>().is_none()
}

/// Whether a value is one of the operands of an op, or a view of one.
fn is_made_of_another(value: ValueRef<'_>) -> bool {
    value
        .defining_op()
        .is_some_and(|op| op.isa::<SelectOp>() || view(op).is_some_and(|(_, made)| made == value))
}

/// Clones the buffers of own allocators where control flow passes them to a value that has another allocator, and where
/// functions return them: callers free what they are given with `memref.dealloc`.
pub fn clone_foreign(rw: &mut Rewriter<'_>, cause: &'static BufferCause) {
    let Some(allocators) = Allocators::new(rw) else { return };
    let target_of = |target: Option<Value>| match target.map(|target| allocators.of_part(target)) {
        Some(Allocator::Own(number)) => Allocator::Own(number),
        _ => Allocator::Memref,
    };
    let is_passed_to: FxHashSet<Value> = allocators.edges.iter().filter_map(|edge| edge.target).collect();
    let mut foreign: Vec<(Op, usize)> = Vec::new();
    for edge in &allocators.edges {
        let operand = rw.op(edge.op).operand(edge.operand);
        let own = match is_passed_to.contains(&view_base(operand).id()) {
            true => target_of(Some(view_base(operand).id())),
            false => allocators.of(operand),
        };
        if own != target_of(edge.target) {
            foreign.push((edge.op, edge.operand));
        }
    }
    // An operand may be passed to several targets.
    foreign.sort_unstable();
    foreign.dedup();
    for (op, at) in foreign {
        let operand = rw.op(op).operand(at);
        let (value, ty, loc) = (operand.id(), operand.ty(), operand.loc());
        rw.set_insertion_point_before(op);
        let copy = create_clone(rw, value, ty, loc, cause);
        rw.set_operand(op, at, copy);
    }
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

/// What an interface is asked to free in the place of the base of a buffer: the buffer as it was allocated, unless it has a
/// layout, and may begin elsewhere than its base.
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
        rw.create::<DeallocOp>(&[buffer], &[], &[], loc);
    }
}
