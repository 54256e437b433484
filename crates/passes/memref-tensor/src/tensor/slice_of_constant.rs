//! Slices of constants as constants.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_mem::slices::{Slice, slice};
use terrace_dialects_mem::tensor::ExtractSliceOp;
use terrace_ir::elements::dense_attr;
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::Root;
use terrace_ir::{AttrData, Context, DYNAMIC, Op, OpKind, OpRef, Rewriter};
use terrace_rewrite::PatternSet;

/// Adds the pattern that folds static slices of constants that are no splats, where `control` allows it.
pub fn add_fold_constant_extract_slice(set: &mut PatternSet, cx: &Context, control: fn(OpRef<'_>) -> bool) {
    let fold = move |rw: &mut Rewriter<'_>, op: Op| fold_slice(rw, ExtractSliceOp::assume(op), control);
    let root = Root::Op(ExtractSliceOp::DEF.name);
    set.add_action(cx, "ConstantOpExtractSliceFolder", root, 1, Box::new(fold));
}

fn fold_slice(rw: &mut Rewriter<'_>, op: ExtractSliceOp, control: fn(OpRef<'_>) -> bool) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source(), view.result().ty(), view.0.loc());
    let AttrData::DenseElements { ty: source_ty, data, splat: false } = constant_value(source)?.data(cx)
    else {
        return None;
    };
    if !ty.has_static_shape(cx) || !control(view.0) {
        return None;
    }
    let (shape, part) = (source_ty.shape(cx)?, slice(view.0));
    let places = places(shape, &part)?;
    let count: i64 = shape.iter().product();
    let size = data.len().checked_div(usize::try_from(count).ok()?)?;
    let mut elements = Vec::with_capacity(places.len() * size);
    for place in places {
        let first = usize::try_from(place).ok()?.checked_mul(size)?;
        elements.extend_from_slice(data.get(first..first + size)?);
    }
    if elements.is_empty() {
        return None;
    }
    let value = dense_attr(cx, ty, elements, size);
    let new = rw.build_value(ConstantOp::of().value_attr(value).result(ty).loc(loc));
    rw.replace_op(op, &[new]);
    Some(())
}

/// The places of the elements of a static slice in the order of its elements.
fn places(shape: &[i64], part: &Slice) -> Option<Vec<i64>> {
    if [&part.offsets, &part.sizes, &part.strides].iter().any(|list| list.contains(&DYNAMIC)) {
        return None;
    }
    let mut places = vec![0_i64];
    for (dim, &extent) in shape.iter().enumerate() {
        let (offset, size, stride) =
            (*part.offsets.get(dim)?, *part.sizes.get(dim)?, *part.strides.get(dim)?);
        let at = |index: i64| offset.checked_add(index.checked_mul(stride)?);
        let is_inside = |index: i64| at(index).is_some_and(|at| (0..extent).contains(&at));
        if size > 0 && !(is_inside(0) && is_inside(size - 1)) {
            return None;
        }
        places = places
            .iter()
            .flat_map(|&place| (0..size).map(move |index| place * extent + offset + index * stride))
            .collect();
    }
    Some(places)
}
