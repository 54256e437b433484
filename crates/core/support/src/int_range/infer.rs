//! Transfer functions of arithmetic on ranges.
//!
//! Each function takes the ranges of the operands and returns one that holds the result of every choice from them
//! for which the operation is defined.

use super::IntRange;
use crate::apint::ApInt;

/// The no-wrap flags of an operation: on overflow its result is poison, so inference may assume the extreme value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoWrap {
    /// No overflow of the signed reading.
    pub signed: bool,
    /// No overflow of the unsigned reading.
    pub unsigned: bool,
}

/// The bounds that must agree for the results of two index widths to be merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The signed ones.
    Signed,
    /// The unsigned ones.
    Unsigned,
    /// All four.
    Both,
}

/// An integer comparison predicate; the values are upstream's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Comparison {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
}

type Checked = Option<ApInt>;

/// The range from the results at two corners; all integers where one has none.
fn corners(
    min: (&ApInt, &ApInt),
    max: (&ApInt, &ApInt),
    signed: bool,
    f: impl Fn(&ApInt, &ApInt) -> Checked,
) -> IntRange {
    match (f(min.0, min.1), f(max.0, max.1)) {
        (Some(low), Some(high)) => IntRange::of(low, high, signed),
        _ => IntRange::full(min.0.width()),
    }
}

/// The range of the results for every pair; all integers where one has none.
fn extremes(
    lhs: [&ApInt; 2],
    rhs: [&ApInt; 2],
    signed: bool,
    f: impl Fn(&ApInt, &ApInt) -> Checked,
) -> IntRange {
    let mut found: Option<(ApInt, ApInt)> = None;
    for (a, b) in lhs.into_iter().flat_map(|a| rhs.map(|b| (a, b))) {
        let Some(value) = f(a, b) else { return IntRange::full(a.width()) };
        found = Some(match found {
            None => (value.clone(), value),
            Some((min, max)) if signed => (min.smin(&value), max.smax(&value)),
            Some((min, max)) => (min.umin(&value), max.umax(&value)),
        });
    }
    let (min, max) = found.expect("two by two pairs");
    IntRange::of(min, max, signed)
}

/// The value if it did not overflow.
fn checked((value, overflow): (ApInt, bool)) -> Checked {
    (!overflow).then_some(value)
}

/// The value, or the extreme one where it overflowed and must not.
fn unsigned_or((value, overflow): (ApInt, bool), saturates: bool) -> Checked {
    if saturates && overflow { Some(ApInt::all_ones(value.width())) } else { checked((value, overflow)) }
}

/// The value, or the extreme one of a sign where it overflowed and must not.
fn signed_or((value, overflow): (ApInt, bool), negative: bool, saturates: bool) -> Checked {
    if !(saturates && overflow) {
        return checked((value, overflow));
    }
    let width = value.width();
    Some(if negative { ApInt::signed_min(width) } else { ApInt::signed_max(width) })
}

/// The result of an operation on `index`, whose width is 32 or 64 bits: the 64-bit result if the 32-bit one agrees.
pub fn infer_index(reading: Reading, operands: &[IntRange], f: impl Fn(&[IntRange]) -> IntRange) -> IntRange {
    let wide = f(operands);
    let narrow: Vec<IntRange> = operands.iter().map(|range| truncate(range, 32)).collect();
    let narrow = f(&narrow);
    let cut = truncate(&wide, 32);
    let signed = narrow.smin == cut.smin && narrow.smax == cut.smax;
    let unsigned = narrow.umin == cut.umin && narrow.umax == cut.umax;
    let agree = match reading {
        Reading::Signed => signed,
        Reading::Unsigned => unsigned,
        Reading::Both => signed && unsigned,
    };
    if agree { wide } else { wide.union(&extend(&narrow, 64)) }
}

/// Extends a range to more bits, signed and unsigned bounds separately.
pub fn extend(range: &IntRange, width: u32) -> IntRange {
    let zext = |value: &ApInt| value.zext_or_trunc(width);
    IntRange::new(zext(&range.umin), zext(&range.umax), range.smin.sext(width), range.smax.sext(width))
}

/// The result of an extension with zeros.
pub fn extend_unsigned(range: &IntRange, width: u32) -> IntRange {
    IntRange::unsigned(range.umin.zext_or_trunc(width), range.umax.zext_or_trunc(width))
}

/// The result of an extension by the sign.
pub fn extend_signed(range: &IntRange, width: u32) -> IntRange {
    IntRange::signed(range.smin.sext(width), range.smax.sext(width))
}

