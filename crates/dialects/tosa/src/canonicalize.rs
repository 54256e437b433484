//! Canonicalization: padding that windows take over, clamps, slices and transpositions of each other.

use terrace_dialects_mem::tensor;
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Attr, AttrData, Context, DYNAMIC, Op, OpKind, OpName, RankedTensorType, Rewriter, Type, Value, ValueRef,
};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::attrs::NanPropagationMode;
use crate::convolutions::{Conv2DOp, DepthwiseConv2DOp, MaxPool2dOp};
use crate::data_layout::{ConcatOp, PadOp, ReshapeOp, SliceOp, TransposeOp, permutation};
use crate::elementwise::{ClampOp, LogicalNotOp, SelectOp};
use crate::folds::{Splat, is_unsigned};
use crate::shape_ops::ConstShapeOp;
use crate::shapes::{const_shape_values, shape_elements};
use crate::types::{ShapeType, shape_rank, storage_element};
use crate::variables::ConstOp;
use crate::verify::zero_point;

/// Creates a constant of the dialect: of a shape or of a tensor.
pub fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    let is_shape = shape_rank(cx, ty).is_some();
    let name = match attr.data(cx) {
        AttrData::DenseElements { .. } if is_shape => ConstShapeOp::DEF.name,
        _ if attr.is_elements(cx) && ty.is_tensor(cx) => ConstOp::DEF.name,
        _ => return None,
    };
    Some((cx.op_name(name), vec![attr]))
}

/// Creates a `tosa.const_shape` with these extents.
pub fn build_const_shape(rw: &mut Rewriter<'_>, shape: &[i64]) -> Value {
    let values = shape_elements(rw.cx(), shape);
    let ty: Type = ShapeType::get(rw.cx(), shape.len() as i32).into();
    rw.build_value(ConstShapeOp::of().values(values).output(ty))
}

/// The patterns of the dialect.
pub static PATTERNS: &[Pattern] = &[
    Pattern::new("FoldPadToConv2D", Conv2DOp::DEF.name, |rw, op| pad_into_conv2d(rw, Conv2DOp::assume(op))),
    Pattern::new("FoldPadToDepthwiseConv2D", DepthwiseConv2DOp::DEF.name, |rw, op| {
        pad_into_depthwise(rw, DepthwiseConv2DOp::assume(op))
    }),
    Pattern::new("MaxPool2dIsNoOp", MaxPool2dOp::DEF.name, |rw, op| {
        max_pool_of_one(rw, MaxPool2dOp::assume(op))
    }),
    Pattern::new("FoldPadToMaxPool2d", MaxPool2dOp::DEF.name, |rw, op| {
        pad_into_max_pool(rw, MaxPool2dOp::assume(op))
    }),
    Pattern::new("ConcatOptimization", ConcatOp::DEF.name, |rw, op| concat_of_one(rw, ConcatOp::assume(op))),
    Pattern::new("SelectOfLogicalNot", SelectOp::DEF.name, |rw, op| select_of_not(rw, SelectOp::assume(op))),
    Pattern::new("ConsolidateTransposeOptimization", TransposeOp::DEF.name, |rw, op| {
        transpose_of_transpose(rw, TransposeOp::assume(op))
    }),
    Pattern::new("TransposeIsReshape", TransposeOp::DEF.name, |rw, op| {
        transpose_to_reshape(rw, TransposeOp::assume(op))
    }),
    Pattern::new("ClampIsNoOp", ClampOp::DEF.name, |rw, op| clamp_to_everything(rw, ClampOp::assume(op))),
    Pattern::new("ClampClampOptimization", ClampOp::DEF.name, |rw, op| {
        clamp_of_clamp(rw, ClampOp::assume(op))
    }),
    Pattern::new("ConcatSliceOptimization", SliceOp::DEF.name, |rw, op| {
        slice_of_concat(rw, SliceOp::assume(op))
    }),
    Pattern::new("PadSliceOptimization", SliceOp::DEF.name, |rw, op| slice_of_pad(rw, SliceOp::assume(op))),
    Pattern::new("SliceDynamicSizeCanonicalization", SliceOp::DEF.name, |rw, op| {
        slice_of_known_size(rw, SliceOp::assume(op))
    }),
];

