//! Comparisons of an index with a bound, decided for a whole block by its first and its last element.
//!
//! The elements of an index are a scalar plus known numbers. If the sum does not wrap between the least number and the
//! largest one, a comparison holds for all elements if it holds for these two. So whether any element of a block takes
//! another alternative than the usual one is computed from scalars. What is computed holds if the answer is not known,
//! as the code for that case is right for any element.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{SMaxOp, SMinOp, SSubSatOp};
use terrace_dialects_llvm::ops::{
    AddOp, AndOp, FreezeOp, ICmpOp, InsertElementOp, OrOp, PoisonOp, SelectOp, ShuffleVectorOp, SubOp,
    TruncOp, XOrOp,
};
use terrace_ir::{Value, ValueDef};

use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::pass_through::{is_constant_mask, negated};
use super::values::{Comparison, Original};
use crate::op_kinds::pair_of;
use crate::parallel_loops::form;
use crate::shape::Shape;

/// The largest depth of the ops that compute a mask.
const MAX_DEPTH: usize = 16;

impl Emitter<'_, '_> {
    /// Records that a mask compares an index with a scalar.
    pub(super) fn record_comparison(&mut self, original: &Original) {
        let Some(compare) = self.rw.op(original.op).cast::<ICmpOp>() else { return };
        let predicate = compare.predicate();
        let [lhs, rhs] = [compare.lhs().id(), compare.rhs().id()];
        let Some(&(result, _)) = original.results.first() else { return };
        let mask = self.lanes(result);
        let Some((mask, _)) = mask.base.filter(|&(_, from)| from == mask.shape && !mask.has_form()) else {
            return;
        };
        for (index, bound, predicate) in [(lhs, rhs, predicate), (rhs, lhs, form::swapped(predicate))] {
            let bound = self.lanes(bound);
            if self.shapes.of(index).is_scalar() {
                continue;
            }
            let index = match self.unwrapped_of(index) {
                Some(unwrapped) => (unwrapped.lanes, unwrapped.wraps),
                None => (self.lanes(index), Vec::new()),
            };
            self.compares_index(mask, predicate, index, &bound);
        }
    }

    /// Compares the known numbers that an index differs by from a scalar with the distance of a bound from that scalar, in
    /// few bits: whatever is beyond all numbers may as well be next to them. The index shall not wrap.
    pub(super) fn compared_in_bytes(
        &mut self,
        original: &Original,
        operands: &[Lanes],
        shape: Shape,
    ) -> Option<Lanes> {
        let predicate = self.rw.op(original.op).cast::<ICmpOp>()?.predicate();
        let [lhs, rhs] = operands else { return None };
        let (index, bound, predicate) = match rhs.shape.is_scalar() {
            true => (lhs, rhs, predicate),
            false => (rhs, lhs, form::swapped(predicate)),
        };
        let is_index = index.base_shape().is_scalar() && index.strides.is_empty() && !index.is_constant();
        if !is_index || index.shape != shape || !bound.shape.is_scalar() || !index.ty.is_integer(self.cx()) {
            return None;
        }
        let is_exact = match predicate {
            ICmpPredicate::Eq | ICmpPredicate::Ne => true,
            ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Sgt | ICmpPredicate::Sge => index.signed,
            _ => return None,
        };
        let (ty, width) = (index.ty, self.width(index.ty));
        // Few registers are compared as they are.
        let has_many = shape.elements() * width as usize > 16 * self.target.register_bytes();
        let numbers = index.numbers(shape);
        let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
        let bits = match (least.checked_sub(1)?, most.checked_add(1)?) {
            (-0x80.., ..0x80) => 8,
            (-0x8000.., ..0x8000) => 16,
            _ => return None,
        };
        if !is_exact || !has_many || !(32..=64).contains(&width) {
            return None;
        }
        let base = self.base_of(index, Shape::SCALAR);
        let bound = self.vector_of(bound);
        // The distance of numbers that are equal is one modulo the range of the type, that of others has a sign.
        let distance = match predicate {
            ICmpPredicate::Eq | ICmpPredicate::Ne => self.binary::<SubOp>(bound, base),
            _ => self.rw.build_value(SSubSatOp::of(bound, base).loc(self.loc).res(ty)),
        };
        let (below, above) = (self.integer(least - 1, ty), self.integer(most + 1, ty));
        let distance = self.binary::<SMaxOp>(distance, below);
        let distance = self.binary::<SMinOp>(distance, above);
        let narrow = self.integer_type(bits);
        let distance = self.unary::<TruncOp>(distance, narrow);
        let distance = self.splat(distance, shape.elements());
        let numbers = self.integers(&numbers, narrow);
        let value = self.compare(predicate, numbers, distance);
        let bit = self.bool_type();
        Some(Lanes::opaque(value, bit, shape))
    }

