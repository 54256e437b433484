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
    let shape = [batches, height, columns].map(|extent| extent as u64);
    let mut made = [output.zeros(&shape)?, output.zeros(&shape)?];
    let number = |at: usize| (reals[at].float(), imaginaries.get(at).map_or(0.0, |number| number.float()));
    let (of_rows, of_columns) = (turns(width, sign), turns(height, sign));
    for batch in 0..batches {
        let start = batch * height * width;
        // The rows are transformed first, then the columns of the results.
        let rows: Vec<(f64, f64)> = (0..height * columns)
            .map(|at| {
                let (row, column) = (at / columns, at % columns);
                sum_of_turns(&of_rows, column, (0..width).map(|i| number(start + row * width + i)))
            })
            .collect();
        for at in 0..height * columns {
            let (row, column) = (at / columns, at % columns);
            let (real, imaginary) =
                sum_of_turns(&of_columns, row, (0..height).map(|i| rows[i * columns + column]));
            let at = batch * height * columns + at;
            output.numbers.write(&mut made[0], at, Number::Float(real));
            output.numbers.write(&mut made[1], at, Number::Float(imaginary));
        }
    }
    Ok(made.into())
}

/// The cosines and sines of all parts of a turn.
fn turns(whole: usize, sign: f64) -> Vec<(f64, f64)> {
    let part = |part| {
        let (cos, sin) = turn(part, whole);
        (cos, sign * sin)
    };
    (0..whole).map(part).collect()
}

/// The sum of complex numbers, each turned back by its position times a frequency.
fn sum_of_turns(
    turns: &[(f64, f64)],
    frequency: usize,
    numbers: impl Iterator<Item = (f64, f64)>,
) -> (f64, f64) {
    let (mut sum_real, mut sum_imaginary) = (0.0, 0.0);
    for (i, (real, imaginary)) in numbers.enumerate() {
        let (cos, sin) = turns[i * frequency % turns.len()];
        sum_real += real * cos + imaginary * sin;
        sum_imaginary += imaginary * cos - real * sin;
    }
    (sum_real, sum_imaginary)
}
