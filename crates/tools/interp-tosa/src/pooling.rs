//! Pooling.

use terrace_dialects_tosa::convolutions::{AvgPool2dOp, MaxPool2dOp};
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::object::Array;
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};

use crate::functions::maximum;
use crate::lanes::start_of_maximum;
use crate::number::{Number, NumberType, round};
use crate::operands::{Elements, compute, elements, sizes};
use crate::scale::{reciprocal_scale, scale_32};
use crate::windows::{Dimension, Windows};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] =
    &[(AvgPool2dOp::DEF, &average_pool), (MaxPool2dOp::DEF, &max_pool)];

/// The windows of pooling.
struct Geometry {
    kernel: Vec<i64>,
    stride: Vec<i64>,
    pad: Vec<i64>,
}

impl Geometry {
    fn windows(&self, image: [usize; 2]) -> Outcome<Windows> {
        let dimension = |i: usize| Dimension {
            image: image[i],
            kernel: self.kernel[i].max(0) as usize,
            stride: self.stride[i],
            dilation: 1,
            pad: [self.pad[2 * i], self.pad[2 * i + 1]],
            transposed: false,
        };
        Windows::new(vec![dimension(0), dimension(1)])
    }

    /// Combines the elements of each window, of each channel.
    fn pool(
        &self,
        (image, from): (&Array, Elements),
        output: Elements,
        combine: impl Fn(&mut dyn Iterator<Item = Number>) -> Outcome<Number>,
    ) -> Outcome<Array> {
        let [batches, height, width, channels] = sizes(image)?;
        let windows = self.windows([height, width])?;
        let (rows, columns) = (windows.result[0], windows.result[1]);
        let mut made = output.zeros(&[batches, rows, columns, channels].map(|extent| extent as u64))?;
        for batch in 0..batches {
            windows.for_each(|at, window| {
                for channel in 0..channels {
                    let place = |&(_, pixel): &(usize, usize)| {
                        from.numbers.read(image, (batch * height * width + pixel) * channels + channel)
                    };
                    let number = combine(&mut window.iter().map(place))?;
                    output.numbers.write(
                        &mut made,
                        (batch * rows * columns + at) * channels + channel,
                        number,
                    );
                }
                Ok(())
            })?;
        }
        Ok(made)
    }
}

fn max_pool(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = MaxPool2dOp::view_of(op);
    let geometry =
        Geometry { kernel: view.kernel().to_vec(), stride: view.stride().to_vec(), pad: view.pad().to_vec() };
    let (from, output, nan_mode) =
        (elements(lw, view.input())?, elements(lw, view.output())?, view.nan_mode());
    let start = start_of_maximum(from.numbers, nan_mode);
    compute(lw, op, move |arrays| {
        let greatest =
            |window: &mut dyn Iterator<Item = Number>| Ok(window.fold(start, |a, b| maximum(a, b, nan_mode)));
        Ok(vec![geometry.pool((&arrays[0], from), output, greatest)?])
    })
}

/// The average of the elements of a window that are in the image; that of integers by a reciprocal.
fn average_pool(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = AvgPool2dOp::view_of(op);
    let geometry =
        Geometry { kernel: view.kernel().to_vec(), stride: view.stride().to_vec(), pad: view.pad().to_vec() };
    let acc = NumberType::of(lw, view.acc_type())?;
    let (from, output) = (elements(lw, view.input())?, elements(lw, view.output())?);
    let zeros = [elements(lw, view.input_zp())?, elements(lw, view.output_zp())?];
    compute(lw, op, move |arrays| {
        let (input_zp, output_zp) = (zeros[0].parameter(&arrays[1])?, zeros[1].parameter(&arrays[2])?);
        let average = |window: &mut dyn Iterator<Item = Number>| {
            let (mut sum, mut count) = (acc.convert(Number::Int(0)), 0u32);
            for number in window {
                let number = match (acc, number, input_zp) {
                    (NumberType::Int(ty), Number::Int(value), Number::Int(zero)) => {
                        Number::Int(ty.fit(i128::from(value) - i128::from(zero))?)
                    }
                    (_, number, _) => number,
                };
                sum = acc.add(sum, number)?;
                count += 1;
            }
            if count == 0 {
                return Err(Fault::new("the average of a window without elements"));
            }
            match (acc, output.numbers) {
                (NumberType::Int(acc), NumberType::Int(ty)) => {
                    let (multiplier, shift) = reciprocal_scale(count);
                    let scaled = scale_32(sum.int()?, multiplier, shift, false)?;
                    Ok(Number::Int(ty.clamp(acc.fit(i128::from(scaled) + i128::from(output_zp.int()?))?)))
                }
                (NumberType::Float(kind), _) => {
                    Ok(Number::Float(round(kind, sum.float() / round(kind, f64::from(count)))))
                }
                _ => Err(Fault::new("an average of floats as an integer")),
            }
        };
        Ok(vec![geometry.pool((&arrays[0], from), output, average)?])
    })
}
