//! Convolutions by Winograd's algorithm: transformations of filter and input, products of matrices, and a
//! transformation of the output.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_linalg::attrs::WinogradConv2DFmr;
use terrace_dialects_linalg::builders::{make_fill, make_named};
use terrace_dialects_linalg::matmul::BatchMatmulOp;
use terrace_dialects_linalg::named_convolution::Conv2DNhwcFhwcOp;
use terrace_dialects_linalg::structured::has_tensor_semantics;
use terrace_dialects_linalg::winograd::{
    WinogradFilterTransformOp, WinogradInputTransformOp, WinogradOutputTransformOp,
};
use terrace_dialects_mem::make_slices::{empty, extract_slice};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::pattern::Root;
use terrace_ir::tiling::Tile;
use terrace_ir::{
    Context, DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, RankedTensorType, Rewriter, Type, Value,
};
use terrace_passes_shared::arithmetic::zero_attr;
use terrace_passes_shared::reshapes::{create_collapse, create_expand};
use terrace_rewrite::PatternSet;

use crate::pad::{PadTarget, make_composed_pad_high};
use crate::winograd_matrices::Algorithm;

/// Adds the pattern that computes convolutions by Winograd's algorithm.
pub fn add_winograd_conv2d(set: &mut PatternSet, cx: &Context, fmr: WinogradConv2DFmr) {
    let convert = move |rw: &mut Rewriter<'_>, op: Op| winograd_conv2d(rw, op, fmr).map(|_| ());
    set.add_action(cx, "WinogradConv2DNhwcFhwc", Root::Op(Conv2DNhwcFhwcOp::DEF.name), 1, Box::new(convert));
}

/// A convolution with filter and extents that the algorithm supports.
struct Convolution {
    operands: [Value; 3],
    /// Batch, height, width and channels.
    input: [i64; 4],
    /// Features, height, width and channels.
    filter: [i64; 4],
    /// Batch, height, width and features.
    output: [i64; 4],
    elements: [Type; 3],
    loc: Loc,
}

