//! Approximations of functions of single precision by polynomials; half precision is computed in single
//! precision.
//!
//! The map: [`trigonometric`], [`exponential`], [`error_function`] and [`reciprocal_root`] approximate; this module adds their patterns, and those that
//! compute narrower floats in single precision.

mod error_function;
mod exponential;
mod reciprocal_root;
mod trigonometric;

use terrace_dialects_core::arith::{self, CmpFPredicate, FastMathFlags};
use terrace_dialects_core::math::*;
use terrace_dialects_vector::shape::BroadcastOp;
use terrace_ir::build::OperationState;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, Rewriter, Signedness, Type, TypeData, Value, pattern};
use terrace_rewrite::PatternSet;
use terrace_support::apfloat::FloatKind;

use terrace_passes_shared::expressions::{Emitter, Num};

macro_rules! widened {
    ($($op:ident)*) => {
        [$(Pattern::new("ReuseF32Expansion", $op::DEF.name, compute_in_f32::<$op>)),*]
    };
}

/// Compute functions of narrow floats in single precision.
static WIDENED: [Pattern; 13] =
    widened! { AtanOp Atan2Op CbrtOp CosOp ErfOp ErfcOp ExpOp ExpM1Op LogOp Log1pOp Log2Op SinOp TanhOp };

macro_rules! approximated {
    ($($op:ident, $name:literal, $kinds:ident, $compute:expr;)*) => {
        [$(Pattern::new($name, $op::DEF.name, |rw, op| {
            let compute: Compute = $compute;
            approximate(rw, op, $kinds, compute)
        })),*]
    };
}

const SINGLE: &[FloatKind] = &[FloatKind::F32];
const SINGLE_AND_HALF: &[FloatKind] = &[FloatKind::F32, FloatKind::F16];

/// Approximate functions.
static APPROXIMATED: [Pattern; 15] = approximated! {
    AcosOp, "AcosPolynomialApproximation", SINGLE_AND_HALF, |a| trigonometric::acos(a);
    AsinOp, "AsinPolynomialApproximation", SINGLE_AND_HALF, |a| trigonometric::asin(a);
    AtanOp, "AtanApproximation", SINGLE, |a| trigonometric::atan(a);
    Atan2Op, "Atan2Approximation", SINGLE, |a| trigonometric::atan2(a);
    CbrtOp, "CbrtApproximation", SINGLE, |a| exponential::cbrt(a);
    CosOp, "SinAndCosApproximation", SINGLE, |a| trigonometric::sine_or_cosine(a, false);
    ErfOp, "ErfPolynomialApproximation", SINGLE_AND_HALF, |a| error_function::erf(a);
    ErfcOp, "ErfcPolynomialApproximation", SINGLE, |a| error_function::erfc(a);
    ExpOp, "ExpApproximation", SINGLE, |a| exponential::exp(a);
    ExpM1Op, "ExpM1Approximation", SINGLE, |a| exponential::expm1(a);
    LogOp, "LogApproximation", SINGLE, |a| exponential::log(a, false);
    Log2Op, "Log2Approximation", SINGLE, |a| exponential::log(a, true);
    Log1pOp, "Log1pApproximation", SINGLE, |a| exponential::log1p(a);
    SinOp, "SinAndCosApproximation", SINGLE, |a| trigonometric::sine_or_cosine(a, true);
    TanhOp, "TanhApproximation", SINGLE, |a| exponential::tanh(a);
};

/// Approximate by an instruction of AVX.
static BY_AVX: [Pattern; 2] = [
    pattern!("ReuseF32Expansion", RsqrtOp, |rw, op| compute_in_f32::<RsqrtOp>(rw, op.into())),
    pattern!("RsqrtApproximation", RsqrtOp, |rw, op| reciprocal_root::rsqrt_by_avx(rw, op.into())),
];

/// Adds the patterns: the functions of scalars and vectors of single precision, and of others that are narrower.
pub fn add_patterns(cx: &terrace_ir::Context, patterns: &mut PatternSet) {
    patterns.add_all(cx, &WIDENED);
    patterns.add_all(cx, &APPROXIMATED);
}

/// Adds the patterns that approximate by an instruction of AVX: of vectors of single precision, and of others that are narrower.
pub fn add_avx_patterns(cx: &terrace_ir::Context, patterns: &mut PatternSet) {
    patterns.add_all(cx, &BY_AVX);
}

/// An op that is approximated.
struct Approximated<'e, 'b, 'r> {
    emitter: &'e Emitter<'b, 'r>,
    operands: Vec<Num<'e>>,
    /// The type of the result, which is that of the operands.
    ty: Type,
    /// The type of its elements.
    element: Type,
}

/// Computes what replaces an op.
type Compute = for<'e, 'b, 'r> fn(&Approximated<'e, 'b, 'r>) -> Num<'e>;

