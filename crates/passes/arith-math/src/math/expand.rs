//! `math-expand-ops`: ops of math become simpler ones of math and arith.

use terrace_dialects_core::arith::{self, CmpFPredicate, CmpIPredicate, FastMathFlags};
use terrace_dialects_core::math::*;
use terrace_ir::matchers::{m_constant_float, m_constant_int};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, Rewriter, Type, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};
use terrace_support::apfloat::{ApFloat, FloatKind};

use terrace_passes_shared::expressions::{Emitter, Num};

pass_options! {
    /// The options of the pass.
    struct ExpandOptions {
        /// Operations to expand.
        ops("ops"): Vec<String> = "",
    }
}

/// The pass.
pub static MATH_EXPAND_OPS: PassDef = PassDef {
    name: "math-expand-ops",
    class: "MathExpandOpsPass",
    doc: "Expand math operations.",
    options: ExpandOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(ExpandOptions::from(options)))),
    ..EMPTY_PASS
};

impl BodyPass for ExpandOptions {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        for (mnemonic, pattern) in &EXPANSIONS {
            if self.ops.is_empty() || self.ops.iter().any(|op| op == mnemonic) {
                patterns.add(rw.cx(), pattern);
            }
        }
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

macro_rules! expansions {
    ($($mnemonic:literal, $op:ident, $name:literal, $expand:expr;)*) => {
        /// The expansions, by the mnemonic of the op.
        static EXPANSIONS: [(&str, Pattern); 17] = [$(
            ($mnemonic, Pattern::new($name, $op::DEF.name, |rw, op| {
                let expand: Expansion = $expand;
                expand_op(rw, op, expand)
            })),
        )*];
    };
}

expansions! {
    "ctlz", CountLeadingZerosOp, "convertCtlzOp", |e| ctlz(e);
    "sinh", SinhOp, "convertSinhOp", |e| {
        let (exp, exp_of_minus) = exponentials(e.operand());
        let difference = exp - exp_of_minus;
        Some(difference * difference.like(0.5))
    };
    "cosh", CoshOp, "convertCoshOp", |e| {
        let (exp, exp_of_minus) = exponentials(e.operand());
        let sum = exp + exp_of_minus;
        Some(sum * sum.like(0.5))
    };
    "tan", TanOp, "convertTanOp", |e| {
        let x = e.operand();
        Some(x.unary::<SinOp>() / x.unary::<CosOp>())
    };
    "tanh", TanhOp, "convertTanhOp", |e| tanh(e);
    "asinh", AsinhOp, "convertAsinhOp", |e| {
        let x = e.operand();
        let one = x.like(1.0);
        Some((x + x.fma(x, one).unary::<SqrtOp>()).unary::<LogOp>())
    };
    "acosh", AcoshOp, "convertAcoshOp", |e| {
        let x = e.operand();
        let minus_one = x.like(-1.0);
        Some((x + x.fma(x, minus_one).unary::<SqrtOp>()).unary::<LogOp>())
    };
    "atanh", AtanhOp, "convertAtanhOp", |e| {
        let x = e.operand();
        let one = x.like(1.0);
        let log = ((x + one) / (-x + one)).unary::<LogOp>();
        Some(log * x.like(0.5))
    };
    "fma", FmaOp, "convertFmaFOp", |e| {
        let [a, b, c] = e.operands()?;
        Some(a * b + c)
    };
    "ceil", CeilOp, "convertCeilOp", |e| ceil(e);
    "exp2", Exp2Op, "convertExp2fOp", |e| {
        let x = e.operand();
        let ln_2 = x.like(std::f64::consts::LN_2);
        Some((x * ln_2).unary::<ExpOp>())
    };
    "powf", PowFOp, "convertPowfOp", |e| powf(e);
    "fpowi", FPowIOp, "convertFPowIOp", |e| fpowi(e);
    "round", RoundOp, "convertRoundOp", |e| round(e);
    "roundeven", RoundEvenOp, "convertRoundEvenOp", |e| round_even(e);
    "rsqrt", RsqrtOp, "convertRsqrtOp", |e| {
        let x = e.operand();
        let one = x.like(1.0);
        Some(one / x.unary::<SqrtOp>())
    };
    "clampf", ClampFOp, "convertClampfOp", |e| clamp(e);
}

/// An op that is expanded.
struct Expanded<'e, 'b, 'r> {
    emitter: &'e Emitter<'b, 'r>,
    op: Op,
    /// Whether to compute what upstream does where that is wrong.
    matches_upstream: bool,
}

