//! Ops of the dialect x86vector as calls of intrinsics.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, ConversionTarget};
use terrace_dialects_llvm::CallIntrinsicOp;
use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_llvm::types::StructType;
use terrace_dialects_mem::layout::memref;
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::x86::*;
use terrace_ir::{Context, DYNAMIC, Op, OpKind, Type, Value};
use terrace_passes_shared::arithmetic::zero_attr;

use terrace_llvm_common::build::{Build, GepIndex, replace_with};
use terrace_llvm_common::converter::LlvmTypeConverter;
use terrace_llvm_common::descriptor::MemRefDescriptor;

/// Adds the patterns.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    macro_rules! intrinsics {
        ($($op:ident, $operands:expr;)*) => {$({
            let lowering = Arc::clone(converter);
            patterns.add_with_type_converter::<$op>(cx, "X86IntrinsicOpConversion", &converter.types, move |rw, op, adaptor| {
                to_intrinsic(rw, op.into(), adaptor, &lowering, $operands)
            });
        })*};
    }
    intrinsics! {
        MaskCompressOp, compress_operands;
        MaskRndScaleOp, all_operands;
        MaskScaleFOp, all_operands;
        Vp2IntersectOp, all_operands;
        DotBF16Op, all_operands;
        CvtPackedF32ToBF16Op, all_operands;
        RsqrtOp, all_operands;
        DotOp, dot_operands;
        DotInt8Op, all_operands;
        BcstToPackedF32Op, buffer_operands;
        CvtPackedEvenIndexedToF32Op, buffer_operands;
        CvtPackedOddIndexedToF32Op, buffer_operands;
    }
}

/// Marks the ops of the dialect as illegal.
pub fn configure_target(target: ConversionTarget, cx: &Context) -> ConversionTarget {
    let names: Vec<&str> = X86_VECTOR.ops.iter().map(|def| def.name).collect();
    target.illegal_ops(cx, &names)
}

/// The operands of an intrinsic.
type Operands = fn(&mut Build<'_, '_>, Op, &Adaptor, &LlvmTypeConverter) -> Option<Vec<Value>>;

/// Replaces an op on vectors of one fixed dimension by the call of its intrinsic; several results are in a structure.
fn to_intrinsic(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
    operands: Operands,
) -> Option<()> {
    let cx = rw.cx();
    let view = rw.op(op);
    let name = view.interface::<dyn X86IntrinsicOp>()?.intrinsic_name(view);
    let results = view.result_types();
    let is_row = |&ty: &Type| as_vector(cx, ty).is_some_and(|own| own.rank() == 1 && !own.is_scalable());
    if !results.iter().all(is_row) {
        return rw.notify_match_failure(op, "the intrinsic has vectors of one fixed dimension");
    }
    let types: Vec<Type> = results.iter().map(|&ty| converter.convert(cx, ty)).collect::<Option<_>>()?;
    // Attributes of the op stay at the call.
    let discardable = view.attrs();
    let constant = view.cast::<MaskCompressOp>().and_then(|compress| compress.constant_src_attr());
    replace_with(rw, op, converter.index, |build| {
        let operands = operands(build, op, adaptor, converter)?;
        let ty = match *types.as_slice() {
            [ty] => ty,
            _ => StructType::get(cx, types.clone(), false).into(),
        };
        let call = CallIntrinsicOp::of().loc(build.loc).intrin_attr(cx.string_attr(&name)).args(&operands);
        let call = build.rw.build(call.op_bundle_operands(&[]).results(ty));
        build.rw.set_attrs(call, discardable);
        if let Some(constant) = constant {
            build.rw.set_attr(call, "constant_src", constant);
        }
        let value = build.rw.op(call).single_result().id();
        if types.len() == 1 {
            return Some(vec![value]);
        }
        Some((0..types.len() as i64).map(|at| build.extract(value, &[at])).collect())
    })
}

fn all_operands(
    _: &mut Build<'_, '_>,
    _: Op,
    adaptor: &Adaptor,
    _: &LlvmTypeConverter,
) -> Option<Vec<Value>> {
    Some(adaptor.flat())
}

/// The elements, those where the mask is not set, and the mask.
fn compress_operands(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<Vec<Value>> {
    let cx = build.cx();
    let view = MaskCompressOp::view_of(build.rw.op(op));
    let (constant, ty) = (view.constant_src_attr(), converter.convert(cx, view.dst().ty())?);
    let operands = adaptor.flat();
    let (mask, elements) = (*operands.first()?, *operands.get(1)?);
    let source = match (operands.get(2), constant) {
        (Some(&source), _) => source,
        (None, Some(constant)) => build.constant(constant, ty),
        (None, None) => {
            let zero = zero_attr(cx, ty)?;
            build.constant(zero, ty)
        }
    };
    Some(vec![elements, source, mask])
}

/// The vectors, and that all products are added and all elements written.
fn dot_operands(
    build: &mut Build<'_, '_>,
    _: Op,
    adaptor: &Adaptor,
    _: &LlvmTypeConverter,
) -> Option<Vec<Value>> {
    let mut operands = adaptor.flat();
    operands.push(build.integer(-1, Type::I8));
    Some(operands)
}

/// The address of the first element of a buffer.
fn buffer_operands(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<Vec<Value>> {
    let cx = build.cx();
    let buffer = memref(cx, build.rw.op(op).single_operand().ty())?;
    let (_, offset) = buffer.strides_and_offset(cx)?;
    let descriptor = MemRefDescriptor::of(*adaptor.flat().first()?);
    let base = descriptor.aligned(build);
    let offset = match offset {
        0 => return Some(vec![base]),
        DYNAMIC => descriptor.offset(build),
        known => build.index(known),
    };
    let (pointer, element) = (build.rw.body().value_type(base), converter.convert(cx, buffer.element)?);
    Some(vec![build.gep(pointer, element, base, &[GepIndex::Value(offset)], GEPNoWrapFlags::NONE)])
}
