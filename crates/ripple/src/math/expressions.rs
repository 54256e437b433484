//! Arithmetic on vectors as expressions: each operator of a [`Num`] becomes an op of the dialect llvm.
//!
//! Operators select the op by the element type: `a + b` is `llvm.fadd` for floats, `llvm.add` for integers. A literal
//! is a splat of the type of the operand before it. Operands are emitted from left to right.

use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

use terrace_dialects_llvm::enums::{FCmpPredicate, ICmpPredicate};
use terrace_dialects_llvm::intrinsics::{CopySignOp, FAbsOp, FMAOp, SqrtOp, VectorReduceOrOp};
use terrace_dialects_llvm::ops::{
    AShrOp, AddOp, AndOp, BitcastOp, BrOp, CallIntrinsicOp, CondBrOp, ConstantOp, ExtractElementOp, FAddOp,
    FCmpOp, FDivOp, FMulOp, FNegOp, FPExtOp, FPToSIOp, FPTruncOp, FSubOp, FreezeOp, ICmpOp, InsertElementOp,
    LShrOp, MulOp, OrOp, SIToFPOp, SelectOp, ShlOp, SubOp, TruncOp, XOrOp, ZExtOp,
};
use terrace_ir::build::{NewOp, OperationState};
use terrace_ir::elements::Numbers;
use terrace_ir::{Block, Context, Loc, OpKind, Region, Rewriter, Signedness, Type, Value};
use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_support::apint::ApInt;
use terrace_target::x86::scale_by_power;

use super::MathTarget;
use crate::vectors::scalar_width;

/// Creates the ops of one function, at the end of its last block.
pub(super) struct Builder<'b, 'r> {
    rw: RefCell<&'b mut Rewriter<'r>>,
    loc: Loc,
    region: Region,
    target: MathTarget,
}

/// An object-safe view of a builder, independent of its lifetimes.
trait Emit {
    fn with(&self, create: &mut dyn FnMut(&mut Rewriter<'_>, Loc) -> Value) -> Value;
    fn type_of(&self, value: Value) -> Type;
    fn with_element(&self, ty: Type, element: &dyn Fn(&Context) -> Type) -> Type;
    fn float_kind(&self, ty: Type) -> Option<FloatKind>;
    fn width(&self, ty: Type) -> u32;
    fn lanes(&self, ty: Type) -> i64;
    fn target(&self) -> MathTarget;
    fn block(&self) -> Block;
    fn enter(&self, block: Block);
}

impl Emit for Builder<'_, '_> {
    fn with(&self, create: &mut dyn FnMut(&mut Rewriter<'_>, Loc) -> Value) -> Value {
        create(&mut self.rw.borrow_mut(), self.loc)
    }

    fn type_of(&self, value: Value) -> Type {
        self.rw.borrow().body().value_type(value)
    }

    fn with_element(&self, ty: Type, element: &dyn Fn(&Context) -> Type) -> Type {
        let cx = self.rw.borrow().cx();
        let element = element(cx);
        ty.with_element(cx, element).unwrap_or(element)
    }

    fn float_kind(&self, ty: Type) -> Option<FloatKind> {
        let cx = self.rw.borrow().cx();
        ty.element_type_or_self(cx).float_kind(cx)
    }

    fn width(&self, ty: Type) -> u32 {
        let cx = self.rw.borrow().cx();
        scalar_width(cx, ty.element_type_or_self(cx))
    }

    fn lanes(&self, ty: Type) -> i64 {
        let shape = ty.shape(self.rw.borrow().cx());
        shape.and_then(|shape| shape.first().copied()).unwrap_or(1)
    }

    fn target(&self) -> MathTarget {
        self.target
    }

    fn block(&self) -> Block {
        self.rw.borrow_mut().create_block(self.region, &[])
    }

    fn enter(&self, block: Block) {
        self.rw.borrow_mut().set_insertion_point_to_end(block);
    }
}

impl<'b, 'r> Builder<'b, 'r> {
    /// A builder at the insertion point of a rewriter, the end of a function's last block.
    pub(super) fn new(rw: &'b mut Rewriter<'r>, loc: Loc, region: Region, target: MathTarget) -> Self {
        Self { rw: RefCell::new(rw), loc, region, target }
    }

    /// A value as a number of expressions.
    pub(super) fn num(&self, value: Value) -> Num<'_> {
        Num { emit: self, value }
    }
}

/// A vector in expressions.
#[derive(Clone, Copy)]
pub(super) struct Num<'e> {
    emit: &'e dyn Emit,
    value: Value,
}

/// A second operand of an op on numbers: another number, or a literal for all elements.
pub(super) trait Operand<'e> {
    /// The operand as a number of a type.
    fn like(self, other: Num<'e>) -> Num<'e>;
}

impl<'e> Operand<'e> for Num<'e> {
    fn like(self, _other: Num<'e>) -> Num<'e> {
        self
    }
}

impl<'e> Operand<'e> for f64 {
    fn like(self, other: Num<'e>) -> Num<'e> {
        other.float(self)
    }
}

impl<'e> Operand<'e> for i64 {
    fn like(self, other: Num<'e>) -> Num<'e> {
        other.int(self)
    }
}

impl<'e> Num<'e> {
    /// The value.
    pub(super) fn value(self) -> Value {
        self.value
    }