/// Computes what replaces the op; `None`, and no op, if it does not apply.
type Expansion = for<'e, 'b, 'r> fn(&Expanded<'e, 'b, 'r>) -> Option<Num<'e>>;

impl<'e> Expanded<'e, '_, '_> {
    /// The only operand.
    fn operand(&self) -> Num<'e> {
        let value = self.emitter.with_rewriter(|rw, _| rw.op(self.op).single_operand().id());
        self.emitter.num(value)
    }

    /// The operands, if there are as many.
    fn operands<const N: usize>(&self) -> Option<[Num<'e>; N]> {
        let values: Vec<Value> =
            self.emitter.with_rewriter(|rw, _| rw.op(self.op).operands().map(|v| v.id()).collect());
        let nums: Vec<Num<'e>> = values.into_iter().map(|value| self.emitter.num(value)).collect();
        nums.try_into().ok()
    }

    /// Reads the operand that is an exponent.
    fn constant<R>(&self, operand: Num<'_>, read: impl FnOnce(ValueRef<'_>) -> Option<R>) -> Option<R> {
        self.emitter.with_rewriter(|rw, _| read(rw.value(operand.value())))
    }

    /// The format of a number's elements.
    fn format(&self, number: Num<'_>) -> Option<FloatKind> {
        let ty = number.ty();
        self.emitter.with_rewriter(|rw, _| ty.element_type_or_self(rw.cx()).float_kind(rw.cx()))
    }
}

fn expand_op(rw: &mut Rewriter<'_>, op: Op, expand: Expansion) -> Option<()> {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let has_constants = |ty: Type| !ty.is_shaped(cx) || ty.has_static_shape(cx);
    if !rw.op(op).operands().all(|operand| has_constants(operand.ty())) {
        return rw.notify_match_failure(op, "there are no constants of dynamic shapes");
    }
    let matches_upstream = cx.matches_upstream();
    rw.set_insertion_point_before(op);
    let emitter = Emitter::new(rw, loc, FastMathFlags::NONE);
    let value = expand(&Expanded { emitter: &emitter, op, matches_upstream })?.value();
    rw.replace_op(op, &[value]);
    Some(())
}

/// `e^x` and `e^-x`.
fn exponentials(x: Num<'_>) -> (Num<'_>, Num<'_>) {
    let exp = x.unary::<ExpOp>();
    (exp, (-x).unary::<ExpOp>())
}

/// `(1 - e^-2y) / (1 + e^-2y)` of the magnitude `y`, for which the exponential is at most one, with the sign of the operand.
fn tanh<'e>(e: &Expanded<'e, '_, '_>) -> Option<Num<'e>> {
    let x = e.operand();
    let (zero, one, minus_two) = (x.like(0.0), x.like(1.0), x.like(-2.0));
    let negative = x.cmpf(CmpFPredicate::Olt, zero).cast::<arith::UIToFPOp>(x.ty());
    let sign = negative * minus_two + one;
    let magnitude = sign * x;
    let exp = (minus_two * magnitude).unary::<ExpOp>();
    Some(sign * ((one - exp) / (one + exp)))
}

/// The number without its fraction, through 64-bit integers.
fn truncate(x: Num<'_>) -> Num<'_> {
    let integer = x.cast::<arith::FPToSIOp>(x.integer_type(64));
    // Zeros have the sign of the number.
    integer.cast::<arith::SIToFPOp>(x.ty()).binary::<CopySignOp>(x)
}

fn ceil<'e>(e: &Expanded<'e, '_, '_>) -> Option<Num<'e>> {
    let x = e.operand();
    let truncated = truncate(x);
    let (zero, one) = (x.like(0.0), x.like(1.0));
    let increment = x.cmpf(CmpFPredicate::Ogt, truncated).select(one, zero);
    let rounded = truncated + increment;
    if e.matches_upstream {
        return Some(rounded);
    }
    // Numbers without a fraction, which may not fit an integer, and NaN stay. So does the sign of a zero.
    let rounded = rounded.binary::<CopySignOp>(x);
    let limit = x.like_with(|kind| ApFloat::from_f64(kind, 2f64.powi(kind.precision() as i32 - 1)));
    let has_no_fraction = x.unary::<AbsFOp>().cmpf(CmpFPredicate::Uge, limit);
    Some(has_no_fraction.select(x, rounded))
}

