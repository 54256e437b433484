//! `convert-complex-to-llvm`: complex numbers as structures of two numbers.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_core::complex::*;
use terrace_dialects_llvm::enums::FCmpPredicate;
use terrace_dialects_llvm::{intrinsics as intr, ops as llvm};
use terrace_ir::build::OperationState;
use terrace_ir::{Attr, Context, Op, OpKind, Signedness, Type, Value};
use terrace_support::apfloat::ApFloat;

use crate::one_to_one::fastmath_attr;
use terrace_llvm_common::build::Build;
use terrace_llvm_common::converter::LlvmTypeConverter;

/// The real and the imaginary part of a number.
type Parts = [Value; 2];

/// Computes parts from those of two numbers.
type Compute = fn(&mut Arithmetic<'_, '_, '_>, Parts, Parts) -> Parts;

/// Adds the patterns that turn ops of complex into ops of the dialect llvm.
pub fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    let types = &converter.types;
    add_binary::<AddOp>(cx, patterns, converter, "AddOpConversion", |a, x, y| {
        [a.add(x[0], y[0]), a.add(x[1], y[1])]
    });
    add_binary::<SubOp>(cx, patterns, converter, "SubOpConversion", |a, x, y| {
        [a.sub(x[0], y[0]), a.sub(x[1], y[1])]
    });
    add_binary::<MulOp>(cx, patterns, converter, "MulOpConversion", |a, x, y| {
        let (rr, ii) = (a.mul(y[0], x[0]), a.mul(y[1], x[1]));
        let real = a.sub(rr, ii);
        let (ir, ri) = (a.mul(x[1], y[0]), a.mul(x[0], y[1]));
        [real, a.add(ir, ri)]
    });
    let divide: Compute = if converter.options.improved_division { divide_by_smith } else { divide };
    add_binary::<DivOp>(cx, patterns, converter, "DivOpConversion", divide);
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<AbsOp>(cx, "AbsOpConversion", types, move |rw, op, adaptor| {
        let &[number] = adaptor.values(0) else { return None };
        let value = with_parts(rw, op.into(), &lower, [number], |a, [x]| {
            let (rr, ii) = (a.mul(x[0], x[0]), a.mul(x[1], x[1]));
            let sum = a.add(rr, ii);
            a.flags = None;
            a.unary::<intr::SqrtOp>(sum)
        });
        rw.replace_op(op, &[value]);
        Some(())
    });
    for (index, name) in ["ReOpConversion", "ImOpConversion"].into_iter().enumerate() {
        let lower = Arc::clone(converter);
        let part = move |rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor| {
            let &[number] = adaptor.values(0) else { return None };
            let loc = rw.body().loc(op);
            rw.set_insertion_point_before(op);
            let value = Build::new(rw, loc, lower.index).extract(number, &[index as i64]);
            rw.replace_op(op, &[value]);
            Some(())
        };
        match index {
            0 => patterns.add_with_type_converter::<ReOp>(cx, name, types, move |rw, op, adaptor| {
                part(rw, op.into(), adaptor)
            }),
            _ => patterns.add_with_type_converter::<ImOp>(cx, name, types, move |rw, op, adaptor| {
                part(rw, op.into(), adaptor)
            }),
        };
    }
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<CreateOp>(cx, "CreateOpConversion", types, move |rw, op, adaptor| {
        let (&[real], &[imaginary]) = (adaptor.values(0), adaptor.values(1)) else { return None };
        let ty = result_type(rw, op.into(), &lower)?;
        let loc = rw.body().loc(op);
        rw.set_insertion_point_before(op);
        let mut build = Build::new(rw, loc, lower.index);
        let empty = build.poison(ty);
        let value = combine(&mut build, empty, [real, imaginary]);
        rw.replace_op(op, &[value]);
        Some(())
    });
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<BitcastOp>(
        cx,
        "BitcastOpConversion",
        types,
        move |rw, op, adaptor| {
            let &[operand] = adaptor.values(0) else { return None };
            let view = BitcastOp::view_of(rw.op(op));
            let part = |ty: Type| element_of(rw.cx(), ty);
            let (from, to) = (part(view.operand().ty()), part(view.result().ty()));
            let (ty, loc) = (result_type(rw, op.into(), &lower)?, rw.body().loc(op));
            rw.set_insertion_point_before(op);
            let mut build = Build::new(rw, loc, lower.index);
            let value = match (from, to) {
                (Some(part), None) => join_bits(&mut build, operand, part, ty),
                (None, Some(part)) => split_bits(&mut build, operand, part, ty),
                _ => return None,
            };
            rw.replace_op(op, &[value]);
            Some(())
        },
    );
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<ConstantOp>(cx, "ConstantOpLowering", types, move |rw, op, _| {
        let ty = result_type(rw, op.into(), &lower)?;
        let (value, loc) = (ConstantOp::view_of(rw.op(op)).value_attr(), rw.body().loc(op));
        rw.set_insertion_point_before(op);
        let value = Build::new(rw, loc, lower.index).constant(value, ty);
        rw.replace_op(op, &[value]);
        Some(())
    });
}

