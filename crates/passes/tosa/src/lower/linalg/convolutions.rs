//! Convolutions.

use terrace_affine::AffineMap;
use terrace_conversion::ConversionRewriter;
use terrace_dialects_core::arith::{AddFOp, AddIOp, ExtFOp, ExtSIOp};
use terrace_dialects_linalg::builders::{Loops, make_named};
use terrace_dialects_linalg::named_convolution::{
    Conv2DNhwcFhwcOp, Conv2DNhwcFhwcQOp, Conv2DNhwcHwcfOp, Conv2DNhwcHwcfQOp, Conv3DNdhwcDhwcfOp,
    Conv3DNdhwcDhwcfQOp, DepthwiseConv2DNhwcHwcmOp, DepthwiseConv2DNhwcHwcmQOp,
};
use terrace_dialects_tosa::conversions::CastOp;
use terrace_dialects_tosa::convolutions::{Conv2DOp, Conv3DOp, DepthwiseConv2DOp};
use terrace_dialects_tosa::data_layout::TransposeOp;
use terrace_dialects_tosa::verify::zero_point;
use terrace_ir::elements::int_elements;
use terrace_ir::{Attr, Context, DYNAMIC, Loc, OpDef, OpKind, RankedTensorType, Rewriter, Type, Value};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::reshapes::create_collapse;
use terrace_support::apint::ApInt;

use super::make::{Make, Window, bias_map, windows, zero_of};

/// A convolution.
struct Conv {
    input: Value,
    weight: Value,
    bias: Value,
    /// Those of the input and the weight.
    zero_points: [i64; 2],
    windows: Vec<Window>,
    /// The type in which products are added.
    acc: Type,
    ty: Type,
    shape: Vec<i64>,
    weight_shape: Vec<i64>,
    biases: i64,
    loc: Loc,
}

/// The parts of a convolution; `None` where they are not known, or not those of ops of linalg.
macro_rules! conv_of {
    ($rw:expr, $op:expr) => {{
        let (cx, view) = ($rw.cx(), $op.view($rw));
        let tensors = [view.input(), view.weight(), view.bias(), view.output()];
        let [_, weight_shape, biases, shape] = tensors.map(|tensor| tensor.ty().shape(cx));
        let windows = windows(&view.pad().to_vec(), &view.stride().to_vec(), &view.dilation().to_vec());
        let conv = Conv {
            input: view.input().id(),
            weight: view.weight().id(),
            bias: view.bias().id(),
            zero_points: [zero_point(view.input_zp(), true)?, zero_point(view.weight_zp(), true)?],
            windows: windows?,
            acc: view.acc_type(),
            ty: view.output().ty(),
            shape: shape?.to_vec(),
            weight_shape: weight_shape?.to_vec(),
            biases: *biases?.first()?,
            loc: view.0.loc(),
        };
        match conv.unsupported(cx, tensors.map(|tensor| tensor.ty())) {
            Some(reason) => return $rw.notify_match_failure($op, reason),
            None => conv,
        }
    }};
}

