//! `tosa-optional-decompositions`: convolutions that are simpler ops.

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_tosa::canonicalize::build_const_shape;
use terrace_dialects_tosa::conversions::CastOp;
use terrace_dialects_tosa::convolutions::{Conv2DOp, DepthwiseConv2DOp, TransposeConv2DOp};
use terrace_dialects_tosa::data_layout::{PadOp, ReshapeOp, ReverseOp, SliceOp, TransposeOp};
use terrace_dialects_tosa::elementwise::{AddOp, MulOp, SubOp};
use terrace_dialects_tosa::variables::ConstOp;
use terrace_dialects_tosa::verify::zero_point;
use terrace_ir::elements::Numbers;
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Attr, Context, DYNAMIC, Loc, OpKind, RankedTensorType, Rewriter, Type, Value, ValueRef, pattern,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};
use terrace_support::apfloat::{ApFloat, Rounding};
use terrace_support::apint::ApInt;

/// The pass.
pub static TOSA_OPTIONAL_DECOMPOSITIONS: PassDef = PassDef {
    name: "tosa-optional-decompositions",
    class: "TosaOptionalDecompositionsPass",
    doc: "Applies Tosa operations optional decompositions",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(Decompose))),
    ..EMPTY_PASS
};

struct Decompose;

impl BodyPass for Decompose {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), PATTERNS);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

static PATTERNS: &[Pattern] = &[
    pattern!("TransposeConvNonStrided", TransposeConv2DOp, transposed_without_strides),
    pattern!("TransposeConvStrided", TransposeConv2DOp, transposed_with_strides),
    pattern!("DepthwiseConv2DIsMul", DepthwiseConv2DOp, depthwise_of_one),
];

/// Creates ops on tensors at the insertion point, with the shapes that they result in.
struct Make<'b, 'r> {
    rw: &'b mut Rewriter<'r>,
    loc: Loc,
}

/// The sum of extents, of which the first one may be dynamic.
fn plus(extent: i64, others: i64) -> i64 {
    if extent == DYNAMIC { DYNAMIC } else { extent.saturating_add(others) }
}

impl Make<'_, '_> {
    fn ty(&self, value: Value) -> Type {
        self.rw.body().value_type(value)
    }

    fn element(&self, value: Value) -> Type {
        self.ty(value).element_type_or_self(self.rw.cx())
    }

    fn shape(&self, value: Value) -> Vec<i64> {
        self.ty(value).shape(self.rw.cx()).map_or(Vec::new(), <[i64]>::to_vec)
    }

    /// The type with the elements of a value.
    fn like(&self, value: Value, shape: &[i64]) -> Type {
        RankedTensorType::get(self.rw.cx(), shape, self.element(value))
    }

    fn reshape(&mut self, value: Value, shape: &[i64]) -> Value {
        let (ty, shape) = (self.like(value, shape), build_const_shape(self.rw, shape));
        self.rw.build_value(ReshapeOp::of(value, shape).output(ty).loc(self.loc))
    }

    fn transpose(&mut self, value: Value, perms: &[i32]) -> Value {
        let shape = self.shape(value);
        let shape: Vec<i64> = perms.iter().map(|&dim| shape[dim as usize]).collect();
        let ty = self.like(value, &shape);
        let perms = self.rw.cx().i32_array(perms);
        self.rw.build_value(TransposeOp::of(value).perms_attr(perms).output(ty).loc(self.loc))
    }

    /// The images with their rows and columns in reverse order.
    fn reverse(&mut self, value: Value) -> Value {
        [1, 2].into_iter().fold(value, |value, axis| {
            let ty = self.ty(value);
            self.rw.build_value(ReverseOp::of(value).axis(axis).output(ty).loc(self.loc))
        })
    }

    /// The tensor with borders before and after each dimension.
    fn pad(&mut self, value: Value, borders: &[i64], with: Value) -> Value {
        let sums = self.shape(value).into_iter().zip(borders.chunks(2));
        let shape: Vec<i64> = sums.map(|(extent, borders)| plus(extent, borders.iter().sum())).collect();
        let (ty, borders) = (self.like(value, &shape), build_const_shape(self.rw, borders));
        self.rw.build_value(PadOp::of(value, borders, with).output(ty).loc(self.loc))
    }

