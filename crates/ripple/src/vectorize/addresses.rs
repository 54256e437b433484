//! Addresses: a base, and what differs from element to element.

use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_llvm::ops::{AddOp, GEPOp, GepIndex, SExtOp};
use terrace_ir::{Type, Value};

use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::values::{Computed, Derived, Original, Unwrapped};
use crate::addresses::offset_of;
use crate::locals::{array_element, object_of};
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Values of an integer type as 64 bits, which they are extended to with their sign.
    pub(super) fn widened(&mut self, lanes: &Lanes) -> Lanes {
        let (ty, wide) = (lanes.ty, self.i64_type());
        if self.width(ty) == 64 {
            return lanes.clone();
        }
        if lanes.is_constant() {
            let mut same = lanes.clone();
            same.ty = wide;
            return same.in_shape(lanes.shape);
        }
        let extended = if lanes.signed && !lanes.shape.is_scalar() {
            self.extend::<SExtOp>(lanes, wide, lanes.shape)
        } else {
            None
        };
        extended.unwrap_or_else(|| {
            let value = self.vector_of(lanes);
            let whole = self.shaped(wide, lanes.shape);
            let value = self.unary::<SExtOp>(value, whole);
            Lanes::opaque(value, wide, lanes.shape)
        })
    }

    /// Renders a `getelementptr`.
    pub(super) fn address(&mut self, original: &Original, mask: Option<&Mask>) {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        let offset = offset_of(self.rw.op(original.op), &self.layout).map(|offset| {
            (
                offset.bytes,
                offset.terms.iter().map(|&(value, stride)| (value.id(), stride)).collect::<Vec<_>>(),
            )
        });
        let inbounds = self.rw.op(original.op).cast::<GEPOp>().map(|view| view.no_wrap_flags());
        if shape.is_scalar() {
            let values = self.operand_values(original);
            let op = self.create_like(original, &values, &[ty]);
            let value = self.rw.body().single_result(op);
            self.set(result, Lanes::opaque(value, ty, shape));
            return;
        }
        let Some((bytes, terms)) = offset else {
            self.error(
                crate::diagnostics::Tag::Type,
                "the address of an element of a type without a fixed layout cannot have a shape",
            );
            return;
        };
        let copies = self.copies_of_array(original.operands[0]);
        let bytes = bytes * copies;
        let flags = inbounds.filter(|_| mask.is_none());
        let strides: Vec<i64> = terms.iter().map(|&(_, stride)| stride * copies).collect();
        let values: Vec<Value> =
            [original.operands[0]].into_iter().chain(terms.iter().map(|&(value, _)| value)).collect();
        let all: Vec<Lanes> = values.iter().map(|&value| self.lanes(value)).collect();
        let lanes = self.address_of(bytes, &all, &strides, shape, ty, flags);
        self.set(result, lanes);
        let (all, wraps) = self.unwrapped_operands(&values);
        if !wraps.is_empty() {
            let lanes = self.address_of(bytes, &all, &strides, shape, ty, flags);
            let mut unwrapped = Unwrapped::new(lanes, wraps);
            self.inherit_others(&values, &mut unwrapped, |emit, all| {
                Some(emit.address_of(bytes, all, &strides, shape, ty, None))
            });
            self.values.unwrapped.insert(result, unwrapped);
        }
    }

    /// The number of copies of the local array that an address is in: one for each element of its shape, or one.
    pub(super) fn copies_of_array(&self, address: Value) -> i64 {
        let address = object_of(self.rw.value(address));
        match address.defining_op().and_then(array_element) {
            Some(_) => self.shapes.of(address.id()).elements() as i64,
            None => 1,
        }
    }

    /// The sum of a base, the first of some values, of a number of bytes, and of the others times numbers of bytes.
    fn address_of(
        &mut self,
        bytes: i64,
        values: &[Lanes],
        strides: &[i64],
        shape: Shape,
        ty: Type,
        flags: Option<GEPNoWrapFlags>,
    ) -> Lanes {
        let wide = self.i64_type();
        let anchor = self.anchor();
        let mut sum = Lanes::constants(vec![bytes], wide, Shape::SCALAR, anchor);
        for (lanes, &stride) in values[1..].iter().zip(strides) {
            let lanes = self.widened(lanes);
            let anchor = self.anchor();
            let factor = Lanes::constants(vec![stride], wide, Shape::SCALAR, anchor);
            let scaled = self.product(&lanes, &factor);
            sum = self.total(&sum, &scaled);
        }
        let base = &values[0];
        // If all lanes are active and the base is the address of one of them, the base is in bounds as well.
        let starts_at_base = [base, &sum]
            .iter()
            .all(|lanes| lanes.table.as_ref().is_none_or(|(_, numbers)| numbers.first() == Some(&0)));
        let flags = flags.filter(|_| starts_at_base).unwrap_or(GEPNoWrapFlags::NONE);
        self.pointer_sum(base, &sum, shape, ty, flags)
    }

    pub(super) fn product(&mut self, a: &Lanes, factor: &Lanes) -> Lanes {
        if a.is_constant() {
            let number = factor.number().unwrap_or(1);
            let mut scaled = a.clone();
            scaled.table = a.table.as_ref().map(|(shape, numbers)| {
                (*shape, numbers.iter().map(|&x| x.wrapping_mul(number)).collect::<Vec<i64>>().into())
            });
            return scaled.in_shape(a.shape);
        }
        if a.has_form()
            && let Some(lanes) = self.multiply(a, factor, (false, false), a.shape)
        {
            return lanes;
        }
        let value = self.vector_of(a);
        let value = self.derive(Derived::Scaled(value, factor.number().unwrap_or(1)));
        Lanes::opaque(value, a.ty, a.shape)
    }

    pub(super) fn total(&mut self, a: &Lanes, b: &Lanes) -> Lanes {
        let shape = self.joined(a.shape, b.shape);
        if let Some(lanes) = self.add_forms(a, b, 1, (false, false), shape) {
            return lanes;
        }
        if a.number() == Some(0) {
            return b.clone();
        }
        // One of both covers all dimensions, or they differ in the same ones. A constant that is the same for all stays
        // apart.
        if let Some(number) = a.number() {
            let anchor = self.anchor();
            let mut sum = b.clone();
            sum.table = Some((Shape::SCALAR, vec![number].into()));
            if b.table.is_none() {
                sum.anchor = Some(anchor);
                return sum.in_shape(Shape::SCALAR).in_shape(shape);
            }
        }
        let (x, y) = (a.clone().in_shape(shape), b.clone().in_shape(shape));
        let (x, y) = (self.vector_of(&x), self.vector_of(&y));
        let value = self.binary::<AddOp>(x, y);
        Lanes::opaque(value, a.ty, shape)
    }

    pub(super) fn pointer_sum(
        &mut self,
        base: &Lanes,
        offset: &Lanes,
        shape: Shape,
        ty: Type,
        flags: GEPNoWrapFlags,
    ) -> Lanes {
        let clash = |form: Shape, base: Shape| !form.restricted_to(base).is_scalar();
        let base_shape = self.joined(base.base_shape(), offset.base_shape());
        let is_apart =
            !clash(base.form_shape(), offset.base_shape()) && !clash(offset.form_shape(), base.base_shape());
        if is_apart {
            let pointer = self.base_of(base, base_shape);
            let pointer = match offset.base {
                Some(_) => {
                    let bytes = self.base_of(offset, base_shape);
                    let result = self.shaped(ty, base_shape);
                    let byte = self.integer_type(8);
                    self.once(Computed::Address(pointer, bytes), |emit| {
                        let at = [GepIndex::Value(bytes)];
                        let gep = GEPOp::of_indices(emit.cx(), emit.loc, pointer, byte, &at);
                        emit.rw.build_value(gep.no_wrap_flags(flags).res(result))
                    })
                }
                None => pointer,
            };
            let table = self.combined(base, offset, i64::wrapping_add);
            let mut strides = base.strides.clone();
            strides.extend(offset.strides.iter().copied());
            let anchor = self.anchor();
            return Lanes::sum(ty, shape, Some((pointer, base_shape)), table, strides, anchor);
        }
        let (base, offset) = (base.clone().in_shape(shape), offset.clone().in_shape(shape));
        let (pointers, bytes) = (self.vector_of(&base), self.vector_of(&offset));
        let value = self.add_bytes(pointers, bytes, shape, ty);
        Lanes::opaque(value, ty, shape)
    }
}
