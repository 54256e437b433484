//! Convolutions, pooling, products of matrices and Fourier transforms.

use terrace_dialects_shape::quant::types::UniformQuantizedType;
use terrace_ir::attr_kind::BoolAttr;
use terrace_ir::verify::compatible_types;
use terrace_ir::{CheckResult, DYNAMIC, OpDef, OpKind, OpRef, Type};
use terrace_macros::op;

use crate::attrs::{
    AccTypeAttr, BlockSizeAttr, I64Array2Attr, I64Array3Attr, I64Array4Attr, I64Array6Attr,
    NanPropagationModeAttr, no, propagate,
};
use crate::shapes::{InferBy, InferShapedType, OF_OPERAND, Shape, compatible_extents, extent_of, known_or};
use crate::syntax::{parse_with_block_size, parse_with_nan_mode, print_with_enums};
use crate::types::known;
use crate::types::{
    MXFP_DATA_3D, MXFP_SCALE_3D, SCALAR_INT_OR_FLOAT_TENSOR, TENSOR_1D, TENSOR_3D, TENSOR_4D, TENSOR_5D,
    extent, storage_element,
};
use crate::verify::{
    check_zero_point, fail, input_like_output, listed, quoted, same_element_types, zero_point_like,
};
use crate::windows::{
    CONV_2D, CONV_3D, Convolution, DEPTHWISE, check_bias, check_element_types, check_float_acc_type,
    check_pooling, check_windows, infer_convolution, infer_depthwise, infer_pooling, infer_transposed,
};

macro_rules! convolutions {
    ($($(#[doc = $doc:literal])* $name:ident = $op:literal, $infer:ident, $windows:expr, $verify:ident,
       $tensor:ident, $pad:ident, $pair:ident $({ $($rest:tt)* })?;)*) => {$(
        $(#[doc = $doc])*
        #[op($op, traits(Pure), interfaces(dyn InferShapedType = $infer), verify = $verify,
             format = "operands attr-dict `:` functional-type(operands, results)" $(, $($rest)*)?)]
        pub struct $name {
            input: Operand<$tensor>,
            weight: Operand<$tensor>,
            bias: Operand<TENSOR_1D>,
            input_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
            weight_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
            pad: Prop<$pad>,
            stride: Prop<$pair>,
            dilation: Prop<$pair>,
            acc_type: Prop<AccTypeAttr>,
            local_bound: OptDefaultProp<BoolAttr, no>,
            output: Res<$tensor>,
        }

        fn $verify(op: OpRef<'_>) -> CheckResult {
            let view = $name::view_of(op);
            let conv = Convolution {
                input: view.input(),
                weight: view.weight(),
                bias: view.bias(),
                zero_points: [view.input_zp(), view.weight_zp()],
                output: view.output(),
                acc_type: view.acc_type(),
            };
            check_element_types(op, &conv)?;
            let numbers = [view.pad().to_vec(), view.stride().to_vec(), view.dilation().to_vec()];
            check_windows(op, &conv, $windows, numbers)
        }
    )*};
}

const OF_CONV_2D: InferBy = InferBy(|input| infer_convolution(input, CONV_2D));
const OF_CONV_3D: InferBy = InferBy(|input| infer_convolution(input, CONV_3D));
const OF_DEPTHWISE: InferBy = InferBy(infer_depthwise);
const OF_TRANSPOSED: InferBy = InferBy(infer_transposed);
const OF_POOLING: InferBy = InferBy(infer_pooling);

convolutions! {
    /// A convolution in two dimensions.
    Conv2DOp = "tosa.conv2d", OF_CONV_2D, CONV_2D, verify_conv2d, TENSOR_4D, I64Array4Attr, I64Array2Attr;
    /// A convolution in three dimensions.
    Conv3DOp = "tosa.conv3d", OF_CONV_3D, CONV_3D, verify_conv3d, TENSOR_5D, I64Array6Attr, I64Array3Attr;
    /// A convolution in two dimensions of each channel.
    DepthwiseConv2DOp = "tosa.depthwise_conv2d", OF_DEPTHWISE, DEPTHWISE, verify_depthwise, TENSOR_4D, I64Array4Attr,
        I64Array2Attr;
}

