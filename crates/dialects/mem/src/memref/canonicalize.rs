//! Canonicalization of ops that allocate and copy buffers and query their extents.

use terrace_dialects_builtin::fold::operand_of;
use terrace_dialects_core::arith::IndexCastOp;
use terrace_ir::effects::{EffectKind, SCOPE_RESOURCE, own_effects};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{
    DYNAMIC, InsertPoint, Op, OpFoldResult, OpFoldResultRef, OpKind, OpRef, RegionRef, Rewriter, TraitSet,
    Type, Value, ValueRef,
};

use super::causes::REFINED;
use super::{
    AllocSpec, AllocaScopeOp, Allocation, CastOp, CopyOp, DeallocOp, DimOp, LoadOp, ReshapeOp, StoreOp,
    ViewOp, create_alloc, create_alloca,
};
use crate::index_values::{known_mixed, split};
use crate::layout::{MemRef, memref};

/// Replaces an op by a cast of `value` to its type.
pub(super) fn replace_by_cast(rw: &mut Rewriter<'_>, op: Op, value: Value) {
    rw.replace(op, CastOp::of(value));
}

/// Sizes for the unknown extents of a shape, constants known where `knows` accepts them; `None` if no size is.
fn known_sizes<'a>(
    shape: &[i64],
    mut sizes: impl Iterator<Item = ValueRef<'a>> + Clone,
    knows: impl Fn(i64) -> bool,
) -> Option<(Vec<i64>, Vec<Value>)> {
    let number = |size| known_mixed(OpFoldResultRef::Value(size)).filter(|&size| knows(size));
    let unknown = shape.iter().filter(|&&extent| extent == DYNAMIC);
    if unknown.zip(sizes.clone()).all(|(_, size)| number(size).is_none()) {
        return None;
    }
    let mut list = Vec::with_capacity(shape.len());
    for &extent in shape {
        list.push(match extent {
            DYNAMIC => {
                let size = sizes.next()?;
                number(size).map_or(OpFoldResult::Value(size.id()), OpFoldResult::Static)
            }
            extent => OpFoldResult::Static(extent),
        });
    }
    let (values, shape) = split(&list);
    Some((shape, values))
}

/// A size that is a constant is in the type.
fn alloc_constants(
    rw: &mut Rewriter<'_>,
    op: Op,
    build: impl FnOnce(&mut Rewriter<'_>, &[Value], &[Value], Option<terrace_ir::Attr>, Type) -> Value,
) -> Option<()> {
    let (cx, Allocation { dynamic_sizes, symbol_operands, alignment, memref: new }) =
        (rw.cx(), Allocation::of(rw.op(op))?);
    let buffer = memref(cx, new.ty())?;
    let (shape, values) = known_sizes(buffer.shape, dynamic_sizes.into_iter(), |size| size >= 0)?;
    let symbols: Vec<Value> = symbol_operands.iter().map(|v| v.id()).collect();
    let ty = MemRef { shape: &shape, ..buffer }.ty(cx);
    rw.set_insertion_point_before(op);
    let made = build(rw, &values, &symbols, alignment, ty);
    replace_by_cast(rw, op, made);
    Some(())
}

pub(super) fn alloc_known_sizes(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let loc = rw.body().loc(op);
    alloc_constants(rw, op, |rw, sizes, symbols, alignment, ty| {
        create_alloc(rw, AllocSpec { sizes, symbols, alignment }, ty, loc, &REFINED)
    })
}

pub(super) fn alloca_known_sizes(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let loc = rw.body().loc(op);
    alloc_constants(rw, op, |rw, sizes, symbols, alignment, ty| {
        create_alloca(rw, AllocSpec { sizes, symbols, alignment }, ty, loc, &REFINED)
    })
}

/// Erases a buffer that is only written and deallocated, with its writes and deallocations.
pub(super) fn simplify_dead_alloc(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let buffer = rw.op(op).single_result();
    let mut users: Vec<Op> = Vec::new();
    for (user, _) in buffer.uses() {
        let only_written = user.isa::<StoreOp>() && StoreOp::view_of(user).value() != buffer;
        if !only_written && !user.isa::<DeallocOp>() {
            return None;
        }
        users.push(user.id());
    }
    for user in users {
        rw.erase_op(user);
    }
    rw.erase_op(op);
    Some(())
}

/// A copy of nothing, or onto itself, does nothing.
pub(super) fn fold_empty_copy(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    if !view.operands().any(|value| value.ty().shape(cx).is_some_and(|shape| shape.contains(&0))) {
        return None;
    }
    rw.erase_op(op);
    Some(())
}

pub(super) fn fold_self_copy(rw: &mut Rewriter<'_>, op: CopyOp) -> Option<()> {
    let view = op.view(rw);
    if view.source() != view.target() {
        return None;
    }
    rw.erase_op(op);
    Some(())
}

/// Whether a region is `outer` or nested in it.
fn is_within(region: Option<RegionRef<'_>>, outer: RegionRef<'_>) -> bool {
    let mut at = region;
    while let Some(region) = at {
        if region == outer {
            return true;
        }
        at = region.parent_op().and_then(|op| op.block()).and_then(|block| block.region());
    }
    false
}

fn region_of<'a>(value: ValueRef<'a>) -> Option<RegionRef<'a>> {
    let block = value.defining_op().map_or(value.owner_block(), |op| op.block());
    block.and_then(|block| block.region())
}

