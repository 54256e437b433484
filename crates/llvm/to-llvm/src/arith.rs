//! `convert-arith-to-llvm`.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_core::arith::*;
use terrace_dialects_llvm::enums::{
    FCmpPredicate, FPExceptionBehavior, ICmpPredicate, RoundingMode as LlvmRoundingMode,
};
use terrace_dialects_llvm::{intrinsics as intr, ops as llvm};
use terrace_ir::build::OperationState;
use terrace_ir::enum_attr::{EnumValue, enum_attr};
use terrace_ir::{Context, Op, OpKind, Type, Value};

use crate::one_to_one::{
    converted_attrs, fastmath_attr, has_unsupported_float, operands, replace_elementwise,
};
use crate::one_to_one_patterns;
use terrace_llvm_common::converter::LlvmTypeConverter;

/// Adds the patterns that turn ops of arith into ops of the dialect llvm.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    one_to_one_patterns!(patterns, cx, converter;
        AddFOp => llvm::FAddOp,
        AddIOp => llvm::AddOp,
        AndIOp => llvm::AndOp,
        DivFOp => llvm::FDivOp,
        DivSIOp => llvm::SDivOp,
        DivUIOp => llvm::UDivOp,
        ExtFOp => llvm::FPExtOp,
        ExtSIOp => llvm::SExtOp,
        ExtUIOp => llvm::ZExtOp,
        FPToSIOp => llvm::FPToSIOp,
        FPToUIOp => llvm::FPToUIOp,
        MaximumFOp => intr::MaximumOp,
        MaxNumFOp => intr::MaxNumOp,
        MaxSIOp => intr::SMaxOp,
        MaxUIOp => intr::UMaxOp,
        MinimumFOp => intr::MinimumOp,
        MinNumFOp => intr::MinNumOp,
        MinSIOp => intr::SMinOp,
        MinUIOp => intr::UMinOp,
        MulFOp => llvm::FMulOp,
        MulIOp => llvm::MulOp,
        NegFOp => llvm::FNegOp,
        OrIOp => llvm::OrOp,
        RemFOp => llvm::FRemOp,
        RemSIOp => llvm::SRemOp,
        RemUIOp => llvm::URemOp,
        ShLIOp => llvm::ShlOp,
        ShRSIOp => llvm::AShrOp,
        ShRUIOp => llvm::LShrOp,
        SIToFPOp => llvm::SIToFPOp,
        SubFOp => llvm::FSubOp,
        SubIOp => llvm::SubOp,
        TruncIOp => llvm::TruncOp,
        UIToFPOp => llvm::UIToFPOp,
        XOrIOp => llvm::XOrOp,
    );
    terrace_passes_arith_math::arith::expand::populate_ceil_floor_div_patterns(cx, patterns);
    let types = &converter.types;
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<TruncFOp>(cx, "TruncFOpLowering", types, move |rw, op, adaptor| {
        truncate(rw, op, adaptor, &lower)
    });
    let lower = Arc::clone(converter);
    // Both are converted for any format.
    patterns.add_with_type_converter::<SelectOp>(cx, "SelectOpLowering", types, move |rw, op, adaptor| {
        let props = converted_attrs::<llvm::SelectOp>(rw.op(op));
        if adaptor.values(1).len() != 1 {
            return select_many(rw, op.into(), adaptor);
        }
        // One condition chooses between whole arrays.
        if rw.body().value_type(adaptor.of(rw, op).condition()) == Type::I1 {
            let discardable = rw.op(op).attrs();
            let ty = lower.convert(rw.cx(), rw.op(op).single_result().ty())?;
            let loc = rw.body().loc(op);
            rw.set_insertion_point_before(op);
            let new = rw.build(
                OperationState::positional::<llvm::SelectOp>(&adaptor.flat(), &props)
                    .with_results(&[ty])
                    .with_loc(loc),
            );
            rw.set_attrs(new, discardable);
            rw.replace_op_with(op, new);
            return Some(());
        }
        replace_elementwise(rw, op.into(), &adaptor.flat(), &lower, |build, operands, ty| {
            build.rw.build_value(
                OperationState::positional::<llvm::SelectOp>(operands, &props)
                    .with_results(&[ty])
                    .with_loc(build.loc),
            )
        })
    });
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<BitcastOp>(cx, "BitcastOpLowering", types, move |rw, op, adaptor| {
        let [input] = operands(adaptor)?;
        let result = lower.convert(rw.cx(), rw.op(op).single_result().ty())?;
        // Bits of formats that LLVM does not have are integers already, and buffers have no element type.
        if rw.body().value_type(input) == result {
            rw.replace_op(op, &[input]);
            return Some(());
        }
        replace_elementwise(rw, op.into(), &[input], &lower, |build, operands, ty| {
            build.rw.build_value(
                OperationState::positional::<llvm::BitcastOp>(operands, &[])
                    .with_results(&[ty])
                    .with_loc(build.loc),
            )
        })
    });
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<ConstantOp>(cx, "ConstantOpLowering", types, move |rw, op, _| {
        constant(rw, op, &lower)
    });
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<CmpIOp>(cx, "CmpIOpLowering", types, move |rw, op, adaptor| {
        let predicate = CmpIOp::view_of(rw.op(op)).predicate().to_int();
        let predicate = enum_attr(rw.cx(), ICmpPredicate::from_int(predicate)?);
        replace_elementwise(rw, op.into(), &adaptor.flat(), &lower, |build, operands, ty| {
            build.rw.build_value(
                OperationState::positional::<llvm::ICmpOp>(operands, &[Some(predicate)])
                    .with_results(&[ty])
                    .with_loc(build.loc),
            )
        })
    });
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<CmpFOp>(cx, "CmpFOpLowering", types, move |rw, op, adaptor| {
        if has_unsupported_float(rw.op(op), &lower) {
            return rw.notify_match_failure(op, "unsupported floating point type");
        }
        let predicate = CmpFOp::view_of(rw.op(op)).predicate().to_int();
        let props = [Some(enum_attr(rw.cx(), FCmpPredicate::from_int(predicate)?)), fastmath_attr(rw.op(op))];
        replace_elementwise(rw, op.into(), &adaptor.flat(), &lower, |build, operands, ty| {
            build.rw.build_value(
                OperationState::positional::<llvm::FCmpOp>(operands, &props)
                    .with_results(&[ty])
                    .with_loc(build.loc),
            )
        })
    });
    add_index_cast::<IndexCastOp, llvm::SExtOp>(cx, patterns, converter, "IndexCastOpLowering<SExt>");
    add_index_cast::<IndexCastUIOp, llvm::ZExtOp>(cx, patterns, converter, "IndexCastOpLowering<ZExt>");
    add_extended_product::<MulSIExtendedOp, llvm::SExtOp>(
        cx,
        patterns,
        converter,
        "MulIExtendedOpLowering<signed>",
    );
    add_extended_product::<MulUIExtendedOp, llvm::ZExtOp>(
        cx,
        patterns,
        converter,
        "MulIExtendedOpLowering<unsigned>",
    );
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<AddUIExtendedOp>(
        cx,
        "AddUIExtendedOpLowering",
        types,
        move |rw, op, adaptor| extended_sum(rw, op.into(), adaptor, &lower),
    );
}

