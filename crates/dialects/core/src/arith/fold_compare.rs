//! Folding of comparisons and of the choice between two values.

use std::cmp::Ordering;

use terrace_ir::elements::Numbers;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::fold::Change;
use terrace_ir::matchers::{is_one, is_zero};
use terrace_ir::{Attr, AttrData, Blob, Context, Folded, OpKind, OpRef, Type};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::attrs::{CmpFPredicate, CmpIPredicate};
use super::{CmpFOp, CmpIOp, ExtSIOp, ExtUIOp, SelectOp};
use terrace_dialects_builtin::fold::{bool_attr, is_poison, operand_of};

type Constants<'a> = &'a [Option<Attr>];

use CmpIPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};

/// The attribute of an integer comparison.
pub(super) fn cmpi_predicate(cx: &Context, predicate: CmpIPredicate) -> Attr {
    enum_attr(cx, predicate)
}

impl CmpIPredicate {
    /// The predicate that holds for two integers if this one does not.
    pub fn inverse(self) -> Self {
        match self {
            Eq => Ne,
            Ne => Eq,
            Slt => Sge,
            Sge => Slt,
            Sle => Sgt,
            Sgt => Sle,
            Ult => Uge,
            Uge => Ult,
            Ule => Ugt,
            Ugt => Ule,
        }
    }

    /// The predicate that holds for exchanged operands if this one does.
    pub fn swapped(self) -> Self {
        match self {
            Slt => Sgt,
            Sgt => Slt,
            Sle => Sge,
            Sge => Sle,
            Ult => Ugt,
            Ugt => Ult,
            Ule => Uge,
            Uge => Ule,
            Eq | Ne => self,
        }
    }

    /// Whether an integer compares so with itself.
    pub fn is_reflexive(self) -> bool {
        matches!(self, Eq | Sle | Sge | Ule | Uge)
    }

    /// Whether two integers of one width compare so.
    pub fn holds(self, a: &ApInt, b: &ApInt) -> bool {
        let signed = matches!(self, Slt | Sle | Sgt | Sge);
        let order = if signed { a.scmp(b) } else { a.ucmp(b) };
        match self {
            Eq => order == Ordering::Equal,
            Ne => order != Ordering::Equal,
            Slt | Ult => order == Ordering::Less,
            Sle | Ule => order != Ordering::Greater,
            Sgt | Ugt => order == Ordering::Greater,
            Sge | Uge => order != Ordering::Less,
        }
    }
}

impl CmpFPredicate {
    /// Whether two floats of one format compare so.
    pub fn holds(self, a: ApFloat, b: ApFloat) -> bool {
        self.holds_for(a.compare(b))
    }

    /// Whether two floats in this order compare so; `None` is the order with a NaN.
    #[inline]
    pub fn holds_for(self, order: Option<Ordering>) -> bool {
        use CmpFPredicate::*;
        match order {
            Some(Ordering::Equal) => matches!(self, Oeq | Oge | Ole | Ord | Ueq | Uge | Ule | AlwaysTrue),
            Some(Ordering::Greater) => matches!(self, Ogt | Oge | One | Ord | Ugt | Uge | Une | AlwaysTrue),
            Some(Ordering::Less) => matches!(self, Olt | Ole | One | Ord | Ult | Ule | Une | AlwaysTrue),
            None => matches!(self, Ueq | Ugt | Uge | Ult | Ule | Une | Uno | AlwaysTrue),
        }
    }
}

pub(super) fn cmpi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let cx = op.cx();
    let view = CmpIOp::view_of(op);
    let (lhs, rhs, predicate) = (view.lhs(), view.rhs(), view.predicate());
    if lhs == rhs {
        return bool_attr(cx, view.result().ty(), predicate.is_reflexive()).into();
    }
    let is_bool = |ty: Type| ty.element_type_or_self(cx) == Type::I1;
    if predicate == Ne && is_zero(cx, constants[1]) {
        // Of tensors upstream does not look at the element type.
        let source = operand_of::<ExtSIOp>(lhs).or_else(|| operand_of::<ExtUIOp>(lhs));
        if let Some(source) = source.filter(|s| is_bool(s.ty()) && !s.ty().is_tensor(cx)) {
            return source.into();
        }
        if is_bool(lhs.ty()) {
            return lhs.into();
        }
    }
    if predicate == Eq && is_one(cx, constants[1]) && is_bool(lhs.ty()) {
        return lhs.into();
    }
    // Constants go to the right.
    if constants[0].is_some() && constants[1].is_none() {
        return Folded::Changed(vec![
            Change::Prop(0, cmpi_predicate(cx, predicate.swapped())),
            Change::Operands(vec![rhs.id(), lhs.id()]),
        ]);
    }
    let (Some(a), Some(b)) = (numbers(cx, constants[0]), numbers(cx, constants[1])) else {
        return Folded::Unchanged;
    };
    let compared = a.zip(&b, |a, b| Some(ApInt::new(1, u64::from(predicate.holds(a, b)))));
    compared.and_then(|result| result.to_attr(cx, view.result().ty())).into()
}

