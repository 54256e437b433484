//! Conversions of elements to other types.

use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_core::arith::{
    CmpFPredicate, CmpIPredicate, ExtFOp, ExtSIOp, ExtUIOp, FPToSIOp, MaximumFOp, SIToFPOp, TruncFOp,
    TruncIOp, UIToFPOp,
};
use terrace_dialects_core::math::RoundEvenOp;
use terrace_ir::{Signedness, TypeData, Value};
use terrace_support::apfloat::{ApFloat, Rounding};
use terrace_support::apint::ApInt;

use super::scalars::Scalars;

/// Converts an integer.
pub(super) fn of_ints(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let (cx, mut value, to) = (s.arith.rw.cx(), *args.first()?, s.result);
    let TypeData::Integer { width, signedness } = *s.source.data(cx) else { return None };
    if to.is_float(cx) {
        if width == 1 {
            return Some(s.arith.cast::<UIToFPOp>(value, to));
        }
        if signedness == Signedness::Unsigned {
            let signless = cx.integer(width, Signedness::Signless);
            let cast = UnrealizedConversionCastOp::of(&[value]).outputs(&[signless]).loc(s.arith.loc);
            let cast = s.arith.rw.build(cast);
            value = s.arith.rw.body().single_result(cast);
            return Some(s.arith.cast::<UIToFPOp>(value, to));
        }
        return Some(s.arith.cast::<SIToFPOp>(value, to));
    }
    let TypeData::Integer { width: new_width, .. } = *to.data(cx) else { return None };
    if width == new_width {
        return Some(value);
    }
    let extends = width < new_width;
    if width == 1 && extends {
        return Some(s.arith.cast::<ExtUIOp>(value, to));
    }
    if new_width == 1 {
        let zero = s.arith.int(0, s.arith.ty(value));
        return Some(s.arith.compare(CmpIPredicate::Ne, value, zero));
    }
    Some(match extends {
        false => s.arith.cast::<TruncIOp>(value, to),
        // Upstream extends unsigned integers as signed ones.
        true if signedness == Signedness::Unsigned && !cx.matches_upstream() => {
            s.arith.cast::<ExtUIOp>(value, to)
        }
        true => s.arith.cast::<ExtSIOp>(value, to),
    })
}

/// Converts a float. Integers are rounded to nearest, and to even if two are; what is less than the least one becomes that,
/// and what is greater than the greatest one becomes that.
pub(super) fn of_floats(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let (cx, value, from, to) = (s.arith.rw.cx(), *args.first()?, s.source, s.result);
    if from == to {
        return Some(value);
    }
    if to.is_float(cx) {
        let extends = from.number_width(cx) < to.number_width(cx);
        return Some(match extends {
            true => s.arith.cast::<ExtFOp>(value, to),
            false => s.arith.cast::<TruncFOp>(value, to),
        });
    }
    let TypeData::Integer { width: width @ 1..=64, signedness } = *to.data(cx) else { return None };
    if width == 1 {
        let zero = s.float(0.0, from)?;
        return Some(s.arith.compare_floats(CmpFPredicate::Une, value, zero));
    }
    if signedness != Signedness::Signless {
        return None;
    }
    let rounded = s.arith.cast::<RoundEvenOp>(value, from);
    let (least, greatest) = (i64::MIN >> (64 - width), i64::MAX >> (64 - width));
    let kind = from.float_kind(cx)?;
    let max_exponent = ApFloat::largest(kind, false).ilogb()?;
    if width as i32 - 1 > max_exponent {
        // Neither bound is a float: all but infinities are in between.
        let converted = s.arith.cast::<FPToSIOp>(rounded, to);
        if !kind.has_infinity() && !cx.matches_upstream() {
            // Upstream takes what is not a number for infinities.
            return Some(converted);
        }
        let infinities = [false, true].map(|negative| {
            let attr = cx.float_attr(from, ApFloat::infinity(kind, negative));
            s.arith.constant(attr, from)
        });
        let [is_over, is_under] =
            infinities.map(|infinity| s.arith.compare_floats(CmpFPredicate::Ueq, rounded, infinity));
        let (least, greatest) = (s.arith.int(least, to), s.arith.int(greatest, to));
        let converted = s.arith.select(is_over, greatest, converted);
        return Some(s.arith.select(is_under, least, converted));
    }
    let mut bound = |number: &ApInt, is_signed: bool| {
        let (number, _) = ApFloat::from_int(kind, number, is_signed, Rounding::NearestEven);
        let attr = cx.float_attr(from, number);
        s.arith.constant(attr, from)
    };
    let least_float = bound(&ApInt::from_i64(64, least), true);
    if kind.precision() >= width - 1 {
        let bounds = [least_float, bound(&ApInt::from_i64(64, greatest), true)];
        let clamped = s.clamp_float(rounded, bounds);
        return Some(s.arith.cast::<FPToSIOp>(clamped, to));
    }
    // The greatest integer is no float, but the next one is, which is the least one without its sign.
    let over = bound(&ApInt::new(64, 1 << (width - 1)), false);
    let greatest = s.arith.int(greatest, to);
    let clamped = s.arith.binary::<MaximumFOp>(rounded, least_float);
    let converted = s.arith.cast::<FPToSIOp>(clamped, to);
    let is_over = s.arith.compare_floats(CmpFPredicate::Uge, rounded, over);
    Some(s.arith.select(is_over, greatest, converted))
}
