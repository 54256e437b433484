//! The transformations of Winograd's algorithm for convolutions.

use terrace_dialects_mem::constraints::is_ranked_tensor;
use terrace_ir::constraints::RANKED_TENSOR_KIND;
use terrace_ir::def::{TypeConstraint, op_error};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::tiling::TilingInterface;
use terrace_ir::{Attr, CheckResult, Context, DYNAMIC, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use crate::attrs::WinogradConv2DFmrAttr;

fn is_tensor_of_rank(cx: &Context, ty: Type, rank: usize) -> bool {
    is_ranked_tensor(cx, ty, |_, _| true) && ty.shape(cx).is_some_and(|shape| shape.len() == rank)
}

static TENSOR_4: TypeConstraint =
    TypeConstraint::new("4D tensor of any type values", |cx, ty| is_tensor_of_rank(cx, ty, 4))
        .of_kind(&RANKED_TENSOR_KIND);
static TENSOR_6: TypeConstraint =
    TypeConstraint::new("6D tensor of any type values", |cx, ty| is_tensor_of_rank(cx, ty, 6))
        .of_kind(&RANKED_TENSOR_KIND);

/// Transforms filters.
#[op("linalg.winograd_filter_transform",
     traits(AllElementTypesMatch(&["filter", "output"])), interfaces(dyn DestinationStyleOp, dyn TilingInterface),
     verify = verify_filter,
     format = "attr-dict `fmr` `(` $fmr `)` `ins` `(` $filter `:` type($filter) `)` \
               `outs` `(` $output `:` type($output) `)` `->` type($result)")]
pub struct WinogradFilterTransformOp {
    filter: Operand<TENSOR_4>,
    output: Operand<TENSOR_4>,
    fmr: Prop<WinogradConv2DFmrAttr>,
    result: Res<TENSOR_4>,
}

/// Transforms inputs.
#[op("linalg.winograd_input_transform",
     traits(AllElementTypesMatch(&["input", "output"])), interfaces(dyn DestinationStyleOp, dyn TilingInterface),
     verify = verify_input,
     format = "attr-dict `fmr` `(` $fmr `)` `ins` `(` $input `:` type($input) `)` \
               `outs` `(` $output `:` type($output) `)` `->` type($result)")]
pub struct WinogradInputTransformOp {
    input: Operand<TENSOR_4>,
    output: Operand<TENSOR_6>,
    fmr: Prop<WinogradConv2DFmrAttr>,
    result: Res<TENSOR_6>,
}

/// Transforms products back.
#[op("linalg.winograd_output_transform",
     traits(AllElementTypesMatch(&["value", "output"])), interfaces(dyn DestinationStyleOp, dyn TilingInterface),
     verify = verify_output,
     format = "attr-dict `fmr` `(` $fmr `)` `ins` `(` $value `:` type($value) `)` \
               `outs` `(` $output `:` type($output) `)` `->` type($result)")]
pub struct WinogradOutputTransformOp {
    value: Operand<TENSOR_6>,
    output: Operand<TENSOR_4>,
    fmr: Prop<WinogradConv2DFmrAttr>,
    result: Res<TENSOR_4>,
}

macro_rules! second_is_destination {
    ($($op:ident),*) => {
        $(impl DestinationStyleOp for $op {
            fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
                (1, 1)
            }
        })*
    };
}

second_is_destination!(WinogradFilterTransformOp, WinogradInputTransformOp, WinogradOutputTransformOp);

/// The number of outputs of a tile in a dimension, and the size of the filter.
pub(crate) fn sizes(cx: &Context, fmr: Attr) -> (i64, i64) {
    match fmr.as_u64(cx) {
        Some(1) => (4, 3),
        Some(2) => (2, 5),
        _ => (2, 3),
    }
}

fn verify_shape(op: OpRef<'_>, output: ValueRef<'_>, expected: &[i64]) -> CheckResult {
    let found = shape(output);
    let fits = |(&a, &b): (&i64, &i64)| a == b || a == DYNAMIC || b == DYNAMIC;
    if expected.len() == found.len() && expected.iter().zip(found).all(fits) {
        return Ok(());
    }
    Err(op_error(op, "the output shape is not expected"))
}

pub(crate) fn shape(value: ValueRef<'_>) -> &[i64] {
    value.ty().ranked_shape(value.cx())
}

fn verify_filter(op: OpRef<'_>) -> CheckResult {
    let view = WinogradFilterTransformOp::view_of(op);
    let (m, r) = sizes(op.cx(), view.fmr_attr());
    let fail = |message: &str| Err(op_error(op, message));
    let &[filters, height, width, channels] = shape(view.filter()) else { return Ok(()) };
    if height != r && height != 1 {
        return fail("expect filter height either equals to r or 1");
    }
    if width != r && width != 1 {
        return fail("expect filter width either equals to r or 1");
    }
    if height == 1 && width == 1 {
        return fail("expect either filter height or width equals to r");
    }
    let tile = |extent: i64| if extent == r { m + r - 1 } else { 1 };
    verify_shape(op, view.output(), &[tile(height), tile(width), channels, filters])
}

fn verify_input(op: OpRef<'_>) -> CheckResult {
    let view = WinogradInputTransformOp::view_of(op);
    let (m, r) = sizes(op.cx(), view.fmr_attr());
    let &[batch, height, width, channels] = shape(view.input()) else { return Ok(()) };
    let &[tile_height, tile_width, ..] = shape(view.output()) else { return Ok(()) };
    let side = |extent: i64, tile: i64| match (extent, tile) {
        (DYNAMIC, _) => (m + r - 1, DYNAMIC),
        (_, 1) => (1, extent),
        _ => (m + r - 1, (extent - (r - 1)) / m),
    };
    let ((tile_height, rows), (tile_width, columns)) = (side(height, tile_height), side(width, tile_width));
    verify_shape(op, view.output(), &[tile_height, tile_width, rows, columns, batch, channels])
}

fn verify_output(op: OpRef<'_>) -> CheckResult {
    let view = WinogradOutputTransformOp::view_of(op);
    let (m, r) = sizes(op.cx(), view.fmr_attr());
    let &[tile_height, tile_width, rows, columns, batch, filters] = shape(view.value()) else {
        return Ok(());
    };
    let side = |tile: i64, count: i64, name: &str| {
        if tile == DYNAMIC || count == DYNAMIC {
            return Ok(DYNAMIC);
        }
        if tile != 1 && tile != m + r - 1 {
            return Err(op_error(op, format!("expect input {name} equals to input tile size")));
        }
        Ok(if tile == 1 { count } else { m.wrapping_mul(count) })
    };
    let (height, width) = (side(tile_height, rows, "height")?, side(tile_width, columns, "width")?);
    verify_shape(op, view.output(), &[batch, height, width, filters])
}
