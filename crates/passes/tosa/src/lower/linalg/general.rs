//! `tosa-to-linalg`: all that has no named op, as loops over elements of tensors.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPass, ConversionPatterns, ConversionTarget,
};
use terrace_dialects_tosa::control_flow::{IfOp, WhileOp};
use terrace_dialects_tosa::conversions::{ApplyScaleOp, RescaleOp};
use terrace_dialects_tosa::convolutions::{FFT2dOp, RFFT2dOp};
use terrace_dialects_tosa::data_layout::{ConcatOp, PadOp, ReshapeOp, ReverseOp, SliceOp, TileOp};
use terrace_dialects_tosa::images::{GatherOp, ResizeOp, TableOp};
use terrace_dialects_tosa::reductions::ArgMaxOp;
use terrace_dialects_tosa::shape_ops::ConstShapeOp;
use terrace_dialects_tosa::variables::{ConstOp, IdentityOp};
use terrace_ir::Context;
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{Pass, PassDef, pass_options};

use super::reductions::REDUCTIONS;
use super::table::ELEMENTWISE;
use super::types::type_converter;
use super::{elementwise, fourier, layout, reductions, rescale, resize};

pass_options! {
    /// Options that pipelines pass on; the lowering does not depend on them.
    pub struct GeneralOptions {
        /// Disable tosa decompositions pass
        disable_tosa_decompositions("disable-tosa-decompositions"): bool = "false",
        /// Always perform the reduce constant optimization
        aggressive_reduce_constant("aggressive-reduce-constant"): bool = "false",
    }
}

/// The pass. It lowers ops on elements, reductions and others to ops of linalg, and fails where an op of tosa is left but
/// constants, scales of numbers, control flow, and what `tosa-to-tensor` lowers.
pub static TOSA_TO_LINALG: PassDef = PassDef {
    name: "tosa-to-linalg",
    class: "TosaToLinalg",
    doc: "Lower TOSA to LinAlg on tensors",
    requires: Some(FUNCTION),
    options: GeneralOptions::DEFS,
    make: |_| {
        Ok(Pass::Ir(Box::new(ConversionPass {
            make: Box::new(conversion),
            config: ConversionConfig::full(),
        })))
    },
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let types = Arc::new(type_converter());
    let target = ConversionTarget::new()
        .legal_dialects(&["linalg", "tensor", "scf"])
        .illegal_dialects(&["tosa"])
        .legal::<ApplyScaleOp>(cx)
        .legal::<IfOp>(cx)
        .legal::<ConstOp>(cx)
        .legal::<ConstShapeOp>(cx)
        .legal::<WhileOp>(cx)
        .legal::<ConcatOp>(cx)
        .legal::<SliceOp>(cx)
        .legal::<ReshapeOp>(cx)
        .legal::<PadOp>(cx)
        .mark_unknown_op_dynamically_legal(|_| true);
    let mut patterns = ConversionPatterns::new();
    for entry in ELEMENTWISE {
        let name = (entry.def.name, "PointwiseConverter");
        patterns.add_named_with_type_converter(cx, name, &types, move |rw, op, adaptor| {
            elementwise::lower(rw, op, adaptor, entry)
        });
    }
    for reduction in REDUCTIONS {
        let name = (reduction.def.name, "ReduceConverter");
        patterns.add_named_with_type_converter(cx, name, &types, move |rw, op, adaptor| {
            reductions::lower(rw, op, adaptor, reduction)
        });
    }
    patterns
        .add_with_adaptor::<ArgMaxOp>(cx, "ArgMaxConverter", reductions::lower_argmax)
        .add::<RescaleOp>(cx, "RescaleConverter", rescale::lower)
        .add::<IdentityOp>(cx, "IdentityNConverter", layout::lower_identity)
        .add::<ReverseOp>(cx, "ReverseConverter", layout::lower_reverse)
        .add::<TileOp>(cx, "TileConverter", layout::lower_tile)
        .add_with_adaptor::<GatherOp>(cx, "GatherConverter", layout::lower_gather)
        .add::<TableOp>(cx, "TableConverter", layout::lower_table)
        .add::<FFT2dOp>(cx, "FFT2dConverter", fourier::lower_complex)
        .add::<RFFT2dOp>(cx, "RFFT2dConverter", fourier::lower_real)
        .add_with_benefit::<ResizeOp>(cx, "GenericResizeConverter", 100, resize::lower)
        .add_with_benefit::<ResizeOp>(cx, "ResizeUnaryConverter", 200, resize::lower_unary)
        .add_with_benefit::<ResizeOp>(cx, "MaterializeResizeBroadcast", 300, resize::lower_broadcast);
    Conversion { target, patterns }
}
