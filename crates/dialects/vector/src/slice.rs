//! Taking and setting boxes of elements.

use terrace_dialects_core::arith;
use terrace_ir::attr_kind::{I64ArrayAttr, I64Attr, TypedArray};
use terrace_ir::def::op_error;
use terrace_ir::fold::constant_value;
use terrace_ir::traits::Predicate;
use terrace_ir::{CheckResult, Op, OpKind, OpRef, Rewriter, Type, Value, VectorType};
use terrace_macros::op;

use crate::attrs::{i64_attrs, integers};
use crate::canonicalize_element::splat_source;
use crate::constraints::{ANY_NON0_VECTOR, LIKE_OPERAND, like_first};
use crate::elements::{Elements, dense, elements_in_box, fixed_count};
use crate::fold;
use crate::fold_element::MOST_COPIED;
use crate::shape::{BroadcastOp, ShapeCastOp};
use crate::types::{as_vector, vector};
use crate::{ConstantMaskOp, CreateMaskOp, ExtractOp};

static LIKE_FIRST: Predicate = like_first("operand #0 and result have same element type");

/// A vector with a box of elements replaced.
#[op("vector.insert_strided_slice",
     traits(Pure, Predicate(&LIKE_FIRST), AllTypesMatch(&["dest", "result"])), verify = verify_insert,
     fold = fold::insert_strided_slice,
     canonicalize(insert_splat, insert_of_extract,
                  insert_constant),
     format = "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)")]
pub struct InsertStridedSliceOp {
    valueToStore: Operand<ANY_NON0_VECTOR>,
    dest: Operand<ANY_NON0_VECTOR>,
    offsets: Prop<I64ArrayAttr>,
    strides: Prop<I64ArrayAttr>,
    result: Res<ANY_NON0_VECTOR>,
}

/// A box of elements.
#[op("vector.extract_strided_slice", traits(Pure, Predicate(&LIKE_OPERAND)), verify = verify_extract,
     fold = fold::extract_strided_slice,
     canonicalize(extract_of_create_mask,
                  extract_of_constant_mask,
                  extract_of_broadcast,
                  extract_splat,
                  extract_contiguous),
     format = "$source attr-dict `:` type($source) `to` type(results)")]
pub struct ExtractStridedSliceOp {
    source: Operand<ANY_NON0_VECTOR>,
    offsets: Prop<I64ArrayAttr>,
    sizes: Prop<I64ArrayAttr>,
    strides: Prop<I64ArrayAttr>,
    _result: Res<ANY_NON0_VECTOR>,
}

/// Verifies that all numbers are at least `min` and below their limits.
fn within(
    op: OpRef<'_>,
    name: &str,
    numbers: &[i64],
    min: i64,
    limits: impl Iterator<Item = i64>,
) -> CheckResult {
    for (i, (&number, limit)) in numbers.iter().zip(limits).enumerate() {
        if number < min || number >= limit {
            return Err(op_error(
                op,
                format!("expected {name} dimension {i} to be confined to [{min}, {limit})"),
            ));
        }
    }
    Ok(())
}

/// Verifies that all strides are one.
fn unit(op: OpRef<'_>, strides: &[i64]) -> CheckResult {
    if strides.iter().any(|&stride| stride != 1) {
        return Err(op_error(op, "expected strides to be confined to [1, 2)"));
    }
    Ok(())
}

/// Verifies that no sum of an offset and a size exceeds the extent.
fn sums(op: OpRef<'_>, offsets: &[i64], sizes: &[i64], shape: &[i64], name: &str) -> CheckResult {
    for (i, ((&offset, &size), &extent)) in offsets.iter().zip(sizes).zip(shape).enumerate() {
        if !(0..=extent).contains(&offset.wrapping_add(size)) {
            let limit = extent.wrapping_add(1);
            return Err(op_error(
                op,
                format!("expected sum(offsets, {name}) dimension {i} to be confined to [1, {limit})"),
            ));
        }
    }
    Ok(())
}

