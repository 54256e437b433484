//! Folding of conversions.

use terrace_ir::elements::Number;
use terrace_ir::fold::Change;
use terrace_ir::{Attr, AttrData, Folded, OpKind, OpRef, Type};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding, Status};
use terrace_support::apint::ApInt;

use super::attrs::{FastMathFlags, RoundingMode};
use super::{BitcastOp, ExtFOp, ExtSIOp, ExtUIOp, TruncFOp, TruncIOp};
use terrace_dialects_builtin::fold::{is_poison, operand_of, unary};

type Constants<'a> = &'a [Option<Attr>];

/// Converts a constant number by number.
fn convert<T: Number, R: Number>(
    op: OpRef<'_>,
    constants: Constants<'_>,
    f: impl Fn(&T) -> Option<R>,
) -> Folded {
    unary(op.cx(), constants, op.single_result().ty(), f).into()
}

/// The type of the result's elements.
fn element(op: OpRef<'_>) -> Type {
    op.single_result().ty().element_type_or_self(op.cx())
}

/// Bits of the result's integers; of an index as many as its constants have.
fn width(op: OpRef<'_>) -> u32 {
    element(op).integer_width(op.cx())
}

/// Replaces the operand by that of its defining op, if that is of kind `K`.
fn skip<K: OpKind>(op: OpRef<'_>) -> Folded {
    operand_of::<K>(op.single_operand()).map(|inner| Change::Operand(0, inner.id())).into()
}

fn resized(value: &ApInt, width: u32, signed: bool) -> ApInt {
    match width.cmp(&value.width()) {
        std::cmp::Ordering::Less => value.trunc(width),
        _ if signed => value.sext(width),
        _ => value.zext_or_trunc(width),
    }
}

pub(super) fn extui(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    skip::<ExtUIOp>(op).or_else(|| convert(op, constants, |a| Some(resized(a, width(op), false))))
}

pub(super) fn extsi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    skip::<ExtSIOp>(op).or_else(|| convert(op, constants, |a| Some(resized(a, width(op), true))))
}

pub(super) fn trunci(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (cx, view) = (op.cx(), TruncIOp::view_of(op));
    let operand = view.in_();
    if let Some(source) = operand_of::<ExtUIOp>(operand).or_else(|| operand_of::<ExtSIOp>(operand)) {
        let from = source.ty().element_type_or_self(cx);
        if from == element(op) {
            return source.into();
        }
        if from.bit_width(cx) > Some(width(op)) {
            return Change::Operand(0, source.id()).into();
        }
    }
    let skipped = match operand.defined_by::<TruncIOp>() {
        // What the first one cuts off may be more than the flags of the second one allow.
        Some(inner) if !cx.matches_upstream() => {
            let both = inner.overflow_flags() & view.overflow_flags();
            let kept = (both != view.overflow_flags()).then(|| Change::Prop(0, both.attr(cx)));
            Folded::Changed(kept.into_iter().chain([Change::Operand(0, inner.in_().id())]).collect())
        }
        _ => skip::<TruncIOp>(op),
    };
    skipped.or_else(|| convert(op, constants, |a: &ApInt| Some(a.trunc(width(op)))))
}

pub(super) fn index_cast(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    convert(op, constants, |a| Some(resized(a, width(op), true)))
}

pub(super) fn index_castui(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    convert(op, constants, |a| Some(resized(a, width(op), false)))
}

/// Converts floats that stay the same.
fn exactly(op: OpRef<'_>, constants: Constants<'_>, rounding: Rounding) -> Folded {
    let Some(kind) = element(op).float_kind(op.cx()) else { return Folded::Unchanged };
    convert(op, constants, |a: &ApFloat| a.convert_exactly(kind, rounding))
}

pub(super) fn extf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    // What was cut off may come back only where both say so.
    let view = ExtFOp::view_of(op);
    if let Some(inner) = view.in_().defined_by::<TruncFOp>()
        && inner.in_().ty() == view.out().ty()
    {
        let contracts =
            |flags: Option<FastMathFlags>| flags.is_some_and(|flags| flags.contains(FastMathFlags::CONTRACT));
        if contracts(inner.fastmath()) && contracts(view.fastmath()) {
            return inner.in_().into();
        }
    }
    exactly(op, constants, Rounding::NearestEven)
}

pub(super) fn truncf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (cx, view) = (op.cx(), TruncFOp::view_of(op));
    let operand = view.in_();
    let kind = |ty: Type| ty.element_type_or_self(cx).float_kind(cx);
    if let Some(source) = operand_of::<ExtFOp>(operand)
        && let (Some(from), Some(via), Some(to)) =
            (kind(source.ty()), kind(operand.ty()), kind(view.out().ty()))
        && from.is_representable_by(via)
    {
        if from.width() > to.width() {
            return Change::Operand(0, source.id()).into();
        }
        if from == to {
            return source.into();
        }
    }
    let rounding = match view.roundingmode().unwrap_or_default() {
        RoundingMode::ToNearestEven => Rounding::NearestEven,
        RoundingMode::Downward => Rounding::TowardNegative,
        RoundingMode::Upward => Rounding::TowardPositive,
        RoundingMode::TowardZero => Rounding::TowardZero,
        RoundingMode::ToNearestAway => Rounding::NearestAway,
    };
    exactly(op, constants, rounding)
}

fn int_to_float(op: OpRef<'_>, constants: Constants<'_>, signed: bool) -> Folded {
    let Some(kind) = element(op).float_kind(op.cx()) else { return Folded::Unchanged };
    convert(op, constants, |a: &ApInt| Some(ApFloat::from_int(kind, a, signed, Rounding::NearestEven).0))
}

pub(super) fn uitofp(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    int_to_float(op, constants, false)
}

pub(super) fn sitofp(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    int_to_float(op, constants, true)
}

fn float_to_int(op: OpRef<'_>, constants: Constants<'_>, signed: bool) -> Folded {
    let width = width(op);
    convert(op, constants, |a: &ApFloat| {
        let (value, status) = a.to_int(width, signed, Rounding::TowardZero);
        (status != Status::INVALID).then_some(value)
    })
}

pub(super) fn fptoui(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    float_to_int(op, constants, false)
}

pub(super) fn fptosi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    float_to_int(op, constants, true)
}

pub(super) fn bitcast(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (cx, ty) = (op.cx(), BitcastOp::view_of(op).out().ty());
    let Some(constant) = constants[0] else { return Folded::Unchanged };
    if let AttrData::DenseElements { ty: from, data, splat } = constant.data(cx) {
        // The bytes are the same; they only say something else.
        let same = from
            .with_element(cx, element(op))
            .map(|ty| cx.attr(AttrData::DenseElements { ty, data: data.clone(), splat: *splat }));
        return same.into();
    }
    if ty.is_shaped(cx) {
        return Folded::Unchanged;
    }
    if is_poison(cx, constant) {
        return constant.into();
    }
    let bits = match constant.as_float(cx) {
        Some(value) => Some(ApInt::from_u128(value.kind().width(), value.bits())),
        None => constant.as_integer(cx).map(|(value, _)| value.clone()),
    };
    let number = |bits: ApInt| match ty.float_kind(cx) {
        Some(kind) => float_of_bits(kind, &bits).to_attr(cx, ty),
        None => bits.to_attr(cx, ty),
    };
    bits.map(number).into()
}

fn float_of_bits(kind: FloatKind, bits: &ApInt) -> ApFloat {
    ApFloat::from_bits(kind, bits.low_u128())
}
