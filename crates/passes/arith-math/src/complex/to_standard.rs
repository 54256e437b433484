//! `convert-complex-to-standard`: ops on complex numbers become ops on their real and imaginary parts.

use terrace_conversion::{
    Adaptor, Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_core::arith::{self, CmpFPredicate, FastMathFlags, fastmath_flags};
use terrace_dialects_core::complex::*;
use terrace_dialects_core::math;
use terrace_ir::build::OperationState;
use terrace_ir::{Attr, Context, Op, OpKind, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{PassDef, option_enum, pass_options};
use terrace_support::apfloat::ApFloat;

use super::division::{divide, divide_by_smith};
use terrace_passes_shared::expressions::{Emitter, Num};

option_enum! {
    /// The algorithm for complex division.
    pub enum ComplexRange {
        /// Avoids intermediate overflow.
        Improved = "improved",
        /// The textbook formula.
        Basic = "basic",
        /// The same.
        None = "none",
    }
}

pass_options! {
    /// The options of the pass.
    struct ToStandardOptions {
        /// Control the intermediate calculation of complex number division
        complex_range("complex-range"): ComplexRange = "improved",
    }
}

/// The pass.
pub static CONVERT_COMPLEX_TO_STANDARD: PassDef = PassDef {
    name: "convert-complex-to-standard",
    class: "ConvertComplexToStandardPass",
    doc: "Convert Complex dialect to standard dialect",
    options: ToStandardOptions::DEFS,
    make: |options| {
        let range = ToStandardOptions::from(options).complex_range;
        Ok(ConversionPass::partial(move |cx| {
            let parts: &[&str] = &[CreateOp::DEF.name, ImOp::DEF.name, ReOp::DEF.name];
            let target = ConversionTarget::new().legal_dialects(&["arith", "math"]).legal_ops(cx, parts);
            let mut patterns = ConversionPatterns::new();
            populate_patterns(cx, &mut patterns, range);
            Conversion { target, patterns }
        }))
    },
    ..EMPTY_PASS
};

/// The real and the imaginary part of a number.
pub(super) type Parts<'e> = [Num<'e>; 2];

/// The state of the lowering of one op: an emitter that inserts before the op with its fast-math flags, and the
/// converted operands.
struct Lowering<'e, 'b, 'r> {
    emitter: &'e Emitter<'b, 'r>,
    operands: Vec<Value>,
    /// The type of the op's result.
    ty: Type,
}

impl<'e> Lowering<'e, '_, '_> {
    /// An op of a complex number or of its parts, with the flags and with a result of a type.
    fn complex<K: OpKind>(&self, operands: &[Value], ty: Type) -> Value {
        let flags = self.emitter.fastmath_flags();
        self.emitter.with_rewriter(|rw, loc| {
            let flags: Attr = flags.attr(rw.cx());
            rw.build_value(
                OperationState::positional::<K>(operands, &[Some(flags)]).with_results(&[ty]).with_loc(loc),
            )
        })
    }

