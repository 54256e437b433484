//! Folds ops on scalar constants as LLVM does, undefined ones among them.

use terrace_dialects_llvm::enums::{FCmpPredicate, ICmpPredicate};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::{Context, Type};
use terrace_support::apfloat::{ApFloat, Rounding};
use terrace_support::apint::ApInt;

use crate::constants::{Const, ConstKind};

pub(crate) const NEAREST: Rounding = Rounding::NearestEven;

/// Whether a constant is undefined: any value, or poison.
pub(crate) fn is_undefined(constant: &Const) -> bool {
    matches!(constant.kind, ConstKind::Undef | ConstKind::Poison)
}

pub(crate) fn is_poison(constant: &Const) -> bool {
    matches!(constant.kind, ConstKind::Poison)
}

/// Whether a constant is an address or computed from one.
pub(crate) fn is_expression(constant: &Const) -> bool {
    matches!(
        constant.kind,
        ConstKind::Symbol(_)
            | ConstKind::Text(_)
            | ConstKind::Offset { .. }
            | ConstKind::Address { .. }
            | ConstKind::Cast(..)
            | ConstKind::Binary(..)
    )
}

/// Folds an op on two scalars of one type.
pub(crate) fn binary(cx: &Context, name: &str, lhs: &Const, rhs: &Const) -> Option<Const> {
    if is_identity(name, lhs, false) {
        return Some(rhs.clone());
    }
    if is_identity(name, rhs, true) {
        return Some(lhs.clone());
    }
    let value = |kind| Some(Const::new(lhs.ty, kind));
    if is_poison(lhs) || is_poison(rhs) {
        return value(ConstKind::Poison);
    }
    if is_undefined(lhs) || is_undefined(rhs) {
        return value(binary_of_undefined(name, lhs, rhs)?);
    }
    match (&lhs.kind, &rhs.kind) {
        (ConstKind::Float(a), ConstKind::Float(b)) => value(ConstKind::Float(float_binary(name, *a, *b)?)),
        (ConstKind::Int(a), ConstKind::Int(b)) => value(int_binary(name, a, b)?),
        _ => binary_of_expression(cx, name, lhs, rhs),
    }
}

/// Whether an op of this operand returns the other one.
fn is_identity(name: &str, operand: &Const, is_right: bool) -> bool {
    match &operand.kind {
        ConstKind::Int(number) => match name {
            "add" | "or" | "xor" => number.is_zero(),
            "mul" => number.is_one(),
            "and" => number.is_all_ones(),
            "sub" | "shl" | "lshr" | "ashr" => is_right && number.is_zero(),
            "sdiv" | "udiv" => is_right && number.is_one(),
            _ => false,
        },
        ConstKind::Float(number) => {
            let one = ApFloat::from_f64(number.kind(), 1.0);
            match name {
                "fadd" => number.is_zero() && number.is_negative(),
                "fmul" => number.bits() == one.bits(),
                "fsub" => is_right && number.is_zero() && !number.is_negative(),
                "fdiv" => is_right && number.bits() == one.bits(),
                _ => false,
            }
        }
        _ => false,
    }
}

/// An op of which one operand may be any value, and none is poison.
fn binary_of_undefined(name: &str, lhs: &Const, rhs: &Const) -> Option<ConstKind> {
    let (left, right) = (is_undefined(lhs), is_undefined(rhs));
    let all_ones = |constant: &Const| match &constant.kind {
        ConstKind::Int(number) => Some(ApInt::zero(number.width()).not()),
        _ => None,
    };
    let is_zero = |constant: &Const| matches!(&constant.kind, ConstKind::Int(number) if number.is_zero());
    Some(match name {
        "xor" if left && right => ConstKind::Zero,
        "add" | "sub" | "xor" => ConstKind::Undef,
        "and" | "or" | "mul" if left && right => ConstKind::Undef,
        "and" => ConstKind::Zero,
        "or" => ConstKind::Int(all_ones(if left { rhs } else { lhs })?),
        // An odd factor has an inverse.
        "mul" => match &(if left { rhs } else { lhs }).kind {
            ConstKind::Int(number) if number.trunc(1).is_one() => ConstKind::Undef,
            _ => ConstKind::Zero,
        },
        "sdiv" | "udiv" | "srem" | "urem" if right || is_zero(rhs) => ConstKind::Poison,
        "shl" | "lshr" | "ashr" if right => ConstKind::Poison,
        "sdiv" | "udiv" | "srem" | "urem" | "shl" | "lshr" | "ashr" => ConstKind::Zero,
        "fsub" if matches!(&lhs.kind, ConstKind::Float(zero) if zero.is_zero() && zero.is_negative()) => {
            ConstKind::Undef
        }
        "fadd" | "fsub" | "fmul" | "fdiv" | "frem" if left && right => ConstKind::Undef,
        "fadd" | "fsub" | "fmul" | "fdiv" | "frem" => {
            let defined = if left { rhs } else { lhs };
            let ConstKind::Float(number) = &defined.kind else { return None };
            ConstKind::Float(ApFloat::nan(number.kind(), false))
        }
        _ => return None,
    })
}