/// The bits of both parts of a number as one value of a type, where those of the real part are the lower ones.
fn join_bits(build: &mut Build<'_, '_>, number: Value, part: Type, ty: Type) -> Value {
    let cx = build.cx();
    let width = part.bit_width(cx).expect("the parts of a complex number have a width");
    let (narrow, wide) =
        (cx.integer(width, Signedness::Signless), cx.integer(2 * width, Signedness::Signless));
    let [low, high] = [0, 1].map(|index| {
        let value = build.extract(number, &[index]);
        let bits = build.unary::<llvm::BitcastOp>(value, narrow);
        build.unary::<llvm::ZExtOp>(bits, wide)
    });
    let shift = build.integer(i64::from(width), wide);
    let high = build.binary::<llvm::ShlOp>(high, shift);
    let bits = build.binary::<llvm::OrOp>(low, high);
    if ty == wide { bits } else { build.unary::<llvm::BitcastOp>(bits, ty) }
}

/// The number whose parts are the lower and the upper bits of a value.
fn split_bits(build: &mut Build<'_, '_>, value: Value, part: Type, ty: Type) -> Value {
    let cx = build.cx();
    let width = part.bit_width(cx).expect("the parts of a complex number have a width");
    let (narrow, wide) =
        (cx.integer(width, Signedness::Signless), cx.integer(2 * width, Signedness::Signless));
    let is_integer = build.rw.body().value_type(value) == wide;
    let bits = if is_integer { value } else { build.unary::<llvm::BitcastOp>(value, wide) };
    let shift = build.integer(i64::from(width), wide);
    let upper = build.binary::<llvm::LShrOp>(bits, shift);
    let parts = [bits, upper].map(|bits| {
        let bits = build.unary::<llvm::TruncOp>(bits, narrow);
        build.unary::<llvm::BitcastOp>(bits, part)
    });
    let empty = build.poison(ty);
    combine(build, empty, parts)
}

fn result_type(rw: &ConversionRewriter<'_>, op: Op, converter: &LlvmTypeConverter) -> Option<Type> {
    converter.convert(rw.cx(), rw.op(op).results().next()?.ty())
}

/// Computes with numbers of one type and flags.
struct Arithmetic<'a, 'b, 'r> {
    build: &'a mut Build<'b, 'r>,
    flags: Option<Attr>,
    ty: Type,
}

impl Arithmetic<'_, '_, '_> {
    fn op<K: OpKind>(&mut self, lhs: Value, rhs: Value) -> Value {
        let state = OperationState::binary::<K>(lhs, rhs).with_attr("fastmathFlags", self.flags);
        self.build.rw.build_value(state.with_results(&[self.ty]).with_loc(self.build.loc))
    }

    fn unary<K: OpKind>(&mut self, value: Value) -> Value {
        let state = OperationState::unary::<K>(value).with_attr("fastmathFlags", self.flags);
        self.build.rw.build_value(state.with_results(&[self.ty]).with_loc(self.build.loc))
    }

    fn add(&mut self, lhs: Value, rhs: Value) -> Value {
        self.op::<llvm::FAddOp>(lhs, rhs)
    }

    fn sub(&mut self, lhs: Value, rhs: Value) -> Value {
        self.op::<llvm::FSubOp>(lhs, rhs)
    }

    fn mul(&mut self, lhs: Value, rhs: Value) -> Value {
        self.op::<llvm::FMulOp>(lhs, rhs)
    }

    fn div(&mut self, lhs: Value, rhs: Value) -> Value {
        self.op::<llvm::FDivOp>(lhs, rhs)
    }

    fn abs(&mut self, value: Value) -> Value {
        self.unary::<intr::FAbsOp>(value)
    }

    fn constant(&mut self, make: impl Fn(terrace_support::apfloat::FloatKind) -> ApFloat) -> Value {
        let cx = self.build.cx();
        let kind = self.ty.float_kind(cx).unwrap_or(terrace_support::apfloat::FloatKind::F64);
        let value = cx.float_attr(self.ty, make(kind));
        self.build.constant(value, self.ty)
    }

    fn compare(&mut self, predicate: FCmpPredicate, lhs: Value, rhs: Value) -> Value {
        let compare = llvm::FCmpOp::of(lhs, rhs).predicate(predicate).res(Type::I1);
        self.build.rw.build_value(compare.loc(self.build.loc))
    }

    fn both(&mut self, lhs: Value, rhs: Value) -> Value {
        self.build.binary::<llvm::AndOp>(lhs, rhs)
    }

    fn either(&mut self, lhs: Value, rhs: Value) -> Value {
        self.build.binary::<llvm::OrOp>(lhs, rhs)
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.build.rw.build_value(llvm::SelectOp::of(condition, yes, no).res(self.ty).loc(self.build.loc))
    }

    fn copy_sign(&mut self, value: Value, sign: Value) -> Value {
        self.build.rw.build_value(intr::CopySignOp::of(value, sign).res(self.ty).loc(self.build.loc))
    }
}

