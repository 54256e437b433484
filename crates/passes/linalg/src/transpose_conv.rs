//! Convolutions whose filters have the channels last, as those whose filters have the features last.

use terrace_dialects_linalg::builders::{make_named, make_transpose};
use terrace_dialects_linalg::named_convolution::{
    Conv2DNhwcFhwcOp, Conv2DNhwcFhwcQOp, Conv2DNhwcHwcfOp, Conv2DNhwcHwcfQOp,
};
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::memref::causes::TRANSPOSED_FILTER;
use terrace_dialects_mem::memref::{AllocSpec, create_alloc};
use terrace_ir::OpFoldResult;
use terrace_ir::{Attr, DYNAMIC, MemRefType, Op, OpKind, Rewriter, TypeData, Value, op_match};

/// Replaces a convolution with a filter of features, height, width and channels by one whose features are last, on the
/// transposed filter. `None` for other ops, and for a filter whose extents are not static.
pub fn transpose_conv2d(rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let def = op_match!(view, {
        Conv2DNhwcFhwcOp => Conv2DNhwcHwcfOp::DEF,
        Conv2DNhwcFhwcQOp => Conv2DNhwcHwcfQOp::DEF,
        _ => return None,
    });
    let (first, _) = as_structured(view)?.destinations(view);
    let mut operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let loc = view.loc();
    let window: Vec<Option<Attr>> = ["strides", "dilations"].map(|name| view.inherent_attr(name)).to_vec();
    let filter = *operands.get(1)?;
    let ty = rw.value(filter).ty();
    let shape = ty.shape(cx)?.to_vec();
    if shape.len() != 4 || shape.contains(&DYNAMIC) {
        return None;
    }
    let order = [1, 2, 3, 0];
    let transposed: Vec<i64> = order.iter().map(|&dim| shape[dim as usize]).collect();
    rw.set_insertion_point_before(op);
    let element = ty.element_type(cx)?;
    let dest = match ty.data(cx) {
        &TypeData::MemRef { space, .. } => {
            let buffer = MemRefType::get_with(cx, &transposed, element, None, space);
            create_alloc(rw, AllocSpec::default(), buffer, loc, &TRANSPOSED_FILTER)
        }
        _ => {
            let sizes: Vec<OpFoldResult> =
                transposed.iter().map(|&extent| OpFoldResult::Static(extent)).collect();
            empty(rw, &sizes, element, loc)
        }
    };
    let transpose = make_transpose(rw, filter, dest, &order, loc);
    operands[1] = rw.body().results(transpose).next().unwrap_or(dest);
    let (inputs, outputs) = operands.split_at(first);
    let new = make_named(rw, def, inputs, outputs, &window, loc)?;
    rw.replace_op_with(op, new);
    Some(new)
}