/// An extent of a reshaped buffer is an element of the shape.
pub(super) fn dim_of_reshape(rw: &mut Rewriter<'_>, op: DimOp) -> Option<()> {
    let view = op.view(rw);
    let reshape = view.source().defining_op().filter(|op| op.isa::<ReshapeOp>())?;
    let index = view.index();
    let (block, here) = (reshape.block()?, view.0.block()?);
    let index_block = index.defining_op().map_or(index.owner_block(), |op| op.block());
    if index_block == Some(block) {
        // The load goes after the reshape: the index must be there by then.
        if let Some(maker) = index.defining_op()
            && rw.body().is_before(reshape.id(), maker.id())
        {
            return None;
        }
    } else if here != block {
        let (index_region, region) = (region_of(index)?, block.region()?);
        if index_region == region || !is_within(Some(region), index_region) {
            return None;
        }
    }
    let shape = ReshapeOp::view_of(reshape).shape();
    let element = shape.ty().element_type(rw.cx())?;
    let (shape, index, reshape, loc) = (shape.id(), index.id(), reshape.id(), view.0.loc());
    rw.set_insertion_point_after(reshape);
    let mut extent = rw.build_value(LoadOp::of(shape, &[index]).result(element).loc(loc));
    if element != Type::INDEX {
        extent = rw.build_value(IndexCastOp::of(extent).out(Type::INDEX).loc(loc));
    }
    rw.replace_op(op, &[extent]);
    Some(())
}

// memref.view.

/// A size that is a constant is in the type.
pub(super) fn view_known_sizes(rw: &mut Rewriter<'_>, op: ViewOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let buffer = memref(cx, view.result().ty())?;
    let (shape, values) = known_sizes(buffer.shape, view.sizes(), |_| true)?;
    let ty = MemRef { shape: &shape, ..buffer }.ty(cx);
    let (source, shift) = (view.source().id(), view.byte_shift().id());
    let loc = view.0.loc();
    rw.set_insertion_point_before(op);
    let made = rw.build_value(ViewOp::of(source, shift, &values).result(ty).loc(loc));
    replace_by_cast(rw, op.into(), made);
    Some(())
}

pub(super) fn view_of_cast(rw: &mut Rewriter<'_>, op: ViewOp) -> Option<()> {
    let view = op.view(rw);
    let source = operand_of::<CastOp>(view.source())?.id();
    let (shift, sizes) = (view.byte_shift().id(), view.sizes().map(|v| v.id()).collect::<Vec<_>>());
    rw.replace(op, ViewOp::of(source, shift, &sizes));
    Some(())
}

