//! Conversions to bfloat.

use terrace_dialects_llvm::enums::FCmpPredicate;
use terrace_dialects_llvm::intrinsics::FAbsOp;
use terrace_dialects_llvm::ops::{
    AddOp, AndOp, FCmpOp, FPExtOp, FPTruncOp, LShrOp, OrOp, ShlOp, SubOp, TruncOp, ZExtOp,
};
use terrace_ir::{Type, Value};
use terrace_support::apfloat::FloatKind;
use terrace_target::{Bfloat, Quirk};

use super::emit::Emitter;
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Numbers of a narrower format in a wider one. Bfloat numbers are the upper halves of `float`: written so where
    /// LLVM would go back to comparing bfloat numbers, and cannot ([`Quirk::BfloatComparison`]).
    pub(crate) fn extended(&mut self, value: Value, shape: Shape, result: Type) -> Value {
        let is_bfloat = self.element(self.type_of(value)).float_kind(self.cx()) == Some(FloatKind::BF16);
        if !is_bfloat || !self.target.has_quirk(Quirk::BfloatComparison) || shape.is_scalar() {
            return self.unary::<FPExtOp>(value, result);
        }
        let (narrow, wide) = (self.integer_type(16), self.integer_type(32));
        let (halves, bits) = (self.shaped(narrow, shape), self.shaped(wide, shape));
        let floats = self.shaped(Type::F32, shape);
        let taken = self.bitcast(value, halves);
        let taken = self.unary::<ZExtOp>(taken, bits);
        let sixteen = self.integer(16, bits);
        let upper = self.binary::<ShlOp>(taken, sixteen);
        let value = self.bitcast(upper, floats);
        if result == floats { value } else { self.unary::<FPExtOp>(value, result) }
    }

    /// Numbers rounded to the closest bfloat, to even ones where two are as close; NaNs stay, and become quiet. Back
    /// ends without such an instruction call a function for each element, which not every run-time library has.
    pub(crate) fn narrow_to_bfloat(&mut self, value: Value, shape: Shape, result: Type) -> Value {
        let (float, wide, narrow) =
            (self.cx().float(FloatKind::F32), self.integer_type(32), self.integer_type(16));
        let (floats, bits, halves) =
            (self.shaped(float, shape), self.shaped(wide, shape), self.shaped(narrow, shape));
        let value = if self.type_of(value) == floats { value } else { self.rounded_to_odd(value, shape) };
        if self.target.bfloat() != Bfloat::Absent {
            return self.converted_to_bfloat(value, shape, result);
        }
        let taken = self.bitcast(value, bits);
        let (sixteen, one, half, quiet) = (
            self.integer(16, bits),
            self.integer(1, bits),
            self.integer(0x7FFF, bits),
            self.integer(0x40, bits),
        );
        let upper = self.binary::<LShrOp>(taken, sixteen);
        let odd = self.binary::<AndOp>(upper, one);
        let added = self.binary::<AddOp>(taken, half);
        let added = self.binary::<AddOp>(added, odd);
        let rounded = self.binary::<LShrOp>(added, sixteen);
        let nan = self.binary::<OrOp>(upper, quiet);
        let unordered = self.compare_floats(FCmpPredicate::Uno, value, value, shape);
        let chosen = self.select(unordered, nan, rounded);
        let short = self.unary::<TruncOp>(chosen, halves);
        self.bitcast(short, result)
    }

    /// Numbers converted by the target's instruction, which are filled up to a power of two where LLVM converts others
    /// through memory ([`Quirk::OddBfloatConversion`]).
    fn converted_to_bfloat(&mut self, value: Value, shape: Shape, result: Type) -> Value {
        let count = shape.elements();
        if shape.is_scalar() || count.is_power_of_two() || !self.target.has_quirk(Quirk::OddBfloatConversion)
        {
            return self.unary::<FPTruncOp>(value, result);
        }
        let (floats, whole) = (self.type_of(value), count.next_power_of_two());
        let poison = self.poison(floats);
        let filled: Vec<i32> = (0..whole).map(|at| if at < count { at as i32 } else { -1 }).collect();
        let filled = self.shuffle([value, poison], &filled);
        let (bfloat, bits) = (self.cx().float(FloatKind::BF16), self.integer_type(16));
        let (narrow, held) = (self.vector(bfloat, whole), self.vector(bits, whole));
        let narrow = self.unary::<FPTruncOp>(filled, narrow);
        let held = self.bitcast(narrow, held);
        let poison = self.poison(self.type_of(held));
        let kept: Vec<i32> = (0..count).map(|at| at as i32).collect();
        let kept = self.shuffle([held, poison], &kept);
        self.bitcast(kept, result)
    }

    /// Numbers of double precision as `float`, so that rounding once more is as if there had been one rounding: those
    /// that are between two get the one with an odd last bit.
    fn rounded_to_odd(&mut self, value: Value, shape: Shape) -> Value {
        let (floats, doubles) = (self.shaped(Type::F32, shape), self.type_of(value));
        let wide = self.integer_type(32);
        let bits = self.shaped(wide, shape);
        let rounded = self.unary::<FPTruncOp>(value, floats);
        let back = self.unary::<FPExtOp>(rounded, doubles);
        let is_inexact = self.compare_floats(FCmpPredicate::One, back, value, shape);
        let (size, other) = (self.unary::<FAbsOp>(back, doubles), self.unary::<FAbsOp>(value, doubles));
        let is_larger = self.compare_floats(FCmpPredicate::Ogt, size, other, shape);
        let taken = self.bitcast(rounded, bits);
        let one = self.integer(1, bits);
        let below = self.binary::<SubOp>(taken, one);
        let towards_zero = self.select(is_larger, below, taken);
        let odd = self.binary::<OrOp>(towards_zero, one);
        let chosen = self.select(is_inexact, odd, taken);
        self.bitcast(chosen, floats)
    }

    fn compare_floats(&mut self, predicate: FCmpPredicate, lhs: Value, rhs: Value, shape: Shape) -> Value {
        let bit = self.bool_type();
        let result = self.shaped(bit, shape);
        let op = FCmpOp::of(lhs, rhs).loc(self.loc).predicate(predicate).res(result);
        self.rw.build_value(op)
    }
}
