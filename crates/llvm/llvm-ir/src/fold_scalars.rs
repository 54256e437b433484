//! Folds of scalar constants as LLVM folds them, undefined ones among them.

use terrace_support::apfloat::{ApFloat, Rounding};
use terrace_support::apint::ApInt;

use crate::constants::{ConstKind, Expression, ExpressionCode, is_zero};
use crate::model::{ConstId, Flags, Module, Opcode};
use crate::types::Type;

pub(crate) const NEAREST: Rounding = Rounding::NearestEven;

/// Whether a constant is undefined: any value, or poison.
pub(crate) fn is_undefined(kind: &ConstKind) -> bool {
    matches!(kind, ConstKind::Undef | ConstKind::Poison)
}

/// Whether a constant is an address or computed from one.
pub(crate) fn is_expression(kind: &ConstKind) -> bool {
    matches!(
        kind,
        ConstKind::Global(_)
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::BlockAddress(..)
            | ConstKind::PtrAuth(_)
            | ConstKind::Expression(_)
    )
}

impl Module {
    /// The expression of an operation on constants.
    pub fn expression(
        &mut self,
        ty: Type,
        opcode: ExpressionCode,
        operands: impl Into<Box<[ConstId]>>,
        flags: Flags,
    ) -> ConstId {
        let expression = Expression { opcode, operands: operands.into(), flags };
        self.constant(ty, ConstKind::Expression(expression))
    }

    /// The expression of a cast.
    pub(crate) fn cast(&mut self, ty: Type, opcode: Opcode, value: ConstId) -> ConstId {
        self.expression(ty, ExpressionCode::Cast(opcode), [value], Flags::default())
    }

    /// The operand of a constant that is a cast.
    pub(crate) fn cast_operand(&self, id: ConstId, opcode: Opcode) -> Option<ConstId> {
        match self.kind(id) {
            ConstKind::Expression(Expression { opcode: ExpressionCode::Cast(known), operands, .. })
                if *known == opcode =>
            {
                operands.first().copied()
            }
            _ => None,
        }
    }
}

/// Folds an operation on two scalars of one type.
pub(crate) fn binary(module: &mut Module, opcode: Opcode, lhs: ConstId, rhs: ConstId) -> Option<ConstId> {
    let ty = module.type_of(lhs);
    let (left, right) = (module.kind(lhs).clone(), module.kind(rhs).clone());
    let float = |bits: u128| module.types.float_kind(ty).map(|kind| ApFloat::from_bits(kind, bits));
    if is_identity(opcode, &left, false, float) {
        return Some(rhs);
    }
    if is_identity(opcode, &right, true, float) {
        return Some(lhs);
    }
    let kind = if matches!(left, ConstKind::Poison) || matches!(right, ConstKind::Poison) {
        ConstKind::Poison
    } else if is_undefined(&left) || is_undefined(&right) {
        binary_of_undefined(module, ty, opcode, &left, &right)?
    } else {
        match (&left, &right) {
            (&ConstKind::Float(a), &ConstKind::Float(b)) => {
                ConstKind::Float(float_binary(opcode, float(a)?, float(b)?)?.bits())
            }
            (ConstKind::Int(a), ConstKind::Int(b)) => int_binary(opcode, a, b)?,
            _ => return binary_of_expression(module, opcode, lhs, rhs),
        }
    };
    Some(module.constant(ty, kind))
}

/// Whether an operation on this operand returns the other one.
fn is_identity(
    opcode: Opcode,
    operand: &ConstKind,
    is_right: bool,
    float: impl Fn(u128) -> Option<ApFloat>,
) -> bool {
    match *operand {
        ConstKind::Int(ref number) => match opcode {
            Opcode::Add | Opcode::Or | Opcode::Xor => number.is_zero(),
            Opcode::Mul => number.is_one(),
            Opcode::And => number.is_all_ones(),
            Opcode::Sub | Opcode::Shl | Opcode::LShr | Opcode::AShr => is_right && number.is_zero(),
            Opcode::SDiv | Opcode::UDiv => is_right && number.is_one(),
            _ => false,
        },
        ConstKind::Float(bits) => {
            let Some(number) = float(bits) else { return false };
            let one = ApFloat::from_f64(number.kind(), 1.0);
            match opcode {
                Opcode::FAdd => number.is_zero() && number.is_negative(),
                Opcode::FMul => number.bits() == one.bits(),
                Opcode::FSub => is_right && number.is_zero() && !number.is_negative(),
                Opcode::FDiv => is_right && number.bits() == one.bits(),
                _ => false,
            }
        }
        _ => false,
    }
}