    /// A part of a number, taken without flags.
    fn part<K: OpKind>(&self, number: Value) -> Num<'e> {
        let value = self.emitter.with_rewriter(|rw, loc| {
            let ty = element_of(rw.cx(), rw.body().value_type(number)).unwrap_or(Type::F32);
            rw.build_value(OperationState::unary::<K>(number).with_results(&[ty]).with_loc(loc))
        });
        self.emitter.num(value)
    }

    /// The first operand.
    fn number(&self) -> Value {
        let [number, ..] = self.operands[..] else { unreachable!("ops of complex numbers have operands") };
        number
    }

    /// The operands of an op on two numbers.
    fn pair(&self) -> [Value; 2] {
        let [lhs, rhs] = self.operands[..] else { unreachable!("an op on two numbers") };
        [lhs, rhs]
    }

    fn re(&self, operand: usize) -> Num<'e> {
        self.part::<ReOp>(self.operands[operand])
    }

    fn im(&self, operand: usize) -> Num<'e> {
        self.part::<ImOp>(self.operands[operand])
    }

    fn parts(&self, operand: usize) -> Parts<'e> {
        [self.re(operand), self.im(operand)]
    }

    /// The type of the parts of the first operand.
    fn element(&self) -> Type {
        self.emitter.with_rewriter(|rw, _| {
            element_of(rw.cx(), rw.body().value_type(self.number())).unwrap_or(Type::F32)
        })
    }

    fn create(&self, [real, imaginary]: Parts<'e>, ty: Type) -> Value {
        self.emitter.with_rewriter(|rw, loc| {
            rw.build_value(CreateOp::of(real.value(), imaginary.value()).complex(ty).loc(loc))
        })
    }

    /// Whether the flags leave NaNs or infinities to care for.
    fn has_special_values(&self) -> bool {
        !self.emitter.fastmath_flags().contains(FastMathFlags::NNAN | FastMathFlags::NINF)
    }

    /// Emits without the flags that rule out NaNs and infinities.
    fn with_special_values<R>(&self, emit: impl FnOnce() -> R) -> R {
        let flags = self.emitter.fastmath_flags();
        self.emitter.with_flags(flags.difference(FastMathFlags::NNAN | FastMathFlags::NINF), emit)
    }
}

/// Computes what replaces the op.
type Compute = for<'e, 'b, 'r> fn(&Lowering<'e, 'b, 'r>) -> Value;

/// Computes the parts of what replaces the op.
type ComputeParts = for<'e, 'b, 'r> fn(&Lowering<'e, 'b, 'r>) -> Parts<'e>;