    fn ty(self) -> Type {
        self.emit.type_of(self.value)
    }

    fn next(self, value: Value) -> Self {
        Num { emit: self.emit, value }
    }

    fn build(self, op: impl NewOp<'e>) -> Self {
        let mut op = Some(op.state());
        self.next(self.emit.with(&mut |rw, loc| {
            let Some(op) = op.take() else { unreachable!("an emitter creates an op once") };
            rw.build_value(op.with_loc(loc))
        }))
    }

    /// An op on this number.
    fn unary<K: OpKind>(self, ty: Type) -> Self {
        self.build(OperationState::unary::<K>(self.value).with_results(&[ty]))
    }

    /// An op on two numbers of one type.
    fn binary<K: OpKind>(self, other: Num<'e>) -> Self {
        self.build(OperationState::binary::<K>(self.value, other.value).with_results(&[self.ty()]))
    }

    /// A floating-point constant of this number's type.
    pub(super) fn float(self, value: f64) -> Self {
        let (ty, kind) = (self.ty(), self.emit.float_kind(self.ty()).unwrap_or(FloatKind::F64));
        self.next(self.emit.with(&mut |rw, loc| {
            let number = Numbers::Splat(ApFloat::from_f64(kind, value)).to_attr(rw.cx(), ty);
            let number = number.unwrap_or_else(|| panic!("{} has no floats", rw.cx().type_text(ty)));
            rw.build_value(ConstantOp::of().loc(loc).value_attr(number).res(ty))
        }))
    }

    /// An integer constant of this number's type.
    pub(super) fn int(self, value: i64) -> Self {
        let (ty, width) = (self.ty(), self.emit.width(self.ty()));
        self.next(self.emit.with(&mut |rw, loc| {
            let number = Numbers::Splat(ApInt::from_i64(width, value)).to_attr(rw.cx(), ty);
            let number = number.unwrap_or_else(|| panic!("{} has no integers", rw.cx().type_text(ty)));
            rw.build_value(ConstantOp::of().loc(loc).value_attr(number).res(ty))
        }))
    }

    fn is_float(self) -> bool {
        self.emit.float_kind(self.ty()).is_some()
    }

    /// Whether the elements are floats of double precision.
    pub(super) fn is_double(self) -> bool {
        self.emit.float_kind(self.ty()) == Some(FloatKind::F64)
    }

    /// Whether the target multiplies and adds with one rounding.
    pub(super) fn is_fused(self) -> bool {
        self.emit.target().fused
    }

    fn operator<F: OpKind, I: OpKind>(self, other: Num<'e>) -> Self {
        if self.is_float() { self.binary::<F>(other) } else { self.binary::<I>(other) }
    }

    /// This number times a factor plus an addend, fused if the target has an instruction for it.
    pub(super) fn mul_add(self, factor: impl Operand<'e>, addend: impl Operand<'e>) -> Self {
        let (factor, addend) = (factor.like(self), addend.like(self));
        match self.emit.target().fused {
            true => self.build(FMAOp::of(self.value, factor.value, addend.value).res(self.ty())),
            false => self * factor + addend,
        }
    }

    /// The polynomial with these coefficients, the lowest power first.
    pub(super) fn polynomial(self, coefficients: &[f64]) -> Self {
        let Some((&last, rest)) = coefficients.split_last() else { return self.float(0.0) };
        let last = self.float(last);
        rest.iter().rev().fold(last, |sum, &coefficient| sum.mul_add(self, coefficient))
    }

    /// The magnitude.
    pub(super) fn abs(self) -> Self {
        self.unary::<FAbsOp>(self.ty())
    }

    /// The square root, correctly rounded.
    pub(super) fn sqrt(self) -> Self {
        self.unary::<SqrtOp>(self.ty())
    }

    /// This magnitude with the sign of another number.
    pub(super) fn copysign(self, sign: Num<'e>) -> Self {
        self.binary::<CopySignOp>(sign)
    }

    /// The bits of floats as integers of the same width.
    pub(super) fn bits(self) -> Self {
        let width = self.emit.width(self.ty());
        let ty = self.integers(width);
        self.unary::<BitcastOp>(ty)
    }

