//! Conversions to bfloat for targets that lack them.

use terrace_dialects_llvm::enums::FCmpPredicate;
use terrace_dialects_llvm::ops::{AddOp, AndOp, FCmpOp, FPTruncOp, LShrOp, OrOp, TruncOp};
use terrace_ir::{Type, Value};
use terrace_support::apfloat::FloatKind;

use super::emit::Emitter;
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Numbers rounded to the closest bfloat, to even ones where two are as close; NaNs stay, and become quiet. Back ends
    /// without such an instruction call a function for each element, which not every run-time library has.
    pub(super) fn narrow_to_bfloat(&mut self, value: Value, shape: Shape, result: Type) -> Value {
        let (float, wide, narrow) =
            (self.cx().float(FloatKind::F32), self.integer_type(32), self.integer_type(16));
        let (floats, bits, halves) =
            (self.shaped(float, shape), self.shaped(wide, shape), self.shaped(narrow, shape));
        let value =
            if self.type_of(value) == floats { value } else { self.unary::<FPTruncOp>(value, floats) };
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
        let unordered = self.rw.build_value(
            FCmpOp::builder(self.cx(), self.loc).predicate(FCmpPredicate::Uno).lhs(value).rhs(value).res({
                let bit = self.bool_type();
                self.shaped(bit, shape)
            }),
        );
        let chosen = self.select(unordered, nan, rounded);
        let short = self.unary::<TruncOp>(chosen, halves);
        self.bitcast(short, result)
    }
}
