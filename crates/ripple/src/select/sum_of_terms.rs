//! Sums of neighboring terms, where only the total over all elements matters.
//!
//! `psadbw` adds eight differences of bytes at once, and `pmaddwd` two products of 16-bit numbers: the sums are in
//! fewer elements than the terms were.

use terrace_dialects_llvm::intrinsics::AbsOp;
use terrace_dialects_llvm::ops::{AddOp, BitcastOp, CallIntrinsicOp, MulOp, SExtOp, SubOp, ZExtOp};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::{Loc, Op, OpRef, Rewriter, Signedness, Type, Value, ValueRef};
use terrace_target::{SumOfTerms, Target};

use super::IN_TOTAL;
use super::absolute_difference::absolute_difference;
use crate::vectors::{concatenate, lanes_of, number, part_of, shuffle};

/// An addition in total of terms that an instruction adds is one of fewer sums of them.
pub(super) fn select_sum_of_terms(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    view.discardable_attr(IN_TOTAL)?;
    let add = view.cast::<AddOp>()?;
    let (loc, whole, sum) = (view.loc(), add.res().ty(), add.lhs().id());
    let (count, width) = (lanes_of(add.res())?, element_width(add.res())?);
    let terms = Terms::of(add.rhs())?;
    let (name, lanes) = target.sum_of_terms(terms.kind, count)?;
    if !count.is_multiple_of(lanes) || ![32, 64].contains(&width) {
        return None;
    }
    rw.set_insertion_point_before(op);
    let sums = terms.sums(rw, (name, lanes), whole, loc)?;
    let total = rw.build_value(AddOp::of(sum, sums).loc(loc).res(whole));
    rw.replace_op(op, &[total]);
    Some(())
}

/// Terms of two operands each, in vectors of the target's narrower types.
struct Terms {
    kind: SumOfTerms,
    first: Value,
    /// The other operand, or `None` for bytes: they are differences from zero.
    second: Option<Value>,
}

impl Terms {
    fn of(added: ValueRef<'_>) -> Option<Self> {
        let op = added.defining_op()?;
        if let Some(product) = op.cast::<MulOp>().filter(|_| element_width(added) == Some(32)) {
            let factors = [product.lhs(), product.rhs()];
            let [first, second] = factors.map(|factor| {
                let factor = factor.defining_op()?.cast::<SExtOp>()?.arg();
                (element_width(factor) == Some(16)).then_some(factor.id())
            });
            return Some(Self { kind: SumOfTerms::ShortProducts, first: first?, second: Some(second?) });
        }
        let bytes = |value: ValueRef<'_>| {
            let bytes = value.defining_op()?.cast::<ZExtOp>()?.arg();
            (element_width(bytes) == Some(8)).then_some(bytes.id())
        };
        let kind = SumOfTerms::ByteDifferences;
        if let Some(difference) = absolute_value(op) {
            let difference = difference.defining_op()?.cast::<SubOp>()?;
            let (first, second) = (bytes(difference.lhs())?, bytes(difference.rhs())?);
            return Some(Self { kind, first, second: Some(second) });
        }
        Some(Self { kind, first: bytes(added)?, second: None })
    }

    /// The sums that an intrinsic computes of so many terms at once, in a type with as many elements as there are
    /// terms: those after the sums are zero.
    fn sums(
        &self,
        rw: &mut Rewriter<'_>,
        (intrinsic, lanes): (&str, usize),
        whole: Type,
        loc: Loc,
    ) -> Option<Value> {
        let cx = rw.cx();
        let count = lanes_of(rw.value(self.first))?;
        let (bits, bytes) = (self.kind.sum_bits(), lanes * self.kind.operand_bytes());
        let sums = cx.integer(bits, Signedness::Signless);
        let sums = vector_type(cx, sums, (bytes * 8) as i64 / i64::from(bits), false);
        let element = whole.element_type(cx)?;
        let part = vector_type(cx, element, (bytes * 8) as i64 / i64::from(element.bit_width(cx)?), false);
        let second = match self.second {
            Some(second) => second,
            None => {
                let ty = rw.body().value_type(self.first);
                number(rw, 0, ty, loc)
            }
        };
        let mut parts = Vec::new();
        for first in (0..count).step_by(lanes) {
            let pair = [self.first, second].map(|operand| part_of(rw, operand, first..first + lanes, loc));
            let call = CallIntrinsicOp::of().loc(loc).intrin(intrinsic).args(&pair);
            let sum = rw.build_value(call.op_bundle_operands(&[]).results(sums));
            let is_same = sums == part;
            parts.push(if is_same { sum } else { rw.build_value(BitcastOp::of(sum).loc(loc).res(part)) });
        }
        let all = concatenate(rw, &parts, loc)?;
        let has = lanes_of(rw.value(all))?;
        if has == count {
            return Some(all);
        }
        let ty = rw.body().value_type(all);
        let zeros = number(rw, 0, ty, loc);
        Some(shuffle(rw, [all, zeros], (0..count).map(|at| at.min(has) as i32), loc))
    }
}

/// The operand of an absolute value.
fn absolute_value(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    op.cast::<AbsOp>().map(|absolute| absolute.in_()).or_else(|| absolute_difference(op))
}

/// The width of a vector's elements, in bits.
fn element_width(value: ValueRef<'_>) -> Option<u32> {
    let cx = value.cx();
    value.ty().element_type(cx)?.bit_width(cx)
}
