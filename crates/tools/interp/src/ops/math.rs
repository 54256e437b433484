//! The dialect math.
//!
//! Functions of `f32` and `f64` are those of the system's library; of smaller floats, those of `f32`, rounded.

use terrace_dialects_core::math::{
    AbsFOp, AbsIOp, AcosOp, AcoshOp, AsinOp, AsinhOp, Atan2Op, AtanOp, AtanhOp, CbrtOp, CeilOp, ClampFOp,
    CopySignOp, CosOp, CoshOp, CountLeadingZerosOp, CountTrailingZerosOp, CtPopOp, ErfOp, ErfcOp, Exp2Op,
    ExpM1Op, ExpOp, FPowIOp, FloorOp, FmaOp, IPowIOp, IsFiniteOp, IsInfOp, IsNaNOp, IsNormalOp, Log1pOp,
    Log2Op, Log10Op, LogOp, PowFOp, RoundEvenOp, RoundOp, RsqrtOp, SinOp, SincosOp, SinhOp, SqrtOp, TanOp,
    TanhOp, TruncOp,
};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};
use terrace_support::apint::ApInt;
use terrace_support::libm;

use super::arith::{FloatBinary, IntBinary, float_kind};
use super::elementwise::{elementwise, float, integer, operand_scalar, scalar_of, set_float};
use crate::fault::Fault;
use crate::float_ops::{FloatOp, exact};
use crate::int_ops::IntOp;
use crate::lower::{Interpret, Lowered, Lowering};

/// The instructions of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "math", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

/// The lowerings of the ops.
static MODELS: &[OpModel<dyn Interpret>] = &[
    (AbsFOp::DEF, &Exact(|value| value.abs())),
    (CeilOp::DEF, &Exact(|value| value.round_to_integral(Rounding::TowardPositive).0)),
    (FloorOp::DEF, &Exact(|value| value.round_to_integral(Rounding::TowardNegative).0)),
    (TruncOp::DEF, &Exact(|value| value.round_to_integral(Rounding::TowardZero).0)),
    (RoundOp::DEF, &Exact(|value| value.round_to_integral(Rounding::NearestAway).0)),
    (RoundEvenOp::DEF, &Exact(|value| value.round_to_integral(Rounding::NearestEven).0)),
    (AcosOp::DEF, &Library(f32::acos, f64::acos)),
    (AcoshOp::DEF, &Library(|x| libm::acoshf(x), |x| libm::acosh(x))),
    (AsinOp::DEF, &Library(f32::asin, f64::asin)),
    (AsinhOp::DEF, &Library(|x| libm::asinhf(x), |x| libm::asinh(x))),
    (AtanOp::DEF, &Library(f32::atan, f64::atan)),
    (AtanhOp::DEF, &Library(|x| libm::atanhf(x), |x| libm::atanh(x))),
    (CbrtOp::DEF, &Library(f32::cbrt, f64::cbrt)),
    (CosOp::DEF, &Library(f32::cos, f64::cos)),
    (CoshOp::DEF, &Library(f32::cosh, f64::cosh)),
    (ErfOp::DEF, &Library(|x| libm::erff(x), |x| libm::erf(x))),
    (ErfcOp::DEF, &Library(|x| libm::erfcf(x), |x| libm::erfc(x))),
    (ExpOp::DEF, &Library(f32::exp, f64::exp)),
    (Exp2Op::DEF, &Library(f32::exp2, f64::exp2)),
    (ExpM1Op::DEF, &Library(f32::exp_m1, f64::exp_m1)),
    (LogOp::DEF, &Library(f32::ln, f64::ln)),
    (Log10Op::DEF, &Library(f32::log10, f64::log10)),
    (Log1pOp::DEF, &Library(f32::ln_1p, f64::ln_1p)),
    (Log2Op::DEF, &Library(f32::log2, f64::log2)),
    (RsqrtOp::DEF, &Library(|x| 1.0 / x.sqrt(), |x| 1.0 / x.sqrt())),
    (SinOp::DEF, &Library(f32::sin, f64::sin)),
    (SinhOp::DEF, &Library(f32::sinh, f64::sinh)),
    (SqrtOp::DEF, &Library(f32::sqrt, f64::sqrt)),
    (TanOp::DEF, &Library(f32::tan, f64::tan)),
    (TanhOp::DEF, &Library(f32::tanh, f64::tanh)),
    (Atan2Op::DEF, &Library2(f32::atan2, f64::atan2)),
    (PowFOp::DEF, &Library2(f32::powf, f64::powf)),
    (SincosOp::DEF, &sincos),
    (FPowIOp::DEF, &fpowi),
    (ClampFOp::DEF, &clamp),
    (CopySignOp::DEF, &FloatBinary(FloatOp::CopySign)),
    (FmaOp::DEF, &fma),
    (IPowIOp::DEF, &IntBinary(IntOp::Pow)),
    (AbsIOp::DEF, &Integers(|value| value.abs())),
    (CountLeadingZerosOp::DEF, &Integers(|value| count(value, value.leading_zeros()))),
    (CountTrailingZerosOp::DEF, &Integers(|value| count(value, value.trailing_zeros()))),
    (CtPopOp::DEF, &Integers(|value| count(value, value.count_ones()))),
    (IsNaNOp::DEF, &Classify(|value| value.is_nan())),
    (IsInfOp::DEF, &Classify(|value| value.is_inf())),
    (IsFiniteOp::DEF, &Classify(|value| value.is_finite())),
    (IsNormalOp::DEF, &Classify(|value| value.is_finite() && !value.is_zero() && !value.is_subnormal())),
];

