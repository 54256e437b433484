//! Transfers of several dimensions whose elements follow each other in memory as transfers of one dimension.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::apply_expr;
use terrace_dialects_mem::index_values::{index_constant, value_of};
use terrace_dialects_mem::layout::{MemRef, memref as buffer};
use terrace_dialects_mem::memref::CollapseShapeOp;
use terrace_dialects_mem::memref::collapsed_type;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Root;
use terrace_ir::{Context, DYNAMIC, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value, VectorType};
use terrace_rewrite::PatternSet;

use super::drop_unit_dims::DROP_UNIT_DIMS;
use terrace_passes_shared::transfers::{flags_attr, is_masked};
use terrace_passes_shared::vector_ops::shape_cast;

/// Adds the patterns that flatten transfers of vectors whose last dimension has fewer bits than `target`, and those that drop
/// dimensions of one element.
pub fn add_flatten_transfers(patterns: &mut PatternSet, cx: &Context, target: u64) {
    let read =
        Box::new(move |rw: &mut Rewriter<'_>, op: Op| flatten_read(rw, TransferReadOp::assume(op), target));
    let root = Root::Op(TransferReadOp::DEF.name);
    patterns.add_action(cx, "FlattenContiguousRowMajorTransferReadPattern", root, 1, read);
    let write =
        Box::new(move |rw: &mut Rewriter<'_>, op: Op| flatten_write(rw, TransferWriteOp::assume(op), target));
    let root = Root::Op(TransferWriteOp::DEF.name);
    patterns.add_action(cx, "FlattenContiguousRowMajorTransferWritePattern", root, 1, write);
    patterns.add_all(cx, DROP_UNIT_DIMS);
}

/// The number of trailing dimensions of a buffer that are contiguous in memory.
fn contiguous_dims(cx: &Context, memory: &MemRef<'_>) -> usize {
    if memory.has_identity_layout(cx) {
        return memory.shape.len();
    }
    let Some((strides, _)) = memory.strides_and_offset(cx) else { return 0 };
    let mut size = 1_i64;
    for (count, (&extent, &stride)) in memory.shape.iter().zip(&strides).rev().enumerate() {
        if extent == 1 {
            continue;
        }
        if stride != size {
            return count;
        }
        if extent == DYNAMIC {
            return count + 1;
        }
        size = size.wrapping_mul(extent);
    }
    memory.shape.len()
}

/// The first dimension that is collapsed with those after it, where a transfer can be flattened.
fn first_collapsed(rw: &Rewriter<'_>, op: Op, target: u64) -> Option<usize> {
    let (cx, transfer) = (rw.cx(), Transfer::of(rw.op(op))?);
    let memory = buffer(cx, transfer.shaped)?;
    let own = vector(cx, transfer.vector);
    let is_number = own.element.is_signless_integer(cx) || own.element.is_float(cx);
    if own.rank() <= 1 || !is_number || own.is_scalable() || memory.element != own.element {
        return None;
    }
    let bits = u64::try_from(own.minor()).ok()?.saturating_mul(u64::from(own.element.bit_width(cx)?));
    if bits >= target {
        return None;
    }
    let units = own.shape.iter().take_while(|&&extent| extent == 1).count();
    let inner = &own.shape[units..];
    if inner.len() > contiguous_dims(cx, &memory) {
        return None;
    }
    let skipped = memory.shape.len() - inner.len();
    let is_whole = inner.iter().skip(1).eq(memory.shape[skipped..].iter().skip(1));
    let is_plain = !transfer.in_bounds().contains(&false)
        && transfer.permutation_map().is_minor_identity()
        && transfer.mask.is_none()
        && !is_masked(transfer.op);
    (is_whole && is_plain && skipped < memory.shape.len()).then_some(skipped)
}

/// A buffer whose dimensions from one on are one.
fn collapse(rw: &mut Rewriter<'_>, base: Value, first: usize, loc: Loc) -> Option<Value> {
    let cx = rw.cx();
    let memory = buffer(cx, rw.value(base).ty())?;
    let rank = memory.shape.len();
    if rank == 1 {
        return Some(base);
    }
    let mut groups: Vec<Vec<i64>> = (0..first as i64).map(|dim| vec![dim]).collect();
    groups.push((first as i64..rank as i64).collect());
    let ty = collapsed_type(cx, &memory, &groups)?;
    let lists: Vec<_> = groups
        .iter()
        .map(|group| {
            let dims: Vec<_> = group.iter().map(|&dim| cx.int_attr(Type::I64, dim)).collect();
            cx.array_attr(&dims)
        })
        .collect();
    Some(
        rw.build_value(
            CollapseShapeOp::of(base).reassociation_attr(cx.array_attr(&lists)).result(ty).loc(loc),
        ),
    )
}

/// The indices into the collapsed buffer.
fn collapsed_indices(
    rw: &mut Rewriter<'_>,
    shape: &[i64],
    indices: &[Value],
    first: usize,
    loc: Loc,
) -> Vec<Value> {
    let (kept, inner) = indices.split_at(first);
    let last = if inner.iter().all(|&index| m_scalar_i64(rw.value(index)) == Some(0)) {
        inner[0]
    } else {
        let zero = index_constant(rw, 0, loc);
        let (mut expr, mut values) = (AffineExpr::symbol(0), vec![OpFoldResult::Value(zero)]);
        let mut strides = vec![1_i64; inner.len()];
        for at in (1..inner.len()).rev() {
            strides[at - 1] = strides[at].wrapping_mul(shape[first + at]);
        }
        for (&index, &stride) in inner.iter().zip(&strides) {
            let at = values.len() as u32;
            expr = expr + AffineExpr::symbol(at) * AffineExpr::symbol(at + 1);
            values.extend([OpFoldResult::Value(index), OpFoldResult::Static(stride)]);
        }
        let offset = apply_expr(rw, expr, &values, loc);
        value_of(rw, offset, loc)
    };
    [kept, &[last]].concat()
}

/// The operands and types of a flattened transfer.
struct Flat {
    base: Value,
    indices: Vec<Value>,
    map: AffineMap,
    ty: Type,
}

fn flatten(rw: &mut Rewriter<'_>, op: Op, base: Value, indices: &[Value], target: u64) -> Option<Flat> {
    let first = first_collapsed(rw, op, target)?;
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let own = vector(cx, Transfer::of(rw.op(op))?.vector);
    let shape = rw.value(base).ty().shape(cx)?;
    let ty = VectorType::get(cx, &[own.num_elements()], own.element);
    let base = collapse(rw, base, first, loc)?;
    let indices = collapsed_indices(rw, shape, indices, first, loc);
    let map = AffineMap::new(first as u32 + 1, 0, vec![AffineExpr::dim(first as u32)]);
    Some(Flat { base, indices, map, ty })
}

fn flatten_read(rw: &mut Rewriter<'_>, op: TransferReadOp, target: u64) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (base, padding, ty, loc) = (view.base().id(), view.padding().id(), view.vector().ty(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let flat = flatten(rw, op.into(), base, &indices, target)?;
    let read = TransferReadOp::of(flat.base, padding)
        .loc(loc)
        .indices(&flat.indices)
        .permutation_map_attr(cx.affine_map_attr(flat.map))
        .in_bounds_attr(flags_attr(cx, &[true]))
        .vector(flat.ty);
    let read = rw.build_value(read);
    let value = shape_cast(rw, read, ty, loc);
    rw.replace_op(op, &[value]);
    Some(())
}

fn flatten_write(rw: &mut Rewriter<'_>, op: TransferWriteOp, target: u64) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (base, value, loc) = (view.base().id(), view.value_to_store().id(), view.0.loc());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let flat = flatten(rw, op.into(), base, &indices, target)?;
    let value = shape_cast(rw, value, flat.ty, loc);
    let write = TransferWriteOp::of(value, flat.base)
        .loc(loc)
        .indices(&flat.indices)
        .permutation_map_attr(cx.affine_map_attr(flat.map))
        .in_bounds_attr(flags_attr(cx, &[true]));
    rw.build(write);
    rw.erase_op(op);
    Some(())
}
