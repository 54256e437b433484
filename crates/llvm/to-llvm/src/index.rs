//! `convert-index-to-llvm`.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_core::index::*;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::{intrinsics as intr, ops as llvm};
use terrace_ir::{Context, Op, OpKind, Value};
use terrace_support::apint::ApInt;

use crate::conversions::add_conversions;
use crate::one_to_one::operands;
use crate::one_to_one_patterns;
use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;

/// Adds the patterns that turn ops of index into ops of the dialect llvm.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    one_to_one_patterns!(patterns, cx, converter;
        AddOp => llvm::AddOp,
        AndOp => llvm::AndOp,
        DivSOp => llvm::SDivOp,
        DivUOp => llvm::UDivOp,
        MaxSOp => intr::SMaxOp,
        MaxUOp => intr::UMaxOp,
        MinSOp => intr::SMinOp,
        MinUOp => intr::UMinOp,
        MulOp => llvm::MulOp,
        OrOp => llvm::OrOp,
        RemSOp => llvm::SRemOp,
        RemUOp => llvm::URemOp,
        ShlOp => llvm::ShlOp,
        ShrSOp => llvm::AShrOp,
        ShrUOp => llvm::LShrOp,
        SubOp => llvm::SubOp,
        XOrOp => llvm::XOrOp,
    );
    add_conversions! { (cx, patterns, converter)
        BoolConstantOp, "ConvertIndexBoolConstantOp", bool_constant;
        CastSOp, "ConvertIndexCast<CastSOp>", |rw, op, adaptor, types| cast::<llvm::SExtOp>(rw, op.into(), adaptor, types);
        CastUOp, "ConvertIndexCast<CastUOp>", |rw, op, adaptor, types| cast::<llvm::ZExtOp>(rw, op.into(), adaptor, types);
        CeilDivSOp, "ConvertIndexCeilDivS", ceil_div_signed;
        CeilDivUOp, "ConvertIndexCeilDivU", ceil_div_unsigned;
        CmpOp, "ConvertIndexCmp", compare;
        ConstantOp, "ConvertIndexConstantOp", constant;
        FloorDivSOp, "ConvertIndexFloorDivS", floor_div_signed;
        SizeOfOp, "ConvertIndexSizeOf", size_of;
    }
}

fn icmp(build: &mut Build<'_, '_>, predicate: ICmpPredicate, lhs: Value, rhs: Value) -> Value {
    let compare = llvm::ICmpOp::of(lhs, rhs).loc(build.loc).predicate(predicate);
    build.rw.build_value(compare)
}

fn select(build: &mut Build<'_, '_>, condition: Value, yes: Value, no: Value) -> Value {
    let ty = build.rw.body().value_type(yes);
    build.rw.build_value(llvm::SelectOp::of(condition, yes, no).res(ty).loc(build.loc))
}

/// Replaces an op by what `make` makes of its operands.
fn replace<const N: usize>(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
    make: impl FnOnce(&mut Build<'_, '_>, [Value; N]) -> Value,
) -> Option<()> {
    let (loc, operands) = (rw.body().loc(op), operands::<N>(adaptor)?);
    rw.set_insertion_point_before(op);
    let value = make(&mut Build::new(rw, loc, converter.index), operands);
    rw.replace_op(op, &[value]);
    Some(())
}

/// `n != 0 && (n > 0) == (m > 0) ? (n + (m > 0 ? -1 : 1)) / m + 1 : -(-n / m)`.
fn ceil_div_signed(
    rw: &mut ConversionRewriter<'_>,
    op: CeilDivSOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    replace(rw, op.into(), adaptor, converter, |build, [n, m]| {
        let ty = build.index;
        let zero = build.integer(0, ty);
        let one = build.integer(1, ty);
        let minus_one = build.integer(-1, ty);
        let m_positive = icmp(build, ICmpPredicate::Sgt, m, zero);
        let x = select(build, m_positive, minus_one, one);
        let sum = build.binary::<llvm::AddOp>(n, x);
        let quotient = build.binary::<llvm::SDivOp>(sum, m);
        let positive = build.binary::<llvm::AddOp>(quotient, one);
        let negated = build.binary::<llvm::SubOp>(zero, n);
        let quotient = build.binary::<llvm::SDivOp>(negated, m);
        let negative = build.binary::<llvm::SubOp>(zero, quotient);
        let n_positive = icmp(build, ICmpPredicate::Sgt, n, zero);
        let same_sign = icmp(build, ICmpPredicate::Eq, n_positive, m_positive);
        let not_zero = icmp(build, ICmpPredicate::Ne, n, zero);
        let condition = build.binary::<llvm::AndOp>(same_sign, not_zero);
        select(build, condition, positive, negative)
    })
}

