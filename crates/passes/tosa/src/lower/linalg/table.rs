//! The ops on elements with their computations, as a table.

use terrace_dialects_core::arith::{
    AddFOp, AddIOp, AndIOp, CmpFPredicate, CmpIPredicate, DivFOp, DivSIOp, ExtSIOp, ExtUIOp, MaxSIOp,
    MaximumFOp, MinSIOp, MinimumFOp, MulFOp, MulIOp, NegFOp, OrIOp, ShLIOp, ShRSIOp, ShRUIOp, SubFOp, SubIOp,
    TruncIOp, XOrIOp,
};
use terrace_dialects_core::math;
use terrace_dialects_tosa::attrs::{NanPropagationMode, RoundingMode};
use terrace_dialects_tosa::conversions::{ApplyScaleOp, CastOp};
use terrace_dialects_tosa::elementwise::{
    AbsOp, AddOp, ArithmeticRightShiftOp, BitwiseAndOp, BitwiseNotOp, BitwiseOrOp, BitwiseXorOp, CeilOp,
    ClampOp, ClzOp, CosOp, EqualOp, ErfOp, ExpOp, FloorOp, GreaterEqualOp, GreaterOp, IntDivOp, LogOp,
    LogicalAndOp, LogicalLeftShiftOp, LogicalNotOp, LogicalOrOp, LogicalRightShiftOp, LogicalXorOp,
    MaximumOp, MinimumOp, MulOp, NegateOp, PowOp, ReciprocalOp, RsqrtOp, SelectOp, SigmoidOp, SinOp, SubOp,
    TanhOp,
};
use terrace_dialects_tosa::verify::zero_point;
use terrace_ir::{Attr, AttrData, Context, OpDef, OpKind, Signedness, Type, TypeData, Value};
use terrace_support::apint::ApInt;

use super::casts;
use super::scalars::{Compute, Scalars, binary, unary};

/// An op of the table.
pub(super) struct Elementwise {
    pub(super) def: &'static OpDef,
    /// The operand by whose elements the computation is chosen.
    pub(super) typed_operand: usize,
    /// The number of operands after the others that have one element for all.
    pub(super) parameters: usize,
    floats: Option<Compute>,
    ints: Option<Compute>,
}

impl Elementwise {
    /// The computation on elements of a type.
    pub(super) fn body_for(&self, cx: &Context, element: Type) -> Option<Compute> {
        match element.data(cx) {
            TypeData::Integer { .. } => self.ints,
            _ if element.is_float(cx) => self.floats,
            _ => None,
        }
    }
}

macro_rules! table {
    ($($op:ident $(typed by $typed:literal)? $(with $parameters:literal)? : $floats:expr, $ints:expr;)*) => {
        &[$(Elementwise {
            def: $op::DEF,
            typed_operand: 0 $(+ $typed)?,
            parameters: 0 $(+ $parameters)?,
            floats: $floats,
            ints: $ints,
        }),*]
    };
}

