//! Ops that move elements, as reads, changes of shape and writes of vectors.

use terrace_dialects_core::arith;
use terrace_dialects_linalg::named_elementwise::FillOp;
use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_mem::index_values::{index_constant, indices, value_of};
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::slices::mixed_offsets;
use terrace_dialects_mem::tensor::{InsertSliceOp, PadOp, constant_padding_value};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{BroadcastOp, ShapeCastOp, TransferWriteOp, TransposeOp};
use terrace_ir::tiling::ReifyShapes;
use terrace_ir::{DYNAMIC, Op, OpKind, Rewriter, Type, Value, ValueRef, VectorType};

use super::VectorizeOptions;
use crate::lower_pack::{Layout, dims};
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_shared::transfers::{read_or_masked_read, write_or_masked_write};

/// A padded tensor: masked-off elements of the source read as the padding value.
pub(super) fn pad(rw: &mut Rewriter<'_>, op: Op, options: &VectorizeOptions) -> Option<Vec<Value>> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, value) = (view.loc(), constant_padding_value(view)?);
    let (value, element) = (value.id(), value.ty());
    let source = view.operands().next()?.id();
    rw.set_insertion_point_before(op);
    let sizes = PadOp::MODEL.reify_shapes(rw, op)?.into_iter().next()?;
    let ty = VectorType::get_scalable(cx, &options.sizes, &vec![false; options.sizes.len()], element);
    let read = read_or_masked_read(rw, source, ty, Some(value), false, loc);
    let dest = empty(rw, &sizes, element, loc);
    let write = write_or_masked_write(rw, read, dest, &[], false, loc);
    Some(rw.body().results(write).collect())
}

/// The extents of vectors, which are those of a tensor if there are none: then transfers are not masked.
fn sizes_or_shape(options: &VectorizeOptions, shape: &[i64]) -> Option<(Vec<i64>, Vec<bool>, bool)> {
    match options.sizes.is_empty() {
        true if shape.contains(&DYNAMIC) => None,
        true => Some((shape.to_vec(), vec![false; shape.len()], true)),
        false => Some((options.sizes.clone(), options.scalable.clone(), false)),
    }
}

/// The vector type with groups of dimensions in place of single ones.
fn collapsed(
    rw: &Rewriter<'_>,
    shape: &[i64],
    scalable: &[bool],
    groups: &[Vec<i64>],
    element: Type,
) -> Type {
    let product =
        |group: &Vec<i64>| group.iter().fold(1_i64, |all, &dim| all.saturating_mul(shape[dim as usize]));
    let any = |group: &Vec<i64>| group.iter().any(|&dim| scalable[dim as usize]);
    let (shape, scalable): (Vec<i64>, Vec<bool>) =
        groups.iter().map(|group| (product(group), any(group))).unzip();
    VectorType::get_scalable(rw.cx(), &shape, &scalable, element)
}

/// Tiles of a tensor: a read, tiles next to their number, and these in order.
pub(super) fn pack(rw: &mut Rewriter<'_>, op: PackOp, options: &VectorizeOptions) -> Option<Vec<Value>> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, source, dest) = (view.0.loc(), view.source().id(), view.dest().id());
    let padding = view.padding_value().map(|value| value.id());
    let element = view.dest().ty().element_type(cx)?;
    let packed = view.dest().ty().shape(cx)?.to_vec();
    let rank = view.source().ty().shape(cx)?.len();
    let inner = dims(&view.inner_dims_pos().to_vec(), rank)?;
    let outer = dims(&view.outer_dims_perm().to_vec(), rank)?;
    let (sizes, scalable, bounds) = sizes_or_shape(options, &packed)?;
    let layout = Layout::of(packed.len(), &inner, &outer);
    rw.set_insertion_point_before(op);
    let strip: Vec<i64> = layout.places.iter().map(|&at| sizes[at]).collect();
    let strip_scalable: Vec<bool> = layout.places.iter().map(|&at| scalable[at]).collect();
    let read_ty = collapsed(rw, &strip, &strip_scalable, &layout.groups, element);
    let read = read_or_masked_read(rw, source, read_ty, padding, bounds, loc);
    let strip_ty = VectorType::get_scalable(cx, &strip, &strip_scalable, element);
    let expanded = rw.build_value(ShapeCastOp::of(read).result(strip_ty).loc(loc));
    let mut order = vec![0_i64; packed.len()];
    layout.places.iter().enumerate().for_each(|(at, &place)| order[place] = at as i64);
    let ty = VectorType::get_scalable(cx, &sizes, &scalable, element);
    let transposed =
        rw.build_value(TransposeOp::of(expanded).permutation_attr(cx.i64_array(&order)).result(ty).loc(loc));
    let write = write_or_masked_write(rw, transposed, dest, &[], bounds, loc);
    Some(rw.body().results(write).collect())
}

