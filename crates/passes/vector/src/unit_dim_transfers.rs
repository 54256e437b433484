//! Transfers without dimensions of one element, to and from a `memref.subview` that drops those of the buffer.

use terrace_affine::AffineMap;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{index_constant, split};
use terrace_dialects_mem::layout::{MemRef, memref};
use terrace_dialects_mem::make_slices::subview_as;
use terrace_dialects_mem::memref::infer_rank_reduced_subview_type;
use terrace_dialects_mem::slices::Slice;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::{Vector, mask_of, vector};
use terrace_dialects_vector::{CreateMaskOp, ShapeCastOp, TransferReadOp, TransferWriteOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Loc, Op, OpFoldResult, OpRef, Rewriter, Type, Value, VectorType, pattern};

use super::drop_unit_dims::unit_dims;
use terrace_passes_shared::transfers::{flags_attr, is_masked};
use terrace_passes_shared::vector_ops::{masked, root_and_mask, shape_cast};

/// Drops the last dimensions where they have one element, of the vector and of the buffer.
pub static DROP_INNERMOST_UNIT_DIMS: &[Pattern] = &[
    pattern!("DropInnerMostUnitDimsTransferRead", TransferReadOp, drop_innermost_of_read),
    pattern!("DropInnerMostUnitDimsTransferWrite", TransferWriteOp, drop_innermost_of_write),
];

/// Drops all dimensions of one element of transfers of whole buffers.
pub static DROP_UNIT_DIMS_OF_TRANSFERS: &[Pattern] = &[
    pattern!("TransferReadDropUnitDimsPattern", TransferReadOp, drop_of_read),
    pattern!("TransferWriteDropUnitDimsPattern", TransferWriteOp, drop_of_write),
];

/// The operands of a transfer.
struct Operands {
    base: Value,
    indices: Vec<Value>,
    mask: Option<Value>,
}

impl Operands {
    fn of(op: OpRef<'_>) -> Option<Self> {
        if let Some(read) = op.cast::<TransferReadOp>() {
            let indices = read.indices().map(|index| index.id()).collect();
            return Some(Self { base: read.base().id(), indices, mask: read.mask().map(|mask| mask.id()) });
        }
        let write = op.cast::<TransferWriteOp>()?;
        let indices = write.indices().map(|index| index.id()).collect();
        Some(Self { base: write.base().id(), indices, mask: write.mask().map(|mask| mask.id()) })
    }
}

fn is_minor_identity(map: &AffineMap) -> bool {
    *map == AffineMap::minor_identity(map.num_dims, map.num_results() as u32)
}

/// A part of a buffer that has all of its elements, in a shape without some of its dimensions of one element.
fn drop_dims(rw: &mut Rewriter<'_>, base: Value, shape: &[i64], simplify: bool, loc: Loc) -> Option<Value> {
    let (cx, ty) = (rw.cx(), rw.value(base).ty());
    let sizes = extents(rw, base, loc);
    let rank = sizes.len();
    let (fixed, one) = (split(&sizes).1, vec![1; rank]);
    let slice = Slice { offsets: vec![0; rank], sizes: fixed, strides: one };
    let mut to = infer_rank_reduced_subview_type(cx, ty, &slice, shape)?;
    if simplify {
        to = memref(cx, to)?.canonicalize_strided_layout(cx);
        if to == memref(cx, ty)?.canonicalize_strided_layout(cx) {
            return Some(base);
        }
    }
    let lists = [vec![OpFoldResult::Static(0); rank], sizes, vec![OpFoldResult::Static(1); rank]];
    Some(subview_as(rw, base, &lists, to, loc))
}

/// The number of trailing unit dimensions that vector and buffer have in common, with stride one in the buffer.
fn innermost_unit_dims(cx: &Context, buffer: &MemRef<'_>, own: &Vector<'_>) -> Option<usize> {
    let (strides, _) = buffer.strides_and_offset(cx)?;
    let units: Vec<bool> = unit_dims(own).collect();
    let innermost = buffer.shape.iter().zip(&strides).rev().zip(units.iter().rev());
    Some(innermost.take_while(|((extent, stride), unit)| **extent == 1 && **stride == 1 && **unit).count())
}

/// A transfer without its last dimensions.
struct Innermost {
    operands: Operands,
    dropped: usize,
    ty: Type,
    in_bounds: Vec<bool>,
    /// The shape of the buffer.
    shape: Vec<i64>,
    loc: Loc,
}