    /// Records that a mask compares an index, unless one of some bits is set, with a bound, if that is a scalar.
    pub(super) fn compares_index(
        &mut self,
        mask: Value,
        predicate: ICmpPredicate,
        (index, wraps): (Lanes, Vec<Value>),
        bound: &Lanes,
    ) {
        let is_integer = index.ty.is_integer(self.cx()) && self.width(index.ty) <= 64;
        let is_index = index.base_shape().is_scalar() && index.strides.is_empty();
        if is_integer && is_index && bound.shape.is_scalar() {
            let bound = bound.clone();
            self.values.comparisons.insert(mask, Comparison { predicate, index, bound, wraps });
        }
    }

    /// A bit that is set if any element of a mask is, and possibly otherwise.
    pub(super) fn may_be_any(&mut self, mask: &Mask) -> Value {
        match self.may_be_set(mask.value, true, MAX_DEPTH) {
            Some(bit) => bit,
            None => self.any(mask),
        }
    }

    /// A bit that is set if any element of a mask is what is asked for, and possibly otherwise, computed from scalars;
    /// `None` if it cannot be.
    fn may_be_set(&mut self, mask: Value, asked: bool, depth: usize) -> Option<Value> {
        if let Some(comparison) = self.values.comparisons.get(&mask).cloned() {
            return self.may_hold(&comparison, asked);
        }
        let ValueDef::Result(op) = self.rw.body().value_def(mask) else { return None };
        let view = self.rw.op(op);
        let depth = depth.checked_sub(1)?;
        if let Some(not) = negated(self.rw.value(mask)) {
            let not = not.id();
            return self.may_be_set(not, !asked, depth);
        }
        if let Some(shuffle) = view.cast::<ShuffleVectorOp>() {
            // A mask in a larger shape has the elements of that in the smaller one.
            let of = shuffle.v1().id();
            let count = self.count(of) as i64;
            let is_within = shuffle.mask().iter().all(|at| i64::from(at) < count);
            return self.may_be_set(of, asked, depth).filter(|_| is_within);
        }
        if let Some(insert) = view.cast::<InsertElementOp>() {
            // The first step of a splat.
            let value = insert.value().id();
            insert.vector().defined_by::<PoisonOp>()?;
            let bit = self.bool_type();
            let value = self.unary::<FreezeOp>(value, bit);
            let no = self.integer(i64::from(!asked), bit);
            return Some(self.binary::<XOrOp>(value, no));
        }
        if !view.isa::<SelectOp>() && !view.isa::<AndOp>() && !view.isa::<OrOp>() {
            return None;
        }
        let (a, b, is_both) = match view.cast::<SelectOp>() {
            Some(select) => {
                let is_none = is_constant_mask(select.false_value(), false);
                is_none.then_some(())?;
                (select.condition().id(), select.true_value().id(), true)
            }
            None => {
                let [a, b] = pair_of(view)?;
                (a.id(), b.id(), view.isa::<AndOp>())
            }
        };
        let [one, other] = [a, b].map(|part| self.may_be_set(part, asked, depth));
        // An element of both is an element of each.
        if is_both == asked {
            return match (one, other) {
                (Some(one), Some(other)) => Some(self.binary::<AndOp>(one, other)),
                (one, other) => one.or(other),
            };
        }
        Some(self.or(one?, other?))
    }

    /// A bit that is set if a comparison holds for any element, or does not, as is asked for.
    fn may_hold(&mut self, comparison: &Comparison, asked: bool) -> Option<Value> {
        let Comparison { predicate, index, bound, wraps } = comparison;
        let predicate = if asked { *predicate } else { form::negated(*predicate) };
        let numbers = index.numbers(index.shape);
        let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
        let span = most.checked_sub(least)?;
        let (ty, width) = (index.ty, self.width(index.ty));
        if width < 64 && span >= 1 << width {
            return None;
        }
        let base = self.base_of(index, Shape::SCALAR);
        let bound = self.vector_of(bound);
        let end = |emit: &mut Self, number: i64| {
            let number = emit.integer(number, ty);
            emit.binary::<AddOp>(base, number)
        };
        let first = end(self, least);
        let holds = match predicate {
            ICmpPredicate::Ne => return None,
            ICmpPredicate::Eq => {
                let distance = self.binary::<SubOp>(bound, first);
                let span = self.integer(span, ty);
                self.compare(ICmpPredicate::Ule, distance, span)
            }
            _ => {
                let last = end(self, most);
                let is_signed = matches!(
                    predicate,
                    ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Sgt | ICmpPredicate::Sge
                );
                let wraps = if is_signed { ICmpPredicate::Slt } else { ICmpPredicate::Ult };
                let wraps = self.compare(wraps, last, first);
                let is_less = matches!(
                    predicate,
                    ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Ult | ICmpPredicate::Ule
                );
                let holds = self.compare(predicate, if is_less { first } else { last }, bound);
                self.or(wraps, holds)
            }
        };
        // Numbers of elements that are not active may be poison.
        let bit = self.bool_type();
        let holds = self.unary::<FreezeOp>(holds, bit);
        Some(wraps.iter().fold(holds, |all, &wrap| self.or(all, wrap)))
    }
}