/// A transposed convolution in two dimensions.
#[op("tosa.transpose_conv2d", traits(Pure), interfaces(dyn InferShapedType = OF_TRANSPOSED), verify = verify_transposed,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct TransposeConv2DOp {
    input: Operand<TENSOR_4D>,
    weight: Operand<TENSOR_4D>,
    bias: Operand<TENSOR_1D>,
    input_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    weight_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    out_pad: Prop<I64Array4Attr>,
    stride: Prop<I64Array2Attr>,
    acc_type: Prop<AccTypeAttr>,
    local_bound: OptDefaultProp<BoolAttr, no>,
    output: Res<TENSOR_4D>,
}

fn verify_transposed(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), TransposeConv2DOp::view_of(op));
    let conv = Convolution {
        input: view.input(),
        weight: view.weight(),
        bias: view.bias(),
        zero_points: [view.input_zp(), view.weight_zp()],
        output: view.output(),
        acc_type: view.acc_type(),
    };
    check_element_types(op, &conv)?;
    let (stride, pad) = (view.stride().to_vec(), view.out_pad().to_vec());
    if stride.iter().any(|&stride| stride < 1) {
        return fail(op, format!("expect all stride values to be >= 1, got [{}]", listed(&stride)));
    }
    let weight = conv.weight.ty().shape(cx);
    let sides = [("top", "KH", 1), ("bottom", "KH", 1), ("left", "KW", 2), ("right", "KW", 2)];
    for ((side, kernel_name, dim), &pad) in sides.into_iter().zip(&pad) {
        if let Some(kernel) = known(extent(weight, dim))
            && i128::from(pad) <= -kernel
        {
            let message =
                format!("expected out_pad_{side} > -{kernel_name}, but got: out_pad_{side}={pad} and");
            return fail(op, format!("{message} {kernel_name}={kernel}"));
        }
    }
    let Some(output) = conv.output.ty().shape(cx) else { return Ok(()) };
    if let (Some(input), Some(weight)) = (conv.input.ty().shape(cx), weight) {
        for (i, [letter, axis, first, last]) in
            [["H", "y", "top", "bottom"], ["W", "x", "left", "right"]].iter().enumerate()
        {
            let (size, kernel, found) = (input[i + 1], weight[i + 1], output[i + 1]);
            let (stride, before, after) = (stride[i], pad[2 * i], pad[2 * i + 1]);
            let (Some(image), Some(window), Some(result)) = (known(size), known(kernel), known(found)) else {
                continue;
            };
            if result != (image - 1) * i128::from(stride) + i128::from(before) + i128::from(after) + window {
                return fail(
                    op,
                    format!(
                        "dimension mismatch: expected O{letter} == (I{letter} - 1) * stride_{axis} + out_pad_{first} + \
                         out_pad_{last} + K{letter}, but got {found} != ({size} - 1) * {stride} + {before} + {after} + \
                         {kernel}"
                    ),
                );
            }
        }
    }
    check_bias(op, &conv, output[3])
}

/// Averages within windows.
#[op("tosa.avg_pool2d", traits(Pure), interfaces(dyn InferShapedType = OF_POOLING), verify = verify_avg_pool,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct AvgPool2dOp {
    input: Operand<TENSOR_4D>,
    input_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    output_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    kernel: Prop<I64Array2Attr>,
    stride: Prop<I64Array2Attr>,
    pad: Prop<I64Array4Attr>,
    acc_type: Prop<AccTypeAttr>,
    output: Res<TENSOR_4D>,
}

