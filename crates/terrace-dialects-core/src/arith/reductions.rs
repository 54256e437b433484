//! What reductions start from.

use terrace_ir::{Attr, AttrData, Context, OpRef, Type};
use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_support::apint::ApInt;

use super::attrs::{NINF, fastmath_flags};
use crate::fold::int_attr;

/// What a reduction of a kind, by its name in `arith.atomic_rmw`, starts from; `finite` where there are no infinities.
/// None for kinds that have nothing like that.
pub fn identity(cx: &Context, kind: &str, ty: Type, finite: bool) -> Option<Attr> {
    let float = |make: &dyn Fn(FloatKind) -> ApFloat| Some(cx.float_attr(ty, make(ty.float_kind(cx)?)));
    let int =
        |make: fn(u32) -> ApInt| Some(cx.attr(AttrData::Integer { ty, value: make(ty.bit_width(cx)?) }));
    let extreme = |negative: bool| {
        float(&|kind| match finite {
            true => ApFloat::largest(kind, negative),
            false => ApFloat::infinity(kind, negative),
        })
    };
    match kind {
        "maximumf" => extreme(true),
        "minimumf" => extreme(false),
        "maxnumf" => float(&|kind| ApFloat::nan(kind, true)),
        "minnumf" => float(&|kind| ApFloat::nan(kind, false)),
        "addf" => float(&|kind| ApFloat::zero(kind, false)),
        "mulf" => float(&|kind| ApFloat::from_f64(kind, 1.0)),
        "addi" | "maxu" | "ori" | "xori" => int_attr(cx, ty, 0),
        "muli" => int_attr(cx, ty, 1),
        "andi" | "minu" => int(ApInt::all_ones),
        "maxs" => int(ApInt::signed_min),
        "mins" => int(ApInt::signed_max),
        _ => None,
    }
}

/// The value that an op on two values of one type leaves the other as it is with; none where there is none.
pub fn neutral_element(op: OpRef<'_>) -> Option<Attr> {
    let kind = match op.name_text().strip_prefix("arith.")? {
        "maxui" => "maxu",
        "minui" => "minu",
        "maxsi" => "maxs",
        "minsi" => "mins",
        same => same,
    };
    let flags = op.inherent_attr("fastmath").map_or(0, |flags| fastmath_flags(op.cx(), flags));
    identity(op.cx(), kind, op.result(0).ty(), flags & NINF != 0)
}
