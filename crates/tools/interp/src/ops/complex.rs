//! The dialect complex.
//!
//! Sums, products and quotients are those of the parts, each rounded to their type; other functions are computed in `f64`
//! and rounded once.

use std::cmp::Ordering;
use terrace_dialects_core::complex::{
    AbsOp, AddOp, AngleOp, Atan2Op, BitcastOp, ConjOp, ConstantOp, CosOp, CreateOp, DivOp, EqualOp, ExpOp,
    Expm1Op, ImOp, Log1pOp, LogOp, MulOp, NegOp, NotEqualOp, PowOp, PowiOp, ReOp, RsqrtOp, SignOp, SinOp,
    SqrtOp, SubOp, TanOp, TanhOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef};

use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};

use super::arith::{float_kind, number_of};
use super::elementwise::{
    elementwise, elementwise_marked, first_mark, float, integer, operand_scalar, scalar_of, set_float,
};
use crate::float_ops::{FloatOp, exact};
use crate::layout::Scalar;
use crate::lower::{Interpret, Lowered, Lowering, ValuePlace};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "complex", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (ConstantOp::DEF, &constant),
    (CreateOp::DEF, &create),
    (ReOp::DEF, &ComplexPart(0)),
    (ImOp::DEF, &ComplexPart(1)),
    (BitcastOp::DEF, &super::arith::bitcast),
    (AddOp::DEF, &Exact(|a, b| [sum(a[0], b[0]), sum(a[1], b[1])])),
    (SubOp::DEF, &Exact(|a, b| [difference(a[0], b[0]), difference(a[1], b[1])])),
    (MulOp::DEF, &Exact(multiply)),
    (DivOp::DEF, &Exact(divide)),
    (NegOp::DEF, &Exact(|a, _| [a[0].neg(), a[1].neg()])),
    (ConjOp::DEF, &Exact(|a, _| [a[0], a[1].neg()])),
    (EqualOp::DEF, &Equal(true)),
    (NotEqualOp::DEF, &Equal(false)),
    (AbsOp::DEF, &Real(|[x, y]| x.hypot(y))),
    (AngleOp::DEF, &Real(|[x, y]| y.atan2(x))),
    (SignOp::DEF, &Function(sign)),
    (ExpOp::DEF, &Function(exp)),
    (Expm1Op::DEF, &Function(expm1)),
    (LogOp::DEF, &Function(log)),
    (Log1pOp::DEF, &Function(log1p)),
    (SqrtOp::DEF, &Function(sqrt)),
    (RsqrtOp::DEF, &Function(rsqrt)),
    (SinOp::DEF, &Function(sin)),
    (CosOp::DEF, &Function(|[x, y]| [x.cos() * y.cosh(), -(x.sin() * y.sinh())])),
    (TanOp::DEF, &Function(tan)),
    (TanhOp::DEF, &Function(tanh)),
    (PowOp::DEF, &Function2(pow)),
    (Atan2Op::DEF, &Function2(atan2)),
    (PowiOp::DEF, &powi),
];

type Pair = [f64; 2];

fn constant(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ConstantOp::view_of(op);
    let mut slots = Vec::new();
    for &part in view.value() {
        slots.extend(number_of(lw, part).ok_or("a constant without a value")?);
    }
    let first = lw.constants(&slots);
    lw.alias(view.complex(), ValuePlace::Slots(first, slots.len() as u32));
    Ok(())
}

fn create(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    super::arith::copy_slots(lw, op)
}

/// One of the parts.
struct ComplexPart(usize);

impl Interpret for ComplexPart {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let which = self.0;
        elementwise(lw, op, move |args, out| {
            let n = args.len() / 2;
            out.copy_from_slice(&args[which * n..(which + 1) * n]);
            Ok(())
        })
    }
}

fn sum(a: ApFloat, b: ApFloat) -> ApFloat {
    exact(FloatOp::Add, a, b)
}

fn difference(a: ApFloat, b: ApFloat) -> ApFloat {
    exact(FloatOp::Sub, a, b)
}

fn product(a: ApFloat, b: ApFloat) -> ApFloat {
    exact(FloatOp::Mul, a, b)
}

fn multiply(a: [ApFloat; 2], b: [ApFloat; 2]) -> [ApFloat; 2] {
    let real = difference(product(a[0], b[0]), product(a[1], b[1]));
    [real, sum(product(a[1], b[0]), product(a[0], b[1]))]
}

