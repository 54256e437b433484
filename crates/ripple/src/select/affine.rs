//! Numbers and addresses that are the same in all elements but for a multiple of their ranks.

use std::cell::Cell;

use terrace_dialects_llvm::enums::IntegerOverflowFlags;
use terrace_dialects_llvm::ops::{
    AddOp, GEPOp, GepIndex, GepIndexRef, MulOp, SExtOp, SubOp, TruncOp, ZExtOp,
};
use terrace_ir::{Type, Value, ValueRef, op_match};

use super::build::Build;
use super::ranks::Counts;
use crate::splats::{number_everywhere, splat_of};
use crate::vectors::{lanes_of, scalar_width};

/// The largest number of values that are looked at for an address.
const MAX_VALUES: u32 = 64;

/// A number, or an address, that is the same in all elements but for a multiple of their ranks.
pub(super) struct Affine {
    /// That of the element of rank 0.
    pub(super) scalar: Scalar,
    /// The difference from one rank to the next.
    pub(super) step: i64,
}

/// A scalar that is computed for the element of rank 0.
pub(super) enum Scalar {
    Value(Value),
    Number(i64, Type),
    /// An op of integers, with the type of its result.
    Sum(Box<[Scalar; 2]>),
    Difference(Box<[Scalar; 2]>),
    Product(Box<[Scalar; 2]>),
    Signed(Box<Scalar>, Type),
    Unsigned(Box<Scalar>, Type),
    Truncated(Box<Scalar>, Type),
    /// An address, with the type that the index counts.
    Address(Box<[Scalar; 2]>, Type),
}

impl Affine {
    /// That of a vector whose elements for which a condition holds have ranks; `None` if it is not known.
    pub(super) fn of(value: ValueRef<'_>, condition: Value) -> Option<Self> {
        Self::found(value, condition, None, &Cell::new(MAX_VALUES))
    }

    /// The same. Under an extension no op may wrap, as `exact` says.
    fn found(
        value: ValueRef<'_>,
        condition: Value,
        exact: Option<IntegerOverflowFlags>,
        left: &Cell<u32>,
    ) -> Option<Self> {
        left.set(left.get().checked_sub(1)?);
        if let Some(known) = Self::known(value, condition) {
            return Some(known);
        }
        let cx = value.cx();
        let element = value.ty().element_type(cx)?;
        let op = value.defining_op()?;
        let fits = Fits { lanes: lanes_of(value)?, width: scalar_width(cx, element) };
        let of = |value: ValueRef<'_>| Self::found(value, condition, exact, left);
        let exactly = |value: ValueRef<'_>, flags| Self::found(value, condition, Some(flags), left);
        let wraps = |flags: IntegerOverflowFlags| exact.is_some_and(|exact| !flags.contains(exact));
        let found = op_match!(op, {
            AddOp(view) => {
                let operands = [of(view.lhs())?, of(view.rhs())?];
                let sum = Self::combined(operands, i64::checked_add, element, Scalar::Sum)?;
                sum.allowed(wraps(view.overflow_flags()), fits)?
            }
            SubOp(view) => {
                let operands = [of(view.lhs())?, of(view.rhs())?];
                let difference = Self::combined(operands, i64::checked_sub, element, Scalar::Difference)?;
                difference.allowed(wraps(view.overflow_flags()), fits)?
            }
            MulOp(view) => {
                let product = Self::product([of(view.lhs())?, of(view.rhs())?])?;
                product.allowed(wraps(view.overflow_flags()), fits)?
            }
            SExtOp(view) => {
                let inner = exactly(view.arg(), IntegerOverflowFlags::NSW)?;
                Self { scalar: Scalar::Signed(Box::new(inner.scalar), element), step: inner.step }
            }
            ZExtOp(view) => {
                let inner = exactly(view.arg(), IntegerOverflowFlags::NUW)?;
                Self { scalar: Scalar::Unsigned(Box::new(inner.scalar), element), step: inner.step }
            }
            TruncOp(view) => {
                let inner = of(view.arg())?;
                let truncated = Self { scalar: Scalar::Truncated(Box::new(inner.scalar), element), step: inner.step };
                truncated.allowed(true, fits)?
            }
            GEPOp(view) => {
                let mut indices = view.indices();
                let (Some(GepIndexRef::Value(index)), None) = (indices.next(), indices.next()) else { return None };
                let (base, counted) = (of(view.base())?, view.elem_type());
                let is_narrow = index.ty().element_type(cx).unwrap_or(index.ty()).bit_width(cx)? < 64;
                let index = if is_narrow { exactly(index, IntegerOverflowFlags::NSW)? } else { of(index)? };
                let size = counted.bit_width(cx).filter(|bits| [8, 16, 32, 64].contains(bits))? / 8;
                let step = index.step.checked_mul(i64::from(size))?.checked_add(base.step)?;
                let pair = Box::new([base.scalar, index.scalar]);
                Self { scalar: Scalar::Address(pair, counted), step }
            }
            _ => return None,
        });
        Some(found)
    }

