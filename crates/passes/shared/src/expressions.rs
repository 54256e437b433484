//! Arithmetic as expressions: an [`Emitter`] creates an op for each operator of a [`Num`], at the insertion point of a rewriter.
//!
//! Operators choose the op by the element type: `a + b` is `arith.addf` for floats, `arith.addi` for the rest. Operands are
//! evaluated from the left, so that the order of ops is that of the expression.

use std::cell::{Cell, RefCell};
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Shl, Sub};

use terrace_dialects_builtin::fold::int_attr;
use terrace_dialects_core::arith::{
    self, CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, ConstantOp, FastMathFlags, SelectOp,
};
use terrace_dialects_core::math;
use terrace_ir::build::OperationState;
use terrace_ir::elements::Numbers;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{Attr, Context, Loc, OpKind, Rewriter, Signedness, Type, TypeData, Value};
use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_support::apint::ApInt;

/// Creates ops at the insertion point of a rewriter, all with one location; those on floats with fast-math flags.
pub struct Emitter<'b, 'r> {
    rw: RefCell<&'b mut Rewriter<'r>>,
    loc: Loc,
    flags: Cell<FastMathFlags>,
}

/// The interface between a number and the emitter that creates its ops.
trait Emit {
    fn with(&self, create: &mut dyn FnMut(&mut Rewriter<'_>, Loc) -> Value) -> Value;
    fn flags(&self) -> &Cell<FastMathFlags>;
    fn type_of(&self, value: Value) -> Type;
    fn constant_of(&self, ty: Type, make: &dyn Fn(&Context, Type) -> Attr) -> Value;
    fn map_type(&self, ty: Type, map: &dyn Fn(&Context, Type) -> Type) -> Type;
}

impl Emit for Emitter<'_, '_> {
    fn with(&self, create: &mut dyn FnMut(&mut Rewriter<'_>, Loc) -> Value) -> Value {
        create(&mut self.rw.borrow_mut(), self.loc)
    }

    fn flags(&self) -> &Cell<FastMathFlags> {
        &self.flags
    }

    fn type_of(&self, value: Value) -> Type {
        self.rw.borrow().body().value_type(value)
    }

    fn constant_of(&self, ty: Type, make: &dyn Fn(&Context, Type) -> Attr) -> Value {
        let mut rw = self.rw.borrow_mut();
        let attr = make(rw.cx(), ty);
        rw.build_value(ConstantOp::of().value_attr(attr).result(ty).loc(self.loc))
    }

    fn map_type(&self, ty: Type, map: &dyn Fn(&Context, Type) -> Type) -> Type {
        map(self.rw.borrow().cx(), ty)
    }
}

impl<'b, 'r> Emitter<'b, 'r> {
    /// An emitter of ops at `loc`.
    pub fn new(rw: &'b mut Rewriter<'r>, loc: Loc, flags: FastMathFlags) -> Self {
        Self { rw: RefCell::new(rw), loc, flags: Cell::new(flags) }
    }

    /// A value as a number of expressions.
    pub fn num(&self, value: Value) -> Num<'_> {
        Num { emitter: self, value }
    }

    /// A floating-point constant of a type with elements of such numbers.
    pub fn float(&self, ty: Type, value: f64) -> Num<'_> {
        self.float_of(ty, |kind| ApFloat::from_f64(kind, value))
    }

    /// A floating-point constant of a type that is made for the format of its elements.
    pub fn float_of(&self, ty: Type, make: impl Fn(FloatKind) -> ApFloat) -> Num<'_> {
        self.num(self.constant_of(ty, &|cx, ty| float_attr(cx, ty, &make)))
    }

    /// An integer constant of a type with elements of such numbers.
    pub fn int(&self, ty: Type, value: i64) -> Num<'_> {
        self.num(self.constant_of(ty, &|cx, ty| integer_attr(cx, ty, value)))
    }

    /// Runs a function on the rewriter and the location of new ops.
    pub fn with_rewriter<R>(&self, run: impl FnOnce(&mut Rewriter<'r>, Loc) -> R) -> R {
        run(&mut self.rw.borrow_mut(), self.loc)
    }

    /// Emits with other flags.
    pub fn with_flags<R>(&self, flags: FastMathFlags, emit: impl FnOnce() -> R) -> R {
        let before = self.flags.replace(flags);
        let out = emit();
        self.flags.set(before);
        out
    }

    /// The flags of the ops on floats.
    pub fn fastmath_flags(&self) -> FastMathFlags {
        self.flags.get()
    }
}

