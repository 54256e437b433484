//! What the kinds of reductions start from and how they combine: those of `arith.atomic_rmw`, by their number.

use terrace_dialects_core::arith::{self, ATOMIC_RMW_KINDS};
use terrace_dialects_core::fold::int_attr;
use terrace_ir::{Attr, AttrData, Context, Type, Value};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use crate::arithmetic::Arith;

fn name(kind: u64) -> &'static str {
    ATOMIC_RMW_KINDS.cases.iter().find(|case| case.value == kind).map_or("", |case| case.name)
}

/// What a reduction of a kind starts from; none for kinds that have nothing like that.
pub fn identity(cx: &Context, kind: u64, ty: Type) -> Option<Attr> {
    let float = |make: fn(terrace_support::apfloat::FloatKind) -> ApFloat| {
        Some(cx.float_attr(ty, make(ty.float_kind(cx)?)))
    };
    let int =
        |make: fn(u32) -> ApInt| Some(cx.attr(AttrData::Integer { ty, value: make(ty.bit_width(cx)?) }));
    match name(kind) {
        "maximumf" => float(|kind| ApFloat::infinity(kind, true)),
        "minimumf" => float(|kind| ApFloat::infinity(kind, false)),
        "maxnumf" => float(|kind| ApFloat::nan(kind, true)),
        "minnumf" => float(|kind| ApFloat::nan(kind, false)),
        "addf" => float(|kind| ApFloat::zero(kind, false)),
        "mulf" => float(|kind| ApFloat::from_f64(kind, 1.0)),
        "addi" | "maxu" | "ori" | "xori" => int_attr(cx, ty, 0),
        "muli" => int_attr(cx, ty, 1),
        "andi" | "minu" => int(ApInt::all_ones),
        "maxs" => int(ApInt::signed_min),
        "mins" => int(ApInt::signed_max),
        _ => None,
    }
}

/// The combination of two values; none for kinds that do not combine.
pub fn combine(make: &mut Arith<'_, '_>, kind: u64, a: Value, b: Value) -> Option<Value> {
    Some(match name(kind) {
        "addf" => make.binary::<arith::AddFOp>(a, b),
        "addi" => make.binary::<arith::AddIOp>(a, b),
        "mulf" => make.binary::<arith::MulFOp>(a, b),
        "muli" => make.binary::<arith::MulIOp>(a, b),
        "maximumf" => make.binary::<arith::MaximumFOp>(a, b),
        "minimumf" => make.binary::<arith::MinimumFOp>(a, b),
        "maxnumf" => make.binary::<arith::MaxNumFOp>(a, b),
        "minnumf" => make.binary::<arith::MinNumFOp>(a, b),
        "maxs" => make.binary::<arith::MaxSIOp>(a, b),
        "mins" => make.binary::<arith::MinSIOp>(a, b),
        "maxu" => make.binary::<arith::MaxUIOp>(a, b),
        "minu" => make.binary::<arith::MinUIOp>(a, b),
        "ori" => make.binary::<arith::OrIOp>(a, b),
        "andi" => make.binary::<arith::AndIOp>(a, b),
        "xori" => make.binary::<arith::XOrIOp>(a, b),
        _ => return None,
    })
}