fn lower(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    compute: impl FnOnce(&Lowering<'_, '_, '_>) -> Value,
) -> Option<()> {
    let view = rw.op(op);
    let (flags, loc) = (fastmath_flags(view).unwrap_or(FastMathFlags::NONE), view.loc());
    let ty = view.results().next()?.ty();
    rw.set_insertion_point_before(op);
    let emitter = Emitter::new(rw, loc, flags);
    let value = compute(&Lowering { emitter: &emitter, operands: adaptor.flat(), ty });
    rw.replace_op(op, &[value]);
    Some(())
}

/// Adds the patterns that compute ops of complex with the parts of numbers.
pub fn populate_patterns(cx: &Context, patterns: &mut ConversionPatterns, range: ComplexRange) {
    macro_rules! values {
        ($($op:ident, $name:literal, $compute:expr;)*) => {$(
            patterns.add_with_adaptor::<$op>(cx, $name, |rw, op, adaptor| {
                let compute: Compute = $compute;
                lower(rw, op.into(), adaptor, compute)
            });
        )*};
    }
    macro_rules! parts {
        ($($op:ident, $name:literal, $compute:expr;)*) => {$(
            patterns.add_with_adaptor::<$op>(cx, $name, |rw, op, adaptor| {
                let compute: ComputeParts = $compute;
                lower(rw, op.into(), adaptor, |l| l.create(compute(l), l.ty))
            });
        )*};
    }
    values! {
        AbsOp, "AbsOpConversion", |l| magnitude(l, l.parts(0), Root::None).value();
        AngleOp, "AngleOpConversion", |l| {
            let [real, imaginary] = l.parts(0);
            imaginary.binary::<math::Atan2Op>(real).value()
        };
        Atan2Op, "Atan2OpConversion", atan2;
        EqualOp, "ComparisonOpConversion", |l| compare(l, CmpFPredicate::Oeq, |real, imaginary| real & imaginary);
        NotEqualOp, "ComparisonOpConversion", |l| compare(l, CmpFPredicate::Une, |real, imaginary| real | imaginary);
        PowiOp, "PowiOpConversion", powi;
        PowOp, "PowOpConversion", pow;
        SignOp, "SignOpConversion", sign;
    }
    parts! {
        AddOp, "BinaryComplexOpConversion", |l| {
            let (a, b) = (l.re(0), l.re(1));
            let real = a + b;
            let (a, b) = (l.im(0), l.im(1));
            [real, a + b]
        };
        SubOp, "BinaryComplexOpConversion", |l| {
            let (a, b) = (l.re(0), l.re(1));
            let real = a - b;
            let (a, b) = (l.im(0), l.im(1));
            [real, a - b]
        };
        ConjOp, "ConjOpConversion", |l| {
            let [real, imaginary] = l.parts(0);
            [real, l.emitter.with_flags(FastMathFlags::NONE, || -imaginary)]
        };
        NegOp, "NegOpConversion", |l| {
            let [real, imaginary] = l.parts(0);
            l.emitter.with_flags(FastMathFlags::NONE, || [-real, -imaginary])
        };
        CosOp, "CosOpConversion", |l| trigonometric(l, |scaled, reciprocal, sin, cos| {
            [(reciprocal + scaled) * cos, (reciprocal - scaled) * sin]
        });
        SinOp, "SinOpConversion", |l| trigonometric(l, |scaled, reciprocal, sin, cos| {
            [(scaled + reciprocal) * sin, (scaled - reciprocal) * cos]
        });
        ExpOp, "ExpOpConversion", exp;
        Expm1Op, "Expm1OpConversion", expm1;
        LogOp, "LogOpConversion", |l| {
            let abs = l.emitter.num(l.complex::<AbsOp>(&[l.number()], l.element()));
            let real = abs.unary::<math::LogOp>();
            let [re, im] = l.parts(0);
            [real, im.binary::<math::Atan2Op>(re)]
        };
        Log1pOp, "Log1pOpConversion", log1p;
        MulOp, "MulOpConversion", |l| {
            let ([xr, xi], [yr, yi]) = (l.parts(0), l.parts(1));
            [xr * yr - xi * yi, xi * yr + xr * yi]
        };
        SqrtOp, "SqrtOpConversion", sqrt;
        RsqrtOp, "RsqrtOpConversion", rsqrt;
        TanOp, "TanTanhOpConversion", |l| {
            // tan(z) = -i * tanh(i * z)
            let [real, imaginary] = l.parts(0);
            let minus_one = real.like(-1.0);
            let [re, im] = tanh(l, minus_one, [imaginary * minus_one, real]);
            [im, re * minus_one]
        };
        TanhOp, "TanTanhOpConversion", |l| {
            let number = l.parts(0);
            let minus_one = number[0].like(-1.0);
            tanh(l, minus_one, number)
        };
    }
    patterns.add_with_adaptor::<DivOp>(cx, "DivOpConversion", move |rw, op, adaptor| {
        lower(rw, op.into(), adaptor, |l| {
            let (x, y) = (l.parts(0), l.parts(1));
            let quotient = match range {
                ComplexRange::Improved => divide_by_smith(l.emitter, x, y),
                ComplexRange::Basic | ComplexRange::None => divide(x, y),
            };
            l.create(quotient, l.ty)
        })
    });
}

/// The power of a magnitude that is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// The magnitude itself.
    None,
    /// Its square root.
    Square,
    /// One divided by its square root.
    InverseSquare,
}

/// The magnitude of a number or a root of it: of the larger part, times that of one plus the square of the parts' ratio.
fn magnitude<'e>(l: &Lowering<'e, '_, '_>, [real, imaginary]: Parts<'e>, root: Root) -> Num<'e> {
    let one = real.like(1.0);
    let (re, im) = (real.unary::<math::AbsFOp>(), imaginary.unary::<math::AbsFOp>());
    let (mut max, mut min) = (re.binary::<arith::MaximumFOp>(im), re.binary::<arith::MinimumFOp>(im));
    l.with_special_values(|| {
        let ratio = min / max;
        let mut sum = ratio * ratio + one;
        if root == Root::InverseSquare {
            sum = sum.unary::<math::RsqrtOp>();
            min = min.unary::<math::RsqrtOp>();
            max = max.unary::<math::RsqrtOp>();
        }
        let result = if root == Root::Square {
            // A product of fourth powers would overflow more easily.
            let quarter = real.like(0.25);
            let root_of_max = max.unary::<math::SqrtOp>();
            root_of_max * sum.binary::<math::PowFOp>(quarter)
        } else {
            max * sum.unary::<math::SqrtOp>()
        };
        let is_nan = result.cmpf(CmpFPredicate::Uno, result);
        is_nan.select(min, result)
    })
}