/// Products of squares for a constant exponent.
fn fpowi<'e>(e: &Expanded<'e, '_, '_>) -> Option<Num<'e>> {
    let [mut base, exponent] = e.operands()?;
    let Some(constant) = e.constant(exponent, |value| m_constant_int(value)?.to_i64()) else {
        let exponent = exponent.cast::<arith::SIToFPOp>(base.ty());
        return Some(base.binary::<PowFOp>(exponent));
    };
    let (one, mut result) = (base.like(1.0), base.like(1.0));
    let mut rest = constant.unsigned_abs();
    while rest > 0 {
        if rest & 1 == 1 {
            result = base * result;
        }
        rest >>= 1;
        base = base * base;
    }
    if constant >= 0 {
        return Some(result);
    }
    if !e.matches_upstream {
        return Some(one / result);
    }
    let [zero, minus_zero] =
        [false, true].map(|negative| base.like_with(|kind| ApFloat::zero(kind, negative)));
    let [infinity, minus_infinity] =
        [false, true].map(|negative| base.like_with(|kind| ApFloat::infinity(kind, negative)));
    let is_zero = result.cmpf(CmpFPredicate::Oeq, zero);
    let is_minus_zero = result.cmpf(CmpFPredicate::Oeq, minus_zero);
    let inverse = is_zero.select(infinity, one / result);
    Some(is_minus_zero.select(minus_infinity, inverse))
}

/// Products and roots for some constant exponents, else `e^(y * ln x)`.
fn powf<'e>(e: &Expanded<'e, '_, '_>) -> Option<Num<'e>> {
    let [x, exponent] = e.operands()?;
    let constant = e.constant(exponent, m_constant_float).map(|value| value.to_f64());
    Some(match constant {
        Some(0.0) => x.like(1.0),
        Some(1.0) => x,
        Some(-1.0) => x.like(1.0) / x,
        Some(0.5) => x.unary::<SqrtOp>(),
        Some(-0.5) => x.unary::<RsqrtOp>(),
        Some(2.0) => x * x,
        Some(-2.0) => x.like(1.0) / (x * x),
        Some(3.0) => x * x * x,
        _ => (exponent * x.unary::<LogOp>()).unary::<ExpOp>(),
    })
}

/// The number with half of its sign added, truncated; the number itself where it has no fraction or is no number.
fn round<'e>(e: &Expanded<'e, '_, '_>) -> Option<Num<'e>> {
    let x = e.operand();
    if e.format(x)? != FloatKind::F32 {
        return None;
    }
    let i32 = x.integer_type(32);
    let half = x.like(0.5);
    let [mantissa_width, bias, exponent_mask] = [23, 127, 255].map(|value| e.emitter.int(i32, value));
    let increment = half.binary::<CopySignOp>(x);
    let rounded = truncate(x + increment);
    let bits = x.cast::<arith::BitcastOp>(i32);
    let exponent = (bits.shift_right_unsigned(mantissa_width) & exponent_mask) - bias;
    let has_no_fraction = exponent.cmpi(CmpIPredicate::Sge, mantissa_width);
    Some(has_no_fraction.select(x, rounded))
}