fn numbers(cx: &Context, constant: Option<Attr>) -> Option<Numbers<ApInt>> {
    Numbers::of_attr(cx, constant?)
}

pub(super) fn cmpf(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let cx = op.cx();
    let float = |i: usize| constants[i].and_then(|attr| attr.as_float(cx));
    // With a NaN the other operand does not matter.
    let nan = [float(0), float(1)].into_iter().flatten().find(|value| value.is_nan());
    let (Some(a), Some(b)) = (nan.or(float(0)), nan.or(float(1))) else { return Folded::Unchanged };
    bool_attr(cx, Type::I1, CmpFOp::view_of(op).predicate().holds(a, b)).into()
}

pub(super) fn select(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (cx, view) = (op.cx(), SelectOp::view_of(op));
    let (condition, yes, no) = (view.condition(), view.true_value(), view.false_value());
    if yes == no || is_one(cx, constants[0]) {
        return yes.into();
    }
    if is_zero(cx, constants[0]) {
        return no.into();
    }
    let poison = |i: usize| constants[i].is_some_and(|attr| is_poison(cx, attr));
    if poison(1) {
        return no.into();
    }
    if poison(2) {
        return yes.into();
    }
    if view.result().ty() == Type::I1 && is_one(cx, constants[1]) && is_zero(cx, constants[2]) {
        return condition.into();
    }
    // Between equal values it does not matter which one.
    if let Some(comparison) = condition.defined_by::<CmpIOp>() {
        let (a, b) = (comparison.lhs(), comparison.rhs());
        let same = (a, b) == (yes, no) || (b, a) == (yes, no);
        match comparison.predicate() {
            Eq if same => return no.into(),
            Ne if same => return yes.into(),
            _ => {}
        }
    }
    choose(cx, constants).into()
}

/// Element by element one of two dense constants.
fn choose(cx: &Context, constants: Constants<'_>) -> Option<Attr> {
    let &[Some(condition), Some(yes), Some(no)] = constants else { return None };
    let choices = (yes, no);
    let (
        AttrData::DenseElements { ty, data: yes, splat: same_yes },
        AttrData::DenseElements { data: no, splat: same_no, .. },
        AttrData::DenseElements { .. },
    ) = (yes.data(cx), no.data(cx), condition.data(cx))
    else {
        return None;
    };
    let count = usize::try_from(ty.num_elements(cx)?).ok()?;
    let size =
        |data: &Blob, splat: bool| if splat { Some(data.len()) } else { data.len().checked_div(count) };
    let bytes = size(yes, *same_yes)?;
    if bytes == 0 || size(no, *same_no)? != bytes {
        return None;
    }
    let element = |data: &Blob, splat: bool, i: usize| {
        let at = if splat { 0 } else { i * bytes };
        data.get(at..at + bytes).map(<[u8]>::to_vec)
    };
    let pick = |i: usize, condition: &ApInt| match condition.is_zero() {
        false => element(yes, *same_yes, i),
        true => element(no, *same_no, i),
    };
    let chosen: Vec<Vec<u8>> = match Numbers::<ApInt>::of_attr(cx, condition)? {
        Numbers::List(list) => list.iter().enumerate().map(|(i, c)| pick(i, c)).collect::<Option<_>>()?,
        Numbers::Scalar(one) | Numbers::Splat(one) => {
            return Some(if one.is_zero() { choices.1 } else { choices.0 });
        }
    };
    let splat = chosen.first().is_some_and(|first| chosen.iter().all(|other| other == first));
    let kept = if splat { &chosen[..1] } else { &chosen[..] };
    Some(cx.attr(AttrData::DenseElements { ty: *ty, data: kept.concat().into(), splat }))
}