/// The result of a cut to fewer bits.
pub fn truncate(range: &IntRange, width: u32) -> IntRange {
    let (umin, umax) = if range.umin.lshr_by(width) == range.umax.lshr_by(width) {
        (range.umin.trunc(width), range.umax.trunc(width))
    } else {
        (ApInt::zero(width), ApInt::all_ones(width))
    };
    let shift = width.saturating_sub(1);
    let (low, high) = (range.smin.ashr_by(shift), range.smax.ashr_by(shift));
    // The bits that go are copies of the sign, or the same at both ends.
    let fits = low == high || (low.is_all_ones() && high.is_zero());
    let (smin, smax) = if fits {
        (range.smin.trunc(width), range.smax.trunc(width))
    } else {
        (ApInt::signed_min(width), ApInt::signed_max(width))
    };
    IntRange::new(umin, umax, smin, smax)
}

/// A sum.
pub fn infer_add(lhs: &IntRange, rhs: &IntRange, flags: NoWrap) -> IntRange {
    let unsigned = corners((&lhs.umin, &rhs.umin), (&lhs.umax, &rhs.umax), false, |a, b| {
        unsigned_or(a.uadd_overflow(b), flags.unsigned)
    });
    let signed = corners((&lhs.smin, &rhs.smin), (&lhs.smax, &rhs.smax), true, |a, b| {
        signed_or(a.sadd_overflow(b), a.is_negative(), flags.signed)
    });
    unsigned.intersection(&signed)
}

/// A difference.
pub fn infer_sub(lhs: &IntRange, rhs: &IntRange, flags: NoWrap) -> IntRange {
    let unsigned = corners((&lhs.umin, &rhs.umax), (&lhs.umax, &rhs.umin), false, |a, b| {
        if flags.unsigned { Some(a.usub_sat(b)) } else { checked(a.usub_overflow(b)) }
    });
    let signed = corners((&lhs.smin, &rhs.smax), (&lhs.smax, &rhs.smin), true, |a, b| {
        signed_or(a.ssub_overflow(b), a.is_negative(), flags.signed)
    });
    unsigned.intersection(&signed)
}

/// A product.
pub fn infer_mul(lhs: &IntRange, rhs: &IntRange, flags: NoWrap) -> IntRange {
    let unsigned = extremes([&lhs.umin, &lhs.umax], [&rhs.umin, &rhs.umax], false, |a, b| {
        unsigned_or(a.umul_overflow(b), flags.unsigned)
    });
    let signed = extremes([&lhs.smin, &lhs.smax], [&rhs.smin, &rhs.smax], true, |a, b| {
        signed_or(a.smul_overflow(b), a.is_negative() != b.is_negative(), flags.signed)
    });
    unsigned.intersection(&signed)
}

fn divide_unsigned(
    lhs: &IntRange,
    rhs: &IntRange,
    correct: impl Fn(&ApInt, &ApInt, ApInt) -> Checked,
) -> IntRange {
    if !rhs.umin.is_zero() && !rhs.umax.is_zero() {
        return extremes([&lhs.umin, &lhs.umax], [&rhs.umin, &rhs.umax], false, |a, b| {
            correct(a, b, a.udiv(b)?)
        });
    }
    let at_least = if lhs.umin.uge(&rhs.umax) { lhs.umin.udiv(&rhs.umax) } else { None };
    IntRange::unsigned(at_least.unwrap_or_else(|| ApInt::zero(lhs.width())), lhs.umax.clone())
}

fn divide_signed(
    lhs: &IntRange,
    rhs: &IntRange,
    correct: impl Fn(&ApInt, &ApInt, ApInt) -> Checked,
) -> IntRange {
    let positive = !rhs.smin.is_negative() && !rhs.smin.is_zero();
    if !positive && !rhs.smax.is_negative() {
        return IntRange::full(rhs.width());
    }
    extremes([&lhs.smin, &lhs.smax], [&rhs.smin, &rhs.smax], true, |a, b| {
        correct(a, b, checked(a.sdiv_overflow(b)?)?)
    })
}

/// An unsigned quotient, rounded towards zero.
pub fn infer_div_u(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    divide_unsigned(lhs, rhs, |_, _, quotient| Some(quotient))
}

/// An unsigned quotient, rounded up.
pub fn infer_ceil_div_u(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    divide_unsigned(lhs, rhs, |a, b, quotient| {
        if a.urem(b)?.is_zero() {
            return Some(quotient);
        }
        checked(quotient.uadd_overflow(&ApInt::new(quotient.width(), 1)))
    })
}

/// A signed quotient, rounded towards zero.
pub fn infer_div_s(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    divide_signed(lhs, rhs, |_, _, quotient| Some(quotient))
}