/// An op of which one operand is an address or computed from one.
fn binary_of_expression(cx: &Context, name: &str, lhs: &Const, rhs: &Const) -> Option<Const> {
    let absorbs = |constant: &Const| match (&constant.kind, name) {
        (ConstKind::Int(number), "and" | "mul") => number.is_zero(),
        (ConstKind::Int(number), "or") => number.is_all_ones(),
        _ => false,
    };
    if let Some(absorber) = [lhs, rhs].into_iter().find(|constant| absorbs(constant)) {
        return Some(absorber.clone());
    }
    if let ConstKind::Int(divisor) = &rhs.kind {
        match name {
            "sdiv" | "udiv" | "srem" | "urem" if divisor.is_zero() => {
                return Some(Const::new(lhs.ty, ConstKind::Poison));
            }
            "srem" | "urem" if divisor.is_one() => return Some(Const::zero(lhs.ty)),
            _ => {}
        }
    }
    let name = match name {
        "add" => "add",
        "sub" => "sub",
        "xor" => "xor",
        _ => return None,
    };
    (lhs.ty.is_integer(cx) && (is_expression(lhs) || is_expression(rhs)))
        .then(|| Const::new(lhs.ty, ConstKind::Binary(name, lhs.clone(), rhs.clone())))
}

fn int_binary(name: &str, lhs: &ApInt, rhs: &ApInt) -> Option<ConstKind> {
    let width = lhs.width();
    let shift = || rhs.to_u64().filter(|&amount| amount < u64::from(width)).map(|amount| amount as u32);
    let or_poison = |value: Option<ApInt>| value.map_or(ConstKind::Poison, ConstKind::Int);
    Some(match name {
        "add" => ConstKind::Int(lhs.add(rhs)),
        "sub" => ConstKind::Int(lhs.sub(rhs)),
        "mul" => ConstKind::Int(lhs.mul(rhs)),
        "and" => ConstKind::Int(lhs.and(rhs)),
        "or" => ConstKind::Int(lhs.or(rhs)),
        "xor" => ConstKind::Int(lhs.xor(rhs)),
        "shl" => or_poison(shift().map(|amount| lhs.shl_by(amount))),
        "lshr" => or_poison(shift().map(|amount| lhs.lshr_by(amount))),
        "ashr" => or_poison(shift().map(|amount| lhs.ashr_by(amount))),
        "udiv" => or_poison(lhs.udiv(rhs)),
        "srem" | "urem" if rhs.is_one() => ConstKind::Zero,
        "urem" => or_poison(lhs.urem(rhs)),
        "sdiv" | "srem" if lhs.is_signed_min() && rhs.is_all_ones() => ConstKind::Poison,
        "sdiv" => or_poison(lhs.sdiv(rhs)),
        "srem" => or_poison(lhs.srem(rhs)),
        _ => return None,
    })
}

fn float_binary(name: &str, lhs: ApFloat, rhs: ApFloat) -> Option<ApFloat> {
    Some(match name {
        "fadd" => lhs.add(rhs, NEAREST).0,
        "fsub" => lhs.sub(rhs, NEAREST).0,
        "fmul" => lhs.mul(rhs, NEAREST).0,
        "fdiv" => lhs.div(rhs, NEAREST).0,
        "frem" => lhs.rem(rhs).0,
        _ => return None,
    })
}

/// Folds a comparison of two integers or pointers.
pub(crate) fn compare_ints(
    cx: &Context,
    predicate: ICmpPredicate,
    lhs: &Const,
    rhs: &Const,
) -> Option<Const> {
    use ICmpPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    if is_poison(lhs) || is_poison(rhs) {
        return Some(Const::new(Type::I1, ConstKind::Poison));
    }
    if is_undefined(lhs) || is_undefined(rhs) {
        let both = is_undefined(lhs) && is_undefined(rhs);
        return Some(match predicate {
            Eq | Ne => Const::new(Type::I1, ConstKind::Undef),
            _ if both => Const::new(Type::I1, ConstKind::Undef),
            _ => truth(matches!(predicate, Sge | Sle | Uge | Ule)),
        });
    }
    if rhs.is_zero() && matches!(predicate, Uge | Ult) {
        return Some(truth(predicate == Uge));
    }
    let (lhs, rhs) = (as_bits(cx, lhs)?, as_bits(cx, rhs)?);
    Some(truth(match predicate {
        Eq => lhs == rhs,
        Ne => lhs != rhs,
        Slt => lhs.slt(&rhs),
        Sle => lhs.sle(&rhs),
        Sgt => rhs.slt(&lhs),
        Sge => rhs.sle(&lhs),
        Ult => lhs.ult(&rhs),
        Ule => lhs.ule(&rhs),
        Ugt => rhs.ult(&lhs),
        Uge => rhs.ule(&lhs),
    }))
}

