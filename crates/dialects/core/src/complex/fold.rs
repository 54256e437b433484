//! Folding and canonicalization of complex numbers.

use terrace_ir::{Attr, BinaryOpView, Context, Folded, Op, OpKind, OpName, OpRef, Rewriter, Type, ValueRef};
use terrace_support::apfloat::ApFloat;

use super::{
    AddOp, BitcastOp, ConjOp, ConstantOp, CreateOp, ExpOp, ImOp, LogOp, NegOp, ReOp, SubOp, element_of,
};
use crate::arith;
use crate::arith::{FastMathFlags, fastmath_flags};
use terrace_dialects_builtin::fold::{operand_of, operands_of};

type Constants<'a> = &'a [Option<Attr>];

/// The constant op for an attribute: a complex one for two numbers, otherwise that of arith.
pub(super) fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    let parts = attr.as_array(cx).filter(|parts| parts.len() == 2);
    let same_kind = |parts: &[Attr]| parts[0].as_float(cx).is_some() == parts[1].as_float(cx).is_some();
    let fits = |parts: &[Attr]| {
        let element = element_of(cx, ty);
        element.is_some() && same_kind(parts) && parts.iter().all(|part| part.ty(cx) == element)
    };
    if parts.is_some_and(fits) {
        return Some((cx.op_name(ConstantOp::DEF.name), vec![attr]));
    }
    arith::constant::materialize(cx, attr, ty)
}

/// The parts of a complex constant.
fn parts(value: ValueRef<'_>) -> Option<(ApFloat, ApFloat)> {
    let (cx, constant) = (value.cx(), value.defined_by::<ConstantOp>()?);
    let &[real, imaginary] = constant.value_attr().as_array(cx)? else { return None };
    Some((real.as_float(cx)?, imaginary.as_float(cx)?))
}

fn is_zero(value: ValueRef<'_>) -> bool {
    parts(value).is_some_and(|(real, imaginary)| real.is_zero() && imaginary.is_zero())
}

fn is_one(value: ValueRef<'_>) -> bool {
    parts(value)
        .is_some_and(|(real, imaginary)| imaginary.is_zero() && real == ApFloat::from_f64(real.kind(), 1.0))
}

/// Whether both parts are zeros of a sign.
fn is_zero_of_sign(value: ValueRef<'_>, negative: bool) -> bool {
    parts(value).is_some_and(|(real, imaginary)| {
        [real, imaginary].iter().all(|part| part.is_zero() && part.is_negative() == negative)
    })
}

/// Whether the flags of an op permit a fold that changes its result: all of `flags` are set, or upstream is
/// matched, which does not check them.
fn allows(op: OpRef<'_>, flags: FastMathFlags) -> bool {
    fastmath_flags(op).is_some_and(|given| given.contains(flags)) || op.cx().matches_upstream()
}

/// The flags under which a product with one folds to the other operand.
const FINITE: FastMathFlags = FastMathFlags::NNAN.union(FastMathFlags::NINF).union(FastMathFlags::NSZ);
/// The flags under which `(a - b) + b` folds to `a`.
const EXACT: FastMathFlags = FINITE.union(FastMathFlags::REASSOC);

pub(super) fn add(op: OpRef<'_>, _constants: Constants<'_>) -> Folded {
    let (lhs, rhs) = BinaryOpView(op).operands();
    if is_zero_of_sign(rhs, true) || is_zero(rhs) && allows(op, FastMathFlags::NSZ) {
        return lhs.into();
    }
    if !allows(op, EXACT) {
        return Folded::Unchanged;
    }
    for (difference, other) in [(lhs, rhs), (rhs, lhs)] {
        if let Some([a, b]) = operands_of::<SubOp, 2>(difference)
            && b == other
        {
            return a.into();
        }
    }
    Folded::Unchanged
}

