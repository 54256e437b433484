//! Moving of `vector.bitcast` past extractions and insertions, so that the extracted or inserted vectors are
//! cast.

use terrace_dialects_core::arith;
use terrace_dialects_vector::attrs::{i64_attrs, integers};
use terrace_dialects_vector::types::{Vector, vector};
use terrace_dialects_vector::{BitCastOp, ExtractOp, ExtractStridedSliceOp, InsertOp, InsertStridedSliceOp};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, Loc, OpFoldResult, Rewriter, Type, Value, VectorType, View, pattern};

use super::to_scf::transfer::split_places;
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_shared::vector_ops::{extract, insert};

/// Moves casts after extractions, and before insertions.
pub static BUBBLE_BITCASTS: &[Pattern] = &[
    pattern!("BubbleDownVectorBitCastForExtract", ExtractOp, extract_of_cast),
    pattern!("BubbleDownBitCastForStridedSliceExtract", ExtractStridedSliceOp, slice_of_cast),
    pattern!("BubbleUpBitCastForInsert", BitCastOp, cast_of_insert),
    pattern!("BubbleUpBitCastForStridedSliceInsert", BitCastOp, cast_of_inserted_slice),
];

fn bitcast(rw: &mut Rewriter<'_>, value: Value, ty: Type, loc: Loc) -> Value {
    rw.build_value(BitCastOp::of(value).result(ty).loc(loc))
}

/// The types that a cast is from and to.
fn types<'a>(cx: &'a Context, cast: View<'_, BitCastOp>) -> (Vector<'a>, Vector<'a>) {
    (vector(cx, cast.source().ty()), vector(cx, cast.result().ty()))
}

/// A type whose last extent is multiplied or divided as that of a cast is, over the elements that it is to.
fn cast_type(cx: &Context, own: Vector<'_>, from: Vector<'_>, to: Vector<'_>) -> Option<Type> {
    let mut shape = own.shape.to_vec();
    let last = shape.last_mut()?;
    *last = last.checked_mul(to.minor())?.checked_div(from.minor())?;
    Some(VectorType::get_scalable(cx, &shape, own.scalable, to.element))
}

/// The element of a vector that was cast to more elements, taken from what one element of the source was cast to.
fn extract_of_cast(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let loc = view.0.loc();
    if vector(cx, view.source().ty()).rank() != 1 {
        return None;
    }
    let cast = view.source().defined_by::<BitCastOp>()?;
    let (from, to) = types(cx, cast);
    let (few, many) = (from.num_elements(), to.num_elements());
    if few <= 1 || few > many || from.is_scalable() {
        return None;
    }
    let ratio = many / few;
    let fixed = view.static_position().to_vec();
    let &[at] = &fixed[..] else { return None };
    if view.dynamic_position().len() != 0 || at < 0 {
        return None;
    }
    let source = cast.source().id();
    let packed = extract(rw, source, &[at / ratio], loc);
    let packed_ty = VectorType::get(cx, &[1], from.element);
    let zero = zero_attr(cx, packed_ty)?;
    let zero = rw.build_value(arith::ConstantOp::of().value_attr(zero).result(packed_ty).loc(loc));
    let packed = insert(rw, packed, zero, &[0], loc);
    let cast = bitcast(rw, packed, VectorType::get(cx, &[ratio], to.element), loc);
    let element = extract(rw, cast, &[at % ratio], loc);
    rw.replace_op(op, &[element]);
    Some(())
}