fn verify_avg_pool(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), AvgPool2dOp::view_of(op));
    let numbers = [view.kernel().to_vec(), view.stride().to_vec(), view.pad().to_vec()];
    check_pooling(op, numbers, view.input(), view.output())?;
    let (input, acc) = (storage_element(cx, view.input().ty()), view.acc_type());
    if input.is_integer(cx) && acc != Type::I32 {
        return fail(op, "accumulator type for integer tensor is not i32");
    }
    check_float_acc_type(op, input, acc)?;
    let words = "expect both input and its zero point are the same element type";
    zero_point_like(op, view.input(), view.input_zp(), words)?;
    let words = "expect both output and its zero point are the same element type";
    zero_point_like(op, view.output(), view.output_zp(), words)?;
    check_zero_point(op, view.input_zp(), "input")?;
    check_zero_point(op, view.output_zp(), "output")
}

/// Greatest elements within windows.
#[op("tosa.max_pool2d", traits(Pure), interfaces(dyn InferShapedType = OF_POOLING), verify = verify_max_pool,
     asm = (parse_with_nan_mode, print_with_enums),
     syntax = "operands attr-dict `:` functional-type(operands, results)")]
pub struct MaxPool2dOp {
    input: Operand<TENSOR_4D>,
    kernel: Prop<I64Array2Attr>,
    stride: Prop<I64Array2Attr>,
    pad: Prop<I64Array4Attr>,
    nan_mode: DefaultProp<NanPropagationModeAttr, propagate>,
    output: Res<TENSOR_4D>,
}

fn verify_max_pool(op: OpRef<'_>) -> CheckResult {
    let view = MaxPool2dOp::view_of(op);
    input_like_output(op, view.input(), view.output())?;
    let numbers = [view.kernel().to_vec(), view.stride().to_vec(), view.pad().to_vec()];
    check_pooling(op, numbers, view.input(), view.output())
}

/// The products of batches of matrices.
#[op("tosa.matmul", traits(Pure), interfaces(dyn InferShapedType = OF_MATMUL), verify = verify_matmul,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct MatMulOp {
    a: Operand<TENSOR_3D>,
    b: Operand<TENSOR_3D>,
    a_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    b_zp: Operand<SCALAR_INT_OR_FLOAT_TENSOR>,
    output: Res<TENSOR_3D>,
}

const OF_MATMUL: InferBy = InferBy(|input| {
    let (a, b) = (input.shape(0), input.shape(1));
    let shape: Shape = Some(vec![known_or(extent(a, 0), extent(b, 0)), extent(a, 1), extent(b, 2)]);
    Some(vec![shape])
});

fn verify_matmul(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), MatMulOp::view_of(op));
    let [a, b] = [view.a().ty(), view.b().ty()].map(|ty| ty.element_type_or_self(cx));
    let width = |ty: Type| Some(ty.dyn_cast::<UniformQuantizedType>(cx)?.storage_type(cx).integer_width(cx));
    match (width(a), width(b)) {
        (None, None) => {}
        (Some(a_width), Some(b_width)) if a_width == b_width => {}
        (Some(a_width), Some(b_width)) => {
            let got = format!("got {a_width} and {b_width}");
            return fail(op, format!("expect quantized operands to have same widths, {got}"));
        }
        _ => {
            let got = format!("got {} and {}", quoted(cx, a), quoted(cx, b));
            return fail(op, format!("expect operands to be both quantized or both not quantized, {got}"));
        }
    }
    zero_point_like(op, view.a(), view.a_zp(), "expect input a and a_zp have the same element type")?;
    zero_point_like(op, view.b(), view.b_zp(), "expect input b and b_zp have the same element type")?;
    check_zero_point(op, view.a_zp(), "a")?;
    check_zero_point(op, view.b_zp(), "b")
}

/// The products of batches of matrices of micro-scaled numbers; the second one is transposed.
#[op("tosa.matmul_t_block_scaled", traits(Pure), interfaces(dyn InferShapedType = OF_BLOCK_SCALED),
     verify = verify_block_scaled, asm = (parse_with_block_size, print_with_enums),
     syntax = "operands attr-dict `:` functional-type(operands, results)")]
pub struct MatmulTBlockScaledOp {
    a_data: Operand<MXFP_DATA_3D>,
    a_scale: Operand<MXFP_SCALE_3D>,
    b_data: Operand<MXFP_DATA_3D>,
    b_scale: Operand<MXFP_SCALE_3D>,
    block_size: Prop<BlockSizeAttr>,
    output_data: Res<TENSOR_3D>,
}