impl Innermost {
    fn of(rw: &Rewriter<'_>, op: Op) -> Option<Self> {
        let (cx, view) = (rw.cx(), rw.op(op));
        let (transfer, operands) = (Transfer::of(view)?, Operands::of(view)?);
        let buffer = memref(cx, transfer.shaped)?;
        let own = vector(cx, transfer.vector);
        let has_mask = operands.mask.is_some() || is_masked(view);
        if has_mask || !is_minor_identity(&transfer.permutation_map()) || own.rank() <= 1 {
            return None;
        }
        let dropped = innermost_unit_dims(cx, &buffer, &own).filter(|&dropped| dropped > 0)?;
        let kept = own.rank() - dropped;
        let mut in_bounds = transfer.in_bounds();
        if in_bounds.drain(kept..).any(|inside| !inside) {
            return None;
        }
        let ty = VectorType::get_scalable(cx, &own.shape[..kept], &own.scalable[..kept], own.element);
        let shape = buffer.shape[..buffer.shape.len() - dropped].to_vec();
        Some(Self { operands, dropped, ty, in_bounds, shape, loc: view.loc() })
    }

    /// The buffer without the dimensions, and the indices and the map of a transfer of it.
    fn base(&self, rw: &mut Rewriter<'_>) -> Option<(Value, Vec<Value>, AffineMap)> {
        let base = drop_dims(rw, self.operands.base, &self.shape, false, self.loc)?;
        let kept = self.operands.indices.len() - self.dropped;
        let map = AffineMap::minor_identity(self.shape.len() as u32, self.in_bounds.len() as u32);
        Some((base, self.operands.indices[..kept].to_vec(), map))
    }
}

fn drop_innermost_of_read(rw: &mut Rewriter<'_>, op: TransferReadOp) -> Option<()> {
    let new = Innermost::of(rw, op.into())?;
    let (base, indices, map) = new.base(rw)?;
    let (cx, view) = (rw.cx(), op.view(rw));
    let ty = view.vector().ty();
    let read = TransferReadOp::of(base, view.padding().id())
        .loc(new.loc)
        .indices(&indices)
        .permutation_map_attr(cx.affine_map_attr(map))
        .in_bounds_attr(flags_attr(cx, &new.in_bounds))
        .vector(new.ty);
    let value = rw.build_value(read);
    let result = shape_cast(rw, value, ty, new.loc);
    rw.replace_op(op, &[result]);
    Some(())
}

fn drop_innermost_of_write(rw: &mut Rewriter<'_>, op: TransferWriteOp) -> Option<()> {
    let new = Innermost::of(rw, op.into())?;
    let (base, indices, map) = new.base(rw)?;
    let cx = rw.cx();
    let value = op.view(rw).value_to_store().id();
    let value = rw.build_or_fold_value(ShapeCastOp::of(value).result(new.ty).loc(new.loc));
    let write = TransferWriteOp::of(value, base)
        .loc(new.loc)
        .indices(&indices)
        .permutation_map_attr(cx.affine_map_attr(map))
        .in_bounds_attr(flags_attr(cx, &new.in_bounds))
        .result(None);
    rw.replace(op, write);
    Some(())
}

/// A transfer of a whole buffer without dimensions of one element.
struct Whole {
    operands: Operands,
    ty: Type,
    /// The shape of the buffer.
    shape: Vec<i64>,
    loc: Loc,
}

impl Whole {
    fn of(rw: &mut Rewriter<'_>, op: Op) -> Option<Self> {
        let (cx, view) = (rw.cx(), rw.op(op));
        let (transfer, operands) = (Transfer::of(view)?, Operands::of(view)?);
        let buffer = memref(cx, transfer.shaped)?;
        if transfer.in_bounds().contains(&false) || !is_minor_identity(&transfer.permutation_map()) {
            return None;
        }
        let shape: Vec<i64> = buffer.shape.iter().copied().filter(|&extent| extent != 1).collect();
        if shape.len() == buffer.shape.len() || (shape.is_empty() && is_masked(view)) {
            return None;
        }
        let own = vector(cx, transfer.vector);
        let kept: Vec<usize> =
            (0..own.rank()).zip(unit_dims(&own)).filter(|(_, unit)| !unit).map(|(dim, _)| dim).collect();
        if kept.len() != shape.len() {
            return None;
        }
        if operands.indices.iter().any(|&index| m_scalar_i64(rw.value(index)) != Some(0)) {
            return None;
        }
        let extents: Vec<i64> = kept.iter().map(|&dim| own.shape[dim]).collect();
        let scalable: Vec<bool> = kept.iter().map(|&dim| own.scalable[dim]).collect();
        let ty = VectorType::get_scalable(cx, &extents, &scalable, own.element);
        Some(Self { operands, ty, shape, loc: view.loc() })
    }

