//! Elementwise ops.

use smallvec::SmallVec;
use terrace_dialects_llvm::enums::IntegerOverflowFlags;
use terrace_dialects_llvm::ops::{
    AddOp, FAddOp, FCmpOp, FDivOp, FMulOp, FPExtOp, FPToSIOp, FPToUIOp, FPTruncOp, FRemOp, FSubOp, MulOp,
    OrOp, SExtOp, SIToFPOp, ShlOp, SubOp, TruncOp, UIToFPOp, ZExtOp,
};
use terrace_ir::enum_attr::enum_value;
use terrace_ir::{OpKind, Type, Value};
use terrace_support::apfloat::FloatKind;
use terrace_target::Bfloat;

use super::emit::Emitter;
use super::lanes::{Lanes, Mask, Table};
use super::values::{Derived, Original};
use crate::evaluate::pure_integer;
use crate::op_kinds::{intrinsic_of, is_division};
use crate::shape::{MAX_DIMS, Shape};
use crate::vectors::scalar_width;

fn fits(number: i64, width: u32) -> bool {
    width >= 64 || (number >> (width - 1) == 0 || number >> (width - 1) == -1)
}

fn wrapped(number: i64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    (number << shift) >> shift
}

impl Emitter<'_, '_> {
    fn overflow(&self, original: &Original) -> IntegerOverflowFlags {
        let attr = self.attribute(original, "overflowFlags");
        attr.and_then(|attr| enum_value(self.cx(), attr)).unwrap_or_default()
    }

    fn overflow_flags(&self, original: &Original) -> (bool, bool) {
        let flags = self.overflow(original);
        (flags.contains(IntegerOverflowFlags::NSW), flags.contains(IntegerOverflowFlags::NUW))
    }

    pub(crate) fn width(&self, ty: Type) -> u32 {
        scalar_width(self.cx(), ty)
    }

    /// Emits an elementwise op.
    pub(super) fn elementwise(&mut self, original: &Original, mask: Option<&Mask>) {
        self.each_element(original, mask);
        self.record_unwrapped(original);
        self.record_chosen(original, mask);
        self.record_comparison(original);
    }

    fn each_element(&mut self, original: &Original, mask: Option<&Mask>) {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        let operands: Vec<Lanes> = original.operands.iter().map(|&operand| self.lanes(operand)).collect();
        if self.is_same_as_operand(original) {
            let [lanes, ..] = &operands[..] else {
                unreachable!("it has the operand that it is the same as")
            };
            let lanes = lanes.clone().in_shape(shape);
            self.set(result, lanes);
            return;
        }
        if let Some(lanes) = self
            .form(original, &operands, ty, shape)
            .or_else(|| self.compared_with_indices(original, &operands, shape))
            .or_else(|| self.compared_in_bytes(original, &operands, shape))
            .or_else(|| self.compared_narrow(original, shape))
        {
            self.set(result, lanes);
            return;
        }
        let special = self.added_in_total(original);
        if let Some(lanes) =
            special.or_else(|| self.narrowed_by_intervals(original)).or_else(|| self.narrowed(original))
        {
            self.set(result, lanes);
            return;
        }
        let mut values: Vec<Value> = operands
            .into_iter()
            .map(|lanes| {
                let lanes = lanes.in_shape(shape);
                self.vector_of(&lanes)
            })
            .collect();
        if is_division(self.rw.op(original.op)) && !shape.is_scalar() {
            values[1] = self.safe_divisor(values[1], original, mask, shape);
        }
        let whole = self.shaped(ty, shape);
        let is_integer = self.is::<SIToFPOp>(original) || self.is::<UIToFPOp>(original);
        if (is_integer || self.is::<FPTruncOp>(original))
            && self.target.bfloat() != Bfloat::Computed
            && ty.float_kind(self.cx()) == Some(FloatKind::BF16)
        {
            let mut value = values[0];
            if is_integer {
                let floats = self.shaped(Type::F32, shape);
                let op = self.create_like(original, &values, &[floats]);
                value = self.rw.body().single_result(op);
            }
            let value = self.narrow_to_bfloat(value, shape, whole);
            self.set(result, Lanes::opaque(value, ty, shape));
            return;
        }
        if self.is::<FPExtOp>(original) {
            let value = self.extended(values[0], shape, whole);
            self.set(result, Lanes::opaque(value, ty, shape));
            return;
        }
        let value = match self.in_float(original, &values, shape) {
            Some(value) => value,
            None => {
                let op = self.create_like(original, &values, &[whole]);
                self.rw.body().single_result(op)
            }
        };
        self.set(result, Lanes::opaque(value, ty, shape));
    }

