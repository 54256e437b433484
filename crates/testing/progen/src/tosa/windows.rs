//! Convolutions, pooling, products of matrices, and images of other sizes.

use super::{Elem, Range, Value, Writer, exact};

/// An image of this rank; one is made if there is none.
fn image(w: &mut Writer, rank: usize, fits: impl Fn(&Value) -> bool) -> Value {
    let found = w.find(|value| value.rank() == rank && value.count() <= 160 && fits(value));
    match found {
        Some(found) if w.n.percent(80) => found,
        _ => {
            let shape = w.extents(rank);
            let elem = *w.n.pick(&[Elem::Int(8), Elem::Int(8), Elem::Int(16), Elem::F32, Elem::F16]);
            match elem.is_float() {
                true => w.input_in(&shape, elem, Range::Exact { bound: 4.0, digits: 1 }),
                false => w.input_of(&shape, elem),
            }
        }
    }
}

fn is_input(value: &Value) -> bool {
    matches!(value.elem, Elem::Int(8 | 16))
        || (value.elem.is_float() && value.elem != Elem::F64 && value.exact().is_some())
}

/// The types of a convolution: of the weight, the accumulator and the result.
struct Types {
    weight: Elem,
    acc: Elem,
    out: Elem,
}

impl Types {
    fn of(w: &mut Writer, input: Elem) -> Self {
        match input {
            Elem::Int(8) => Self { weight: Elem::Int(8), acc: Elem::I32, out: Elem::I32 },
            Elem::Int(_) => Self { weight: Elem::Int(8), acc: Elem::Int(48), out: Elem::Int(48) },
            Elem::F16 if w.n.percent(50) => Self { weight: Elem::F16, acc: Elem::F16, out: Elem::F16 },
            Elem::F16 => Self { weight: Elem::F16, acc: Elem::F32, out: Elem::F16 },
            elem => Self { weight: elem, acc: Elem::F32, out: elem },
        }
    }
}

/// A dimension of a window: stride, dilation, padding before and after the image, and the extent of the result.
struct Dimension {
    kernel: i64,
    stride: i64,
    dilation: i64,
    pad: [i64; 2],
    result: i64,
}

fn dimension(w: &mut Writer, image: i64, dilates: bool) -> Dimension {
    let kernel = w.n.within(1, 3);
    let dilation = if dilates && w.n.percent(25) { 2 } else { 1 };
    let most = if dilates { 2 } else { kernel - 1 };
    let before = w.n.within(0, most);
    let reach = (kernel - 1) * dilation;
    for after in 0..=most {
        let steps = image - 1 + before + after - reach;
        let stride = if w.n.percent(30) { 2 } else { 1 };
        if steps >= 0 && steps % stride == 0 {
            return Dimension { kernel, stride, dilation, pad: [before, after], result: steps / stride + 1 };
        }
    }
    Dimension { kernel: 1, stride: 1, dilation: 1, pad: [0, 0], result: image }
}

fn list(numbers: impl IntoIterator<Item = i64>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    format!("array<i64: {}>", numbers.join(", "))
}

fn attributes(dimensions: &[Dimension], dilates: bool) -> String {
    let pad = list(dimensions.iter().flat_map(|dimension| dimension.pad));
    let stride = list(dimensions.iter().map(|dimension| dimension.stride));
    let dilation = list(dimensions.iter().map(|dimension| dimension.dilation));
    let dilation = if dilates { format!(", dilation = {dilation}") } else { String::new() };
    format!("pad = {pad}, stride = {stride}{dilation}")
}

/// The range of sums of products, or `None` if they may be rounded.
fn sums(input: &Value, weight: &Value, bias: i64, taps: i64, out: Elem) -> Option<Range> {
    if !out.is_float() {
        let (low, high) = out.limits();
        return Some(Range::Ints(low, high));
    }
    let ((a, i), (b, j)) = (input.exact()?, weight.exact()?);
    match exact(out, a * b * taps as f64 + bias as f64, i + j) {
        Range::Any { .. } => None,
        range => Some(range),
    }
}

