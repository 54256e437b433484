//! Local variables and arrays that exist once for each element.

use smallvec::SmallVec;
use terrace_dialects_llvm::intrinsics::MemsetOp;
use terrace_dialects_llvm::ops::AllocaOp;

use super::accesses::Access;
use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::values::Original;
use crate::locals::{array_element, object_of};
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Allocates a local that exists once for each element.
    pub(super) fn local(&mut self, original: &Original) {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        let element = self.rw.op(original.op).cast::<AllocaOp>().map(|view| view.elem_type()).unwrap_or(ty);
        // Elements of an array are as close to each other as those of a vector.
        let element = array_element(self.rw.op(original.op)).unwrap_or(element);
        let size = crate::addresses::stride(self.cx(), &self.layout, element).unwrap_or(8);
        let count_type = self.i32_type();
        let count = self.integer(shape.elements() as i64, count_type);
        let made = self.create_like(original, &[count], &[ty]);
        let base = self.rw.body().single_result(made);
        let numbers: Vec<i64> = (0..shape.elements() as i64).map(|flat| flat * size).collect();
        let anchor = self.anchor();
        let lanes = Lanes::sum(
            ty,
            shape,
            Some((base, Shape::SCALAR)),
            Some((shape, numbers.into())),
            SmallVec::new(),
            anchor,
        );
        self.set(result, lanes);
    }

    /// Fills a local array that exists once for each element with zeros.
    pub(super) fn clear_array(&mut self, original: &Original, mask: Option<&Mask>) {
        let Some(fill) = self.rw.op(original.op).cast::<MemsetOp>() else { return };
        let (array, byte, filled) = (fill.dst().id(), fill.val().id(), fill.len().id());
        let address = self.lanes(array);
        let object = object_of(self.rw.value(array)).defining_op();
        let Some(element) = object.and_then(array_element) else { return };
        let copies = address.shape.elements() as i64;
        let length = self.lanes(filled).number().unwrap_or(0);
        let base = self.base_of(&address, Shape::SCALAR);
        let Some(active) = self.mask_vector(mask, address.shape) else {
            let ty = self.type_of(filled);
            let (value, length) = (self.lanes(byte), self.integer(length * copies, ty));
            let value = self.vector_of(&value);
            self.create_like(original, &[base, value, length], &[]);
            return;
        };
        let size = crate::addresses::stride(self.cx(), &self.layout, element).unwrap_or(8);
        let access = Access { element, size, alignment: 1, tbaa: None, leaves_inactive: false };
        let whole = self.shaped(element, address.shape);
        let zero = self.zero(whole);
        for at in 0..length / size {
            let pointer = self.after(base, at * size * copies);
            self.store_run(pointer, zero, &access, Some(active));
        }
    }
}