fn count(value: &ApInt, n: u32) -> ApInt {
    ApInt::new(value.width(), u64::from(n))
}

/// A function of a float of any kind.
struct Exact(fn(ApFloat) -> ApFloat);

impl Interpret for Exact {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (run, kind) = (self.0, float_kind(operand_scalar(lw, op)?.0)?);
        elementwise(lw, op, move |args, out| {
            set_float(run(float(kind, args)), out);
            Ok(())
        })
    }
}

/// A test of a float.
struct Classify(fn(ApFloat) -> bool);

impl Interpret for Classify {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (run, kind) = (self.0, float_kind(operand_scalar(lw, op)?.0)?);
        elementwise(lw, op, move |args, out| {
            out[0] = u64::from(run(float(kind, args)));
            Ok(())
        })
    }
}

/// A function of an integer.
struct Integers(fn(&ApInt) -> ApInt);

impl Interpret for Integers {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (run, bits) = (self.0, operand_scalar(lw, op)?.0.bits());
        elementwise(lw, op, move |args, out| {
            super::elementwise::set_integer(&run(&integer(bits, args)), out);
            Ok(())
        })
    }
}

/// The value of a float as an `f32`, and back.
fn through_f32(kind: FloatKind, args: &[f32], out: &mut [u64], run: impl Fn(&[f32]) -> f32) {
    let result = ApFloat::from_bits(FloatKind::F32, u128::from(run(args).to_bits()));
    set_float(result.convert(kind, Rounding::NearestEven).0, out);
}

fn to_f32(kind: FloatKind, slot: u64) -> f32 {
    let value = float(kind, &[slot]).convert(FloatKind::F32, Rounding::NearestEven).0;
    f32::from_bits(value.bits() as u32)
}

pub(super) fn too_wide(kind: FloatKind) -> Lowered {
    if kind.width() > 64 {
        Err(format!("functions of {} are not supported by the interpreter", kind.name()))
    } else {
        Ok(())
    }
}

/// A function of the system's library.
struct Library(fn(f32) -> f32, fn(f64) -> f64);

