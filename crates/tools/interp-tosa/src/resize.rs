//! Images of other sizes.

use terrace_dialects_tosa::attrs::ResizeMode;
use terrace_dialects_tosa::images::ResizeOp;
use terrace_interp::budget;
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};
use terrace_support::apfloat::FloatKind;

use crate::number::{Number, NumberType, round};
use crate::operands::{compute, elements, extents, sizes};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] = &[(ResizeOp::DEF, &resize)];

/// The scaling of a dimension.
struct Scaling {
    image: usize,
    numerator: i64,
    denominator: i64,
    offset: i64,
    border: i64,
}

/// The neighbors of a sample along a dimension, and its distance from the first one, in units of the numerator.
#[derive(Clone, Copy)]
struct Sample {
    first: usize,
    second: usize,
    distance: i64,
}

impl Scaling {
    /// Returns the samples of all positions of the result.
    ///
    /// # Errors
    ///
    /// If the parameters are not those of a scaling, or the image has no element.
    fn samples(&self) -> Outcome<Vec<Sample>> {
        let [numerator, denominator, offset, border] =
            [self.numerator, self.denominator, self.offset, self.border].map(i128::from);
        let last = self.image as i128 - 1;
        let steps = last * numerator - offset + border;
        if numerator <= 0 || denominator <= 0 || last < 0 || steps < 0 {
            return Err(Fault::new("a scale that is not positive, or a result without elements"));
        }
        if steps % denominator != 0 {
            return Err(Fault::new(format!("{steps} steps of {denominator} do not end at an element")));
        }
        let count = u64::try_from(steps / denominator).unwrap_or(u64::MAX).saturating_add(1);
        budget::check(count.saturating_mul(size_of::<Sample>() as u64))?;
        let sample = |at: i128| {
            let place = at * denominator + offset;
            let index = place.div_euclid(numerator);
            let is_inside = index <= last;
            is_inside.then(|| Sample {
                first: index.max(0) as usize,
                second: (index + 1).clamp(0, last) as usize,
                distance: (place - index * numerator) as i64,
            })
        };
        let samples: Option<Vec<Sample>> = (0..i128::from(count)).map(sample).collect();
        samples.ok_or_else(|| Fault::new("a sample outside of the image"))
    }
}

fn resize(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ResizeOp::view_of(op);
    let (mode, from, output) = (view.mode(), elements(lw, view.input())?, elements(lw, view.output())?);
    compute(lw, op, move |arrays| {
        let [scale, offset, border] = [1, 2, 3].map(|at| extents(&arrays[at]));
        if scale.len() != 4 || offset.len() != 2 || border.len() != 2 {
            return Err(Fault::new("a scaling of two dimensions is expected"));
        }
        let [batches, height, width, channels] = sizes(&arrays[0])?;
        let scaling = |i: usize, image: usize| Scaling {
            image,
            numerator: scale[2 * i],
            denominator: scale[2 * i + 1],
            offset: offset[i],
            border: border[i],
        };
        let (rows, columns) = (scaling(0, height).samples()?, scaling(1, width).samples()?);
        let shape = [batches, rows.len(), columns.len(), channels].map(|extent| extent as u64);
        let mut made = output.zeros(&shape)?;
        let units = [scale[0], scale[2]];
        let mut at = 0;
        for batch in 0..batches {
            for row in &rows {
                for column in &columns {
                    for channel in 0..channels {
                        let place =
                            |y: usize, x: usize| ((batch * height + y) * width + x) * channels + channel;
                        if mode == ResizeMode::NearestNeighbor {
                            let pick = |sample: &Sample, unit: i64| {
                                if sample.distance >= unit - sample.distance {
                                    sample.second
                                } else {
                                    sample.first
                                }
                            };
                            made.copy_element(
                                at,
                                &arrays[0],
                                place(pick(row, units[0]), pick(column, units[1])),
                            );
                        } else {
                            let corners = [
                                (row.first, column.first),
                                (row.first, column.second),
                                (row.second, column.first),
                                (row.second, column.second),
                            ];
                            let corners = corners.map(|(y, x)| from.numbers.read(&arrays[0], place(y, x)));
                            let distances = [row.distance, column.distance];
                            let number = interpolate(output.numbers, corners, distances, units)?;
                            output.numbers.write(&mut made, at, number);
                        }
                        at += 1;
                    }
                }
            }
        }
        Ok(vec![made])
    })
}

/// Interpolates between corners: upper left, upper right, lower left, lower right. The distances are from the upper left
/// one, along height and width; integers are scaled by both units.
fn interpolate(
    ty: NumberType,
    corners: [Number; 4],
    [dy, dx]: [i64; 2],
    [unit_y, unit_x]: [i64; 2],
) -> Outcome<Number> {
    match ty {
        NumberType::Int(ty) => {
            let (rest_y, rest_x) = (unit_y - dy, unit_x - dx);
            let weights = [(rest_y, rest_x), (rest_y, dx), (dy, rest_x), (dy, dx)];
            let mut sum = 0i64;
            for (corner, (y, x)) in corners.into_iter().zip(weights) {
                sum = sum.wrapping_add(corner.int()?.wrapping_mul(y).wrapping_mul(x));
            }
            Ok(Number::Int(ty.wrap(sum)))
        }
        NumberType::Float(kind) => {
            let part = |distance: i64, unit: i64| {
                let [distance, unit] = [distance, unit].map(|number| round(kind, number as f64));
                round(kind, distance / unit)
            };
            let (dy, dx) = (part(dy, unit_y), part(dx, unit_x));
            let (rest_y, rest_x) = (round(kind, 1.0 - dy), round(kind, 1.0 - dx));
            let factors = [(rest_y, rest_x), (rest_y, dx), (dy, rest_x), (dy, dx)];
            Ok(Number::Float(weighted_sum(kind, corners, factors)))
        }
    }
}

fn weighted_sum(kind: FloatKind, corners: [Number; 4], factors: [(f64, f64); 4]) -> f64 {
    let terms = corners.into_iter().zip(factors);
    let products = terms.map(|(corner, (y, x))| round(kind, round(kind, corner.float() * y) * x));
    products.reduce(|sum, product| round(kind, sum + product)).unwrap_or(0.0)
}
