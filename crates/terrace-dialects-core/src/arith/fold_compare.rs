//! Folding of comparisons and of the choice between two values.

use std::cmp::Ordering;

use terrace_ir::asm::enum_attr;
use terrace_ir::elements::Numbers;
use terrace_ir::fold::Change;
use terrace_ir::{Attr, AttrData, Blob, Context, Folded, OpRef, Type};
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::attrs::CMPI_PREDICATES;
use super::{CmpFOpView, CmpIOp, CmpIOpView, ExtSIOp, ExtUIOp, SelectOpView};
use crate::fold::{bool_attr, is_one, is_poison, is_zero, operand_of};

type Constants<'a> = &'a [Option<Attr>];

/// The numbers of [`CMPI_PREDICATES`].
pub(super) mod cmpi {
    pub(in crate::arith) const EQ: u64 = 0;
    pub(in crate::arith) const NE: u64 = 1;
    pub(in crate::arith) const SLT: u64 = 2;
    pub(in crate::arith) const SLE: u64 = 3;
    pub(in crate::arith) const SGT: u64 = 4;
    pub(in crate::arith) const SGE: u64 = 5;
    pub(in crate::arith) const ULT: u64 = 6;
    pub(in crate::arith) const ULE: u64 = 7;
    pub(in crate::arith) const UGT: u64 = 8;
    pub(in crate::arith) const UGE: u64 = 9;
}
use cmpi::{EQ, NE, SGE, SGT, SLE, SLT, UGE, UGT, ULE, ULT};

/// The attribute of an integer comparison.
pub(super) fn cmpi_predicate(cx: &Context, predicate: u64) -> Attr {
    enum_attr(cx, &CMPI_PREDICATES, predicate)
}

/// The predicate of an `arith.cmpi`.
pub(crate) fn predicate_of(op: OpRef<'_>) -> u64 {
    CmpIOpView(op).predicate().as_u64(op.cx()).unwrap_or(EQ)
}

/// The predicate that holds where this one does not.
pub(crate) fn inverse(predicate: u64) -> u64 {
    match predicate {
        EQ => NE,
        NE => EQ,
        SLT => SGE,
        SGE => SLT,
        SLE => SGT,
        SGT => SLE,
        ULT => UGE,
        UGE => ULT,
        ULE => UGT,
        _ => ULE,
    }
}

/// The predicate for exchanged operands.
fn mirrored(predicate: u64) -> u64 {
    match predicate {
        SLT => SGT,
        SGT => SLT,
        SLE => SGE,
        SGE => SLE,
        ULT => UGT,
        UGT => ULT,
        ULE => UGE,
        UGE => ULE,
        same => same,
    }
}

/// Whether two integers compare so.
pub(crate) fn holds_for_ints(predicate: u64, a: &ApInt, b: &ApInt) -> bool {
    let signed = matches!(predicate, SLT | SLE | SGT | SGE);
    let order = if signed { a.scmp(b) } else { a.ucmp(b) };
    match predicate {
        EQ => order == Ordering::Equal,
        NE => order != Ordering::Equal,
        SLT | ULT => order == Ordering::Less,
        SLE | ULE => order != Ordering::Greater,
        SGT | UGT => order == Ordering::Greater,
        _ => order != Ordering::Less,
    }
}

/// Whether two floats compare so.
pub(super) fn holds_for_floats(predicate: u64, a: ApFloat, b: ApFloat) -> bool {
    // As a set: bit 0 for equal operands, 1 for a greater left one, 2 for a lesser left one, 3 for a NaN.
    let accepted = match predicate {
        8..14 => predicate + 1,
        14 => 8,
        same => same,
    };
    let bit = match a.compare(b) {
        Some(Ordering::Equal) => 0,
        Some(Ordering::Greater) => 1,
        Some(Ordering::Less) => 2,
        None => 3,
    };
    accepted >> bit & 1 != 0
}

pub(super) fn cmpi(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let cx = op.cx();
    let (lhs, rhs, predicate) = (op.operand(0), op.operand(1), predicate_of(op));
    if lhs == rhs {
        let equal = matches!(predicate, EQ | SLE | SGE | ULE | UGE);
        return bool_attr(cx, op.result(0).ty(), equal).into();
    }
    let is_bool = |ty: Type| ty.element_type_or_self(cx) == Type::I1;
    if predicate == NE && is_zero(cx, constants[1]) {
        // Of tensors upstream does not look at the element type.
        let source = operand_of::<ExtSIOp>(lhs).or_else(|| operand_of::<ExtUIOp>(lhs));
        if let Some(source) = source.filter(|s| is_bool(s.ty()) && !s.ty().is_tensor(cx)) {
            return source.into();
        }
        if is_bool(lhs.ty()) {
            return lhs.into();
        }
    }
    if predicate == EQ && is_one(cx, constants[1]) && is_bool(lhs.ty()) {
        return lhs.into();
    }
    // Constants go to the right.
    if constants[0].is_some() && constants[1].is_none() {
        return Folded::Changed(vec![
            Change::Prop(0, cmpi_predicate(cx, mirrored(predicate))),
            Change::Operands(vec![rhs.id(), lhs.id()]),
        ]);
    }
    let (Some(a), Some(b)) = (numbers(cx, constants[0]), numbers(cx, constants[1])) else {
        return Folded::Unchanged;
    };
    let compared = a.zip(&b, |a, b| Some(ApInt::new(1, u64::from(holds_for_ints(predicate, a, b)))));
    compared.and_then(|result| result.to_attr(cx, op.result(0).ty())).into()
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
    let predicate = CmpFOpView(op).predicate().as_u64(cx).unwrap_or(0);
    bool_attr(cx, Type::I1, holds_for_floats(predicate, a, b)).into()
}

pub(super) fn select(op: OpRef<'_>, constants: Constants<'_>) -> Folded {
    let (cx, view) = (op.cx(), SelectOpView(op));
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
    if op.result(0).ty() == Type::I1 && is_one(cx, constants[1]) && is_zero(cx, constants[2]) {
        return condition.into();
    }
    // Between equal values it does not matter which one.
    if let Some(comparison) = condition.defining_op().filter(|op| op.isa::<CmpIOp>()) {
        let (a, b) = (comparison.operand(0), comparison.operand(1));
        let same = (a, b) == (yes, no) || (b, a) == (yes, no);
        match predicate_of(comparison) {
            EQ if same => return no.into(),
            NE if same => return yes.into(),
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
        |data: &Blob, splat: bool| if splat { Some(data.0.len()) } else { data.0.len().checked_div(count) };
    let bytes = size(yes, *same_yes)?;
    if bytes == 0 || size(no, *same_no)? != bytes {
        return None;
    }
    let element = |data: &Blob, splat: bool, i: usize| {
        let at = if splat { 0 } else { i * bytes };
        data.0.get(at..at + bytes).map(<[u8]>::to_vec)
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
    Some(cx.attr(AttrData::DenseElements { ty: *ty, data: Blob(kept.concat().into()), splat }))
}
