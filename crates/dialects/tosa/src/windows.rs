//! Convolutions and pooling: the tables of their dimensions, verifiers and shape inference.

use terrace_ir::{CheckResult, Context, DYNAMIC, OpRef, Type, ValueRef};
use terrace_support::apfloat::FloatKind;

use crate::shapes::{Shape, ShapeInput, dynamic_shape, extent_of, known_or};
use crate::types::known;
use crate::types::{extent, storage_element};
use crate::verify::{check_steps, check_zero_point, fail, listed, quoted, zero_point_like};

/// A spatial dimension of a convolution.
pub(crate) struct Window {
    /// The dimension of the input and the result.
    dim: usize,
    /// The dimension of the weight.
    kernel: usize,
    /// The words of messages: dimension, axis, both sides.
    words: [&'static str; 4],
}

const HEIGHT: [&str; 4] = ["height", "y", "top", "bottom"];
const WIDTH: [&str; 4] = ["width", "x", "left", "right"];

/// The windows of `tosa.conv2d` and `tosa.transpose_conv2d`.
pub(crate) static CONV_2D: &[Window] =
    &[Window { dim: 1, kernel: 1, words: HEIGHT }, Window { dim: 2, kernel: 2, words: WIDTH }];
/// The windows of `tosa.conv3d`.
pub(crate) static CONV_3D: &[Window] = &[
    Window { dim: 1, kernel: 1, words: ["depth", "d", "front", "back"] },
    Window { dim: 2, kernel: 2, words: HEIGHT },
    Window { dim: 3, kernel: 3, words: WIDTH },
];
/// The windows of `tosa.depthwise_conv2d`.
pub(crate) static DEPTHWISE: &[Window] =
    &[Window { dim: 1, kernel: 0, words: HEIGHT }, Window { dim: 2, kernel: 1, words: WIDTH }];

/// Returns the distance that a window moves over an input; `None` if an extent is unknown.
fn steps(input: i64, kernel: i64, pads: [i64; 2], dilation: i64) -> Option<i128> {
    let [before, after] = pads.map(i128::from);
    Some(known(input)? - 1 + before + after - (known(kernel)? - 1) * i128::from(dilation))
}

/// Returns the extents of the result of a convolution along its windows.
fn window_extents(input: &ShapeInput<'_>, windows: &[Window], result: &mut [i64]) {
    let [pad, stride, dilation] = ["pad", "stride", "dilation"].map(|name| input.numbers(name));
    for (i, window) in windows.iter().enumerate() {
        let [image, kernel] =
            [(0, window.dim), (1, window.kernel)].map(|(at, dim)| extent(input.shape(at), dim));
        let (Some(pads), Some(&stride), Some(&dilation)) =
            (pad.get(2 * i..2 * i + 2), stride.get(i), dilation.get(i))
        else {
            continue;
        };
        let steps = steps(image, kernel, [pads[0], pads[1]], dilation).filter(|_| stride > 0);
        result[window.dim] = steps.map_or(DYNAMIC, |steps| extent_of(steps / i128::from(stride) + 1));
    }
}

/// Returns the number of channels of the result by the bias; [`DYNAMIC`] for one that all channels may share. To
/// upstream, there is one channel then.
fn channels_of_bias(input: &ShapeInput<'_>) -> i64 {
    match extent(input.shape(2), 0) {
        1 if !input.cx().matches_upstream() => DYNAMIC,
        biases => biases,
    }
}

/// Infers the shape of a convolution whose weight has the channels of the result first.
pub(crate) fn infer_convolution(input: &ShapeInput<'_>, windows: &[Window]) -> Option<Vec<Shape>> {
    let rank = windows.len() + 2;
    let mut result = vec![DYNAMIC; rank];
    result[0] = extent(input.shape(0), 0);
    result[rank - 1] = known_or(extent(input.shape(1), 0), channels_of_bias(input));
    window_extents(input, windows, &mut result);
    Some(vec![Some(result)])
}

/// Infers the shape of a depthwise convolution, whose result has channels for each channel of the input.
pub(crate) fn infer_depthwise(input: &ShapeInput<'_>) -> Option<Vec<Shape>> {
    let mut result = vec![DYNAMIC; 4];
    result[0] = extent(input.shape(0), 0);
    let channels = known_or(extent(input.shape(0), 3), extent(input.shape(1), 2));
    let product = known(channels).zip(known(extent(input.shape(1), 3))).map(|(a, b)| extent_of(a * b));
    result[3] = known_or(product.unwrap_or(DYNAMIC), channels_of_bias(input));
    window_extents(input, DEPTHWISE, &mut result);
    Some(vec![Some(result)])
}

/// Infers the shape of a transposed convolution.
pub(crate) fn infer_transposed(input: &ShapeInput<'_>) -> Option<Vec<Shape>> {
    let mut result = vec![DYNAMIC; 4];
    result[0] = extent(input.shape(0), 0);
    result[3] = known_or(extent(input.shape(1), 0), channels_of_bias(input));
    let [pad, stride] = ["out_pad", "stride"].map(|name| input.numbers(name));
    for (i, window) in CONV_2D.iter().enumerate() {
        let [image, kernel] =
            [(0, window.dim), (1, window.kernel)].map(|(at, dim)| known(extent(input.shape(at), dim)));
        let (Some(pads), Some(&stride)) = (pad.get(2 * i..2 * i + 2), stride.get(i)) else { continue };
        if let (Some(image), Some(kernel)) = (image, kernel) {
            let pads = i128::from(pads[0]) + i128::from(pads[1]);
            result[window.dim] = extent_of((image - 1) * i128::from(stride) + pads + kernel);
        }
    }
    Some(vec![Some(result)])
}

/// Infers the shape of pooling.
pub(crate) fn infer_pooling(input: &ShapeInput<'_>) -> Option<Vec<Shape>> {
    let Some(image) = input.shape(0) else { return Some(vec![dynamic_shape(4)]) };
    let mut result = vec![extent(Some(image), 0), DYNAMIC, DYNAMIC, extent(Some(image), 3)];
    let [kernel, stride, pad] = ["kernel", "stride", "pad"].map(|name| input.numbers(name));
    for i in 0..2 {
        let (Some(&kernel), Some(&stride), Some(pads)) =
            (kernel.get(i), stride.get(i), pad.get(2 * i..2 * i + 2))
        else {
            continue;
        };
        let padded = known(extent(Some(image), i + 1))
            .map(|image| image + i128::from(pads[0]) + i128::from(pads[1]) - i128::from(kernel));
        result[i + 1] = padded
            .filter(|_| stride > 0)
            .map_or(DYNAMIC, |padded| extent_of(padded / i128::from(stride) + 1));
    }
    Some(vec![Some(result)])
}

/// The operands and the result of a convolution.
pub(crate) struct Convolution<'a> {
    pub(crate) input: ValueRef<'a>,
    pub(crate) weight: ValueRef<'a>,
    pub(crate) bias: ValueRef<'a>,
    pub(crate) zero_points: [ValueRef<'a>; 2],
    pub(crate) output: ValueRef<'a>,
    pub(crate) acc_type: Type,
}

fn is_f8(cx: &Context, ty: Type) -> bool {
    matches!(ty.float_kind(cx), Some(FloatKind::F8E5M2 | FloatKind::F8E4M3FN))
}

/// Checks the element types of a convolution and its zero points.
pub(crate) fn check_element_types(op: OpRef<'_>, conv: &Convolution<'_>) -> CheckResult {
    let cx = op.cx();
    let [input, weight, bias, output] =
        [conv.input, conv.weight, conv.bias, conv.output].map(|value| storage_element(cx, value.ty()));
    let got = |a: Type, b: Type| format!("got {} and {}", quoted(cx, a), quoted(cx, b));
    if bias.is_float(cx) && output.is_float(cx) && bias != output {
        return fail(
            op,
            format!("expect both bias and result to have same element type, {}", got(bias, output)),
        );
    }
    if (is_f8(cx, input) || is_f8(cx, weight)) && input != weight {
        return fail(
            op,
            format!("expect both input and weight to have same element type, {}", got(input, weight)),
        );
    }
    if input.is_float(cx) != weight.is_float(cx) {
        let got = got(input, weight);
        return fail(op, format!("expect both input and weight to be float or not together, {got}"));
    }
    let [input_zp, weight_zp] = conv.zero_points;
    zero_point_like(
        op,
        conv.input,
        input_zp,
        "expect both input and its zero point are the same element type",
    )?;
    zero_point_like(
        op,
        conv.weight,
        weight_zp,
        "expect both weight and its zero point are the same element type",
    )?;
    check_zero_point(op, input_zp, "input")?;
    check_zero_point(op, weight_zp, "weight")?;
    check_acc_type(op, input, conv.acc_type)
}

/// Checks the type in which a convolution accumulates.
fn check_acc_type(op: OpRef<'_>, input: Type, acc: Type) -> CheckResult {
    let cx = op.cx();
    let int = |ty: Type| if ty.is_integer(cx) { ty.bit_width(cx) } else { None };
    let wrong = match (int(input), input.float_kind(cx)) {
        (Some(8), _) if acc != Type::I32 => "i8 tensor is not i32",
        (Some(16), _) if int(acc) != Some(48) => "i16 tensor is not i48",
        (_, Some(FloatKind::F8E5M2 | FloatKind::F8E4M3)) if acc != Type::F16 => "f8 tensor is not f16",
        _ => return check_float_acc_type(op, input, acc),
    };
    fail(op, format!("accumulator type for {wrong}"))
}

/// Checks the type in which floats accumulate.
pub(crate) fn check_float_acc_type(op: OpRef<'_>, input: Type, acc: Type) -> CheckResult {
    let wrong = match input.float_kind(op.cx()) {
        Some(FloatKind::F16) if acc != Type::F16 && acc != Type::F32 => "f16 tensor is not f16/f32",
        Some(FloatKind::BF16) if acc != Type::F32 => "bf16 tensor is not f32",
        Some(FloatKind::F32) if acc != Type::F32 => "f32 tensor is not f32",
        _ => return Ok(()),
    };
    fail(op, format!("accumulator type for {wrong}"))
}

/// Checks that all numbers of an attribute are at least `least`.
pub(crate) fn check_at_least(op: OpRef<'_>, numbers: &[i64], what: &str, least: i64) -> CheckResult {
    match numbers.iter().all(|&number| number >= least) {
        true => Ok(()),
        false => {
            let numbers = listed(numbers);
            fail(op, format!("expect all {what} values to be >= {least}, got {numbers}"))
        }
    }
}

/// Checks the extents of a convolution along its windows, and the number of its biases.
pub(crate) fn check_windows(
    op: OpRef<'_>,
    conv: &Convolution<'_>,
    windows: &[Window],
    [pad, stride, dilation]: [Vec<i64>; 3],
) -> CheckResult {
    let cx = op.cx();
    check_at_least(op, &pad, "padding", 0)?;
    check_at_least(op, &stride, "stride", 1)?;
    check_at_least(op, &dilation, "dilation", 1)?;
    let Some(output) = conv.output.ty().shape(cx) else { return Ok(()) };
    if let (Some(input), Some(weight)) = (conv.input.ty().shape(cx), conv.weight.ty().shape(cx)) {
        for (i, window) in windows.iter().enumerate() {
            let (input, kernel) = (input[window.dim], weight[window.kernel]);
            let (before, after, stride, dilation) = (pad[2 * i], pad[2 * i + 1], stride[i], dilation[i]);
            let Some(steps) = steps(input, kernel, [before, after], dilation) else { continue };
            let [dim, axis, first, last] = window.words;
            check_steps(op, dim, (steps, stride), output[window.dim], || {
                format!(
                    "expected input_{dim} - 1 + pad_{first} + pad_{last} - (kernel_{dim} - 1) * dilation_{axis} to be \
                     wholly divisible by stride_{axis}, got ({input} - 1 + {before} + {after} - ({kernel} - 1) * \
                     {dilation}) / {stride}"
                )
            })?;
        }
    }
    check_bias(op, conv, output.last().copied().unwrap_or(DYNAMIC))
}

/// Checks that the number of biases is 1 or that of the result's channels.
pub(crate) fn check_bias(op: OpRef<'_>, conv: &Convolution<'_>, channels: i64) -> CheckResult {
    let biases = extent(conv.bias.ty().shape(op.cx()), 0);
    if biases == DYNAMIC || channels == DYNAMIC || biases == channels || biases == 1 {
        return Ok(());
    }
    let message =
        format!("bias channels expected to be equal to output channels ({channels}) or 1, got {biases}");
    fail(op, message)
}

/// Checks the windows of pooling.
pub(crate) fn check_pooling(
    op: OpRef<'_>,
    [kernel, stride, pad]: [Vec<i64>; 3],
    input: ValueRef<'_>,
    output: ValueRef<'_>,
) -> CheckResult {
    check_at_least(op, &kernel, "kernel", 1)?;
    check_at_least(op, &stride, "stride", 1)?;
    check_at_least(op, &pad, "padding", 0)?;
    for (i, [dim, axis, first, last]) in [(1, WIDTH), (0, HEIGHT)] {
        let (before, after, kernel) = (pad[2 * i], pad[2 * i + 1], kernel[i]);
        if before >= kernel || after >= kernel {
            return fail(
                op,
                format!(
                    "expected {first}/{last} padding to be less than the {dim} of the kernel, got pad_{first}={before}, \
                     pad_{last}={after}, kernel_{axis}={kernel}"
                ),
            );
        }
    }
    let (Some(from), Some(to)) = (input.ty().shape(op.cx()), output.ty().shape(op.cx())) else {
        return Ok(());
    };
    for (i, [dim, axis, first, last]) in [(0, HEIGHT), (1, WIDTH)] {
        let Some(size) = known(from[i + 1]) else { continue };
        let (before, after, kernel, stride) = (pad[2 * i], pad[2 * i + 1], kernel[i], stride[i]);
        let steps = size + i128::from(before) + i128::from(after) - i128::from(kernel);
        check_steps(op, dim, (steps, stride), to[i + 1], || {
            format!(
                "expected input_{dim} + pad_{first} + pad_{last} - kernel_{axis} to be wholly divisible by \
                 stride_{axis}, got ({size} + {before} + {after} - {kernel}) / {stride}"
            )
        })?;
    }
    Ok(())
}