fn compare<'e>(
    l: &Lowering<'e, '_, '_>,
    predicate: CmpFPredicate,
    combine: fn(Num<'e>, Num<'e>) -> Num<'e>,
) -> Value {
    let ([xr, xi], [yr, yi]) = (l.parts(0), l.parts(1));
    let real = xr.cmpf(predicate, yr);
    combine(real, xi.cmpf(predicate, yi)).value()
}

/// `atan2(y, x) = -i * log((x + i * y) / sqrt(x * x + y * y))`
fn atan2(l: &Lowering<'_, '_, '_>) -> Value {
    let ([lhs, rhs], ty) = (l.pair(), l.ty);
    let rhs_squared = l.complex::<MulOp>(&[rhs, rhs], ty);
    let lhs_squared = l.complex::<MulOp>(&[lhs, lhs], ty);
    let sum = l.complex::<AddOp>(&[rhs_squared, lhs_squared], ty);
    let root = l.complex::<SqrtOp>(&[sum], ty);
    let zero = l.emitter.float(l.element(), 0.0);
    let one = zero.like(1.0);
    let i = l.create([zero, one], ty);
    let i_lhs = l.complex::<MulOp>(&[i, lhs], ty);
    let sum = l.complex::<AddOp>(&[rhs, i_lhs], ty);
    let quotient = l.complex::<DivOp>(&[sum, root], ty);
    let log = l.complex::<LogOp>(&[quotient], ty);
    let minus_one = zero.like(-1.0);
    let minus_i = l.create([zero, minus_one], ty);
    l.complex::<MulOp>(&[minus_i, log], ty)
}

/// Computes from `e^y / 2`, `1 / (2 * e^y)`, `sin x` and `cos x`.
fn trigonometric<'e>(
    l: &Lowering<'e, '_, '_>,
    combine: fn(Num<'e>, Num<'e>, Num<'e>, Num<'e>) -> Parts<'e>,
) -> Parts<'e> {
    let [real, imaginary] = l.parts(0);
    let half = real.like(0.5);
    let exp = imaginary.unary::<math::ExpOp>();
    let (scaled, reciprocal) = (half * exp, half / exp);
    let (sin, cos) = (real.unary::<math::SinOp>(), real.unary::<math::CosOp>());
    combine(scaled, reciprocal, sin, cos)
}

/// `e^x * (cos y + i * sin y)`; where `e^x` is infinite, with `e^(x / 2)` twice.
fn exp<'e>(l: &Lowering<'e, '_, '_>) -> Parts<'e> {
    let [x, y] = l.parts(0);
    let (zero, half) = (x.like(0.0), x.like(0.5));
    let infinity = x.like_with(|kind| ApFloat::infinity(kind, false));
    let exp = x.unary::<math::ExpOp>();
    let exp_of_half = (x * half).unary::<math::ExpOp>();
    let (cos, sin) = (y.unary::<math::CosOp>(), y.unary::<math::SinOp>());
    let overflows = exp.cmpf(CmpFPredicate::Oeq, infinity);
    let is_real = l.emitter.with_flags(FastMathFlags::NONE, || y.cmpf(CmpFPredicate::Oeq, zero));
    let direct = exp * cos;
    let real = overflows.select(exp_of_half * cos * exp_of_half, direct);
    let direct = exp * sin;
    let imaginary = overflows.select(exp_of_half * sin * exp_of_half, direct);
    [real, is_real.select(zero, imaginary)]
}

/// `expm1(x) * cos y + cosm1(y) + i * e^x * sin y`
fn expm1<'e>(l: &Lowering<'e, '_, '_>) -> Parts<'e> {
    let [x, y] = l.parts(0);
    let (zero, one) = (x.like(0.0), x.like(1.0));
    let expm1 = x.unary::<math::ExpM1Op>();
    let exp = expm1 + one;
    let sin = y.unary::<math::SinOp>();
    let cosm1 = cosm1(l, y);
    let cos = cosm1 + one;
    let real = expm1 * cos + cosm1;
    let is_real = y.cmpf(CmpFPredicate::Oeq, zero);
    [real, is_real.select(zero, exp * sin)]
}

