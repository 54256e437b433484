//! Gathers of one dimension as loads of single elements, each in a branch on its bit of the mask.

use terrace_dialects_core::arith::{AddIOp, ConstantOp, IndexCastOp, MulIOp};
use terrace_dialects_core::scf::build::if_else;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::{CollapseShapeOp, SubViewOp, collapsed_type};
use terrace_dialects_mem::reshape_patterns::groups_attr;
use terrace_dialects_mem::tensor;
use terrace_dialects_vector::elements::splat_of;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{GatherOp, LoadOp};
use terrace_ir::elements::MAX_EXPANDED_ELEMENTS;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Rewriter, Type, Value, VectorType, pattern};
use terrace_passes_shared::transfers::is_masked;
use terrace_passes_shared::vector_ops::{extract, insert};

/// Lowers gathers of one dimension, also those of the first column of a matrix.
pub static GATHER_TO_LOADS: &[Pattern] = &[
    pattern!("RemoveStrideFromGatherSource", GatherOp, gather_of_column),
    pattern!("Gather1DToConditionalLoads", GatherOp, conditional_loads),
];

/// A gather from a column of a matrix, as one from all elements of the matrix. Upstream takes any column for the first
/// one, and a place in it for one in the matrix.
fn gather_of_column(rw: &mut Rewriter<'_>, op: GatherOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let column = view.base().defined_by::<SubViewOp>()?;
    let (buffer, whole) = (memref(cx, column.result().ty())?, memref(cx, column.source().ty())?);
    let &[_, extent] = whole.shape else { return None };
    let (strides, offset) = buffer.strides_and_offset(cx)?;
    let indices = view.indices();
    let (indices_ty, index_element) = (indices.ty(), vector(cx, indices.ty()).element);
    let starts_first = offset == 0 && view.offsets().all(|offset| m_scalar_i64(offset) == Some(0));
    if strides != [extent]
        || buffer.has_identity_layout(cx)
        || index_element != Type::INDEX
        || is_masked(view.0)
        || !(starts_first && whole.has_identity_layout(cx) || cx.matches_upstream())
    {
        return None;
    }
    let groups = vec![vec![0, 1]];
    let flat_ty = collapsed_type(cx, &whole, &groups)?;
    let (ty, loc, alignment) = (view.result().ty(), view.0.loc(), view.alignment());
    let (source, indices) = (column.source().id(), indices.id());
    let [mask, pass_thru] = [view.mask().id(), view.pass_thru().id()];
    let offsets: Vec<Value> = view.offsets().map(|offset| offset.id()).collect();
    let factor = splat_of(cx, cx.int_attr(Type::INDEX, extent), indices_ty)?;
    let flat = rw.build_value(
        CollapseShapeOp::of(source).reassociation_attr(groups_attr(cx, &groups)).result(flat_ty).loc(loc),
    );
    let factor = rw.build_value(ConstantOp::of().value_attr(factor).result(indices_ty).loc(loc));
    let scaled = rw.build_value(MulIOp::of(indices, factor).result(indices_ty).loc(loc));
    let mut gather = GatherOp::of(flat, &offsets, scaled, mask, pass_thru).loc(loc).result(ty);
    if let Some(alignment) = alignment {
        gather = gather.alignment(alignment);
    }
    let gathered = rw.build_value(gather);
    rw.replace_op(op, &[gathered]);
    Some(())
}

fn conditional_loads(rw: &mut Rewriter<'_>, op: GatherOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc, alignment) = (view.result().ty(), view.0.loc(), view.alignment());
    let own = vector(cx, ty);
    let &[count] = own.shape else { return rw.notify_match_failure(op, "unsupported rank") };
    if own.is_scalable() || count > MAX_EXPANDED_ELEMENTS as i64 {
        return rw.notify_match_failure(op, "not a fixed-width vector");
    }
    let (base, is_buffer) = (view.base(), view.base().ty().is_memref(cx));
    let is_adjacent = memref(cx, base.ty()).is_none_or(|buffer| {
        let strides = buffer.strides_and_offset(cx);
        count == 1 || strides.is_some_and(|(strides, _)| strides.last().is_none_or(|&stride| stride == 1))
    });
    if !is_adjacent || is_masked(view.0) || base.ty().element_type(cx) != Some(own.element) {
        return None;
    }
    let (base, mask, mut result) = (base.id(), view.mask().id(), view.pass_thru().id());
    let (indices, indices_ty) = (view.indices().id(), view.indices().ty());
    let mut places: Vec<Value> = view.offsets().map(|offset| offset.id()).collect();
    let last = *places.last()?;
    let (element, single) = (own.element, VectorType::get(cx, &[1], own.element));
    let index_ty = vector(cx, indices_ty).with_element(cx, Type::INDEX);
    let indices = rw.build_or_fold_value(IndexCastOp::of(indices).out(index_ty).loc(loc));
    for at in 0..count {
        let bit = extract(rw, mask, &[at], loc);
        let index = extract(rw, indices, &[at], loc);
        let place = rw.build_or_fold_value(AddIOp::of(last, index).result(Type::INDEX).loc(loc));
        if let Some(last) = places.last_mut() {
            *last = place;
        }
        let loaded = |rw: &mut Rewriter<'_>| {
            let value = if is_buffer {
                let mut load = LoadOp::of(base, &places).loc(loc).result(single);
                if let Some(alignment) = alignment {
                    load = load.alignment(alignment);
                }
                let load = rw.build_value(load);
                extract(rw, load, &[0], loc)
            } else {
                rw.build_value(tensor::ExtractOp::of(base, &places).result(element).loc(loc))
            };
            Some(vec![insert(rw, value, result, &[at], loc)])
        };
        let chosen = if_else(rw, bit, loc, loaded, |_| Some(vec![result]))?;
        result = rw.body().single_result(chosen);
    }
    rw.replace_op(op, &[result]);
    Some(())
}
