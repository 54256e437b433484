//! Values of elements as vectors: those that a base and what differs are computed to.

use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_llvm::ops::{AddOp, GEPOp, GepIndex, MulOp};
use terrace_ir::{Type, Value};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::Derived;
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// The vector of all elements, or the scalar.
    pub(crate) fn vector_of(&mut self, lanes: &Lanes) -> Value {
        if let (Some((value, shape)), None, true) = (lanes.base, &lanes.table, lanes.strides.is_empty())
            && shape == lanes.shape
        {
            return value;
        }
        if let Some(vector) = lanes.vector.get() {
            return vector;
        }
        let Some(anchor) = lanes.anchor else { return self.materialize(lanes) };
        let vector = self.at(anchor, |emit| emit.materialize(lanes));
        lanes.vector.set(Some(vector));
        vector
    }

    fn materialize(&mut self, lanes: &Lanes) -> Value {
        let (shape, ty) = (lanes.shape, lanes.ty);
        let is_pointer = !ty.is_integer(self.cx());
        if lanes.is_constant() && !is_pointer {
            let numbers = lanes.numbers(shape);
            return match shape.is_scalar() {
                true => self.integer(numbers[0], ty),
                false => self.integers(&numbers, ty),
            };
        }
        let offset_type = if is_pointer { self.i64_type() } else { ty };
        let mut offset: Option<Value> = None;
        for &(dim, stride) in &lanes.strides {
            let whole = self.broadcast(stride, Shape::SCALAR, shape);
            let indices: Vec<i64> =
                (0..shape.elements()).map(|flat| shape.coordinates(flat)[dim] as i64).collect();
            let indices = self.integers(&indices, offset_type);
            let product = self.binary::<MulOp>(whole, indices);
            offset = Some(match offset {
                Some(sum) => self.binary::<AddOp>(sum, product),
                None => product,
            });
        }
        if lanes.table.is_some() {
            let numbers = lanes.numbers(shape);
            let numbers = if shape.is_scalar() {
                self.integer(numbers[0], offset_type)
            } else {
                self.integers(&numbers, offset_type)
            };
            offset = Some(match offset {
                Some(sum) => self.binary::<AddOp>(sum, numbers),
                None => numbers,
            });
        }
        let base = lanes.base.map(|(value, from)| self.broadcast(value, from, shape));
        match (base, offset) {
            (Some(base), Some(offset)) if is_pointer => self.add_bytes(base, offset, shape, ty),
            (Some(base), Some(offset)) => self.binary::<AddOp>(base, offset),
            (Some(base), None) => base,
            (None, Some(offset)) => offset,
            (None, None) => {
                let whole = self.shaped(ty, shape);
                self.zero(whole)
            }
        }
    }

    /// Addresses a number of bytes after others.
    pub(crate) fn add_bytes(&mut self, base: Value, offset: Value, shape: Shape, ty: Type) -> Value {
        let result = self.shaped(ty, shape);
        let byte = self.integer_type(8);
        let gep = GEPOp::of_indices(self.cx(), self.loc, base, byte, &[GepIndex::Value(offset)]);
        self.rw.build_value(gep.no_wrap_flags(GEPNoWrapFlags::NONE).res(result))
    }

    /// The base of values, in a shape that it is within; zero if there is none.
    pub(crate) fn base_of(&mut self, lanes: &Lanes, shape: Shape) -> Value {
        match lanes.base {
            Some((value, from)) => self.derive(Derived::Broadcast(value, from, shape)),
            None => {
                let ty = self.shaped(lanes.ty, shape);
                if lanes.ty.is_integer(self.cx()) { self.integer(0, ty) } else { self.zero(ty) }
            }
        }
    }
}