fn verify_insert(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), InsertStridedSliceOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let (part, whole) = (vector(cx, view.value_to_store().ty()), vector(cx, view.dest().ty()));
    let (offsets, strides) = (integers(cx, view.offsets_attr()), integers(cx, view.strides_attr()));
    if offsets.len() != whole.rank() {
        return fail("expected offsets of same size as destination vector rank");
    }
    if strides.len() != part.rank() {
        return fail("expected strides of same size as source vector rank");
    }
    let Some(lead) = whole.rank().checked_sub(part.rank()) else {
        return fail("expected source rank to be no greater than destination rank");
    };
    let mut sizes = vec![0; lead];
    sizes.extend(part.shape);
    within(op, "offsets", &offsets, 0, whole.shape.iter().copied())?;
    unit(op, &strides)?;
    sums(op, &offsets, &sizes, whole.shape, "source vector shape")?;
    for i in 0..part.rank() {
        let at = lead + i;
        if part.scalable[i] != whole.scalable[at] {
            return fail(&format!("mismatching scalable flags (at source vector idx={i})"));
        }
        if part.scalable[i] && part.shape[i] != whole.shape[at] {
            return fail(&base_size(i, part.shape[i], whole.shape[at]));
        }
    }
    Ok(())
}

fn base_size(i: usize, size: i64, base: i64) -> String {
    format!(
        "expected size at idx={i} to match the corresponding base size from the input vector ({size} vs {base})"
    )
}

fn verify_extract(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ExtractStridedSliceOp::view_of(op));
    let source = vector(cx, view.source().ty());
    let [offsets, sizes, strides] =
        [view.offsets_attr(), view.sizes_attr(), view.strides_attr()].map(|attr| integers(cx, attr));
    if offsets.len() != sizes.len() || offsets.len() != strides.len() {
        return Err(op_error(op, "expected offsets, sizes and strides attributes of same size"));
    }
    if offsets.len() > source.rank() {
        return Err(op_error(op, "expected offsets attribute of rank no greater than vector rank"));
    }
    within(op, "offsets", &offsets, 0, source.shape.iter().copied())?;
    within(op, "sizes", &sizes, 1, source.shape.iter().map(|extent| extent.wrapping_add(1)))?;
    unit(op, &strides)?;
    sums(op, &offsets, &sizes, source.shape, "sizes")?;
    let mut shape = sizes.clone();
    shape.extend(&source.shape[sizes.len()..]);
    let expected = VectorType::get_scalable(cx, &shape, source.scalable, source.element);
    if op.single_result().ty() != expected {
        return Err(op_error(op, format!("expected result type to be '{}'", cx.type_text(expected))));
    }
    for (i, &size) in sizes.iter().enumerate() {
        if source.scalable[i] && source.shape[i] != size {
            return Err(op_error(op, base_size(i, size, source.shape[i])));
        }
    }
    Ok(())
}

// Setting.

/// Folds an insert of a splat into a splat of the same scalar.
fn insert_splat(rw: &mut Rewriter<'_>, op: InsertStridedSliceOp) -> Option<()> {
    let view = op.view(rw);
    let splat = splat_source(view.value_to_store())?;
    let dest = view.dest();
    if splat_source(dest) != Some(splat) {
        return None;
    }
    let dest = dest.id();
    rw.replace_op(op, &[dest]);
    Some(())
}

/// Folds an insert of a slice at the position from which it was extracted.
fn insert_of_extract(rw: &mut Rewriter<'_>, op: InsertStridedSliceOp) -> Option<()> {
    let view = op.view(rw);
    let extract = view.value_to_store().defined_by::<ExtractStridedSliceOp>()?;
    let dest = view.dest();
    if extract.source() != dest
        || extract.strides_attr() != view.strides_attr()
        || extract.offsets_attr() != view.offsets_attr()
    {
        return None;
    }
    let dest = dest.id();
    rw.replace_op(op, &[dest]);
    Some(())
}

fn insert_constant(rw: &mut Rewriter<'_>, op: InsertStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (part, dest) = (view.value_to_store(), view.dest());
    let count = fixed_count(cx, dest.ty())?;
    if count > MOST_COPIED && dest.uses().count() != 1 {
        return None;
    }
    let (whole, part_ty) = (vector(cx, dest.ty()).shape, vector(cx, part.ty()).shape);
    let dest = Elements::of(cx, constant_value(dest)?)?;
    let part = Elements::of(cx, constant_value(part)?)?;
    let offsets = integers(cx, view.offsets_attr());
    let mut sizes = vec![1; whole.len() - part_ty.len()];
    sizes.extend(part_ty);
    let mut all: Vec<&[u8]> = (0..count).map(|i| dest.get(i)).collect::<Option<_>>()?;
    for (i, number) in elements_in_box(whole, &offsets, &sizes).into_iter().enumerate() {
        *all.get_mut(usize::try_from(number).ok()?)? = part.get(i)?;
    }
    let constant = dense(cx, view.result().ty(), &all)?;
    rw.replace(op, arith::ConstantOp::of().value_attr(constant));
    Some(())
}

// Taking.