/// Vectorizes an unpack: a read of the packed tensor, a transposition, a shape cast and a write.
pub(super) fn unpack(rw: &mut Rewriter<'_>, op: UnPackOp, options: &VectorizeOptions) -> Option<Vec<Value>> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, source, dest) = (view.0.loc(), view.source().id(), view.dest().id());
    let element = view.source().ty().element_type(cx)?;
    let packed = view.source().ty().shape(cx)?.to_vec();
    let rank = view.dest().ty().shape(cx)?.len();
    let inner = dims(&view.inner_dims_pos().to_vec(), rank)?;
    let outer = dims(&view.outer_dims_perm().to_vec(), rank)?;
    let (sizes, scalable, bounds) = sizes_or_shape(options, &packed)?;
    let layout = Layout::of(packed.len(), &inner, &outer);
    rw.set_insertion_point_before(op);
    let read_ty = VectorType::get_scalable(cx, &sizes, &scalable, element);
    let read = read_or_masked_read(rw, source, read_ty, None, bounds, loc);
    let order: Vec<i64> = layout.places.iter().map(|&at| at as i64).collect();
    let strip: Vec<i64> = layout.places.iter().map(|&at| sizes[at]).collect();
    let strip_scalable: Vec<bool> = layout.places.iter().map(|&at| scalable[at]).collect();
    let strip_ty = VectorType::get_scalable(cx, &strip, &strip_scalable, element);
    let transposed = rw
        .build_value(TransposeOp::of(read).permutation_attr(cx.i64_array(&order)).result(strip_ty).loc(loc));
    let ty = collapsed(rw, &strip, &strip_scalable, &layout.groups, element);
    let joined = rw.build_value(ShapeCastOp::of(transposed).result(ty).loc(loc));
    let write = write_or_masked_write(rw, joined, dest, &[], bounds, loc);
    Some(rw.body().results(write).collect())
}

/// The element that a tensor was filled with.
pub(super) fn filled_with(tensor: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let mut current = tensor;
    loop {
        let maker = current.defining_op()?;
        if let Some(broadcast) = maker.cast::<BroadcastOp>() {
            let source = broadcast.source();
            return as_vector(maker.cx(), source.ty()).is_none().then_some(source);
        }
        if maker.isa::<FillOp>() {
            return maker.operands().next();
        }
        current = match (maker.cast::<TransferWriteOp>(), maker.cast::<InsertSliceOp>()) {
            (Some(write), _) => write.value_to_store(),
            (None, Some(slice)) => slice.dest(),
            (None, None) => return None,
        };
    }
}

/// A tensor put into another one: a read and a write.
pub(super) fn insert_slice(
    rw: &mut Rewriter<'_>,
    op: InsertSliceOp,
    options: &VectorizeOptions,
) -> Option<Vec<Value>> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, source, dest) = (view.0.loc(), view.source().id(), view.dest().id());
    let element = view.source().ty().element_type(cx)?;
    let (from, to) = (view.source().ty().shape(cx)?.to_vec(), view.dest().ty().shape(cx)?.to_vec());
    let filled = filled_with(view.dest()).map(|value| value.id());
    let offsets = indices(&mixed_offsets(view.0));
    rw.set_insertion_point_before(op);
    let padding = match filled {
        Some(value) => value,
        None => rw.build_value(
            arith::ConstantOp::of().value_attr(zero_attr(cx, element)?).result(element).loc(loc),
        ),
    };
    let lead = to.len() - from.len();
    let size = |at: usize| match (options.sizes.get(at), from[at], to[at]) {
        (Some(&size), ..) => Some(size),
        (None, DYNAMIC, DYNAMIC) => None,
        (None, DYNAMIC, _) => Some(to[lead + at]).filter(|&extent| extent != DYNAMIC),
        (None, known, _) => Some(known),
    };
    let shape: Vec<i64> = (0..from.len()).map(size).collect::<Option<_>>()?;
    let ty = VectorType::get(cx, &shape, element);
    let bounds = options.sizes.is_empty();
    index_constant(rw, 0, loc);
    let read = read_or_masked_read(rw, source, ty, Some(padding), bounds, loc);
    let starts: Vec<Value> = offsets.into_iter().map(|offset| value_of(rw, offset, loc)).collect();
    let write = write_or_masked_write(rw, read, dest, &starts, bounds, loc);
    debug_assert_eq!(vector(cx, ty).rank(), from.len());
    Some(rw.body().results(write).collect())
}
