//! Emulation of integer ops that are twice as wide as the widest supported integer.

use std::ops::{Deref, DerefMut};

use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_core::arith::*;
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{ExtractStridedSliceOp, InsertStridedSliceOp, PrintOp};
use terrace_ir::build::OperationState;
use terrace_ir::elements::{Numbers, int_elements, int_values};
use terrace_ir::{Attr, BinaryOpView, Op, OpKind, Rewriter, Signedness, Type, Value, VectorType};
use terrace_support::apfloat::{ApFloat, Rounding, Status};
use terrace_support::apint::ApInt;

use terrace_passes_shared::arithmetic::{Arith, zero_attr};
use terrace_passes_shared::vector_ops::{extract, insert, shape_cast};

/// Creates ops on halves at the insertion point.
struct Halves<'b, 'r>(Arith<'b, 'r>);

impl<'b, 'r> Deref for Halves<'b, 'r> {
    type Target = Arith<'b, 'r>;

    fn deref(&self) -> &Arith<'b, 'r> {
        &self.0
    }
}

impl DerefMut for Halves<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Halves<'_, '_> {
    /// The half of a value at a place of its last dimension: a scalar of a vector with one dimension, or a vector whose last
    /// dimension is 1.
    fn half(&mut self, value: Value, at: i64) -> Value {
        let (cx, ty) = (self.0.rw.cx(), self.ty(value));
        let shape = ty.shape(cx).expect("wide integers are vectors of halves").to_vec();
        if shape.len() == 1 {
            return extract(self.0.rw, value, &[at], self.0.loc);
        }
        let last = shape.len() - 1;
        let (mut offsets, mut sizes) = (vec![0; shape.len()], shape);
        (offsets[last], sizes[last]) = (at, 1);
        let strides = vec![1; sizes.len()];
        let result = half_type(self.0.rw, ty);
        let [offsets, sizes, strides] = [&offsets, &sizes, &strides].map(|list| int_list(self.0.rw, list));
        let slice =
            ExtractStridedSliceOp::of(value).offsets_attr(offsets).sizes_attr(sizes).strides_attr(strides);
        self.0.rw.build_value(slice.result(result).loc(self.0.loc))
    }

    fn both(&mut self, value: Value) -> [Value; 2] {
        [self.half(value, 0), self.half(value, 1)]
    }

    /// The value without its last dimension, which is 1; scalars stay.
    fn drop_last_dim(&mut self, value: Value) -> Value {
        let (cx, ty) = (self.0.rw.cx(), self.ty(value));
        let Some(own) = as_vector(cx, ty) else { return value };
        let last = own.shape.len().saturating_sub(1);
        let ty = VectorType::get_scalable(cx, &own.shape[..last], &own.scalable[..last], own.element);
        shape_cast(self.0.rw, value, ty, self.0.loc)
    }

    /// The value with one more dimension of 1; scalars stay.
    fn append_dim(&mut self, value: Value) -> Value {
        let (cx, ty) = (self.0.rw.cx(), self.ty(value));
        let Some(own) = as_vector(cx, ty) else { return value };
        let (shape, scalable) = ([own.shape, &[1]].concat(), [own.scalable, &[false]].concat());
        let ty = VectorType::get_scalable(cx, &shape, &scalable, own.element);
        shape_cast(self.0.rw, value, ty, self.0.loc)
    }

    /// Inserts a half.
    fn insert(&mut self, half: Value, into: Value, at: i64) -> Value {
        let cx = self.0.rw.cx();
        if !self.ty(half).is_vector(cx) {
            return insert(self.0.rw, half, into, &[at], self.0.loc);
        }
        let ty = self.ty(into);
        let rank = ty.shape(cx).map_or(1, <[i64]>::len);
        let mut offsets = vec![0; rank];
        offsets[rank - 1] = at;
        let strides = vec![1; self.ty(half).shape(cx).map_or(1, <[i64]>::len)];
        let [offsets, strides] = [&offsets, &strides].map(|list| int_list(self.0.rw, list));
        let insert = InsertStridedSliceOp::of(half, into).offsets_attr(offsets).strides_attr(strides);
        self.0.rw.build_value(insert.result(ty).loc(self.0.loc))
    }

