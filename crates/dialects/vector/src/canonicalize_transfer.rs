//! Canonicalization of transfers.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::index_values::indices;
use terrace_dialects_mem::index_values::known_mixed;
use terrace_dialects_mem::slices::{mixed, slice};
use terrace_dialects_mem::tensor::{ExtractSliceOp, InsertSliceOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Op, OpFoldResultRef, OpRef, Rewriter, Value, VectorType};

use crate::attrs::bool_attrs;
use crate::fold_transfer::disjoint;
use crate::shape::{BroadcastOp, TransposeOp};
use crate::transfer::{Transfer, TransferWriteOp};
use crate::types::vector;

/// For each dimension of the buffer the dimension of the vector, or zero.
fn inverse(map: &AffineMap) -> Option<AffineMap> {
    let mut results = vec![AffineExpr::constant(0); map.num_inputs() as usize];
    for (i, result) in map.results.iter().enumerate() {
        *results.get_mut(result.as_dim()? as usize)? = AffineExpr::dim(i as u32);
    }
    Some(AffineMap::new(map.num_results() as u32, 0, results))
}

/// Replaces a read of a just written vector along other dimensions by a broadcast and transpose of it.
pub(crate) fn read_after_write(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let cx = rw.cx();
    let read = Transfer::of(rw.op(op))?;
    let writing = read.base().defined_by::<TransferWriteOp>()?;
    let write = Transfer::of(writing.0)?;
    let tensors = read.shaped.is_tensor(cx) && write.shaped.is_tensor(cx);
    if !tensors
        || read.mask.is_some()
        || write.mask.is_some()
        || read.index_values() != write.index_values()
        || read.may_leave()
        || write.may_leave()
        || read.chunk() != write.chunk()
    {
        return None;
    }
    let both = read.permutation_map().compose(&inverse(&write.permutation_map())?);
    if !both.unused_dims().is_empty() {
        return None;
    }
    // Where each dimension of the value, repeated in front, goes.
    let repeated: Vec<usize> =
        both.results.iter().enumerate().filter(|(_, r)| r.as_constant() == Some(0)).map(|(i, _)| i).collect();
    let lead = repeated.len();
    let mut order = repeated;
    order.resize(both.num_results(), 0);
    for (i, result) in both.results.iter().enumerate() {
        if let Some(dim) = result.as_dim() {
            *order.get_mut(dim as usize + lead)? = i;
        }
    }
    let to = vector(cx, read.vector);
    let shape: Vec<i64> = order.iter().map(|&dim| to.shape[dim]).collect();
    let scalable: Vec<bool> = order.iter().map(|&dim| to.scalable[dim]).collect();
    let mut permutation = vec![0i64; order.len()];
    for (i, &dim) in order.iter().enumerate() {
        permutation[dim] = i as i64;
    }
    let (value, loc) = (writing.value_to_store().id(), read.op.loc());
    let ty = VectorType::get_scalable(cx, &shape, &scalable, to.element);
    let repeated = rw.build_value(BroadcastOp::of(value).vector(ty).loc(loc));
    rw.replace(op, TransposeOp::of(repeated).permutation_attr(cx.i64_array(&permutation)));
    Some(())
}

/// Skips writes whose result is overwritten before it is read.
pub(crate) fn write_over_write(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let last = Transfer::of(rw.op(op))?;
    if !last.shaped.is_tensor(rw.cx()) {
        return None;
    }
    let mut changed = op;
    let mut next = last.base().defined_by::<TransferWriteOp>();
    while let Some(earlier) = next {
        let write = Transfer::of(earlier.0)?;
        let same = write.index_values() == last.index_values()
            && write.mask_value() == last.mask_value()
            && write.vector == last.vector
            && write.permutation_map() == last.permutation_map();
        if same {
            let base = write.base().id();
            rw.set_operand(changed, 1, base);
            return Some(());
        }
        if !disjoint(&write, &last) || !used_once(earlier.0) {
            return None;
        }
        changed = earlier.0.id();
        next = write.base().defined_by::<TransferWriteOp>();
    }
    None
}

fn used_once(op: OpRef<'_>) -> bool {
    op.single_result().uses().count() == 1
}

fn equal(a: OpFoldResultRef<'_>, b: OpFoldResultRef<'_>) -> bool {
    a == b || known_mixed(a).is_some_and(|number| known_mixed(b) == Some(number))
}

/// Writing to all of a tensor, taking a slice at its origin and setting it in another tensor is writing to a slice of
/// the other.
pub(crate) fn insert_slice_of_write(rw: &mut Rewriter<'_>, op: InsertSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let unit = |op: OpRef<'_>| slice(op).strides.iter().all(|&stride| stride == 1);
    let extract = view
        .source()
        .defined_by::<ExtractSliceOp>()
        .filter(|extract| unit(extract.0) && used_once(extract.0))?;
    if !unit(view.0) {
        return None;
    }
    let writing = extract.source().defined_by::<TransferWriteOp>().filter(|write| used_once(write.0))?;
    let write = Transfer::of(writing.0)?;
    let map = write.permutation_map();
    let source_ty = view.source().ty();
    if source_ty.shape(cx).map(<[i64]>::len) != Some(map.num_results()) {
        return rw.notify_match_failure(op, "use-def chain is rank-reducing");
    }
    if slice(extract.0).offsets.iter().any(|&offset| offset != 0) {
        return rw.notify_match_failure(op, "ExtractSliceOp has non-zero offset");
    }
    if write.index_values().into_iter().any(|index| m_scalar_i64(index) != Some(0)) {
        return rw.notify_match_failure(op, "TranferWriteOp has non-zero offset");
    }
    let (set, taken) = (mixed(view.0, 1), mixed(extract.0, 1));
    if set.len() != taken.len() {
        return rw.notify_match_failure(op, "InsertSliceOp and ExtractSliceOp ranks differ");
    }
    if set.iter().zip(&taken).any(|(&a, &b)| !equal(a, b)) {
        return rw.notify_match_failure(op, "InsertSliceOp and ExtractSliceOp sizes differ");
    }
    let to = write.shaped.shape(cx)?;
    let written: Option<Vec<i64>> = map.results.iter().map(|r| Some(to[r.as_dim()? as usize])).collect();
    let shape = vector(cx, write.vector).shape;
    if write.mask.is_some() || written.as_deref() != Some(shape) {
        return rw.notify_match_failure(op, "TransferWriteOp may not write the full tensor.");
    }
    let flags = bool_attrs(cx, &vec![false; shape.len()]);
    let dest = view.dest().id();
    let [offsets, sizes, strides] =
        [view.mixed_offsets(), view.mixed_sizes(), view.mixed_strides()].map(|list| indices(&list));
    let (extract_loc, write_loc) = (extract.0.loc(), write.op.loc());
    let (value, starts) =
        (writing.value_to_store().id(), writing.indices().map(|v| v.id()).collect::<Vec<Value>>());
    let map = cx.affine_map_attr(map);
    let slice = rw.build_value(
        ExtractSliceOp::of(dest)
            .loc(extract_loc)
            .mixed_offsets(&offsets)
            .mixed_sizes(&sizes)
            .mixed_strides(&strides)
            .result(source_ty),
    );
    let written = rw.build_value(
        TransferWriteOp::of(value, slice)
            .loc(write_loc)
            .indices(&starts)
            .permutation_map_attr(map)
            .in_bounds_attr(flags)
            .result(source_ty),
    );
    rw.set_operand(op, 0, written);
    Some(())
}
