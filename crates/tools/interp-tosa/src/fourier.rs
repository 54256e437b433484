//! Fourier transforms: sums of `f64`, rounded at the end.

use std::f64::consts::TAU;

use terrace_dialects_tosa::convolutions::{FFT2dOp, RFFT2dOp};
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowering};
use terrace_interp::object::Array;
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};

use crate::number::Number;
use crate::operands::{Elements, compute, elements, same, sizes};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] = &[
    (FFT2dOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let view = FFT2dOp::view_of(op);
        let (from, output) = (elements(lw, view.input_real())?, elements(lw, view.output_real())?);
        let sign = if view.inverse() { -1.0 } else { 1.0 };
        compute(lw, op, move |arrays| transform(&arrays[0], Some(&arrays[1]), from, output, sign))
    }),
    (RFFT2dOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let view = RFFT2dOp::view_of(op);
        let (from, output) = (elements(lw, view.input_real())?, elements(lw, view.output_real())?);
        compute(lw, op, move |arrays| transform(&arrays[0], None, from, output, 1.0))
    }),
];

/// The cosine and the sine of a part of a turn, exact at quarters.
fn turn(part: usize, whole: usize) -> (f64, f64) {
    match part * 4 {
        0 => (1.0, 0.0),
        quarter if quarter == whole => (0.0, 1.0),
        half if half == 2 * whole => (-1.0, 0.0),
        three if three == 3 * whole => (0.0, -1.0),
        _ => {
            let angle = TAU * part as f64 / whole as f64;
            (angle.cos(), angle.sin())
        }
    }
}

/// The transform of complex numbers, or of real ones, for which only half of the columns is made.
fn transform(
    real: &Array,
    imaginary: Option<&Array>,
    from: Elements,
    output: Elements,
    sign: f64,
) -> Outcome<Vec<Array>> {
    let [batches, height, width] = sizes(real)?;
    if !height.is_power_of_two() || !width.is_power_of_two() {
        return Err(Fault::new(format!("a Fourier transform of {height} times {width} elements")));
    }
    let reals = from.numbers(real)?;
    let imaginaries = match imaginary {
        Some(imaginary) => {
            same("numbers of elements", imaginary.len(), real.len())?;
            from.numbers(imaginary)?
        }
        None => Vec::new(),
    };
    let columns = if imaginary.is_some() { width } else { width / 2 + 1 };
    let whole = height * width;
    let turns: Vec<(f64, f64)> = (0..whole).map(|part| turn(part, whole)).collect();
    let shape = [batches, height, columns].map(|extent| extent as u64);
    let mut made = [output.zeros(&shape)?, output.zeros(&shape)?];
    for at in 0..made[0].len() {
        let (batch, oy, ox) = (at / columns / height, at / columns % height, at % columns);
        let (mut sum_real, mut sum_imaginary) = (0.0, 0.0);
        for i in 0..whole {
            let (iy, ix) = (i / width, i % width);
            let part = (iy * oy % height * width + ix * ox % width * height) % whole;
            let (cos, sin) = turns[part];
            let sin = sign * sin;
            let real = reals[batch * whole + i].float();
            let imaginary = imaginaries.get(batch * whole + i).map_or(0.0, |number| number.float());
            sum_real += real * cos + imaginary * sin;
            sum_imaginary += imaginary * cos - real * sin;
        }
        output.numbers.write(&mut made[0], at, Number::Float(sum_real));
        output.numbers.write(&mut made[1], at, Number::Float(sum_imaginary));
    }
    Ok(made.into())
}