    fn slice(&mut self, value: Value, start: &[i64], size: &[i64]) -> Value {
        let ty = self.like(value, size);
        let (start, size) = (build_const_shape(self.rw, start), build_const_shape(self.rw, size));
        self.rw.build_value(SliceOp::of(value, start, size).output(ty).loc(self.loc))
    }

    fn cast(&mut self, value: Value, element: Type) -> Option<Value> {
        if self.element(value) == element {
            return Some(value);
        }
        let ty = self.ty(value).with_element(self.rw.cx(), element)?;
        Some(self.rw.build_value(CastOp::of(value).output(ty).loc(self.loc)))
    }

    /// A constant of one number.
    fn splat(&mut self, shape: &[i64], element: Type, number: i64) -> Option<Value> {
        let cx = self.rw.cx();
        let ty = RankedTensorType::get(cx, shape, element);
        let values = splat(cx, ty, element, number)?;
        Some(self.rw.build_value(ConstOp::of().values(values).output(ty).loc(self.loc)))
    }

    /// The numbers less a zero point.
    fn without_zero_point(&mut self, value: Value, zero_point: i64) -> Option<Value> {
        if zero_point == 0 {
            return Some(value);
        }
        let (ones, element, ty) = (vec![1; self.shape(value).len()], self.element(value), self.ty(value));
        let zero_point = self.splat(&ones, element, zero_point)?;
        Some(self.rw.build_value(SubOp::of(value, zero_point).output(ty).loc(self.loc)))
    }

    /// The sum of images and what is added to each of their channels.
    fn add_bias(&mut self, value: Value, bias: Value, ty: Type) -> Value {
        let channels = self.shape(bias).first().copied().unwrap_or(1);
        let bias = self.reshape(bias, &[1, 1, 1, channels]);
        self.rw.build_value(AddOp::of(value, bias).output(ty).loc(self.loc))
    }
}

fn splat(cx: &Context, ty: Type, element: Type, number: i64) -> Option<Attr> {
    if let Some(kind) = element.float_kind(cx) {
        let (number, _) = ApFloat::from_int(kind, &ApInt::from_i64(64, number), true, Rounding::NearestEven);
        return Numbers::Splat(number).to_attr(cx, ty);
    }
    Numbers::Splat(ApInt::from_i64(element.number_width(cx), number)).to_attr(cx, ty)
}

/// The shape of images: all but the number of these is known.
fn image_shape(cx: &Context, images: ValueRef<'_>) -> Option<[i64; 4]> {
    let shape: [i64; 4] = images.ty().shape(cx)?.try_into().ok()?;
    (!shape[1..].contains(&DYNAMIC)).then_some(shape)
}

fn static_shape(cx: &Context, weight: ValueRef<'_>) -> Option<[i64; 4]> {
    let shape: [i64; 4] = weight.ty().shape(cx)?.try_into().ok()?;
    (!shape.contains(&DYNAMIC)).then_some(shape)
}

/// A transposed convolution that moves by one element is one with reversed weights and wider borders.
fn transposed_without_strides(rw: &mut Rewriter<'_>, op: TransposeConv2DOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, bounded) = (view.0.loc(), view.local_bound_attr());
    if view.stride().to_vec() != [1, 1] || !view.bias().ty().has_static_shape(cx) {
        return None;
    }
    image_shape(cx, view.input())?;
    image_shape(cx, view.output())?;
    let [_, height, width, _] = static_shape(cx, view.weight())?;
    let pad = view.out_pad().to_vec();
    let pad: Vec<i64> =
        pad.iter().zip([height, height, width, width]).map(|(pad, size)| pad + size - 1).collect();
    // Borders that would be cut off.
    if pad.iter().any(|&pad| pad < 0) {
        return None;
    }
    let (acc_type, ty) = (view.acc_type_attr(), view.output().ty());
    let [input, weight, bias] = [view.input(), view.weight(), view.bias()].map(|value| value.id());
    let zero_points = [view.input_zp(), view.weight_zp()].map(|value| value.id());
    let weight = Make { rw, loc }.reverse(weight);
    let ones = cx.i64_array(&[1, 1]);
    let conv = Conv2DOp::of(input, weight, bias, zero_points[0], zero_points[1]).acc_type_attr(acc_type);
    let conv = conv.pad_attr(cx.i64_array(&pad)).stride_attr(ones).dilation_attr(ones);
    rw.replace(op, conv.local_bound_attr(bounded).output(ty));
    Some(())
}

