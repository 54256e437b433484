//! Operations on two integers of at most 64 bits, and on wider ones.

use terrace_dialects_core::arith::CmpIPredicate;
use terrace_support::apint::ApInt;

use crate::fault::{Fault, Outcome};

/// The bit of the flags that makes signed overflow poison.
pub const NSW: u8 = 1;
/// The bit of the flags that makes unsigned overflow poison.
pub const NUW: u8 = 2;
/// The bit of the flags that makes a remainder, or a one that is shifted out, poison.
pub const EXACT: u8 = 4;

/// The reason why an operation has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoValue {
    /// The result is poison.
    Poison(&'static str),
    /// The behaviour is undefined.
    Undefined(&'static str),
}

/// A binary operation on integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The names are those of the ops.
pub enum IntOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    ShrS,
    ShrU,
    DivS,
    DivU,
    CeilDivS,
    CeilDivU,
    FloorDivS,
    RemS,
    RemU,
    MaxS,
    MaxU,
    MinS,
    MinU,
    MulHighS,
    MulHighU,
    AddCarry,
    Pow,
}

const BY_ZERO: NoValue = NoValue::Undefined("division by zero");
/// The least integer divided by -1.
pub const DIVISION_OVERFLOW: NoValue = NoValue::Undefined("overflow in a signed division");
const TOO_FAR: NoValue = NoValue::Poison("a shift by the width of the integer or more");
/// `nsw` that does not hold.
pub const SIGNED: NoValue = NoValue::Poison("signed overflow in an op with nsw");
/// `nuw` that does not hold.
pub const UNSIGNED: NoValue = NoValue::Poison("unsigned overflow in an op with nuw");
const NOT_EXACT: NoValue = NoValue::Poison("an inexact result of an op that is exact");

/// The bits that an integer of this width has, from 1 to 64.
#[inline(always)]
pub fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - u32::from(width))
}

/// The value of an integer of this width as a signed one.
#[inline(always)]
pub fn signed(value: u64, width: u8) -> i64 {
    let above = 64 - u32::from(width);
    ((value << above) as i64) >> above
}

/// Checks that the step of a loop after its last iteration leads to a number of its width.
///
/// # Errors
///
/// If it does not: what the loop is lowered to would go on with another number.
pub fn not_overflowing(variable: u64, step: u64, width: u8, unsigned: bool) -> Outcome<()> {
    let fits = match unsigned {
        true => variable.checked_add(step).is_some_and(|next| next <= mask(width)),
        false => signed(variable, width)
            .checked_add(signed(step, width))
            .is_some_and(|next| signed(next as u64 & mask(width), width) == next),
    };
    if fits { Ok(()) } else { Err(Fault::new("the induction variable of the loop overflows")) }
}

/// Compares integers of this width.
#[inline(always)]
pub fn compare(predicate: CmpIPredicate, a: u64, b: u64, width: u8) -> bool {
    // The bits above the width are shifted out of both operands.
    let above = 64 - u32::from(width);
    let (sa, sb) = ((a << above) as i64, (b << above) as i64);
    match predicate {
        CmpIPredicate::Eq => a == b,
        CmpIPredicate::Ne => a != b,
        CmpIPredicate::Slt => sa < sb,
        CmpIPredicate::Sle => sa <= sb,
        CmpIPredicate::Sgt => sa > sb,
        CmpIPredicate::Sge => sa >= sb,
        CmpIPredicate::Ult => a < b,
        CmpIPredicate::Ule => a <= b,
        CmpIPredicate::Ugt => a > b,
        CmpIPredicate::Uge => a >= b,
    }
}

