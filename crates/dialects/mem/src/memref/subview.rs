//! A part of a buffer.

use std::collections::BTreeMap;

use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::INDEX;
use terrace_ir::def::plain_error;
use terrace_ir::int_range::Range;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{CheckResult, Context, OpFoldResultRef, OpKind, OpRef, Type, Value};
use terrace_macros::op;
use terrace_support::apint::ApInt;
use terrace_support::int_range::{NoWrap, infer_add, infer_mul};

use super::canonicalize_views::{subview_constants, subview_of_cast, trivial_subview};
use super::fold::fold_subview;

use crate::constraints::ANY_MEMREF;
use crate::layout::{MemRef, add_extents, memref, mul_extents, rank, strided_layout};
use crate::slices::{
    Mismatch, OffsetSizeAndStride, Slice, check_rank_reduced, mixed_lists, offset_size_and_stride,
    rank_reduction_mask, slice, verify_in_bounds, verify_lists,
};
use crate::strided_metadata::{InferStridedMetadata, MetadataInput, StridedMetadataRange};

/// A strided subview of a buffer, with an offset, a size and a stride for each dimension; unit dimensions may
/// be dropped.
#[op("memref.subview", fold = fold_subview, canonicalize(subview_constants, subview_of_cast, trivial_subview), traits(ViewLike, AttrSizedOperandSegments, Check(verify_lists), Pure),
     interfaces(dyn ValueBounds, dyn OffsetSizeAndStride, dyn InferStridedMetadata), customs(&DYNAMIC_INDEX_LIST), verify = verify_subview, names = "subview",
     format = "$source `` custom<DynamicIndexList>($offsets, $static_offsets) \
               custom<DynamicIndexList>($sizes, $static_sizes) \
               custom<DynamicIndexList>($strides, $static_strides) \
               attr-dict `:` type($source) `to` type($result)")]
pub struct SubViewOp {
    source: Operand<ANY_MEMREF>,
    offsets: VarOperand<INDEX>,
    sizes: VarOperand<INDEX>,
    strides: VarOperand<INDEX>,
    static_offsets: Prop<DenseI64ArrayAttr>,
    static_sizes: Prop<DenseI64ArrayAttr>,
    static_strides: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_MEMREF>,
}

offset_size_and_stride! {
    SubViewOp, SubViewOpView: |view| [rank(view.0.cx(), view.source().ty()); 3];
}

/// The type of a slice of a buffer that keeps the rank; `None` if the buffer has no strides.
pub fn infer_subview_type(cx: &Context, source: &MemRef<'_>, slice: &Slice) -> Option<Type> {
    let (source_strides, mut offset) = source.strides_and_offset(cx)?;
    for (&start, &stride) in slice.offsets.iter().zip(&source_strides) {
        offset = add_extents(offset, mul_extents(start, stride));
    }
    let strides: Vec<i64> =
        source_strides.iter().zip(&slice.strides).map(|(&stride, &step)| mul_extents(stride, step)).collect();
    let layout = Some(strided_layout(cx, offset, &strides));
    Some(MemRef { shape: &slice.sizes, layout, ..*source }.ty(cx))
}

/// The type of a rank-reduced subview of a buffer; `None` if the buffer is not strided or the shape does not
/// match.
pub fn infer_rank_reduced_subview_type(
    cx: &Context,
    source: Type,
    slice: &Slice,
    shape: &[i64],
) -> Option<Type> {
    let ty = infer_subview_type(cx, &memref(cx, source)?, slice)?;
    let whole = memref(cx, ty)?;
    if whole.shape.len() == shape.len() {
        return Some(ty);
    }
    let dropped = rank_reduction_mask(whole.shape, shape)?;
    let (strides, offset) = whole.strides_and_offset(cx)?;
    let kept: Vec<i64> =
        strides.iter().zip(dropped).filter(|(_, dropped)| !dropped).map(|(&stride, _)| stride).collect();
    let layout = Some(strided_layout(cx, offset, &kept));
    Some(MemRef { shape, layout, ..whole }.ty(cx))
}

/// The dimensions that a rank-reduced buffer drops: dimensions of size one whose strides are also missing in `reduced`.
/// `None` if it is not a rank reduction.
pub fn dropped_dims(
    cx: &Context,
    original: &MemRef<'_>,
    reduced: &MemRef<'_>,
    sizes: &[i64],
) -> Option<Vec<bool>> {
    let rank = original.shape.len();
    if rank == reduced.shape.len() {
        return Some(vec![false; rank]);
    }
    let mut unused: Vec<bool> = sizes.iter().map(|&size| size == 1).collect();
    let count = |unused: &[bool]| unused.iter().filter(|&&unused| unused).count();
    if count(&unused) + reduced.shape.len() == rank {
        return Some(unused);
    }
    let (strides, _) = original.strides_and_offset(cx)?;
    let (kept, _) = reduced.strides_and_offset(cx)?;
    let occurrences = |list: &[i64]| {
        let mut found: BTreeMap<i64, usize> = BTreeMap::new();
        for &stride in list {
            *found.entry(stride).or_default() += 1;
        }
        found
    };
    let (mut left, kept) = (occurrences(&strides), occurrences(&kept));
    for (unused, stride) in unused.iter_mut().zip(&strides).filter(|(unused, _)| **unused) {
        let here = left.entry(*stride).or_default();
        match (*here).cmp(kept.get(stride).unwrap_or(&0)) {
            std::cmp::Ordering::Greater => *here -= 1,
            std::cmp::Ordering::Equal => *unused = false,
            std::cmp::Ordering::Less => return None,
        }
    }
    (count(&unused) + reduced.shape.len() == rank).then_some(unused)
}

