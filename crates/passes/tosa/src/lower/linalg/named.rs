//! `tosa-to-linalg-named`: convolutions, pooling, products of matrices and transposes as named ops of linalg.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_linalg::builders::{make_named, make_transpose};
use terrace_dialects_linalg::matmul::BatchMatmulOp;
use terrace_dialects_linalg::named_product::QuantizedBatchMatmulOp;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_tosa::convolutions::{
    AvgPool2dOp, Conv2DOp, Conv3DOp, DepthwiseConv2DOp, MatMulOp, MaxPool2dOp,
};
use terrace_dialects_tosa::data_layout::{TransposeOp, permutation};
use terrace_dialects_tosa::verify::zero_point;
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{Context, DYNAMIC, OpKind, RankedTensorType};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{Pass, PassDef, pass_options};

use super::make::{Make, replace_with_cast, zero_of};
use super::types::type_converter;
use super::{convolutions, pooling};

pass_options! {
    /// The choices of the lowering.
    pub struct NamedOptions {
        /// Prefer generating linalg.conv_2d_nhwc_hwcf over linalg.conv_2d_nhwc_fhwc
        prefer_conv2d_kernel_layout_hwcf("prefer-conv2d-kernel-layout-hwcf"): bool = "false",
    }
}

/// The pass. It lowers `tosa.avg_pool2d`, `tosa.conv2d`, `tosa.conv3d`, `tosa.depthwise_conv2d`, `tosa.matmul`,
/// `tosa.max_pool2d` and `tosa.transpose`, and fails where one of these is left. Other ops stay.
pub static TOSA_TO_LINALG_NAMED: PassDef = PassDef {
    name: "tosa-to-linalg-named",
    class: "TosaToLinalgNamed",
    doc: "Lower TOSA to LinAlg named operations",
    requires: Some(FUNCTION),
    options: NamedOptions::DEFS,
    make: |options| {
        let options: NamedOptions = options.into();
        let features_last = options.prefer_conv2d_kernel_layout_hwcf;
        let make = Box::new(move |cx: &Context| conversion(cx, features_last));
        Ok(Pass::Ir(Box::new(ConversionPass { make, config: ConversionConfig::full() })))
    },
    ..EMPTY_PASS
};

fn conversion(cx: &Context, features_last: bool) -> Conversion {
    let types = Arc::new(type_converter());
    let target = ConversionTarget::new()
        .legal_dialects(&["linalg", "tosa", "tensor", "scf"])
        .illegal::<Conv2DOp>(cx)
        .illegal::<Conv3DOp>(cx)
        .illegal::<DepthwiseConv2DOp>(cx)
        .illegal::<MaxPool2dOp>(cx)
        .illegal::<AvgPool2dOp>(cx)
        .illegal::<MatMulOp>(cx)
        .illegal::<TransposeOp>(cx)
        .mark_unknown_op_dynamically_legal(|_| true);
    let mut patterns = ConversionPatterns::new();
    patterns
        .add::<Conv2DOp>(cx, "ConvConverter", move |rw, op| convolutions::lower_2d(rw, op, features_last))
        .add::<Conv3DOp>(cx, "ConvConverter", convolutions::lower_3d)
        .add::<DepthwiseConv2DOp>(cx, "DepthwiseConvConverter", convolutions::lower_depthwise)
        .add::<MatMulOp>(cx, "MatMulConverter", lower_matmul)
        .add::<AvgPool2dOp>(cx, "AvgPool2dConverter", pooling::lower_average)
        .add::<TransposeOp>(cx, "TransposeConverter", lower_transpose)
        .add_with_type_converter::<MaxPool2dOp>(cx, "MaxPool2dConverter", &types, pooling::lower_max);
    Conversion { target, patterns }
}

fn lower_matmul(rw: &mut ConversionRewriter<'_>, op: MatMulOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty) = (view.0.loc(), view.output().ty());
    let (a, b) = (view.a().id(), view.b().id());
    let shape = ty.shape(cx)?.to_vec();
    let zero = zero_of(cx, ty)?;
    for factor in [view.a(), view.b()] {
        zero_of(cx, factor.ty())?;
        factor.ty().shape(cx)?;
    }
    let zero_points = [zero_point(view.a_zp(), true)?, zero_point(view.b_zp(), true)?];
    let mut make = Make { rw, loc };
    let sources = [(a, 0), (a, 1), (b, 2)];
    let missing = sources.into_iter().zip(&shape).filter(|(_, extent)| **extent == DYNAMIC);
    let sizes: Vec<_> = missing.map(|((source, dim), _)| make.dim(source, dim)).collect();
    let zero = make.constant(zero)?;
    let init = make.empty(ty, &sizes);
    let filled = make.filled(zero, init)?;
    let (def, factors) = match zero_points {
        [0, 0] => (BatchMatmulOp::DEF, vec![a, b]),
        [first, second] => {
            let (first, second) = (make.i32(first), make.i32(second));
            (QuantizedBatchMatmulOp::DEF, vec![a, b, first, second])
        }
    };
    let product = make_named(make.rw, def, &factors, &[filled], &[], loc)?;
    rw.replace_op_with(op, product);
    Some(())
}

fn lower_transpose(rw: &mut ConversionRewriter<'_>, op: TransposeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, input, ty) = (view.0.loc(), view.input1().id(), view.output().ty());
    let from = view.input1().ty();
    let order = permutation(&view.perms().to_vec())?;
    let shape = from.shape(cx)?;
    if order.len() != shape.len() {
        return None;
    }
    let element = from.element_type_or_self(cx);
    let permuted: Vec<i64> = order.iter().map(|&dim| shape[dim]).collect();
    let is_compatible = compatible_shapes(cx, RankedTensorType::get(cx, &permuted, element), ty);
    if !is_compatible || element != ty.element_type_or_self(cx) {
        return rw.notify_match_failure(op, "expected the result to have the extents of the input");
    }
    let sizes = extents(rw, input, loc);
    let sizes: Vec<_> = order.iter().map(|&dim| sizes[dim]).collect();
    let init = empty(rw, &sizes, element, loc);
    let order: Vec<i64> = order.into_iter().map(|dim| dim as i64).collect();
    let transposed = make_transpose(rw, input, init, &order, loc);
    let transposed = rw.body().single_result(transposed);
    if op.view(rw).output().is_unused() {
        rw.erase_op(op);
        return Some(());
    }
    replace_with_cast(rw, op, transposed, ty, loc)
}
