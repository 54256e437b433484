//! What reductions start from.

use terrace_ir::attr_kind::AttrKind;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{Attr, AttrData, Context, OpRef, Type};
use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_support::apint::ApInt;

use super::attrs::{AtomicRMWKind, FastMathFlags, FastMathFlagsAttr};
use crate::fold::int_attr;

/// The value that a reduction of a kind starts from; `finite` if there are no infinities. `None` for kinds that have no
/// such value, and for types that they do not combine.
pub fn identity(cx: &Context, kind: AtomicRMWKind, ty: Type, finite: bool) -> Option<Attr> {
    let float = |make: &dyn Fn(FloatKind) -> ApFloat| Some(cx.float_attr(ty, make(ty.float_kind(cx)?)));
    let int =
        |make: fn(u32) -> ApInt| Some(cx.attr(AttrData::Integer { ty, value: make(ty.bit_width(cx)?) }));
    let extreme = |negative: bool| {
        float(&|kind| match finite {
            true => ApFloat::largest(kind, negative),
            false => ApFloat::infinity(kind, negative),
        })
    };
    use AtomicRMWKind::*;
    match kind {
        Maximumf => extreme(true),
        Minimumf => extreme(false),
        Maxnumf => float(&|kind| ApFloat::nan(kind, true)),
        Minnumf => float(&|kind| ApFloat::nan(kind, false)),
        Addf => float(&|kind| ApFloat::zero(kind, false)),
        Mulf => float(&|kind| ApFloat::from_f64(kind, 1.0)),
        Addi | Maxu | Ori | Xori => int_attr(cx, ty, 0),
        Muli => int_attr(cx, ty, 1),
        Andi | Minu => int(ApInt::all_ones),
        Maxs => int(ApInt::signed_min),
        Mins => int(ApInt::signed_max),
        Assign => None,
    }
}

/// The value that an op on two values of one type leaves the other as it is with; `None` if there is none.
pub fn neutral_element(op: OpRef<'_>) -> Option<Attr> {
    let kind = match op.name_text().strip_prefix("arith.")? {
        "maxui" => "maxu",
        "minui" => "minu",
        "maxsi" => "maxs",
        "minsi" => "mins",
        same => same,
    };
    let kind = AtomicRMWKind::from_keyword(kind)?;
    let flags = op.inherent_attr("fastmath").and_then(|attr| FastMathFlagsAttr::value(op.cx(), attr));
    let finite = flags.is_some_and(|flags| flags.contains(FastMathFlags::NINF));
    identity(op.cx(), kind, op.result(0).ty(), finite)
}