/// A float in a narrower format; a constrained intrinsic if a rounding mode is specified.
fn truncate(
    rw: &mut ConversionRewriter<'_>,
    op: TruncFOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let cx = rw.cx();
    if has_unsupported_float(rw.op(op), converter) {
        return rw.notify_match_failure(op, "unsupported floating point type");
    }
    let Some(rounding) = op.view(rw).roundingmode() else {
        let props = converted_attrs::<llvm::FPTruncOp>(rw.op(op));
        return replace_elementwise(rw, op.into(), &adaptor.flat(), converter, |build, operands, ty| {
            build.rw.build_value(
                OperationState::positional::<llvm::FPTruncOp>(operands, &props)
                    .with_results(&[ty])
                    .with_loc(build.loc),
            )
        });
    };
    let rounding = match rounding {
        RoundingMode::ToNearestEven => LlvmRoundingMode::NearestTiesToEven,
        RoundingMode::Downward => LlvmRoundingMode::TowardNegative,
        RoundingMode::Upward => LlvmRoundingMode::TowardPositive,
        RoundingMode::TowardZero => LlvmRoundingMode::TowardZero,
        RoundingMode::ToNearestAway => LlvmRoundingMode::NearestTiesToAway,
    };
    let props = [Some(enum_attr(cx, rounding)), Some(enum_attr(cx, FPExceptionBehavior::Ignore))];
    replace_elementwise(rw, op.into(), &adaptor.flat(), converter, |build, operands, ty| {
        build.rw.build_value(
            OperationState::positional::<intr::ConstrainedFPTruncIntrOp>(operands, &props)
                .with_results(&[ty])
                .with_loc(build.loc),
        )
    })
}

/// A constant; a dense one of an array of vectors has the attribute of the whole.
fn constant(rw: &mut ConversionRewriter<'_>, op: ConstantOp, converter: &LlvmTypeConverter) -> Option<()> {
    let cx = rw.cx();
    let view = op.view(rw);
    let (value, ty) = (view.value_attr(), view.result().ty());
    let Some(converted) = converter.convert(cx, ty) else {
        return rw.notify_match_failure(op, "the type cannot be converted");
    };
    let (loc, attrs) = (rw.body().loc(op), view.0.attrs());
    rw.set_insertion_point_before(op);
    let new = rw.build(llvm::ConstantOp::of().loc(loc).value_attr(value).res(converted));
    rw.set_attrs(new, attrs);
    rw.replace_op_with(op, new);
    Some(())
}