/// The operands of a convolution after its image.
fn parameters(w: &mut Writer, input: &Value, shape: &[i64], channels: i64) -> (Types, Vec<Value>) {
    let types = Types::of(w, input.elem);
    let range = match types.weight.is_float() {
        true => Range::Exact { bound: 2.0, digits: 1 },
        false => Range::Ints(-128, 127),
    };
    let weight = w.input_in(shape, types.weight, range);
    let biases = if w.n.percent(30) { 1 } else { channels };
    let bias = match types.out.is_float() {
        true => Range::Exact { bound: 2.0, digits: 1 },
        false => Range::Ints(-1000, 1000),
    };
    let bias = w.input_in(&[biases], types.out, bias);
    let zero = |w: &mut Writer, elem: Elem| match elem {
        Elem::Int(8) if w.n.percent(50) => w.n.within(-128, 127),
        _ => 0,
    };
    let zeros = [zero(w, input.elem), zero(w, types.weight)];
    let input_zp = w.parameter(input.elem, zeros[0]);
    let weight_zp = w.parameter(types.weight, zeros[1]);
    (types, vec![weight, bias, input_zp, weight_zp])
}

fn define(
    w: &mut Writer,
    op: &str,
    input: &Value,
    (types, operands): (Types, Vec<Value>),
    (shape, taps): (&[i64], i64),
    attrs: &str,
) -> Option<()> {
    let range = sums(input, operands.first()?, 2, taps, types.out)?;
    let names: Vec<&str> = operands.iter().map(|value| &*value.name).collect();
    let text = format!("tosa.{op} {input}, {} {{acc_type = {}, {attrs}}}", names.join(", "), types.acc);
    let all: Vec<&Value> = std::iter::once(input).chain(&operands).collect();
    w.def(shape, types.out, range, &all, &text);
    Some(())
}

/// A convolution, of all channels or of each; the image may be padded before.
pub(super) fn convolution(w: &mut Writer) -> Option<()> {
    let mut input = image(w, 4, is_input);
    if w.n.percent(30) && input.count() < 60 {
        input = padded(w, &input, false);
    }
    let (rows, columns) = (dimension(w, input.shape[1], true), dimension(w, input.shape[2], true));
    let channels = input.shape[3];
    let depthwise = w.n.percent(40);
    let factor = w.n.within(1, 3);
    let (kernel, results, taps) = match depthwise {
        true => (vec![rows.kernel, columns.kernel, channels, factor], channels * factor, 1),
        false => (vec![factor, rows.kernel, columns.kernel, channels], factor, channels),
    };
    let taps = taps * rows.kernel * columns.kernel;
    let parameters = parameters(w, &input, &kernel, results);
    let shape = [input.shape[0], rows.result, columns.result, results];
    let op = if depthwise { "depthwise_conv2d" } else { "conv2d" };
    define(w, op, &input, parameters, (&shape, taps), &attributes(&[rows, columns], true))
}

/// An image with a border of zero, or of the least number.
fn padded(w: &mut Writer, input: &Value, least: bool) -> Value {
    let sides: Vec<i64> = (0..4).map(|_| w.n.within(0, 1)).collect();
    let padding = [0, 0, sides[0], sides[1], sides[2], sides[3], 0, 0];
    let shape = [
        input.shape[0],
        input.shape[1] + sides[0] + sides[1],
        input.shape[2] + sides[2] + sides[3],
        input.shape[3],
    ];
    let (name, ty) = w.shape(&padding);
    let (text, range) = match (input.range, input.elem) {
        (Range::Ints(_, high), elem) if least => {
            let (low, _) = elem.limits();
            (low.to_string(), Range::Ints(low, high))
        }
        (_, Elem::F32) if least => ("0xFF7FFFFF".to_owned(), Range::Any { nan: input.may_be_nan() }),
        (_, Elem::F16) if least => ("0xFBFF".to_owned(), Range::Any { nan: input.may_be_nan() }),
        (Range::Ints(low, high), _) => ("0".to_owned(), Range::Ints(low.min(0), high.max(0))),
        (range, _) => ("0.0".to_owned(), range),
    };
    let name_of_zero = w.constant(&format!("tensor<1x{}>", input.elem), &text);
    let (shape_of_zero, open) = (vec![1], vec![false]);
    let zero = Value { name: name_of_zero, shape: shape_of_zero, open, elem: input.elem, range };
    let value =
        Value { name: w.fresh(), shape: shape.to_vec(), open: vec![false; 4], elem: input.elem, range };
    let (from, to) = (input.ty(), value.ty());
    w.line(&format!("{value} = tosa.pad {input}, {name}, {zero} : ({from}, {ty}, {}) -> {to}", zero.ty()));
    w.values.push(value.clone());
    value
}

