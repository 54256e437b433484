//! Empty tensors under another shape, and parts of them.

use terrace_dialects_mem::index_values::{indices, split};
use terrace_dialects_mem::reshape_patterns::{groups_of, output_shape};
use terrace_dialects_mem::tensor::{CastOp, CollapseShapeOp, EmptyOp, ExpandShapeOp, ExtractSliceOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, DYNAMIC, Op, OpFoldResult, RankedTensorType, Rewriter, Value, pattern};
use terrace_rewrite::PatternSet;

use terrace_passes_shared::tensor_sizes::collapsed_size;

/// The patterns.
pub static FOLD_EMPTY: &[Pattern] = &[
    pattern!("slice_of_empty", ExtractSliceOp, slice_of_empty),
    pattern!("expand_of_empty", ExpandShapeOp, |rw, op| reshape_of_empty(rw, op.into())),
    pattern!("collapse_of_empty", CollapseShapeOp, |rw, op| reshape_of_empty(rw, op.into())),
];

/// Adds the patterns; with `single_use_only`, those on empty tensors that have no other use.
pub fn add_fold_empty(set: &mut PatternSet, cx: &Context, single_use_only: bool) {
    for &pattern in FOLD_EMPTY {
        let action = move |rw: &mut Rewriter<'_>, op: Op| {
            let source = rw.op(op).operands().next()?;
            if single_use_only && source.uses().count() != 1 {
                return None;
            }
            (pattern.rewrite)(rw, op)
        };
        set.add_action(cx, pattern.name, pattern.root, pattern.benefit, Box::new(action));
    }
}

fn is_of_empty(rw: &Rewriter<'_>, op: Op) -> bool {
    rw.op(op).operands().next().and_then(|source| source.defined_by::<EmptyOp>()).is_some()
}

fn slice_of_empty(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    if !is_of_empty(rw, op.into()) {
        return None;
    }
    let sizes: Vec<Value> = op.view(rw).sizes().map(|size| size.id()).collect();
    rw.replace(op, EmptyOp::of(&sizes));
    Some(())
}

fn reshape_of_empty(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    if !is_of_empty(rw, op) {
        return None;
    }
    let (cx, view) = (rw.cx(), rw.op(op));
    let (ty, source, loc) = (view.single_result().ty(), view.operands().next()?.id(), view.loc());
    let sizes = if view.isa::<ExpandShapeOp>() {
        indices(&output_shape(view))
    } else {
        let groups = groups_of(view);
        let shape = ty.shape(cx)?.to_vec();
        let mut sizes = Vec::with_capacity(shape.len());
        for (group, &extent) in groups.iter().zip(&shape) {
            let known = extent != DYNAMIC;
            sizes.push(if known {
                OpFoldResult::Static(extent)
            } else {
                collapsed_size(rw, source, group, loc)?
            });
        }
        sizes
    };
    let (values, fixed) = split(&sizes);
    let made = RankedTensorType::get(cx, &fixed, ty.element_type(cx)?);
    let mut value = rw.build_value(EmptyOp::of(&values).result(made).loc(loc));
    if made != ty {
        value = rw.build_value(CastOp::of(value).dest(ty).loc(loc));
    }
    rw.replace_op(op, &[value]);
    Some(())
}
