//! Numbers whose blocks share a scale.

use terrace_dialects_tosa::conversions::{CastFromBlockScaledOp, CastToBlockScaledOp};
use terrace_interp::fault::Fault;
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};
use terrace_support::apfloat::{ApFloat, FloatKind};

use crate::number::{Number, NumberType, round};
use crate::operands::{compute, elements, same};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] =
    &[(CastFromBlockScaledOp::DEF, &from_blocks), (CastToBlockScaledOp::DEF, &to_blocks)];

/// The numbers times their scales, as `f32`, rounded.
fn from_blocks(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CastFromBlockScaledOp::view_of(op);
    let block = view.block_size().elements() as usize;
    let (data, scale, output) = (
        elements(lw, view.input_data())?,
        elements(lw, view.input_scale())?,
        elements(lw, view.output_data())?,
    );
    compute(lw, op, move |arrays| {
        same("numbers of elements", arrays[0].len(), arrays[1].len() * block)?;
        let numbers = (0..arrays[0].len()).map(|at| {
            let (value, scale) = (
                data.numbers.read(&arrays[0], at).float(),
                scale.numbers.read(&arrays[1], at / block).float(),
            );
            Number::Float(round(FloatKind::F32, value * scale))
        });
        Ok(vec![output.tensor(&arrays[0].shape, numbers)?])
    })
}

/// Returns the scale of a block of numbers: the power of two with which the greatest magnitude does not overflow.
fn scale_of(greatest: f64, data: FloatKind, scale: FloatKind) -> f64 {
    let (least, most) = (ApFloat::smallest(scale, false).to_f64(), ApFloat::largest(scale, false).to_f64());
    if greatest == 0.0 {
        return least;
    }
    if !greatest.is_finite() {
        return f64::NAN;
    }
    // Numbers less than half a unit above the greatest number are rounded to it.
    let limit = ApFloat::largest(data, false).to_f64();
    let unit = 2f64.powi(exponent(limit) - (data.precision() as i32 - 1));
    let quotient = greatest / (limit + unit / 2.0);
    let power = exponent(quotient);
    let is_power = quotient == 2f64.powi(power);
    // The greatest number of f8E4M3 has an even neighbor, so that the number in the middle overflows.
    let power = if data == FloatKind::F8E4M3FN && is_power { power } else { power + 1 };
    2f64.powi(power).clamp(least, most)
}

/// Returns the exponent of a positive number of at least 2^-1022.
fn exponent(value: f64) -> i32 {
    (value.to_bits() >> 52) as i32 - 1023
}

fn to_blocks(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = CastToBlockScaledOp::view_of(op);
    let block = view.block_size().elements() as usize;
    let (from, data, scale) = (
        elements(lw, view.input_data())?,
        elements(lw, view.output_data())?,
        elements(lw, view.output_scale())?,
    );
    let (NumberType::Float(kind), NumberType::Float(data_kind), NumberType::Float(scale_kind)) =
        (from.numbers, data.numbers, scale.numbers)
    else {
        return Err("'tosa.cast_to_block_scaled' op of integers".to_owned());
    };
    compute(lw, op, move |arrays| {
        let (mut scale_shape, shape) = (arrays[0].shape.clone(), arrays[0].shape.clone());
        match scale_shape.last_mut() {
            Some(last) if *last % block as u64 == 0 => *last /= block as u64,
            _ => {
                return Err(Fault::new(format!("blocks of {block} elements of a tensor of sizes {shape:?}")));
            }
        }
        let (mut made, mut scales) = (data.zeros(&shape)?, scale.zeros(&scale_shape)?);
        for at in 0..scales.len() {
            let number = |i: usize| from.numbers.read(&arrays[0], at * block + i).float();
            let greatest = (0..block).map(number).fold(0.0, |greatest: f64, number| {
                if number.is_nan() || greatest.is_nan() { f64::NAN } else { greatest.max(number.abs()) }
            });
            let shared = scale_of(greatest, data_kind, scale_kind);
            scale.numbers.write(&mut scales, at, Number::Float(shared));
            for i in 0..block {
                let quotient = Number::Float(round(kind, number(i) / shared));
                data.numbers.write(&mut made, at * block + i, quotient);
            }
        }
        Ok(vec![made, scales])
    })
}
