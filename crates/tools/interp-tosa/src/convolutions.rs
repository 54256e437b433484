//! Convolutions.

use terrace_dialects_tosa::convolutions::{Conv2DOp, Conv3DOp, DepthwiseConv2DOp, TransposeConv2DOp};
use terrace_interp::budget;
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::object::Array;
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef, Type, ValueRef};
use terrace_support::apfloat::FloatKind;

use crate::number::{IntType, Number, NumberType, round};
use crate::operands::{Elements, compute, elements, same};
use crate::windows::{Dimension, Windows};

/// The model of an op with windows, whose pads are those of its input.
macro_rules! windowed {
    ($op:ident, $is_depthwise:literal) => {
        ($op::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
            let view = $op::view_of(op);
            let (pad, stride, dilation) =
                (view.pad().to_vec(), view.stride().to_vec(), view.dilation().to_vec());
            let geometry = Geometry { pad, stride, dilation, transposed: false, depthwise: $is_depthwise };
            convolution(lw, op, view.acc_type(), geometry)
        })
    };
}

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] = &[
    windowed!(Conv2DOp, false),
    windowed!(Conv3DOp, false),
    windowed!(DepthwiseConv2DOp, true),
    (TransposeConv2DOp::DEF, &|lw: &mut Lowering<'_>, op: OpRef<'_>| {
        let view = TransposeConv2DOp::view_of(op);
        let (pad, stride, dilation) = (view.out_pad().to_vec(), view.stride().to_vec(), vec![1, 1]);
        let geometry = Geometry { pad, stride, dilation, transposed: true, depthwise: false };
        convolution(lw, op, view.acc_type(), geometry)
    }),
];

/// The windows of a convolution.
struct Geometry {
    pad: Vec<i64>,
    stride: Vec<i64>,
    dilation: Vec<i64>,
    transposed: bool,
    /// Whether each channel of the image has its own channels of the result: the weight's dimensions are those of the
    /// window, the channels of the image, and the channels for each of them.
    depthwise: bool,
}

impl Geometry {
    fn windows(&self, image: &[u64], kernel: &[u64]) -> Outcome<Windows> {
        let dimension = |i: usize| Dimension {
            image: image[i] as usize,
            kernel: kernel[i] as usize,
            stride: self.stride[i],
            dilation: self.dilation[i],
            pad: [self.pad[2 * i], self.pad[2 * i + 1]],
            transposed: self.transposed,
        };
        Windows::new((0..self.stride.len()).map(dimension).collect())
    }
}

/// A type of sums of products.
pub(crate) trait Accumulator: Copy {
    /// Its numbers.
    type Value: Copy;

    /// Returns a number that the type has.
    fn value(self, number: Number) -> Self::Value;

    /// Returns the sum of a number and a product.
    ///
    /// # Errors
    ///
    /// If integers overflow.
    fn add_product(self, sum: Self::Value, a: Self::Value, b: Self::Value) -> Outcome<Self::Value>;

    /// Returns the number.
    fn number(self, value: Self::Value) -> Number;
}

impl Accumulator for IntType {
    type Value = i64;

    fn value(self, number: Number) -> i64 {
        if let Number::Int(value) = number { value } else { 0 }
    }

    #[inline]
    fn add_product(self, sum: i64, a: i64, b: i64) -> Outcome<i64> {
        // Products of numbers of up to 33 bits do not overflow, nor do their sums with numbers of up to 62 bits.
        let result = sum.wrapping_add(self.wrap(a.wrapping_mul(b)));
        if self.wrap(result) == result { Ok(result) } else { self.fit(i128::from(result)) }
    }

    fn number(self, value: i64) -> Number {
        Number::Int(value)
    }
}

/// Sums of `f32`.
#[derive(Clone, Copy)]
pub(crate) struct F32;

impl Accumulator for F32 {
    type Value = f32;

    fn value(self, number: Number) -> f32 {
        number.float() as f32
    }

    #[inline]
    fn add_product(self, sum: f32, a: f32, b: f32) -> Outcome<f32> {
        Ok(sum + a * b)
    }

    fn number(self, value: f32) -> Number {
        Number::Float(f64::from(value))
    }
}

impl Accumulator for FloatKind {
    type Value = f64;

    fn value(self, number: Number) -> f64 {
        number.float()
    }

    #[inline]
    fn add_product(self, sum: f64, a: f64, b: f64) -> Outcome<f64> {
        Ok(round(self, sum + round(self, a * b)))
    }

    fn number(self, value: f64) -> Number {
        Number::Float(value)
    }
}

/// A tensor of numbers about a zero point, in the type of an accumulator.
///
/// # Errors
///
/// If there is no memory, or a difference overflows.
pub(crate) fn about_zero<A: Accumulator>(
    acc: A,
    ty: NumberType,
    (array, elements): (&Array, Elements),
    (zero, zero_elements): (&Array, Elements),
) -> Outcome<Vec<A::Value>> {
    budget::check(array.len() as u64 * size_of::<A::Value>() as u64)?;
    let zero = zero_elements.parameter(zero)?;
    let number = |at| {
        Ok(match (ty, elements.numbers.read(array, at), zero) {
            (NumberType::Int(ty), Number::Int(value), Number::Int(zero)) => {
                acc.value(Number::Int(ty.fit(i128::from(value) - i128::from(zero))?))
            }
            (_, value, _) => acc.value(ty.convert(value)),
        })
    };
    (0..array.len()).map(number).collect()
}

