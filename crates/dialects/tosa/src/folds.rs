//! Folds of ops on elements, where operands are constants whose elements are all alike.

use terrace_ir::elements::Numbers;
use terrace_ir::{Attr, AttrData, BinaryOpView, Context, Folded, OpRef, Signedness, Type, TypeData};
use terrace_support::apfloat::{ApFloat, Rounding};
use terrace_support::apint::ApInt;

/// The element that all elements of a constant are.
#[derive(Clone)]
pub(crate) enum Splat {
    /// An integer.
    Int(ApInt),
    /// A float.
    Float(ApFloat),
}

impl Splat {
    /// Returns the element of a dense constant; `None` if there are several, or it is no number.
    pub(crate) fn of(cx: &Context, attr: Attr) -> Option<Splat> {
        let AttrData::DenseElements { .. } = attr.data(cx) else { return None };
        if let Some(numbers) = Numbers::<ApInt>::of_attr(cx, attr) {
            return numbers.single().cloned().map(Splat::Int);
        }
        Numbers::<ApFloat>::of_attr(cx, attr)?.single().copied().map(Splat::Float)
    }

    /// Returns the constant of a type with this element; `None` if the type is not static, or has other elements.
    pub(crate) fn attr(self, cx: &Context, ty: Type) -> Option<Attr> {
        ty.num_elements(cx)?;
        match self {
            Splat::Int(value) => Numbers::Splat(value).to_attr(cx, ty),
            Splat::Float(value) => Numbers::Splat(value).to_attr(cx, ty),
        }
    }

    /// Returns whether the element is zero, of any sign.
    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Splat::Int(value) => value.is_zero(),
            Splat::Float(value) => value.is_zero(),
        }
    }
}

/// Returns the constant that an operand is, if it is stored in the operand's element type: not one of quantized numbers.
pub(crate) fn plain_constant(op: OpRef<'_>, constants: &[Option<Attr>], at: usize) -> Option<Attr> {
    let (cx, attr) = (op.cx(), (*constants.get(at)?)?);
    let element = |ty: Type| ty.element_type(cx);
    (element(attr.ty(cx)?) == element(op.operand(at).ty())).then_some(attr)
}

/// Returns the element that all elements of a constant operand are.
pub(crate) fn splat(op: OpRef<'_>, constants: &[Option<Attr>], at: usize) -> Option<Splat> {
    Splat::of(op.cx(), plain_constant(op, constants, at)?)
}

/// Returns whether integers of a type are numbers without sign: `i1` is a truth value.
pub(crate) fn is_unsigned(cx: &Context, element: Type) -> bool {
    element == Type::I1
        || matches!(element.data(cx), TypeData::Integer { signedness: Signedness::Unsigned, .. })
}

/// The type of the only result, if it is a ranked tensor.
pub(crate) fn ranked_result(op: OpRef<'_>) -> Option<Type> {
    let ty = op.single_result().ty();
    ty.shape(op.cx()).is_some().then_some(ty)
}

/// Folds two constants.
pub(crate) fn fold_binary(
    op: OpRef<'_>,
    constants: &[Option<Attr>],
    ints: impl Fn(&ApInt, &ApInt) -> Option<ApInt>,
    floats: impl Fn(ApFloat, ApFloat) -> Option<Splat>,
) -> Option<Folded> {
    let folded = match (splat(op, constants, 0)?, splat(op, constants, 1)?) {
        (Splat::Int(a), Splat::Int(b)) if a.width() == b.width() => Splat::Int(ints(&a, &b)?),
        (Splat::Float(a), Splat::Float(b)) if a.kind() == b.kind() => floats(a, b)?,
        _ => return None,
    };
    Some(folded.attr(op.cx(), ranked_result(op)?)?.into())
}

/// The other operand where one is zero; the sum of constants.
pub(crate) fn fold_add(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (ty, (lhs, rhs)) = (op.single_result().ty(), BinaryOpView(op).operands());
    for (zero, other) in [(1, lhs), (0, rhs)] {
        if other.ty() == ty && splat(op, constants, zero).is_some_and(|splat| splat.is_zero()) {
            return other.into();
        }
    }
    let sum = |a: ApFloat, b: ApFloat| Some(Splat::Float(a.add(b, Rounding::NearestEven).0));
    fold_binary(op, constants, |a, b| Some(a.add(b)), sum).unwrap_or(Folded::Unchanged)
}

/// The first operand where the second is zero; the difference of constants.
pub(crate) fn fold_sub(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (ty, lhs) = (op.single_result().ty(), BinaryOpView(op).lhs());
    if lhs.ty() == ty && splat(op, constants, 1).is_some_and(|splat| splat.is_zero()) {
        return lhs.into();
    }
    let difference = |a: ApFloat, b: ApFloat| Some(Splat::Float(a.sub(b, Rounding::NearestEven).0));
    fold_binary(op, constants, |a, b| Some(a.sub(b)), difference).unwrap_or(Folded::Unchanged)
}

