//! Identity elements of reductions.

use terrace_ir::{Attr, AttrData, Context, OpDef, OpKind, OpRef, Type};
use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_support::apint::ApInt;

use super::attrs::{AtomicRMWKind, FastMathFlags, fastmath_flags};
use super::{
    AddFOp, AddIOp, AndIOp, MaxNumFOp, MaxSIOp, MaxUIOp, MaximumFOp, MinNumFOp, MinSIOp, MinUIOp, MinimumFOp,
    MulFOp, MulIOp, OrIOp, XOrIOp,
};
use terrace_dialects_builtin::fold::int_attr;

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

/// The reduction kind of each op.
static KINDS: [(&OpDef, AtomicRMWKind); 15] = [
    (AddFOp::DEF, AtomicRMWKind::Addf),
    (AddIOp::DEF, AtomicRMWKind::Addi),
    (AndIOp::DEF, AtomicRMWKind::Andi),
    (MaximumFOp::DEF, AtomicRMWKind::Maximumf),
    (MaxNumFOp::DEF, AtomicRMWKind::Maxnumf),
    (MaxSIOp::DEF, AtomicRMWKind::Maxs),
    (MaxUIOp::DEF, AtomicRMWKind::Maxu),
    (MinimumFOp::DEF, AtomicRMWKind::Minimumf),
    (MinNumFOp::DEF, AtomicRMWKind::Minnumf),
    (MinSIOp::DEF, AtomicRMWKind::Mins),
    (MinUIOp::DEF, AtomicRMWKind::Minu),
    (MulFOp::DEF, AtomicRMWKind::Mulf),
    (MulIOp::DEF, AtomicRMWKind::Muli),
    (OrIOp::DEF, AtomicRMWKind::Ori),
    (XOrIOp::DEF, AtomicRMWKind::Xori),
];

/// The reduction kind of an op that combines two values.
pub fn reduction_kind(op: OpRef<'_>) -> Option<AtomicRMWKind> {
    let def = op.def()?;
    KINDS.iter().find(|(combiner, _)| std::ptr::eq(*combiner, def)).map(|&(_, kind)| kind)
}

/// The op that combines two values in a reduction of a kind; `None` for an assignment.
pub fn combiner(kind: AtomicRMWKind) -> Option<&'static OpDef> {
    KINDS.iter().find(|&&(_, known)| known == kind).map(|&(def, _)| def)
}

/// The value that an op on two values of one type leaves the other as it is with; `None` if there is none.
pub fn neutral_element(op: OpRef<'_>) -> Option<Attr> {
    let kind = reduction_kind(op)?;
    let finite = fastmath_flags(op).is_some_and(|flags| flags.contains(FastMathFlags::NINF));
    identity(op.cx(), kind, op.single_result().ty(), finite)
}