/// The largest padding that a window takes over: that of the level 8k.
const MAX_PADDING: i64 = 8192;

/// Returns the element that a constant has, if it has one.
fn single_element(value: ValueRef<'_>) -> Option<Splat> {
    let attr = constant_value(value)?;
    if attr.ty(value.cx())?.num_elements(value.cx())? != 1 {
        return None;
    }
    Splat::of(value.cx(), attr)
}

/// Returns whether padding with a constant is what a convolution does: with zero, or the zero point.
fn pads_with_zero(pad: ValueRef<'_>, zero: ValueRef<'_>) -> bool {
    match single_element(pad) {
        Some(Splat::Float(value)) => value.is_zero(),
        Some(Splat::Int(value)) => value.to_i64().is_some_and(|value| zero_point(zero, true) == Some(value)),
        None => false,
    }
}

/// Returns whether padding with a constant changes no greatest element.
fn pads_with_least(pad: ValueRef<'_>) -> bool {
    let unsigned = is_unsigned(pad.cx(), pad.ty().element_type_or_self(pad.cx()));
    match single_element(pad) {
        Some(Splat::Float(value)) => value == ApFloat::largest(value.kind(), true),
        Some(Splat::Int(value)) => {
            if unsigned {
                value.is_zero()
            } else {
                value.is_signed_min()
            }
        }
        None => false,
    }
}

/// The padding that a window gets with that of the op before: top, bottom, left and right. The source of the padding
/// comes along.
fn merged_padding<'a>(input: ValueRef<'a>, own: &[i64]) -> Option<(ValueRef<'a>, ValueRef<'a>, Vec<i64>)> {
    let pad = input.defined_by::<PadOp>()?;
    let explicit = const_shape_values(pad.padding())?;
    let [0, 0, sides @ .., 0, 0] = &explicit[..] else { return None };
    if sides.len() != own.len() || sides.iter().any(|&side| side < 0) {
        return None;
    }
    let merged: Vec<i64> = sides.iter().zip(own).map(|(side, own)| side.saturating_add(*own)).collect();
    let is_small = merged.iter().all(|&side| side <= MAX_PADDING);
    is_small.then(|| (pad.input1(), pad.pad_const(), merged))
}

macro_rules! pad_into_convolution {
    ($($name:ident: $op:ident;)*) => {$(
        /// A convolution pads its input.
        fn $name(rw: &mut Rewriter<'_>, op: $op) -> Option<()> {
            let view = op.view(rw);
            let (source, value, padding) = merged_padding(view.input(), &view.pad().to_vec())?;
            if !pads_with_zero(value, view.input_zp()) {
                return rw.notify_match_failure(op, "padding constant is not aligned with the op's zero point");
            }
            let (source, attr) = (source.id(), rw.cx().i64_array(&padding));
            take_padding(rw, op, source, "pad", attr)
        }
    )*};
}

pad_into_convolution! {
    pad_into_conv2d: Conv2DOp;
    pad_into_depthwise: DepthwiseConv2DOp;
}

/// Sets the first operand and the padding of an op.
fn take_padding(
    rw: &mut Rewriter<'_>,
    op: impl Into<Op>,
    source: Value,
    name: &str,
    padding: Attr,
) -> Option<()> {
    let op: Op = op.into();
    let slot = rw.op(op).def()?.props.iter().position(|prop| prop.name == name)?;
    rw.set_operand(op, 0, source);
    rw.set_prop(op, slot, padding);
    Some(())
}

/// A window of greatest elements pads its input.
fn pad_into_max_pool(rw: &mut Rewriter<'_>, op: MaxPool2dOp) -> Option<()> {
    let view = op.view(rw);
    let (source, value, padding) = merged_padding(view.input(), &view.pad().to_vec())?;
    let kernel = view.kernel().to_vec();
    let fits = padding.chunks(2).zip(&kernel).all(|(sides, kernel)| sides.iter().all(|side| side < kernel));
    if !fits || !pads_with_least(value) {
        return rw
            .notify_match_failure(op, "padding is not aligned with the kernel, or not the least element");
    }
    let (source, attr) = (source.id(), rw.cx().i64_array(&padding));
    take_padding(rw, op, source, "pad", attr)
}

