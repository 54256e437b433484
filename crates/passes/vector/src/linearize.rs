//! Vectors with several dimensions as vectors with one, with `vector.shape_cast` in between.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, TypeConverter};
use terrace_dialects_builtin::ub;
use terrace_dialects_core::arith::{AndIOp, CmpIOp, CmpIPredicate, IndexCastOp};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::types::{Vector, as_vector, vector};
use terrace_dialects_vector::{
    BitCastOp, BroadcastOp, CreateMaskOp, ExtractOp, ExtractStridedSliceOp, FromElementsOp, InsertOp,
    InsertStridedSliceOp, LoadOp, ShapeCastOp, ShuffleOp, StoreOp, ToElementsOp,
};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, AttrData, Context, Loc, Op, OpRef, Rewriter, Type, Value, VectorType};

use terrace_passes_shared::vector_ops::shape_cast;

/// A vector type with one dimension; `None` for one that has fewer than two, or more than one scalable one.
fn linear_type(cx: &Context, own: Vector<'_>) -> Option<Type> {
    let scalable = own.scalable.iter().filter(|&&scalable| scalable).count();
    (own.rank() > 1 && scalable <= 1)
        .then(|| VectorType::get_scalable(cx, &[own.num_elements()], &[scalable == 1], own.element))
}

/// The converter to vectors of one dimension, by `vector.shape_cast`.
pub fn linearizing_converter() -> TypeConverter {
    let cast = |rw: &mut Rewriter<'_>, types: &[Type], values: &[Value], loc: Loc| {
        let (&[ty], &[value]) = (types, values) else { return None };
        let cx = rw.cx();
        as_vector(cx, ty).and(as_vector(cx, rw.body().value_type(value)))?;
        Some(vec![shape_cast(rw, value, ty, loc)])
    };
    TypeConverter::new()
        .add_conversion(|cx, ty| Some(as_vector(cx, ty).and_then(|own| linear_type(cx, own)).unwrap_or(ty)))
        .add_source_materialization(cast)
        .add_target_materialization(cast)
}

/// Whether an op has the types of the converter, or is none of those that patterns convert.
pub fn is_linear(converter: &TypeConverter, op: OpRef<'_>) -> bool {
    let cx = op.cx();
    let in_dialect = op.name_text().starts_with("vector.");
    let supported =
        in_dialect || op.has_trait(TraitSet::ConstantLike) || op.has_trait(TraitSet::Vectorizable);
    if !supported || op.isa::<ShapeCastOp>() {
        return true;
    }
    // Shuffles, which take their place, have no scalable vectors.
    let moved =
        if op.isa::<ExtractStridedSliceOp>() || op.isa::<InsertStridedSliceOp>() || op.isa::<InsertOp>() {
            op.results().next().map(|value| value.ty())
        } else {
            op.cast::<ExtractOp>().map(|extract| extract.source().ty())
        };
    moved.is_some_and(|ty| vector(cx, ty).is_scalable()) || converter.is_legal_op(op)
}

/// Adds the patterns: first those on ops that work element by element and on memory, then those that become shuffles.
pub fn populate_linearize_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    patterns.add_match_any_with_type_converter("LinearizeConstantLike", converter, constant_like);
    patterns.add_match_any_with_type_converter("LinearizeVectorizable", converter, vectorizable);
    macro_rules! add {
        ($($op:ty, $name:literal, $convert:expr;)*) => {$(
            patterns.add_with_type_converter::<$op>(cx, $name, converter, $convert);
        )*};
    }
    add! {
        BitCastOp, "LinearizeVectorBitCast", |rw, op, adaptor| rw.replace_converted(op, adaptor);
        BroadcastOp, "LinearizeVectorBroadcast", |rw, op, adaptor| broadcast(rw, op.into(), adaptor);
        CreateMaskOp, "LinearizeVectorCreateMask", create_mask;
        LoadOp, "LinearizeVectorLoad", load;
        StoreOp, "LinearizeVectorStore", store;
        FromElementsOp, "LinearizeVectorFromElements", |rw, op, adaptor| rw.replace_converted(op, adaptor);
        ToElementsOp, "LinearizeVectorToElements", |rw, op, adaptor| to_elements(rw, op.into(), adaptor);
        ShuffleOp, "LinearizeVectorShuffle", shuffle;
        ExtractOp, "LinearizeVectorExtract", extract;
        InsertOp, "LinearizeVectorInsert", insert;
        ExtractStridedSliceOp, "LinearizeVectorExtractStridedSlice", extract_slice;
        InsertStridedSliceOp, "LinearizeVectorInsertStridedSlice", insert_slice;
    }
}