/// The ops, with the computation on floats and the one on integers.
pub(super) static ELEMENTWISE: &[Elementwise] = table! {
    AbsOp: Some(unary::<math::AbsFOp>), Some(magnitude);
    AddOp: Some(binary::<AddFOp>), Some(binary::<AddIOp>);
    ArithmeticRightShiftOp: None, Some(shift_right);
    BitwiseAndOp: None, Some(binary::<AndIOp>);
    BitwiseNotOp: None, Some(complement);
    BitwiseOrOp: None, Some(binary::<OrIOp>);
    BitwiseXorOp: None, Some(binary::<XOrIOp>);
    CastOp: Some(casts::of_floats), Some(casts::of_ints);
    CeilOp: Some(unary::<math::CeilOp>), None;
    ClampOp: Some(clamp_floats), Some(clamp_ints);
    ClzOp: None, Some(|s, args| s.signless(args).and_then(|args| unary::<math::CountLeadingZerosOp>(s, args)));
    CosOp: Some(unary::<math::CosOp>), None;
    EqualOp: Some(|s, args| s.compare_floats(CmpFPredicate::Oeq, args)),
        Some(|s, args| s.compare_ints(CmpIPredicate::Eq, args));
    ErfOp: Some(unary::<math::ErfOp>), None;
    ExpOp: Some(unary::<math::ExpOp>), None;
    FloorOp: Some(unary::<math::FloorOp>), None;
    GreaterEqualOp: Some(|s, args| s.compare_floats(CmpFPredicate::Oge, args)),
        Some(|s, args| s.compare_ints(CmpIPredicate::Sge, args));
    GreaterOp: Some(|s, args| s.compare_floats(CmpFPredicate::Ogt, args)),
        Some(|s, args| s.compare_ints(CmpIPredicate::Sgt, args));
    IntDivOp: None, Some(binary::<DivSIOp>);
    LogOp: Some(unary::<math::LogOp>), None;
    LogicalAndOp: None, Some(binary::<AndIOp>);
    LogicalLeftShiftOp: None, Some(binary::<ShLIOp>);
    LogicalNotOp: None, Some(complement);
    LogicalOrOp: None, Some(binary::<OrIOp>);
    LogicalRightShiftOp: None, Some(binary::<ShRUIOp>);
    LogicalXorOp: None, Some(binary::<XOrIOp>);
    MaximumOp: Some(|s, args| {
            let (max, mode) = (binary::<MaximumFOp>(s, args)?, MaximumOp::assume(s.op).view(s.arith.rw).nan_mode());
            s.without_nan(mode, args, max)
        }), Some(|s, args| s.signless(args).and_then(|args| binary::<MaxSIOp>(s, args)));
    MinimumOp: Some(|s, args| {
            let (min, mode) = (binary::<MinimumFOp>(s, args)?, MinimumOp::assume(s.op).view(s.arith.rw).nan_mode());
            s.without_nan(mode, args, min)
        }), Some(|s, args| s.signless(args).and_then(|args| binary::<MinSIOp>(s, args)));
    MulOp with 1: Some(binary::<MulFOp>), Some(multiply_ints);
    NegateOp with 2: Some(unary::<NegFOp>), Some(negate_ints);
    PowOp: Some(binary::<math::PowFOp>), None;
    ReciprocalOp: Some(reciprocal), None;
    RsqrtOp: Some(unary::<math::RsqrtOp>), None;
    SelectOp typed by 1: Some(select), Some(select);
    SigmoidOp: Some(sigmoid), None;
    SinOp: Some(unary::<math::SinOp>), None;
    SubOp: Some(binary::<SubFOp>), Some(binary::<SubIOp>);
    TanhOp: Some(unary::<math::TanhOp>), None;
};

fn select(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let &[condition, yes, no] = args.first_chunk::<3>()?;
    Some(s.arith.select(condition, yes, no))
}

fn magnitude(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let value = *s.signless(args)?.first()?;
    let zero = s.arith.int(0, s.result);
    let negated = s.arith.sub(zero, value);
    Some(s.arith.binary::<MaxSIOp>(value, negated))
}

fn complement(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let value = *s.signless(args)?.first()?;
    let ones = s.arith.int(-1, s.result);
    Some(s.arith.binary::<XOrIOp>(value, ones))
}

/// A shift under the sign, which rounds up if the last bit that it drops is set.
fn shift_right(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let &[value, amount] = args.first_chunk::<2>()?;
    let rounds = ArithmeticRightShiftOp::assume(s.op).view(s.arith.rw).round();
    if s.signless(args).is_none() {
        // Upstream takes the first bit of unsigned integers for a sign.
        return match s.arith.rw.cx().matches_upstream() {
            _ if rounds => None,
            true => binary::<ShRSIOp>(s, args),
            false => binary::<ShRUIOp>(s, args),
        };
    }
    let (make, ty) = (&mut s.arith, s.result);
    let shifted = make.binary::<ShRSIOp>(value, amount);
    if !rounds {
        return Some(shifted);
    }
    let (one, zero) = (make.int(1, ty), make.int(0, ty));
    let (no, yes) = (make.int(0, Type::I1), make.int(1, Type::I1));
    let shifts = make.compare(CmpIPredicate::Sgt, amount, zero);
    let before = make.sub(amount, one);
    let dropped = make.binary::<ShRSIOp>(value, before);
    let dropped = make.cast::<TruncIOp>(dropped, Type::I1);
    let dropped = make.binary::<AndIOp>(dropped, yes);
    let round = make.select(shifts, dropped, no);
    let round = make.cast::<ExtUIOp>(round, ty);
    Some(make.add(shifted, round))
}

fn clamp_ints(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let (cx, view) = (s.arith.rw.cx(), ClampOp::assume(s.op).view(s.arith.rw));
    let TypeData::Integer { signedness, .. } = *s.source.data(cx) else { return None };
    let is_unsigned = signedness == Signedness::Unsigned;
    let bounds = [view.min_val_attr(), view.max_val_attr()];
    let mut number = |attr: Attr| -> Option<Value> {
        let (number, _) = attr.as_integer(cx)?;
        // Upstream takes unsigned numbers from half of the greatest on for negative ones, and these for zero.
        let is_dropped = is_unsigned && number.is_negative() && cx.matches_upstream();
        let number = if is_dropped { ApInt::new(number.width(), 0) } else { number.clone() };
        let attr = cx.attr(AttrData::Integer { ty: s.result, value: number });
        Some(s.arith.constant(attr, s.result))
    };
    let bounds = [number(bounds[0])?, number(bounds[1])?];
    Some(s.clamp_int(*args.first()?, bounds, is_unsigned))
}