fn approximate(rw: &mut Rewriter<'_>, op: Op, kinds: &[FloatKind], compute: Compute) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (ty, loc) = (view.single_result().ty(), view.loc());
    let element = ty.element_type_or_self(cx);
    if !kinds.contains(&element.float_kind(cx)?) || ty.is_shaped(cx) && !is_vector(cx, ty) {
        return rw.notify_match_failure(op, "unsupported operand type");
    }
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    rw.set_insertion_point_before(op);
    let emitter = Emitter::new(rw, loc, FastMathFlags::NONE);
    let operands = operands.into_iter().map(|operand| emitter.num(operand)).collect();
    let value = compute(&Approximated { emitter: &emitter, operands, ty, element }).value();
    rw.replace_op(op, &[value]);
    Some(())
}

fn is_vector(cx: &terrace_ir::Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::Vector { .. })
}

impl<'e> Approximated<'e, '_, '_> {
    fn operand(&self) -> Num<'e> {
        let [operand, ..] = self.operands[..] else { unreachable!("functions have operands") };
        operand
    }

    /// A scalar in each element of the shape of the op's type.
    fn broadcast(&self, scalar: Num<'e>) -> Num<'e> {
        let value = self.emitter.with_rewriter(|rw, loc| {
            let element = rw.body().value_type(scalar.value());
            let Some(ty) = self.ty.with_element(rw.cx(), element) else { return scalar.value() };
            rw.build_value(BroadcastOp::of(scalar.value()).vector(ty).loc(loc))
        });
        self.emitter.num(value)
    }

    /// A scalar of the op's format that is closest to a number of single precision.
    fn scalar(&self, value: f64) -> Num<'e> {
        self.emitter.float(self.element, f64::from(value as f32))
    }

    /// A number of single precision in the op's format and shape.
    fn cst(&self, value: f64) -> Num<'e> {
        self.broadcast(self.scalar(value))
    }

    /// Numbers of single precision, in order.
    fn constants<const N: usize>(&self, values: [f64; N]) -> [Num<'e>; N] {
        values.map(|value| self.cst(value))
    }

    /// The scalar of single precision with these bits.
    fn scalar_of_bits(&self, bits: u32) -> Num<'e> {
        self.scalar_int(bits.cast_signed()).cast::<arith::BitcastOp>(Type::F32)
    }

    /// The number of single precision with these bits in the op's shape.
    fn of_bits(&self, bits: u32) -> Num<'e> {
        self.broadcast(self.scalar_of_bits(bits))
    }

    fn scalar_int(&self, value: i32) -> Num<'e> {
        let i32 = self.emitter.with_rewriter(|rw, _| rw.cx().integer(32, Signedness::Signless));
        self.emitter.int(i32, i64::from(value))
    }

    /// An integer in the op's shape.
    fn int(&self, value: i32) -> Num<'e> {
        self.broadcast(self.scalar_int(value))
    }

    /// The 32-bit integers in the op's shape.
    fn i32_type(&self) -> Type {
        self.operand().integer_type(32)
    }

    /// The polynomial of `x` with these coefficients, that of the highest power first.
    fn horner<const N: usize>(&self, x: Num<'e>, coefficients: [Num<'e>; N]) -> Num<'e> {
        let mut sum = coefficients[0];
        for &coefficient in &coefficients[1..] {
            sum = x.fma(sum, coefficient);
        }
        sum
    }
}

/// The lesser of a value and a bound; NaN for NaN.
fn min<'e>(value: Num<'e>, bound: Num<'e>) -> Num<'e> {
    value.cmpf(CmpFPredicate::Ult, bound).select(value, bound)
}

/// The greater of a value and a bound; NaN for NaN.
fn max<'e>(value: Num<'e>, bound: Num<'e>) -> Num<'e> {
    value.cmpf(CmpFPredicate::Ugt, bound).select(value, bound)
}

/// Computes a function of floats of less than 32 bits in single precision.
fn compute_in_f32<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (ty, loc) = (view.single_result().ty(), view.loc());
    if view.operands().any(|operand| operand.ty() != ty) {
        return rw.notify_match_failure(op, "required all types to match");
    }
    let element = ty.element_type_or_self(cx);
    if element == Type::F32 || element.bit_width(cx)? > 32 {
        return None;
    }
    let wide = ty.with_element(cx, Type::F32).unwrap_or(Type::F32);
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    rw.set_insertion_point_before(op);
    let operands: Vec<Value> = operands
        .iter()
        .map(|&operand| rw.build_value(arith::ExtFOp::of(operand).out(wide).loc(loc)))
        .collect();
    let computed = OperationState::positional::<K>(&operands, &[]).with_attrs_of(rw.op(op));
    let computed = rw.build(computed.with_results(&[wide]).with_loc(loc));
    let discardable = rw.body().attrs(op);
    rw.set_attrs(computed, discardable);
    let value = rw.body().single_result(computed);
    let narrow = rw.build_value(arith::TruncFOp::of(value).out(ty).loc(loc));
    rw.replace_op(op, &[narrow]);
    Some(())
}