/// The number of parts.
fn combine(build: &mut Build<'_, '_>, empty: Value, parts: Parts) -> Value {
    let with_real = build.insert(empty, parts[0], &[0]);
    build.insert(with_real, parts[1], &[1])
}

/// Splits complex numbers and computes with their parts before an op.
fn with_parts<const N: usize, R>(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    converter: &LlvmTypeConverter,
    numbers: [Value; N],
    compute: impl FnOnce(&mut Arithmetic<'_, '_, '_>, [Parts; N]) -> R,
) -> R {
    let (loc, flags) = (rw.body().loc(op), fastmath_attr(rw.op(op)));
    rw.set_insertion_point_before(op);
    let mut build = Build::new(rw, loc, converter.index);
    let parts = numbers.map(|number| [build.extract(number, &[0]), build.extract(number, &[1])]);
    let ty = parts.first().map_or(Type::F32, |parts| build.rw.body().value_type(parts[0]));
    compute(&mut Arithmetic { build: &mut build, flags, ty }, parts)
}

fn add_binary<K: OpKind>(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
    name: &'static str,
    compute: Compute,
) {
    let lower = Arc::clone(converter);
    patterns.add_with_type_converter::<K>(cx, name, &converter.types, move |rw, op, adaptor| {
        let (&[lhs], &[rhs]) = (adaptor.values(0), adaptor.values(1)) else { return None };
        let ty = result_type(rw, op.into(), &lower)?;
        let value = with_parts(rw, op.into(), &lower, [lhs, rhs], |arithmetic, [x, y]| {
            let empty = arithmetic.build.poison(ty);
            let parts = compute(arithmetic, x, y);
            combine(arithmetic.build, empty, parts)
        });
        rw.replace_op(op, &[value]);
        Some(())
    });
}

/// The quotient as the definition has it.
fn divide(a: &mut Arithmetic<'_, '_, '_>, x: Parts, y: Parts) -> Parts {
    let (rr, ii) = (a.mul(y[0], y[0]), a.mul(y[1], y[1]));
    let square = a.add(rr, ii);
    let (rr, ii) = (a.mul(x[0], y[0]), a.mul(x[1], y[1]));
    let real = a.add(rr, ii);
    let (ir, ri) = (a.mul(x[1], y[0]), a.mul(x[0], y[1]));
    let imaginary = a.sub(ir, ri);
    [a.div(real, square), a.div(imaginary, square)]
}

/// The quotient without intermediate overflow, after R. L. Smith, "Algorithm 116: Complex division"; NaN
/// results are corrected for zeros and infinities by annex G of the C standard.
fn divide_by_smith(a: &mut Arithmetic<'_, '_, '_>, x: Parts, y: Parts) -> Parts {
    use FCmpPredicate::{Oeq, Olt, One, Ord, Uno};
    // The imaginary part of the divisor is the larger one.
    let ratio = a.div(y[0], y[1]);
    let scaled = a.mul(ratio, y[0]);
    let divisor = a.add(y[1], scaled);
    let product = a.mul(x[0], ratio);
    let sum = a.add(product, x[1]);
    let real_of_imaginary = a.div(sum, divisor);
    let product = a.mul(x[1], ratio);
    let difference = a.sub(product, x[0]);
    let imaginary_of_imaginary = a.div(difference, divisor);
    // The real part is.
    let ratio = a.div(y[1], y[0]);
    let scaled = a.mul(ratio, y[1]);
    let divisor = a.add(y[0], scaled);
    let product = a.mul(x[1], ratio);
    let sum = a.add(x[0], product);
    let real_of_real = a.div(sum, divisor);
    let product = a.mul(x[0], ratio);
    let difference = a.sub(x[1], product);
    let imaginary_of_real = a.div(difference, divisor);
    // A divisor of zero.
    let zero = a.constant(|kind| ApFloat::zero(kind, false));
    let abs_y0 = a.abs(y[0]);
    let y0_is_zero = a.compare(Oeq, abs_y0, zero);
    let abs_y1 = a.abs(y[1]);
    let y1_is_zero = a.compare(Oeq, abs_y1, zero);
    let x0_is_number = a.compare(Ord, x[0], zero);
    let x1_is_number = a.compare(Ord, x[1], zero);
    let is_number = a.either(x0_is_number, x1_is_number);
    let is_zero = a.both(y0_is_zero, y1_is_zero);
    let by_zero = a.both(is_number, is_zero);
    let infinity = a.constant(|kind| ApFloat::infinity(kind, false));
    let signed = a.copy_sign(infinity, y[0]);
    let real_by_zero = a.mul(signed, x[0]);
    let imaginary_by_zero = a.mul(signed, x[1]);
    // An infinite dividend and a finite divisor.
    let y0_is_finite = a.compare(One, abs_y0, infinity);
    let y1_is_finite = a.compare(One, abs_y1, infinity);
    let y_is_finite = a.both(y0_is_finite, y1_is_finite);
    let abs_x0 = a.abs(x[0]);
    let x0_is_infinite = a.compare(Oeq, abs_x0, infinity);
    let abs_x1 = a.abs(x[1]);
    let x1_is_infinite = a.compare(Oeq, abs_x1, infinity);
    let x_is_infinite = a.either(x0_is_infinite, x1_is_infinite);
    let of_infinity = a.both(x_is_infinite, y_is_finite);
    let one = a.constant(|kind| ApFloat::from_f64(kind, 1.0));
    let unit = a.select(x0_is_infinite, one, zero);
    let x0_unit = a.copy_sign(unit, x[0]);
    let unit = a.select(x1_is_infinite, one, zero);
    let x1_unit = a.copy_sign(unit, x[1]);
    let (first, second) = (a.mul(x0_unit, y[0]), a.mul(x1_unit, y[1]));
    let sum = a.add(first, second);
    let real_of_infinity = a.mul(infinity, sum);
    let (first, second) = (a.mul(x0_unit, y[1]), a.mul(x1_unit, y[0]));
    let difference = a.sub(second, first);
    let imaginary_of_infinity = a.mul(infinity, difference);
    // A finite dividend and an infinite divisor.
    let x0_is_finite = a.compare(One, abs_x0, infinity);
    let x1_is_finite = a.compare(One, abs_x1, infinity);
    let x_is_finite = a.both(x0_is_finite, x1_is_finite);
    let y0_is_infinite = a.compare(Oeq, abs_y0, infinity);
    let y1_is_infinite = a.compare(Oeq, abs_y1, infinity);
    let y_is_infinite = a.either(y0_is_infinite, y1_is_infinite);
    let by_infinity = a.both(x_is_finite, y_is_infinite);
    let unit = a.select(y0_is_infinite, one, zero);
    let y0_unit = a.copy_sign(unit, y[0]);
    let unit = a.select(y1_is_infinite, one, zero);
    let y1_unit = a.copy_sign(unit, y[1]);
    let (first, second) = (a.mul(x[0], y0_unit), a.mul(x[1], y1_unit));
    let sum = a.add(first, second);
    let real_by_infinity = a.mul(zero, sum);
    let (first, second) = (a.mul(x[1], y0_unit), a.mul(x[0], y1_unit));
    let difference = a.sub(first, second);
    let imaginary_by_infinity = a.mul(zero, difference);
    // The selection between both.
    let imaginary_is_larger = a.compare(Olt, abs_y0, abs_y1);
    let real = a.select(imaginary_is_larger, real_of_imaginary, real_of_real);
    let imaginary = a.select(imaginary_is_larger, imaginary_of_imaginary, imaginary_of_real);
    let special_real = a.select(by_infinity, real_by_infinity, real);
    let special_imaginary = a.select(by_infinity, imaginary_by_infinity, imaginary);
    let special_real = a.select(of_infinity, real_of_infinity, special_real);
    let special_imaginary = a.select(of_infinity, imaginary_of_infinity, special_imaginary);
    let special_real = a.select(by_zero, real_by_zero, special_real);
    let special_imaginary = a.select(by_zero, imaginary_by_zero, special_imaginary);
    let real_is_nan = a.compare(Uno, real, zero);
    let imaginary_is_nan = a.compare(Uno, imaginary, zero);
    let is_nan = a.both(real_is_nan, imaginary_is_nan);
    [a.select(is_nan, special_real, real), a.select(is_nan, special_imaginary, imaginary)]
}