/// `n == 0 ? 0 : (n - 1) / m + 1`.
fn ceil_div_unsigned(
    rw: &mut ConversionRewriter<'_>,
    op: CeilDivUOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    replace(rw, op.into(), adaptor, converter, |build, [n, m]| {
        let ty = build.index;
        let zero = build.integer(0, ty);
        let one = build.integer(1, ty);
        let less = build.binary::<llvm::SubOp>(n, one);
        let quotient = build.binary::<llvm::UDivOp>(less, m);
        let more = build.binary::<llvm::AddOp>(quotient, one);
        let is_zero = icmp(build, ICmpPredicate::Eq, n, zero);
        select(build, is_zero, zero, more)
    })
}

/// `n != 0 && (n < 0) != (m < 0) ? -1 - ((m < 0 ? 1 : -1) - n) / m : n / m`.
fn floor_div_signed(
    rw: &mut ConversionRewriter<'_>,
    op: FloorDivSOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    replace(rw, op.into(), adaptor, converter, |build, [n, m]| {
        let ty = build.index;
        let zero = build.integer(0, ty);
        let one = build.integer(1, ty);
        let minus_one = build.integer(-1, ty);
        let m_negative = icmp(build, ICmpPredicate::Slt, m, zero);
        let x = select(build, m_negative, one, minus_one);
        let difference = build.binary::<llvm::SubOp>(x, n);
        let quotient = build.binary::<llvm::SDivOp>(difference, m);
        let negative = build.binary::<llvm::SubOp>(minus_one, quotient);
        let positive = build.binary::<llvm::SDivOp>(n, m);
        let n_negative = icmp(build, ICmpPredicate::Slt, n, zero);
        let other_sign = icmp(build, ICmpPredicate::Ne, n_negative, m_negative);
        let not_zero = icmp(build, ICmpPredicate::Ne, n, zero);
        let condition = build.binary::<llvm::AndOp>(other_sign, not_zero);
        select(build, condition, negative, positive)
    })
}

fn cast<E: OpKind>(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let cx = rw.cx();
    let [input] = operands(adaptor)?;
    let ty = converter.convert(cx, rw.op(op).single_result().ty())?;
    let (from, to) = (rw.body().value_type(input).bit_width(cx)?, ty.bit_width(cx)?);
    if from == to {
        rw.replace_op(op, &[input]);
        return Some(());
    }
    replace(rw, op, adaptor, converter, |build, [input]| match from < to {
        true => build.unary::<E>(input, ty),
        false => build.unary::<llvm::TruncOp>(input, ty),
    })
}

fn compare(
    rw: &mut ConversionRewriter<'_>,
    op: CmpOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    // The predicates of the dialect are in another order than those of LLVM.
    let predicate = match op.view(rw).pred() {
        IndexCmpPredicate::Eq => ICmpPredicate::Eq,
        IndexCmpPredicate::Ne => ICmpPredicate::Ne,
        IndexCmpPredicate::Sge => ICmpPredicate::Sge,
        IndexCmpPredicate::Sgt => ICmpPredicate::Sgt,
        IndexCmpPredicate::Sle => ICmpPredicate::Sle,
        IndexCmpPredicate::Slt => ICmpPredicate::Slt,
        IndexCmpPredicate::Uge => ICmpPredicate::Uge,
        IndexCmpPredicate::Ugt => ICmpPredicate::Ugt,
        IndexCmpPredicate::Ule => ICmpPredicate::Ule,
        IndexCmpPredicate::Ult => ICmpPredicate::Ult,
    };
    replace(rw, op.into(), adaptor, converter, |build, [lhs, rhs]| icmp(build, predicate, lhs, rhs))
}

fn size_of(
    rw: &mut ConversionRewriter<'_>,
    op: SizeOfOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let bits = converter.index.bit_width(rw.cx())?;
    replace(rw, op.into(), adaptor, converter, |build, []| build.integer(i64::from(bits), build.index))
}

fn constant(
    rw: &mut ConversionRewriter<'_>,
    op: ConstantOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let cx = rw.cx();
    let number = op.view(rw).value_attr().as_integer(cx)?.0.clone();
    let bits = ApInt::from_i64(converter.index.bit_width(cx)?, number.to_i64()?);
    replace(rw, op.into(), adaptor, converter, |build, []| {
        let value = cx.attr(terrace_ir::AttrData::Integer { ty: build.index, value: bits });
        build.constant(value, build.index)
    })
}

fn bool_constant(
    rw: &mut ConversionRewriter<'_>,
    op: BoolConstantOp,
    adaptor: &Adaptor,
    converter: &LlvmTypeConverter,
) -> Option<()> {
    let value = op.view(rw).value_attr();
    replace(rw, op.into(), adaptor, converter, |build, []| build.constant(value, terrace_ir::Type::I1))
}
