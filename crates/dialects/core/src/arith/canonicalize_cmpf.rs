//! Comparisons of converted integers with float constants become comparisons of integers.

use std::cmp::Ordering;

use terrace_ir::fold::constant_value;
use terrace_ir::{Attr, AttrData, Rewriter};
use terrace_support::apfloat::{ApFloat, Rounding, Status};
use terrace_support::apint::ApInt;

use super::attrs::{CmpFPredicate, CmpFPredicate as F, CmpIPredicate, CmpIPredicate as I};
use super::canonicalize::constant_of;
use super::fold_compare::cmpi_predicate;
use super::{CmpFOp, CmpIOp, ConstantOp, SIToFPOp, UIToFPOp};
use terrace_dialects_builtin::fold::operand_of;

/// The simplified form of a comparison of a converted integer with a float.
enum ComparisonFold {
    /// Known.
    Known(bool),
    /// A comparison with an integer.
    Integer(CmpIPredicate, ApInt),
}

/// `cmpf(itofp(x), c)` is `cmpi(x, c)`, where the conversion does not change the outcome.
pub(super) fn cmpf_int_to_fp_const(rw: &mut Rewriter<'_>, op: CmpFOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let constant = constant_value(view.rhs())?.as_float(cx).filter(|value| !value.is_nan())?;
    let signed = operand_of::<SIToFPOp>(view.lhs());
    let (x, unsigned) = match signed {
        Some(x) => (x, false),
        None => (operand_of::<UIToFPOp>(view.lhs())?, true),
    };
    let width = x.ty().bit_width(cx)?;
    if !is_faithful(constant, width, unsigned) {
        return None;
    }
    let outcome = compare(view.predicate(), constant, width, unsigned)?;
    let (x, ty, loc) = (x.id(), x.ty(), view.0.loc());
    match outcome {
        ComparisonFold::Known(value) => {
            rw.replace(op, ConstantOp::of().value_attr(if value { Attr::TRUE } else { Attr::FALSE }));
        }
        ComparisonFold::Integer(predicate, value) => {
            let c = constant_of(rw, cx.attr(AttrData::Integer { ty, value }), ty, loc)?;
            rw.replace(op, CmpIOp::of(x, c).predicate_attr(cmpi_predicate(cx, predicate)));
        }
    }
    Some(())
}

/// Whether converting an integer of this width to the constant's format leaves the comparison as it is.
fn is_faithful(constant: ApFloat, width: u32, unsigned: bool) -> bool {
    let (digits, value_bits) = (constant.kind().precision() as i64, i64::from(width) - i64::from(!unsigned));
    if i64::from(width) <= digits {
        return true;
    }
    if constant.is_inf() {
        let largest = ApFloat::largest(constant.kind(), false).ilogb();
        return largest.is_some_and(|largest| i64::from(largest) >= value_bits);
    }
    // Rounding matters only near integers of more digits than the format has.
    !constant.ilogb().is_some_and(|e| digits <= i64::from(e) && i64::from(e) <= value_bits)
}

/// Compares an integer of a width with a constant that is no NaN.
fn compare(
    predicate: CmpFPredicate,
    constant: ApFloat,
    width: u32,
    unsigned: bool,
) -> Option<ComparisonFold> {
    // Of ordered and unordered the one is as the other, since an integer is no NaN.
    let predicate = match (predicate, unsigned) {
        (F::Oeq | F::Ueq, _) => I::Eq,
        (F::Ogt | F::Ugt, false) => I::Sgt,
        (F::Ogt | F::Ugt, true) => I::Ugt,
        (F::Oge | F::Uge, false) => I::Sge,
        (F::Oge | F::Uge, true) => I::Uge,
        (F::Olt | F::Ult, false) => I::Slt,
        (F::Olt | F::Ult, true) => I::Ult,
        (F::Ole | F::Ule, false) => I::Sle,
        (F::Ole | F::Ule, true) => I::Ule,
        (F::One | F::Une, _) => I::Ne,
        (F::Ord, _) => return Some(ComparisonFold::Known(true)),
        (F::Uno, _) => return Some(ComparisonFold::Known(false)),
        (F::AlwaysFalse | F::AlwaysTrue, _) => return None,
    };
    let known = |value| Some(ComparisonFold::Known(value));
    let float = |value: &ApInt| ApFloat::from_int(constant.kind(), value, !unsigned, Rounding::NearestEven).0;
    let (least, greatest) = match unsigned {
        true => (ApInt::zero(width), ApInt::all_ones(width)),
        false => (ApInt::signed_min(width), ApInt::signed_max(width)),
    };
    if float(&greatest).compare(constant) == Some(Ordering::Less) {
        return known(matches!(predicate, I::Ne | I::Slt | I::Sle | I::Ult | I::Ule));
    }
    if float(&least).compare(constant) == Some(Ordering::Greater) {
        return known(matches!(predicate, I::Ne | I::Sgt | I::Sge | I::Ugt | I::Uge));
    }
    let (value, status) = constant.to_int(width, !unsigned, Rounding::TowardZero);
    if status == Status::INVALID {
        return None;
    }
    if constant.is_zero() || float(&value) == constant {
        return Some(ComparisonFold::Integer(predicate, value));
    }
    // The constant is no integer: `value` is next to it on the side of zero.
    let negative = constant.is_negative();
    let predicate = match predicate {
        I::Ne => return known(true),
        I::Eq => return known(false),
        I::Ule | I::Ult if negative => return known(false),
        I::Ugt | I::Uge if negative => return known(true),
        I::Sle if negative => I::Slt,
        I::Slt if !negative => I::Sle,
        I::Sgt if negative => I::Sge,
        I::Sge if !negative => I::Sgt,
        I::Ult => I::Ule,
        I::Uge => I::Ugt,
        same => same,
    };
    Some(ComparisonFold::Integer(predicate, value))
}
