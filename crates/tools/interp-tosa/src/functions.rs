//! The table of functions of numbers.

use std::cmp::Ordering;

use terrace_dialects_tosa::attrs::NanPropagationMode;
use terrace_dialects_tosa::elementwise::{
    AbsOp, AddOp, ArithmeticRightShiftOp, BitwiseAndOp, BitwiseNotOp, BitwiseOrOp, BitwiseXorOp, CeilOp,
    ClampOp, ClzOp, CosOp, EqualOp, ErfOp, ExpOp, FloorOp, GreaterEqualOp, GreaterOp, IntDivOp, LogOp,
    LogicalAndOp, LogicalLeftShiftOp, LogicalNotOp, LogicalOrOp, LogicalRightShiftOp, LogicalXorOp,
    MaximumOp, MinimumOp, MulOp, NegateOp, PowOp, ReciprocalOp, RsqrtOp, SelectOp, SigmoidOp, SinOp, SubOp,
    TanhOp,
};
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::object::{VALUE, check_mark};
use terrace_interp::ops::arith::number_of;
use terrace_ir::extension::OpModel;
use terrace_ir::{Attr, OpKind, OpRef};
use terrace_support::apfloat::FloatKind;
use terrace_support::libm;

use crate::elementwise::{broadcast_shape, elementwise, spread};
use crate::number::{IntType, Number, NumberType, round};
use crate::operands::{compute_marked, elements};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] = &[
    // Arithmetic.
    (AddOp::DEF, &Scalar(Some(|ty, a| ty.fit(wide(a[0]) + wide(a[1]))), Exact(|a| a[0] + a[1]))),
    (SubOp::DEF, &Scalar(Some(|ty, a| ty.fit(wide(a[0]) - wide(a[1]))), Exact(|a| a[0] - a[1]))),
    (IntDivOp::DEF, &Scalar(Some(quotient), Undefined)),
    (AbsOp::DEF, &Scalar(Some(|ty, a| ty.fit(wide(a[0]).abs())), Exact(|a| a[0].abs()))),
    (ClzOp::DEF, &Scalar(Some(|ty, a| Ok(leading_zeros(ty, a[0]))), Undefined)),
    (PowOp::DEF, &Scalar(None, Checked(check_power, Library2(f32::powf, f64::powf)))),
    // Bits.
    (BitwiseAndOp::DEF, &Scalar(Some(|_, a| Ok(a[0] & a[1])), Undefined)),
    (BitwiseOrOp::DEF, &Scalar(Some(|_, a| Ok(a[0] | a[1])), Undefined)),
    (BitwiseXorOp::DEF, &Scalar(Some(|_, a| Ok(a[0] ^ a[1])), Undefined)),
    (BitwiseNotOp::DEF, &Scalar(Some(|ty, a| Ok(ty.wrap(!a[0]))), Undefined)),
    (LogicalAndOp::DEF, &Scalar(Some(|_, a| Ok(a[0] & a[1])), Undefined)),
    (LogicalOrOp::DEF, &Scalar(Some(|_, a| Ok(a[0] | a[1])), Undefined)),
    (LogicalXorOp::DEF, &Scalar(Some(|_, a| Ok(a[0] ^ a[1])), Undefined)),
    (LogicalNotOp::DEF, &Scalar(Some(|ty, a| Ok(ty.wrap(!a[0]))), Undefined)),
    (LogicalLeftShiftOp::DEF, &Scalar(Some(|ty, a| Ok(ty.wrap(a[0] << amount(ty, a[1])?))), Undefined)),
    (
        LogicalRightShiftOp::DEF,
        &Scalar(Some(|ty, a| Ok(ty.wrap(bits(ty, a[0]) >> amount(ty, a[1])?))), Undefined),
    ),
    (ArithmeticRightShiftOp::DEF, &arithmetic_shift),
    // Functions of floats.
    (CeilOp::DEF, &Scalar(None, Exact(|a| a[0].ceil()))),
    (FloorOp::DEF, &Scalar(None, Exact(|a| a[0].floor()))),
    (ReciprocalOp::DEF, &Scalar(None, Exact(|a| 1.0 / a[0]))),
    (CosOp::DEF, &Scalar(None, Library(f32::cos, f64::cos))),
    (SinOp::DEF, &Scalar(None, Library(f32::sin, f64::sin))),
    (ErfOp::DEF, &Scalar(None, Library(|x| libm::erff(x), |x| libm::erf(x)))),
    (ExpOp::DEF, &Scalar(None, Library(f32::exp, f64::exp))),
    (LogOp::DEF, &Scalar(None, Library(f32::ln, f64::ln))),
    (RsqrtOp::DEF, &Scalar(None, Library(|x| 1.0 / x.sqrt(), |x| 1.0 / x.sqrt()))),
    (SigmoidOp::DEF, &Scalar(None, Library(|x| 1.0 / (1.0 + (-x).exp()), |x| 1.0 / (1.0 + (-x).exp())))),
    (TanhOp::DEF, &Scalar(None, Library(f32::tanh, f64::tanh))),
    // Comparisons.
    (EqualOp::DEF, &Comparison(Ordering::is_eq)),
    (GreaterOp::DEF, &Comparison(Ordering::is_gt)),
    (GreaterEqualOp::DEF, &Comparison(Ordering::is_ge)),
    // With attributes, or with operands that are parameters.
    (MaximumOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let nan_mode = MaximumOp::view_of(op).nan_mode();
        elementwise(lw, op, 2, Box::new(move |args| Ok(maximum(args[0], args[1], nan_mode))))
    }),
    (MinimumOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let nan_mode = MinimumOp::view_of(op).nan_mode();
        elementwise(lw, op, 2, Box::new(move |args| Ok(minimum(args[0], args[1], nan_mode))))
    }),
    (ClampOp::DEF, &clamp),
    (MulOp::DEF, &multiply),
    (NegateOp::DEF, &negate),
    (SelectOp::DEF, &select),
];

