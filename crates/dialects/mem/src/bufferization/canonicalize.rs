//! Folding and canonicalization.

use std::collections::BTreeMap;

use smallvec::SmallVec;
use terrace_dialects_builtin::fold::operand_of;
use terrace_dialects_core::arith::{ConstantOp, OrIOp};
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::matchers::{m_scalar_i64, m_zero};
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Attr, Block, DYNAMIC, Folded, Op, OpKind, OpRef, Rewriter, Type, TypeData, Value, ValueRef, pattern,
};

use super::{AllocTensorOp, CloneOp, DeallocOp, ToBufferOp, ToTensorOp, create_alloc_tensor};
use crate::index_values::index_constant;
use crate::layout::{MemRef, memory_space, memref};
use crate::memref as buffers;
use crate::memref::causes::{BUFFER_TYPE, REFINED};
use crate::memref::{AllocSpec, create_alloc, create_copy};
use crate::tensor;

/// Patterns of ops of other dialects with operands that are defined by ops of this one.
pub(super) static PATTERNS: &[Pattern] = &[
    pattern!("FoldDimOfAllocTensorOp", tensor::DimOp, dim_of_alloc_tensor),
    pattern!("DimOfToTensorFolder", tensor::DimOp, dim_of_to_tensor),
    pattern!("DimOfCastOp", buffers::DimOp, dim_of_to_buffer),
    pattern!("LoadOfToBuffer", buffers::LoadOp, load_of_to_buffer),
];

// Between tensors and buffers.

/// A tensor whose buffer was taken just before is the tensor.
pub(super) fn fold_to_tensor(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let taken = ToTensorOp::view_of(op).buffer().defined_by::<ToBufferOp>();
    taken.filter(|taken| taken.0.next() == Some(op)).map(|taken| taken.tensor()).into()
}

pub(super) fn fold_to_buffer(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = ToBufferOp::view_of(op);
    operand_of::<ToTensorOp>(view.tensor()).filter(|buffer| buffer.ty() == view.buffer().ty()).into()
}

fn dim_of_to_tensor(rw: &mut Rewriter<'_>, op: tensor::DimOp) -> Option<()> {
    let view = op.view(rw);
    rw.replace(op, buffers::DimOp::of(operand_of::<ToTensorOp>(view.source())?.id(), view.index().id()));
    Some(())
}

fn dim_of_to_buffer(rw: &mut Rewriter<'_>, op: buffers::DimOp) -> Option<()> {
    let view = op.view(rw);
    rw.replace(op, tensor::DimOp::of(operand_of::<ToBufferOp>(view.source())?.id(), view.index().id()));
    Some(())
}

fn load_of_to_buffer(rw: &mut Rewriter<'_>, op: buffers::LoadOp) -> Option<()> {
    let view = op.view(rw);
    let tensor = operand_of::<ToBufferOp>(view.memref())?;
    let (tensor, indices) = (tensor.id(), view.indices().map(|v| v.id()).collect::<Vec<_>>());
    rw.replace(op, tensor::ExtractOp::of(tensor, &indices));
    Some(())
}

/// The buffer of a cast tensor is a cast of the tensor's buffer.
pub(super) fn to_buffer_of_cast(rw: &mut Rewriter<'_>, op: ToBufferOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = operand_of::<tensor::CastOp>(view.tensor())?;
    let (shape, element) = (source.ty().shape(cx)?, source.ty().element_type(cx)?);
    let to = view.buffer().ty();
    let ty = match to.data(cx) {
        TypeData::MemRef { layout, space, .. } => {
            MemRef { shape, element, layout: *layout, space: *space }.ty(cx)
        }
        TypeData::UnrankedMemRef { space, .. } => {
            MemRef { shape, element, layout: None, space: *space }.ty(cx)
        }
        _ => return None,
    };
    let (source, read_only, loc) = (source.id(), view.read_only_attr(), view.0.loc());
    rw.set_insertion_point_before(op);
    let made = rw.build_value(ToBufferOp::of(source).read_only_attr(read_only).buffer(ty).loc(loc));
    rw.replace(op, buffers::CastOp::of(made));
    Some(())
}