    /// The value of these halves.
    fn join(&mut self, ty: Type, halves: [Value; 2]) -> Option<Value> {
        let zero = self.number(ty, 0)?;
        let low = self.insert(halves[0], zero, 0);
        Some(self.insert(halves[1], low, 1))
    }

    /// A number, or a vector of it.
    fn number(&mut self, ty: Type, number: i64) -> Option<Value> {
        let cx = self.0.rw.cx();
        let element = ty.element_type_or_self(cx);
        let bits = ApInt::from_i64(element.bit_width(cx)?, number);
        let attr = match ty.is_vector(cx) {
            true => int_elements(cx, ty, &[bits])?,
            false => cx.int_attr(ty, number),
        };
        Some(self.constant(attr, ty))
    }

    /// A floating-point number, or a vector of it.
    fn float(&mut self, ty: Type, number: ApFloat) -> Option<Value> {
        let cx = self.0.rw.cx();
        let attr = match ty.is_vector(cx) {
            true => Numbers::Splat(number).to_attr(cx, ty)?,
            false => cx.float_attr(ty, number),
        };
        Some(self.constant(attr, ty))
    }

    /// Two results of an op on two values of one type.
    fn extended<K: OpKind>(&mut self, a: Value, b: Value, second: Type) -> Option<[Value; 2]> {
        let ty = self.ty(a);
        let op = self
            .0
            .rw
            .build(OperationState::binary::<K>(a, b).with_results(&[ty, second]).with_loc(self.0.loc));
        self.0.rw.body().results(op).collect::<Vec<Value>>().try_into().ok()
    }
}

/// The attribute for a list of numbers.
fn int_list(rw: &Rewriter<'_>, list: &[i64]) -> Attr {
    let cx = rw.cx();
    let items: Vec<Attr> = list.iter().map(|&number| cx.int_attr(Type::I64, number)).collect();
    cx.array_attr(&items)
}

/// The type of a half of values of this type.
fn half_type(rw: &Rewriter<'_>, ty: Type) -> Type {
    let cx = rw.cx();
    let Some(own) = as_vector(cx, ty) else { return ty };
    let Some((_, outer)) = own.shape.split_last() else { return ty };
    match outer {
        [] => own.element,
        outer => VectorType::get_scalable(cx, &[outer, &[1]].concat(), own.scalable, own.element),
    }
}

/// The vector type that represents integers of a type; `None`, with a reported reason, if they are not twice
/// as wide as the target's.
fn wide(rw: &mut ConversionRewriter<'_>, op: Op, ty: Type) -> Option<Type> {
    let cx = rw.cx();
    let converted = rw.converter().and_then(|converter| converter.convert_to_one(cx, ty));
    match converted.filter(|&new| new.is_vector(cx) && new != ty) {
        Some(converted) => Some(converted),
        None => {
            let reason = format!("unsupported type: {}", cx.type_text(ty));
            rw.notify_match_failure(op, &reason)
        }
    }
}

/// Replaces an op by the value that `create` creates before it, of the converted type of `ty`.
fn replace(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    ty: Type,
    create: impl FnOnce(&mut Halves<'_, '_>, Type) -> Option<Value>,
) -> Option<()> {
    let (wide, loc) = (wide(rw, op, ty)?, rw.body().loc(op));
    rw.set_insertion_point_before(op);
    let value = create(&mut Halves(Arith::new(rw, loc)), wide)?;
    rw.replace_op(op, &[value]);
    Some(())
}

fn result_type(rw: &ConversionRewriter<'_>, op: Op) -> Type {
    rw.op(op).single_result().ty()
}

fn width(rw: &Rewriter<'_>, ty: Type) -> Option<u32> {
    ty.element_type_or_self(rw.cx()).bit_width(rw.cx())
}

fn pair(adaptor: &Adaptor) -> Option<[Value; 2]> {
    adaptor.flat().try_into().ok()
}

fn halves_of(values: &[ApInt], bits: u32) -> Vec<ApInt> {
    values.iter().flat_map(|value| [value.trunc(bits), value.lshr_by(bits).trunc(bits)]).collect()
}

