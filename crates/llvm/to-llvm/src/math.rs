//! `convert-math-to-llvm`: the functions that LLVM has intrinsics for, and those that are small on them.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_core::math::*;
use terrace_dialects_llvm::types::{ArrayType, StructType};
use terrace_dialects_llvm::{intrinsics as intr, ops as llvm};
use terrace_ir::build::OperationState;
use terrace_ir::elements::Numbers;
use terrace_ir::{Attr, Context, Op, OpKind, Type, Value};
use terrace_support::apfloat::{ApFloat, FloatKind};

use crate::one_to_one::{converted_attrs, fastmath_attr, has_unsupported_float, replace_elementwise};
use crate::one_to_one_patterns;
use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;

/// Adds the patterns that turn ops of math into ops of the dialect llvm.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    one_to_one_patterns!(patterns, cx, converter;
        AbsFOp => intr::FAbsOp,
        AcosOp => intr::ACosOp,
        AsinOp => intr::ASinOp,
        AtanOp => intr::ATanOp,
        Atan2Op => intr::ATan2Op,
        CeilOp => intr::FCeilOp,
        CopySignOp => intr::CopySignOp,
        CosOp => intr::CosOp,
        CoshOp => intr::CoshOp,
        CtPopOp => intr::CtPopOp,
        Exp2Op => intr::Exp2Op,
        ExpOp => intr::ExpOp,
        FloorOp => intr::FFloorOp,
        FmaOp => intr::FMAOp,
        FPowIOp => intr::PowIOp,
        Log10Op => intr::Log10Op,
        Log2Op => intr::Log2Op,
        LogOp => intr::LogOp,
        PowFOp => intr::PowOp,
        RoundEvenOp => intr::RoundEvenOp,
        RoundOp => intr::RoundOp,
        SinOp => intr::SinOp,
        SinhOp => intr::SinhOp,
        SqrtOp => intr::SqrtOp,
        TanOp => intr::TanOp,
        TanhOp => intr::TanhOp,
        TruncOp => intr::FTruncOp,
    );
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<SincosOp>(
        cx,
        "SincosOpLowering",
        &converter.types,
        move |rw, op, adaptor| sincos(rw, op.into(), adaptor, &lower),
    );
    add_flagged::<AbsIOp, intr::AbsOp>(cx, patterns, converter, "AbsIOpLowering");
    add_flagged::<CountLeadingZerosOp, intr::CountLeadingZerosOp>(
        cx,
        patterns,
        converter,
        "CountLeadingZerosOpLowering",
    );
    add_flagged::<CountTrailingZerosOp, intr::CountTrailingZerosOp>(
        cx,
        patterns,
        converter,
        "CountTrailingZerosOpLowering",
    );
    add_class::<IsNaNOp>(cx, patterns, converter, "IsNaNOpLowering", 0x3);
    add_class::<IsFiniteOp>(cx, patterns, converter, "IsFiniteOpLowering", 0x1f8);
    add_with_one::<ExpM1Op>(cx, patterns, converter, "ExpM1OpLowering", |build, [x, one], flags| {
        let exp = flagged::<intr::ExpOp>(build, &[x], flags);
        flagged::<llvm::FSubOp>(build, &[exp, one], flags)
    });
    if !converter.options.keep_log1p {
        add_with_one::<Log1pOp>(cx, patterns, converter, "Log1pOpLowering", |build, [x, one], flags| {
            let sum = flagged::<llvm::FAddOp>(build, &[one, x], flags);
            flagged::<intr::LogOp>(build, &[sum], flags)
        });
    }
    add_with_one::<RsqrtOp>(cx, patterns, converter, "RsqrtOpLowering", |build, [x, one], flags| {
        let root = flagged::<intr::SqrtOp>(build, &[x], flags);
        flagged::<llvm::FDivOp>(build, &[one, root], flags)
    });
}

