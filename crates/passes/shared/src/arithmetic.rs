//! Creation of arithmetic at the insertion point of a rewriter.

use terrace_dialects_core::arith::{
    self, CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, ConstantOp, IntegerOverflowFlags, SelectOp,
};
use terrace_dialects_vector::elements::splat_of;
use terrace_ir::build::OperationState;
use terrace_ir::{Attr, Context, Loc, OpKind, Rewriter, Type, TypeData, Value};
use terrace_support::apfloat::ApFloat;

/// The zero of an integer, `index`, floating-point or complex type, or of a vector or tensor of those; `None` for another type.
pub fn zero_attr(cx: &Context, ty: Type) -> Option<Attr> {
    match ty.data(cx) {
        TypeData::Complex(element) => {
            let zero = zero_attr(cx, *element)?;
            Some(cx.array_attr(&[zero, zero]))
        }
        TypeData::Integer { .. } | TypeData::Index => Some(cx.int_attr(ty, 0)),
        TypeData::Vector { element, .. } | TypeData::RankedTensor { element, .. } => {
            splat_of(cx, zero_attr(cx, *element)?, ty)
        }
        _ => ty.float_kind(cx).map(|kind| cx.float_attr(ty, ApFloat::zero(kind, false))),
    }
}

/// Creates ops at the insertion point, all with one location.
pub struct Arith<'b, 'r> {
    /// The rewriter.
    pub rw: &'b mut Rewriter<'r>,
    /// The location of the created ops.
    pub loc: Loc,
}

impl<'b, 'r> Arith<'b, 'r> {
    /// Creates ops at `loc`.
    pub fn new(rw: &'b mut Rewriter<'r>, loc: Loc) -> Self {
        Self { rw, loc }
    }

    /// A constant of type `index`.
    pub fn index(&mut self, number: i64) -> Value {
        let attr = self.rw.cx().int_attr(Type::INDEX, number);
        self.constant(attr, Type::INDEX)
    }

    /// A constant of an integer type.
    pub fn int(&mut self, number: i64, ty: Type) -> Value {
        let attr = self.rw.cx().int_attr(ty, number);
        self.constant(attr, ty)
    }

    /// A constant.
    pub fn constant(&mut self, attr: Attr, ty: Type) -> Value {
        self.rw.build_value(ConstantOp::of().value_attr(attr).result(ty).loc(self.loc))
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.rw.body().value_type(value)
    }

    /// An op on two operands with a result of their type.
    pub fn binary<K: OpKind>(&mut self, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.rw.build_value(OperationState::binary::<K>(a, b).with_results(&[ty]).with_loc(self.loc))
    }

    /// An op on two integers with these flags about overflow.
    pub fn flagged<K: OpKind>(&mut self, a: Value, b: Value, flags: IntegerOverflowFlags) -> Value {
        let (ty, flags) = (self.ty(a), flags.attr(self.rw.cx()));
        let state = OperationState::binary::<K>(a, b).with_attr("overflowFlags", flags);
        self.rw.build_value(state.with_results(&[ty]).with_loc(self.loc))
    }

    /// An op on two floats with these flags, if there are some.
    pub fn binary_float<K: OpKind>(&mut self, a: Value, b: Value, flags: Option<Attr>) -> Value {
        let ty = self.ty(a);
        let state = OperationState::binary::<K>(a, b).with_attr("fastmath", flags);
        self.rw.build_value(state.with_results(&[ty]).with_loc(self.loc))
    }

    /// A conversion to another type.
    pub fn cast<K: OpKind>(&mut self, value: Value, ty: Type) -> Value {
        self.rw.build_value(OperationState::unary::<K>(value).with_results(&[ty]).with_loc(self.loc))
    }

    /// A conversion to another type, unless the value is of that type.
    pub fn resize<K: OpKind>(&mut self, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty { value } else { self.cast::<K>(value, ty) }
    }

    /// [`Arith::resize`] by a conversion that may fold.
    pub fn resize_or_fold<K: OpKind>(&mut self, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty {
            return value;
        }
        let state = OperationState::unary::<K>(value).with_results(&[ty]).with_loc(self.loc);
        self.rw.build_or_fold_value(state)
    }

    /// The sum.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        self.binary::<arith::AddIOp>(a, b)
    }

    /// The difference.
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        self.binary::<arith::SubIOp>(a, b)
    }

    /// The product.
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        self.binary::<arith::MulIOp>(a, b)
    }

    /// A comparison of integers.
    pub fn compare(&mut self, predicate: CmpIPredicate, a: Value, b: Value) -> Value {
        let ty = self.ty(a).i1_same_shape(self.rw.cx());
        self.rw.build_value(CmpIOp::of(a, b).predicate(predicate).result(ty).loc(self.loc))
    }

    /// A comparison of floats.
    pub fn compare_floats(&mut self, predicate: CmpFPredicate, a: Value, b: Value) -> Value {
        let ty = self.ty(a).i1_same_shape(self.rw.cx());
        self.rw.build_value(CmpFOp::of(a, b).predicate(predicate).result(ty).loc(self.loc))
    }

    /// One of two values of the same type.
    pub fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.ty(yes);
        self.rw.build_value(SelectOp::of(condition, yes, no).result(ty).loc(self.loc))
    }
}