impl Conv {
    /// The reason why ops of linalg do not compute the same.
    fn unsupported(&self, cx: &Context, types: [Type; 4]) -> Option<&'static str> {
        if types[0].shape(cx).is_none() {
            return Some("the shape of the input is not known");
        }
        if self.biases == DYNAMIC || self.weight_shape.contains(&DYNAMIC) {
            return Some("convolutions need static shapes of weight and bias");
        }
        let [input, weight, bias, result] = types.map(|ty| ty.element_type_or_self(cx));
        let all = [input, weight, bias, self.acc, result];
        let same_kind = all.iter().all(|ty| ty.is_float(cx) == input.is_float(cx));
        if !same_kind || all.iter().any(|&ty| zero_of(cx, ty).is_none()) {
            return Some("unsupported types of elements");
        }
        if RankedTensorType::get(cx, &self.shape, result) != self.ty {
            return Some("a result with an encoding");
        }
        if self.has_zero_points() && result != self.acc {
            return Some("products about zero points have the type of the result");
        }
        None
    }

    fn has_zero_points(&self) -> bool {
        self.zero_points != [0, 0]
    }

    /// Whether elements of the bias can be extended to a type.
    fn bias_fits(&self, rw: &Rewriter<'_>, to: Type) -> bool {
        let cx = rw.cx();
        let own = rw.body().value_type(self.bias).element_type_or_self(cx);
        own == to || own.number_width(cx) < to.number_width(cx)
    }

    /// The dynamic extents of the result. `kernel` is the first dimension of the weight that is one of its windows.
    fn sizes(&self, make: &mut Make<'_, '_>, kernel: usize) -> Vec<Value> {
        // Windows first.
        let mut sizes: Vec<Option<Value>> = vec![None; self.shape.len()];
        let is_dynamic = |dim: usize| self.shape[dim] == DYNAMIC;
        for window in self.windows.iter().filter(|window| is_dynamic(window.dim)) {
            let input = make.dim(self.input, window.dim);
            let kernel = make.dim(self.weight, kernel + window.dim - 1);
            sizes[window.dim] = Some(make.count_places(input, kernel, window));
        }
        if is_dynamic(0) {
            sizes[0] = Some(make.dim(self.input, 0));
        }
        let channels = self.shape.len() - 1;
        if is_dynamic(channels) {
            // Upstream creates as many channels as the input has.
            sizes[channels] = Some(match make.rw.cx().matches_upstream() {
                true => make.dim(self.input, channels),
                false => make.dim(self.weight, 0),
            });
        }
        sizes.into_iter().flatten().collect()
    }

    /// The input with padding of its zero point.
    fn padded(&self, make: &mut Make<'_, '_>) -> Option<Value> {
        let (cx, element) = (make.rw.cx(), make.ty(self.input).element_type_or_self(make.rw.cx()));
        let with = match self.zero_points[0] {
            0 => zero_of(cx, element)?,
            zero_point => cx.int_attr(element, zero_point),
        };
        make.padded(self.input, &self.windows, with)
    }

    /// The strides and the dilations.
    fn steps(&self, cx: &Context) -> Option<[Option<Attr>; 2]> {
        let ty = RankedTensorType::get(cx, &[self.windows.len() as i64], Type::I64);
        let tensor = |number: fn(&Window) -> i64| {
            let numbers: Vec<ApInt> =
                self.windows.iter().map(|window| ApInt::from_i64(64, number(window))).collect();
            int_elements(cx, ty, &numbers)
        };
        Some([Some(tensor(|window| window.stride)?), Some(tensor(|window| window.dilation)?)])
    }

    /// The convolution by the first kind of op, or by the second one if there are zero points.
    fn convolve(
        &self,
        make: &mut Make<'_, '_>,
        [plain, about_zero_points]: [&'static OpDef; 2],
        operands: [Value; 3],
    ) -> Option<Value> {
        let [input, weight, dest] = operands;
        let (mut inputs, mut def) = (vec![input, weight], plain);
        if self.has_zero_points() {
            inputs.extend(self.zero_points.map(|zero_point| make.i32(zero_point)));
            def = about_zero_points;
        }
        let steps = self.steps(make.rw.cx())?;
        let made = make_named(make.rw, def, &inputs, &[dest], &steps, self.loc)?;
        Some(make.rw.body().single_result(made))
    }

    /// The sums with the elements of the result's type.
    fn cast(&self, make: &mut Make<'_, '_>, sums: Value) -> Option<Value> {
        let (cx, from) = (make.rw.cx(), make.ty(sums));
        let ty = from.with_element(cx, self.ty.element_type_or_self(cx))?;
        if from == ty {
            return Some(sums);
        }
        Some(make.rw.build_value(CastOp::of(sums).output(ty).loc(self.loc)))
    }

    /// The weight with the features last.
    fn features_last(&self, make: &mut Make<'_, '_>) -> Value {
        let cx = make.rw.cx();
        let mut shape = self.weight_shape.clone();
        shape.rotate_left(1);
        let order: Vec<i32> = (1..shape.len() as i32).chain([0]).collect();
        let ty = make.ty(self.weight).element_type_or_self(cx);
        let ty = RankedTensorType::get(cx, &shape, ty);
        let transpose = TransposeOp::of(self.weight).perms_attr(cx.i32_array(&order));
        make.rw.build_value(transpose.output(ty).loc(self.loc))
    }
}

/// Extends a bias to a type.
fn extended(make: &mut Make<'_, '_>, bias: Value, to: Type) -> Value {
    let (cx, from) = (make.rw.cx(), make.ty(bias));
    let mut arith = Arith::new(make.rw, make.loc);
    match to.is_float(cx) {
        _ if from == to => bias,
        true => arith.cast::<ExtFOp>(bias, to),
        false => arith.cast::<ExtSIOp>(bias, to),
    }
}