/// Computes on integers of at most 64 bits.
///
/// # Errors
///
/// If the result is undefined, or poison by the flags.
pub fn narrow(op: IntOp, a: u64, b: u64, w: u8, flags: u8) -> Result<u64, NoValue> {
    let (sa, sb) = (signed(a, w), signed(b, w));
    let min = signed(1 << (w - 1), w);
    let fit = |signed_result: i128, unsigned_result: i128| {
        if flags & NSW != 0 && signed_result != i128::from(signed(signed_result as u64 & mask(w), w)) {
            return Err(SIGNED);
        }
        if flags & NUW != 0 && unsigned_result != i128::from(unsigned_result as u64 & mask(w)) {
            return Err(UNSIGNED);
        }
        Ok(signed_result as u64)
    };
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    let (wide_sa, wide_sb) = (i128::from(sa), i128::from(sb));
    // A signed division with a quotient that does not fit is undefined.
    let divides = || match sb {
        0 => Err(BY_ZERO),
        -1 if sa == min => Err(DIVISION_OVERFLOW),
        _ => Ok(()),
    };
    let value = match op {
        IntOp::Add => fit(wide_sa + wide_sb, wide_a + wide_b)?,
        IntOp::Sub => fit(wide_sa - wide_sb, wide_a - wide_b)?,
        IntOp::Mul => {
            let product = u128::from(a) * u128::from(b);
            if flags & NUW != 0 && product > u128::from(mask(w)) {
                return Err(UNSIGNED);
            }
            let signed_product = wide_sa * wide_sb;
            if flags & NSW != 0 && signed_product != i128::from(signed(signed_product as u64 & mask(w), w)) {
                return Err(SIGNED);
            }
            product as u64
        }
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::Shl | IntOp::ShrS | IntOp::ShrU if b >= u64::from(w) => return Err(TOO_FAR),
        IntOp::Shl => {
            let shifted = (a << b) & mask(w);
            if flags & NSW != 0 && signed(shifted, w) >> b != sa {
                return Err(SIGNED);
            }
            if flags & NUW != 0 && shifted >> b != a {
                return Err(UNSIGNED);
            }
            shifted
        }
        IntOp::ShrS | IntOp::ShrU => {
            if flags & EXACT != 0 && a & ((1 << b) - 1) != 0 {
                return Err(NOT_EXACT);
            }
            if op == IntOp::ShrS { (sa >> b) as u64 } else { a >> b }
        }
        IntOp::DivU | IntOp::CeilDivU | IntOp::RemU if b == 0 => return Err(BY_ZERO),
        IntOp::DivU | IntOp::DivS
            if flags & EXACT != 0 && b != 0 && {
                if op == IntOp::DivU { !a.is_multiple_of(b) } else { sa.wrapping_rem(sb) != 0 }
            } =>
        {
            return Err(NOT_EXACT);
        }
        IntOp::DivU => a / b,
        IntOp::CeilDivU => a.div_ceil(b),
        IntOp::RemU => a % b,
        IntOp::DivS => {
            divides()?;
            (sa / sb) as u64
        }
        IntOp::CeilDivS => {
            divides()?;
            (sa / sb + i64::from(sa % sb != 0 && (sa < 0) == (sb < 0))) as u64
        }
        IntOp::FloorDivS => {
            divides()?;
            (sa / sb - i64::from(sa % sb != 0 && (sa < 0) != (sb < 0))) as u64
        }
        IntOp::RemS => {
            divides()?;
            (sa % sb) as u64
        }
        IntOp::MaxS => sa.max(sb) as u64,
        IntOp::MaxU => a.max(b),
        IntOp::MinS => sa.min(sb) as u64,
        IntOp::MinU => a.min(b),
        IntOp::MulHighS => ((wide_sa * wide_sb) >> w) as u64,
        IntOp::MulHighU => ((u128::from(a) * u128::from(b)) >> w) as u64,
        IntOp::AddCarry => u64::from(wide_a + wide_b > i128::from(mask(w))),
        IntOp::Pow => power(sa, sb, w),
    };
    Ok(value & mask(w))
}