/// The sine and the cosine at once, as a structure of both.
fn sincos(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let &[operand] = adaptor.values(0) else { return None };
    let ty = rw.body().value_type(operand);
    if has_unsupported_float(rw.op(op), converter) || !ty.element_type_or_self(cx).is_float(cx) {
        return rw.notify_match_failure(op, "unsupported floating point type");
    }
    let flags = fastmath_attr(rw.op(op));
    let pair: Type = StructType::get(cx, vec![ty, ty], false).into();
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let both =
        build.rw.build_value(intr::SincosOp::of(operand).fastmath_flags_attr(flags).res(pair).loc(loc));
    let parts = [build.extract(both, &[0]), build.extract(both, &[1])];
    rw.replace_op(op, &parts);
    Some(())
}

/// An op whose result has the type of its first operand, with flags where there are some.
fn flagged<K: OpKind>(build: &mut Build<'_, '_>, operands: &[Value], flags: Option<Attr>) -> Value {
    let ty = build.rw.body().value_type(operands[0]);
    build.rw.build_value(
        OperationState::positional::<K>(operands, &[flags]).with_results(&[ty]).with_loc(build.loc),
    )
}

/// Intrinsics with a flag that some operands are poison, which is off.
fn add_flagged<S: OpKind, T: OpKind>(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    name: &'static str,
) {
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<S>(cx, name, &converter.types, move |rw, op, adaptor| {
        // Upstream leaves vectors of vectors.
        let ty = rw.body().value_type(*adaptor.values(0).first()?);
        if rw.cx().matches_upstream() && ty.isa::<ArrayType>(rw.cx()) {
            return rw.notify_match_failure(op, "expected vector result type");
        }
        let props: Vec<Option<Attr>> =
            converted_attrs::<T>(rw.op(op)).into_iter().map(|prop| prop.or(Some(Attr::FALSE))).collect();
        replace_elementwise(rw, op.into(), &adaptor.flat(), &lower, |build, operands, ty| {
            build.rw.build_value(
                OperationState::positional::<T>(operands, &props).with_results(&[ty]).with_loc(build.loc),
            )
        })
    });
}

/// Adds the pattern that converts an op that tests the class of a number to `llvm.is.fpclass` with these bits.
fn add_class<S: OpKind>(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    name: &'static str,
    bits: i64,
) {
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<S>(cx, name, &converter.types, move |rw, op, adaptor| {
        if has_unsupported_float(rw.op(op), &lower) {
            return rw.notify_match_failure(op, "unsupported floating point type");
        }
        let bits = rw.cx().int_attr(Type::I32, bits);
        replace_elementwise(rw, op.into(), &adaptor.flat(), &lower, |build, operands, ty| {
            build.rw.build_value(
                OperationState::positional::<intr::IsFPClassOp>(operands, &[Some(bits)])
                    .with_results(&[ty])
                    .with_loc(build.loc),
            )
        })
    });
}

/// Creates ops of an operand, the number one of its type, and flags.
type MakeWithOne = fn(&mut Build<'_, '_>, [Value; 2], Option<Attr>) -> Value;

fn add_with_one<S: OpKind>(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    name: &'static str,
    make: MakeWithOne,
) {
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<S>(cx, name, &converter.types, move |rw, op, adaptor| {
        if has_unsupported_float(rw.op(op), &lower) {
            return rw.notify_match_failure(op, "unsupported floating point type");
        }
        let flags = fastmath_attr(rw.op(op));
        replace_elementwise(rw, op.into(), &adaptor.flat(), &lower, |build, operands, ty| {
            let one = one_of(build, ty);
            make(build, [operands[0], one], flags)
        })
    });
}

/// The number one, or a vector of ones.
fn one_of(build: &mut Build<'_, '_>, ty: Type) -> Value {
    let cx = build.cx();
    let element = ty.element_type_or_self(cx);
    let kind = element.float_kind(cx).unwrap_or(FloatKind::F64);
    let one = cx.float_attr(element, ApFloat::from_f64(kind, 1.0));
    let splat = || one.as_float(cx).and_then(|one| Numbers::Splat(one).to_attr(cx, ty));
    let value = if element == ty { one } else { splat().unwrap_or(one) };
    build.constant(value, ty)
}
