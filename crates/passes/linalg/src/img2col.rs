//! Convolutions as products of matrices: the input is copied into a matrix that has the elements of each window in a row
//! (img2col), or in a column where channels are first.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::attrs::BinaryFn;
use terrace_dialects_linalg::builders::{Loops, make_generic, make_named, region_for};
use terrace_dialects_linalg::named_convolution::{
    Conv2DNchwFchwOp, Conv2DNhwcFhwcOp, Conv2DNhwcHwcfOp, DepthwiseConv2DNhwcHwcOp,
};
use terrace_dialects_linalg::named_product::BatchMatvecOp;
use terrace_dialects_linalg::region_builders::Scalars;
use terrace_dialects_linalg::structured::has_tensor_semantics;
use terrace_dialects_mem::make_slices::empty;
use terrace_ir::elements::int_values;
use terrace_ir::pattern::Pattern;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value, op_match, pattern};
use terrace_passes_shared::reshapes::{collapsed_like, create_collapse, create_expand};

/// Converts convolutions to products of matrices.
pub static CONVERT_CONV2D_TO_IMG2COL: &[Pattern] = &[
    pattern!("ConvertConv2DNhwcHwcf", Conv2DNhwcHwcfOp, |rw, op| convert(rw, op.into())),
    pattern!("ConvertDepthwiseConv2DNhwcHwc", DepthwiseConv2DNhwcHwcOp, |rw, op| convert(rw, op.into())),
    pattern!("ConvertConv2DNchwFchw", Conv2DNchwFchwOp, |rw, op| convert(rw, op.into())),
    pattern!("ConvertConv2DNhwcFhwc", Conv2DNhwcFhwcOp, |rw, op| convert(rw, op.into())),
];

fn convert(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    rewrite_in_img2col(rw, op).map(|_| ())
}

/// The ops that replace a convolution.
#[derive(Clone, Copy, Debug)]
pub struct Img2Col {
    /// The op that copies the input into a matrix.
    pub img2col: Op,
    /// The op that computes the result.
    pub result: Op,
}

/// Replaces `linalg.conv_2d_nhwc_hwcf`, `linalg.conv_2d_nhwc_fhwc`, `linalg.conv_2d_nchw_fchw` and
/// `linalg.depthwise_conv_2d_nhwc_hwc` on tensors of static shapes, without dilations, by a copy of the input and a product.
/// `None`, without modifications, for other ops.
pub fn rewrite_in_img2col(rw: &mut Rewriter<'_>, op: Op) -> Option<Img2Col> {
    let kind = op_match!(rw.op(op), {
        Conv2DNhwcHwcfOp => ConvolutionLayout::NhwcHwcf,
        Conv2DNhwcFhwcOp => ConvolutionLayout::NhwcFhwc,
        Conv2DNchwFchwOp => ConvolutionLayout::NchwFchw,
        DepthwiseConv2DNhwcHwcOp => ConvolutionLayout::Depthwise,
        _ => return rw.notify_match_failure(op, "not supported"),
    });
    let conv = match Convolution::of(rw.op(op), kind) {
        Ok(conv) => conv,
        Err(reason) => return rw.notify_match_failure(op, reason),
    };
    rw.set_insertion_point_before(op);
    let (img2col, result) = match kind {
        ConvolutionLayout::Depthwise => conv.depthwise(rw)?,
        _ => conv.dense(rw)?,
    };
    rw.replace_op(op, &[result]);
    Some(Img2Col { img2col, result: rw.value(result).defining_op()?.id() })
}

/// The order of dimensions: batch, features, channels, height and width.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConvolutionLayout {
    NhwcHwcf,
    NhwcFhwc,
    NchwFchw,
    Depthwise,
}

/// The operands and extents of a convolution.
struct Convolution {
    kind: ConvolutionLayout,
    input: Value,
    filter: Value,
    output: Value,
    batch: i64,
    /// The features of the output.
    features: i64,
    channels: i64,
    /// The height and width of the output.
    out: [i64; 2],
    /// The height and width of the filter.
    window: [i64; 2],
    strides: [i64; 2],
    loc: Loc,
}