/// The buffer of a buffer's tensor is the buffer: cast, or copied where the layouts need not agree.
pub(super) fn to_buffer_of_to_tensor(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    fold_to_buffer_of_to_tensor(rw, ToBufferOp::assume(op), None, |_, _| ())
}

/// The same; a copy has the given alignment, and `copied` is called with its allocation and its copy before
/// the op is replaced.
pub fn fold_to_buffer_of_to_tensor(
    rw: &mut Rewriter<'_>,
    op: ToBufferOp,
    alignment: Option<Attr>,
    copied: impl FnOnce(&Rewriter<'_>, [Op; 2]),
) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = operand_of::<ToTensorOp>(view.tensor())?;
    let (from, to) = (source.ty(), view.buffer().ty());
    let source = source.id();
    if from == to {
        rw.replace_op(op, &[source]);
        return Some(());
    }
    if memref(cx, to).is_none() {
        // One without rank: nothing is lost.
        let castable = buffers::cast_compatible(cx, &[from], &[to]);
        let keeps = castable || from.shape(cx).is_none() && memory_space(cx, from) == memory_space(cx, to);
        return keeps.then(|| rw.replace(op, buffers::CastOp::of(source))).map(|_| ());
    }
    rw.set_insertion_point_before(op);
    let new = cast_or_realloc(rw, source, to, alignment, copied)?;
    rw.replace_op(op, &[new]);
    Some(())
}