    /// Arithmetic on bfloat: in `float` with rounding if the target has no instructions for it.
    fn in_float(&mut self, original: &Original, values: &[Value], shape: Shape) -> Option<Value> {
        let is_bfloat =
            |emit: &Self, ty: Type| emit.element(ty).float_kind(emit.cx()) == Some(FloatKind::BF16);
        let (_, ty) = original.results[0];
        let view = self.rw.op(original.op);
        let computes = view.isa::<FAddOp>()
            || view.isa::<FSubOp>()
            || view.isa::<FMulOp>()
            || view.isa::<FDivOp>()
            || view.isa::<FRemOp>()
            || view.isa::<FCmpOp>()
            || view.isa::<FPToSIOp>()
            || view.isa::<FPToUIOp>()
            || intrinsic_of(view).is_some();
        if self.target.bfloat() == Bfloat::Computed
            || !computes
            || !values.iter().any(|&value| is_bfloat(self, self.type_of(value)))
        {
            return None;
        }
        let floats = self.shaped(Type::F32, shape);
        let wide: Vec<Value> = values
            .iter()
            .map(|&value| match is_bfloat(self, self.type_of(value)) {
                true => self.extended(value, shape, floats),
                false => value,
            })
            .collect();
        let whole = self.shaped(ty, shape);
        let result = if is_bfloat(self, ty) { floats } else { whole };
        let op = self.create_like(original, &wide, &[result]);
        let value = self.rw.body().single_result(op);
        Some(if result == whole { value } else { self.narrow_to_bfloat(value, shape, whole) })
    }

    /// The divisor, 1 in inactive lanes.
    fn safe_divisor(
        &mut self,
        divisor: Value,
        original: &Original,
        mask: Option<&Mask>,
        shape: Shape,
    ) -> Value {
        let known = self.lanes(original.operands[1]);
        if known.is_constant() && known.numbers(known.shape).iter().all(|&number| number != 0 && number != -1)
        {
            return divisor;
        }
        let Some(active) = self.mask_vector(mask, shape) else { return divisor };
        let ty = self.type_of(divisor);
        let one = self.integer(1, ty);
        self.select(active, divisor, one)
    }

    /// The result as a base with offsets, if it has that form.
    pub(super) fn form(
        &mut self,
        original: &Original,
        operands: &[Lanes],
        ty: Type,
        shape: Shape,
    ) -> Option<Lanes> {
        if let Some(lanes) = self.fold_constants(original, operands, ty, shape) {
            return Some(lanes);
        }
        if shape.is_scalar() || !ty.is_integer(self.cx()) {
            return None;
        }
        let width = self.width(ty);
        if width > 64 {
            return None;
        }
        // A unary op has its operand on both sides.
        let (lhs, rhs) = (operands.first()?, operands.last()?);
        let flags = self.overflow_flags(original);
        if self.is::<AddOp>(original)
            || self.is::<OrOp>(original) && self.attribute(original, "isDisjoint").is_some()
        {
            let flags = if self.is::<OrOp>(original) { (true, true) } else { flags };
            return self.add_forms(lhs, rhs, 1, flags, shape);
        }
        if self.is::<SubOp>(original) {
            return self.add_forms(lhs, rhs, -1, flags, shape);
        }
        if self.is::<MulOp>(original) {
            let (form, factor) = match rhs.shape.is_scalar() {
                true => (lhs, rhs),
                false => (rhs, lhs),
            };
            return self.multiply(form, factor, flags, shape);
        }
        if self.is::<ShlOp>(original) {
            let amount = rhs.number().filter(|amount| (0..i64::from(width.min(63))).contains(amount))?;
            let factor = Lanes::constants(vec![1 << amount], ty, Shape::SCALAR, self.anchor());
            return self.multiply(lhs, &factor, flags, shape);
        }
        if self.is::<TruncOp>(original) {
            return self.truncate(lhs, flags, ty, shape);
        }
        if self.is::<SExtOp>(original) && lhs.signed {
            return self.extend::<SExtOp>(lhs, ty, shape);
        }
        if self.is::<ZExtOp>(original) && lhs.unsigned {
            return self.extend::<ZExtOp>(lhs, ty, shape);
        }
        self.taken_apart(original, lhs, shape, true).map(|(lanes, _)| lanes)
    }