pub(super) fn constant(rw: &mut ConversionRewriter<'_>, op: ConstantOp) -> Option<()> {
    let (cx, value) = (rw.cx(), op.view(rw).value_attr());
    let values = match value.as_integer(cx) {
        Some((value, _)) => vec![value.clone()],
        None => int_values(cx, value)?,
    };
    replace(rw, op.into(), result_type(rw, op.into()), |make, ty| {
        let halves = halves_of(&values, width(make.rw, ty)?);
        let attr = int_elements(cx, ty, &halves)?;
        Some(make.constant(attr, ty))
    })
}

pub(super) fn add(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let [a, b] = pair(adaptor)?;
    replace(rw, op, result_type(rw, op), |make, ty| {
        let half = half_type(make.rw, ty);
        let ([a0, a1], [b0, b1]) = (make.both(a), make.both(b));
        let carry = half.i1_same_shape(make.rw.cx());
        let [low, overflow] = make.extended::<AddUIExtendedOp>(a0, b0, carry)?;
        let overflow = make.cast::<ExtUIOp>(overflow, half);
        let high = make.binary::<AddIOp>(overflow, a1);
        let high = make.binary::<AddIOp>(high, b1);
        make.join(ty, [low, high])
    })
}

pub(super) fn subtract(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let [a, b] = pair(adaptor)?;
    replace(rw, op, result_type(rw, op), |make, ty| {
        let half = half_type(make.rw, ty);
        let ([a0, a1], [b0, b1]) = (make.both(a), make.both(b));
        let low = make.binary::<SubIOp>(a0, b0);
        let borrow = make.compare(CmpIPredicate::Ult, a0, b0);
        let borrow = make.cast::<ExtUIOp>(borrow, half);
        let high = make.binary::<SubIOp>(a1, borrow);
        let high = make.binary::<SubIOp>(high, b1);
        make.join(ty, [low, high])
    })
}

pub(super) fn multiply(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let [a, b] = pair(adaptor)?;
    replace(rw, op, result_type(rw, op), |make, ty| {
        let half = half_type(make.rw, ty);
        let ([a0, a1], [b0, b1]) = (make.both(a), make.both(b));
        let [low, carried] = make.extended::<MulUIExtendedOp>(a0, b0, half)?;
        let low_high = make.binary::<MulIOp>(a0, b1);
        let high_low = make.binary::<MulIOp>(a1, b0);
        let high = make.binary::<AddIOp>(carried, low_high);
        let high = make.binary::<AddIOp>(high, high_low);
        make.join(ty, [low, high])
    })
}

pub(super) fn bitwise<K: OpKind>(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let [a, b] = pair(adaptor)?;
    replace(rw, op, result_type(rw, op), |make, ty| {
        let ([a0, a1], [b0, b1]) = (make.both(a), make.both(b));
        let halves = [make.binary::<K>(a0, b0), make.binary::<K>(a1, b1)];
        make.join(ty, halves)
    })
}

pub(super) fn compare(rw: &mut ConversionRewriter<'_>, op: CmpIOp, adaptor: &Adaptor) -> Option<()> {
    use CmpIPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let view = op.view(rw);
    let (ty, predicate) = (view.lhs().ty(), view.predicate());
    let [a, b] = pair(adaptor)?;
    // The low halves have no sign.
    let unsigned = match predicate {
        Sge => Uge,
        Sgt => Ugt,
        Sle => Ule,
        Slt => Ult,
        other => other,
    };
    replace(rw, op.into(), ty, |make, _| {
        let ([a0, a1], [b0, b1]) = (make.both(a), make.both(b));
        let low = make.compare(unsigned, a0, b0);
        let high = make.compare(predicate, a1, b1);
        let result = match predicate {
            Eq => make.binary::<AndIOp>(low, high),
            Ne => make.binary::<OrIOp>(low, high),
            _ => {
                let same = make.compare(Eq, a1, b1);
                make.select(same, low, high)
            }
        };
        Some(make.drop_last_dim(result))
    })
}