/// The slice of a vector that was cast to more elements, as a cast of a slice.
fn slice_of_cast(rw: &mut Rewriter<'_>, op: ExtractStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.0.single_result().ty(), view.0.loc());
    let cast = view.source().defined_by::<BitCastOp>()?;
    let (from, to) = types(cx, cast);
    if from.minor() > to.minor() || from.minor() == 0 {
        return None;
    }
    let [mut offsets, mut sizes, strides] =
        [view.offsets_attr(), view.sizes_attr(), view.strides_attr()].map(|list| integers(cx, list));
    if strides.iter().any(|&stride| stride != 1) {
        return None;
    }
    let ratio = to.minor() / from.minor();
    for list in [&mut offsets, &mut sizes] {
        // Without an entry for the last dimension, the slice covers all of it.
        if list.len() == to.rank() {
            let last = list.last_mut().filter(|last| **last % ratio == 0)?;
            *last /= ratio;
        }
    }
    let own = vector(cx, ty);
    let mut shape = own.shape.to_vec();
    *shape.last_mut()? /= ratio;
    let slice_ty = VectorType::get_scalable(cx, &shape, own.scalable, from.element);
    let [offsets, sizes, strides] = [offsets, sizes, strides].map(|list| i64_attrs(cx, &list));
    let source = cast.source().id();
    let slice =
        ExtractStridedSliceOp::of(source).offsets_attr(offsets).sizes_attr(sizes).strides_attr(strides);
    let slice = rw.build_value(slice.result(slice_ty).loc(loc));
    let result = bitcast(rw, slice, ty, loc);
    rw.replace_op(op, &[result]);
    Some(())
}

/// The cast of a vector into which another one was inserted, as an insertion of a cast one.
fn cast_of_insert(rw: &mut Rewriter<'_>, op: BitCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let (from, to) = types(cx, view);
    if from.rank() == 0 || from.is_scalable() || to.is_scalable() {
        return None;
    }
    let inserted = view.source().defined_by::<InsertOp>()?;
    let (value, dest) = (inserted.value_to_store(), inserted.dest());
    if !value.ty().is_vector(cx) {
        return None;
    }
    let value_ty = cast_type(cx, vector(cx, value.ty()), from, to)?;
    let fixed = inserted.static_position().to_vec();
    let places: Vec<OpFoldResult> =
        mixed_values(&fixed, inserted.dynamic_position()).into_iter().map(Into::into).collect();
    let (value, dest) = (value.id(), dest.id());
    let value = bitcast(rw, value, value_ty, loc);
    let dest = bitcast(rw, dest, ty, loc);
    let (fixed, values) = split_places(&places);
    let new = InsertOp::of(value, dest).loc(loc).dynamic_position(&values);
    let result = rw.build_value(new.static_position_attr(cx.i64_array(&fixed)).result(ty));
    rw.replace_op(op, &[result]);
    Some(())
}

/// The cast to fewer elements of a vector into which a slice was inserted, as an insertion of a cast slice.
fn cast_of_inserted_slice(rw: &mut Rewriter<'_>, op: BitCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc) = (view.result().ty(), view.0.loc());
    let (from, to) = types(cx, view);
    if from.rank() == 0 || from.minor() < to.minor() || to.minor() == 0 {
        return None;
    }
    let ratio = from.minor() / to.minor();
    let inserted = view.source().defined_by::<InsertStridedSliceOp>()?;
    let (value, dest) = (inserted.value_to_store(), inserted.dest());
    let own = vector(cx, value.ty());
    let strides = integers(cx, inserted.strides_attr());
    if strides.iter().any(|&stride| stride != 1) || own.rank() != from.rank() || own.minor() % ratio != 0 {
        return None;
    }
    let mut offsets = integers(cx, inserted.offsets_attr());
    let last = offsets.last_mut().filter(|last| **last % ratio == 0)?;
    *last /= ratio;
    let value_ty = cast_type(cx, own, from, to)?;
    let (value, dest) = (value.id(), dest.id());
    let value = bitcast(rw, value, value_ty, loc);
    let dest = bitcast(rw, dest, ty, loc);
    let result = rw.build_value(
        InsertStridedSliceOp::of(value, dest)
            .offsets_attr(i64_attrs(cx, &offsets))
            .strides_attr(i64_attrs(cx, &strides))
            .result(ty)
            .loc(loc),
    );
    rw.replace_op(op, &[result]);
    Some(())
}
