//! Factors of products, and the numbers that they may be.

use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, AndOp, ConstantOp, LShrOp, MulOp, SExtOp, SelectOp, ShlOp, SubOp, ZExtOp,
};
use terrace_ir::elements::Numbers;
use terrace_ir::{OpRef, Value, ValueRef, op_match};
use terrace_support::apint::ApInt;

use crate::evaluate::extended;
use crate::splats::splat_of;
use crate::vectors::scalar_width;

/// The largest depth to which operands are followed.
const MAX_DEPTH: usize = 8;

/// A factor of a product.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factor {
    /// A vector, or the number in all elements of one.
    pub(super) value: Value,
    /// The number of bits that are used of each element: 8 or 16.
    pub(super) bits: u32,
    /// Whether they have a sign.
    pub(super) is_signed: bool,
    /// The least and the greatest of them.
    pub(super) range: (i64, i64),
}

impl Factor {
    /// Numbers of so many bits that are extended.
    pub(super) fn extended(value: Value, bits: u32, is_signed: bool) -> Self {
        let range = match is_signed {
            true => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
            false => (0, (1 << bits) - 1),
        };
        Self { value, bits, is_signed, range }
    }

    /// The factor of so many bits that a value is an extension of.
    pub(super) fn extended_from(value: ValueRef<'_>, bits: u32) -> Option<Self> {
        let (narrow, is_signed) = innermost(value);
        let is_narrow = narrow != value && bits_of(narrow) == bits;
        is_narrow.then(|| Self::extended(narrow.id(), bits, is_signed))
    }

    /// The largest magnitude.
    pub(super) fn most(self) -> i64 {
        self.range.1.max(-self.range.0)
    }

    /// Whether a byte is the same number with a sign and without.
    pub(super) fn is_small(self) -> bool {
        self.range.0 >= 0 && self.range.1 <= 127
    }

    /// The factor that a value is, if its numbers fit 16 bits.
    pub(super) fn of(value: ValueRef<'_>) -> Option<Self> {
        let (narrow, is_signed) = innermost(value);
        if narrow != value && [8, 16].contains(&bits_of(narrow)) && (is_signed || bits_of(narrow) == 8) {
            return Some(Self::extended(narrow.id(), bits_of(narrow), is_signed));
        }
        let (least, most) = range(value, 0)?;
        let fits = |from: i64, to: i64| from <= least && most <= to;
        let (bits, is_signed) = match () {
            () if fits(0, 255) => (8, false),
            () if fits(-128, 127) => (8, true),
            () if fits(-32768, 32767) => (16, true),
            () => return None,
        };
        Some(Self { value: splat_of(value).unwrap_or(value).id(), bits, is_signed, range: (least, most) })
    }
}

/// The value that one is an extension of, and whether with its sign; the value itself if it is none.
pub(super) fn innermost(value: ValueRef<'_>) -> (ValueRef<'_>, bool) {
    let mut found = (value, false);
    let mut extends_zeros = false;
    while let Some(op) = found.0.defining_op() {
        let is_signed = op.isa::<SExtOp>();
        // The zeros above a number with a sign are not its sign.
        let Some(from) = extended(op).filter(|_| !(is_signed && extends_zeros)) else { break };
        extends_zeros |= !is_signed;
        found = (from, is_signed);
    }
    found
}

/// The width of an element, in bits.
pub(super) fn bits_of(value: ValueRef<'_>) -> u32 {
    let cx = value.cx();
    scalar_width(cx, value.ty().element_type(cx).unwrap_or(value.ty()))
}

/// The least and the greatest number that an element may be, as a signed integer; `None` if it may be any of more than 32
/// bits.
pub(super) fn range(value: ValueRef<'_>, depth: usize) -> Option<(i64, i64)> {
    let bits = bits_of(value);
    let all = (1..=32).contains(&bits).then(|| (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1));
    let is_possible = |&(least, most): &(i64, i64)| match all {
        Some(all) => all.0 <= least && most <= all.1,
        None => bits == 64,
    };
    let op = value.defining_op().filter(|_| depth < MAX_DEPTH && bits <= 64);
    op.and_then(|op| range_of_result(op, depth + 1)).filter(is_possible).or(all)
}

/// The least and the greatest number that an op computes, if none of them wraps.
fn range_of_result(op: OpRef<'_>, depth: usize) -> Option<(i64, i64)> {
    let result = op.single_result();
    let of = |value| range(value, depth);
    let pair = |a, b| Some((range(a, depth)?, range(b, depth)?));
    let number = |value| of(value).filter(|&(least, most)| least == most).map(|(least, _)| least);
    let shift = |value| number(value).filter(|by| (0..32).contains(by));
    op_match!(op, {
        ConstantOp(constant) => numbers_of(constant.value_attr(), result),
        SExtOp(cast) => of(cast.arg()),
        ZExtOp(cast) => {
            let from = bits_of(cast.arg());
            let unsigned = (from <= 32).then(|| (0, (1_i64 << from) - 1));
            of(cast.arg()).filter(|&(least, _)| least >= 0).or(unsigned)
        }
        AddOp(op) => pair(op.lhs(), op.rhs()).and_then(|(a, b)| Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))),
        SubOp(op) => pair(op.lhs(), op.rhs()).and_then(|(a, b)| Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?))),
        MulOp(op) => pair(op.lhs(), op.rhs()).and_then(|(a, b)| product(a, b)),
        AndOp(op) => {
            let mask = number(op.rhs()).or_else(|| number(op.lhs())).filter(|&mask| mask >= 0);
            mask.map(|mask| (0, mask))
        }
        AShrOp(op) => of(op.lhs()).zip(shift(op.rhs())).map(|(a, by)| (a.0 >> by, a.1 >> by)),
        LShrOp(op) => {
            let from = of(op.lhs()).filter(|&(least, _)| least >= 0);
            from.zip(shift(op.rhs())).map(|(a, by)| (a.0 >> by, a.1 >> by))
        }
        ShlOp(op) => of(op.lhs()).zip(shift(op.rhs())).and_then(|(a, by)| product(a, (1 << by, 1 << by))),
        SelectOp(select) => {
            pair(select.true_value(), select.false_value()).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)))
        }
        _ => splat_of(result).and_then(of),
    })
}

/// The least and the greatest of the numbers of a constant.
fn numbers_of(constant: terrace_ir::Attr, value: ValueRef<'_>) -> Option<(i64, i64)> {
    let all = all_numbers(constant, value, 1)?;
    Some((*all.iter().min()?, *all.iter().max()?))
}

/// The numbers of a constant; one that all of `count` elements are is repeated.
pub(super) fn all_numbers(constant: terrace_ir::Attr, value: ValueRef<'_>, count: usize) -> Option<Vec<i64>> {
    match Numbers::<ApInt>::of_attr(value.cx(), constant)? {
        Numbers::Scalar(number) | Numbers::Splat(number) => Some(vec![number.to_i64()?; count]),
        Numbers::List(all) => all.iter().map(ApInt::to_i64).collect(),
    }
}

/// The least and the greatest product of two ranges.
fn product(a: (i64, i64), b: (i64, i64)) -> Option<(i64, i64)> {
    let all = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
    Some((*all.iter().min()?, *all.iter().max()?))
}