/// Appends a convolution: of an image, a weight, a bias, and the zero points of image and weight.
fn convolution(lw: &mut Lowering<'_>, op: OpRef<'_>, acc_type: Type, geometry: Geometry) -> Lowered {
    let operands: Vec<ValueRef<'_>> = op.operands().collect();
    let inputs = operands.iter().map(|&value| elements(lw, value)).collect::<Lowered<Vec<_>>>()?;
    let output = elements(lw, op.single_result())?;
    let acc = NumberType::of(lw, acc_type)?;
    let kernel = move |arrays: &[&Array]| {
        let operands = Operands { arrays, inputs: &inputs, output, ty: acc };
        match acc {
            NumberType::Int(ty) => operands.convolve(ty, &geometry),
            NumberType::Float(FloatKind::F32) => operands.convolve(F32, &geometry),
            NumberType::Float(kind) => operands.convolve(kind, &geometry),
        }
    };
    compute(lw, op, move |arrays| {
        let arrays: Vec<&Array> = arrays.iter().map(|array| &**array).collect();
        Ok(vec![kernel(&arrays)?])
    })
}

/// The operands of a convolution.
struct Operands<'a> {
    arrays: &'a [&'a Array],
    inputs: &'a [Elements],
    output: Elements,
    /// The type of sums.
    ty: NumberType,
}

impl Operands<'_> {
    fn convolve<A: Accumulator>(&self, acc: A, geometry: &Geometry) -> Outcome<Array> {
        let [image, weight, bias, image_zp, weight_zp] =
            [0, 1, 2, 3, 4].map(|at| (self.arrays[at], self.inputs[at]));
        let (shape, kernel) = (&image.0.shape, &weight.0.shape);
        let rank = geometry.stride.len();
        if shape.len() != rank + 2 || kernel.len() != rank + 2 {
            return Err(Fault::new(format!("a convolution of tensors of sizes {shape:?} and {kernel:?}")));
        }
        let channels = shape[rank + 1] as usize;
        let (extents, of_weight, results) = match geometry.depthwise {
            true => (&kernel[..rank], kernel[rank], kernel[rank] * kernel[rank + 1]),
            false => (&kernel[1..=rank], kernel[rank + 1], kernel[0]),
        };
        let results = results as usize;
        same("channels of image and weight", channels, of_weight as usize)?;
        let windows = geometry.windows(&shape[1..=rank], extents)?;
        let taps = extents.iter().product::<u64>() as usize;
        let biases = bias.1.numbers(bias.0)?;
        if biases.len() != results && biases.len() != 1 {
            let found = biases.len();
            return Err(Fault::new(format!("{found} biases for {results} channels")));
        }
        let values = about_zero(acc, self.ty, image, image_zp)?;
        let weights = Weights {
            values: about_zero(acc, self.ty, weight, weight_zp)?,
            taps,
            channels,
            results,
            depthwise: geometry.depthwise,
        };

        let mut sizes = vec![shape[0]];
        sizes.extend(windows.result.iter().map(|&extent| extent as u64));
        sizes.push(results as u64);
        let mut made = self.output.zeros(&sizes)?;
        let (pixels, windows_of_image) =
            (shape[1..=rank].iter().product::<u64>() as usize, windows.result.iter().product::<usize>());
        let zero = acc.value(self.ty.convert(Number::Int(0)));
        for batch in 0..shape[0] as usize {
            let image = &values[batch * pixels * channels..(batch + 1) * pixels * channels];
            windows.for_each(|at, window| {
                let first = (batch * windows_of_image + at) * results;
                for channel in 0..results {
                    let sum = weights.sum(acc, zero, (image, window), channel)?;
                    let bias = biases[if biases.len() == 1 { 0 } else { channel }];
                    let out = self.output.numbers;
                    let sum = out.add(out.convert(acc.number(sum)), bias)?;
                    out.write(&mut made, first + channel, sum);
                }
                Ok(())
            })?;
        }
        Ok(made)
    }
}

/// The weights of a convolution.
struct Weights<V> {
    values: Vec<V>,
    /// The elements of a window.
    taps: usize,
    /// The channels of the image.
    channels: usize,
    /// The channels of the result.
    results: usize,
    depthwise: bool,
}

impl<V: Copy> Weights<V> {
    /// Returns the sum of the products of a window of the image with the weights of a channel of the result.
    fn sum<A: Accumulator<Value = V>>(
        &self,
        acc: A,
        zero: V,
        (image, window): (&[V], &[(usize, usize)]),
        channel: usize,
    ) -> Outcome<V> {
        let (channels, mut sum) = (self.channels, zero);
        if self.depthwise {
            let from = channel / (self.results / channels.max(1)).max(1);
            for &(tap, pixel) in window {
                let weight = self.values[tap * self.results + channel];
                sum = acc.add_product(sum, image[pixel * channels + from], weight)?;
            }
            return Ok(sum);
        }
        let weights = &self.values[channel * self.taps * channels..(channel + 1) * self.taps * channels];
        for &(tap, pixel) in window {
            let pixel = &image[pixel * channels..(pixel + 1) * channels];
            let weight = &weights[tap * channels..(tap + 1) * channels];
            for (&value, &weight) in pixel.iter().zip(weight) {
                sum = acc.add_product(sum, value, weight)?;
            }
        }
        Ok(sum)
    }
}