/// Returns whether an op on elements of a type passes what is not a number on.
fn keeps_nan(cx: &Context, ty: Type, mode: NanPropagationMode) -> bool {
    !ty.element_type_or_self(cx).is_float(cx)
        || mode == NanPropagationMode::Propagate
        || cx.matches_upstream()
}

/// The greatest element of a window with one element is that.
fn max_pool_of_one(rw: &mut Rewriter<'_>, op: MaxPool2dOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (input, output) = (view.input(), view.output().ty());
    let is_one = input.ty().shape(cx)?.get(1..3)? == [1, 1] && output.shape(cx)?.get(1..3)? == [1, 1];
    let is_static = input.ty().num_elements(cx).is_some();
    if !is_one || !is_static || input.ty() != output || !keeps_nan(cx, output, view.nan_mode()) {
        return None;
    }
    let input = input.id();
    rw.replace_op(op, &[input]);
    Some(())
}

/// A tensor that is concatenated with nothing stays as it is.
fn concat_of_one(rw: &mut Rewriter<'_>, op: ConcatOp) -> Option<()> {
    let view = op.view(rw);
    let inputs: Vec<ValueRef<'_>> = view.input1().collect();
    let [input] = inputs[..] else { return None };
    let (ty, found, input) = (view.output().ty(), input.ty(), input.id());
    if found == ty {
        rw.replace_op(op, &[input]);
    } else {
        rw.replace(op, tensor::CastOp::of(input).dest(ty));
    }
    Some(())
}

/// A selection by a negated truth value selects the other way round.
fn select_of_not(rw: &mut Rewriter<'_>, op: SelectOp) -> Option<()> {
    let view = op.view(rw);
    let negated = view.input1().defined_by::<LogicalNotOp>()?;
    let operands = [negated.input1(), view.input3(), view.input2()].map(|value| value.id());
    rw.set_operands(op, &operands);
    Some(())
}

/// A transposition of a transposition is one.
fn transpose_of_transpose(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let inner = view.input1().defined_by::<TransposeOp>()?;
    let (first, second) = (inner.perms().to_vec(), view.perms().to_vec());
    if first.len() != second.len() || first.is_empty() {
        return None;
    }
    let perms: Vec<i32> =
        second.iter().map(|&dim| first.get(usize::try_from(dim).ok()?).copied()).collect::<Option<_>>()?;
    let (source, ty, perms) = (inner.input1().id(), view.output().ty(), rw.cx().i32_array(&perms));
    rw.replace(op, TransposeOp::of(source).perms_attr(perms).output(ty));
    Some(())
}

/// A transposition that keeps the order of elements is a reshape.
fn transpose_to_reshape(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.input1().defined_by::<TransposeOp>().is_some()
        || view.output().uses().any(|(user, _)| user.isa::<TransposeOp>())
    {
        return rw.notify_match_failure(op, "transpositions can be composed");
    }
    let shape = view.input1().ty().shape(cx)?;
    if shape.iter().filter(|&&extent| extent == DYNAMIC).count() > 1 {
        return rw.notify_match_failure(op, "has more than one dynamic dimension");
    }
    let order = permutation(&view.perms().to_vec()).filter(|order| order.len() == shape.len())?;
    if !order.iter().filter(|&&dim| shape[dim] != 1).is_sorted() {
        return rw.notify_match_failure(op, "the order of elements changes");
    }
    let new_shape: Vec<i64> = order.iter().map(|&dim| shape[dim]).collect();
    let (source, ty) = (view.input1().id(), view.output().ty());
    let shape = build_const_shape(rw, &new_shape);
    rw.replace(op, ReshapeOp::of(source, shape).output(ty));
    Some(())
}

