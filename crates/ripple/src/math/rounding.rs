//! Roundings to whole numbers, for targets without instructions for it.
//!
//! A float below `2^p`, where `p` is the number of its bits after the first one, is rounded as the mode says when `2^p` is
//! added to it and subtracted again; a larger one is whole.

use terrace_dialects_llvm::intrinsics::CopySignOp;
use terrace_dialects_llvm::ops::{ConstantOp, FAddOp};
use terrace_ir::elements::Numbers;
use terrace_ir::{Loc, Rewriter, Type, Value};
use terrace_support::apfloat::{ApFloat, FloatKind};

use super::expressions::Num;

/// The least power of two from which on all floats are whole.
fn limit(x: Num<'_>) -> f64 {
    if x.is_double() { 4_503_599_627_370_496.0 } else { 8_388_608.0 }
}

/// The greatest float that is less than a half.
fn almost_half(is_double: bool) -> f64 {
    if is_double { 0.5_f64.next_down() } else { f64::from(0.5_f32.next_down()) }
}

/// To the nearest as the mode says; the number itself if it is whole, infinite or a NaN.
pub(super) fn rint<'e>(x: Num<'e>) -> Num<'e> {
    let limit = limit(x);
    let signed = x.float(limit).copysign(x);
    x.abs().lt(limit).select(((x + signed) - signed).copysign(x), x)
}

pub(super) fn trunc<'e>(x: Num<'e>) -> Num<'e> {
    floor(x.abs()).copysign(x)
}

pub(super) fn floor<'e>(x: Num<'e>) -> Num<'e> {
    let nearest = rint(x);
    nearest.unless(nearest.gt(x), nearest - 1.0)
}

pub(super) fn ceil<'e>(x: Num<'e>) -> Num<'e> {
    let nearest = rint(x);
    nearest.unless(nearest.lt(x), nearest + 1.0).copysign(x)
}

pub(super) fn round<'e>(x: Num<'e>) -> Num<'e> {
    let half = x.float(almost_half(x.is_double())).copysign(x);
    trunc(x + half).copysign(x)
}

/// A float in all elements of a vector.
///
/// # Panics
///
/// Panics if the type is no vector of floats.
pub(crate) fn float_everywhere(rw: &mut Rewriter<'_>, number: f64, ty: Type, loc: Loc) -> Value {
    let cx = rw.cx();
    let kind = ty.element_type_or_self(cx).float_kind(cx).unwrap_or(FloatKind::F64);
    let value = Numbers::Splat(ApFloat::from_f64(kind, number)).to_attr(cx, ty);
    let value = value.unwrap_or_else(|| panic!("'{}' has no floats", cx.type_text(ty)));
    rw.build_value(ConstantOp::of().loc(loc).value_attr(value).res(ty))
}

/// Floats of single or double precision, moved away from zero by the greatest float that is less than a half: rounded to
/// zero, they are the nearest integers, halves away from zero.
pub(crate) fn moved_by_half(rw: &mut Rewriter<'_>, floats: Value, loc: Loc) -> Value {
    let (ty, cx) = (rw.body().value_type(floats), rw.cx());
    let is_double = ty.element_type_or_self(cx).float_kind(cx) == Some(FloatKind::F64);
    let half = float_everywhere(rw, almost_half(is_double), ty, loc);
    let half = rw.build_value(CopySignOp::of(half, floats).loc(loc).res(ty));
    rw.build_value(FAddOp::of(floats, half).loc(loc).res(ty))
}
