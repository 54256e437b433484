//! Masks: the lanes that are active.

use terrace_dialects_llvm::ops::XOrOp;
use terrace_ir::Value;

use super::emit::Emitter;
use super::lanes::Mask;
use crate::shape::Shape;

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
        let shape = self.joined(a.shape, b.shape);
        let (x, y) = (self.broadcast(a.value, a.shape, shape), self.broadcast(b.value, b.shape, shape));
        // The second may be poison where the first is not set.
        let ty = self.type_of(x);
        let no = self.integer(0, ty);
        Mask { value: self.select(x, y, no), shape }
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
