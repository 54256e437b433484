//! Slices of insertions, and insertions of slices, that only add and drop the same dimensions of one element.

use terrace_analysis::value_bounds::{ValueBoundsConstraintSet, Variable};
use terrace_dialects_mem::index_values::{indices, split};
use terrace_dialects_mem::make_slices::extract_slice_of;
use terrace_dialects_mem::slices::{mixed_offsets, mixed_sizes, mixed_strides};
use terrace_dialects_mem::tensor::{ExtractSliceOp, InsertSliceOp, with_shape};
use terrace_ir::pattern::Pattern;
use terrace_ir::value_bounds::Quantity;
use terrace_ir::{OpFoldResult, OpRef, Rewriter, ValueRef, View, op_match, pattern};

use super::subset_transfers::dropped_dims;

/// Drops insertions that add dimensions which a slice drops, or the reverse.
pub static DROP_REDUNDANT_RANK_EXPANSION: &[Pattern] = &[
    pattern!("DropRedundantRankExpansionOnExtractSliceOfInsertSlice", ExtractSliceOp, slice_of_insert),
    pattern!("DropRedundantRankExpansionOnInsertSliceOfExtractSlice", InsertSliceOp, insert_of_slice),
];

/// The dimensions of the destination that the source of an insertion does not have.
fn expanded_dims(insert: View<'_, InsertSliceOp>) -> Option<Vec<bool>> {
    dropped_dims(insert.0, insert.source().ty().shape(insert.0.cx())?)
}

/// Whether an insertion replaces all of the tensor into which it inserts.
fn is_cast_like(insert: View<'_, InsertSliceOp>, expanded: &[bool]) -> Option<bool> {
    are_alike(insert.source(), insert.result(), expanded)
}

/// Returns the tensor that an op has all elements of, though it may have another rank: the source of a slice of all of it, or
/// what is inserted into a tensor in place of all of it. `None` for other ops.
pub fn same_elements<'a>(op: OpRef<'a>) -> Option<ValueRef<'a>> {
    let (source, is_same) = op_match!(op, {
        ExtractSliceOp(slice) => {
            let dropped = dropped_dims(op, slice.result().ty().shape(op.cx())?)?;
            (slice.source(), are_alike(slice.result(), slice.source(), &dropped)?)
        }
        InsertSliceOp(insert) => (insert.source(), is_cast_like(insert, &expanded_dims(insert)?)?),
        _ => return None,
    });
    is_same.then_some(source)
}

/// Whether a tensor has the extents of another one, without dimensions of extent 1 that it does not have.
fn are_alike(small: ValueRef<'_>, large: ValueRef<'_>, dropped: &[bool]) -> Option<bool> {
    let shape = large.ty().shape(large.cx())?;
    let mut of_small = 0;
    for (dim, (&extent, &is_dropped)) in shape.iter().zip(dropped).enumerate() {
        if is_dropped {
            if extent != 1 {
                return Some(false);
            }
            continue;
        }
        let size = |value, dim| Variable::from(Quantity { value, dim: Some(dim) });
        if ValueBoundsConstraintSet::are_equal(&size(small, of_small), &size(large, dim)) != Some(true) {
            return Some(false);
        }
        of_small += 1;
    }
    Some(true)
}

fn lists(op: OpRef<'_>) -> [Vec<OpFoldResult>; 3] {
    [mixed_offsets(op), mixed_sizes(op), mixed_strides(op)].map(|list| indices(&list))
}

/// The slice of an insertion with no other use, as a slice of the inserted tensor.
fn slice_of_insert(rw: &mut Rewriter<'_>, op: ExtractSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let dropped = dropped_dims(view.0, view.result().ty().shape(cx)?).filter(|dims| dims.contains(&true))?;
    let insert = view.source().defined_by::<InsertSliceOp>()?;
    let expanded = expanded_dims(insert)?;
    if expanded != dropped || insert.result().uses().count() != 1 || !is_cast_like(insert, &expanded)? {
        return None;
    }
    let kept = lists(view.0).map(|list| -> Vec<OpFoldResult> {
        list.into_iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(size, _)| size).collect()
    });
    let (source, loc, old) = (insert.source(), view.0.loc(), insert.0.id());
    let ty = with_shape(cx, source.ty(), &split(&kept[1]).1);
    let source = source.id();
    let new = extract_slice_of(rw, source, &kept, ty, loc);
    rw.replace_op_with(op, new);
    rw.erase_op(old);
    Some(())
}

/// The insertion of a slice with no other use, as a slice that drops fewer dimensions.
fn insert_of_slice(rw: &mut Rewriter<'_>, op: InsertSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let Some(taken) = view.source().defined_by::<ExtractSliceOp>() else {
        return rw.notify_match_failure(op, "source is not extract_slice");
    };
    if view.source().uses().count() != 1 {
        return rw.notify_match_failure(op, "source has multi-uses");
    }
    let expanded = expanded_dims(view)?;
    if !is_cast_like(view, &expanded)? {
        return rw.notify_match_failure(op, "insert_slice is not cast-like");
    }
    let dropped = dropped_dims(taken.0, taken.result().ty().shape(cx)?)?;
    if dropped.len() < expanded.len() {
        return rw.notify_match_failure(op, "insert_slice expands more dims");
    }
    // Each dimension of the insertion is the first one of the slice that is left and is kept or dropped as it is.
    let mut left = expanded.iter().peekable();
    for &is_dropped in &dropped {
        match left.peek() {
            None => break,
            Some(&&is_expanded) if is_expanded == is_dropped => {
                left.next();
            }
            Some(_) if !is_dropped => {
                return rw.notify_match_failure(op, "insert_slice drops more unit dims");
            }
            Some(_) => {}
        }
    }
    if left.next().is_some() {
        return rw.notify_match_failure(op, "insert_slice has unmatched dims");
    }
    let (source, ty, loc, old) = (taken.source().id(), view.result().ty(), view.0.loc(), taken.0.id());
    let lists = lists(taken.0);
    let new = extract_slice_of(rw, source, &lists, ty, loc);
    rw.replace_op_with(op, new);
    rw.erase_op(old);
    Some(())
}