// memref.alloca_scope.

/// Whether an op is known to allocate on the stack; `unknown` where its effects are not known.
fn allocates_on_stack(op: OpRef<'_>, unknown: bool) -> bool {
    let Some(effects) = own_effects(op) else { return unknown };
    effects.iter().any(|effect| {
        effect.kind == EffectKind::Allocate
            && effect.resource == SCOPE_RESOURCE
            && op.results().any(|result| Some(result.id()) == effect.value)
    })
}

fn is_scope(op: OpRef<'_>) -> bool {
    op.has_trait(TraitSet::AutomaticAllocationScope)
}

fn nested_ops<'a>(op: OpRef<'a>) -> impl Iterator<Item = OpRef<'a>> {
    op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops())
}

/// Whether the scope ends where the scope around it does.
fn is_last_in_region(op: OpRef<'_>) -> bool {
    let Some(block) = op.block() else { return false };
    op.next().is_some()
        && op.next() == block.last()
        && block.region().is_some_and(|region| region.has_one_block())
}

/// A scope without anything on the stack, or one that ends with the scope around it, is no scope.
pub(super) fn inline_scope(rw: &mut Rewriter<'_>, op: AllocaScopeOp) -> Option<()> {
    let view = op.view(rw);
    let mut pending: Vec<OpRef<'_>> = nested_ops(view.0).collect();
    let mut allocates = false;
    while let Some(inner) = pending.pop() {
        let recursive = inner.has_trait(TraitSet::RecursiveMemoryEffects);
        if !recursive && allocates_on_stack(inner, true) {
            allocates = true;
            break;
        }
        if !is_scope(inner) {
            pending.extend(nested_ops(inner));
        }
    }
    if allocates && !(view.0.parent_op().is_some_and(is_scope) && is_last_in_region(view.0)) {
        return None;
    }
    let block = view.body_region().entry()?;
    let end = block.last()?;
    let results: Vec<Value> = end.operands().map(|v| v.id()).collect();
    let (block, end) = (block.id(), end.id());
    rw.inline_block(block, InsertPoint::Before(op.into()), &[]);
    rw.replace_op(op, &results);
    rw.erase_op(end);
    Some(())
}

/// Hoists stack allocations out of a `memref.alloca_scope` into the enclosing allocation scope, if the op and the ops
/// between the two scopes are the last ones in their regions.
pub(super) fn hoist_from_scope(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let mut outermost = view.parent_op().filter(|&parent| !is_scope(parent))?;
    if !is_last_in_region(view) || !is_last_in_region(outermost) {
        return None;
    }
    while !is_scope(outermost.parent_op()?) {
        outermost = outermost.parent_op().filter(|&parent| is_last_in_region(parent))?;
    }
    let here = view.block()?.region();
    let containing = outermost.regions().find(|&region| is_within(here, region))?;
    let mut found = Vec::new();
    let mut pending: Vec<OpRef<'_>> = nested_ops(view).collect();
    pending.reverse();
    while let Some(inner) = pending.pop() {
        let free = inner.operands().all(|value| !is_within(region_of(value), containing));
        if free && allocates_on_stack(inner, false) {
            found.push(inner.id());
        }
        let at = pending.len();
        pending.extend(nested_ops(inner));
        pending[at..].reverse();
    }
    if found.is_empty() {
        return None;
    }
    let outermost = outermost.id();
    for inner in found {
        rw.set_insertion_point_before(outermost);
        let copy = rw.clone_op(inner, &mut IrMapping::new())?;
        rw.replace_op_with(inner, copy);
    }
    Some(())
}

/// Whether a value is a constant index.
pub(super) fn is_constant(value: ValueRef<'_>) -> bool {
    m_scalar_i64(value).is_some()
}