    /// The same for what no ops compute from other vectors.
    fn known(value: ValueRef<'_>, condition: Value) -> Option<Self> {
        let cx = value.cx();
        let Some(element) = value.ty().element_type(cx).filter(|_| value.ty().is_vector(cx)) else {
            return Some(Self { scalar: Scalar::Value(value.id()), step: 0 });
        };
        if let Some(number) = number_everywhere(value) {
            return Some(Self { scalar: Scalar::Number(number, element), step: 0 });
        }
        if let Some(scalar) = splat_of(value) {
            return Some(Self { scalar: Scalar::Value(scalar.id()), step: 0 });
        }
        let counts = Counts::of(value).filter(|counts| counts.condition() == Some(condition))?;
        Some(Self { scalar: Scalar::Number(counts.first_rank()?, element), step: 1 })
    }

    /// A sum or a difference.
    fn combined(
        [a, b]: [Self; 2],
        combine: fn(i64, i64) -> Option<i64>,
        ty: Type,
        make: fn(Box<[Scalar; 2]>) -> Scalar,
    ) -> Option<Self> {
        let step = combine(a.step, b.step)?;
        let scalar = match (a.scalar, b.scalar) {
            (Scalar::Number(x, _), Scalar::Number(y, _)) => Scalar::Number(combine(x, y)?, ty),
            (a, b) => make(Box::new([a, b])),
        };
        Some(Self { scalar, step })
    }

    fn product([a, b]: [Self; 2]) -> Option<Self> {
        let step = match (&a.scalar, &b.scalar) {
            _ if a.step == 0 && b.step == 0 => 0,
            (_, Scalar::Number(by, _)) if b.step == 0 => a.step.checked_mul(*by)?,
            (Scalar::Number(by, _), _) if a.step == 0 => b.step.checked_mul(*by)?,
            _ => return None,
        };
        Some(Self { scalar: Scalar::Product(Box::new([a.scalar, b.scalar])), step })
    }

    /// The same, unless it wraps and differs from rank to rank: what is extended must not.
    fn allowed(self, wraps: bool, fits: Fits) -> Option<Self> {
        (self.step == 0 || !wraps || fits.all(&self)).then_some(self)
    }
}

/// The numbers that a vector's elements may be.
#[derive(Clone, Copy)]
struct Fits {
    lanes: usize,
    width: u32,
}

impl Fits {
    /// Whether numbers that begin with a constant one are below that with the sign's bit.
    fn all(self, of: &Affine) -> bool {
        let most = 1_i64 << (self.width.clamp(1, 63) - 1);
        let Scalar::Number(first, _) = of.scalar else { return false };
        let last = of.step.checked_mul(self.lanes as i64).and_then(|all| all.checked_add(first));
        first >= 0 && of.step >= 0 && last.is_some_and(|last| last < most)
    }
}

impl Build<'_, '_> {
    pub(super) fn scalar(&mut self, scalar: &Scalar) -> Value {
        let loc = self.loc;
        match scalar {
            Scalar::Value(value) => *value,
            Scalar::Number(number, ty) => self.scalar_number(*number, *ty),
            Scalar::Sum(operands) => {
                let ([a, b], ty) = self.pair(operands);
                self.rw.build_value(AddOp::of(a, b).loc(loc).res(ty))
            }
            Scalar::Difference(operands) => {
                let ([a, b], ty) = self.pair(operands);
                self.rw.build_value(SubOp::of(a, b).loc(loc).res(ty))
            }
            Scalar::Product(operands) => {
                let ([a, b], ty) = self.pair(operands);
                self.rw.build_value(MulOp::of(a, b).loc(loc).res(ty))
            }
            Scalar::Signed(operand, ty) => {
                let operand = self.scalar(operand);
                self.rw.build_value(SExtOp::of(operand).loc(loc).res(*ty))
            }
            Scalar::Unsigned(operand, ty) => {
                let operand = self.scalar(operand);
                self.rw.build_value(ZExtOp::of(operand).loc(loc).res(*ty))
            }
            Scalar::Truncated(operand, ty) => {
                let operand = self.scalar(operand);
                self.rw.build_value(TruncOp::of(operand).loc(loc).res(*ty))
            }
            Scalar::Address(operands, counted) => {
                let ([base, index], ty) = self.pair(operands);
                let index = [GepIndex::Value(index)];
                self.rw.build_value(GEPOp::of_indices(self.rw.cx(), loc, base, *counted, &index).res(ty))
            }
        }
    }

    /// Both of two operands, and the type of the first.
    fn pair(&mut self, [a, b]: &[Scalar; 2]) -> ([Value; 2], Type) {
        let (a, b) = (self.scalar(a), self.scalar(b));
        ([a, b], self.rw.body().value_type(a))
    }
}