    /// The mask of the transfer without the dimensions, if it has one that can lose them; `None` if it cannot.
    fn mask(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<Option<Value>> {
        let Some(mask) = self.operands.mask else { return Some(None) };
        let cx = rw.cx();
        let Some(created) = rw.value(mask).defined_by::<CreateMaskOp>() else {
            let reason = "unsupported mask op, only 'vector.create_mask' is currently supported";
            return rw.notify_match_failure(op, reason);
        };
        let own = vector(cx, rw.value(mask).ty());
        let (mut sizes, mut shape, mut scalable) = (Vec::new(), Vec::new(), Vec::new());
        for (dim, (size, unit)) in created.0.operands().zip(unit_dims(&own)).enumerate() {
            match unit {
                true if m_scalar_i64(size) != Some(1) => return None,
                true => {}
                false => {
                    sizes.push(size.id());
                    shape.push(own.shape[dim]);
                    scalable.push(own.scalable[dim]);
                }
            }
        }
        if shape.len() == own.rank() {
            return None;
        }
        let ty = VectorType::get_scalable(cx, &shape, &scalable, Type::I1);
        Some(Some(rw.build_value(CreateMaskOp::of(&sizes).result(ty).loc(self.loc))))
    }

    /// The buffer without the dimensions, and the indices of a transfer of it.
    fn base(&self, rw: &mut Rewriter<'_>) -> Option<(Value, Vec<Value>)> {
        let base = drop_dims(rw, self.operands.base, &self.shape, true, self.loc)?;
        let zero = index_constant(rw, 0, self.loc);
        Some((base, vec![zero; self.shape.len()]))
    }

    /// The mask of the op around the transfer without the dimensions, where there is one.
    fn outer_mask(&self, rw: &mut Rewriter<'_>, mask: Option<Value>) -> Option<Value> {
        let (mask, ty) = (mask?, mask_of(rw.cx(), self.ty));
        Some(rw.build_or_fold_value(ShapeCastOp::of(mask).result(ty).loc(self.loc)))
    }
}

fn drop_of_read(rw: &mut Rewriter<'_>, op: TransferReadOp) -> Option<()> {
    let new = Whole::of(rw, op.into())?;
    let (root, outer) = root_and_mask(rw, op.into());
    let mask = new.mask(rw, op.into())?;
    let (base, indices) = new.base(rw)?;
    let (cx, view) = (rw.cx(), op.view(rw));
    let ty = view.vector().ty();
    let read = TransferReadOp::of(base, view.padding().id())
        .loc(new.loc)
        .indices(&indices)
        .mask(mask)
        .permutation_map_attr(cx.affine_map_attr(AffineMap::identity(new.shape.len() as u32)))
        .in_bounds_attr(flags_attr(cx, &vec![true; new.shape.len()]))
        .vector(new.ty);
    let read = rw.build(read);
    let outer = new.outer_mask(rw, outer);
    let value = masked(rw, read.into(), outer);
    let result = rw.build_or_fold_value(ShapeCastOp::of(value).result(ty).loc(new.loc));
    rw.replace_op(root, &[result]);
    Some(())
}

fn drop_of_write(rw: &mut Rewriter<'_>, op: TransferWriteOp) -> Option<()> {
    let new = Whole::of(rw, op.into())?;
    let (root, outer) = root_and_mask(rw, op.into());
    let mask = new.mask(rw, op.into())?;
    let (base, indices) = new.base(rw)?;
    let cx = rw.cx();
    let value = op.view(rw).value_to_store().id();
    let value = rw.build_or_fold_value(ShapeCastOp::of(value).result(new.ty).loc(new.loc));
    let write = TransferWriteOp::of(value, base)
        .loc(new.loc)
        .indices(&indices)
        .mask(mask)
        .permutation_map_attr(cx.affine_map_attr(AffineMap::identity(new.shape.len() as u32)))
        .in_bounds_attr(flags_attr(cx, &vec![true; new.shape.len()]))
        .result(None);
    let write = rw.build(write);
    if let Some(mask) = new.outer_mask(rw, outer) {
        terrace_passes_shared::transfers::mask_op(rw, write.into(), mask);
    }
    rw.erase_op(root);
    Some(())
}
