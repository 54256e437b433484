//! Ops of the dialect arm_sve as its intrinsics.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, ConversionTarget};
use terrace_dialects_arm::sve::*;
use terrace_dialects_core::arith::{self, IndexCastOp};
use terrace_dialects_llvm::types::StructType;
use terrace_dialects_vector::types::vector;
use terrace_dialects_vector::{CreateMaskOp, ExtractOp, InsertOp};
use terrace_ir::build::OperationState;
use terrace_ir::{Context, Op, OpKind, Type, Value, VectorType};
use terrace_passes_shared::arithmetic::zero_attr;

use crate::one_to_one::converted_attrs;
use terrace_llvm_common::build::{Build, replace_with};
use terrace_llvm_common::converter::LlvmTypeConverter;

/// Adds the patterns. They come after those for vectors, since masks are created by an intrinsic where there is one.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    macro_rules! one_to_one {
        ($($from:ident => $to:ident;)*) => {$({
            let lowering = Arc::clone(converter);
            let name = concat!(stringify!($from), "Lowering");
            patterns.add_with_type_converter::<$from>(cx, name, &converter.types, move |rw, op, adaptor| {
                to_intrinsic::<$to>(rw, op.into(), adaptor, &lowering)
            });
        })*};
    }
    one_to_one! {
        DupQLaneOp => DupQLaneIntrOp;
        ScalableMaskedAddFOp => ScalableMaskedAddFIntrOp;
        ScalableMaskedAddIOp => ScalableMaskedAddIIntrOp;
        ScalableMaskedDivFOp => ScalableMaskedDivFIntrOp;
        ScalableMaskedMulFOp => ScalableMaskedMulFIntrOp;
        ScalableMaskedMulIOp => ScalableMaskedMulIIntrOp;
        ScalableMaskedSDivIOp => ScalableMaskedSDivIIntrOp;
        ScalableMaskedSubFOp => ScalableMaskedSubFIntrOp;
        ScalableMaskedSubIOp => ScalableMaskedSubIIntrOp;
        ScalableMaskedUDivIOp => ScalableMaskedUDivIIntrOp;
        SmmlaOp => SmmlaIntrOp;
        UdotOp => UdotIntrOp;
        UmmlaOp => UmmlaIntrOp;
        UsmmlaOp => UsmmlaIntrOp;
        ZipX2Op => ZipX2IntrOp;
        ZipX4Op => ZipX4IntrOp;
        SdotOp => SdotIntrOp;
    }
    let index = converter.index;
    patterns.add_with_type_converter::<ConvertFromSvboolOp>(
        cx,
        "SvboolConversionOpLowering<ConvertFromSvboolOp>",
        &converter.types,
        move |rw, op, _| {
            replace_with(rw, op.into(), index, |build| {
                let view = ConvertFromSvboolOp::view_of(build.rw.op(op));
                let (source, result) = (view.source().id(), view.result().ty());
                convert_predicates::<ConvertFromSvboolIntrOp>(build, source, result)
            })
        },
    );
    patterns.add_with_type_converter::<ConvertToSvboolOp>(
        cx,
        "SvboolConversionOpLowering<ConvertToSvboolOp>",
        &converter.types,
        move |rw, op, _| {
            replace_with(rw, op.into(), index, |build| {
                let view = ConvertToSvboolOp::view_of(build.rw.op(op));
                let (source, result) = (view.source().id(), view.result().ty());
                convert_predicates::<ConvertToSvboolIntrOp>(build, source, result)
            })
        },
    );
    patterns.add_with_type_converter::<PselOp>(
        cx,
        "PselOpLowering",
        &converter.types,
        move |rw, op, adaptor| replace_with(rw, op.into(), index, |build| psel(build, op.into(), adaptor)),
    );
    let lowering = Arc::clone(converter);
    patterns.add_with_type_converter::<CreateMaskOp>(
        cx,
        "CreateMaskOpLowering",
        &converter.types,
        move |rw, op, adaptor| create_mask(rw, op.into(), adaptor, &lowering),
    );
}

/// Marks the intrinsics as legal and all other ops of the dialect as illegal.
pub fn configure_target(target: ConversionTarget, cx: &Context) -> ConversionTarget {
    let is_intrinsic = |name: &str| name.starts_with("arm_sve.intr.");
    let (legal, illegal): (Vec<&str>, Vec<&str>) =
        ARM_SVE.ops.iter().map(|def| def.name).partition(|name| is_intrinsic(name));
    target.legal_ops(cx, &legal).illegal_ops(cx, &illegal)
}

