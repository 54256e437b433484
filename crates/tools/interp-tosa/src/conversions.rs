//! Conversions of elements.

use terrace_dialects_tosa::attrs::RoundingMode;
use terrace_dialects_tosa::conversions::{ApplyScaleOp, CastOp, RescaleOp};
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::ops::elementwise;
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding};
use terrace_support::apint::ApInt;

use crate::number::{IntType, Number, NumberType, round};
use crate::operands::elements;
use crate::scale::{scale_16, scale_32, scale_freely};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] =
    &[(CastOp::DEF, &cast), (RescaleOp::DEF, &rescale), (ApplyScaleOp::DEF, &apply_scale)];

/// A number in another type: integers keep their low bits or their sign, floats are rounded and, as integers, saturate;
/// what is not zero is true.
fn cast_number(to: NumberType, number: Number) -> Outcome<Number> {
    Ok(match (to, number) {
        (NumberType::Int(IntType { width: 1, .. }), Number::Int(value)) => Number::Int(i64::from(value != 0)),
        (NumberType::Int(IntType { width: 1, .. }), Number::Float(value)) => {
            Number::Int(i64::from(value != 0.0))
        }
        (NumberType::Int(_), Number::Float(value)) if value.is_nan() => {
            return Err(Fault::new("a NaN as an integer is unpredictable"));
        }
        // The conversion saturates at 64 bits.
        (NumberType::Int(ty), Number::Float(value)) => Number::Int(ty.clamp(value.round_ties_even() as i64)),
        (NumberType::Int(ty), Number::Int(value)) => Number::Int(ty.wrap(value)),
        (NumberType::Float(kind), Number::Float(value)) => Number::Float(round(kind, value)),
        (NumberType::Float(kind), Number::Int(value)) => Number::Float(of_int(kind, value)),
    })
}

fn of_int(kind: FloatKind, value: i64) -> f64 {
    if value.unsigned_abs() <= 1 << 53 {
        return round(kind, value as f64);
    }
    let value = ApInt::new(64, value as u64);
    ApFloat::from_int(kind, &value, true, Rounding::NearestEven).0.to_f64()
}

fn cast(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let to = elements(lw, op.single_result())?.numbers;
    crate::elementwise::elementwise(lw, op, 1, Box::new(move |args| cast_number(to, args[0])))
}

/// Integers in another scale: the operands are the value, the multiplier and the shift of its channel, and the zero
/// points.
fn rescale(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = RescaleOp::view_of(op);
    let of = |ty: NumberType, unsigned: bool| match ty {
        NumberType::Int(IntType { width, unsigned: already }) => {
            Ok(IntType { width, unsigned: unsigned || already })
        }
        NumberType::Float(_) => Err("'tosa.rescale' op of floats".to_owned()),
    };
    let from = of(elements(lw, view.input())?.numbers, view.input_unsigned())?;
    let to = of(elements(lw, view.output())?.numbers, view.output_unsigned())?;
    let (is_wide, double_round) = (view.scale32(), view.rounding_mode() == RoundingMode::DoubleRound);
    let function = move |args: &[Number]| {
        let [value, multiplier, shift, input_zp, output_zp] =
            [args[0].int()?, args[1].int()?, args[2].int()?, args[3].int()?, args[4].int()?];
        let value = from.wrap(value) - from.wrap(input_zp);
        let scaled = match is_wide {
            true => scale_32(value, multiplier, shift, double_round)?,
            false => scale_16(value, multiplier, shift)?,
        };
        let moved = IntType::I32.fit(i128::from(scaled) + i128::from(to.wrap(output_zp)))?;
        Ok(Number::Int(to.clamp(moved)))
    };
    crate::elementwise::elementwise(lw, op, 1, Box::new(function))
}

/// One scaled integer, or each of a vector or tensor.
fn apply_scale(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ApplyScaleOp::view_of(op);
    let mut types = [IntType::I32; 4];
    let values = [view.value(), view.multiplier(), view.shift(), view.output()];
    for (ty, value) in types.iter_mut().zip(values) {
        let NumberType::Int(found) = NumberType::of(lw, value.ty())? else {
            return Err("'tosa.apply_scale' op of floats".to_owned());
        };
        *ty = found;
    }
    let double_round = view.rounding_mode() == RoundingMode::DoubleRound;
    elementwise::elementwise(lw, op, move |slots, out| {
        let number = |at: usize| types[at].wrap(slots[at] as i64);
        let scaled = scale_freely(number(0), number(1), number(2), double_round)?;
        out[0] = NumberType::Int(types[3]).to_bits(Number::Int(scaled));
        Ok(())
    })
}
