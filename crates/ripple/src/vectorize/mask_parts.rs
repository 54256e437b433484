//! Parts of masks, computed from the parts of what the masks are computed from.
//!
//! A part that is shuffled out of a mask is of another condition than the mask: that two parts complement each other is
//! not seen then, and LLVM takes the bits of the mask one by one where it has no registers for masks.

use std::ops::Range;

use terrace_dialects_llvm::ops::{
    AndOp, FCmpOp, ICmpOp, OrOp, SExtOp, SelectOp, ShuffleVectorOp, XOrOp, ZExtOp,
};
use terrace_ir::{OpRef, Value};

use super::emit::Emitter;
use super::values::Computed;
use crate::splats::{number_everywhere, splat_of};

/// The most ops after each other that are computed for parts.
const MAX_DEPTH: usize = 8;

impl Emitter<'_, '_> {
    /// The elements of a mask that are accessed at once.
    pub(super) fn part_of_mask(&mut self, mask: Value, members: &[usize]) -> Value {
        let follow = members.windows(2).all(|pair| pair[1] == pair[0] + 1);
        if !follow
            || members.len() < 2
            || members.len() == self.count(mask)
            || self.prefixes.counts.contains_key(&mask)
        {
            return self.pick_vector(mask, members);
        }
        self.part(mask, &(members[0]..members[0] + members.len()), MAX_DEPTH)
    }

    fn part(&mut self, vector: Value, elements: &Range<usize>, depth: usize) -> Value {
        if elements.len() == self.count(vector) {
            return vector;
        }
        self.once(Computed::Part(vector, elements.start, elements.len()), |emit| {
            emit.computed_part(vector, elements, depth).unwrap_or_else(|| {
                let members: Vec<usize> = elements.clone().collect();
                emit.pick_vector(vector, &members)
            })
        })
    }

    /// The part of what a shuffle takes from one of its operands; `None` where another op computes the vector.
    fn shuffled_part(&mut self, vector: Value, elements: &Range<usize>, depth: usize) -> Option<Value> {
        let shuffle = self.rw.value(vector).defined_by::<ShuffleVectorOp>()?;
        let (first, second) = (shuffle.v1().id(), shuffle.v2().id());
        let places: Vec<i32> = shuffle.mask().iter().skip(elements.start).take(elements.len()).collect();
        let count = self.count(first) as i32;
        let (from, before) = match places.iter().all(|&place| place >= count) {
            true => (second, count),
            false => (first, 0),
        };
        let end = self.count(from) as i32;
        let places = places.into_iter().map(|place| place - before);
        let places: Vec<usize> =
            places.map(|place| (0..end).contains(&place).then_some(place as usize)).collect::<Option<_>>()?;
        let start = *places.first()?;
        if places.windows(2).all(|pair| pair[1] == pair[0] + 1) {
            return Some(self.part(from, &(start..start + places.len()), depth));
        }
        if places.iter().any(|&place| place != start) {
            return None;
        }
        let how = Computed::Repeated(from, start, places.len());
        Some(self.once(how, |emit| emit.pick_vector(from, &places)))
    }

    /// The part of what an op computes for each element on its own; `None` where another op computes the vector.
    fn computed_part(&mut self, vector: Value, elements: &Range<usize>, depth: usize) -> Option<Value> {
        let view = self.rw.value(vector);
        let ty = self.vector(self.element(view.ty()), elements.len());
        if let Some(number) = number_everywhere(view) {
            return Some(self.integer(number, ty));
        }
        if let Some(scalar) = splat_of(view).map(|scalar| scalar.id()) {
            return Some(self.splat(scalar, elements.len()));
        }
        if let Some(part) = self.shuffled_part(vector, elements, depth) {
            return Some(part);
        }
        let op = self.rw.value(vector).defining_op().filter(|&op| depth > 0 && is_elementwise(op))?;
        let op_id = op.id();
        let operands: Vec<Value> = op.operands().map(|operand| operand.id()).collect();
        let count = self.count(vector);
        if operands.iter().any(|&operand| self.count(operand) != count) {
            return None;
        }
        let operands: Vec<Value> =
            operands.into_iter().map(|operand| self.part(operand, elements, depth - 1)).collect();
        let made = self.rw.create_like(op_id, &operands, &[ty]);
        Some(self.rw.body().single_result(made))
    }
}

/// Whether an op computes each element from those of its operands, and masks are computed with it.
fn is_elementwise(op: OpRef<'_>) -> bool {
    op.isa::<ICmpOp>()
        || op.isa::<FCmpOp>()
        || op.isa::<AndOp>()
        || op.isa::<OrOp>()
        || op.isa::<XOrOp>()
        || op.isa::<SelectOp>()
        || op.isa::<SExtOp>()
        || op.isa::<ZExtOp>()
}