/// Converts a buffer to another ranked type, at the insertion point: by a cast if it cannot fail at run time,
/// otherwise by a copy, with whose allocation and copy `copied` is called; `None` if element types or ranks
/// differ, or if the layout of a new buffer is unknown.
pub fn cast_or_realloc(
    rw: &mut Rewriter<'_>,
    source: Value,
    to: Type,
    alignment: Option<Attr>,
    copied: impl FnOnce(&Rewriter<'_>, [Op; 2]),
) -> Option<Value> {
    let cx = rw.cx();
    let (from, loc) = (rw.value(source).ty(), rw.value(source).loc());
    let (given, target) = (memref(cx, from)?, memref(cx, to)?);
    if given.element != target.element || given.shape.len() != target.shape.len() {
        return None;
    }
    let safe = || {
        let ((strides, offset), (wanted, start)) =
            (given.strides_and_offset(cx)?, target.strides_and_offset(cx)?);
        let gains = |from: i64, to: i64| from == DYNAMIC && to != DYNAMIC;
        let any = strides.iter().zip(&wanted).any(|(&from, &to)| gains(from, to));
        (!any && !gains(offset, start)).then_some(())
    };
    if buffers::cast_compatible(cx, &[from], &[to]) && safe().is_some() {
        return Some(rw.build_value(buffers::CastOp::of(source).dest(to).loc(loc)));
    }
    if target.layout_symbols(cx) > 0 {
        return None;
    }
    let mut sizes = Vec::new();
    for (i, _) in target.shape.iter().enumerate().filter(|(_, extent)| **extent == DYNAMIC) {
        let index = index_constant(rw, i as i64, loc);
        sizes.push(rw.build_value(buffers::DimOp::of(source, index).result(Type::INDEX).loc(loc)));
    }
    let spec = AllocSpec { alignment, ..AllocSpec::of_sizes(&sizes) };
    let new = create_alloc(rw, spec, to, loc, &BUFFER_TYPE);
    let copy = create_copy(rw, source, new, loc, &BUFFER_TYPE);
    if let terrace_ir::ValueDef::Result(alloc) = rw.body().value_def(new) {
        copied(rw, [alloc, copy]);
    }
    Some(new)
}

// bufferization.alloc_tensor.

fn dim_of_alloc_tensor(rw: &mut Rewriter<'_>, op: tensor::DimOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let alloc = view.source().defined_by::<AllocTensorOp>()?;
    let at = usize::try_from(m_scalar_i64(view.index())?).ok()?;
    let shape = view.source().ty().shape(cx)?;
    if shape.get(at) != Some(&DYNAMIC) {
        return None;
    }
    let copy = alloc.copy().map(|copy| copy.id());
    if let Some(copy) = copy {
        rw.replace(op, tensor::DimOp::of(copy, view.index().id()));
        return Some(());
    }
    let before = shape[..at].iter().filter(|&&extent| extent == DYNAMIC).count();
    let size = alloc.dynamic_sizes().nth(before)?.id();
    rw.replace_op(op, &[size]);
    Some(())
}

/// A size that is a constant is in the type.
pub(super) fn alloc_tensor_known_sizes(rw: &mut Rewriter<'_>, op: AllocTensorOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let ty = view.result().ty();
    if view.copy().is_some() {
        return None;
    }
    let mut shape = ty.shape(cx)?.to_vec();
    let sizes: Vec<ValueRef<'_>> = view.dynamic_sizes().collect();
    let (mut kept, mut next) = (Vec::new(), sizes.iter());
    for extent in shape.iter_mut().filter(|extent| **extent == DYNAMIC) {
        let size = next.next()?;
        match m_scalar_i64(*size).filter(|&size| size >= 0) {
            Some(number) => *extent = number,
            None => kept.push(size.id()),
        }
    }
    let made = tensor::with_shape(cx, ty, &shape);
    if made == ty {
        return None;
    }
    let loc = view.0.loc();
    rw.set_insertion_point_before(op);
    let alloc = create_alloc_tensor(rw, &kept, made, loc, &REFINED);
    rw.replace(op, tensor::CastOp::of(alloc));
    Some(())
}

// bufferization.clone.

/// Whether an op has an effect of this kind on a value.
pub fn has_effect(op: OpRef<'_>, kind: EffectKind, value: ValueRef<'_>) -> bool {
    let on_value =
        |effect: &terrace_ir::effects::Effect| effect.kind == kind && effect.value == Some(value.id());
    own_effects(op).is_some_and(|effects| effects.iter().any(on_value))
}

/// The only op that frees a value, if any does; `None` if that is not clear.
pub fn find_dealloc<'a>(value: ValueRef<'a>) -> Option<Option<OpRef<'a>>> {
    let mut found = None;
    for (user, _) in value.uses() {
        if !has_effect(user, EffectKind::Free, value) {
            continue;
        }
        if user.isa::<buffers::ReallocOp>() || found.is_some() {
            return None;
        }
        found = Some(user);
    }
    Some(found)
}