pub(super) fn select(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let [condition, yes, no]: [Value; 3] = adaptor.flat().try_into().ok()?;
    replace(rw, op, result_type(rw, op), |make, ty| {
        let ([yes0, yes1], [no0, no1]) = (make.both(yes), make.both(no));
        let condition = make.append_dim(condition);
        let halves = [make.select(condition, yes0, no0), make.select(condition, yes1, no1)];
        make.join(ty, halves)
    })
}

pub(super) fn print(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    rw.build(PrintOp::of().loc(loc).source(adaptor.flat().first().copied()));
    rw.erase_op(op);
    Some(())
}

/// The greater or the lesser of two, by a comparison that is converted itself.
pub(super) fn pick(rw: &mut ConversionRewriter<'_>, op: Op, predicate: CmpIPredicate) -> Option<()> {
    let (a, b) = BinaryOpView(rw.op(op)).operands();
    let (a, b) = (a.id(), b.id());
    replace(rw, op, result_type(rw, op), |make, _| {
        let condition = make.compare(predicate, a, b);
        Some(make.select(condition, a, b))
    })
}

pub(super) fn extend_signed(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let [value]: [Value; 1] = adaptor.flat().try_into().ok()?;
    replace(rw, op, result_type(rw, op), |make, ty| {
        let half = half_type(make.rw, ty);
        let value = make.append_dim(value);
        let low = make.resize_or_fold::<ExtSIOp>(value, half);
        let zero = make.number(half, 0)?;
        let sign = make.compare(CmpIPredicate::Slt, low, zero);
        let high = make.cast::<ExtSIOp>(sign, half);
        make.join(ty, [low, high])
    })
}

pub(super) fn extend_unsigned(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let [value]: [Value; 1] = adaptor.flat().try_into().ok()?;
    replace(rw, op, result_type(rw, op), |make, ty| {
        let half = half_type(make.rw, ty);
        let value = make.append_dim(value);
        let low = make.resize_or_fold::<ExtUIOp>(value, half);
        let zero = make.number(ty, 0)?;
        Some(make.insert(low, zero, 0))
    })
}

pub(super) fn truncate(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let (cx, loc, result) = (rw.cx(), rw.body().loc(op), result_type(rw, op));
    let [value]: [Value; 1] = adaptor.flat().try_into().ok()?;
    if !rw.converter()?.is_legal(cx, std::iter::once(result)) {
        let reason = format!("unsupported truncation result type: {}", cx.type_text(result));
        return rw.notify_match_failure(op, &reason);
    }
    rw.set_insertion_point_before(op);
    let mut make = Halves(Arith::new(rw, loc));
    let low = make.half(value, 0);
    let low = make.drop_last_dim(low);
    let narrow = make.resize_or_fold::<TruncIOp>(low, result);
    rw.replace_op(op, &[narrow]);
    Some(())
}

/// An index as an integer, or the reverse.
pub(super) fn index_cast<K: OpKind, E: OpKind>(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
) -> Option<()> {
    let (cx, from, to) = (rw.cx(), rw.op(op).single_operand().ty(), result_type(rw, op));
    let [value]: [Value; 1] = adaptor.flat().try_into().ok()?;
    if to.element_type_or_self(cx) == Type::INDEX {
        return replace(rw, op, from, |make, _| {
            let low = make.half(value, 0);
            let low = make.drop_last_dim(low);
            Some(make.cast::<K>(low, to))
        });
    }
    if from.element_type_or_self(cx) != Type::INDEX {
        return None;
    }
    replace(rw, op, to, |make, ty| {
        let narrow = cx.integer(width(make.rw, ty)?, Signedness::Signless);
        let narrow = to.with_element(cx, narrow).unwrap_or(narrow);
        let low = make.cast::<K>(value, narrow);
        Some(make.cast::<E>(low, to))
    })
}