impl Convolution {
    fn of(op: OpRef<'_>, kind: ConvolutionLayout) -> Result<Self, &'static str> {
        let cx = op.cx();
        if !has_tensor_semantics(op) {
            return Err("expected op to have pure tensor semantics");
        }
        let shape = |at: usize| {
            let shape = op.operand(at).ty().shape(cx)?;
            (!shape.contains(&DYNAMIC)).then_some(shape)
        };
        let filter = shape(1).ok_or("expected a static shape for the filter")?;
        shape(0).ok_or("expected a static shape for the input")?;
        let output = shape(2).ok_or("expected a static shape for the output")?;
        let numbers = |name: &str| -> Option<Vec<i64>> {
            let Some(attr) = op.inherent_attr(name) else { return Some(vec![1; 2]) };
            int_values(cx, attr)?.iter().map(|number| number.to_i64()).collect()
        };
        if numbers("dilations").is_none_or(|dilations| dilations.iter().any(|&dilation| dilation != 1)) {
            return Err("expected all ones for dilations");
        }
        let strides =
            numbers("strides").and_then(|strides| strides.try_into().ok()).ok_or("expected two strides")?;
        let (batch, features, out, channels, window) = match (kind, output, filter) {
            (ConvolutionLayout::NhwcHwcf, &[n, oh, ow, f], &[fh, fw, c, _]) => (n, f, [oh, ow], c, [fh, fw]),
            (ConvolutionLayout::NhwcFhwc, &[n, oh, ow, f], &[_, fh, fw, c]) => (n, f, [oh, ow], c, [fh, fw]),
            (ConvolutionLayout::NchwFchw, &[n, f, oh, ow], &[_, c, fh, fw]) => (n, f, [oh, ow], c, [fh, fw]),
            (ConvolutionLayout::Depthwise, &[n, oh, ow, f], &[fh, fw, c]) => (n, f, [oh, ow], c, [fh, fw]),
            _ => return Err("expected the ranks of a convolution of two dimensions"),
        };
        let [input, filter, output] = [0, 1, 2].map(|at| op.operand(at).id());
        Ok(Self {
            kind,
            input,
            filter,
            output,
            batch,
            features,
            channels,
            out,
            window,
            strides,
            loc: op.loc(),
        })
    }

    fn empty(&self, rw: &mut Rewriter<'_>, shape: &[i64], element: Type) -> Value {
        let sizes: Vec<OpFoldResult> = shape.iter().map(|&extent| OpFoldResult::Static(extent)).collect();
        empty(rw, &sizes, element, self.loc)
    }

    fn element(&self, rw: &Rewriter<'_>, value: Value) -> Type {
        rw.value(value).ty().element_type_or_self(rw.cx())
    }

    /// A tensor with the elements of another in the places that a map has for them.
    fn copy(&self, rw: &mut Rewriter<'_>, from: Value, map: AffineMap, shape: &[i64]) -> Option<Op> {
        let element = self.element(rw, from);
        let to = self.empty(rw, shape, element);
        let rank = map.num_dims;
        let region = region_for(rw.cx(), &mut rw.op_builder(), &[from, to], &mut |s| {
            s.yield_value(s.arg(0));
            Ok(())
        });
        let (maps, parallel) = ([map, AffineMap::identity(rank)], vec![true; rank as usize]);
        let loops = Loops { inputs: &[from], outputs: &[to], maps: &maps, parallel: &parallel };
        let ty = rw.value(to).ty();
        Some(make_generic(rw, &loops, &[ty], region.ok()?, self.loc))
    }

    fn collapse(&self, rw: &mut Rewriter<'_>, value: Value, groups: &[Vec<i64>]) -> Value {
        let ty = collapsed_like(rw.cx(), rw.value(value).ty(), groups);
        create_collapse(rw, value, groups, ty, self.loc)
    }

    /// The row and the column of the input that an element of the output and one of the filter belong to.
    fn place(&self, dim: usize, out: AffineExpr, window: AffineExpr) -> AffineExpr {
        AffineExpr::constant(self.strides[dim]) * out + window
    }

    /// A copy, a product of matrices, and a reshape of the result.
    fn dense(&self, rw: &mut Rewriter<'_>) -> Option<(Op, Value)> {
        let ([out_height, out_width], [height, width]) = (self.out, self.window);
        let (places, depth) = (out_height * out_width, height * width * self.channels);
        let is_first = self.kind == ConvolutionLayout::NchwFchw;
        let filter_groups = match self.kind {
            ConvolutionLayout::NhwcHwcf => [vec![0, 1, 2], vec![3]],
            _ => [vec![0], vec![1, 2, 3]],
        };
        let output_groups = match is_first {
            true => [vec![0], vec![1], vec![2, 3]],
            false => [vec![0], vec![1, 2], vec![3]],
        };
        let filter = self.collapse(rw, self.filter, &filter_groups);
        let output = self.collapse(rw, self.output, &output_groups);
        let (map, shape) = match is_first {
            true => {
                let [channel, row, column] = delinearize(AffineExpr::dim(1), [height * width, width, 1]);
                let [y, x] = delinearize(AffineExpr::dim(2), [out_width, 1]);
                let results =
                    vec![AffineExpr::dim(0), channel, self.place(0, y, row), self.place(1, x, column)];
                (results, [self.batch, depth, places])
            }
            false => {
                let [y, x] = delinearize(AffineExpr::dim(1), [out_width, 1]);
                let [row, column, channel] =
                    delinearize(AffineExpr::dim(2), [width * self.channels, self.channels, 1]);
                let results =
                    vec![AffineExpr::dim(0), self.place(0, y, row), self.place(1, x, column), channel];
                (results, [self.batch, places, depth])
            }
        };
        let img2col = self.copy(rw, self.input, AffineMap::new(3, 0, map), &shape)?;
        let matrix = rw.body().single_result(img2col);
        // The loops: batch, rows, columns and elements of a product.
        let map = |dims: &[u32]| AffineMap::new(4, 0, dims.iter().map(|&dim| AffineExpr::dim(dim)).collect());
        let (inputs, maps) = match self.kind {
            ConvolutionLayout::NchwFchw => {
                ([filter, matrix], [map(&[1, 3]), map(&[0, 3, 2]), map(&[0, 1, 2])])
            }
            ConvolutionLayout::NhwcFhwc => {
                ([matrix, filter], [map(&[0, 1, 3]), map(&[2, 3]), map(&[0, 1, 2])])
            }
            _ => ([matrix, filter], [map(&[0, 1, 3]), map(&[3, 2]), map(&[0, 1, 2])]),
        };
        let operands = [inputs[0], inputs[1], output];
        let region = region_for(rw.cx(), &mut rw.op_builder(), &operands, &mut multiply_add).ok()?;
        let loops =
            Loops { inputs: &inputs, outputs: &[output], maps: &maps, parallel: &[true, true, true, false] };
        let ty = rw.value(output).ty();
        let product = make_generic(rw, &loops, &[ty], region, self.loc);
        let product = rw.body().single_result(product);
        let ty = rw.value(self.output).ty();
        let sizes: Vec<OpFoldResult> =
            ty.shape(rw.cx())?.iter().map(|&extent| OpFoldResult::Static(extent)).collect();
        Some((img2col, create_expand(rw, product, &output_groups, &sizes, ty, self.loc)))
    }

    /// The tensor whose dimension `i` is dimension `order[i]` of another.
    fn transpose(&self, rw: &mut Rewriter<'_>, value: Value, order: &[usize]) -> Option<Value> {
        let shape = rw.value(value).ty().shape(rw.cx())?;
        let shape: Vec<i64> = order.iter().map(|&dim| shape[dim]).collect();
        let of = |dim: usize| order.iter().position(|&at| at == dim).map(|at| AffineExpr::dim(at as u32));
        let results = (0..order.len()).map(of).collect::<Option<Vec<AffineExpr>>>()?;
        let copy = self.copy(rw, value, AffineMap::new(order.len() as u32, 0, results), &shape)?;
        Some(rw.body().single_result(copy))
    }

    /// The same for each channel on its own, as products of matrices and vectors.
    fn depthwise(&self, rw: &mut Rewriter<'_>) -> Option<(Op, Value)> {
        let ([out_height, out_width], [height, width]) = (self.out, self.window);
        let input = self.transpose(rw, self.input, &[0, 3, 1, 2])?;
        let filter = self.transpose(rw, self.filter, &[2, 0, 1])?;
        let output = self.transpose(rw, self.output, &[0, 3, 1, 2])?;
        let dim = AffineExpr::dim;
        let results = vec![dim(0), dim(1), self.place(0, dim(2), dim(4)), self.place(1, dim(3), dim(5))];
        let shape = [self.batch, self.features, out_height, out_width, height, width];
        let img2col = self.copy(rw, input, AffineMap::new(6, 0, results), &shape)?;
        let matrix = rw.body().single_result(img2col);
        let matrix = self.collapse(rw, matrix, &[vec![0, 1], vec![2, 3], vec![4, 5]]);
        let mut filter = self.collapse(rw, filter, &[vec![0], vec![1, 2]]);
        if self.batch != 1 {
            // A product has a filter for each matrix: those of all channels for each element of the batch.
            let shape = [self.batch, self.channels, height * width];
            let copies = AffineMap::new(3, 0, vec![dim(1), dim(2)]);
            let repeated = self.copy(rw, filter, copies, &shape)?;
            let repeated = rw.body().single_result(repeated);
            filter = self.collapse(rw, repeated, &[vec![0, 1], vec![2]]);
        }
        let groups = [vec![0, 1], vec![2, 3]];
        let init = self.collapse(rw, output, &groups);
        let product = make_named(rw, BatchMatvecOp::DEF, &[matrix, filter], &[init], &[], self.loc)?;
        let product = rw.body().single_result(product);
        let sizes = [self.batch, self.features, out_height, out_width].map(OpFoldResult::Static);
        let ty = rw.value(output).ty();
        let expanded = create_expand(rw, product, &groups, &sizes, ty, self.loc);
        let result = self.transpose(rw, expanded, &[0, 2, 3, 1])?;
        Some((img2col, result))
    }
}

/// The indices that a linear index has for these strides.
fn delinearize<const N: usize>(index: AffineExpr, strides: [i64; N]) -> [AffineExpr; N] {
    let mut rest = index;
    strides.map(|stride| {
        let stride = AffineExpr::constant(stride);
        let own = AffineExpr::floor_div(rest.clone(), stride.clone());
        rest = AffineExpr::modulo(rest.clone(), stride);
        own
    })
}

/// Adds the product of the first two elements to the third one.
fn multiply_add(s: &mut Scalars<'_>) -> Result<(), String> {
    let to = s.ty(s.destination());
    let [a, b] = [0, 1].map(|at| s.arg(at));
    let (a, b) = (s.cast(to, a, false), s.cast(to, b, false));
    let product = s.binary(BinaryFn::Mul, a, b)?;
    let sum = s.binary(BinaryFn::Add, product, s.destination())?;
    s.yield_value(sum);
    Ok(())
}
