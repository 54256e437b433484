//! Remarks that advise how to make accesses cheaper.

use terrace_ir::{Loc, Type, Value};

use super::accesses::Access;
use super::emit::Emitter;
use super::lanes::Lanes;
use super::rows::steps_by;
use super::values::Original;
use crate::diagnostics::Tag;
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Tells of a load of every so many elements, of which those between are not read as well.
    pub(super) fn advise_on_stride(&mut self, step: usize, count: usize) {
        let message = format!(
            "a load of {count} elements takes every {step}. one, and reads {} in all; store what is read together side by side",
            step * count
        );
        self.remark(Tag::Stride, message);
    }

    /// Takes back the advice on the strides of loads at some places: what they read is shared.
    pub(super) fn withdraw_advice_on_stride(&mut self, places: &[Loc]) {
        let tag = format!("[{}]", Tag::Stride.text());
        self.remarks.retain(|remark| !(places.contains(&remark.loc) && remark.message.ends_with(&tag)));
    }

    /// Tells of an access element by element whose elements follow each other in another dimension than the innermost
    /// one.
    pub(super) fn advise_on_dimension(&mut self, lanes: &Lanes, access: &Access) {
        let (shape, outer) = (lanes.shape, self.outer_shape(lanes));
        let numbers = lanes.numbers(shape);
        let in_dim = |dim: usize| -> Vec<i64> {
            let line = Shape::one_dim(dim, shape.size(dim));
            (0..line.elements()).map(|flat| numbers[shape.flat(&line.coordinates(flat))]).collect()
        };
        let mut dims = shape.dims();
        let Some(innermost) = dims.next() else { return };
        let follows = dims.find(|&dim| outer.size(dim) == 1 && steps_by(&in_dim(dim), access.size));
        let is_far = lanes.strides.iter().any(|&(dim, _)| dim == innermost);
        let message = match follows {
            Some(dim) => format!(
                "elements follow each other in dimension {dim}, not in dimension {innermost}; exchange the dimensions of the block"
            ),
            None if is_far => format!(
                "neighbours in dimension {innermost} lie a row apart; let the dimension go over elements that follow each other"
            ),
            None => return,
        };
        self.remark(Tag::Dimension, message);
    }

    /// Tells of a load from where one was before, which is carried out again: memory was written, or control came
    /// together.
    pub(super) fn advise_on_reload(&mut self, original: &Original, ty: Type) {
        let Some(&address) = original.operands.first() else { return };
        let key: (Value, Type) = (address, ty);
        let shape = self.shapes.of(original.results[0].0);
        let was_read =
            self.memory.read_once.get(&key).is_some_and(|&block| self.tree.dominates(block, self.block));
        if was_read && !shape.is_scalar() {
            let message = format!(
                "a value of shape {shape} is read from where one was read before; keep it in a variable if memory stays the same"
            );
            self.remark(Tag::Reload, message);
        }
        self.memory.read_once.insert(key, self.block);
    }
}
