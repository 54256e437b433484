//! Convolutions and poolings whose window and output have one element along a dimension, without that dimension.

use terrace_dialects_linalg::builders::make_named;
use terrace_dialects_linalg::named_convolution as conv;
use terrace_dialects_linalg::named_pooling as pool;
use terrace_dialects_linalg::structured::has_tensor_semantics;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::make_slices::{extract_slice_as, insert_slice};
use terrace_dialects_mem::tensor::with_shape;
use terrace_ir::def::OpDef;
use terrace_ir::elements::{int_elements, int_values};
use terrace_ir::tiling::Tile;
use terrace_ir::{Attr, Context, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value, VectorType};
use terrace_support::apint::ApInt;

/// An op of two dimensions, the same of one, and where the two are in the window and in the output.
struct Entry {
    from: &'static OpDef,
    to: &'static OpDef,
    window: [usize; 2],
    output: [usize; 2],
}

const fn entry(from: &'static OpDef, to: &'static OpDef, window: [usize; 2], output: [usize; 2]) -> Entry {
    Entry { from, to, window, output }
}

static ENTRIES: &[Entry] = &[
    entry(conv::Conv2DNhwcHwcfOp::DEF, conv::Conv1DNwcWcfOp::DEF, [0, 1], [1, 2]),
    entry(conv::Conv2DNchwFchwOp::DEF, conv::Conv1DNcwFcwOp::DEF, [2, 3], [2, 3]),
    entry(pool::PoolingNhwcSumOp::DEF, pool::PoolingNwcSumOp::DEF, [0, 1], [1, 2]),
    entry(pool::PoolingNchwSumOp::DEF, pool::PoolingNcwSumOp::DEF, [0, 1], [2, 3]),
    entry(pool::PoolingNhwcMaxOp::DEF, pool::PoolingNwcMaxOp::DEF, [0, 1], [1, 2]),
    entry(pool::PoolingNhwcMaxUnsignedOp::DEF, pool::PoolingNwcMaxUnsignedOp::DEF, [0, 1], [1, 2]),
    entry(pool::PoolingNhwcMinOp::DEF, pool::PoolingNwcMinOp::DEF, [0, 1], [1, 2]),
    entry(pool::PoolingNhwcMinUnsignedOp::DEF, pool::PoolingNwcMinUnsignedOp::DEF, [0, 1], [1, 2]),
    entry(pool::PoolingNchwMaxOp::DEF, pool::PoolingNcwMaxOp::DEF, [0, 1], [2, 3]),
    entry(conv::DepthwiseConv2DNhwcHwcOp::DEF, conv::DepthwiseConv1DNwcWcOp::DEF, [0, 1], [1, 2]),
    entry(conv::Conv2DOp::DEF, conv::Conv1DOp::DEF, [0, 1], [0, 1]),
];

/// One of the two numbers of an attribute, which are ones where it is absent, as a vector of one.
fn single(cx: &Context, attr: Option<Attr>, kept: usize) -> Option<Attr> {
    let numbers = attr.and_then(|attr| int_values(cx, attr));
    let number =
        numbers.and_then(|numbers| numbers.get(kept).cloned()).unwrap_or_else(|| ApInt::from_i64(64, 1));
    let ty = VectorType::get(cx, &[1], Type::I64);
    int_elements(cx, ty, &[number])
}

/// The part of a tensor that is all of it, without a dimension of one element.
fn without(rw: &mut Rewriter<'_>, value: Value, dim: usize, loc: Loc) -> Option<Value> {
    let (cx, ty) = (rw.cx(), rw.value(value).ty());
    let mut shape = ty.shape(cx)?.to_vec();
    let sizes = extents(rw, value, loc);
    let whole = Tile { offsets: vec![OpFoldResult::Static(0); shape.len()], sizes };
    shape.remove(dim);
    let part = extract_slice_as(rw, value, &whole, with_shape(cx, ty, &shape), loc);
    rw.body().results(part).next()
}

/// Replaces a convolution or pooling of two dimensions on tensors by one of a single dimension, which is returned. `None`, with
/// nothing changed, for other ops, and where neither dimension has one element in the window and in the output.
pub fn downscale_convolution(rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let entry = ENTRIES.iter().find(|entry| view.info().is(entry.from))?;
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let &[input, window, output] = operands.as_slice() else { return None };
    if !has_tensor_semantics(view) {
        return None;
    }
    let shape = |value: Value| rw.value(value).ty().shape(cx).map(<[i64]>::to_vec);
    let (window_shape, output_shape) = (shape(window)?, shape(output)?);
    let is_single =
        |which: &usize| window_shape[entry.window[*which]] == 1 && output_shape[entry.output[*which]] == 1;
    let dropped = (0..2).find(is_single)?;
    let loc = view.loc();
    let has = |name: &&str| entry.from.props.iter().any(|prop| prop.name == *name);
    let props: Vec<Option<Attr>> = ["strides", "dilations"]
        .iter()
        .filter(|name| has(name))
        .map(|name| single(cx, view.inherent_attr(name), 1 - dropped))
        .collect();
    rw.set_insertion_point_before(op);
    let input = without(rw, input, entry.output[dropped], loc)?;
    let window = without(rw, window, entry.window[dropped], loc)?;
    let part = without(rw, output, entry.output[dropped], loc)?;
    let made = make_named(rw, entry.to, &[input, window], &[part], &props, loc)?;
    let result = rw.body().results(made).next()?;
    let whole =
        Tile { offsets: vec![OpFoldResult::Static(0); output_shape.len()], sizes: extents(rw, output, loc) };
    let inserted = insert_slice(rw, result, output, &whole, loc);
    rw.replace_op(op, &[inserted]);
    Some(made)
}