/// The quotient by Smith's method. Infinities that give no number are those of annex G of the C standard.
fn divide(a: [ApFloat; 2], b: [ApFloat; 2]) -> [ApFloat; 2] {
    let one = ApFloat::from_f64(b[0].kind(), 1.0);
    let scaled = divide_scaled(a, b);
    if !scaled.iter().all(|part| part.is_nan()) {
        return scaled;
    }
    let zero = ApFloat::zero(b[0].kind(), false);
    let unit = |part: ApFloat| if part.is_inf() { one } else { zero }.copy_sign(part);
    let is_infinite = |number: [ApFloat; 2]| number.iter().any(|part| part.is_inf());
    let is_finite = |number: [ApFloat; 2]| number.iter().all(|part| part.is_finite());
    let ([x, y], by, factor) = match () {
        () if is_infinite(a) && is_finite(b) => (a.map(unit), b, ApFloat::infinity(b[0].kind(), false)),
        () if is_finite(a) && is_infinite(b) => (a, b.map(unit), zero),
        () => return scaled,
    };
    let real = sum(product(x, by[0]), product(y, by[1]));
    [product(factor, real), product(factor, difference(product(y, by[0]), product(x, by[1])))]
}

/// The quotient by Smith's method, which scales by the larger part of the divisor.
fn divide_scaled(a: [ApFloat; 2], b: [ApFloat; 2]) -> [ApFloat; 2] {
    let quotient = |a, b| exact(FloatOp::Div, a, b);
    let larger_is_imaginary = b[0].abs().compare(b[1].abs()) == Some(Ordering::Less);
    if larger_is_imaginary {
        let ratio = quotient(b[0], b[1]);
        let below = sum(product(b[0], ratio), b[1]);
        let real = quotient(sum(product(a[0], ratio), a[1]), below);
        return [real, quotient(difference(product(a[1], ratio), a[0]), below)];
    }
    if b[0].is_zero() && b[1].is_zero() {
        let infinity = ApFloat::infinity(b[0].kind(), b[0].is_negative());
        return [product(infinity, a[0]), product(infinity, a[1])];
    }
    let ratio = quotient(b[1], b[0]);
    let below = sum(b[0], product(b[1], ratio));
    let real = quotient(sum(a[0], product(a[1], ratio)), below);
    [real, quotient(difference(a[1], product(a[0], ratio)), below)]
}

/// The parts of the `i`th number among slots.
fn parts(kind: FloatKind, slots: &[u64], i: usize) -> [ApFloat; 2] {
    let n = Scalar::Float(kind).slots() as usize;
    [0, 1].map(|part| float(kind, &slots[(2 * i + part) * n..]))
}

fn set_parts(value: [ApFloat; 2], out: &mut [u64]) {
    let (real, imaginary) = out.split_at_mut(out.len() / 2);
    set_float(value[0], real);
    set_float(value[1], imaginary);
}

/// A function of the parts in their own type.
struct Exact(fn([ApFloat; 2], [ApFloat; 2]) -> [ApFloat; 2]);

impl Interpret for Exact {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (run, kind) = (self.0, float_kind(operand_scalar(lw, op)?.0)?);
        let second = op.num_operands() - 1;
        elementwise(lw, op, move |args, out| {
            set_parts(run(parts(kind, args, 0), parts(kind, args, second)), out);
            Ok(())
        })
    }
}

/// Whether both parts are the same, or not.
struct Equal(bool);

impl Interpret for Equal {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (equal, kind) = (self.0, float_kind(operand_scalar(lw, op)?.0)?);
        elementwise_marked(lw, op, first_mark, move |args, out| {
            let (a, b) = (parts(kind, args, 0), parts(kind, args, 1));
            let same = |i: usize| a[i].compare(b[i]) == Some(std::cmp::Ordering::Equal);
            out[0] = u64::from((same(0) && same(1)) == equal);
            Ok(())
        })
    }
}

fn to_pair(kind: FloatKind, slots: &[u64], i: usize) -> Pair {
    parts(kind, slots, i).map(|part| part.convert(FloatKind::F64, Rounding::NearestEven).0.to_f64())
}

fn rounded(kind: FloatKind, value: f64) -> ApFloat {
    ApFloat::from_f64(FloatKind::F64, value).convert(kind, Rounding::NearestEven).0
}

/// A function that returns a real number.
struct Real(fn(Pair) -> f64);

impl Interpret for Real {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (run, kind) = (self.0, float_kind(operand_scalar(lw, op)?.0)?);
        super::math::too_wide(kind)?;
        elementwise(lw, op, move |args, out| {
            set_float(rounded(kind, run(to_pair(kind, args, 0))), out);
            Ok(())
        })
    }
}

/// A function of one number.
struct Function(fn(Pair) -> Pair);

impl Interpret for Function {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (run, kind) = (self.0, float_kind(operand_scalar(lw, op)?.0)?);
        super::math::too_wide(kind)?;
        elementwise(lw, op, move |args, out| {
            set_parts(run(to_pair(kind, args, 0)).map(|part| rounded(kind, part)), out);
            Ok(())
        })
    }
}

/// A function of two numbers.
struct Function2(fn(Pair, Pair) -> Pair);

