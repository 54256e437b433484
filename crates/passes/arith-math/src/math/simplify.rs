//! Powers with small constant exponents as products, quotients and roots.

use terrace_dialects_core::arith::{self, FastMathFlags, fastmath_flags};
use terrace_dialects_core::complex::{self, PowiOp};
use terrace_dialects_core::math::*;
use terrace_dialects_vector::shape::BroadcastOp;
use terrace_ir::build::OperationState;
use terrace_ir::matchers::{m_constant_float, m_constant_int};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, BinaryOpView, Context, Loc, Op, OpKind, Rewriter, Type, TypeData, Value, pattern};
use terrace_support::apfloat::ApFloat;

/// The greatest magnitude of an exponent that becomes products.
const MAX_EXPONENT: u64 = 8;

/// Replace powers with small constant exponents.
pub static ALGEBRAIC_SIMPLIFICATION: [Pattern; 4] = [
    pattern!("PowFStrengthReduction", PowFOp, simplify_powf),
    Pattern::new("PowIStrengthReduction", IPowIOp::DEF.name, |rw, op| {
        let exponent = m_constant_int(BinaryOpView(rw.op(op)).rhs())?.to_i64()?;
        if exponent < -1 && !rw.cx().matches_upstream() {
            return rw.notify_match_failure(op, "the divisor could overflow");
        }
        let one = |cx: &Context, ty| Some(cx.int_attr(ty, 1));
        simplify_powi::<arith::ConstantOp, arith::MulIOp, arith::DivSIOp>(rw, op, one, None)
    }),
    Pattern::new("PowIStrengthReduction", FPowIOp::DEF.name, |rw, op| {
        let one = |cx: &Context, ty| float_attr(cx, ty, 1.0);
        simplify_powi::<arith::ConstantOp, arith::MulFOp, arith::DivFOp>(rw, op, one, None)
    }),
    Pattern::new("PowIStrengthReduction", PowiOp::DEF.name, |rw, op| {
        let flags = complex::PowiOp::view_of(rw.op(op)).fastmath_attr();
        simplify_powi::<complex::ConstantOp, complex::MulOp, complex::DivOp>(rw, op, complex_one, flags)
    }),
];

fn float_attr(cx: &Context, ty: Type, value: f64) -> Option<Attr> {
    Some(cx.float_attr(ty, ApFloat::from_f64(ty.float_kind(cx)?, value)))
}

fn complex_one(cx: &Context, ty: Type) -> Option<Attr> {
    let element = complex::element_of(cx, ty)?;
    Some(cx.array_attr(&[float_attr(cx, element, 1.0)?, float_attr(cx, element, 0.0)?]))
}

/// Creates a scalar constant, in each element of a vector type. The type must be a scalar's or a vector's.
fn create_constant<C: OpKind>(
    rw: &mut Rewriter<'_>,
    op: Op,
    make: impl Fn(&Context, Type) -> Option<Attr>,
) -> Option<Value> {
    let (cx, loc, ty) = (rw.cx(), rw.body().loc(op), rw.op(op).single_result().ty());
    let element = ty.element_type_or_self(cx);
    let attr = make(cx, element)?;
    rw.set_insertion_point_before(op);
    let constant = OperationState::new(C::DEF).with_attr("value", attr).with_results(&[element]);
    let constant = rw.build_value(constant.with_loc(loc));
    if element == ty {
        return Some(constant);
    }
    Some(rw.build_value(BroadcastOp::of(constant).vector(ty).loc(loc)))
}

fn is_scalar_or_vector(cx: &Context, ty: Type) -> bool {
    !ty.is_shaped(cx) || matches!(ty.data(cx), TypeData::Vector { .. })
}

fn simplify_powf(rw: &mut Rewriter<'_>, op: PowFOp) -> Option<()> {
    let view = op.view(rw);
    let (x, exponent, loc) = (view.lhs().id(), m_constant_float(view.rhs())?.to_f64(), view.0.loc());
    let (ty, flags) = (view.result().ty(), fastmath_flags(view.0).unwrap_or(FastMathFlags::NONE));
    let flags = Some(flags.attr(rw.cx()));
    rw.set_insertion_point_before(op);
    let square = |rw: &mut Rewriter<'_>, a, b| {
        rw.build_value(arith::MulFOp::of(a, b).fastmath_attr(flags).result(ty).loc(loc))
    };
    let root =
        |rw: &mut Rewriter<'_>, x| rw.build_value(SqrtOp::of(x).fastmath_attr(flags).result(ty).loc(loc));
    let value = if exponent == 1.0 {
        x
    } else if exponent == 2.0 {
        square(rw, x, x)
    } else if exponent == 3.0 {
        let squared = square(rw, x, x);
        square(rw, x, squared)
    } else if exponent == -1.0 {
        if !is_scalar_or_vector(rw.cx(), ty) {
            return rw.notify_match_failure(op, "neither a scalar nor a vector");
        }
        let one = create_constant::<arith::ConstantOp>(rw, op.into(), |cx, ty| float_attr(cx, ty, 1.0))?;
        rw.build_value(arith::DivFOp::of(one, x).fastmath_attr(flags).result(ty).loc(loc))
    } else if exponent == 0.5 {
        root(rw, x)
    } else if exponent == -0.5 {
        rw.build_value(RsqrtOp::of(x).fastmath_attr(flags).result(ty).loc(loc))
    } else if exponent == 0.75 {
        let half = root(rw, x);
        let quarter = root(rw, half);
        square(rw, half, quarter)
    } else {
        return None;
    };
    rw.replace_op(op, &[value]);
    Some(())
}

/// Replaces an integer power by products, of which a negative one is the divisor of one.
fn simplify_powi<C: OpKind, M: OpKind, D: OpKind>(
    rw: &mut Rewriter<'_>,
    op: Op,
    one: fn(&Context, Type) -> Option<Attr>,
    flags: Option<Attr>,
) -> Option<()> {
    let view = BinaryOpView(rw.op(op));
    let (base, exponent) = (view.lhs().id(), m_constant_int(view.rhs())?.to_i64()?);
    let (ty, loc) = (view.0.single_result().ty(), view.0.loc());
    if exponent.unsigned_abs() > MAX_EXPONENT {
        return None;
    }
    if exponent <= 0 && !is_scalar_or_vector(rw.cx(), ty) {
        return rw.notify_match_failure(op, "neither a scalar nor a vector");
    }
    rw.set_insertion_point_before(op);
    fn create<K: OpKind>(
        rw: &mut Rewriter<'_>,
        [a, b]: [Value; 2],
        flags: Option<Attr>,
        (ty, loc): (Type, Loc),
    ) -> Value {
        let op = OperationState::binary::<K>(a, b).with_results(&[ty]).with_loc(loc);
        rw.build_value(if flags.is_some() { op.with_attr("fastmath", flags) } else { op })
    }
    let mut result = base;
    if exponent <= 0 {
        let one = create_constant::<C>(rw, op, one)?;
        if exponent == 0 {
            rw.replace_op(op, &[one]);
            return Some(());
        }
        rw.set_insertion_point_before(op);
        for _ in 1..exponent.unsigned_abs() {
            result = create::<M>(rw, [result, base], flags, (ty, loc));
        }
        result = create::<D>(rw, [one, result], flags, (ty, loc));
    } else {
        for _ in 1..exponent {
            result = create::<M>(rw, [result, base], flags, (ty, loc));
        }
    }
    rw.replace_op(op, &[result]);
    Some(())
}
