//! Subviews of subviews as subviews of what these are of.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::index_values::indices;
use terrace_dialects_mem::make_slices::subview_as;
use terrace_dialects_mem::memref::SubViewOp;
use terrace_dialects_mem::slices::mixed_lists;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Loc, OpFoldResult, Rewriter, Type, Value, pattern};

/// Composes subviews, if their strides are static and the inner one keeps all dimensions.
pub static COMPOSE_SUBVIEWS: &[Pattern] = &[pattern!("ComposeSubViewOpPattern", SubViewOp, compose)];

/// The offset of a part of a part with these offsets, whose elements have a stride.
fn composed_offset(
    rw: &mut Rewriter<'_>,
    [outer, inner]: [OpFoldResult; 2],
    stride: i64,
    loc: Loc,
) -> Option<OpFoldResult> {
    if let (OpFoldResult::Static(outer), OpFoldResult::Static(inner)) = (outer, inner) {
        return Some(OpFoldResult::Static(inner.checked_mul(stride)?.checked_add(outer)?));
    }
    let mut operands: Vec<Value> = Vec::new();
    let mut symbol = |index: OpFoldResult| match index {
        OpFoldResult::Static(number) => AffineExpr::constant(number),
        OpFoldResult::Value(value) => {
            operands.push(value);
            AffineExpr::symbol(operands.len() as u32 - 1)
        }
    };
    let (first, second) = (symbol(outer), symbol(inner));
    let expr = first + second * AffineExpr::constant(stride);
    let map = rw.cx().affine_map_attr(AffineMap::new(0, operands.len() as u32, vec![expr]));
    Some(OpFoldResult::Value(
        rw.build_value(AffineApplyOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc)),
    ))
}

fn compose(rw: &mut Rewriter<'_>, op: SubViewOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let inner = view.source().defined_by::<SubViewOp>()?;
    let rank = |value: terrace_ir::ValueRef<'_>| value.ty().shape(cx).map(<[i64]>::len);
    if rank(inner.source()) != rank(inner.result()) {
        return rw.notify_match_failure(op, "the source drops dimensions");
    }
    let [offsets, sizes, steps] = mixed_lists(view.0).map(|list| indices(&list));
    let [from, _, strides] = mixed_lists(inner.0).map(|list| indices(&list));
    let (source, ty, loc) = (inner.source().id(), view.result().ty(), view.0.loc());
    let mut products = Vec::with_capacity(steps.len());
    let mut numbers = Vec::with_capacity(steps.len());
    for (&step, &stride) in steps.iter().zip(&strides) {
        let (OpFoldResult::Static(step), OpFoldResult::Static(stride)) = (step, stride) else {
            return rw.notify_match_failure(op, "a stride is dynamic");
        };
        products.push(OpFoldResult::Static(step.checked_mul(stride)?));
        numbers.push(stride);
    }
    let mut composed = Vec::with_capacity(offsets.len());
    for ((&offset, &from), &stride) in offsets.iter().zip(&from).zip(&numbers) {
        composed.push(composed_offset(rw, [from, offset], stride, loc)?);
    }
    let part = subview_as(rw, source, &[composed, sizes, products], ty, loc);
    rw.replace_op(op, &[part]);
    Some(())
}