/// Bounds between which all numbers of a type are.
fn is_whole_range(cx: &Context, element: Type, min: Attr, max: Attr) -> bool {
    match (min.data(cx), max.data(cx)) {
        (AttrData::Integer { value: min, .. }, AttrData::Integer { value: max, .. }) => {
            if is_unsigned(cx, element) {
                min.is_zero() && max.is_all_ones()
            } else {
                min.is_signed_min() && *max == ApInt::signed_max(max.width())
            }
        }
        _ => match (min.as_float(cx), max.as_float(cx)) {
            (Some(min), Some(max)) => min.is_inf() && min.is_negative() && max.is_inf() && !max.is_negative(),
            _ => false,
        },
    }
}

/// A clamp between the bounds of the type is its operand.
fn clamp_to_everything(rw: &mut Rewriter<'_>, op: ClampOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (input, ty) = (view.input(), view.output().ty());
    let element = input.ty().element_type_or_self(cx);
    if input.ty().shape(cx).is_none() || input.ty() != ty || !(element.is_integer(cx) || element.is_float(cx))
    {
        return None;
    }
    if !is_whole_range(cx, element, view.min_val_attr(), view.max_val_attr())
        || !keeps_nan(cx, ty, view.nan_mode())
    {
        return None;
    }
    let input = input.id();
    rw.replace_op(op, &[input]);
    Some(())
}

/// Bounds of a clamp.
struct Bounds {
    min: Attr,
    max: Attr,
}

/// The common part of two ranges with more than one number; `None` if there is none.
fn intersection(cx: &Context, element: Type, one: &Bounds, other: &Bounds) -> Option<Bounds> {
    let less = |a: Attr, b: Attr| -> Option<bool> {
        match (a.data(cx), b.data(cx)) {
            (AttrData::Integer { value: a, .. }, AttrData::Integer { value: b, .. })
                if a.width() == b.width() =>
            {
                Some(if is_unsigned(cx, element) { a.ult(b) } else { a.slt(b) })
            }
            _ => Some(a.as_float(cx)?.compare(b.as_float(cx)?)?.is_lt()),
        }
    };
    if !less(one.min, other.max)? || !less(other.min, one.max)? {
        return None;
    }
    let min = if less(one.min, other.min)? { other.min } else { one.min };
    let max = if less(other.max, one.max)? { other.max } else { one.max };
    Some(Bounds { min, max })
}

/// A clamp of a clamp is one, if their ranges overlap.
fn clamp_of_clamp(rw: &mut Rewriter<'_>, op: ClampOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let inner = view.input().defined_by::<ClampOp>()?;
    let (outer_mode, inner_mode) = (view.nan_mode(), inner.nan_mode());
    if outer_mode == NanPropagationMode::Ignore && inner_mode == NanPropagationMode::Propagate {
        return None;
    }
    let element = storage_element(cx, view.input().ty());
    let bounds = |min: Attr, max: Attr| Bounds { min, max };
    let outer_bounds = bounds(view.min_val_attr(), view.max_val_attr());
    let inner_bounds = bounds(inner.min_val_attr(), inner.max_val_attr());
    let Bounds { min, max } = intersection(cx, element, &outer_bounds, &inner_bounds)?;
    let mode = if outer_mode == inner_mode { outer_mode } else { NanPropagationMode::Ignore };
    let (source, ty) = (inner.input().id(), view.output().ty());
    rw.replace(op, ClampOp::of(source).min_val(min).max_val(max).nan_mode(mode).output(ty));
    Some(())
}

/// A slice of concatenated tensors that is within one of them is a slice of that.
fn slice_of_concat(rw: &mut Rewriter<'_>, op: SliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let concat = view.input1().defined_by::<ConcatOp>()?;
    concat.output().ty().num_elements(cx)?;
    let axis = usize::try_from(concat.axis()).ok()?;
    let (mut start, size) = (const_shape_values(view.start())?, const_shape_values(view.size())?);
    let length = *size.get(axis).filter(|&&length| length >= 0)?;
    let mut found = None;
    for input in concat.input1() {
        input.ty().num_elements(cx)?;
        let (extent, first) = (*input.ty().shape(cx)?.get(axis)?, start.get_mut(axis)?);
        if *first >= 0 && first.checked_add(length)? <= extent {
            found = Some(input.id());
            break;
        }
        *first -= extent;
    }
    let (source, ty) = (found?, view.output().ty());
    let start = build_const_shape(rw, &start);
    let size = build_const_shape(rw, &size);
    rw.replace(op, SliceOp::of(source, start, size).output(ty));
    Some(())
}