const OF_BLOCK_SCALED: InferBy = InferBy(|input| {
    let [a, a_scale, b, b_scale] = [0, 1, 2, 3].map(|at| input.shape(at));
    let mut batch = known_or(extent(a, 0), extent(a_scale, 0));
    for other in [extent(b, 0), extent(b_scale, 0)].into_iter().filter(|&extent| extent != 1) {
        batch = known_or(batch, other);
    }
    let height = known_or(extent(a, 1), extent(a_scale, 1));
    let width = known_or(extent(b, 1), extent(b_scale, 1));
    let shape: Shape = Some(vec![batch, height, width]);
    Some(vec![shape])
});

/// Extents that operands share, as far as they are known.
struct SharedExtents<'a> {
    op: OpRef<'a>,
}

impl SharedExtents<'_> {
    /// Sets an extent, or checks that it is the same.
    fn merge(&self, extent: &mut i64, found: i64, operand: &str, name: &str) -> CheckResult {
        if *extent == DYNAMIC {
            *extent = found;
        } else if found != DYNAMIC && found != *extent {
            return fail(
                self.op,
                format!("expected {name} of {operand} to match size {extent}, got {found}"),
            );
        }
        Ok(())
    }
}

fn verify_block_scaled(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), MatmulTBlockScaledOp::view_of(op));
    same_element_types(op, view.a_data().ty(), view.b_data().ty(), ["A_data", "B_data"])?;
    let shared = SharedExtents { op };
    let [a, a_scale, b, b_scale] =
        [view.a_data(), view.a_scale(), view.b_data(), view.b_scale()].map(|value| value.ty().shape(cx));
    let (mut batch, mut height, mut channels) = (extent(a, 0), extent(a, 1), extent(a, 2));
    let (mut b_batch, mut width, mut blocks) = (DYNAMIC, DYNAMIC, DYNAMIC);
    if let Some(scale) = a_scale {
        shared.merge(&mut batch, scale[0], "a_scale", "batch")?;
        shared.merge(&mut height, scale[1], "a_scale", "height")?;
        blocks = scale[2];
    }
    if let Some(data) = b {
        shared.merge(&mut b_batch, data[0], "b_data", "batch")?;
        shared.merge(&mut channels, data[2], "b_data", "channels")?;
        width = data[1];
    }
    if let Some(scale) = b_scale {
        shared.merge(&mut b_batch, scale[0], "b_scale", "batch")?;
        shared.merge(&mut width, scale[1], "b_scale", "width")?;
        shared.merge(&mut blocks, scale[2], "b_scale", "C/block_size")?;
    }
    if batch != DYNAMIC && b_batch != DYNAMIC && batch != b_batch && b_batch != 1 {
        let message = "expect B matrix batch size to be broadcast compatible with A";
        return fail(op, format!("{message}, got D={b_batch} vs N={batch}"));
    }
    check_blocks(op, view.block_size().elements(), channels, blocks)?;
    let expected = [known_or(batch, b_batch), height, width];
    match view.output_data().ty().shape(cx) {
        Some(found) if !compatible_extents(found, &expected) => {
            let [found, expected] = [found, &expected].map(with_question_marks);
            let message =
                format!("expected output shape {found} to be compatible with expected output shape");
            fail(op, format!("{message} {expected}"))
        }
        _ => Ok(()),
    }
}

fn check_blocks(op: OpRef<'_>, size: i64, channels: i64, blocks: i64) -> CheckResult {
    if channels == DYNAMIC {
        return Ok(());
    }
    if channels % size != 0 {
        let got = format!("got C={channels}, block_size={size}");
        return fail(op, format!("expect C to be a multiple of block size, {got}"));
    }
    if blocks != DYNAMIC && blocks != channels / size {
        let message = format!("expect scale operands dimension 2 to equal C/block_size ({channels}/{size})");
        return fail(op, format!("{message}, got {blocks}"));
    }
    Ok(())
}

