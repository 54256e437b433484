//! Transfers of single elements as accesses of scalars.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::value_of;
use terrace_dialects_mem::{memref, tensor};
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{ExtractOp, TransferReadOp, TransferWriteOp};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::pattern::Root;
use terrace_ir::{Context, Op, OpFoldResult, OpKind, Rewriter, Value};
use terrace_passes_shared::vector_ops::extract;
use terrace_rewrite::PatternSet;

use crate::sink_memory::is_before;

/// Adds the lowering of extractions from transfers, which have no other uses, and of writes of one element. Unless
/// `several`, a transfer must have one use.
pub fn add_scalar_transfer_lowering(patterns: &mut PatternSet, cx: &Context, several: bool) {
    let extract =
        Box::new(move |rw: &mut Rewriter<'_>, op: Op| extract_of_read(rw, ExtractOp::assume(op), several));
    let root = Root::Op(ExtractOp::DEF.name);
    patterns.add_action(cx, "RewriteScalarExtractOfTransferRead", root, 1, extract);
    let write = Box::new(|rw: &mut Rewriter<'_>, op: Op| write_of_scalar(rw, TransferWriteOp::assume(op)));
    let root = Root::Op(TransferWriteOp::DEF.name);
    patterns.add_action(cx, "RewriteScalarWrite", root, 1, write);
}

/// An element of a vector that is read. From a buffer, it is read where the vector was: upstream reads it where it is
/// extracted, after writes in between.
fn extract_of_read(rw: &mut Rewriter<'_>, op: ExtractOp, several: bool) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let read = view.source().defined_by::<TransferReadOp>()?;
    let (ty, loc, base) = (view.result().ty(), view.0.loc(), read.base());
    let element = base.ty().element_type(cx)?;
    let fits = match several {
        true => view.source().uses().all(|(user, _)| user.isa::<ExtractOp>()),
        false => view.source().uses().count() == 1,
    };
    let map = read.permutation_map();
    let is_plain = *map == AffineMap::minor_identity(map.num_dims, map.num_results() as u32)
        && read.mask().is_none()
        && read.in_bounds().iter().all(|is_inside| is_inside);
    let fixed = view.static_position().to_vec();
    if !fits || !is_plain || ty != element || fixed.contains(&-1) {
        return None;
    }
    let is_buffer = base.ty().is_memref(cx);
    let is_early = is_buffer && !cx.matches_upstream();
    if is_early && !view.dynamic_position().all(|place| is_before(place, read.0)) {
        return None;
    }
    let places: Vec<OpFoldResult> =
        mixed_values(&fixed, view.dynamic_position()).into_iter().map(Into::into).collect();
    let mut indices: Vec<Value> = read.indices().map(|index| index.id()).collect();
    let skipped = indices.len().checked_sub(places.len())?;
    let (base, read) = (base.id(), read.0.id());
    if is_early {
        rw.set_insertion_point_before(read);
    }
    for (index, place) in indices[skipped..].iter_mut().zip(places) {
        let (sum, operands) = match place {
            OpFoldResult::Static(number) => {
                (AffineExpr::symbol(0) + AffineExpr::constant(number), vec![OpFoldResult::Value(*index)])
            }
            OpFoldResult::Value(_) => {
                (AffineExpr::symbol(0) + AffineExpr::symbol(1), vec![OpFoldResult::Value(*index), place])
            }
        };
        let map = AffineMap::new(0, operands.len() as u32, vec![sum]);
        let sum = composed_apply(rw, &map, &operands, loc);
        *index = value_of(rw, sum, loc);
    }
    let loaded = match is_buffer {
        true => rw.build_value(memref::LoadOp::of(base, &indices).result(ty).loc(loc)),
        false => rw.build_value(tensor::ExtractOp::of(base, &indices).result(ty).loc(loc)),
    };
    rw.replace_op(op, &[loaded]);
    Some(())
}

/// The write of a vector of one element. An element that may be out of bounds is not written; upstream ignores that.
fn write_of_scalar(rw: &mut Rewriter<'_>, op: TransferWriteOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (value, base) = (view.value_to_store(), view.base());
    let own = vector(cx, value.ty());
    let map = view.permutation_map();
    let is_plain = own.shape.iter().all(|&extent| extent == 1)
        && !own.is_scalable()
        && view.mask().is_none()
        && *map == AffineMap::minor_identity(map.num_dims, map.num_results() as u32);
    let is_inside = cx.matches_upstream() || view.in_bounds().iter().all(|is_inside| is_inside);
    if !is_plain || !is_inside || base.ty().element_type(cx) != Some(own.element) {
        return None;
    }
    let (place, loc) = (vec![0; own.rank()], view.0.loc());
    let (value, base_ty, base) = (value.id(), base.ty(), base.id());
    let indices: Vec<Value> = view.indices().map(|index| index.id()).collect();
    let scalar = extract(rw, value, &place, loc);
    if base_ty.is_memref(cx) {
        rw.build(memref::StoreOp::of(scalar, base, &indices).loc(loc));
        rw.erase_op(op);
    } else {
        rw.replace(op, tensor::InsertOp::of(scalar, base, &indices).result(base_ty).loc(loc));
    }
    Some(())
}