/// The cosine minus one: by the polynomial of the Cephes library up to a quarter of pi.
fn cosm1<'e>(l: &Lowering<'e, '_, '_>, x: Num<'e>) -> Num<'e> {
    // The library's literals; excess digits are rounded.
    #[allow(clippy::excessive_precision)]
    const COEFFICIENTS: [f64; 7] = [
        4.737750796424621e-14,
        -1.147028484342536e-11,
        2.087675428708152e-09,
        -2.755731921499979e-07,
        2.480158730157055e-05,
        -0.0013888888888888872,
        0.041666666666666664,
    ];
    let (minus_half, minus_one) = (x.like(-0.5), x.like(-1.0));
    let direct = x.unary::<math::CosOp>() + minus_one;
    let square = x * x;
    let fourth_power = square * square;
    let polynomial = COEFFICIENTS[1..].iter().fold(x.like(COEFFICIENTS[0]), |sum, &coefficient| {
        let coefficient = x.like(coefficient);
        sum.fma(square, coefficient)
    });
    let (first, second) = (fourth_power * polynomial, minus_half * square);
    let approximated = l.emitter.with_flags(FastMathFlags::NONE, || first + second);
    // The square of a quarter of pi.
    let limit = x.like(0.61685);
    square.cmpf(CmpFPredicate::Oge, limit).select(direct, approximated)
}

fn log1p<'e>(l: &Lowering<'e, '_, '_>) -> Parts<'e> {
    let [x, y] = l.parts(0);
    let (half, one) = (x.like(0.5), x.like(1.0));
    let next = x + one;
    let (re, im) = (next.unary::<math::AbsFOp>(), y.unary::<math::AbsFOp>());
    let (max, min) = (re.binary::<arith::MaximumFOp>(im), re.binary::<arith::MinimumFOp>(im));
    let is_real_larger = next.cmpf(CmpFPredicate::Ogt, im);
    let max_minus_one = max - one;
    let max_minus_one = is_real_larger.select(x, max_minus_one);
    let ratio = l.with_special_values(|| min / max);
    let log_of_max = max_minus_one.unary::<math::Log1pOp>();
    let real = l.with_special_values(|| {
        let log = (ratio * ratio).unary::<math::Log1pOp>();
        let sum = half * log + log_of_max;
        sum.cmpf(CmpFPredicate::Uno, sum).select(min, sum)
    });
    [real, y.binary::<math::Atan2Op>(next)]
}

/// The square root, after P. Friedland, "Algorithm 312: Absolute value and square root of a complex number".
fn sqrt<'e>(l: &Lowering<'e, '_, '_>) -> Parts<'e> {
    use CmpFPredicate::{Oeq, One, Uno};
    let zero = l.emitter.float(l.element(), 0.0);
    let half = zero.like(0.5);
    let [re, im] = l.parts(0);
    let root = magnitude(l, [re, im], Root::Square);
    let angle = im.binary::<math::Atan2Op>(re) * half;
    let (cos, sin) = (angle.unary::<math::CosOp>(), angle.unary::<math::SinOp>());
    // The root may be infinite, and the product with zero no number.
    let sin_is_zero = sin.cmpf(Oeq, zero);
    let mut real = root * cos;
    let mut imaginary = sin_is_zero.select(zero, root * sin);
    if l.has_special_values() {
        let infinity = zero.like_with(|kind| ApFloat::infinity(kind, false));
        let minus_infinity = zero.like_with(|kind| ApFloat::infinity(kind, true));
        let nan = zero.like_with(|kind| ApFloat::nan(kind, false));
        let im_abs = im.unary::<math::AbsFOp>();
        let im_is_infinite = im_abs.cmpf(Oeq, infinity);
        let im_is_finite = im_abs.cmpf(One, infinity);
        let re_is_infinite = re.cmpf(Oeq, infinity);
        let re_is_minus_infinite = re.cmpf(Oeq, minus_infinity);
        real = (re_is_minus_infinite & im_is_finite).select(zero, real);
        real = (im_is_infinite | re_is_infinite).select(infinity, real);
        let signed = infinity.binary::<math::CopySignOp>(im);
        let root_is_nan = l.emitter.with_flags(FastMathFlags::NONE, || root.cmpf(Uno, root));
        imaginary = root_is_nan.select(nan, imaginary);
        imaginary = (im_is_infinite | re_is_minus_infinite).select(signed, imaginary);
    }
    let is_zero = root.cmpf(Oeq, zero);
    [is_zero.select(zero, real), is_zero.select(zero, imaginary)]
}