/// Lowers `tosa.conv2d`.
pub(super) fn lower_2d(rw: &mut ConversionRewriter<'_>, op: Conv2DOp, features_last: bool) -> Option<()> {
    let conv = conv_of!(rw, op);
    let defs = match features_last {
        true => [Conv2DNhwcHwcfOp::DEF, Conv2DNhwcHwcfQOp::DEF],
        false => [Conv2DNhwcFhwcOp::DEF, Conv2DNhwcFhwcQOp::DEF],
    };
    let result = lower(rw, &conv, defs, features_last)?;
    rw.replace_op(op, &[result]);
    Some(())
}

/// Lowers `tosa.conv3d`.
pub(super) fn lower_3d(rw: &mut ConversionRewriter<'_>, op: Conv3DOp) -> Option<()> {
    let conv = conv_of!(rw, op);
    let result = lower(rw, &conv, [Conv3DNdhwcDhwcfOp::DEF, Conv3DNdhwcDhwcfQOp::DEF], true)?;
    rw.replace_op(op, &[result]);
    Some(())
}

/// The convolution that adds to the bias.
fn lower(
    rw: &mut Rewriter<'_>,
    conv: &Conv,
    defs: [&'static OpDef; 2],
    features_last: bool,
) -> Option<Value> {
    let (cx, rank) = (rw.cx(), conv.shape.len());
    if !conv.bias_fits(rw, conv.acc) {
        return None;
    }
    let mut make = Make { rw, loc: conv.loc };
    let sizes = conv.sizes(&mut make, 1);
    let input = conv.padded(&mut make)?;
    let weight = if features_last { conv.features_last(&mut make) } else { conv.weight };
    let ty = RankedTensorType::get(cx, &conv.shape, conv.acc);
    let init = make.empty(ty, &sizes);
    let maps = [bias_map(rank, conv.biases), AffineMap::identity(rank as u32)];
    let parallel = vec![true; rank];
    let loops = Loops { inputs: &[conv.bias], outputs: &[init], maps: &maps, parallel: &parallel };
    let start = make.generic(&loops, |make, args| Some(extended(make, *args.first()?, conv.acc)))?;
    let sums = conv.convolve(&mut make, defs, [input, weight, start])?;
    conv.cast(&mut make, sums)
}

/// Lowers `tosa.depthwise_conv2d`: a convolution with two dimensions of channels, which are one after it.
pub(super) fn lower_depthwise(rw: &mut ConversionRewriter<'_>, op: DepthwiseConv2DOp) -> Option<()> {
    let conv = conv_of!(rw, op);
    let (cx, element) = (rw.cx(), conv.ty.element_type_or_self(rw.cx()));
    let &[batch, height, width, channels] = &conv.shape[..] else { return None };
    let &[_, _, inputs, multiplier] = &conv.weight_shape[..] else { return None };
    let bias = rw.body().value_type(conv.bias).element_type_or_self(cx);
    let is_extended = conv.has_zero_points() && conv.bias_fits(rw, element);
    if inputs.checked_mul(multiplier) != Some(channels) || (bias != element && !is_extended) {
        return rw.notify_match_failure(op, "bias or channels that are not those of the result");
    }
    let mut make = Make { rw, loc: conv.loc };
    let sizes = conv.sizes(&mut make, 0);
    let input = conv.padded(&mut make)?;
    let ty = RankedTensorType::get(cx, &[batch, height, width, inputs, multiplier], conv.acc);
    let init = make.empty(ty, &sizes);
    let zero = make.constant(zero_of(cx, conv.acc)?)?;
    let start = make.filled(zero, init)?;
    let dest_ty = RankedTensorType::get(cx, &conv.shape, element);
    let dest = make.empty(dest_ty, &sizes);
    let defs = [DepthwiseConv2DNhwcHwcmOp::DEF, DepthwiseConv2DNhwcHwcmQOp::DEF];
    let sums = conv.convolve(&mut make, defs, [input, conv.weight, start])?;
    let sums = conv.cast(&mut make, sums)?;
    let groups = [vec![0], vec![1], vec![2], vec![3, 4]];
    let sums = create_collapse(make.rw, sums, &groups, dest_ty, conv.loc);
    let maps = [bias_map(4, conv.biases), AffineMap::identity(4), AffineMap::identity(4)];
    let loops = Loops { inputs: &[conv.bias, sums], outputs: &[dest], maps: &maps, parallel: &[true; 4] };
    let result = make.generic(&loops, |make, args| {
        let bias = extended(make, *args.first()?, element);
        let mut arith = Arith::new(make.rw, make.loc);
        Some(match element.is_float(cx) {
            true => arith.binary_float::<AddFOp>(bias, *args.get(1)?, None),
            false => arith.binary::<AddIOp>(bias, *args.get(1)?),
        })
    })?;
    rw.replace_op(op, &[result]);
    Some(())
}