fn wide(value: i64) -> i128 {
    i128::from(value)
}

/// A function of integers, with the type of the result.
type IntFunction = fn(IntType, &[i64]) -> Outcome<i64>;

/// A function of floats.
#[derive(Clone, Copy)]
enum FloatFunction {
    /// The op has none.
    Undefined,
    /// An exact one, whose result is rounded.
    Exact(fn(&[f64]) -> f64),
    /// One of a library, of `f32` and smaller floats, and of `f64`.
    Library(fn(f32) -> f32, fn(f64) -> f64),
    /// One of a library of two floats for which something is required.
    Checked(fn(&[f64]) -> Outcome, Library2),
}

/// A function of two floats of a library.
#[derive(Clone, Copy)]
struct Library2(fn(f32, f32) -> f32, fn(f64, f64) -> f64);

use FloatFunction::{Checked, Exact, Library, Undefined};

impl FloatFunction {
    fn apply(self, kind: FloatKind, args: &[f64]) -> Outcome<f64> {
        let is_wide = kind == FloatKind::F64;
        Ok(match self {
            Undefined => return Err(Fault::new("the op is not defined for floats")),
            Exact(run) => run(args),
            Library(_, run) if is_wide => run(args[0]),
            Library(run, _) => f64::from(run(args[0] as f32)),
            Checked(check, Library2(narrow, wide)) => {
                check(args)?;
                if is_wide {
                    wide(args[0], args[1])
                } else {
                    f64::from(narrow(args[0] as f32, args[1] as f32))
                }
            }
        })
    }
}

/// A function of the elements of all operands, which are broadcast: of integers and of floats.
struct Scalar(Option<IntFunction>, FloatFunction);

impl Interpret for Scalar {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let Scalar(ints, floats) = *self;
        let count = op.num_operands();
        match (elements(lw, op.single_result())?.numbers, ints) {
            (NumberType::Int(ty), Some(run)) => {
                let function = move |args: &[Number]| {
                    let mut ints = [0; 2];
                    for (int, arg) in ints.iter_mut().zip(args) {
                        *int = arg.int()?;
                    }
                    run(ty, &ints[..count.min(2)]).map(Number::Int)
                };
                elementwise(lw, op, count, Box::new(function))
            }
            (NumberType::Int(_), None) => Err("the op is not defined for integers".to_owned()),
            (NumberType::Float(_), _) if matches!(floats, Undefined) => {
                Err("the op is not defined for floats".to_owned())
            }
            (NumberType::Float(kind), _) => {
                let function = move |args: &[Number]| {
                    let mut values = [0.0; 2];
                    values.iter_mut().zip(args).for_each(|(value, arg)| *value = arg.float());
                    floats.apply(kind, &values[..count.min(2)]).map(Number::Float)
                };
                elementwise(lw, op, count, Box::new(function))
            }
        }
    }
}