/// An integer as wide as an index, or the reverse.
fn add_index_cast<S: OpKind, E: OpKind>(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    name: &'static str,
) {
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<S>(cx, name, &converter.types, move |rw, op, adaptor| {
        let cx = rw.cx();
        let [input] = operands(adaptor)?;
        let result = rw.op(op).single_result().ty();
        let width = |ty: Type| -> Option<u32> {
            let element = ty.element_type_or_self(cx);
            lower.convert(cx, element)?.bit_width(cx)
        };
        let source = rw.op(op).operands().next()?.ty();
        let (from, to) = (width(source)?, width(result)?);
        if from == to {
            rw.replace_op(op, &[input]);
            return Some(());
        }
        if source.is_memref(cx) {
            return rw.notify_match_failure(op, "the elements of a buffer have another width");
        }
        replace_elementwise(rw, op.into(), &[input], &lower, |build, operands, ty| match from < to {
            true => build.rw.build_value(
                OperationState::positional::<E>(operands, &[]).with_results(&[ty]).with_loc(build.loc),
            ),
            false => build.rw.build_value(
                OperationState::positional::<llvm::TruncOp>(operands, &[])
                    .with_results(&[ty])
                    .with_loc(build.loc),
            ),
        })
    });
}

/// The sum and the carry of two unsigned integers.
fn extended_sum(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let [lhs, rhs] = operands(adaptor)?;
    let types = rw.op(op).result_types().to_vec();
    let [sum, carry] = types[..] else { return None };
    let (sum, carry) = (converter.convert(cx, sum)?, converter.convert(cx, carry)?);
    if sum.isa::<terrace_dialects_llvm::types::ArrayType>(cx) {
        return rw.notify_match_failure(op, "ND vector types are not supported");
    }
    let pair = terrace_dialects_llvm::types::StructType::get(cx, vec![sum, carry], false).into();
    rw.set_insertion_point_before(op);
    let mut build = terrace_llvm_common::build::Build::new(rw, loc, converter.index);
    let made = build.rw.build_value(intr::UAddWithOverflowOp::of(lhs, rhs).res(pair).loc(loc));
    let results = [build.extract(made, &[0]), build.extract(made, &[1])];
    rw.replace_op(op, &results);
    Some(())
}

/// The halves of the product of two integers, computed with twice as many bits.
fn add_extended_product<S: OpKind, E: OpKind>(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    name: &'static str,
) {
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<S>(cx, name, &converter.types, move |rw, op, adaptor| {
        let (cx, loc) = (rw.cx(), rw.body().loc(op));
        let [lhs, rhs] = operands(adaptor)?;
        let ty = rw.body().value_type(lhs);
        if ty.isa::<terrace_dialects_llvm::types::ArrayType>(cx) {
            return rw.notify_match_failure(op, "ND vector types are not supported");
        }
        let element = ty.element_type_or_self(cx);
        let width = element.bit_width(cx)?;
        let wide = cx.integer(2 * width, terrace_ir::Signedness::Signless);
        let wide = if ty.is_vector(cx) { ty.with_element(cx, wide)? } else { wide };
        rw.set_insertion_point_before(op);
        let mut build = terrace_llvm_common::build::Build::new(rw, loc, lower.index);
        let extended: [Value; 2] = [lhs, rhs].map(|value| build.unary::<E>(value, wide));
        let product = build.binary::<llvm::MulOp>(extended[0], extended[1]);
        let low = build.unary::<llvm::TruncOp>(product, ty);
        let shift = build.integer(i64::from(width), wide);
        let high = build.binary::<llvm::LShrOp>(product, shift);
        let high = build.unary::<llvm::TruncOp>(high, ty);
        rw.replace_op(op, &[low, high]);
        Some(())
    });
}

/// Converts a select of a type that converts to several values to a select of each.
fn select_many(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let &[condition] = adaptor.values(0) else { return None };
    let (yes, no) = (adaptor.values(1).to_vec(), adaptor.values(2).to_vec());
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let chosen: Vec<Value> = yes
        .iter()
        .zip(&no)
        .map(|(&yes, &no)| {
            let ty = rw.body().value_type(yes);
            rw.build_value(llvm::SelectOp::of(condition, yes, no).res(ty).loc(loc))
        })
        .collect();
    rw.replace_with_many(op, &[chosen]);
    Some(())
}