fn rsqrt<'e>(l: &Lowering<'e, '_, '_>) -> Parts<'e> {
    use CmpFPredicate::{Oeq, Uno};
    let zero = l.emitter.float(l.element(), 0.0);
    let infinity = zero.like_with(|kind| ApFloat::infinity(kind, false));
    let minus_half = zero.like(-0.5);
    let nan = zero.like_with(|kind| ApFloat::nan(kind, false));
    let [re, im] = l.parts(0);
    let root = magnitude(l, [re, im], Root::InverseSquare);
    let angle = im.binary::<math::Atan2Op>(re) * minus_half;
    let (cos, sin) = (angle.unary::<math::CosOp>(), angle.unary::<math::SinOp>());
    let (mut real, mut imaginary) = (root * cos, root * sin);
    if l.has_special_values() {
        let minus_one = zero.like(-1.0);
        let re_zero = zero.binary::<math::CopySignOp>(re);
        let im_zero = minus_one * zero.binary::<math::CopySignOp>(im);
        let (re_abs, im_abs) = (re.unary::<math::AbsFOp>(), im.unary::<math::AbsFOp>());
        let im_is_infinite = im_abs.cmpf(Oeq, infinity);
        let re_is_nan = re.cmpf(Uno, re);
        let re_is_infinite = re_abs.cmpf(Oeq, infinity);
        let is_zero = (im_is_infinite & re_is_nan) | re_is_infinite;
        real = is_zero.select(re_zero, real);
        imaginary = is_zero.select(im_zero, imaginary);
    }
    let re_is_zero = re.cmpf(Oeq, zero);
    let is_zero = re_is_zero & im.cmpf(Oeq, zero);
    [is_zero.select(infinity, real), is_zero.select(nan, imaginary)]
}

/// The number divided by its magnitude; zero for zero.
fn sign(l: &Lowering<'_, '_, '_>) -> Value {
    let number = l.number();
    let [re, im] = l.parts(0);
    let zero = re.like(0.0);
    let is_zero = l.emitter.with_flags(FastMathFlags::NONE, || {
        let re_is_zero = re.cmpf(CmpFPredicate::Oeq, zero);
        re_is_zero & im.cmpf(CmpFPredicate::Oeq, zero)
    });
    let abs = l.emitter.num(l.complex::<AbsOp>(&[number], l.element()));
    let unit = l.create([re / abs, im / abs], l.ty);
    is_zero.select(l.emitter.num(number), l.emitter.num(unit)).value()
}

fn tanh<'e>(l: &Lowering<'e, '_, '_>, minus_one: Num<'e>, [re, im]: Parts<'e>) -> Parts<'e> {
    use CmpFPredicate::{Oeq, Uno};
    let infinity = re.like_with(|kind| ApFloat::infinity(kind, false));
    let four = re.like(4.0);
    let twice = re + re;
    let minus_twice = minus_one * twice;
    let (exp, exp_of_minus) = (twice.unary::<math::ExpM1Op>(), minus_twice.unary::<math::ExpM1Op>());
    let real_dividend = exp - exp_of_minus;
    let cos = im.unary::<math::CosOp>();
    let cos_term = cos * cos * four;
    let sin = im.unary::<math::SinOp>();
    let imaginary_dividend = four * (cos * sin);
    let exp_sum = exp + exp_of_minus;
    let divisor = exp_sum + cos_term;
    let is_infinite = exp_sum.cmpf(Oeq, infinity);
    let limit = minus_one.binary::<math::CopySignOp>(re);
    let mut real = is_infinite.select(limit, real_dividend / divisor);
    let mut imaginary = imaginary_dividend / divisor;
    if l.has_special_values() {
        let re_abs = re.unary::<math::AbsFOp>();
        let zero = re.like(0.0);
        let nan = re.like_with(|kind| ApFloat::nan(kind, false));
        let re_is_infinite = re_abs.cmpf(Oeq, infinity);
        let im_is_zero = im.cmpf(Oeq, zero);
        let re_is_finite = re_is_infinite ^ l.emitter.int(Type::I1, 1);
        let dividend_is_nan = imaginary_dividend.cmpf(Uno, imaginary_dividend);
        let real_is_nan = dividend_is_nan & re_is_finite;
        let imaginary_is_zero = im_is_zero | (re_is_infinite & dividend_is_nan);
        real = real_is_nan.select(nan, real);
        imaginary = imaginary_is_zero.select(zero, imaginary);
    }
    [real, imaginary]
}

