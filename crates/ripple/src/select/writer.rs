//! Creates ops on vectors.

use terrace_dialects_llvm::ops::{AddOp, BitcastOp, CallIntrinsicOp, SubOp, XOrOp};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::{Loc, Rewriter, Signedness, Type, Value};

use crate::vectors::{lanes_of, number, part_of, scalar_width};

/// Creates ops on vectors at a location.
pub(super) trait VectorWriter<'r> {
    /// The rewriter and the location.
    fn place(&mut self) -> (&mut Rewriter<'r>, Loc);

    /// The body that is written.
    fn written(&self) -> &Rewriter<'r>;

    /// The type of a value.
    fn ty(&self, value: Value) -> Type {
        self.written().body().value_type(value)
    }

    /// The width of an element.
    fn width(&self, value: Value) -> u32 {
        let (cx, ty) = (self.written().cx(), self.ty(value));
        scalar_width(cx, ty.element_type(cx).unwrap_or(ty))
    }

    /// The number of elements; `None` for a number.
    fn count_of(&self, value: Value) -> Option<usize> {
        lanes_of(self.written().value(value))
    }

    /// The type of so many elements of so many bits.
    fn vector(&self, bits: u32, lanes: usize) -> Type {
        let cx = self.written().cx();
        vector_type(cx, cx.integer(bits, Signedness::Signless), lanes as i64, false)
    }

    /// A number in all elements.
    fn number(&mut self, value: i64, ty: Type) -> Value {
        let (rw, loc) = self.place();
        number(rw, value, ty, loc)
    }

    /// The parts of a vector, with so many elements each.
    fn parts(&mut self, vector: Value, lanes: usize) -> Vec<Value> {
        let count = self.count_of(vector).unwrap_or(lanes);
        let (rw, loc) = self.place();
        (0..count).step_by(lanes).map(|at| part_of(rw, vector, at..at + lanes, loc)).collect()
    }

    /// The sum of two vectors.
    fn add(&mut self, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        let (rw, loc) = self.place();
        rw.build_value(AddOp::of(a, b).loc(loc).res(ty))
    }

    /// The difference of two vectors.
    fn sub(&mut self, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        let (rw, loc) = self.place();
        rw.build_value(SubOp::of(a, b).loc(loc).res(ty))
    }

    /// The exclusive or of two vectors.
    fn xor(&mut self, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        let (rw, loc) = self.place();
        rw.build_value(XOrOp::of(a, b).loc(loc).res(ty))
    }

    /// The bits of a value as another type; those of a cast are of what was cast.
    fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        let from = self.written().value(value).defined_by::<BitcastOp>().map(|cast| cast.arg().id());
        let value = from.filter(|&from| self.ty(from) == ty).unwrap_or(value);
        if self.ty(value) == ty {
            return value;
        }
        let (rw, loc) = self.place();
        rw.build_value(BitcastOp::of(value).loc(loc).res(ty))
    }

    /// The result of an intrinsic.
    fn call(&mut self, intrinsic: &str, operands: &[Value], ty: Type) -> Value {
        let (rw, loc) = self.place();
        let call = CallIntrinsicOp::of().loc(loc).intrin(intrinsic).args(operands);
        let made = rw.build(call.op_bundle_operands(&[]).results(ty));
        rw.body().single_result(made)
    }
}