/// Shifts of a half by its width or more are undefined: such amounts are handled separately, and the high
/// half of the amount is ignored.
pub(super) fn shift_left(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let [value, by] = pair(adaptor)?;
    replace(rw, op, result_type(rw, op), |make, ty| {
        let (half, bits) = (half_type(make.rw, ty), width(make.rw, ty)?);
        let [low, high] = make.both(value);
        let by = make.half(by, 0);
        let zero = make.number(half, 0)?;
        let bits = make.number(half, i64::from(bits))?;
        let is_far = make.compare(CmpIPredicate::Uge, by, bits);
        let shifted = make.binary::<ShLIOp>(low, by);
        let new_low = make.select(is_far, zero, shifted);
        let capped = make.select(is_far, bits, by);
        let rest = make.binary::<SubIOp>(bits, capped);
        let from_low = make.binary::<ShRUIOp>(low, rest);
        let beyond = make.binary::<SubIOp>(by, bits);
        let moved = make.binary::<ShLIOp>(low, beyond);
        let shifted = make.binary::<ShLIOp>(high, by);
        let stays = make.select(is_far, zero, shifted);
        let comes = make.select(is_far, moved, from_low);
        let comes = none_for_no_shift(make, [by, zero], comes);
        let new_high = make.binary::<OrIOp>(comes, stays);
        make.join(ty, [new_low, new_high])
    })
}

/// The bits that come from the other half. A shift by zero takes none; upstream's shifts that half by its width, which is
/// poison.
fn none_for_no_shift(make: &mut Halves<'_, '_>, [by, zero]: [Value; 2], comes: Value) -> Value {
    if make.rw.cx().matches_upstream() {
        return comes;
    }
    let is_none = make.compare(CmpIPredicate::Eq, by, zero);
    make.select(is_none, zero, comes)
}

pub(super) fn shift_right_unsigned(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let [value, by] = pair(adaptor)?;
    replace(rw, op, result_type(rw, op), |make, ty| {
        let (half, bits) = (half_type(make.rw, ty), width(make.rw, ty)?);
        let [low, high] = make.both(value);
        let by = make.half(by, 0);
        let zero = make.number(half, 0)?;
        let bits = make.number(half, i64::from(bits))?;
        let is_far = make.compare(CmpIPredicate::Uge, by, bits);
        let shifted = make.binary::<ShRUIOp>(low, by);
        let stays = make.select(is_far, zero, shifted);
        let shifted = make.binary::<ShRUIOp>(high, by);
        let new_high = make.select(is_far, zero, shifted);
        let capped = make.select(is_far, bits, by);
        let rest = make.binary::<SubIOp>(bits, capped);
        let from_high = make.binary::<ShLIOp>(high, rest);
        let beyond = make.binary::<SubIOp>(by, bits);
        let moved = make.binary::<ShRUIOp>(high, beyond);
        let comes = make.select(is_far, moved, from_high);
        let comes = none_for_no_shift(make, [by, zero], comes);
        let new_low = make.binary::<OrIOp>(stays, comes);
        make.join(ty, [new_low, new_high])
    })
}

/// The unsigned shift, with bits of the sign where it leaves zeros.
pub(super) fn shift_right_signed(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let ty = result_type(rw, op);
    let (a, b) = BinaryOpView(rw.op(op)).operands();
    let (old_value, old_by) = (a.id(), b.id());
    let [value, by] = pair(adaptor)?;
    replace(rw, op, ty, |make, wide| {
        let bits = 2 * i64::from(width(make.rw, wide)?);
        let high = make.half(value, 1);
        let by = make.half(by, 0);
        let half = make.ty(by);
        let zero = make.number(half, 0)?;
        let sign = make.compare(CmpIPredicate::Slt, high, zero);
        let sign = make.drop_last_dim(sign);
        let all_sign = make.cast::<ExtSIOp>(sign, ty);
        let bits = make.number(half, bits)?;
        let kept = make.binary::<SubIOp>(bits, by);
        let kept = make.drop_last_dim(kept);
        let kept = make.cast::<ExtUIOp>(kept, ty);
        let sign_bits = make.binary::<ShLIOp>(all_sign, kept);
        let shifted = make.binary::<ShRUIOp>(old_value, old_by);
        let signed = make.binary::<OrIOp>(shifted, sign_bits);
        let is_same = make.compare(CmpIPredicate::Eq, by, zero);
        let is_same = make.drop_last_dim(is_same);
        Some(make.select(is_same, old_value, signed))
    })
}