fn powi(l: &Lowering<'_, '_, '_>) -> Value {
    let [base, exponent] = l.pair();
    let exponent = l.emitter.num(exponent).cast::<arith::SIToFPOp>(l.element());
    let zero = exponent.like(0.0);
    let exponent = l.create([exponent, zero], l.ty);
    l.complex::<PowOp>(&[base, exponent], l.ty)
}

/// `|z|^c * e^(-d * arg z) * (cos q + i * sin q)`, where `c + d * i` is the exponent and `q = c * arg z + d *
/// ln |z|`; special cases of zero, one and infinity follow W. Kahan, "Branch Cuts for Complex Elementary
/// Functions", section 10.
fn pow(l: &Lowering<'_, '_, '_>) -> Value {
    use CmpFPredicate::{Oeq, Ogt, Ole, Olt};
    let [c, d] = l.parts(1);
    let [a, b] = l.parts(0);
    let abs = l.emitter.num(l.complex::<AbsOp>(&[l.number()], c.ty()));
    let power = abs.binary::<math::PowFOp>(c);
    let minus_d = -d;
    let angle = b.binary::<math::Atan2Op>(a);
    let factor = power * (minus_d * angle).unary::<math::ExpOp>();
    let log = abs.unary::<math::LogOp>();
    let q = c * angle + d * log;
    let (cos, sin) = (q.unary::<math::CosOp>(), q.unary::<math::SinOp>());
    let infinity = c.like_with(|kind| ApFloat::infinity(kind, false));
    let (zero, one) = (c.like(0.0), c.like(1.0));
    let number = |real, imaginary| l.emitter.num(l.create([real, imaginary], l.ty));
    let complex_one = number(one, zero);
    let complex_zero = number(zero, zero);
    let complex_infinity = number(infinity, zero);
    // Zero to a positive real number is zero, to zero one.
    let abs_is_zero = abs.cmpf(Oeq, zero);
    let d_is_zero = d.cmpf(Oeq, zero);
    let c_is_zero = c.cmpf(Oeq, zero);
    let b_is_zero = b.cmpf(Oeq, zero);
    let c_is_not_negative = zero.cmpf(Ole, c);
    let (real, imaginary) = (factor * cos, factor * sin);
    let one_or_zero = c_is_zero.select(complex_one, complex_zero);
    let product = number(real, imaginary);
    let result = (abs_is_zero & d_is_zero & c_is_not_negative).select(one_or_zero, product);
    // Anything to zero is one.
    let result = (c_is_zero & d_is_zero).select(complex_one, result);
    // One to anything is one.
    let result = (a.cmpf(Oeq, one) & b_is_zero).select(complex_one, result);
    // Infinity to a positive real number is infinite, to a negative one zero.
    let base_is_infinite = a.cmpf(Oeq, infinity) & b_is_zero;
    let is_positive = d_is_zero & c.cmpf(Ogt, zero);
    let result = (base_is_infinite & is_positive).select(complex_infinity, result);
    let is_negative = d_is_zero & c.cmpf(Olt, zero);
    (base_is_infinite & is_negative).select(complex_zero, result).value()
}