    /// Integers as the bits of floats of the same width.
    pub(super) fn as_float(self) -> Self {
        let kind = if self.emit.width(self.ty()) == 64 { FloatKind::F64 } else { FloatKind::F32 };
        let ty = self.floats(kind);
        self.unary::<BitcastOp>(ty)
    }

    fn integers(self, width: u32) -> Type {
        self.emit.with_element(self.ty(), &|cx| cx.integer(width, Signedness::Signless))
    }

    fn floats(self, kind: FloatKind) -> Type {
        self.emit.with_element(self.ty(), &|cx| cx.float(kind))
    }

    /// The number in double precision.
    pub(super) fn double(self) -> Self {
        let ty = self.floats(FloatKind::F64);
        if self.is_double() { self } else { self.unary::<FPExtOp>(ty) }
    }

    /// The number rounded to single precision.
    pub(super) fn single(self) -> Self {
        let ty = self.floats(FloatKind::F32);
        if self.is_double() { self.unary::<FPTruncOp>(ty) } else { self }
    }

    /// Converts integers of few bits to floats.
    pub(super) fn signed_to_float(self, kind: FloatKind) -> Self {
        let ty = self.floats(kind);
        self.unary::<SIToFPOp>(ty)
    }

    /// Converts floats to 32-bit integers, rounding towards zero.
    pub(super) fn to_i32(self) -> Self {
        let ty = self.integers(32);
        self.unary::<FPToSIOp>(ty)
    }

    /// Zero-extends 32-bit integers to 64 bits.
    pub(super) fn zero_extended(self) -> Self {
        let ty = self.integers(64);
        self.unary::<ZExtOp>(ty)
    }

    /// The lower 32 bits of integers.
    pub(super) fn lower_half(self) -> Self {
        let ty = self.integers(32);
        self.unary::<TruncOp>(ty)
    }

    /// A logical shift to the right.
    pub(super) fn shift_right_unsigned(self, bits: impl Operand<'e>) -> Self {
        let bits = bits.like(self);
        self.binary::<LShrOp>(bits)
    }

    /// The product with two to the power of an integer, rounded once, if the target has an instruction for it.
    pub(super) fn scaled(self, power: Num<'e>) -> Option<Self> {
        let ty = self.ty();
        let (width, lanes) = (self.emit.width(ty), self.emit.lanes(ty));
        if !self.emit.target().scales {
            return None;
        }
        let name = scale_by_power(width, lanes as usize);
        Some(self.next(self.emit.with(&mut |rw, loc| {
            let mask = rw.cx().integer(lanes.max(8) as u32, Signedness::Signless);
            let mut constant = |number: i64, ty: Type| {
                let attr = rw.cx().int_attr(ty, number);
                rw.build_value(ConstantOp::of().loc(loc).value_attr(attr).res(ty))
            };
            let mut args = vec![self.value, power.value, self.value, constant(-1, mask)];
            if i64::from(width) * lanes == 512 {
                // As the control register says.
                args.push(constant(4, Type::I32));
            }
            let call = CallIntrinsicOp::of().loc(loc).intrin(&name).args(&args);
            rw.build_value(call.op_bundle_operands(&[]).results(ty))
        })))
    }

    /// A unary intrinsic; scalarized for doubles.
    pub(super) fn each_element<K: OpKind>(self) -> Self {
        let ty = self.ty();
        let element = self.emit.with_element(Type::I1, &|cx| cx.float(FloatKind::F64));
        let element = if self.is_double() { element } else { return self.unary::<K>(ty) };
        let count = self.emit.lanes(ty);
        (0..count).fold(self, |whole, at| {
            self.next(self.emit.with(&mut |rw, loc| {
                let index = rw.cx().int_attr(Type::I64, at);
                let index = rw.build_value(ConstantOp::of().loc(loc).value_attr(index).res(Type::I64));
                let one = ExtractElementOp::of(self.value, index).loc(loc);
                let one = rw.build_value(one.res(element));
                let one =
                    rw.build_value(OperationState::unary::<K>(one).with_results(&[element]).with_loc(loc));
                rw.build_value(InsertElementOp::of(whole.value, one, index).res(ty).loc(loc))
            }))
        })
    }

    /// Freezes the number, so that branches may depend on it.
    pub(super) fn freeze(self) -> Self {
        self.unary::<FreezeOp>(self.ty())
    }