pub(super) fn volume(w: &mut Writer) -> Option<()> {
    let shape = w.extents(5);
    let elem = *w.n.pick(&[Elem::Int(8), Elem::F32]);
    let input = match elem.is_float() {
        true => w.input_in(&shape, elem, Range::Exact { bound: 4.0, digits: 1 }),
        false => w.input_of(&shape, elem),
    };
    let dimensions = [1, 2, 3].map(|at| dimension(w, input.shape[at], true));
    let channels = w.n.within(1, 2);
    let mut kernel = vec![channels];
    kernel.extend(dimensions.iter().map(|dimension| dimension.kernel));
    kernel.push(input.shape[4]);
    let taps = kernel[1..].iter().product();
    let mut shape = vec![input.shape[0]];
    shape.extend(dimensions.iter().map(|dimension| dimension.result));
    shape.push(channels);
    let parameters = parameters(w, &input, &kernel, channels);
    define(w, "conv3d", &input, parameters, (&shape, taps), &attributes(&dimensions, true))
}

pub(super) fn transposed(w: &mut Writer) -> Option<()> {
    let input = image(w, 4, |value| is_input(value) && value.count() < 80);
    let channels = w.n.within(1, 3);
    let mut kernel = vec![channels];
    let (mut shape, mut pads, mut strides) = (vec![input.shape[0]], Vec::new(), Vec::new());
    for dim in 1..3 {
        let (size, stride) = (w.n.within(1, 3), w.n.within(1, 2));
        let mut pad = [w.n.within(1 - size, 2), w.n.within(1 - size, 2)];
        if (input.shape[dim] - 1) * stride + pad[0] + pad[1] + size < 1 {
            pad = [0, 0];
        }
        kernel.push(size);
        shape.push((input.shape[dim] - 1) * stride + pad[0] + pad[1] + size);
        pads.extend(pad);
        strides.push(stride);
    }
    kernel.push(input.shape[3]);
    shape.push(channels);
    let taps = kernel[1..].iter().product();
    let parameters = parameters(w, &input, &kernel, channels);
    let attrs = format!("out_pad = {}, stride = {}", list(pads), list(strides));
    define(w, "transpose_conv2d", &input, parameters, (&shape, taps), &attrs)
}

pub(super) fn pooling(w: &mut Writer) -> Option<()> {
    let average = w.n.percent(50);
    let fits = |value: &Value| match average {
        true => is_input(value),
        false => !matches!(value.elem, Elem::Int(1 | 48 | 64) | Elem::F64),
    };
    let mut input = image(w, 4, fits);
    if w.n.percent(20) && input.count() < 60 {
        let least = !average && w.n.percent(60);
        input = padded(w, &input, least);
    }
    let dimensions = [1, 2].map(|at| dimension(w, input.shape[at], false));
    let shape = [input.shape[0], dimensions[0].result, dimensions[1].result, input.shape[3]];
    let kernel = list(dimensions.iter().map(|dimension| dimension.kernel));
    let attrs = format!("kernel = {kernel}, {}", attributes(&dimensions, false));
    if !average {
        let mode = *w.n.pick(&["", ", nan_mode = IGNORE"]);
        w.def(
            &shape,
            input.elem,
            input.range,
            &[&input],
            &format!("tosa.max_pool2d {input} {{{attrs}{mode}}}"),
        );
        return Some(());
    }
    let taps = dimensions.iter().map(|dimension| dimension.kernel).product::<i64>();
    let acc = match input.elem {
        Elem::Int(_) => Elem::I32,
        Elem::F16 if w.n.percent(50) => Elem::F16,
        _ => Elem::F32,
    };
    let range = match input.exact() {
        None => Range::Ints(input.elem.limits().0, input.elem.limits().1),
        Some((bound, digits)) => match exact(acc, bound * taps as f64, digits) {
            Range::Any { .. } => return None,
            _ => Range::Any { nan: false },
        },
    };
    let zero = |w: &mut Writer| match input.elem {
        Elem::Int(8) if w.n.percent(50) => w.n.within(-128, 127),
        _ => 0,
    };
    let zeros = [zero(w), zero(w)];
    let [input_zp, output_zp] = zeros.map(|zero| w.parameter(input.elem, zero));
    let text = format!("tosa.avg_pool2d {input}, {input_zp}, {output_zp} {{acc_type = {acc}, {attrs}}}");
    w.def(&shape, input.elem, range, &[&input, &input_zp, &output_zp], &text);
    Some(())
}