/// A signed quotient, rounded up; `negates` selects, for the smallest value, the result of a lowering that
/// negates it with overflow.
fn ceil_div_s(lhs: &IntRange, rhs: &IntRange, negates: bool) -> IntRange {
    divide_signed(lhs, rhs, |a, b, quotient| {
        if !a.srem(b)?.is_zero() && a.is_negative() == b.is_negative() {
            return checked(quotient.sadd_overflow(&ApInt::new(a.width(), 1)));
        }
        Some(if negates && a.is_signed_min() && b.sgt(&ApInt::new(a.width(), 1)) {
            quotient.neg()
        } else {
            quotient
        })
    })
}

/// A signed quotient of two numbers, rounded up.
pub fn infer_ceil_quotient_s(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    ceil_div_s(lhs, rhs, false)
}

/// A signed quotient, rounded up. Unless both the smallest value and the divisor are constants, the range
/// also contains the result of a lowering that negates the smallest value.
pub fn infer_ceil_div_s(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    infer_ceil_div_s_by(lhs, rhs, false)
}

/// The same; for a constant smallest value and a constant divisor, only the result of that lowering, as in
/// upstream's tests.
pub fn infer_ceil_div_s_as_upstream(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    infer_ceil_div_s_by(lhs, rhs, true)
}

fn infer_ceil_div_s_by(lhs: &IntRange, rhs: &IntRange, as_upstream: bool) -> IntRange {
    let all = ceil_div_s(lhs, rhs, true);
    let is_one = |range: &IntRange| range.smin == range.smax;
    if !lhs.smin.is_signed_min() {
        return all;
    }
    if is_one(lhs) && is_one(rhs) {
        return if as_upstream { all } else { ceil_div_s(lhs, rhs, false) };
    }
    let all = all.union(&ceil_div_s(lhs, rhs, false));
    if is_one(lhs) {
        return all;
    }
    let rest = IntRange::signed(lhs.smin.add(&ApInt::new(lhs.width(), 1)), lhs.smax.clone());
    all.union(&ceil_div_s(&rest, rhs, true))
}

/// A signed quotient, rounded down.
pub fn infer_floor_div_s(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    divide_signed(lhs, rhs, |a, b, quotient| {
        if a.srem(b)?.is_zero() || a.is_negative() == b.is_negative() {
            return Some(quotient);
        }
        checked(quotient.ssub_overflow(&ApInt::new(quotient.width(), 1)))
    })
}

/// A signed remainder.
pub fn infer_rem_s(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    let width = rhs.width();
    let is_positive = |value: &ApInt| !value.is_negative() && !value.is_zero();
    if !is_positive(&rhs.smin) && !rhs.smax.is_negative() {
        return IntRange::signed(ApInt::signed_min(width), ApInt::signed_max(width));
    }
    let (zero, one) = (ApInt::zero(width), ApInt::new(width, 1));
    let divisor = if is_positive(&rhs.smin) { rhs.smax.clone() } else { rhs.smin.abs() };
    let largest = divisor.sub(&one);
    let mut smin = if lhs.smin.is_negative() { largest.neg() } else { zero.clone() };
    let mut smax = if is_positive(&lhs.smax) { largest } else { zero };
    // If the dividends do not wrap around the divisor, their remainders may stay in order.
    if rhs.smin == rhs.smax
        && lhs.smax.sub(&lhs.smin).ult(&divisor)
        && let (Some(first), Some(last)) = (lhs.smin.srem(&divisor), lhs.smax.srem(&divisor))
        && first.sle(&last)
    {
        (smin, smax) = (first, last);
    }
    IntRange::signed(smin, smax)
}

/// An unsigned remainder.
pub fn infer_rem_u(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    let width = rhs.width();
    let mut umin = ApInt::zero(width);
    let mut umax = rhs.umax.sub(&ApInt::new(width, 1)).umin(&lhs.umax);
    if !rhs.umin.is_zero()
        && rhs.umin == rhs.umax
        && lhs.umax.sub(&lhs.umin).ult(&rhs.umax)
        && let (Some(first), Some(last)) = (lhs.umin.urem(&rhs.umax), lhs.umax.urem(&rhs.umax))
        && first.ule(&last)
    {
        (umin, umax) = (first, last);
    }
    IntRange::unsigned(umin, umax)
}

/// The larger of two, signed.
pub fn infer_max_s(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    IntRange::signed(lhs.smin.smax(&rhs.smin), lhs.smax.smax(&rhs.smax))
}

/// The larger of two, unsigned.
pub fn infer_max_u(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    IntRange::unsigned(lhs.umin.umax(&rhs.umin), lhs.umax.umax(&rhs.umax))
}

/// The smaller of two, signed.
pub fn infer_min_s(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    IntRange::signed(lhs.smin.smin(&rhs.smin), lhs.smax.smin(&rhs.smax))
}