/// The converted type of an op's result.
fn converted_result(rw: &ConversionRewriter<'_>, op: Op) -> Option<Type> {
    let ty = rw.op(op).single_result().ty();
    rw.converter()?.convert_to_one(rw.cx(), ty)
}

fn constant_like(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let view = rw.op(op);
    if !view.has_trait(TraitSet::ConstantLike) || view.num_results() != 1 {
        return None;
    }
    let Some(value) = view.inherent_attr("value") else {
        return rw.notify_match_failure(op, "no 'value' attr");
    };
    let (cx, ty) = (rw.cx(), converted_result(rw, op)?);
    let own = vector(cx, ty);
    let new = match value.data(cx) {
        AttrData::DenseElements { splat: false, .. } if own.is_scalable() => {
            let reason = "Cannot linearize a constant scalable vector that's not a splat";
            return rw.notify_match_failure(op, reason);
        }
        AttrData::DenseElements { data, splat, .. } => {
            cx.attr(AttrData::DenseElements { ty, data: data.clone(), splat: *splat })
        }
        _ if cx.attr_params(value, &ub::POISON).is_some() => value,
        _ => return rw.notify_match_failure(op, "unsupported attr type"),
    };
    let clone = rw.clone_converted(op, adaptor)?;
    rw.set_attr(clone, "value", new);
    rw.replace_op_with(op, clone);
    Some(())
}

fn vectorizable(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    if !rw.op(op).has_trait(TraitSet::Vectorizable) {
        return None;
    }
    rw.replace_converted(op, adaptor)
}

fn broadcast(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let cx = rw.cx();
    let from = rw.op(op).single_operand().ty();
    if as_vector(cx, from).is_some_and(|own| own.num_elements() != 1) {
        return rw.notify_match_failure(op, "only broadcasts of one element are supported.");
    }
    rw.replace_converted(op, adaptor)
}

fn create_mask(rw: &mut ConversionRewriter<'_>, op: CreateMaskOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let loc = view.0.loc();
    let own = vector(cx, view.0.single_result().ty());
    match own.shape {
        [1, _] => {}
        [_, _] => return rw.notify_match_failure(op, "only unit outer dimension is supported."),
        _ => return rw.notify_match_failure(op, "only 2D mask is supported."),
    }
    let ty = converted_result(rw, op.into())?;
    let &[outer, inner] = adaptor.of(rw, op).operands() else { return None };
    rw.set_insertion_point_before(op);
    let zero = index_constant(rw, 0, loc);
    let greater = enum_attr(cx, CmpIPredicate::Sgt);
    let is_set =
        rw.build_or_fold_value(CmpIOp::of(outer, zero).predicate_attr(greater).result(Type::I1).loc(loc));
    let is_set = rw.build_or_fold_value(IndexCastOp::of(is_set).out(Type::INDEX).loc(loc));
    let size = rw.build_or_fold_value(AndIOp::of(is_set, inner).result(Type::INDEX).loc(loc));
    let new = rw.build_value(CreateMaskOp::of(&[size]).loc(loc).result(ty));
    rw.replace_op(op, &[new]);
    Some(())
}