pub(super) fn matmul(w: &mut Writer) -> Option<()> {
    let a = image(w, 3, is_input);
    let columns = w.n.within(1, 3);
    let out = match a.elem {
        Elem::Int(8) => Elem::I32,
        Elem::Int(_) => Elem::Int(48),
        Elem::F16 if w.n.percent(50) => Elem::F16,
        _ => Elem::F32,
    };
    let range = match a.elem.is_float() {
        true => Range::Exact { bound: 2.0, digits: 1 },
        false => Range::Ints(a.elem.limits().0, a.elem.limits().1),
    };
    let b = w.input_in(&[a.shape[0], a.shape[2], columns], a.elem, range);
    let range = sums(&a, &b, 0, a.shape[2], out)?;
    let zero = |w: &mut Writer| match a.elem {
        Elem::Int(8) if w.n.percent(50) => w.n.within(-128, 127),
        _ => 0,
    };
    let zeros = [zero(w), zero(w)];
    let [a_zp, b_zp] = zeros.map(|zero| w.parameter(a.elem, zero));
    let shape = [a.shape[0], a.shape[1], columns];
    w.def(&shape, out, range, &[&a, &b, &a_zp, &b_zp], &format!("tosa.matmul {a}, {b}, {a_zp}, {b_zp}"));
    Some(())
}

pub(super) fn resize(w: &mut Writer) -> Option<()> {
    let linear = w.n.percent(50);
    let input = image(w, 4, |value| {
        matches!(value.elem, Elem::Int(8 | 16))
            || (value.elem == Elem::F32 && (!linear || value.exact().is_some()))
    });
    if linear && input.elem == Elem::F16 {
        return None;
    }
    let (mut scale, mut offset, mut border) = (Vec::new(), Vec::new(), Vec::new());
    let mut shape = vec![input.shape[0]];
    let is_copy = w.n.percent(25);
    for dim in 1..3 {
        let (numerator, denominator) =
            if is_copy { (1, 1) } else { (*w.n.pick(&[1, 2, 4]), w.n.within(1, 2)) };
        let first = w.n.within(-numerator + 1, numerator - 1);
        let mut rest = w.n.within(-numerator + 1, numerator - 1);
        let mut steps = (input.shape[dim] - 1) * numerator - first + rest;
        // An image of one element is broadcast, whatever the scale is.
        while steps < 0 || steps % denominator != 0 {
            rest += if steps < 0 { 1 } else { -1 };
            steps = (input.shape[dim] - 1) * numerator - first + rest;
            if rest >= numerator || rest < -16 {
                return None;
            }
        }
        scale.extend([numerator, denominator]);
        offset.push(first);
        border.push(rest);
        shape.push(steps / denominator + 1);
    }
    shape.push(input.shape[3]);
    let (mode, elem, range) = match (linear, input.elem) {
        (false, elem) => ("NEAREST_NEIGHBOR", elem, input.range),
        (true, Elem::Int(8)) => ("BILINEAR", Elem::I32, Range::Ints(-128 * 16, 128 * 16)),
        (true, Elem::Int(_)) => ("BILINEAR", Elem::Int(48), Range::Ints(-32768 * 16, 32768 * 16)),
        (true, elem) => {
            let (bound, digits) = input.exact()?;
            ("BILINEAR", elem, exact(elem, bound, digits + 4))
        }
    };
    if linear && elem.is_float() && matches!(range, Range::Any { .. }) {
        return None;
    }
    let (scale, scale_ty) = w.shape(&scale);
    let (offset, offset_ty) = w.shape(&offset);
    let (border, border_ty) = w.shape(&border);
    let value = Value { name: w.fresh(), open: vec![false; 4], shape, elem, range };
    let (from, to) = (input.ty(), value.ty());
    w.line(&format!(
        "{value} = tosa.resize {input}, {scale}, {offset}, {border} {{mode = {mode}}} : ({from}, {scale_ty}, \
         {offset_ty}, {border_ty}) -> {to}"
    ));
    w.values.push(value);
    Some(())
}
