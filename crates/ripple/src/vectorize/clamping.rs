//! Indices that are kept within bounds: `x[i > 0 ? i - 1 : 0]`, `x[min(i + 1, n - 1)]`, borders that are mirrored.
//!
//! Nearly all blocks of elements are in the interior, where the choice is the same for all elements: the index that
//! differs from element to element by known numbers. So a choice of which one alternative is such an index is kept
//! beside its vector as that alternative, with a bit that is set if any active element takes another one. What is
//! computed from it and accesses to it go the way of indices that may wrap ([`super::wrapping`]). The bit is computed
//! from scalars ([`super::ranges`]); blocks in which it is set read what they choose instead ([`super::borders`]).

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{SMaxOp, SMinOp, UMaxOp, UMinOp};
use terrace_dialects_llvm::ops::{FreezeOp, SelectOp};
use terrace_ir::{Type, Value};

use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::values::{Original, Other, Unwrapped};
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// The form of a value as long as nothing wraps, and only the usual alternatives are chosen.
    pub(super) fn unwrapped_of(&self, value: Value) -> Option<Unwrapped> {
        self.values.unwrapped.get(&value).or_else(|| self.unclamped(self.values.lanes.get(&value)?)).cloned()
    }

    /// The form of a vector as long as all elements choose one alternative.
    fn unclamped(&self, lanes: &Lanes) -> Option<&Unwrapped> {
        let (base, shape) = lanes.base?;
        let is_vector = shape == lanes.shape && lanes.table.is_none() && lanes.strides.is_empty();
        if is_vector { self.values.unclamped.get(&base) } else { None }
    }

    /// The rank of an alternative as the usual one; 0 if it cannot be.
    fn rank_of_alternative(&self, lanes: &Lanes, shape: Shape) -> u32 {
        if self.unclamped(lanes).is_some() {
            return 3;
        }
        let is_index = !lanes.is_constant() && lanes.base_shape() != shape && !lanes.form_shape().is_scalar();
        match is_index {
            false => 0,
            true if lanes.numbers(lanes.shape).is_sorted() => 2,
            true => 1,
        }
    }

    /// The index of the usual one of some alternatives.
    fn usual_alternative<'l>(
        &self,
        alternatives: impl Iterator<Item = &'l Lanes>,
        ty: Type,
        shape: Shape,
    ) -> Option<usize> {
        let is_pointer = terrace_dialects_llvm::types::address_space(self.cx(), ty).is_some();
        let is_index = is_pointer || ty.is_integer(self.cx()) && self.width(ty) >= 8;
        if shape.is_scalar() || !is_index {
            return None;
        }
        let ranks = alternatives.map(|lanes| self.rank_of_alternative(lanes, shape)).enumerate();
        ranks.filter(|&(_, rank)| rank > 0).max_by_key(|&(_, rank)| rank).map(|(at, _)| at)
    }

    /// Records what a merged value is as long as the usual alternative alone is taken. Alternatives come with the
    /// elements that take them.
    pub(super) fn record_merged(
        &mut self,
        value: Value,
        alternatives: &[(Lanes, Vec<Mask>)],
        ty: Type,
        shape: Shape,
    ) {
        let Some(usual) = self.usual_alternative(alternatives.iter().map(|(lanes, _)| lanes), ty, shape)
        else {
            return;
        };
        let mut others = Vec::new();
        for (_, (lanes, masks)) in alternatives.iter().enumerate().filter(|&(at, _)| at != usual) {
            let mask = self.any_of(masks);
            others.push(Other { mask, lanes: lanes.clone() });
        }
        // The first of several that an element chooses is taken, which is the last one here.
        others.reverse();
        self.record_usual(value, &alternatives[usual].0, others, shape);
    }

    /// Records what a selection, a minimum or a maximum is as long as it is the usual one of both operands.
    pub(super) fn record_chosen(&mut self, original: &Original, mask: Option<&Mask>) {
        let is_select = self.is::<SelectOp>(original);
        let is_extreme = self.is::<SMinOp>(original)
            || self.is::<SMaxOp>(original)
            || self.is::<UMinOp>(original)
            || self.is::<UMaxOp>(original);
        if !is_select && !is_extreme {
            return;
        }
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        let first = usize::from(is_select);
        let operands: Vec<Lanes> =
            original.operands[first..].iter().map(|&operand| self.lanes(operand)).collect();
        let value = self.lanes(result);
        let Some((vector, _)) = value.base.filter(|&(_, from)| from == shape && !value.has_form()) else {
            return;
        };
        let Some(usual) = self.usual_alternative(operands.iter(), ty, shape) else { return };
        if !self.reaches_address(result) {
            return;
        }
        let other = operands[1 - usual].clone();
        let usual_lanes = operands[usual].clone();
        let chooses_other = match is_select {
            true => {
                let condition = self.condition(original.operands[0]);
                if usual == 0 { self.not(&condition) } else { condition }
            }
            false => self.exceeds(original, &usual_lanes, &other, shape),
        };
        let mask = self.both(mask, &chooses_other);
        self.record_usual(vector, &usual_lanes, vec![Other { mask, lanes: other }], shape);
    }

    /// The elements of which a minimum or maximum is not the usual one of its operands.
    fn exceeds(&mut self, original: &Original, usual: &Lanes, other: &Lanes, shape: Shape) -> Mask {
        let predicate = match () {
            () if self.is::<SMinOp>(original) => ICmpPredicate::Sgt,
            () if self.is::<SMaxOp>(original) => ICmpPredicate::Slt,
            () if self.is::<UMinOp>(original) => ICmpPredicate::Ugt,
            () => ICmpPredicate::Ult,
        };
        let [index, bound] = [usual, other].map(|lanes| {
            let lanes = lanes.clone().in_shape(shape);
            self.vector_of(&lanes)
        });
        let value = self.compare(predicate, index, bound);
        self.compares_index(value, predicate, (usual.clone(), Vec::new()), other);
        Mask { value, shape }
    }

    /// Records what a value is as long as no element chooses one of some others.
    fn record_usual(&mut self, value: Value, usual: &Lanes, others: Vec<Other>, shape: Shape) {
        let inner = self.unclamped(usual).cloned();
        let is_choice = inner.is_some();
        let mut unwrapped = inner.unwrap_or_else(|| Unwrapped::new(usual.clone(), Vec::new()));
        if !is_choice {
            unwrapped.others = Some(Vec::new());
        }
        for other in &others {
            let chosen = self.may_be_any(&other.mask);
            // Inactive lanes may be poison.
            let bit = self.bool_type();
            unwrapped.wraps.push(self.unary::<FreezeOp>(chosen, bit));
        }
        // A mask with more dimensions holds for the value if it holds for any of its elements.
        let is_lanewise = others.iter().all(|other| other.mask.shape.without(shape).is_scalar());
        match &mut unwrapped.others {
            Some(known) if is_lanewise => known.extend(others),
            known => *known = None,
        }
        unwrapped.lanes = unwrapped.lanes.in_shape(shape);
        self.values.unclamped.insert(value, unwrapped);
    }
}