impl Interpret for Library {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (single, double, kind) = (self.0, self.1, float_kind(operand_scalar(lw, op)?.0)?);
        too_wide(kind)?;
        elementwise(lw, op, move |args, out| {
            match kind {
                FloatKind::F64 => out[0] = double(f64::from_bits(args[0])).to_bits(),
                FloatKind::F32 => out[0] = u64::from(single(f32::from_bits(args[0] as u32)).to_bits()),
                _ => through_f32(kind, &[to_f32(kind, args[0])], out, |args| single(args[0])),
            }
            Ok(())
        })
    }
}

/// A function of two floats of the system's library.
struct Library2(fn(f32, f32) -> f32, fn(f64, f64) -> f64);

impl Interpret for Library2 {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let (single, double, kind) = (self.0, self.1, float_kind(operand_scalar(lw, op)?.0)?);
        too_wide(kind)?;
        elementwise(lw, op, move |args, out| {
            match kind {
                FloatKind::F64 => out[0] = double(f64::from_bits(args[0]), f64::from_bits(args[1])).to_bits(),
                _ => {
                    let args = [to_f32(kind, args[0]), to_f32(kind, args[1])];
                    through_f32(kind, &args, out, |args| single(args[0], args[1]));
                }
            }
            Ok(())
        })
    }
}

pub(super) fn fma(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let kind = float_kind(operand_scalar(lw, op)?.0)?;
    elementwise(lw, op, move |args, out| {
        let n = args.len() / 3;
        if n == 0 {
            return Err(Fault::new("a float is expected"));
        }
        let (a, b, c) = (float(kind, args), float(kind, &args[n..]), float(kind, &args[2 * n..]));
        set_float(a.fma(b, c, Rounding::NearestEven).0, out);
        Ok(())
    })
}

/// A function of the system's library of a float of a kind of at most 64 bits.
pub(super) fn library(
    kind: FloatKind,
    single: fn(f32) -> f32,
    double: fn(f64) -> f64,
    value: ApFloat,
) -> ApFloat {
    match kind {
        FloatKind::F64 => ApFloat::from_f64(kind, double(value.to_f64())),
        _ => {
            let mut out = [0];
            let value = value.convert(FloatKind::F32, Rounding::NearestEven).0;
            through_f32(kind, &[f32::from_bits(value.bits() as u32)], &mut out, |args| single(args[0]));
            float(kind, &out)
        }
    }
}

fn sincos(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let kind = float_kind(operand_scalar(lw, op)?.0)?;
    too_wide(kind)?;
    elementwise(lw, op, move |args, out| {
        let value = float(kind, args);
        set_float(library(kind, f32::sin, f64::sin, value), &mut out[..1]);
        set_float(library(kind, f32::cos, f64::cos, value), &mut out[1..]);
        Ok(())
    })
}

/// By squaring, as the compiler's run-time library does.
fn fpowi(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let kind = float_kind(operand_scalar(lw, op)?.0)?;
    let bits = scalar_of(lw, FPowIOp::view_of(op).rhs())?.bits();
    let n = crate::layout::Scalar::Float(kind).slots() as usize;
    elementwise(lw, op, move |args, out| {
        let times = |a, b| exact(FloatOp::Mul, a, b);
        let exponent = integer(bits, &args[n..]);
        let one = ApFloat::from_f64(FloatKind::F64, 1.0).convert(kind, Rounding::NearestEven).0;
        let (mut left, mut square, mut result) = (exponent.abs(), float(kind, args), one);
        while !left.is_zero() {
            if left.bit(0) {
                result = times(result, square);
            }
            left = left.lshr_by(1);
            if !left.is_zero() {
                square = times(square, square);
            }
        }
        set_float(if exponent.is_negative() { exact(FloatOp::Div, one, result) } else { result }, out);
        Ok(())
    })
}

/// The maximum of the third operand and the minimum of the others: this is upstream's definition, despite the
/// name.
fn clamp(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let kind = float_kind(operand_scalar(lw, op)?.0)?;
    elementwise(lw, op, move |args, out| {
        let n = args.len() / 3;
        let [value, min, max] = [0, 1, 2].map(|i| float(kind, &args[i * n..]));
        set_float(value.minimum(min).maximum(max), out);
        Ok(())
    })
}
