//! Masks: the lanes that are active.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{ICmpOp, SelectOp, XOrOp};
use terrace_ir::Value;

use super::emit::Emitter;
use super::lanes::Mask;
use super::pass_through::{is_constant_mask, negated};
use crate::shape::Shape;
use crate::splats::number_everywhere;

/// The largest number of conditions of a conjunction that are compared with another one.
const MAX_CONDITIONS: usize = 16;

impl Emitter<'_, '_> {
    /// The bits of a mask for values of a shape: dimensions that the shape lacks are or-ed together, those that the
    /// mask lacks are broadcast.
    pub(super) fn reshape_mask(&mut self, mask: &Mask, shape: Shape) -> Value {
        let extra = mask.shape.without(shape);
        let mut value = mask.value;
        let mut from = mask.shape;
        if !extra.is_scalar() {
            let kept = mask.shape.restricted_to(shape);
            if kept.is_scalar() {
                value = self.any_bit(value);
            } else {
                for dim in extra.dims() {
                    value = self.or_along(value, from, dim);
                    from = from.with(dim, 1);
                }
            }
            from = kept;
        }
        self.broadcast(value, from, shape)
    }

    fn or_along(&mut self, value: Value, shape: Shape, dim: usize) -> Value {
        let (size, rest) = (shape.size(dim), shape.with(dim, 1));
        let mut all: Option<Value> = None;
        for index in 0..size as usize {
            let part = self.slice_of(value, shape, rest, dim, index);
            all = Some(match all {
                Some(other) => self.or(other, part),
                None => part,
            });
        }
        all.unwrap_or(value)
    }

    /// The elements with an index in a dimension.
    pub(crate) fn slice_of(
        &mut self,
        value: Value,
        shape: Shape,
        rest: Shape,
        dim: usize,
        index: usize,
    ) -> Value {
        let picked: Vec<usize> = (0..rest.elements())
            .map(|flat| {
                let mut at = rest.coordinates(flat);
                at[dim] = index;
                shape.flat(&at)
            })
            .collect();
        self.pick(value, &picked)
    }

    /// A bit that is set if any element is active.
    pub(super) fn any(&mut self, mask: &Mask) -> Value {
        self.any_bit(mask.value)
    }

    /// Elements that are active in both; `None` is all elements.
    pub(super) fn both(&mut self, a: Option<&Mask>, b: &Mask) -> Mask {
        let Some(a) = a else { return b.clone() };
        let a = match self.not_implied(a, b) {
            Some(value) => &Mask { value, shape: a.shape },
            None => return b.clone(),
        };
        let shape = self.joined(a.shape, b.shape);
        let (x, y) = (self.broadcast(a.value, a.shape, shape), self.broadcast(b.value, b.shape, shape));
        // The second may be poison where the first is not set.
        let ty = self.type_of(x);
        let no = self.integer(0, ty);
        Mask { value: self.select(x, y, no), shape }
    }

    /// The elements of a mask, but for conditions that hold where another one does: a number that is equal to a constant
    /// differs from all others. `None` if no condition is left.
    fn not_implied(&self, mask: &Mask, by: &Mask) -> Option<Value> {
        let equality = self.equality(by.value).filter(|_| mask.shape == by.shape);
        let Some((number, constant)) = equality else { return Some(mask.value) };
        let mut value = mask.value;
        for _ in 0..MAX_CONDITIONS {
            let view = self.rw.value(value);
            let differs = |value: Value| {
                let not = negated(self.rw.value(value)).and_then(|not| self.equality(not.id()));
                not.is_some_and(|(other, excluded)| other == number && excluded != constant)
            };
            if differs(value) {
                return None;
            }
            // The last condition of a conjunction.
            let Some(select) = view.defined_by::<SelectOp>() else { break };
            let is_both = is_constant_mask(select.false_value(), false);
            if !is_both || !differs(select.true_value().id()) {
                break;
            }
            value = select.condition().id();
        }
        Some(value)
    }

    /// The number that a mask compares with a constant, and the constant, if it is set where both are equal.
    fn equality(&self, mask: Value) -> Option<(Value, i64)> {
        let compare = self.rw.value(mask).defined_by::<ICmpOp>()?;
        let is_equality = compare.predicate() == ICmpPredicate::Eq;
        let constant = number_everywhere(compare.rhs()).filter(|_| is_equality)?;
        Some((compare.lhs().id(), constant))
    }

    /// Elements that are active in one of both.
    pub(super) fn either(&mut self, a: &Mask, b: &Mask) -> Mask {
        if a == b {
            return a.clone();
        }
        let shape = self.joined(a.shape, b.shape);
        let (x, y) = (self.broadcast(a.value, a.shape, shape), self.broadcast(b.value, b.shape, shape));
        Mask { value: self.or(x, y), shape }
    }

    /// Elements that are not active.
    pub(super) fn not(&mut self, mask: &Mask) -> Mask {
        let ty = self.type_of(mask.value);
        let ones = self.integer(-1, ty);
        let value = self.binary::<XOrOp>(mask.value, ones);
        if let Some(&(count, is_theirs)) = self.prefixes.rests.get(&mask.value) {
            self.prefixes.rests.insert(value, (count, !is_theirs));
        }
        Mask { value, shape: mask.shape }
    }

    /// The join of shapes that are known to fit.
    pub(super) fn joined(&self, a: Shape, b: Shape) -> Shape {
        a.join(b).unwrap_or(a)
    }
}