/// An operation of which one operand may be any value, and none is poison.
fn binary_of_undefined(
    module: &Module,
    ty: Type,
    opcode: Opcode,
    lhs: &ConstKind,
    rhs: &ConstKind,
) -> Option<ConstKind> {
    use Opcode::{
        AShr, Add, And, FAdd, FDiv, FMul, FRem, FSub, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor,
    };
    let (left, right) = (is_undefined(lhs), is_undefined(rhs));
    let zero = || crate::constants::zero_kind(&module.types, ty);
    let other = if left { rhs } else { lhs };
    Some(match opcode {
        Xor if left && right => zero()?,
        Add | Sub | Xor => ConstKind::Undef,
        And | Or | Mul if left && right => ConstKind::Undef,
        And => zero()?,
        Or => match other {
            ConstKind::Int(number) => ConstKind::Int(ApInt::all_ones(number.width())),
            _ => return None,
        },
        // An odd factor has an inverse.
        Mul => match other {
            ConstKind::Int(number) if number.trunc(1).is_one() => ConstKind::Undef,
            _ => zero()?,
        },
        SDiv | UDiv | SRem | URem if right || matches!(rhs, ConstKind::Int(number) if number.is_zero()) => {
            ConstKind::Poison
        }
        Shl | LShr | AShr if right => ConstKind::Poison,
        SDiv | UDiv | SRem | URem | Shl | LShr | AShr => zero()?,
        FSub | FAdd | FMul | FDiv | FRem => {
            let kind = module.types.float_kind(ty)?;
            match *lhs {
                ConstKind::Float(bits) if opcode == FSub && bits == ApFloat::zero(kind, true).bits() => {
                    return Some(ConstKind::Undef);
                }
                _ if left && right => return Some(ConstKind::Undef),
                _ => {}
            }
            match other {
                ConstKind::Float(_) => ConstKind::Float(ApFloat::nan(kind, false).bits()),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// An operation of which one operand is an address or computed from one.
fn binary_of_expression(module: &mut Module, opcode: Opcode, lhs: ConstId, rhs: ConstId) -> Option<ConstId> {
    let absorbs = |id: ConstId| match (module.kind(id), opcode) {
        (ConstKind::Int(number), Opcode::And | Opcode::Mul) => number.is_zero(),
        (ConstKind::Int(number), Opcode::Or) => number.is_all_ones(),
        _ => false,
    };
    if let Some(absorber) = [lhs, rhs].into_iter().find(|&constant| absorbs(constant)) {
        return Some(absorber);
    }
    let ty = module.type_of(lhs);
    if let ConstKind::Int(divisor) = module.kind(rhs) {
        match opcode {
            Opcode::SDiv | Opcode::UDiv | Opcode::SRem | Opcode::URem if divisor.is_zero() => {
                return Some(module.constant(ty, ConstKind::Poison));
            }
            Opcode::SRem | Opcode::URem if divisor.is_one() => return module.zero(ty),
            _ => {}
        }
    }
    let is_kept = matches!(opcode, Opcode::Add | Opcode::Sub | Opcode::Xor)
        && module.types.int_width(ty).is_some()
        && (is_expression(module.kind(lhs)) || is_expression(module.kind(rhs)));
    is_kept.then(|| module.expression(ty, ExpressionCode::Binary(opcode), [lhs, rhs], Flags::default()))
}

fn int_binary(opcode: Opcode, lhs: &ApInt, rhs: &ApInt) -> Option<ConstKind> {
    let width = lhs.width();
    let shift = || rhs.to_u64().filter(|&amount| amount < u64::from(width)).map(|amount| amount as u32);
    let or_poison = |value: Option<ApInt>| value.map_or(ConstKind::Poison, ConstKind::Int);
    Some(match opcode {
        Opcode::Add => ConstKind::Int(lhs.add(rhs)),
        Opcode::Sub => ConstKind::Int(lhs.sub(rhs)),
        Opcode::Mul => ConstKind::Int(lhs.mul(rhs)),
        Opcode::And => ConstKind::Int(lhs.and(rhs)),
        Opcode::Or => ConstKind::Int(lhs.or(rhs)),
        Opcode::Xor => ConstKind::Int(lhs.xor(rhs)),
        Opcode::Shl => or_poison(shift().map(|amount| lhs.shl_by(amount))),
        Opcode::LShr => or_poison(shift().map(|amount| lhs.lshr_by(amount))),
        Opcode::AShr => or_poison(shift().map(|amount| lhs.ashr_by(amount))),
        Opcode::UDiv => or_poison(lhs.udiv(rhs)),
        Opcode::SRem | Opcode::URem if rhs.is_one() => ConstKind::Int(ApInt::zero(width)),
        Opcode::URem => or_poison(lhs.urem(rhs)),
        Opcode::SDiv | Opcode::SRem if lhs.is_signed_min() && rhs.is_all_ones() => ConstKind::Poison,
        Opcode::SDiv => or_poison(lhs.sdiv(rhs)),
        Opcode::SRem => or_poison(lhs.srem(rhs)),
        _ => return None,
    })
}

fn float_binary(opcode: Opcode, lhs: ApFloat, rhs: ApFloat) -> Option<ApFloat> {
    Some(match opcode {
        Opcode::FAdd => lhs.add(rhs, NEAREST).0,
        Opcode::FSub => lhs.sub(rhs, NEAREST).0,
        Opcode::FMul => lhs.mul(rhs, NEAREST).0,
        Opcode::FDiv => lhs.div(rhs, NEAREST).0,
        Opcode::FRem => lhs.rem(rhs).0,
        _ => return None,
    })
}

/// The value of a comparison.
fn truth(holds: bool) -> ConstKind {
    ConstKind::Int(ApInt::new(1, u64::from(holds)))
}

/// Folds a comparison of two integers or pointers, by the keyword of the predicate.
pub(crate) fn compare_ints(predicate: &str, lhs: &ConstKind, rhs: &ConstKind) -> Option<ConstKind> {
    if matches!(lhs, ConstKind::Poison) || matches!(rhs, ConstKind::Poison) {
        return Some(ConstKind::Poison);
    }
    if is_undefined(lhs) || is_undefined(rhs) {
        let both = is_undefined(lhs) && is_undefined(rhs);
        return Some(match predicate {
            "eq" | "ne" => ConstKind::Undef,
            _ if both => ConstKind::Undef,
            _ => truth(matches!(predicate, "sge" | "sle" | "uge" | "ule")),
        });
    }
    if is_zero(rhs) && matches!(predicate, "uge" | "ult") {
        return Some(truth(predicate == "uge"));
    }
    let (lhs, rhs) = (as_bits(lhs)?, as_bits(rhs)?);
    Some(truth(match predicate {
        "eq" => lhs == rhs,
        "ne" => lhs != rhs,
        "slt" => lhs.slt(&rhs),
        "sle" => lhs.sle(&rhs),
        "sgt" => rhs.slt(&lhs),
        "sge" => rhs.sle(&lhs),
        "ult" => lhs.ult(&rhs),
        "ule" => lhs.ule(&rhs),
        "ugt" => rhs.ult(&lhs),
        "uge" => rhs.ule(&lhs),
        _ => return None,
    }))
}

/// An integer, or the null pointer as one.
fn as_bits(kind: &ConstKind) -> Option<ApInt> {
    match kind {
        ConstKind::Null => Some(ApInt::zero(64)),
        ConstKind::Int(value) => Some(value.clone()),
        _ => None,
    }
}

/// The outcomes of a comparison of floats, a bit each.
const EQUAL: u8 = 1;
const GREATER: u8 = 2;
const LESS: u8 = 4;
const UNORDERED: u8 = 8;
const ALL_OUTCOMES: u8 = 15;

/// The outcomes for which a predicate holds, by its keyword.
fn outcomes(predicate: &str) -> Option<u8> {
    Some(match predicate {
        "false" => 0,
        "oeq" => EQUAL,
        "ogt" => GREATER,
        "oge" => GREATER | EQUAL,
        "olt" => LESS,
        "ole" => LESS | EQUAL,
        "one" => LESS | GREATER,
        "ord" => LESS | GREATER | EQUAL,
        "ueq" => UNORDERED | EQUAL,
        "ugt" => UNORDERED | GREATER,
        "uge" => UNORDERED | GREATER | EQUAL,
        "ult" => UNORDERED | LESS,
        "ule" => UNORDERED | LESS | EQUAL,
        "une" => UNORDERED | LESS | GREATER,
        "uno" => UNORDERED,
        "true" => ALL_OUTCOMES,
        _ => return None,
    })
}

/// Folds a comparison of two floats, by the keyword of the predicate.
pub(crate) fn compare_floats(
    module: &Module,
    predicate: &str,
    lhs: ConstId,
    rhs: ConstId,
) -> Option<ConstKind> {
    // The treatment of subnormal numbers depends on the function.
    let numbers = [lhs, rhs].map(|id| module.as_float(id));
    if numbers.iter().flatten().any(|number| number.is_subnormal()) {
        return None;
    }
    let bits = outcomes(predicate)?;
    if bits == 0 || bits == ALL_OUTCOMES {
        return Some(truth(bits == ALL_OUTCOMES));
    }
    let (lhs, rhs) = (module.kind(lhs), module.kind(rhs));
    if matches!(lhs, ConstKind::Poison) || matches!(rhs, ConstKind::Poison) {
        return Some(ConstKind::Poison);
    }
    // Any value may be NaN.
    if is_undefined(lhs) || is_undefined(rhs) {
        return Some(truth(bits & UNORDERED != 0));
    }
    let [Some(lhs), Some(rhs)] = numbers else { return None };
    let outcome = match lhs.compare(rhs) {
        Some(std::cmp::Ordering::Equal) => EQUAL,
        Some(std::cmp::Ordering::Greater) => GREATER,
        Some(std::cmp::Ordering::Less) => LESS,
        None => UNORDERED,
    };
    Some(truth(bits & outcome != 0))
}

/// Folds a select between two constants.
pub(crate) fn select(module: &mut Module, condition: ConstId, yes: ConstId, no: ConstId) -> Option<ConstId> {
    let (is_yes_undefined, ty) = (is_undefined(module.kind(yes)), module.type_of(yes));
    Some(match module.kind(condition) {
        ConstKind::Int(condition) => match condition.is_zero() {
            true => no,
            false => yes,
        },
        ConstKind::Poison => module.constant(ty, ConstKind::Poison),
        ConstKind::Undef if is_yes_undefined => yes,
        ConstKind::Undef => no,
        _ if matches!(module.kind(yes), ConstKind::Poison) => no,
        _ if matches!(module.kind(no), ConstKind::Poison) => yes,
        _ => return None,
    })
}

/// Folds a cast of an undefined, poison or zero constant of any shape; `None` for other constants.
pub(crate) fn cast_of_undefined(
    module: &mut Module,
    opcode: Opcode,
    ty: Type,
    value: ConstId,
) -> Option<ConstId> {
    match module.kind(value) {
        ConstKind::Poison => Some(module.constant(ty, ConstKind::Poison)),
        ConstKind::Undef
            if matches!(opcode, Opcode::ZExt | Opcode::SExt | Opcode::UIToFP | Opcode::SIToFP) =>
        {
            module.zero(ty)
        }
        ConstKind::Undef => Some(module.constant(ty, ConstKind::Undef)),
        kind if is_zero(kind) && opcode != Opcode::AddrSpaceCast => module.zero(ty),
        _ => None,
    }
}
