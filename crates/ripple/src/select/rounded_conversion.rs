//! Conversions of rounded floats to integers.
//!
//! `lrint` has 64 bits, which most processors convert to element by element. Of those, the lower 32 are the conversion of
//! the float less a multiple of two to the power of 32, which brings it among the numbers of 32 bits. All steps before the
//! conversion are exact.

use terrace_dialects_llvm::enums::FCmpPredicate;
use terrace_dialects_llvm::intrinsics::{FAbsOp, FMAOp, LrintOp, NearbyintOp, RintOp, RoundEvenOp, RoundOp};
use terrace_dialects_llvm::ops::{
    FAddOp, FCmpOp, FMulOp, FPToSIOp, FPToUIOp, FSubOp, FreezeOp, SIToFPOp, SelectOp, TruncOp,
};
use terrace_ir::{Loc, Op, OpRef, Rewriter, Type, Value, ValueRef, op_match};
use terrace_support::apfloat::FloatKind;
use terrace_target::Target;

use super::float_bounds::float_bounds;
use crate::math::{float_everywhere, moved_by_half};
use crate::vectors::{lanes_of, scalar_width};

/// The bits of the integers that are converted to.
const BITS: u32 = 32;

/// A conversion of a float that is rounded, or the lower half of one, takes an instruction for each register.
pub(super) fn select_rounded_conversion(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let loc = view.loc();
    let conversion = op_match!(view, {
        TruncOp(truncation) => Conversion::truncated(truncation.arg())
            .filter(|conversion| !conversion.is_wide || target.rounds_floats())?,
        FPToSIOp(_) => Conversion::whole(view).filter(|_| target.rounds_to_integers())?,
        FPToUIOp(_) => Conversion::whole(view).filter(|_| target.rounds_to_integers())?,
        SIToFPOp(back) => return round_back(rw, op, back.arg().id(), target),
        _ => return None,
    });
    let is_double = float_kind(rw.value(conversion.float))? == FloatKind::F64;
    let result = view.single_result().ty();
    let element = result.element_type(rw.cx())?;
    let width = scalar_width(rw.cx(), element);
    // Back ends other than that of x86 convert doubles by way of 64 bits.
    if width > BITS || is_double && !target.rounds_to_integers() {
        return None;
    }
    rw.set_insertion_point_before(op);
    let integers = result.with_element(rw.cx(), terrace_ir::Type::I32)?;
    let float = conversion.write(rw, target, loc)?;
    let whole = match conversion.rounding {
        Rounding::Current => rw.build_value(LrintOp::of(float).loc(loc).res(integers)),
        Rounding::ToZero => rw.build_value(FPToSIOp::of(float).loc(loc).res(integers)),
    };
    let value = match width == BITS {
        true => whole,
        false => rw.build_value(TruncOp::of(whole).loc(loc).res(result)),
    };
    rw.replace_op(op, &[value]);
    Some(())
}

/// The rounding of a conversion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Current,
    ToZero,
}

/// A conversion to integers of at most 32 bits.
struct Conversion {
    float: Value,
    rounding: Rounding,
    /// Whether halves are rounded away from zero before, by moving the float.
    is_moved: bool,
    /// Whether the float may be beyond the numbers of 32 bits.
    is_wide: bool,
}

impl Conversion {
    /// The conversion of which a value is the result, in 64 bits, and only the lower bits are used: the result for a float
    /// that is no integer is any number, but the same one for all uses.
    fn truncated(value: ValueRef<'_>) -> Option<Self> {
        lanes_of(value)?;
        let is_whole = scalar_width(value.cx(), value.ty().element_type(value.cx())?) > BITS;
        let is_low = |user: OpRef<'_>| {
            let result = user.results().next().and_then(|result| result.ty().element_type(user.cx()));
            user.isa::<TruncOp>() && result.is_some_and(|ty| scalar_width(user.cx(), ty) <= BITS)
        };
        let wide = is_whole && value.uses().all(|(user, _)| is_low(user));
        let converted = value.defining_op()?;
        let of = |float: ValueRef<'_>, unrounded: ValueRef<'_>, rounding: Rounding| {
            let bounds = float_bounds(unrounded);
            let is_wide = bounds.0 < f64::from(i32::MIN) || bounds.1 > f64::from(i32::MAX);
            Self { float: float.id(), rounding, is_moved: false, is_wide }
        };
        op_match!(converted, {
            LrintOp(view) if wide => Some(of(view.val(), view.val(), Rounding::Current)),
            FreezeOp(view) if wide => {
                let float = view.val().defining_op()?.cast::<FPToSIOp>()?.arg();
                // The result of the subtraction is rounded to zero as the float is, only if it is whole.
                let unrounded = float.defining_op()?.cast::<RoundOp>()?.in_();
                Some(of(float, unrounded, Rounding::ToZero))
            }
            _ => None,
        })
    }

    /// A conversion of a rounded float, which is undefined beyond the numbers of the type.
    fn whole(op: OpRef<'_>) -> Option<Self> {
        let result = op.single_result();
        lanes_of(result)?;
        let width = scalar_width(op.cx(), result.ty().element_type(op.cx())?);
        let is_among = width < BITS || width == BITS && op.isa::<FPToSIOp>();
        let rounded = op.operands().next()?.defining_op().filter(|_| is_among)?;
        let (float, rounding) = op_match!(rounded, {
            RintOp(view) => (view.in_().id(), Rounding::Current),
            NearbyintOp(view) => (view.in_().id(), Rounding::Current),
            RoundOp(view) => (view.in_().id(), Rounding::ToZero),
            _ => return None,
        });
        Some(Self { float, rounding, is_moved: rounding == Rounding::ToZero, is_wide: false })
    }

    /// The float that is converted.
    fn write(&self, rw: &mut Rewriter<'_>, target: &dyn Target, loc: Loc) -> Option<Value> {
        match () {
            () if self.is_moved => Some(moved_by_half(rw, self.float, loc)),
            () if self.is_wide => modulo_two_to_32(rw, self.float, target, loc),
            () => Some(self.float),
        }
    }
}