/// The smaller of two, unsigned.
pub fn infer_min_u(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    IntRange::unsigned(lhs.umin.umin(&rhs.umin), lhs.umax.umin(&rhs.umax))
}

/// Ones where the bits of a range's integers may differ: from the first that does on.
fn varying(range: &IntRange) -> ApInt {
    let width = range.width();
    let differing = range.umin.xor(&range.umax).active_bits();
    if differing == 0 { ApInt::zero(width) } else { ApInt::all_ones(width).lshr_by(width - differing) }
}

/// The least and the greatest integer with the bits that a range's integers have in common.
fn widened(range: &IntRange) -> [ApInt; 2] {
    let mask = varying(range);
    [range.umin.and(&mask.not()), range.umax.or(&mask)]
}

/// Bitwise and.
pub fn infer_and(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    let (a, b) = (widened(lhs), widened(rhs));
    extremes([&a[0], &a[1]], [&b[0], &b[1]], false, |a, b| Some(a.and(b)))
}

/// Bitwise or.
pub fn infer_or(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    let (a, b) = (widened(lhs), widened(rhs));
    extremes([&a[0], &a[1]], [&b[0], &b[1]], false, |a, b| Some(a.or(b)))
}

/// Bitwise exclusive or.
pub fn infer_xor(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    let mask = varying(lhs).or(&varying(rhs));
    let common = lhs.umin.xor(&rhs.umin);
    IntRange::unsigned(common.and(&mask.not()), common.or(&mask))
}

/// The amount of a shift, held at the width.
fn amount(value: &ApInt) -> u32 {
    value.to_u64().map_or(value.width(), |n| n.min(u64::from(value.width())) as u32)
}

/// A shift to the left.
pub fn infer_shl(lhs: &IntRange, rhs: &IntRange, flags: NoWrap) -> IntRange {
    let amounts = [&rhs.umin, &rhs.umax];
    let unsigned = extremes([&lhs.umin, &lhs.umax], amounts, false, |a, by| {
        unsigned_or(a.ushl_overflow(amount(by)), flags.unsigned)
    });
    let signed = extremes([&lhs.smin, &lhs.smax], amounts, true, |a, by| {
        signed_or(a.sshl_overflow(amount(by)), a.is_negative(), flags.signed)
    });
    unsigned.intersection(&signed)
}

/// A shift to the right that repeats the sign.
pub fn infer_shr_s(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    extremes([&lhs.smin, &lhs.smax], [&rhs.umin, &rhs.umax], true, |a, by| {
        (amount(by) < a.width()).then(|| a.ashr(by))
    })
}

/// A shift to the right that fills with zeros.
pub fn infer_shr_u(lhs: &IntRange, rhs: &IntRange) -> IntRange {
    extremes([&lhs.umin, &lhs.umax], [&rhs.umin, &rhs.umax], false, |a, by| {
        (amount(by) < a.width()).then(|| a.lshr(by))
    })
}

impl Comparison {
    /// The comparison with upstream's number.
    pub fn from_number(number: u64) -> Option<Self> {
        use Comparison::*;
        [Eq, Ne, Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge].get(usize::try_from(number).ok()?).copied()
    }

    fn inverse(self) -> Self {
        use Comparison::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
        }
    }

    fn always_holds(self, lhs: &IntRange, rhs: &IntRange) -> bool {
        use Comparison::*;
        match self {
            Sle => lhs.smax.sle(&rhs.smin),
            Slt => lhs.smax.slt(&rhs.smin),
            Ule => lhs.umax.ule(&rhs.umin),
            Ult => lhs.umax.ult(&rhs.umin),
            Sge => lhs.smin.sge(&rhs.smax),
            Sgt => lhs.smin.sgt(&rhs.smax),
            Uge => lhs.umin.uge(&rhs.umax),
            Ugt => lhs.umin.ugt(&rhs.umax),
            Eq => lhs.constant_value().is_some_and(|value| rhs.constant_value() == Some(value)),
            // Both the signed and the unsigned reading must decide, as ranges with inconsistent readings may be empty.
            Ne => {
                (Slt.always_holds(lhs, rhs) || Sgt.always_holds(lhs, rhs))
                    && (Ult.always_holds(lhs, rhs) || Ugt.always_holds(lhs, rhs))
            }
        }
    }

    /// Returns the result of the comparison if it is the same for all integers of the two ranges.
    pub fn decide(self, lhs: &IntRange, rhs: &IntRange) -> Option<bool> {
        if self.always_holds(lhs, rhs) {
            return Some(true);
        }
        self.inverse().always_holds(lhs, rhs).then_some(false)
    }
}