/// The magnitude as a float, with the sign; the new ops on wide integers are converted in turn.
pub(super) fn signed_to_float(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let (value, result) = (rw.op(op).single_operand(), result_type(rw, op));
    let (value, ty) = (value.id(), value.ty());
    replace(rw, op, ty, |make, _| {
        let zero = make.number(ty, 0)?;
        let is_negative = make.compare(CmpIPredicate::Slt, value, zero);
        let negated = make.binary::<SubIOp>(zero, value);
        let magnitude = make.select(is_negative, negated, value);
        let float = make.cast::<UIToFPOp>(magnitude, result);
        let negative = make.cast::<NegFOp>(float, result);
        Some(make.select(is_negative, negative, float))
    })
}

pub(super) fn unsigned_to_float(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let (ty, result) = (rw.op(op).single_operand().ty(), result_type(rw, op));
    let [value]: [Value; 1] = adaptor.flat().try_into().ok()?;
    replace(rw, op, ty, |make, wide| {
        let kind = result.element_type_or_self(make.rw.cx()).float_kind(make.rw.cx())?;
        let bits = width(make.rw, wide)?;
        let [low, high] = make.both(value);
        let low = make.drop_last_dim(low);
        let high = make.drop_last_dim(high);
        let narrow = make.ty(high);
        let zero = make.number(narrow, 0)?;
        let is_low = make.compare(CmpIPredicate::Eq, high, zero);
        let low = make.cast::<UIToFPOp>(low, result);
        let high = make.cast::<UIToFPOp>(high, result);
        let place = ApFloat::from_f64(kind, 2f64.powi(i32::try_from(bits).ok()?));
        let place = make.float(result, place)?;
        let high = make.binary::<MulFOp>(high, place);
        let sum = make.binary::<AddFOp>(low, high);
        Some(make.select(is_low, low, sum))
    })
}

pub(super) fn float_to_signed(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let ty = result_type(rw, op);
    let [value]: [Value; 1] = adaptor.flat().try_into().ok()?;
    replace(rw, op, ty, |make, _| {
        let (cx, float) = (make.rw.cx(), make.ty(value));
        let zero_float = make.constant(zero_attr(cx, float)?, float);
        let zero = make.number(ty, 0)?;
        let is_negative = make.compare_floats(CmpFPredicate::Olt, value, zero_float);
        let negated = make.cast::<NegFOp>(value, float);
        let magnitude = make.select(is_negative, negated, value);
        let integer = make.cast::<FPToUIOp>(magnitude, ty);
        let negative = make.binary::<SubIOp>(zero, integer);
        Some(make.select(is_negative, negative, integer))
    })
}

/// The quotient by the power of two that a high half counts, and the remainder.
pub(super) fn float_to_unsigned(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let ty = result_type(rw, op);
    let [value]: [Value; 1] = adaptor.flat().try_into().ok()?;
    replace(rw, op, ty, |make, wide| {
        let (cx, float, bits) = (make.rw.cx(), make.ty(value), width(make.rw, wide)?);
        let kind = float.element_type_or_self(cx).float_kind(cx)?;
        let narrow = cx.integer(bits, Signedness::Signless);
        let narrow = float.with_element(cx, narrow).unwrap_or(narrow);
        // If the power is not representable, all finite numbers of the format are less.
        let power = ApInt::from_i64(2 * bits, 1).shl_by(bits);
        let (power, status) = ApFloat::from_int(kind, &power, false, Rounding::TowardZero);
        let power = if status == Status::OK { power } else { ApFloat::infinity(kind, false) };
        let power = make.float(float, power)?;
        let quotient = make.binary::<DivFOp>(value, power);
        let high = make.cast::<FPToUIOp>(quotient, narrow);
        let rest = make.binary::<RemFOp>(value, power);
        let low = make.cast::<FPToUIOp>(rest, narrow);
        let high = make.append_dim(high);
        let low = make.append_dim(low);
        make.join(wide, [low, high])
    })
}