impl Interpret for Function2 {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (run, kind) = (self.0, float_kind(operand_scalar(lw, op)?.0)?);
        super::math::too_wide(kind)?;
        elementwise(lw, op, move |args, out| {
            let result = run(to_pair(kind, args, 0), to_pair(kind, args, 1));
            set_parts(result.map(|part| rounded(kind, part)), out);
            Ok(())
        })
    }
}

fn times([a, b]: Pair, [c, d]: Pair) -> Pair {
    [a * c - b * d, b * c + a * d]
}

fn over(a: Pair, b: Pair) -> Pair {
    let [a, b] = [a, b].map(|pair| pair.map(|part| ApFloat::from_f64(FloatKind::F64, part)));
    divide(a, b).map(ApFloat::to_f64)
}

fn sign([x, y]: Pair) -> Pair {
    let size = x.hypot(y);
    if size == 0.0 { [x, y] } else { [x / size, y / size] }
}

fn exp([x, y]: Pair) -> Pair {
    let size = x.exp();
    // A real number stays one where its exponential is infinite.
    if y == 0.0 { [size, y] } else { [size * y.cos(), size * y.sin()] }
}

fn expm1([x, y]: Pair) -> Pair {
    let half = (y / 2.0).sin();
    [x.exp_m1() * y.cos() - 2.0 * half * half, x.exp() * y.sin()]
}

fn log([x, y]: Pair) -> Pair {
    [x.hypot(y).ln(), y.atan2(x)]
}

fn log1p([x, y]: Pair) -> Pair {
    [(x * (2.0 + x) + y * y).ln_1p() / 2.0, y.atan2(1.0 + x)]
}

fn sqrt([x, y]: Pair) -> Pair {
    if x == 0.0 && y == 0.0 {
        return [0.0, y];
    }
    if y.is_infinite() {
        return [f64::INFINITY, y];
    }
    let root = ((x.abs() + x.hypot(y)) / 2.0).sqrt();
    let other = y.abs() / (2.0 * root);
    if x >= 0.0 { [root, other.copysign(y)] } else { [other, root.copysign(y)] }
}

fn rsqrt(z: Pair) -> Pair {
    over([1.0, 0.0], sqrt(z))
}

fn sin([x, y]: Pair) -> Pair {
    [x.sin() * y.cosh(), x.cos() * y.sinh()]
}

/// The hyperbolic tangent by Kahan's method.
fn tanh([x, y]: Pair) -> Pair {
    if x.abs() > 22.0 {
        return [1f64.copysign(x), 4.0 * y.sin() * y.cos() * (-2.0 * x.abs()).exp()];
    }
    let (tangent, sine) = (y.tan(), x.sinh());
    let (beta, rho) = (1.0 + tangent * tangent, (1.0 + sine * sine).sqrt());
    if tangent.is_infinite() {
        return [rho / sine, 1.0 / tangent];
    }
    let below = 1.0 + beta * sine * sine;
    [beta * rho * sine / below, tangent / below]
}

fn tan([x, y]: Pair) -> Pair {
    let [a, b] = tanh([-y, x]);
    [b, -a]
}

fn pow(base: Pair, exponent: Pair) -> Pair {
    if exponent == [0.0, 0.0] {
        return [1.0, 0.0];
    }
    if base == [0.0, 0.0] && exponent[0] > 0.0 {
        return [0.0, 0.0];
    }
    exp(times(exponent, log(base)))
}

fn atan2(y: Pair, x: Pair) -> Pair {
    // -i log((x + iy) / sqrt(x² + y²)).
    let [xx, yy] = [times(x, x), times(y, y)];
    let quotient = over([x[0] - y[1], x[1] + y[0]], sqrt([xx[0] + yy[0], xx[1] + yy[1]]));
    let [a, b] = log(quotient);
    [b, -a]
}

fn powi(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let kind = float_kind(operand_scalar(lw, op)?.0)?;
    let bits = scalar_of(lw, PowiOp::view_of(op).rhs())?.bits();
    let n = 2 * Scalar::Float(kind).slots() as usize;
    elementwise(lw, op, move |args, out| {
        let exponent = integer(bits, &args[n..]);
        let mut left = exponent.abs();
        let mut square = parts(kind, args, 0);
        let one = [ApFloat::from_f64(FloatKind::F64, 1.0), ApFloat::zero(FloatKind::F64, false)]
            .map(|part| part.convert(kind, Rounding::NearestEven).0);
        let mut result = one;
        while !left.is_zero() {
            if left.bit(0) {
                result = multiply(result, square);
            }
            left = left.lshr_by(1);
            if !left.is_zero() {
                square = multiply(square, square);
            }
        }
        set_parts(if exponent.is_negative() { divide(one, result) } else { result }, out);
        Ok(())
    })
}