/// Why a vector is not a row of memory.
fn not_a_row(own: Vector<'_>) -> Option<&'static str> {
    let outer = own.rank().saturating_sub(1);
    if own.shape[..outer].iter().any(|&extent| extent != 1) {
        return Some("only vector<1x1x...xN> supported");
    }
    own.scalable[..outer].contains(&true).then_some("only innermost dim may be scalable")
}

fn load(rw: &mut ConversionRewriter<'_>, op: LoadOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, own) = (view.0.loc(), vector(cx, view.result().ty()));
    if let Some(reason) = not_a_row(own) {
        return rw.notify_match_failure(op, reason);
    }
    let ty = converted_result(rw, op.into())?;
    let operands = adaptor.of(rw, op);
    let (base, indices) = (operands.base(), operands.indices());
    rw.set_insertion_point_before(op);
    let load = LoadOp::of(base, indices).loc(loc).result(ty);
    let new = rw.build_value(load);
    rw.replace_op(op, &[new]);
    Some(())
}

fn store(rw: &mut ConversionRewriter<'_>, op: StoreOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, own) = (view.0.loc(), vector(cx, view.value_to_store().ty()));
    if let Some(reason) = not_a_row(own) {
        return rw.notify_match_failure(op, reason);
    }
    let operands = adaptor.of(rw, op);
    let (value, base, indices) = (operands.value_to_store(), operands.base(), operands.indices());
    rw.set_insertion_point_before(op);
    let store = StoreOp::of(value, base, indices).loc(loc);
    rw.build(store);
    rw.erase_op(op);
    Some(())
}

fn to_elements(rw: &mut ConversionRewriter<'_>, op: Op, _: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, source) = (view.loc(), view.single_operand());
    let (own, value, types) = (vector(cx, source.ty()), source.id(), view.result_types());
    if own.rank() <= 1 {
        return rw.notify_match_failure(op, "the rank is already less than or equal to 1");
    }
    let ty = VectorType::get(cx, &[own.num_elements()], own.element);
    rw.set_insertion_point_before(op);
    let flat = shape_cast(rw, value, ty, loc);
    let new = rw.build(ToElementsOp::of(flat).elements(&types).loc(loc));
    rw.replace_op_with(op, new);
    Some(())
}

/// Replaces an op by the shuffle of two vectors, or by what that folds to.
fn replace_by_shuffle(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    [first, second]: [Value; 2],
    indices: &[i64],
    fold: bool,
) -> Option<()> {
    let (ty, loc) = (converted_result(rw, op)?, rw.body().loc(op));
    let mask = rw.cx().i64_array(indices);
    rw.set_insertion_point_before(op);
    let shuffle = ShuffleOp::of(first, second).mask_attr(mask).vector(ty).loc(loc);
    let new = if fold { rw.build_or_fold_value(shuffle) } else { rw.build_value(shuffle) };
    rw.replace_op(op, &[new]);
    Some(())
}

fn shuffle(rw: &mut ConversionRewriter<'_>, op: ShuffleOp, adaptor: &Adaptor) -> Option<()> {
    let view = op.view(rw);
    let row: i64 = vector(rw.cx(), view.v1().ty()).shape.iter().skip(1).product();
    let mask = view.mask().to_vec();
    // Poison stays poison.
    let indices: Vec<i64> = mask.iter().flat_map(|&at| (0..row).map(move |i| row * at + i)).collect();
    replace_by_shuffle(rw, op.into(), [adaptor.of(rw, op).v1(), adaptor.of(rw, op).v2()], &indices, false)
}

/// The number of elements of the part at a position, and the number of the first.
fn part_at(own: Vector<'_>, position: &[i64]) -> Option<(i64, i64)> {
    let mut size = own.num_elements();
    let mut offset = 0;
    for (&extent, &at) in own.shape.iter().zip(position) {
        size = size.checked_div(extent)?;
        offset += at * size;
    }
    Some((size, offset))
}

fn extract(rw: &mut ConversionRewriter<'_>, op: ExtractOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.dynamic_position().len() > 0 {
        return rw.notify_match_failure(op, "dynamic position is not supported.");
    }
    let (loc, ty) = (view.0.loc(), view.result().ty());
    let (size, offset) = part_at(vector(cx, view.source().ty()), &view.static_position().to_vec())?;
    let source = adaptor.of(rw, op).source();
    if as_vector(cx, ty).is_none() {
        rw.set_insertion_point_before(op);
        let new = rw.build_or_fold_value(
            ExtractOp::of(source).static_position_attr(cx.i64_array(&[offset])).result(ty).loc(loc),
        );
        rw.replace_op(op, &[new]);
        return Some(());
    }
    let indices: Vec<i64> = (offset..offset + size).collect();
    replace_by_shuffle(rw, op.into(), [source, source], &indices, false)
}

