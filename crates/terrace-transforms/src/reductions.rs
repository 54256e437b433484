//! What the kinds of reductions start from and how they combine: those of `arith.atomic_rmw`, by their number.

use terrace_dialects_core::arith::{self, ATOMIC_RMW_KINDS, reductions};
use terrace_ir::{Attr, Context, Type, Value};

use crate::arithmetic::Arith;

fn name(kind: u64) -> &'static str {
    ATOMIC_RMW_KINDS.cases.iter().find(|case| case.value == kind).map_or("", |case| case.name)
}

/// What a reduction of a kind starts from; none for kinds that have nothing like that.
pub fn identity(cx: &Context, kind: u64, ty: Type) -> Option<Attr> {
    reductions::identity(cx, name(kind), ty, false)
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