impl Convolution {
    /// The parts of a `linalg.conv_2d_nhwc_fhwc`, or the reason why it is not supported.
    fn of(op: OpRef<'_>, r: i64) -> Result<Self, &'static str> {
        let cx = op.cx();
        if !has_tensor_semantics(op) {
            return Err("expected pure tensor semantics for linalg.conv_2d_nhwc_fhwc");
        }
        let shape = |at: usize| -> Option<[i64; 4]> {
            let shape: [i64; 4] = op.operand(at).ty().shape(cx)?.try_into().ok()?;
            (!shape.contains(&DYNAMIC)).then_some(shape)
        };
        let input = shape(0).ok_or("expected a static shape for the input")?;
        let filter = shape(1).ok_or("expected a static shape for the filter")?;
        let output = shape(2).ok_or("expected a static shape for the output")?;
        let are_ones = |name: &str| {
            let given = op.inherent_attr(name).and_then(|attr| terrace_ir::elements::int_values(cx, attr));
            given.is_none_or(|numbers| numbers.iter().all(|number| number.to_i64() == Some(1)))
        };
        if !are_ones("dilations") {
            return Err("expected all ones for dilations");
        }
        if !are_ones("strides") {
            return Err("expected all ones for strides");
        }
        if ![(r, r), (r, 1), (1, r)].contains(&(filter[1], filter[2])) {
            return Err("only support filter (r x r), (r x 1) or (1 x r)");
        }
        let elements = [0, 1, 2].map(|at| op.operand(at).ty().element_type_or_self(cx));
        if elements.iter().any(|element| element.float_kind(cx).is_none()) {
            return Err("expected elements of floating-point types");
        }
        let operands = [0, 1, 2].map(|at| op.operand(at).id());
        Ok(Self { operands, input, filter, output, elements, loc: op.loc() })
    }
}

/// Replaces a `linalg.conv_2d_nhwc_fhwc` on tensors of static shapes, with strides and dilations of one and a filter of
/// `r` elements in each dimension, or in one of both, by Winograd's algorithm for tiles of `m` outputs. Returns the op that
/// computes the result; `None`, without modifications, for other ops.
pub fn winograd_conv2d(rw: &mut Rewriter<'_>, op: Op, fmr: WinogradConv2DFmr) -> Option<Op> {
    if !rw.op(op).isa::<Conv2DNhwcFhwcOp>() {
        return None;
    }
    let algorithm = Algorithm::of(fmr);
    let conv = match Convolution::of(rw.op(op), algorithm.r) {
        Ok(conv) => conv,
        Err(reason) => return rw.notify_match_failure(op, reason),
    };
    rw.set_insertion_point_before(op);
    let result = conv.convert(rw, fmr)?;
    rw.replace_op(op, &[result]);
    rw.value(result).defining_op().map(|op| op.id())
}

/// A tensor of static extents.
fn empty_of(rw: &mut Rewriter<'_>, shape: &[i64], element: Type, loc: Loc) -> Value {
    let sizes: Vec<OpFoldResult> = shape.iter().map(|&extent| OpFoldResult::Static(extent)).collect();
    empty(rw, &sizes, element, loc)
}

/// A tensor with zeros at the ends of its dimensions.
fn aligned(rw: &mut Rewriter<'_>, value: Value, shape: [i64; 4], loc: Loc) -> Option<Value> {
    let element = rw.value(value).ty().element_type(rw.cx())?;
    let zero = zero_attr(rw.cx(), element)?;
    let zero = rw.build_value(ConstantOp::of().value_attr(zero).result(element).loc(loc));
    let shape = shape.map(OpFoldResult::Static).to_vec();
    let target = PadTarget { shape, pads_dynamic: false, value: zero, nofold: false };
    make_composed_pad_high(rw, value, &target, loc)
}

impl Convolution {
    fn convert(&self, rw: &mut Rewriter<'_>, fmr: WinogradConv2DFmr) -> Option<Value> {
        let (algorithm, loc, fmr) = (Algorithm::of(fmr), self.loc, enum_attr(rw.cx(), fmr));
        let [mut input, filter, mut output] = self.operands;
        let [features, height, width, channels] = self.filter;
        let [batch, out_height, out_width, _] = self.output;
        // A dimension in which the filter has one element is not transformed.
        let part = |extent: i64| if extent == 1 { (1, 1) } else { (algorithm.m, algorithm.r) };
        let ((m_height, r_height), (m_width, r_width)) = (part(height), part(width));
        let alpha = [m_height + r_height - 1, m_width + r_width - 1];
        let tiles = [(out_height + m_height - 1) / m_height, (out_width + m_width - 1) / m_width];
        let shape = [alpha[0], alpha[1], channels, features];
        let init = empty_of(rw, &shape, self.elements[1], loc);
        let ty = rw.value(init).ty();
        let filter =
            rw.build_value(WinogradFilterTransformOp::of(filter, init).fmr_attr(fmr).result(ty).loc(loc));
        let full = [
            self.input[0],
            tiles[0] * m_height + r_height - 1,
            tiles[1] * m_width + r_width - 1,
            self.input[3],
        ];
        if full != self.input {
            input = aligned(rw, input, full, loc)?;
        }
        let shape = [alpha[0], alpha[1], tiles[0], tiles[1], self.input[0], self.input[3]];
        let init = empty_of(rw, &shape, self.elements[0], loc);
        let ty = rw.value(init).ty();
        let input =
            rw.build_value(WinogradInputTransformOp::of(input, init).fmr_attr(fmr).result(ty).loc(loc));
        let product = multiply(rw, filter, input, self.elements[2], loc)?;
        let full = [batch, tiles[0] * m_height, tiles[1] * m_width, self.output[3]];
        if full != self.output {
            output = aligned(rw, output, full, loc)?;
        }
        let ty = rw.value(output).ty();
        let result =
            rw.build_value(WinogradOutputTransformOp::of(product, output).fmr_attr(fmr).result(ty).loc(loc));
        if full == self.output {
            return Some(result);
        }
        let sizes = self.output.map(OpFoldResult::Static).to_vec();
        let tile = Tile { offsets: vec![OpFoldResult::Static(0); sizes.len()], sizes };
        let slice = extract_slice(rw, result, &tile, loc);
        Some(rw.body().single_result(slice))
    }
}

/// The products of the transformed filter and the transformed input for each element of a tile.
fn multiply(rw: &mut Rewriter<'_>, filter: Value, input: Value, element: Type, loc: Loc) -> Option<Value> {
    let cx = rw.cx();
    let (filter_ty, input_ty) = (rw.value(filter).ty(), rw.value(input).ty());
    let &[alpha_height, alpha_width, channels, features] = filter_ty.shape(cx)? else { return None };
    let &[_, _, tile_height, tile_width, batch, _] = input_ty.shape(cx)? else { return None };
    let (alpha, tiles) = (alpha_height * alpha_width, tile_height * tile_width * batch);
    let to = RankedTensorType::get(cx, &[alpha, channels, features], filter_ty.element_type(cx)?);
    let filter = create_collapse(rw, filter, &[vec![0, 1], vec![2], vec![3]], to, loc);
    let to = RankedTensorType::get(cx, &[alpha, tiles, channels], input_ty.element_type(cx)?);
    let groups = [vec![0, 1], vec![2, 3, 4], vec![5]];
    let input = create_collapse(rw, input, &groups, to, loc);
    let init = empty_of(rw, &[alpha, tiles, features], element, loc);
    let zero = zero_attr(cx, element)?;
    let zero = rw.build_value(ConstantOp::of().value_attr(zero).result(element).loc(loc));
    let filled = make_fill(rw, zero, init, loc)?;
    let filled = rw.body().single_result(filled);
    let product = make_named(rw, BatchMatmulOp::DEF, &[input, filter], &[filled], &[], loc)?;
    let product = rw.body().single_result(product);
    let shape = [alpha_height, alpha_width, tile_height, tile_width, batch, features];
    let ty = RankedTensorType::get(cx, &shape, element);
    let sizes = shape.map(OpFoldResult::Static);
    Some(create_expand(rw, product, &groups, &sizes, ty, loc))
}