/// The weights, filled up to a multiple of the strides, with a channel for each position within a stride, in reverse order.
fn channels_of_positions(
    make: &mut Make<'_, '_>,
    weight: Value,
    zero_point: Value,
    [sy, sx]: [i64; 2],
) -> Option<Value> {
    let &[out_channels, height, width, in_channels] = &make.shape(weight)[..] else { return None };
    let (rows, columns) = (height.checked_add(sy - 1)? / sy, width.checked_add(sx - 1)? / sx);
    let channels = out_channels.checked_mul(sy)?.checked_mul(sx)?;
    let (full_height, full_width) = (rows.checked_mul(sy)?, columns.checked_mul(sx)?);
    let borders = [0, 0, 0, full_height - height, 0, full_width - width, 0, 0];
    let weight = make.pad(weight, &borders, zero_point);
    let weight = make.reshape(weight, &[out_channels, rows, sy, columns, sx, in_channels]);
    let weight = make.transpose(weight, &[2, 4, 0, 1, 3, 5]);
    let weight = make.reshape(weight, &[channels, rows, columns, in_channels]);
    Some(make.reverse(weight))
}

/// Images of the size of a result, with the borders that it has before them: cut off where these are negative, zero where
/// the images have no elements.
fn placed(make: &mut Make<'_, '_>, images: Value, before: [i64; 2], size: [i64; 2]) -> Option<Value> {
    let &[batch, rows, columns, channels] = &make.shape(images)[..] else { return None };
    let element = make.element(images);
    let [cut_top, cut_left] = before.map(|border| border.saturating_neg().max(0));
    let [top, left] = before.map(|border| border.max(0));
    let (size_y, size_x) = ((rows - cut_top).min(size[0] - top), (columns - cut_left).min(size[1] - left));
    if size_y < 1 || size_x < 1 {
        return None;
    }
    let images = make.slice(images, &[0, cut_top, cut_left, 0], &[batch, size_y, size_x, channels]);
    let borders = [0, 0, top, size[0] - top - size_y, left, size[1] - left - size_x, 0, 0];
    let zero = make.splat(&[1], element, 0)?;
    Some(make.pad(images, &borders, zero))
}