/// Expands `math.roundeven`: rounds with `math.round`, and moves an odd result of a tie by one towards zero.
fn round_even<'e>(e: &Expanded<'e, '_, '_>) -> Option<Num<'e>> {
    let x = e.operand();
    let kind = e.format(x)?;
    let (width, mantissa_width) = (kind.width(), kind.precision() - 1);
    let exponent_width = (width - 1).checked_sub(mantissa_width).filter(|&bits| bits > 0)?;
    if width > 64 || mantissa_width == 0 {
        return None;
    }
    let ints = x.integer_type(width);
    let int = |value: i64| e.emitter.int(ints, value);
    let one_float = x.like(1.0);
    let (zero, one, minus_one) = (int(0), int(1), int(-1));
    let (mantissa_bits, last_bit) = (int(i64::from(mantissa_width)), int(i64::from(width - 1)));
    let bias = int((1 << (exponent_width - 1)) - 1);
    let first_mantissa_bit = int(1 << (mantissa_width - 1));
    let mantissa_mask = int((1 << mantissa_width) - 1);
    let exponent_mask = int((1 << exponent_width) - 1);
    let bits = x.cast::<arith::BitcastOp>(ints);
    let round = x.unary::<RoundOp>();
    let round_bits = round.cast::<arith::BitcastOp>(ints);
    let exponent_of = |bits: Num<'e>| (bits.shift_right_unsigned(mantissa_bits) & exponent_mask) - bias;
    let exponent = exponent_of(bits);
    let round_exponent = exponent_of(round_bits);
    let shift_right = |number: Num<'e>, by: Num<'e>| {
        let by = by.int_binary::<arith::MaxSIOp>(zero).int_binary::<arith::MinSIOp>(last_bit);
        number.shift_right_unsigned(by)
    };
    // An integer is even if no bit of its mantissa from that of the ones on is set; one has none, and is odd.
    let is_one = round_exponent.cmpi(CmpIPredicate::Eq, zero);
    let before_ones = round_exponent - one;
    let from_ones = round_bits & shift_right(mantissa_mask, before_ones);
    let is_odd = from_ones.cmpi(CmpIPredicate::Ne, zero) | is_one;
    // A number is halfway if the first bit of its fraction alone is set; one half has none.
    let is_below_one = exponent.cmpi(CmpIPredicate::Eq, minus_one);
    let half = shift_right(first_mantissa_bit, exponent);
    let half = is_below_one.select(zero, half);
    let fraction = bits & shift_right(mantissa_mask, exponent);
    let is_half = fraction.cmpi(CmpIPredicate::Eq, half);
    let is_large_enough = exponent.cmpi(CmpIPredicate::Sge, minus_one);
    let has_fraction = exponent.cmpi(CmpIPredicate::Slt, mantissa_bits);
    let is_half = is_half & has_fraction & is_large_enough;
    let sign = one_float.binary::<CopySignOp>(x);
    let even = round - sign;
    let result = (is_odd & is_half).select(even, round);
    // Zeros have the sign of the number.
    Some(result.binary::<CopySignOp>(x))
}

/// Bisects the bits.
fn ctlz<'e>(e: &Expanded<'e, '_, '_>) -> Option<Num<'e>> {
    let operand = e.operand();
    let ty = operand.ty();
    let width = e.emitter.with_rewriter(|rw, _| ty.element_type_or_self(rw.cx()).bit_width(rw.cx()))?;
    if !(1..=64).contains(&width) {
        return None;
    }
    let all_bits = u64::MAX >> (64 - width);
    let (mut x, mut count) = (operand, operand.like_int(0));
    let mut rest = width;
    while rest > 1 {
        let half = rest / 2;
        let bits = operand.like_int(i64::from(half));
        let mask = operand.like_int((all_bits >> half) as i64);
        let are_zeros = x.cmpi(CmpIPredicate::Ule, mask);
        let (more, shifted) = (count + bits, x << bits);
        x = are_zeros.select(shifted, x);
        count = are_zeros.select(more, count);
        rest = if e.matches_upstream { half } else { rest - half };
    }
    let zero = operand.like_int(0);
    let is_zero = operand.cmpi(CmpIPredicate::Eq, zero);
    let all = operand.like_int(i64::from(width));
    Some(is_zero.select(all, count))
}

fn clamp<'e>(e: &Expanded<'e, '_, '_>) -> Option<Num<'e>> {
    let [x, min, max] = e.operands()?;
    let flags = e.emitter.with_rewriter(|rw, _| arith::fastmath_flags(rw.op(e.op)));
    Some(e.emitter.with_flags(flags.unwrap_or_default(), || {
        if e.matches_upstream {
            x.binary::<arith::MinimumFOp>(min).binary::<arith::MaximumFOp>(max)
        } else {
            x.binary::<arith::MaximumFOp>(min).binary::<arith::MinimumFOp>(max)
        }
    }))
}