/// The dividend where it is zero, or is divided by one; the quotient of constants, unless it does not exist.
pub(crate) fn fold_intdiv(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (ty, (lhs, rhs)) = (op.single_result().ty(), BinaryOpView(op).operands());
    if lhs.ty() != ty || rhs.ty() != ty {
        return Folded::Unchanged;
    }
    if matches!(splat(op, constants, 0), Some(Splat::Int(value)) if value.is_zero())
        || matches!(splat(op, constants, 1), Some(Splat::Int(value)) if value.is_one())
    {
        return lhs.into();
    }
    let wraps = op.cx().matches_upstream();
    let quotient = |a: &ApInt, b: &ApInt| {
        a.sdiv_overflow(b).filter(|(_, overflows)| wraps || !overflows).map(|(q, _)| q)
    };
    fold_binary(op, constants, quotient, |_, _| None).unwrap_or(Folded::Unchanged)
}

/// The product of two integers, shifted to the right and rounded up at halves; `None` if a shifted one does not fit.
pub(crate) fn shifted_product(a: &ApInt, b: &ApInt, shift: u32, unsigned: bool, width: u32) -> Option<ApInt> {
    let wide = a.width().max(width) * 2 + 1;
    let extended = |value: &ApInt| if unsigned { value.zext_or_trunc(wide) } else { value.sext(wide) };
    let product = extended(a).mul(&extended(b));
    if shift == 0 {
        return Some(product.trunc(width));
    }
    let rounded = product.add(&ApInt::new(wide, 1 << (shift - 1))).ashr_by(shift);
    (rounded.min_signed_bits() <= width).then(|| rounded.trunc(width))
}

/// A relation of two numbers.
type Compare = fn(std::cmp::Ordering) -> bool;

pub(crate) fn fold_comparison(op: OpRef<'_>, constants: &[Option<Attr>], holds: Compare) -> Folded {
    let unsigned = BinaryOpView(op)
        .lhs()
        .ty()
        .element_type(op.cx())
        .is_some_and(|element| is_unsigned(op.cx(), element));
    let truth = |holds: bool| ApInt::new(1, u64::from(holds));
    let ints = |a: &ApInt, b: &ApInt| Some(truth(holds(if unsigned { a.ucmp(b) } else { a.scmp(b) })));
    let floats = |a: ApFloat, b: ApFloat| Some(Splat::Int(truth(a.compare(b).is_some_and(holds))));
    fold_binary(op, constants, ints, floats).unwrap_or(Folded::Unchanged)
}

/// Compares constants.
pub(crate) fn fold_greater(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_comparison(op, constants, std::cmp::Ordering::is_gt)
}

/// Compares constants.
pub(crate) fn fold_greater_equal(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_comparison(op, constants, std::cmp::Ordering::is_ge)
}

/// The operand, if its type does not change; a constant of the other type.
pub(crate) fn fold_cast(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, to) = (op.cx(), op.single_result().ty());
    let from = op.single_operand().ty();
    if from == to {
        return op.single_operand().into();
    }
    let cast = || {
        let (from, to) = (from.element_type(cx)?, to.element_type(cx)?);
        cast_number(cx, splat(op, constants, 0)?, from, to)
    };
    cast().and_then(|value| value.attr(cx, to)).into()
}

/// A number in another type: integers are truncated, floats are rounded, and saturate as integers; what is not zero is
/// true. To upstream, truth values are signed where floats become such, or they become floats.
fn cast_number(cx: &Context, value: Splat, from: Type, to: Type) -> Option<Splat> {
    const NEAREST: Rounding = Rounding::NearestEven;
    let signed_truth = cx.matches_upstream();
    if to == Type::I1 && !(signed_truth && matches!(value, Splat::Float(_))) {
        return Some(Splat::Int(ApInt::new(1, u64::from(!value.is_zero()))));
    }
    let width = to.bit_width(cx);
    Some(match (value, to.float_kind(cx)) {
        (Splat::Float(value), Some(kind)) => Splat::Float(value.convert(kind, NEAREST).0),
        (Splat::Int(value), Some(kind)) => {
            let signed = !is_unsigned(cx, from) || (signed_truth && from == Type::I1);
            Splat::Float(ApFloat::from_int(kind, &value, signed, NEAREST).0)
        }
        (Splat::Float(value), None) if to.is_integer(cx) => {
            Splat::Int(value.to_int(width?, !is_unsigned(cx, to) || to == Type::I1, NEAREST).0)
        }
        (Splat::Int(value), None) if to.is_integer(cx) => match width? {
            width if width <= value.width() => Splat::Int(value.trunc(width)),
            width if is_unsigned(cx, from) => Splat::Int(value.zext_or_trunc(width)),
            width => Splat::Int(value.sext(width)),
        },
        _ => return None,
    })
}

/// The reciprocal of a constant.
pub(crate) fn fold_reciprocal(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let Some(Splat::Float(value)) = splat(op, constants, 0) else { return Folded::Unchanged };
    let (one, _) = ApFloat::from_int(value.kind(), &ApInt::new(2, 1), true, Rounding::NearestEven);
    let (quotient, _) = one.div(value, Rounding::NearestEven);
    Splat::Float(quotient).attr(cx, op.single_result().ty()).into()
}