/// The buffer that a value is a view of.
fn viewed(value: ValueRef<'_>) -> ValueRef<'_> {
    let mut at = value;
    while let Some(op) = at.defining_op() {
        let views = op.isa::<buffers::CastOp>()
            || op.isa::<buffers::SubViewOp>()
            || op.isa::<buffers::ViewOp>()
            || op.isa::<buffers::ReinterpretCastOp>()
            || op.isa::<buffers::ReshapeOp>()
            || op.isa::<buffers::ExpandShapeOp>()
            || op.isa::<buffers::CollapseShapeOp>()
            || op.isa::<buffers::MemorySpaceCastOp>()
            || op.isa::<buffers::AssumeAlignmentOp>()
            || op.isa::<buffers::ExtractStridedMetadataOp>() && at.index() == 0;
        let Some(source) = op.view_source().filter(|_| views) else { break };
        at = source;
    }
    at
}

/// A copy that is freed before its original, or outlives it, need not be one.
pub(super) fn simplify_clone(rw: &mut Rewriter<'_>, op: CloneOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, copy) = (view.input(), view.output());
    if copy.is_unused() {
        rw.erase_op(op);
        return Some(());
    }
    let same = source.ty() == copy.ty();
    if !same && !buffers::cast_compatible(cx, &[source.ty()], &[copy.ty()]) {
        return None;
    }
    let (copy_freed, source_freed) = (find_dealloc(copy)?, find_dealloc(viewed(source))?);
    let block_of = |op: Option<OpRef<'_>>| -> Option<Block> { Some(op?.block()?.id()) };
    if let (Some(a), Some(b)) = (block_of(copy_freed), block_of(source_freed))
        && a == b
    {
        return None;
    }
    let here = block_of(Some(view.0))?;
    let in_block = |op: &OpRef<'_>| block_of(Some(*op)) == Some(here);
    // What is freed in a way of its own cannot be freed as its copy is.
    let freed_alike = |op: &OpRef<'_>| op.isa::<buffers::DeallocOp>();
    let redundant =
        copy_freed.filter(in_block).or_else(|| source_freed.filter(in_block).filter(freed_alike))?;
    let mut at = view.0.next()?;
    while at != redundant {
        if own_effects(at).is_some_and(|effects| effects.iter().any(|e| e.kind == EffectKind::Free)) {
            return None;
        }
        at = at.next()?;
    }
    let (ty, loc) = (copy.ty(), view.0.loc());
    let (mut source, redundant) = (source.id(), redundant.id());
    if !same {
        rw.set_insertion_point_before(op);
        source = rw.build_value(buffers::CastOp::of(source).dest(ty).loc(loc));
    }
    rw.replace_op(op, &[source]);
    rw.erase_op(redundant);
    Some(())
}

// bufferization.dealloc.

/// A few values.
type Values = SmallVec<[Value; 8]>;

/// The buffers and conditions of an op.
fn freed(op: OpRef<'_>) -> (Values, Values) {
    let view = DeallocOp::view_of(op);
    (view.memrefs().map(|v| v.id()).collect(), view.conditions().map(|v| v.id()).collect())
}

/// Sets buffers and conditions; `None` if they are unchanged.
fn update(rw: &mut Rewriter<'_>, op: DeallocOp, memrefs: &[Value], conditions: &[Value]) -> Option<()> {
    let view = op.view(rw);
    if view.memrefs().map(|v| v.id()).eq(memrefs.iter().copied())
        && view.conditions().map(|v| v.id()).eq(conditions.iter().copied())
    {
        return None;
    }
    rw.set_operand_group(op.into(), 0, memrefs);
    rw.set_operand_group(op.into(), 1, conditions);
    Some(())
}

/// Whether there are duplicate values.
fn has_duplicates<'a>(values: impl Iterator<Item = ValueRef<'a>>) -> bool {
    let mut values: Values = values.map(|v| v.id()).collect();
    values.sort_unstable();
    values.windows(2).any(|pair| pair[0] == pair[1])
}

/// A buffer is freed once, where any of its conditions holds.
pub(super) fn dealloc_duplicates(rw: &mut Rewriter<'_>, op: DeallocOp) -> Option<()> {
    if !has_duplicates(op.view(rw).memrefs()) {
        return None;
    }
    let (memrefs, conditions) = freed(rw.op(op));
    let mut places: BTreeMap<Value, usize> = BTreeMap::new();
    let (mut kept, mut kept_conditions): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    let loc = rw.body().loc(op);
    for (&buffer, &condition) in memrefs.iter().zip(&conditions) {
        match places.get(&buffer) {
            Some(&at) if kept_conditions[at] != condition => {
                rw.set_insertion_point_before(op);
                kept_conditions[at] =
                    rw.build_value(OrIOp::of(kept_conditions[at], condition).result(Type::I1).loc(loc));
            }
            Some(_) => {}
            None => {
                places.insert(buffer, kept.len());
                kept.push(buffer);
                kept_conditions.push(condition);
            }
        }
    }
    update(rw, op, &kept, &kept_conditions)
}