/// Replaces an op by an intrinsic that takes the same operands; several results are in a structure.
fn to_intrinsic<K: OpKind>(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let cx = rw.cx();
    let results = rw.op(op).result_types();
    let types: Vec<Type> = results.iter().map(|&ty| converter.convert(cx, ty)).collect::<Option<_>>()?;
    let (props, discardable) = (converted_attrs::<K>(rw.op(op)), rw.op(op).attrs());
    replace_with(rw, op, converter.index, |build| {
        let operands = adaptor.flat();
        let ty = match *types.as_slice() {
            [ty] => ty,
            _ => StructType::get(cx, types.clone(), false).into(),
        };
        let made = build.rw.build(
            OperationState::positional::<K>(&operands, &props).with_results(&[ty]).with_loc(build.loc),
        );
        build.rw.set_attrs(made, discardable);
        let value = build.rw.op(made).single_result().id();
        if types.len() == 1 {
            return Some(vec![value]);
        }
        Some((0..types.len() as i64).map(|at| build.extract(value, &[at])).collect())
    })
}

/// Converts each row of predicates separately.
fn convert_predicates<K: OpKind>(build: &mut Build<'_, '_>, source: Value, ty: Type) -> Option<Vec<Value>> {
    let (cx, loc) = (build.cx(), build.loc);
    let from = vector(cx, build.rw.value(source).ty());
    let to = vector(cx, ty);
    let zero = zero_attr(cx, ty)?;
    let mut result = build.rw.build_value(arith::ConstantOp::of().value_attr(zero).result(ty).loc(loc));
    let (from_row, to_row) = (
        VectorType::get_scalable(cx, &[from.minor()], &[true], from.element),
        VectorType::get_scalable(cx, &[to.minor()], &[true], to.element),
    );
    let outer = from.shape.split_last()?.1;
    let count: i64 = outer.iter().product();
    if count > terrace_ir::elements::MAX_EXPANDED_ELEMENTS as i64 {
        return None;
    }
    for row in 0..count {
        let (mut position, mut rest) = (vec![0; outer.len()], row);
        for (at, &extent) in outer.iter().enumerate().rev() {
            position[at] = rest % extent;
            rest /= extent;
        }
        let position = Some(cx.i64_array(&position));
        let part = build
            .rw
            .build_value(ExtractOp::of(source).static_position_attr(position).result(from_row).loc(loc));
        let part =
            build.rw.build_value(OperationState::unary::<K>(part).with_results(&[to_row]).with_loc(loc));
        result = build
            .rw
            .build_value(InsertOp::of(part, result).static_position_attr(position).result(ty).loc(loc));
    }
    Some(vec![result])
}

fn psel(build: &mut Build<'_, '_>, op: Op, adaptor: &Adaptor) -> Option<Vec<Value>> {
    let (cx, loc) = (build.cx(), build.loc);
    let view = PselOp::view_of(build.rw.op(op));
    let (ty, p2, index) = (view.p1().ty(), view.p2().id(), view.index().id());
    let svbool = VectorType::get_scalable(cx, &[16], &[true], Type::I1);
    let p1 = build.rw.build_value(
        ConvertToSvboolIntrOp::of(adaptor.of(build.rw, PselOp::assume(op)).p1()).res(svbool).loc(loc),
    );
    let index = build.rw.build_value(IndexCastOp::of(index).out(Type::I32).loc(loc));
    let selected = build.rw.build_value(PselIntrOp::of(p1, p2, index).res(svbool).loc(loc));
    Some(vec![build.rw.build_value(ConvertFromSvboolIntrOp::of(selected).res(ty).loc(loc))])
}

fn create_mask(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let ty = rw.op(op).single_result().ty();
    let mask = vector(rw.cx(), ty);
    if mask.scalable != [true] {
        return rw.notify_match_failure(op, "not 1-D and scalable");
    }
    if ![2, 4, 8, 16].contains(&mask.minor()) {
        return rw.notify_match_failure(op, "not SVE predicate-sized");
    }
    let &[count] = adaptor.of(rw, CreateMaskOp::assume(op)).operands() else { return None };
    replace_with(rw, op, converter.index, |build| {
        let zero = build.zero(Type::I64);
        Some(vec![build.rw.build_value(WhileLTIntrOp::of(zero, count).res(ty).loc(build.loc))])
    })
}
