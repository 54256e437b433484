//! Canonicalization of views of buffers.

use terrace_ir::{DYNAMIC, OpFoldResult, OpFoldResultRef, OpKind, OpRef, Rewriter, Type, Value};

use super::canonicalize::{is_constant, replace_by_cast};
use super::fold::foldable_cast_source;
use super::{ExtractStridedMetadataOp, ReinterpretCastOp, SubViewOp, dropped_dims, infer_subview_type};
use crate::index_values::{indices, known_indices, split};
use crate::layout::{MemRef, memref, strided_layout};
use crate::slices::{Slice, fold_known, is_whole, mixed_lists, slice, slice_of};

// memref.subview.

fn make_subview(
    rw: &mut Rewriter<'_>,
    source: Value,
    lists: &[Vec<OpFoldResult>; 3],
    ty: Type,
    loc: terrace_ir::Loc,
) -> Value {
    rw.build_value(
        SubViewOp::of(source)
            .loc(loc)
            .mixed_offsets(&lists[0])
            .mixed_sizes(&lists[1])
            .mixed_strides(&lists[2])
            .result(ty),
    )
}

/// The type of a part of `source`, without the dimensions that the op drops from its own source.
fn reduced_type(op: OpRef<'_>, source: &MemRef<'_>, part: &Slice) -> Option<Type> {
    let cx = op.cx();
    let (from, to) = (
        memref(cx, SubViewOp::view_of(op).source().ty())?,
        memref(cx, SubViewOp::view_of(op).result().ty())?,
    );
    let whole = infer_subview_type(cx, source, part)?;
    let dropped = dropped_dims(cx, &from, &to, &slice(op).sizes)?;
    if !dropped.contains(&true) {
        return Some(whole);
    }
    let whole = memref(cx, whole)?;
    let (strides, offset) = whole.strides_and_offset(cx)?;
    let kept = |list: &[i64]| -> Vec<i64> {
        list.iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(&n, _)| n).collect()
    };
    let layout = Some(strided_layout(cx, offset, &kept(&strides)));
    Some(MemRef { shape: &kept(whole.shape), layout, ..whole }.ty(cx))
}

/// Offsets, sizes and strides that are constants are numbers.
pub(super) fn subview_constants(rw: &mut Rewriter<'_>, op: SubViewOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = view.source();
    let buffer = memref(cx, source.ty())?;
    let lists = fold_known(view.0, buffer.shape)?;
    let ty = reduced_type(view.0, &buffer, &slice_of(&lists))?;
    let (source, loc) = (source.id(), view.0.loc());
    rw.set_insertion_point_before(op);
    let made = make_subview(rw, source, &lists, ty, loc);
    replace_by_cast(rw, op.into(), made);
    Some(())
}

/// A part of a cast buffer is a part of the buffer.
pub(super) fn subview_of_cast(rw: &mut Rewriter<'_>, op: SubViewOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.0.operands().skip(1).any(is_constant) {
        return None;
    }
    let source = foldable_cast_source(view.source())?;
    let ty = reduced_type(view.0, &memref(cx, source.ty())?, &slice(view.0))?;
    let lists = mixed_lists(view.0).map(|list| indices(&list));
    let (source, loc) = (source.id(), view.0.loc());
    rw.set_insertion_point_before(op);
    let made = make_subview(rw, source, &lists, ty, loc);
    replace_by_cast(rw, op.into(), made);
    Some(())
}

/// Folds a subview of a whole buffer.
pub(super) fn trivial_subview(rw: &mut Rewriter<'_>, op: SubViewOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty) = (view.source(), view.result().ty());
    let shape = memref(cx, source.ty())?.shape;
    let whole = memref(cx, ty)?.shape.len() == shape.len() && is_whole(view.0, shape);
    if !whole {
        return None;
    }
    let (source, same) = (source.id(), source.ty() == ty);
    if same {
        rw.replace_op(op, &[source]);
    } else {
        replace_by_cast(rw, op.into(), source);
    }
    Some(())
}

// memref.reinterpret_cast.

/// The elements of a list, static if the type has a static value for them.
fn constified(list: &[OpFoldResult], numbers: &[i64]) -> Vec<OpFoldResult> {
    let one = |(&index, &number): (&OpFoldResult, &i64)| {
        if number == DYNAMIC { index } else { OpFoldResult::Static(number) }
    };
    list.iter().zip(numbers).map(one).collect()
}

/// Offset, sizes and strides according to the operands and the type.
fn reinterpreted(op: OpRef<'_>) -> Option<[Vec<OpFoldResult>; 3]> {
    let cx = op.cx();
    let buffer = memref(cx, ReinterpretCastOp::view_of(op).result().ty())?;
    let (strides, offset) = buffer.strides_and_offset(cx)?;
    let list = |list: Vec<OpFoldResultRef<'_>>, numbers: &[i64]| constified(&known_indices(&list), numbers);
    let [offsets, sizes, steps] = mixed_lists(op);
    Some([list(offsets, &[offset]), list(sizes, buffer.shape), list(steps, &strides)])
}

/// Replaces a `memref.reinterpret_cast` of the metadata of a buffer by a cast.
pub(super) fn reinterpret_metadata(rw: &mut Rewriter<'_>, op: ReinterpretCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let metadata = view.source().defined_by::<ExtractStridedMetadataOp>()?;
    let source = metadata.source();
    let buffer = memref(cx, source.ty())?;
    let (strides, offset) = buffer.strides_and_offset(cx)?;
    let values = |list: Vec<terrace_ir::ValueRef<'_>>| {
        list.iter().map(|v| OpFoldResult::Value(v.id())).collect::<Vec<OpFoldResult>>()
    };
    let whole = [
        constified(&values(vec![metadata.offset()]), &[offset]),
        constified(&values(metadata.sizes().collect()), buffer.shape),
        constified(&values(metadata.strides().collect()), &strides),
    ];
    let (same, id) = (source.ty() == view.result().ty(), source.id());
    if reinterpreted(view.0)? != whole {
        rw.set_operand(op, 0, id);
    } else if same {
        rw.replace_op(op, &[id]);
    } else {
        replace_by_cast(rw, op.into(), id);
    }
    Some(())
}

/// Offset, sizes and strides that are constants are numbers.
pub(super) fn reinterpret_constants(rw: &mut Rewriter<'_>, op: ReinterpretCastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let lists = reinterpreted(view.0)?;
    let known =
        |lists: &[Vec<OpFoldResult>; 3]| lists.iter().flatten().filter(|i| i.fixed() != DYNAMIC).count();
    let before = mixed_lists(view.0).map(|list| indices(&list));
    if known(&before) == known(&lists) {
        return None;
    }
    let buffer = memref(cx, view.result().ty())?;
    let [offset, shape, strides] = [0, 1, 2].map(|which| split(&lists[which]).1);
    let layout = Some(strided_layout(cx, *offset.first()?, &strides));
    let ty = MemRef { shape: &shape, layout, ..buffer }.ty(cx);
    let (source, loc) = (view.source().id(), view.0.loc());
    rw.set_insertion_point_before(op);
    let made = rw.build_value(
        ReinterpretCastOp::of(source)
            .loc(loc)
            .mixed_offsets(&lists[0])
            .mixed_sizes(&lists[1])
            .mixed_strides(&lists[2])
            .result(ty),
    );
    replace_by_cast(rw, op.into(), made);
    Some(())
}
