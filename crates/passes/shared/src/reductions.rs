//! Identity elements and combiners of reduction kinds, those of `arith.atomic_rmw`.

use terrace_dialects_core::arith::{self, AtomicRMWKind, reductions};
use terrace_ir::{Attr, Context, Type, Value};

use crate::arithmetic::Arith;

/// The identity element of a reduction kind; `None` for kinds without one.
pub fn identity(cx: &Context, kind: AtomicRMWKind, ty: Type) -> Option<Attr> {
    reductions::identity(cx, kind, ty, false)
}

/// The combination of two values; `None` for kinds that do not combine.
pub fn combine(make: &mut Arith<'_, '_>, kind: AtomicRMWKind, a: Value, b: Value) -> Option<Value> {
    use AtomicRMWKind::*;
    Some(match kind {
        Addf => make.binary::<arith::AddFOp>(a, b),
        Addi => make.binary::<arith::AddIOp>(a, b),
        Mulf => make.binary::<arith::MulFOp>(a, b),
        Muli => make.binary::<arith::MulIOp>(a, b),
        Maximumf => make.binary::<arith::MaximumFOp>(a, b),
        Minimumf => make.binary::<arith::MinimumFOp>(a, b),
        Maxnumf => make.binary::<arith::MaxNumFOp>(a, b),
        Minnumf => make.binary::<arith::MinNumFOp>(a, b),
        Maxs => make.binary::<arith::MaxSIOp>(a, b),
        Mins => make.binary::<arith::MinSIOp>(a, b),
        Maxu => make.binary::<arith::MaxUIOp>(a, b),
        Minu => make.binary::<arith::MinUIOp>(a, b),
        Ori => make.binary::<arith::OrIOp>(a, b),
        Andi => make.binary::<arith::AndIOp>(a, b),
        Xori => make.binary::<arith::XOrIOp>(a, b),
        Assign => return None,
    })
}