/// A floating-point number of the format of a type's elements. The type must have such elements.
fn float_attr(cx: &Context, ty: Type, make: &dyn Fn(FloatKind) -> ApFloat) -> Attr {
    let kind = ty.element_type_or_self(cx).float_kind(cx);
    let attr = kind.and_then(|kind| Numbers::Scalar(make(kind)).to_attr(cx, ty));
    attr.unwrap_or_else(|| panic!("{} has no floating-point elements", cx.type_text(ty)))
}

/// An integer of the width of a type's elements. The type must have such elements.
fn integer_attr(cx: &Context, ty: Type, value: i64) -> Attr {
    int_attr(cx, ty, value).unwrap_or_else(|| panic!("{} has no integer elements", cx.type_text(ty)))
}

/// A value in expressions.
#[derive(Clone, Copy)]
pub struct Num<'e> {
    emitter: &'e dyn Emit,
    value: Value,
}

impl<'e> Num<'e> {
    /// The value.
    pub fn value(self) -> Value {
        self.value
    }

    /// Its type.
    pub fn ty(self) -> Type {
        self.emitter.type_of(self.value)
    }

    fn next(self, value: Value) -> Num<'e> {
        Num { emitter: self.emitter, value }
    }

    /// The floating-point constant of this number's type.
    pub fn like(self, value: f64) -> Num<'e> {
        self.like_with(|kind| ApFloat::from_f64(kind, value))
    }

    /// A floating-point constant of this number's type that is made for its format.
    pub fn like_with(self, make: impl Fn(FloatKind) -> ApFloat) -> Num<'e> {
        self.next(self.emitter.constant_of(self.ty(), &|cx, ty| float_attr(cx, ty, &make)))
    }

    /// The integer constant of this number's type.
    pub fn like_int(self, value: i64) -> Num<'e> {
        self.next(self.emitter.constant_of(self.ty(), &|cx, ty| integer_attr(cx, ty, value)))
    }

    /// An integer constant of this number's type that is made for its width.
    pub fn like_int_with(self, make: impl Fn(u32) -> ApInt) -> Num<'e> {
        self.next(self.emitter.constant_of(self.ty(), &|cx, ty| {
            let width = ty.element_type_or_self(cx).bit_width(cx);
            let attr = width.and_then(|width| Numbers::Scalar(make(width)).to_attr(cx, ty));
            attr.unwrap_or_else(|| panic!("{} has no integer elements", cx.type_text(ty)))
        }))
    }

    /// Integers of a width in the shape of this number.
    pub fn integer_type(self, width: u32) -> Type {
        self.emitter
            .map_type(self.ty(), &|cx, ty| with_element(cx, ty, cx.integer(width, Signedness::Signless)))
    }

    /// Floats of a format in the shape of this number.
    pub fn float_type(self, kind: FloatKind) -> Type {
        self.emitter.map_type(self.ty(), &|cx, ty| with_element(cx, ty, cx.float(kind)))
    }

    fn emit<K: OpKind>(self, operands: &[Value], attrs: &[Option<Attr>], ty: Type) -> Num<'e> {
        self.next(self.emitter.with(&mut |rw, loc| {
            rw.build_value(OperationState::positional::<K>(operands, attrs).with_results(&[ty]).with_loc(loc))
        }))
    }

    /// An op on floats, with the flags, with a result of this number's type.
    fn emit_flagged<K: OpKind>(self, operands: &[Value]) -> Num<'e> {
        let (flags, ty) = (self.emitter.flags().get(), self.ty());
        self.next(self.emitter.with(&mut |rw, loc| {
            let state =
                OperationState::positional::<K>(operands, &[]).with_attr("fastmath", flags.attr(rw.cx()));
            rw.build_value(state.with_results(&[ty]).with_loc(loc))
        }))
    }

    /// An op on one float with a result of its type.
    pub fn unary<K: OpKind>(self) -> Num<'e> {
        self.emit_flagged::<K>(&[self.value])
    }

    /// An op on two floats with a result of their type.
    pub fn binary<K: OpKind>(self, other: Num<'e>) -> Num<'e> {
        self.emit_flagged::<K>(&[self.value, other.value])
    }

    /// An op on one number that takes no flags, with a result of its type.
    pub fn int_unary<K: OpKind>(self) -> Num<'e> {
        self.emit::<K>(&[self.value], &[], self.ty())
    }

    /// An op on two numbers that takes no flags, with a result of their type.
    pub fn int_binary<K: OpKind>(self, other: Num<'e>) -> Num<'e> {
        self.emit::<K>(&[self.value, other.value], &[], self.ty())
    }

    /// A conversion to another type that takes no flags.
    pub fn cast<K: OpKind>(self, ty: Type) -> Num<'e> {
        self.emit::<K>(&[self.value], &[], ty)
    }

    /// This number times a factor plus an addend, rounded once.
    pub fn fma(self, factor: Num<'e>, addend: Num<'e>) -> Num<'e> {
        self.emit_flagged::<math::FmaOp>(&[self.value, factor.value, addend.value])
    }

    /// Compares floats.
    pub fn cmpf(self, predicate: CmpFPredicate, other: Num<'e>) -> Num<'e> {
        let (flags, ty) = (self.emitter.flags().get(), self.ty());
        self.next(self.emitter.with(&mut |rw, loc| {
            let result = ty.i1_same_shape(rw.cx());
            rw.build_value(
                CmpFOp::of(self.value, other.value)
                    .predicate_attr(enum_attr(rw.cx(), predicate))
                    .fastmath_attr(flags.attr(rw.cx()))
                    .result(result)
                    .loc(loc),
            )
        }))
    }

    /// Compares integers.
    pub fn cmpi(self, predicate: CmpIPredicate, other: Num<'e>) -> Num<'e> {
        let ty = self.ty();
        self.next(self.emitter.with(&mut |rw, loc| {
            let result = ty.i1_same_shape(rw.cx());
            rw.build_value(
                CmpIOp::of(self.value, other.value)
                    .predicate_attr(enum_attr(rw.cx(), predicate))
                    .result(result)
                    .loc(loc),
            )
        }))
    }

    /// The first of two numbers where this condition holds, or the second.
    pub fn select(self, yes: Num<'e>, no: Num<'e>) -> Num<'e> {
        self.emit::<SelectOp>(&[self.value, yes.value, no.value], &[], yes.ty())
    }

    /// Whether the elements are floats.
    fn is_float(self) -> bool {
        let element = self.emitter.map_type(self.ty(), &|cx, ty| {
            let element = ty.element_type_or_self(cx);
            if matches!(element.data(cx), TypeData::Float(_)) { element } else { Type::NONE }
        });
        element != Type::NONE
    }

    fn operator<F: OpKind, I: OpKind>(self, other: Num<'e>) -> Num<'e> {
        if self.is_float() { self.binary::<F>(other) } else { self.int_binary::<I>(other) }
    }

    /// Shifts right, with zeros from the left.
    pub fn shift_right_unsigned(self, bits: Num<'e>) -> Num<'e> {
        self.int_binary::<arith::ShRUIOp>(bits)
    }
}

/// The type with other elements; the elements for a type that has none.
fn with_element(cx: &Context, ty: Type, element: Type) -> Type {
    ty.with_element(cx, element).unwrap_or(element)
}

macro_rules! operators {
    ($($trait:ident $method:ident = $float:ident, $int:ident;)*) => {$(
        impl<'e> $trait for Num<'e> {
            type Output = Num<'e>;
            fn $method(self, other: Num<'e>) -> Num<'e> {
                self.operator::<arith::$float, arith::$int>(other)
            }
        }
    )*};
}

operators! {
    Add add = AddFOp, AddIOp;
    Sub sub = SubFOp, SubIOp;
    Mul mul = MulFOp, MulIOp;
    Div div = DivFOp, DivSIOp;
}

macro_rules! bit_operators {
    ($($trait:ident $method:ident = $op:ident;)*) => {$(
        impl<'e> $trait for Num<'e> {
            type Output = Num<'e>;
            fn $method(self, other: Num<'e>) -> Num<'e> {
                self.int_binary::<arith::$op>(other)
            }
        }
    )*};
}

bit_operators! {
    BitAnd bitand = AndIOp;
    BitOr bitor = OrIOp;
    BitXor bitxor = XOrIOp;
    Shl shl = ShLIOp;
}

impl<'e> Neg for Num<'e> {
    type Output = Num<'e>;
    fn neg(self) -> Num<'e> {
        self.unary::<arith::NegFOp>()
    }
}