/// Bounds replace what is not a number by the lower one, if such are ignored.
fn clamp_floats(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let (value, view) = (*args.first()?, ClampOp::assume(s.op).view(s.arith.rw));
    let (bounds, mode, ty) = ([view.min_val_attr(), view.max_val_attr()], view.nan_mode(), s.result);
    let bounds = bounds.map(|bound| s.arith.constant(bound, ty));
    let clamped = s.clamp_float(value, bounds);
    if mode == NanPropagationMode::Propagate {
        return Some(clamped);
    }
    let is_nan = s.is_nan(value);
    Some(s.arith.select(is_nan, bounds[0], clamped))
}

fn multiply_ints(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let &[mut a, mut b] = args.first_chunk::<2>()?;
    let shift = zero_point(MulOp::assume(s.op).view(s.arith.rw).shift(), true);
    if shift.is_some_and(|shift| shift <= 0) {
        let width = |s: &Scalars<'_, '_>, value: Value| s.arith.ty(value).number_width(s.arith.rw.cx());
        let own_width = s.result.number_width(s.arith.rw.cx());
        for factor in [&mut a, &mut b] {
            if width(s, *factor) < own_width {
                // Upstream extends unsigned factors as signed ones.
                let is_signed = s.signless(args).is_some() || s.arith.rw.cx().matches_upstream();
                *factor = match is_signed {
                    true => s.arith.cast::<ExtSIOp>(*factor, s.result),
                    false => s.arith.cast::<ExtUIOp>(*factor, s.result),
                };
            }
        }
        return binary::<MulIOp>(s, &[a, b]);
    }
    // Products that are shifted are of 32 bits.
    if s.result != Type::I32 {
        return None;
    }
    let make = &mut s.arith;
    let known = shift.map(|shift| make.int(shift, Type::I8));
    let [a, b] = [a, b].map(|factor| make.resize::<ExtSIOp>(factor, Type::I32));
    let shift = known.or(args.get(2).copied())?;
    let rounding = RoundingMode::SingleRound.attr(make.rw.cx());
    let scaled = ApplyScaleOp::of(a, b, shift).rounding_mode_attr(rounding).output(Type::I32);
    Some(make.rw.build_value(scaled.loc(make.loc)))
}

/// The negated number about zero points, computed in a width in which nothing wraps, within the bounds of the type.
fn negate_ints(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    s.signless(args)?;
    let view = NegateOp::assume(s.op).view(s.arith.rw);
    let zeros = (zero_point(view.input1_zp(), true), zero_point(view.output_zp(), true));
    let width = s.source.number_width(s.arith.rw.cx());
    let [least, greatest] = [i64::MIN >> 64_u32.checked_sub(width)?, i64::MAX >> 64_u32.checked_sub(width)?];
    let known = if let (Some(input), Some(output)) = zeros { input.checked_add(output) } else { None };
    let bits = match known.map(|sum| greatest.checked_add(sum.abs())?.checked_add(1)) {
        Some(Some(most)) if most <= i64::from(i16::MAX) => 16,
        Some(Some(most)) if most <= i64::from(i32::MAX) => 32,
        _ => 64,
    };
    let make = &mut s.arith;
    let wide = make.rw.cx().integer(bits, Signedness::Signless);
    let sum = match known {
        Some(sum) => make.int(sum, wide),
        None => {
            let &[input, output] = args.get(1..3)?.first_chunk::<2>()?;
            let [input, output] = [input, output].map(|zero| make.resize::<ExtSIOp>(zero, wide));
            make.add(input, output)
        }
    };
    let value = make.resize::<ExtSIOp>(*args.first()?, wide);
    let negated = make.sub(sum, value);
    let bounds = [make.int(least, wide), make.int(greatest, wide)];
    let clamped = s.clamp_int(negated, bounds, false);
    Some(s.arith.resize::<TruncIOp>(clamped, s.result))
}

fn reciprocal(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let one = s.float(1.0, s.result)?;
    binary::<DivFOp>(s, &[one, *args.first()?])
}

/// 1 / (e^-x + 1).
fn sigmoid(s: &mut Scalars<'_, '_>, args: &[Value]) -> Option<Value> {
    let one = s.float(1.0, s.result)?;
    let negated = unary::<NegFOp>(s, args)?;
    let power = unary::<math::ExpOp>(s, &[negated])?;
    let divisor = binary::<AddFOp>(s, &[power, one])?;
    binary::<DivFOp>(s, &[one, divisor])
}