fn truth(holds: bool) -> Const {
    Const::int(Type::I1, ApInt::new(1, u64::from(holds)))
}

/// An integer, or the null pointer as one.
fn as_bits(cx: &Context, constant: &Const) -> Option<ApInt> {
    let is_null = matches!(constant.kind, ConstKind::Zero) && constant.ty.isa::<PointerType>(cx);
    if is_null { Some(ApInt::zero(64)) } else { constant.as_int(cx) }
}

/// The outcomes of a comparison of floats, a bit each.
const EQUAL: u8 = 1;
const GREATER: u8 = 2;
const LESS: u8 = 4;
const UNORDERED: u8 = 8;
const ALL_OUTCOMES: u8 = 15;

/// The outcomes for which a predicate holds.
fn outcomes(predicate: FCmpPredicate) -> u8 {
    match predicate {
        FCmpPredicate::False => 0,
        FCmpPredicate::Oeq => EQUAL,
        FCmpPredicate::Ogt => GREATER,
        FCmpPredicate::Oge => GREATER | EQUAL,
        FCmpPredicate::Olt => LESS,
        FCmpPredicate::Ole => LESS | EQUAL,
        FCmpPredicate::One => LESS | GREATER,
        FCmpPredicate::Ord => LESS | GREATER | EQUAL,
        FCmpPredicate::Ueq => UNORDERED | EQUAL,
        FCmpPredicate::Ugt => UNORDERED | GREATER,
        FCmpPredicate::Uge => UNORDERED | GREATER | EQUAL,
        FCmpPredicate::Ult => UNORDERED | LESS,
        FCmpPredicate::Ule => UNORDERED | LESS | EQUAL,
        FCmpPredicate::Une => UNORDERED | LESS | GREATER,
        FCmpPredicate::Uno => UNORDERED,
        FCmpPredicate::True => ALL_OUTCOMES,
    }
}

/// Folds a comparison of two floats.
pub(crate) fn compare_floats(predicate: FCmpPredicate, lhs: &Const, rhs: &Const) -> Option<Const> {
    // What becomes of subnormal numbers depends on the function.
    let is_subnormal =
        |constant: &Const| matches!(&constant.kind, ConstKind::Float(number) if number.is_subnormal());
    if is_subnormal(lhs) || is_subnormal(rhs) {
        return None;
    }
    let bits = outcomes(predicate);
    if bits == 0 || bits == ALL_OUTCOMES {
        return Some(truth(bits == ALL_OUTCOMES));
    }
    if is_poison(lhs) || is_poison(rhs) {
        return Some(Const::new(Type::I1, ConstKind::Poison));
    }
    // Any value may be NaN.
    if is_undefined(lhs) || is_undefined(rhs) {
        return Some(truth(bits & UNORDERED != 0));
    }
    let (ConstKind::Float(lhs), ConstKind::Float(rhs)) = (&lhs.kind, &rhs.kind) else { return None };
    let outcome = match lhs.compare(*rhs) {
        Some(std::cmp::Ordering::Equal) => EQUAL,
        Some(std::cmp::Ordering::Greater) => GREATER,
        Some(std::cmp::Ordering::Less) => LESS,
        None => UNORDERED,
    };
    Some(truth(bits & outcome != 0))
}

/// Folds a select between two constants.
pub(crate) fn select(condition: &Const, yes: &Const, no: &Const) -> Option<Const> {
    Some(match &condition.kind {
        ConstKind::Int(condition) => (if condition.is_zero() { no } else { yes }).clone(),
        ConstKind::Poison => Const::new(yes.ty, ConstKind::Poison),
        ConstKind::Undef => (if is_undefined(yes) { yes } else { no }).clone(),
        _ if is_poison(yes) => no.clone(),
        _ if is_poison(no) => yes.clone(),
        _ => return None,
    })
}

/// Folds a cast of an undefined, poison or zero constant of any shape; `None` for other constants.
pub(crate) fn cast_of_undefined(name: &str, ty: Type, value: &Const) -> Option<Const> {
    match value.kind {
        ConstKind::Poison => Some(Const::new(ty, ConstKind::Poison)),
        ConstKind::Undef if matches!(name, "zext" | "sext" | "uitofp" | "sitofp") => Some(Const::zero(ty)),
        ConstKind::Undef => Some(Const::new(ty, ConstKind::Undef)),
        _ if value.is_zero() && name != "addrspacecast" => Some(Const::zero(ty)),
        _ => None,
    }
}