/// A buffer is retained once.
pub(super) fn dealloc_duplicate_retained(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if !has_duplicates(DeallocOp::view_of(view).retained()) {
        return None;
    }
    let mut places: BTreeMap<Value, usize> = BTreeMap::new();
    let (mut kept, mut results) = (Vec::new(), Vec::new());
    for retained in DeallocOp::view_of(view).retained() {
        let next = places.len();
        let at = *places.entry(retained.id()).or_insert(next);
        if at == kept.len() {
            kept.push(retained.id());
        }
        results.push(at);
    }
    if kept.len() == results.len() {
        return None;
    }
    let ((memrefs, conditions), loc) = (freed(view), view.loc());
    let types = vec![Type::I1; kept.len()];
    rw.set_insertion_point_before(op);
    let made = rw.build(
        DeallocOp::of()
            .loc(loc)
            .memrefs(&memrefs)
            .conditions(&conditions)
            .retained(&kept)
            .updated_conditions(&types),
    );
    let made: Vec<Value> = rw.body().results(made).collect();
    let values: Vec<Value> = results.iter().map(|&at| made[at]).collect();
    rw.replace_op(op, &values);
    Some(())
}

/// Replaces the results of a `bufferization.dealloc` without memrefs by false.
pub(super) fn dealloc_nothing(rw: &mut Rewriter<'_>, op: DeallocOp) -> Option<()> {
    let view = op.view(rw);
    if view.memrefs().len() > 0 {
        return None;
    }
    let (count, loc) = (view.updated_conditions().len(), view.0.loc());
    rw.set_insertion_point_before(op);
    let no = rw.build_value(ConstantOp::of().value_attr(Attr::FALSE).result(Type::I1).loc(loc));
    rw.replace_op(op, &vec![no; count]);
    Some(())
}

/// Drops the memrefs whose condition is the constant false.
pub(super) fn dealloc_never(rw: &mut Rewriter<'_>, op: DeallocOp) -> Option<()> {
    let view = op.view(rw);
    if !view.conditions().any(m_zero) {
        return None;
    }
    let (memrefs, conditions): (Vec<Value>, Vec<Value>) = view
        .memrefs()
        .zip(view.conditions())
        .filter(|(_, condition)| !m_zero(*condition))
        .map(|(buffer, condition)| (buffer.id(), condition.id()))
        .unzip();
    update(rw, op, &memrefs, &conditions)
}

/// Replaces the base buffer of an allocation by the allocation.
pub(super) fn dealloc_of_base(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let base = |buffer: ValueRef<'_>| {
        let whole = buffer.defined_by::<buffers::ExtractStridedMetadataOp>()?.source();
        has_effect(whole.defining_op()?, EffectKind::Allocate, whole).then(|| whole.id())
    };
    let memrefs: Values =
        DeallocOp::view_of(view).memrefs().map(|buffer| base(buffer).unwrap_or(buffer.id())).collect();
    if DeallocOp::view_of(view).memrefs().map(|v| v.id()).eq(memrefs.iter().copied()) {
        return None;
    }
    let (_, conditions) = freed(view);
    update(rw, DeallocOp::assume(op), &memrefs, &conditions)
}

/// Erases an allocation that is only deallocated, with its deallocations.
pub(super) fn dealloc_unused(rw: &mut Rewriter<'_>, op: DeallocOp) -> Option<()> {
    let view = op.view(rw);
    let only_allocates = |buffer: ValueRef<'_>| {
        let maker = buffer.defining_op()?;
        let effects = own_effects(maker)?;
        let mut on_buffer = effects.iter().filter(|effect| effect.value == Some(buffer.id()));
        let first = on_buffer.next()?;
        let only = first.kind == EffectKind::Allocate && on_buffer.next().is_none();
        (only && buffer.uses().nth(1).is_none()).then(|| maker.id())
    };
    if !view.memrefs().any(|buffer| only_allocates(buffer).is_some()) {
        return None;
    }
    let (mut memrefs, mut conditions, mut dead) = (Vec::new(), Vec::new(), Vec::new());
    for (buffer, condition) in view.memrefs().zip(view.conditions()) {
        match only_allocates(buffer) {
            Some(maker) => dead.push(maker),
            None => {
                memrefs.push(buffer.id());
                conditions.push(condition.id());
            }
        }
    }
    update(rw, op, &memrefs, &conditions)?;
    for maker in dead {
        rw.erase_op(maker);
    }
    Some(())
}