/// A comparison: false for NaN.
struct Comparison(fn(Ordering) -> bool);

impl Interpret for Comparison {
    fn lower(&self, lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
        let holds = self.0;
        elementwise(
            lw,
            op,
            2,
            Box::new(move |args| {
                let order = match (args[0], args[1]) {
                    (Number::Int(a), Number::Int(b)) => Some(a.cmp(&b)),
                    (a, b) => a.float().partial_cmp(&b.float()),
                };
                Ok(Number::Int(i64::from(order.is_some_and(holds))))
            }),
        )
    }
}

fn quotient(ty: IntType, args: &[i64]) -> Outcome<i64> {
    match args[1] {
        0 => Err(Fault::new("division by zero")),
        divisor => ty.fit(wide(args[0]) / wide(divisor)),
    }
}

fn leading_zeros(ty: IntType, value: i64) -> i64 {
    i64::from((bits(ty, value) as u64).leading_zeros()) - i64::from(64 - ty.width)
}

/// The bits of an integer, with zeros above.
fn bits(ty: IntType, value: i64) -> i64 {
    if ty.width == 64 { value } else { value & ((1 << ty.width) - 1) }
}

/// Returns the number of bits of a shift, which must be less than those of the type.
fn amount(ty: IntType, value: i64) -> Outcome<u32> {
    match (0..i64::from(ty.width)).contains(&value) {
        true => Ok(value as u32),
        false => Err(Fault::new(format!("a shift of {ty} by {value} bits"))),
    }
}

fn arithmetic_shift(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let rounds = ArithmeticRightShiftOp::view_of(op).round();
    let NumberType::Int(ty) = elements(lw, op.single_result())?.numbers else {
        return Err("'tosa.arithmetic_right_shift' op is not defined for floats".to_owned());
    };
    let function = move |args: &[Number]| {
        let (value, amount) = (args[0].int()?, amount(ty, args[1].int()?)?);
        // The greatest digit that is shifted out, if there is one.
        let carry = if rounds && amount > 0 { value >> (amount - 1) & 1 } else { 0 };
        Ok(Number::Int((value >> amount) + carry))
    };
    elementwise(lw, op, 2, Box::new(function))
}

fn check_power(args: &[f64]) -> Outcome {
    let (base, exponent) = (args[0], args[1]);
    let required =
        base.is_finite() && exponent.is_finite() && (base > 0.0 || (base == 0.0 && exponent > 0.0));
    match required {
        true => Ok(()),
        false => Err(Fault::new(format!("{base} to the power of {exponent} is unpredictable"))),
    }
}

/// Returns the NaN or the number that the comparison of floats returns if one is NaN.
fn of_nan(a: f64, b: f64, nan_mode: NanPropagationMode) -> Option<f64> {
    match (a.is_nan() || b.is_nan(), nan_mode) {
        (false, _) => None,
        (true, NanPropagationMode::Propagate) => Some(f64::NAN),
        (true, NanPropagationMode::Ignore) => Some(if a.is_nan() { b } else { a }),
    }
}

/// Returns the greater of two numbers; the positive one of two zeros.
pub(crate) fn maximum(a: Number, b: Number, nan_mode: NanPropagationMode) -> Number {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Number::Int(a.max(b)),
        (a, b) => {
            let (a, b) = (a.float(), b.float());
            let is_first = a > b || (a == b && b.is_sign_negative());
            Number::Float(of_nan(a, b, nan_mode).unwrap_or(if is_first { a } else { b }))
        }
    }
}