fn insert(rw: &mut ConversionRewriter<'_>, op: InsertOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.dynamic_position().len() > 0 {
        return rw.notify_match_failure(op, "dynamic position is not supported.");
    }
    let loc = view.0.loc();
    let own = vector(cx, view.dest().ty());
    let (size, offset) = part_at(own, &view.static_position().to_vec())?;
    let is_scalar = as_vector(cx, view.value_to_store().ty()).is_none();
    let (value, dest, count) =
        (adaptor.of(rw, op).value_to_store(), adaptor.of(rw, op).dest(), own.num_elements());
    if is_scalar {
        let ty = converted_result(rw, op.into())?;
        rw.set_insertion_point_before(op);
        let new = rw.build_or_fold_value(
            InsertOp::of(value, dest).static_position_attr(cx.i64_array(&[offset])).result(ty).loc(loc),
        );
        rw.replace_op(op, &[new]);
        return Some(());
    }
    let indices: Vec<i64> = (0..offset).chain(count..count + size).chain(offset + size..count).collect();
    replace_by_shuffle(rw, op.into(), [dest, value], &indices, true)
}

/// The elements of a vector of shape `large` that one of shape `small` takes at these offsets, in order.
fn slice_indices(small: &[i64], large: &[i64], offsets: &[i64]) -> Vec<i64> {
    let missing = large.len().saturating_sub(small.len());
    let (mut indices, mut stride) = (vec![0], 1);
    for (dim, &extent) in large.iter().enumerate().rev() {
        let size = if dim < missing { 1 } else { small[dim - missing] };
        let offset = offsets.get(dim).copied().unwrap_or(0);
        indices = (0..size).flat_map(|i| indices.iter().map(move |&at| at + (offset + i) * stride)).collect();
        stride *= extent;
    }
    indices
}

fn is_ones(cx: &Context, strides: &[Attr]) -> bool {
    strides.iter().all(|stride| stride.as_integer(cx).is_some_and(|(value, _)| value.to_i64() == Some(1)))
}

fn numbers(cx: &Context, list: &[Attr]) -> Option<Vec<i64>> {
    list.iter().map(|item| item.as_integer(cx)?.0.to_i64()).collect()
}

fn extract_slice(
    rw: &mut ConversionRewriter<'_>,
    op: ExtractStridedSliceOp,
    adaptor: &Adaptor,
) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if !is_ones(cx, view.strides_attr().as_array(cx)?) {
        return rw.notify_match_failure(op, "extract_strided_slice with strides != 1 not supported");
    }
    let offsets = numbers(cx, view.offsets_attr().as_array(cx)?)?;
    let (large, small) = (vector(cx, view.source().ty()), vector(cx, view.0.single_result().ty()));
    let indices = slice_indices(small.shape, large.shape, &offsets);
    let source = adaptor.of(rw, op).source();
    replace_by_shuffle(rw, op.into(), [source, source], &indices, false)
}

fn insert_slice(rw: &mut ConversionRewriter<'_>, op: InsertStridedSliceOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if !is_ones(cx, view.strides_attr().as_array(cx)?) {
        return rw.notify_match_failure(op, "insert_strided_slice with strides != 1 not supported");
    }
    let offsets = numbers(cx, view.offsets_attr().as_array(cx)?)?;
    let (small, large) = (vector(cx, view.value_to_store().ty()), vector(cx, view.dest().ty()));
    let count = large.num_elements();
    let mut indices: Vec<i64> = (0..count).collect();
    for (i, at) in slice_indices(small.shape, large.shape, &offsets).into_iter().enumerate() {
        *indices.get_mut(usize::try_from(at).ok()?)? = count + i as i64;
    }
    replace_by_shuffle(
        rw,
        op.into(),
        [adaptor.of(rw, op).dest(), adaptor.of(rw, op).value_to_store()],
        &indices,
        false,
    )
}
