//! `tosa-test-quant-utils`: convolutions of quantized tensors as those of integers, whose sums are scaled.

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_shape::quant::types::UniformQuantizedType;
use terrace_dialects_tosa::attrs::RoundingMode;
use terrace_dialects_tosa::conversions::RescaleOp;
use terrace_dialects_tosa::convolutions::Conv2DOp;
use terrace_dialects_tosa::variables::ConstOp;
use terrace_ir::elements::Numbers;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, OpKind, RankedTensorType, Rewriter, Type, Value, ValueRef, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};
use terrace_support::apint::ApInt;

/// The pass.
pub(crate) static TOSA_TEST_QUANT_UTILS: PassDef = PassDef {
    name: "tosa-test-quant-utils",
    class: "(anonymous namespace)::TosaTestQuantUtilAPI",
    doc: "TOSA Test: Exercise the APIs in QuantUtils.cpp.",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(QuantUtils))),
    ..EMPTY_PASS
};

struct QuantUtils;

static PATTERNS: &[Pattern] = &[pattern!("ConvertTosaConv2DOp", Conv2DOp, scaled_convolution)];

impl BodyPass for QuantUtils {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), PATTERNS);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run).map(|_| ())
    }
}

/// The scale and zero point of a tensor that has one each.
fn scale_of(value: ValueRef<'_>) -> Option<(f64, i64)> {
    let cx = value.cx();
    let ty = value.ty().element_type(cx)?.dyn_cast::<UniformQuantizedType>(cx)?;
    let (&[scale], &[zero]) = (&ty.scale_values(cx)[..], &ty.zero_point_values(cx)[..]) else { return None };
    Some((scale, zero))
}

/// The multiplier of 32 bits and the shift to the right that scale an integer.
fn multiplier_and_shift(scale: f64) -> Option<(i64, i64)> {
    if !scale.is_finite() || scale <= 0.0 {
        return None;
    }
    let mut exponent = 0;
    let mut mantissa = scale;
    while mantissa >= 1.0 {
        (mantissa, exponent) = (mantissa / 2.0, exponent + 1);
    }
    while mantissa < 0.5 {
        (mantissa, exponent) = (mantissa * 2.0, exponent - 1);
    }
    let mut multiplier = (mantissa * f64::from(1_u32 << 31)).round() as i64;
    if multiplier == 1 << 31 {
        (multiplier, exponent) = (multiplier / 2, exponent + 1);
    }
    let shift = 31 - exponent;
    if shift > 62 {
        (multiplier, exponent) = (multiplier >> (shift - 62).min(31), 31 - 62);
    }
    let shift = 31 - exponent;
    (shift >= 2).then_some((multiplier, shift))
}

fn constant(rw: &mut Rewriter<'_>, element: Type, number: i64, loc: Loc) -> Option<Value> {
    let cx = rw.cx();
    let ty = RankedTensorType::get(cx, &[1], element);
    let values = Numbers::Splat(ApInt::from_i64(element.number_width(cx), number)).to_attr(cx, ty)?;
    Some(rw.build_value(ConstOp::of().values(values).output(ty).loc(loc)))
}

fn scaled_convolution(rw: &mut Rewriter<'_>, op: Conv2DOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let loc = view.0.loc();
    let [(input_scale, input_zero), (weight_scale, weight_zero), (output_scale, _)] =
        [scale_of(view.input())?, scale_of(view.weight())?, scale_of(view.output())?];
    let (multiplier, shift) = multiplier_and_shift(input_scale * weight_scale / output_scale)?;
    let [input, weight, bias] = [view.input(), view.weight(), view.bias()].map(|value| value.id());
    let [pad, stride, dilation] = [view.pad_attr(), view.stride_attr(), view.dilation_attr()];
    let (acc_type, ty) = (view.acc_type_attr(), view.output().ty());
    let sums = RankedTensorType::get(cx, ty.shape(cx)?, Type::I32);
    let input_zp = constant(rw, Type::I8, input_zero, loc)?;
    let weight_zp = constant(rw, Type::I8, weight_zero, loc)?;
    let conv = Conv2DOp::of(input, weight, bias, input_zp, weight_zp).pad_attr(pad).stride_attr(stride);
    let conv = conv.dilation_attr(dilation).acc_type_attr(acc_type).output(sums).loc(loc);
    let conv = rw.build_value(conv);
    let zero = constant(rw, Type::I32, 0, loc)?;
    let multiplier = constant(rw, Type::I32, multiplier, loc)?;
    let shift = constant(rw, Type::I8, shift, loc)?;
    let (yes, no) = (cx.bool_attr(true), cx.bool_attr(false));
    let scaled = RescaleOp::of(conv, multiplier, shift, zero, zero).scale32_attr(yes).per_channel_attr(no);
    let scaled = scaled.rounding_mode(RoundingMode::DoubleRound).input_unsigned_attr(no);
    rw.replace(op, scaled.output_unsigned_attr(no).output(ty));
    Some(())
}