pub(super) fn sub(op: OpRef<'_>, _constants: Constants<'_>) -> Folded {
    let (lhs, rhs) = BinaryOpView(op).operands();
    match operands_of::<AddOp, 2>(lhs) {
        Some([a, b]) if b == rhs && allows(op, EXACT) => a.into(),
        _ => (is_zero_of_sign(rhs, false) || is_zero(rhs) && allows(op, FastMathFlags::NSZ))
            .then_some(lhs)
            .into(),
    }
}

/// Multiplied with or divided by one.
pub(super) fn scale(op: OpRef<'_>, _constants: Constants<'_>) -> Folded {
    let (lhs, rhs) = BinaryOpView(op).operands();
    (is_one(rhs) && allows(op, FINITE)).then_some(lhs).into()
}

pub(super) fn neg(op: OpRef<'_>, _constants: Constants<'_>) -> Folded {
    operand_of::<NegOp>(op.single_operand()).into()
}

pub(super) fn conj(op: OpRef<'_>, _constants: Constants<'_>) -> Folded {
    operand_of::<ConjOp>(op.single_operand()).into()
}

pub(super) fn log(op: OpRef<'_>, _constants: Constants<'_>) -> Folded {
    operand_of::<ExpOp>(op.single_operand()).filter(|_| allows(op, FastMathFlags::FAST)).into()
}

pub(super) fn exp(op: OpRef<'_>, _constants: Constants<'_>) -> Folded {
    operand_of::<LogOp>(op.single_operand()).filter(|_| allows(op, FastMathFlags::FAST)).into()
}

pub(super) fn bitcast(op: OpRef<'_>, _constants: Constants<'_>) -> Folded {
    let view = BitcastOp::view_of(op);
    (view.operand().ty() == view.result().ty()).then_some(view.operand()).into()
}

pub(super) fn create(op: OpRef<'_>, _constants: Constants<'_>) -> Folded {
    let view = CreateOp::view_of(op);
    let (real, imaginary) = (operand_of::<ReOp>(view.real()), operand_of::<ImOp>(view.imaginary()));
    real.filter(|_| real == imaginary).into()
}

fn part(op: OpRef<'_>, constants: Constants<'_>, index: usize) -> Folded {
    let parts = constants[0].and_then(|attr| attr.as_array(op.cx())).filter(|parts| parts.len() == 2);
    if let Some(parts) = parts {
        return parts[index].into();
    }
    operands_of::<CreateOp, 2>(op.single_operand()).map(|parts| parts[index]).into()
}

pub(super) fn re(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    part(op, constants, 0)
}

pub(super) fn im(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    part(op, constants, 1)
}

/// A part of a negated number is the part negated.
fn negated_part(rw: &mut Rewriter<'_>, op: Op, index: usize) -> Option<()> {
    let created = operand_of::<NegOp>(rw.op(op).single_operand())?;
    let part = operands_of::<CreateOp, 2>(created)?[index].id();
    rw.replace(op, arith::NegFOp::of(part));
    Some(())
}

pub(super) fn re_of_neg(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    negated_part(rw, op, 0)
}

pub(super) fn im_of_neg(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    negated_part(rw, op, 1)
}

/// A bitcast of a bitcast is one bitcast.
pub(super) fn merge_bitcasts(rw: &mut Rewriter<'_>, op: BitcastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let complex = |ty: Type| element_of(cx, ty).is_some();
    let to = view.result().ty();
    if let Some(x) = operand_of::<BitcastOp>(view.operand()) {
        let (x, either) = (x.id(), complex(to) || complex(x.ty()));
        if either {
            rw.replace(op, BitcastOp::of(x));
        } else {
            rw.replace(op, arith::BitcastOp::of(x));
        }
        return Some(());
    }
    let x = operand_of::<arith::BitcastOp>(view.operand())?.id();
    rw.replace(op, BitcastOp::of(x));
    Some(())
}

/// A bitcast of arith of one of complex is one of complex.
pub(super) fn merge_arith_bitcast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let x = operand_of::<BitcastOp>(rw.op(op).single_operand())?.id();
    rw.replace(op, BitcastOp::of(x));
    Some(())
}