    fn compare(self, other: Num<'e>, float: FCmpPredicate, int: ICmpPredicate) -> Self {
        let (is_float, bits) = (self.is_float(), self.integers(1));
        self.next(self.emit.with(&mut |rw, loc| match is_float {
            true => rw.build_value(FCmpOp::of(self.value, other.value).predicate(float).res(bits).loc(loc)),
            false => rw.build_value(ICmpOp::of(self.value, other.value).predicate(int).res(bits).loc(loc)),
        }))
    }

    /// An ordered less-than comparison; false if one is a NaN.
    pub(super) fn lt(self, other: impl Operand<'e>) -> Self {
        self.compare(other.like(self), FCmpPredicate::Olt, ICmpPredicate::Slt)
    }

    /// An ordered greater-than comparison; false if one is a NaN.
    pub(super) fn gt(self, other: impl Operand<'e>) -> Self {
        self.compare(other.like(self), FCmpPredicate::Ogt, ICmpPredicate::Sgt)
    }

    /// An ordered equality comparison; false if one is a NaN.
    pub(super) fn equals(self, other: impl Operand<'e>) -> Self {
        self.compare(other.like(self), FCmpPredicate::Oeq, ICmpPredicate::Eq)
    }

    /// An unordered comparison: true if one of both is a NaN.
    pub(super) fn unordered(self, other: Num<'e>) -> Self {
        self.compare(other, FCmpPredicate::Uno, ICmpPredicate::Ne)
    }

    /// Selects the first number where this condition is true, the second elsewhere.
    pub(super) fn select(self, yes: Num<'e>, no: impl Operand<'e>) -> Self {
        let no = no.like(yes);
        self.build(SelectOp::of(self.value, yes.value, no.value).res(yes.ty()))
    }

    /// Selects another number where a condition is true, this one elsewhere.
    pub(super) fn unless(self, condition: Num<'e>, other: impl Operand<'e>) -> Self {
        let other = other.like(self);
        self.build(SelectOp::of(condition.value, other.value, self.value).res(self.ty()))
    }

    /// Clamps the number to bounds; a NaN is kept.
    pub(super) fn clamp(self, low: f64, high: f64) -> Self {
        let number = self.unless(self.lt(low), low);
        number.unless(number.gt(high), high)
    }

    /// Replaces this number in lanes where a condition is true, by a value that is computed in a branch if there are
    /// any.
    pub(super) fn rarely(self, condition: Num<'e>, compute: impl FnOnce() -> Num<'e>) -> Self {
        let (rare, after) = (self.emit.block(), self.emit.block());
        let ty = self.ty();
        let any = condition.unary::<VectorReduceOrOp>(Type::I1);
        let mut result = self.value;
        self.emit.with(&mut |rw, loc| {
            result = rw.add_argument(after, ty, loc);
            let branch =
                CondBrOp::of(any.value).loc(loc).true_dest_operands(&[]).false_dest_operands(&[self.value]);
            rw.build(branch.true_dest(rare).false_dest(after));
            result
        });
        self.emit.enter(rare);
        let computed = condition.select(compute(), self);
        self.emit.with(&mut |rw, loc| {
            rw.build(BrOp::of(&[computed.value]).loc(loc).dest(after));
            result
        });
        self.emit.enter(after);
        self.next(result)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident = $float:ident, $int:ident;)*) => {$(
        impl<'e, T: Operand<'e>> $trait<T> for Num<'e> {
            type Output = Num<'e>;
            fn $method(self, other: T) -> Num<'e> {
                self.operator::<$float, $int>(other.like(self))
            }
        }
    )*};
}

operators! {
    Add add = FAddOp, AddOp;
    Sub sub = FSubOp, SubOp;
    Mul mul = FMulOp, MulOp;
}

impl<'e, T: Operand<'e>> Div<T> for Num<'e> {
    type Output = Num<'e>;
    fn div(self, other: T) -> Num<'e> {
        let other = other.like(self);
        self.binary::<FDivOp>(other)
    }
}

macro_rules! bit_operators {
    ($($trait:ident $method:ident = $op:ident;)*) => {$(
        impl<'e, T: Operand<'e>> $trait<T> for Num<'e> {
            type Output = Num<'e>;
            fn $method(self, other: T) -> Num<'e> {
                let other = other.like(self);
                self.binary::<$op>(other)
            }
        }
    )*};
}

bit_operators! {
    BitAnd bitand = AndOp;
    BitOr bitor = OrOp;
    BitXor bitxor = XOrOp;
    Shl shl = ShlOp;
    Shr shr = AShrOp;
}

impl<'e> Neg for Num<'e> {
    type Output = Num<'e>;
    fn neg(self) -> Num<'e> {
        self.unary::<FNegOp>(self.ty())
    }
}

impl<'e> Not for Num<'e> {
    type Output = Num<'e>;
    fn not(self) -> Num<'e> {
        self ^ -1
    }
}