fn with_question_marks(shape: &[i64]) -> String {
    let extent = |&extent: &i64| if extent == DYNAMIC { "?".to_owned() } else { extent.to_string() };
    shape.iter().map(extent).collect::<Vec<_>>().join(", ")
}

/// A Fourier transform in two dimensions.
#[op("tosa.fft2d", traits(SameOperandsAndResultElementType, SameOperandsAndResultShape, ResultsAreFloatLike, Pure),
     interfaces(dyn InferShapedType = OF_OPERAND), verify = verify_fft,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct FFT2dOp {
    input_real: Operand<TENSOR_3D>,
    input_imag: Operand<TENSOR_3D>,
    inverse: Prop<BoolAttr>,
    local_bound: OptDefaultProp<BoolAttr, no>,
    output_real: Res<TENSOR_3D>,
    output_imag: Res<TENSOR_3D>,
}

fn check_power_of_two(op: OpRef<'_>, extent: i64, name: &str) -> CheckResult {
    match extent == DYNAMIC || (extent > 0 && extent & (extent - 1) == 0) {
        true => Ok(()),
        false => fail(op, format!("expected {name} to be a power of two, got {extent}")),
    }
}

fn verify_fft(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), FFT2dOp::view_of(op));
    let (Some(real), Some(imag)) = (view.input_real().ty().shape(cx), view.input_imag().ty().shape(cx))
    else {
        return Ok(());
    };
    check_power_of_two(op, known_or(real[1], imag[1]), "height")?;
    check_power_of_two(op, known_or(real[2], imag[2]), "width")
}

/// A Fourier transform in two dimensions of real numbers.
#[op("tosa.rfft2d", traits(SameOperandsAndResultElementType, ResultsAreFloatLike, Pure),
     interfaces(dyn InferShapedType = OF_RFFT), verify = verify_rfft,
     format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct RFFT2dOp {
    input_real: Operand<TENSOR_3D>,
    local_bound: OptDefaultProp<BoolAttr, no>,
    output_real: Res<TENSOR_3D>,
    output_imag: Res<TENSOR_3D>,
}

const OF_RFFT: InferBy = InferBy(|input| {
    let shape = input.shape(0)?;
    let width = known(extent(Some(shape), 2)).map_or(DYNAMIC, |width| extent_of(width / 2 + 1));
    let result: Shape = Some(vec![extent(Some(shape), 0), extent(Some(shape), 1), width]);
    Some(vec![result.clone(), result])
});

fn verify_rfft(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), RFFT2dOp::view_of(op));
    let outputs = [view.output_real().ty(), view.output_imag().ty()];
    if !compatible_types(cx, &outputs) {
        let found = outputs.map(|ty| quoted(cx, ty)).join(", ");
        return fail(op, format!("expected output shapes to match, got {found}"));
    }
    let Some(input) = view.input_real().ty().shape(cx) else { return Ok(()) };
    check_power_of_two(op, input[1], "height")?;
    check_power_of_two(op, input[2], "width")?;
    let Some(output) = outputs[0].shape(cx) else { return Ok(()) };
    if !compatible_extents(&input[..2], &output[..2]) {
        let (input, output) = (quoted(cx, view.input_real().ty()), quoted(cx, outputs[0]));
        let message = "expected batch and height dimensions of input/output to match";
        return fail(op, format!("{message}, got input={input} output={output}"));
    }
    match (known(input[2]), known(output[2])) {
        (Some(width), Some(found)) if found != width / 2 + 1 => {
            fail(op, format!("expected output width to be equal to input_width / 2 + 1, got {found}"))
        }
        _ => Ok(()),
    }
}

/// The ops of this file.
pub(crate) const OPS: &[&OpDef] = &[
    AvgPool2dOp::DEF,
    Conv2DOp::DEF,
    Conv3DOp::DEF,
    DepthwiseConv2DOp::DEF,
    FFT2dOp::DEF,
    MatMulOp::DEF,
    MatmulTBlockScaledOp::DEF,
    MaxPool2dOp::DEF,
    RFFT2dOp::DEF,
    TransposeConv2DOp::DEF,
];