fn mismatch(op: OpRef<'_>, found: Mismatch, expected: Type) -> CheckResult {
    let cx = op.cx();
    let ty = cx.type_text(SubViewOp::view_of(op).result().ty());
    let expected_text = cx.type_text(expected);
    let reduced = |what: &str| {
        format!(
            "expected result type to be '{expected_text}' or a rank-reduced version. (mismatch of result {what}), \
             but got '{ty}'"
        )
    };
    let message = match found {
        Mismatch::Rank => {
            format!("expected result rank to be smaller or equal to the source rank, but got '{ty}'")
        }
        Mismatch::Sizes => reduced("sizes"),
        Mismatch::Layout => reduced("layout"),
        Mismatch::Element => {
            let element = expected.element_type(cx).map_or(String::new(), |element| cx.type_text(element));
            format!("expected result element type to be '{element}', but got '{ty}'")
        }
        Mismatch::Space => format!("expected result and source memory spaces to match, but got '{ty}'"),
    };
    Err(plain_error(op, message))
}

fn verify_subview(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), SubViewOp::view_of(op));
    let (from_ty, to_ty) = (view.source().ty(), view.result().ty());
    let (Some(from), Some(to)) = (memref(cx, from_ty), memref(cx, to_ty)) else { return Ok(()) };
    if from.space != to.space {
        let (from, to) = (cx.type_text(from_ty), cx.type_text(to_ty));
        let pair = format!("base memref type '{from}' and subview memref type '{to}'");
        return Err(plain_error(op, format!("different memory spaces specified for {pair}")));
    }
    let slice = slice(op);
    let Some(expected) = infer_subview_type(cx, &from, &slice) else {
        return Err(plain_error(op, format!("base type '{}' is not strided", cx.type_text(from_ty))));
    };
    if let Err(found) = check_rank_reduced(cx, expected, to_ty) {
        return mismatch(op, found, expected);
    }
    let Some(whole) = memref(cx, expected) else { return Ok(()) };
    let layouts = (whole.strides_and_offset(cx), to.strides_and_offset(cx));
    let (Some((strides, offset)), Some((kept, kept_offset))) = layouts else {
        return mismatch(op, Mismatch::Layout, expected);
    };
    if offset != kept_offset {
        return mismatch(op, Mismatch::Layout, expected);
    }
    let Some(dropped) = dropped_dims(cx, &whole, &to, &slice.sizes) else {
        return mismatch(op, Mismatch::Layout, expected);
    };
    let remaining = strides.iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(stride, _)| stride);
    if !remaining.eq(&kept) {
        return mismatch(op, Mismatch::Layout, expected);
    }
    verify_in_bounds(op, from.shape, &slice)
}

impl InferStridedMetadata for SubViewOp {
    fn infer(
        &self,
        op: OpRef<'_>,
        input: &MetadataInput<'_>,
        set: &mut dyn FnMut(Value, StridedMetadataRange),
    ) {
        if let Some(ranges) = subview_ranges(op, input) {
            set(SubViewOp::view_of(op).result().id(), ranges);
        }
    }
}

/// The ranges of a part of a buffer: offsets are multiplied by the strides of the whole and added to its offset.
fn subview_ranges(op: OpRef<'_>, input: &MetadataInput<'_>) -> Option<StridedMetadataRange> {
    let cx = op.cx();
    let view = SubViewOp::view_of(op);
    let whole = input.operands.first()?.as_ref()?;
    let range = |value: &OpFoldResultRef<'_>| match value {
        OpFoldResultRef::Static(number) => Some(Range::constant(ApInt::from_i64(input.index_width, *number))),
        OpFoldResultRef::Value(value) => (input.int_range)(*value),
    };
    let lists = mixed_lists(op).map(|list| list.iter().map(range).collect::<Option<Vec<Range>>>());
    let [Some(offsets), Some(sizes), Some(strides)] = lists else { return None };
    let (source, result) = (memref(cx, view.source().ty())?, memref(cx, view.result().ty())?);
    let dropped = dropped_dims(cx, &source, &result, &slice(op).sizes)?;
    let wraps = NoWrap::default();
    let mut ranges = StridedMetadataRange { offsets: Vec::new(), sizes: Vec::new(), strides: Vec::new() };
    let mut offset = whole.offsets.first()?.clone();
    for (dim, dropped) in dropped.into_iter().enumerate() {
        let stride = whole.strides.get(dim)?;
        offset = infer_add(&offset, &infer_mul(offsets.get(dim)?, stride, wraps), wraps);
        if !dropped {
            ranges.sizes.push(sizes.get(dim)?.clone());
            ranges.strides.push(infer_mul(strides.get(dim)?, stride, wraps));
        }
    }
    ranges.offsets.push(offset);
    Some(ranges)
}