/// Replaces a slice of a created mask by a mask with reduced sizes.
fn extract_of_create_mask(rw: &mut Rewriter<'_>, op: ExtractStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let mask = view.source().defined_by::<CreateMaskOp>()?;
    let sizes: Vec<Value> = mask.0.operands().map(|size| size.id()).collect();
    let (offsets, loc) = (integers(cx, view.offsets_attr()), view.0.loc());
    let mut left = Vec::with_capacity(sizes.len());
    for (i, &size) in sizes.iter().enumerate() {
        let Some(&offset) = offsets.get(i) else {
            left.push(size);
            continue;
        };
        let offset = cx.int_attr(Type::INDEX, offset);
        let offset = rw.build_value(arith::ConstantOp::of().value_attr(offset).result(Type::INDEX).loc(loc));
        left.push(rw.build_value(arith::SubIOp::of(size, offset).result(Type::INDEX).loc(loc)));
    }
    rw.replace(op, CreateMaskOp::of(&left));
    Some(())
}

fn extract_of_constant_mask(rw: &mut Rewriter<'_>, op: ExtractStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let mask = view.source().defined_by::<ConstantMaskOp>()?;
    let mut left = mask.mask_dim_sizes().to_vec();
    let (offsets, sizes) = (integers(cx, view.offsets_attr()), integers(cx, view.sizes_attr()));
    for (left, (&offset, &size)) in left.iter_mut().zip(offsets.iter().zip(&sizes)) {
        *left = ((offset + size).min(*left) - offset).max(0);
    }
    if left.contains(&0) {
        left.fill(0);
    }
    let left = cx.i64_array(&left);
    rw.replace(op, ConstantMaskOp::of().mask_dim_sizes_attr(left));
    Some(())
}

/// Replaces a slice of a broadcast by a broadcast of a slice, or of the whole source.
fn extract_of_broadcast(rw: &mut Rewriter<'_>, op: ExtractStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = view.source().defined_by::<BroadcastOp>()?.source();
    let to = vector(cx, view.0.single_result().ty());
    let (mut id, loc) = (source.id(), view.0.loc());
    if let Some(from) = as_vector(cx, source.ty()) {
        let lead = to.rank() - from.rank();
        let differs = |i: usize| from.shape[i] != 1 && from.shape[i] != to.shape[lead + i];
        if (0..from.rank()).any(differs) {
            let part = |list: TypedArray<'_, I64Attr>| list.iter().skip(lead).collect::<Vec<i64>>();
            let (mut offsets, mut sizes) = (part(view.offsets()), part(view.sizes()));
            let strides = part(view.strides());
            for (i, (offset, size)) in offsets.iter_mut().zip(&mut sizes).enumerate() {
                if from.shape[i] == 1 {
                    (*offset, *size) = (0, 1);
                }
            }
            let mut shape = sizes.clone();
            shape.extend(&from.shape[sizes.len()..]);
            let ty = VectorType::get_scalable(cx, &shape, from.scalable, from.element);
            let [offsets, sizes, strides] = [&offsets, &sizes, &strides].map(|list| i64_attrs(cx, list));
            let part = ExtractStridedSliceOp::of(id).offsets_attr(offsets).sizes_attr(sizes);
            id = rw.build_value(part.strides_attr(strides).result(ty).loc(loc));
        }
    }
    rw.replace(op, BroadcastOp::of(id));
    Some(())
}

fn extract_splat(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let splat = splat_source(rw.op(op).single_operand())?.id();
    rw.replace(op, BroadcastOp::of(splat));
    Some(())
}

/// A box whose elements stand together is a subvector.
fn extract_contiguous(rw: &mut Rewriter<'_>, op: ExtractStridedSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = view.source();
    let from = vector(cx, source.ty());
    if from.is_scalable() || from.rank() == 0 {
        return None;
    }
    let sizes = integers(cx, view.sizes_attr());
    let mut front = (0..sizes.len()).rev().find(|&i| sizes[i] != from.shape[i]).map_or(0, |i| i + 1);
    let all = front == from.rank() && sizes.len() == from.rank();
    if front == 0 || all || sizes[..front].iter().any(|&size| size != 1) {
        return None;
    }
    while front + 1 < sizes.len() && sizes[front] == 1 {
        front += 1;
    }
    let at = cx.i64_array(&integers(cx, view.offsets_attr())[..front]);
    let ty = VectorType::get_scalable(cx, &from.shape[front..], &from.scalable[front..], from.element);
    let (source, loc) = (source.id(), view.0.loc());
    let taken = rw.build_value(ExtractOp::of(source).static_position_attr(at).result(ty).loc(loc));
    rw.replace(op, ShapeCastOp::of(taken));
    Some(())
}