/// A dimension of a padded tensor that is sliced.
struct PaddedSlice {
    start: i64,
    low: i64,
    high: i64,
    extent: i64,
}

/// Returns the dimension with only the padding that the slice takes; `None` if the slice is not within it.
fn cropped(padding: [i64; 2], extent: i64, (start, size): (i64, i64)) -> Option<PaddedSlice> {
    let [low, high] = padding;
    if extent == DYNAMIC {
        return (start == 0 && size == -1).then_some(PaddedSlice { start, low, high, extent });
    }
    let (end, inner_end) = (start.checked_add(size)?, low.checked_add(extent)?);
    if low < 0 || high < 0 || start < 0 || size < 0 || end > inner_end.checked_add(high)? {
        return None;
    }
    let (low, high) = ((low - start).max(0), (end - inner_end).max(0));
    Some(PaddedSlice { start: (start - padding[0]).max(0), low, high, extent: low + extent + high })
}

/// A slice of a padded tensor takes no more padding than it needs.
fn slice_of_pad(rw: &mut Rewriter<'_>, op: SliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let pad = view.input1().defined_by::<PadOp>()?;
    if pad.output().uses().count() != 1 {
        return rw.notify_match_failure(op, "the padded tensor has other uses");
    }
    let shape = pad.input1().ty().shape(cx)?;
    pad.output().ty().shape(cx)?;
    let padding = const_shape_values(pad.padding())?;
    let (start, size) = (const_shape_values(view.start())?, const_shape_values(view.size())?);
    if padding.len() != 2 * shape.len() || start.len() != shape.len() || size.len() != shape.len() {
        return None;
    }
    let mut dims = Vec::with_capacity(shape.len());
    for (dim, &extent) in shape.iter().enumerate() {
        let sides = [padding[2 * dim], padding[2 * dim + 1]];
        dims.push(cropped(sides, extent, (start[dim], size[dim]))?);
    }
    let new_padding: Vec<i64> = dims.iter().flat_map(|dim| [dim.low, dim.high]).collect();
    let new_start: Vec<i64> = dims.iter().map(|dim| dim.start).collect();
    if new_padding == padding && new_start == start {
        return None;
    }
    let extents: Vec<i64> = dims.iter().map(|dim| dim.extent).collect();
    let padded = RankedTensorType::get(cx, &extents, pad.input1().ty().element_type(cx)?);
    let (source, value, pad_loc) = (pad.input1().id(), pad.pad_const().id(), pad.0.loc());
    let (size, ty) = (view.size().id(), view.output().ty());
    let padding = build_const_shape(rw, &new_padding);
    let pad = rw.build_value(PadOp::of(source, padding, value).output(padded).loc(pad_loc));
    let start = build_const_shape(rw, &new_start);
    rw.replace(op, SliceOp::of(pad, start, size).output(ty));
    Some(())
}

/// A size of a slice that is inferred is set, where the result shows it.
fn slice_of_known_size(rw: &mut Rewriter<'_>, op: SliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let size = const_shape_values(view.size())?;
    let shape = view.output().ty().shape(cx).filter(|shape| shape.len() == size.len())?;
    let merged = |(&size, &extent): (&i64, &i64)| if size == -1 && extent != DYNAMIC { extent } else { size };
    let merged: Vec<i64> = size.iter().zip(shape).map(merged).collect();
    if merged == size {
        return None;
    }
    let (source, start, ty) = (view.input1().id(), view.start().id(), view.output().ty());
    let size = build_const_shape(rw, &merged);
    rw.replace(op, SliceOp::of(source, start, size).output(ty));
    Some(())
}