    /// The result for constant operands.
    fn fold_constants(
        &mut self,
        original: &Original,
        operands: &[Lanes],
        ty: Type,
        shape: Shape,
    ) -> Option<Lanes> {
        if operands.is_empty() || !operands.iter().all(Lanes::is_constant) || !ty.is_integer(self.cx()) {
            return None;
        }
        let width = self.width(ty);
        if width > 64 || shape.elements() > 1 << 16 {
            return None;
        }
        let mask_of = |number: i64, width: u32| {
            if width >= 64 { number as u64 } else { number as u64 & ((1 << width) - 1) }
        };
        let columns: Vec<(Vec<i64>, u32)> = operands
            .iter()
            .map(|lanes| (lanes.clone().in_shape(shape).numbers(shape), self.width(lanes.ty)))
            .collect();
        let view = self.rw.op(original.op);
        let mut table = Vec::with_capacity(shape.elements());
        for flat in 0..shape.elements() {
            let row: SmallVec<[u64; 3]> =
                columns.iter().map(|(numbers, width)| mask_of(numbers[flat], *width)).collect();
            table.push(wrapped(pure_integer(view, &row, width)?.ok()? as i64, width));
        }
        let anchor = self.anchor();
        Some(Lanes::constants(table, ty, shape, anchor))
    }

    pub(super) fn add_forms(
        &mut self,
        a: &Lanes,
        b: &Lanes,
        sign: i64,
        flags: (bool, bool),
        shape: Shape,
    ) -> Option<Lanes> {
        let (base_a, base_b) = (a.base_shape(), b.base_shape());
        let clash = |form: Shape, base: Shape| !form.restricted_to(base).is_scalar();
        if clash(a.form_shape(), base_b)
            || clash(b.form_shape(), base_a)
            || (!base_a.is_scalar() && base_a == shape)
        {
            return None;
        }
        let ty = a.ty;
        let width = self.width(ty);
        let base_shape = self.joined(base_a, base_b);
        if base_shape == shape {
            return None;
        }
        let base = match (a.base, b.base, sign) {
            (None, None, _) => None,
            (Some(_), None, _) => Some(self.base_of(a, base_shape)),
            (None, Some(_), 1) => Some(self.base_of(b, base_shape)),
            _ => {
                let (x, y) = (self.base_of(a, base_shape), self.base_of(b, base_shape));
                Some(self.derive(if sign < 0 { Derived::Difference(x, y) } else { Derived::Sum(x, y) }))
            }
        };
        let mut in_range = true;
        let table = self.combined(a, b, |x, y| {
            let sum = x.wrapping_add(sign.wrapping_mul(y));
            in_range &= fits(sum, width) && x.checked_add(sign.wrapping_mul(y)).is_some();
            wrapped(sum, width)
        });
        let mut strides = a.strides.clone();
        for &(dim, stride) in &b.strides {
            let stride = self.derive(Derived::Scaled(stride, sign));
            strides.push((dim, stride));
        }
        let anchor = self.anchor();
        let lanes = Lanes::sum(ty, shape, base.map(|base| (base, base_shape)), table, strides, anchor);
        Some(lanes.exact(
            a.signed && b.signed && flags.0 && in_range,
            a.unsigned && b.unsigned && flags.1 && in_range,
        ))
    }

    pub(super) fn combined(
        &self,
        a: &Lanes,
        b: &Lanes,
        mut with: impl FnMut(i64, i64) -> i64,
    ) -> Option<(Shape, Table)> {
        if a.table.is_none() && b.table.is_none() {
            return None;
        }
        let shape_of = |lanes: &Lanes| lanes.table.as_ref().map_or(Shape::SCALAR, |(shape, _)| *shape);
        let shape = self.joined(shape_of(a), shape_of(b));
        let numbers: Vec<i64> =
            a.numbers(shape).into_iter().zip(b.numbers(shape)).map(|(x, y)| with(x, y)).collect();
        Some((shape, numbers.into()))
    }