/// A signed integer to the power of another, wrapping; the result for a negative exponent is rounded towards
/// zero.
fn power(base: i64, exponent: i64, width: u8) -> u64 {
    if exponent < 0 {
        return match base {
            1 => 1,
            -1 if exponent & 1 == 0 => 1,
            -1 => u64::MAX,
            // One by zero is the least signed integer, as upstream's expansion has it.
            0 => 1 << (width - 1),
            _ => 0,
        };
    }
    let (mut result, mut factor, mut left) = (1u64, base as u64, exponent as u64);
    while left > 0 {
        if left & 1 == 1 {
            result = result.wrapping_mul(factor);
        }
        factor = factor.wrapping_mul(factor);
        left >>= 1;
    }
    result
}

/// Computes on integers of any width.
///
/// # Errors
///
/// If the result is undefined, or poison by the flags.
pub fn wide(op: IntOp, a: &ApInt, b: &ApInt, flags: u8) -> Result<ApInt, NoValue> {
    let width = a.width();
    let checked = |value: ApInt, signed: bool, unsigned: bool| {
        if flags & NSW != 0 && signed {
            return Err(SIGNED);
        }
        if flags & NUW != 0 && unsigned {
            return Err(UNSIGNED);
        }
        Ok(value)
    };
    let amount = || match b.to_u64() {
        Some(by) if by < u64::from(width) => Ok(by as u32),
        _ => Err(TOO_FAR),
    };
    let signed_division = || {
        if a.is_signed_min() && b.is_all_ones() { Err(DIVISION_OVERFLOW) } else { Ok(()) }
    };
    let exact = |remainder: Option<ApInt>| match remainder {
        Some(rest) if flags & EXACT != 0 && !rest.is_zero() => Err(NOT_EXACT),
        _ => Ok(()),
    };
    let high = |signed: bool| {
        let extend = |x: &ApInt| if signed { x.sext(2 * width) } else { x.zext_or_trunc(2 * width) };
        extend(a).mul(&extend(b)).lshr_by(width).trunc(width)
    };
    Ok(match op {
        IntOp::Add => checked(a.add(b), a.sadd_overflow(b).1, a.uadd_overflow(b).1)?,
        IntOp::Sub => checked(a.sub(b), a.ssub_overflow(b).1, a.usub_overflow(b).1)?,
        IntOp::Mul => checked(a.mul(b), a.smul_overflow(b).1, a.umul_overflow(b).1)?,
        IntOp::And => a.and(b),
        IntOp::Or => a.or(b),
        IntOp::Xor => a.xor(b),
        IntOp::Shl => {
            let by = amount()?;
            checked(a.shl_by(by), a.sshl_overflow(by).1, a.ushl_overflow(by).1)?
        }
        IntOp::ShrS | IntOp::ShrU => {
            let by = amount()?;
            if flags & EXACT != 0 && a.trailing_zeros() < by {
                return Err(NOT_EXACT);
            }
            if op == IntOp::ShrS { a.ashr_by(by) } else { a.lshr_by(by) }
        }
        IntOp::DivU => {
            exact(a.urem(b))?;
            a.udiv(b).ok_or(BY_ZERO)?
        }
        IntOp::DivS => {
            signed_division()?;
            exact(a.srem(b))?;
            a.sdiv(b).ok_or(BY_ZERO)?
        }
        IntOp::CeilDivS => {
            signed_division()?;
            a.sceildiv(b).ok_or(BY_ZERO)?
        }
        IntOp::FloorDivS => {
            signed_division()?;
            a.sfloordiv(b).ok_or(BY_ZERO)?
        }
        IntOp::RemS => {
            signed_division()?;
            a.srem(b).ok_or(BY_ZERO)?
        }
        IntOp::CeilDivU => a.uceildiv(b).ok_or(BY_ZERO)?,
        IntOp::RemU => a.urem(b).ok_or(BY_ZERO)?,
        IntOp::MaxS => a.smax(b),
        IntOp::MaxU => a.umax(b),
        IntOp::MinS => a.smin(b),
        IntOp::MinU => a.umin(b),
        IntOp::MulHighS => high(true),
        IntOp::MulHighU => high(false),
        IntOp::AddCarry => ApInt::new(width, u64::from(a.uadd_overflow(b).1)),
        IntOp::Pow => return Err(NoValue::Undefined("a power of an integer wider than 64 bits")),
    })
}