fn float_kind(value: ValueRef<'_>) -> Option<FloatKind> {
    let cx = value.cx();
    value.ty().element_type(cx)?.float_kind(cx).filter(|kind| [FloatKind::F32, FloatKind::F64].contains(kind))
}

/// Subtracts the nearest multiples of two to the power of 32 from floats, which leaves integers of 32 bits as they are. What
/// would be rounded to two to the power of 31 is the least integer instead.
fn modulo_two_to_32(rw: &mut Rewriter<'_>, float: Value, target: &dyn Target, loc: Loc) -> Option<Value> {
    let ty = rw.body().value_type(float);
    let flags = ty.with_element(rw.cx(), Type::I1)?;
    let unit = 2.0_f64.powi(32);
    let inverse = float_everywhere(rw, 1.0 / unit, ty, loc);
    let quotient = rw.build_value(FMulOp::of(float, inverse).loc(loc).res(ty));
    let quotient = rw.build_value(RoundEvenOp::of(quotient).loc(loc).res(ty));
    let rest = match target.fuses_multiply_add() {
        true => {
            let unit = float_everywhere(rw, -unit, ty, loc);
            rw.build_value(FMAOp::of(quotient, unit, float).loc(loc).res(ty))
        }
        false => {
            let unit = float_everywhere(rw, unit, ty, loc);
            let multiple = rw.build_value(FMulOp::of(quotient, unit).loc(loc).res(ty));
            rw.build_value(FSubOp::of(float, multiple).loc(loc).res(ty))
        }
    };
    let end = float_everywhere(rw, unit / 2.0 - 0.5, ty, loc);
    let least = float_everywhere(rw, -unit / 2.0, ty, loc);
    let predicate = FCmpPredicate::Oge;
    let is_end = rw.build_value(FCmpOp::of(rest, end).loc(loc).predicate(predicate).res(flags));
    Some(rw.build_value(SelectOp::of(is_end, least, rest).loc(loc).res(ty)))
}

/// The float of an integer of 64 bits that a float was rounded to is the rounded float, where that is such an integer; zero
/// has no sign.
fn round_back(rw: &mut Rewriter<'_>, op: Op, integer: Value, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let (loc, ty): (Loc, Type) = (view.loc(), view.single_result().ty());
    let integer = rw.value(integer);
    let is_wide = scalar_width(rw.cx(), integer.ty().element_type(rw.cx())?) == 2 * BITS;
    let float = integer.defining_op()?.cast::<LrintOp>()?.val();
    // What no integer is becomes the least one here; another use may have it differently.
    if !is_wide || integer.uses().nth(1).is_some() || float.ty() != ty || !target.rounds_floats() {
        return None;
    }
    lanes_of(float)?;
    float_kind(float)?;
    let float = float.id();
    rw.set_insertion_point_before(op);
    let rounded = rw.build_value(RintOp::of(float).loc(loc).res(ty));
    let zero = float_everywhere(rw, 0.0, ty, loc);
    let rounded = rw.build_value(FAddOp::of(rounded, zero).loc(loc).res(ty));
    let end = float_everywhere(rw, 2.0_f64.powi(63), ty, loc);
    let least = float_everywhere(rw, -(2.0_f64.powi(63)), ty, loc);
    let size = rw.build_value(FAbsOp::of(float).loc(loc).res(ty));
    let flags = ty.with_element(rw.cx(), Type::I1)?;
    let predicate = FCmpPredicate::Olt;
    let is_among = rw.build_value(FCmpOp::of(size, end).loc(loc).predicate(predicate).res(flags));
    let value = rw.build_value(SelectOp::of(is_among, rounded, least).loc(loc).res(ty));
    rw.replace_op(op, &[value]);
    Some(())
}