/// Returns the lesser of two numbers; the negative one of two zeros.
pub(crate) fn minimum(a: Number, b: Number, nan_mode: NanPropagationMode) -> Number {
    match (a, b) {
        (Number::Int(a), Number::Int(b)) => Number::Int(a.min(b)),
        (a, b) => {
            let (a, b) = (a.float(), b.float());
            let is_first = a < b || (a == b && a.is_sign_negative());
            Number::Float(of_nan(a, b, nan_mode).unwrap_or(if is_first { a } else { b }))
        }
    }
}

/// The number that an attribute holds.
fn attribute(lw: &Lowering<'_>, ty: NumberType, attr: Attr) -> Lowered<Number> {
    match number_of(lw, attr).as_deref() {
        Some([bits, ..]) => Ok(ty.of_bits(*bits)),
        _ => Err("a number is expected as an attribute".to_owned()),
    }
}

fn clamp(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ClampOp::view_of(op);
    let ty = elements(lw, view.input())?.numbers;
    let [least, greatest] = [view.min_val_attr(), view.max_val_attr()].map(|attr| attribute(lw, ty, attr));
    let (least, greatest, nan_mode) = (least?, greatest?, view.nan_mode());
    let function = move |args: &[Number]| Ok(minimum(maximum(args[0], least, nan_mode), greatest, nan_mode));
    elementwise(lw, op, 1, Box::new(function))
}

/// The product; of integers of 32 bits, shifted to the right and rounded.
fn multiply(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = MulOp::view_of(op);
    let [from, to] = [view.input1(), view.output()].map(|value| elements(lw, value));
    let function = match (from?.numbers, to?.numbers) {
        (NumberType::Int(from), NumberType::Int(to)) => Box::new(move |args: &[Number]| {
            let (a, b, shift) = (args[0].int()?, args[1].int()?, args[2].int()?);
            if !(0..=63).contains(&shift) || (shift != 0 && from.width != 32) {
                return Err(Fault::new(format!("a product of {from} shifted by {shift} bits")));
            }
            if shift == 0 {
                return Ok(Number::Int(to.wrap(a.wrapping_mul(b))));
            }
            let product = wide(a) * wide(b) + (1 << (shift - 1));
            IntType::I32.fit(product >> shift).map(Number::Int)
        }) as crate::elementwise::Function,
        (_, NumberType::Float(kind)) => {
            Box::new(move |args: &[Number]| Ok(Number::Float(round(kind, args[0].float() * args[1].float()))))
        }
        _ => return Err("'tosa.mul' op of floats as integers".to_owned()),
    };
    elementwise(lw, op, 2, function)
}

/// The negated number, about zero points; integers of up to 16 bits saturate.
fn negate(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let function = match elements(lw, op.single_result())?.numbers {
        NumberType::Int(ty) => Box::new(move |args: &[Number]| {
            let (value, input_zp, output_zp) = (args[0].int()?, args[1].int()?, args[2].int()?);
            let sums = IntType::signed(ty.width.max(32));
            let difference = sums.fit(wide(value) - wide(input_zp))?;
            let negated = sums.fit(-wide(difference))?;
            Ok(Number::Int(ty.clamp(sums.fit(wide(negated) + wide(output_zp))?)))
        }) as crate::elementwise::Function,
        NumberType::Float(_) => Box::new(move |args: &[Number]| Ok(Number::Float(-args[0].float()))),
    };
    elementwise(lw, op, 1, function)
}

/// One of two elements, which may be poison if it is the other one.
fn select(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let output = elements(lw, op.single_result())?;
    compute_marked(lw, op, move |arrays| {
        let shape = broadcast_shape(arrays.iter().map(|array| &array.shape[..]))?;
        let spreads = arrays.iter().map(|array| spread(array, &shape)).collect::<Outcome<Vec<_>>>()?;
        let mut made = output.zeros(&shape)?;
        for at in 0..made.len() {
            match check_mark(spreads[0].mark(at)) {
                Err(fault @ Fault::Undefined(_)) => return Err(fault),
                Err(_) => made.set_mark(at, spreads[0].mark(at)),
                Ok(()) => {
                    debug_assert_eq!(spreads[0].mark(at), VALUE);
                    let chosen = if spreads[0].get(at)[0] & 1 == 1 { 1 } else { 2 };
                    made.copy_element(at, &spreads[chosen], at);
                }
            }
        }
        Ok(vec![made])
    })
}