/// A transposed convolution that moves by strides is a convolution to a channel for each position within a stride; the channels are
/// then interleaved.
fn transposed_with_strides(rw: &mut Rewriter<'_>, op: TransposeConv2DOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, acc_type, bounded) = (view.0.loc(), view.acc_type_attr(), view.local_bound_attr());
    let (stride, pad) = (view.stride().to_vec(), view.out_pad().to_vec());
    let (&[sy, sx], &[top, _, left, _]) = (&stride[..], &pad[..]) else { return None };
    let is_static = view.bias().ty().has_static_shape(cx);
    if !is_static || sy < 1 || sx < 1 || (sy == 1 && sx == 1) {
        return None;
    }
    let [batch, in_height, in_width, _] = image_shape(cx, view.input())?;
    let [_, out_height, out_width, _] = image_shape(cx, view.output())?;
    let [out_channels, ..] = static_shape(cx, view.weight())?;
    let ty = view.output().ty();
    let element = |value: ValueRef<'_>| value.ty().element_type_or_self(cx);
    let (result, bias_element) = (element(view.output()), element(view.bias()));
    let is_plain = element(view.input()) == element(view.input_zp())
        && element(view.weight()) == element(view.weight_zp());
    if !is_plain || !(result.is_integer(cx) || result.is_float(cx)) {
        return None;
    }
    let [input, weight, bias] = [view.input(), view.weight(), view.bias()].map(|value| value.id());
    let [input_zp, weight_zp] = [view.input_zp(), view.weight_zp()].map(|value| value.id());

    let mut make = Make { rw, loc };
    let weight = channels_of_positions(&mut make, weight, weight_zp, [sy, sx])?;
    let &[channels, rows, columns, _] = &make.shape(weight)[..] else { return None };
    let input = make.pad(input, &[0, 0, rows - 1, rows - 1, columns - 1, columns - 1, 0, 0], input_zp);
    let no_bias = make.splat(&[channels], bias_element, 0)?;
    let (conv_height, conv_width) = (in_height.checked_add(rows - 1)?, in_width.checked_add(columns - 1)?);
    let conv_ty = RankedTensorType::get(cx, &[batch, conv_height, conv_width, channels], result);
    let (ones, zeros) = (cx.i64_array(&[1, 1]), cx.i64_array(&[0; 4]));
    let conv = Conv2DOp::of(input, weight, no_bias, input_zp, weight_zp).acc_type_attr(acc_type);
    let conv = conv.pad_attr(zeros).stride_attr(ones).dilation_attr(ones).local_bound_attr(bounded);
    let conv = make.rw.build_value(conv.output(conv_ty).loc(loc));

    // The channels, interleaved.
    let (all_rows, all_columns) = (conv_height.checked_mul(sy)?, conv_width.checked_mul(sx)?);
    let images = make.reshape(conv, &[batch, conv_height, conv_width, sy, sx, out_channels]);
    let images = make.transpose(images, &[0, 1, 3, 2, 4, 5]);
    let images = make.reshape(images, &[batch, all_rows, all_columns, out_channels]);

    let images = placed(&mut make, images, [top, left], [out_height, out_width])?;
    let sum = make.add_bias(images, bias, ty);
    rw.replace_op(op, &[sum]);
    Some(())
}

/// A depthwise convolution with windows of one element is a product.
fn depthwise_of_one(rw: &mut Rewriter<'_>, op: DepthwiseConv2DOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let loc = view.0.loc();
    let [batch, height, width, channels] = image_shape(cx, view.input())?;
    let result_shape = image_shape(cx, view.output())?;
    let [1, 1, _, multiplier] = static_shape(cx, view.weight())? else { return None };
    let pad = view.pad().to_vec();
    if view.stride().to_vec() != [1, 1] || !view.bias().ty().has_static_shape(cx) {
        return None;
    }
    let element = |value: ValueRef<'_>| value.ty().element_type_or_self(cx);
    let (result, ty) = (element(view.output()), view.output().ty());
    let is_number = |value: ValueRef<'_>| element(value).is_integer(cx) || element(value).is_float(cx);
    // There are products of 32 bits and of floats.
    if !is_number(view.input()) || !is_number(view.weight()) || !(result == Type::I32 || result.is_float(cx))
    {
        return None;
    }
    let (input_zp, weight_zp) = (zero_point(view.input_zp(), true)?, zero_point(view.weight_zp(), true)?);
    if result.is_float(cx) && (input_zp != 0 || weight_zp != 0) {
        return None;
    }
    let [input, weight, bias] = [view.input(), view.weight(), view.bias()].map(|value| value.id());
    let mut make = Make { rw, loc };
    let input = make.reshape(input, &[batch, height, width, channels, 1]);
    let (input, weight) = (make.cast(input, result)?, make.cast(weight, result)?);
    let mut input = make.without_zero_point(input, input_zp)?;
    let weight = make.without_zero_point(weight, weight_zp)?;
    if pad.iter().any(|&border| border != 0) {
        let zero = make.splat(&[1], result, 0)?;
        input = make.pad(input, &[&[0, 0][..], &pad, &[0; 4]].concat(), zero);
    }
    let mut shape = make.shape(input);
    *shape.last_mut()? = multiplier;
    let weight = make.reshape(weight, &[1, 1, 1, channels, multiplier]);
    let shift = make.splat(&[1], Type::I8, 0)?;
    let product_ty = make.like(input, &shape);
    let product = make.rw.build_value(MulOp::of(input, weight, shift).output(product_ty).loc(loc));
    let product = make.reshape(product, &result_shape);
    let sum = make.add_bias(product, bias, ty);
    rw.replace_op(op, &[sum]);
    Some(())
}