    pub(super) fn multiply(
        &mut self,
        form: &Lanes,
        factor: &Lanes,
        flags: (bool, bool),
        shape: Shape,
    ) -> Option<Lanes> {
        if !factor.shape.is_scalar() || form.base_shape() == shape {
            return None;
        }
        let width = self.width(form.ty);
        let (signed, unsigned) = (form.signed && flags.0, form.unsigned && flags.1);
        if let Some(number) = factor.number() {
            let mut in_range = true;
            let table = form.table.as_ref().map(|(part, numbers)| {
                let scaled = numbers.iter().map(|&x| {
                    let product = x.wrapping_mul(number);
                    in_range &= fits(product, width) && x.checked_mul(number).is_some();
                    wrapped(product, width)
                });
                (*part, scaled.collect::<Vec<i64>>().into())
            });
            let base = form.base.map(|(value, from)| (self.derive(Derived::Scaled(value, number)), from));
            let mut strides = SmallVec::new();
            for &(dim, stride) in &form.strides {
                strides.push((dim, self.derive(Derived::Scaled(stride, number))));
            }
            let anchor = self.anchor();
            let in_range = in_range && fits(number, width);
            return Some(
                Lanes::sum(form.ty, shape, base, table, strides, anchor)
                    .exact(signed && in_range, unsigned && in_range && number >= 0),
            );
        }
        // The factor is not constant: offsets must be multiples of strides.
        let slopes = affine(form)?;
        let by = self.vector_of(factor);
        let mut strides: SmallVec<[(usize, Value); 1]> = SmallVec::new();
        for (dim, slope) in slopes.1 {
            strides.push((dim, self.derive(Derived::Scaled(by, slope))));
        }
        for &(dim, stride) in &form.strides {
            strides.push((dim, self.derive(Derived::Product(stride, by))));
        }
        let scaled = match form.base {
            Some((value, from)) => {
                let by = self.derive(Derived::Broadcast(by, Shape::SCALAR, from));
                Some((self.derive(Derived::Product(value, by)), from))
            }
            None => None,
        };
        let start = match (scaled, slopes.0) {
            (scaled, 0) => scaled,
            (None, number) => Some((self.derive(Derived::Scaled(by, number)), Shape::SCALAR)),
            (Some((value, from)), number) => {
                let more = self.derive(Derived::Scaled(by, number));
                let more = self.derive(Derived::Broadcast(more, Shape::SCALAR, from));
                Some((self.derive(Derived::Sum(value, more)), from))
            }
        };
        let anchor = self.anchor();
        Some(Lanes::sum(form.ty, shape, start, None, strides, anchor).exact(signed, unsigned))
    }

    fn truncate(&mut self, form: &Lanes, flags: (bool, bool), ty: Type, shape: Shape) -> Option<Lanes> {
        if form.base_shape() == shape {
            return None;
        }
        let width = self.width(ty);
        let base = match form.base {
            Some((value, from)) => {
                let narrow = self.shaped(ty, from);
                Some((self.derive(Derived::Truncated(value, narrow)), from))
            }
            None => None,
        };
        let in_range = form.base.is_none() && form.strides.is_empty();
        let numbers = form.numbers(shape);
        let signed = in_range && numbers.iter().all(|&number| fits(number, width));
        let unsigned = in_range && numbers.iter().all(|&number| number >= 0 && fits(number, width));
        // A truncation without overflow is undone by an extension; numbers have at most 64 bits.
        let is_widest = self.width(form.ty) == 64;
        let signed = signed || flags.0 && (form.signed || is_widest);
        let unsigned = unsigned || flags.1 && (form.unsigned || is_widest);
        let table = form.table.as_ref().map(|(part, numbers)| {
            (*part, numbers.iter().map(|&x| wrapped(x, width)).collect::<Vec<i64>>().into())
        });
        let mut strides = SmallVec::new();
        for &(dim, stride) in &form.strides {
            strides.push((dim, self.derive(Derived::Truncated(stride, ty))));
        }
        let anchor = self.anchor();
        Some(Lanes::sum(ty, shape, base, table, strides, anchor).exact(signed, unsigned))
    }

    pub(super) fn extend<K: OpKind>(&mut self, form: &Lanes, ty: Type, shape: Shape) -> Option<Lanes> {
        if form.base_shape() == shape {
            return None;
        }
        let base = form.base.map(|(value, from)| (self.widened_part::<K>(value, ty), from));
        let strides =
            form.strides.iter().map(|&(dim, stride)| (dim, self.widened_part::<K>(stride, ty))).collect();
        let anchor = self.anchor();
        Some(
            Lanes::sum(ty, shape, base, form.table.clone(), strides, anchor)
                .exact(true, K::DEF.name == ZExtOp::DEF.name),
        )
    }
}

/// The first number of a table and its stride along each dimension; `None` if strides are not uniform.
fn affine(lanes: &Lanes) -> Option<(i64, Vec<(usize, i64)>)> {
    let Some((shape, numbers)) = &lanes.table else { return Some((0, Vec::new())) };
    let first = numbers[0];
    let slopes: Vec<(usize, i64)> = shape
        .dims()
        .map(|dim| {
            let mut at = [0; MAX_DIMS];
            at[dim] = 1;
            (dim, numbers[shape.flat(&at)].wrapping_sub(first))
        })
        .collect();
    let even = (0..shape.elements()).all(|flat| {
        let at = shape.coordinates(flat);
        let expected = slopes
            .iter()
            .fold(first, |sum, &(dim, slope)| sum.wrapping_add(slope.wrapping_mul(at[dim] as i64)));
        expected == numbers[flat]
    });
    even.then_some((first, slopes))
}
