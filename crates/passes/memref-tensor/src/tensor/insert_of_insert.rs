//! `fold-tensor-subset-ops`: folds slices into transfers, and nested insertions into one.

use terrace_dialects_mem::index_values::{indices, known_mixed};
use terrace_dialects_mem::slices::{mixed_offsets, mixed_sizes, mixed_strides};
use terrace_dialects_mem::tensor::{InsertSliceOp, ParallelInsertSliceOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpFoldResult, OpKind, OpRef, Rewriter, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use super::merge_slices::replace_insertion;
use super::subset_transfers::{SUBSET_INTO_TRANSFER, dropped_dims, resolve};
use terrace_passes_shared::greedy::Greedy;

/// The pass.
pub static FOLD_TENSOR_SUBSET_OPS: PassDef = PassDef {
    name: "fold-tensor-subset-ops",
    class: "FoldTensorSubsetOpsPass",
    doc: "Fold tensor subset ops into producer/consumer ops",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(&fold_subset_ops())))),
    ..EMPTY_PASS
};

/// The patterns of the pass.
#[must_use]
pub fn fold_subset_ops() -> Vec<Pattern> {
    let name = "InsertSliceOfInsertSliceFolder";
    let mut patterns = SUBSET_INTO_TRANSFER.to_vec();
    patterns.push(pattern!(name, InsertSliceOp, |rw, op| insert_of_insert(rw, op.into())));
    patterns.push(pattern!(name, ParallelInsertSliceOp, |rw, op| insert_of_insert(rw, op.into())));
    patterns
}

/// The insertion of a tensor all of which was inserted.
fn insert_of_insert(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let is_parallel = view.isa::<ParallelInsertSliceOp>();
    let (source, dest) = match is_parallel {
        true => (ParallelInsertSliceOp::view_of(view).source(), ParallelInsertSliceOp::view_of(view).dest()),
        false => (InsertSliceOp::view_of(view).source(), InsertSliceOp::view_of(view).dest()),
    };
    let before = source.defining_op()?.cast::<InsertSliceOp>()?;
    let is_dense = |op: OpRef<'_>| mixed_strides(op).into_iter().all(|stride| known_mixed(stride) == Some(1));
    if !is_dense(view) || !is_dense(before.0) {
        return None;
    }
    let dropped = dropped_dims(view, source.ty().shape(cx)?)?;
    let (sizes, inner) = (indices(&mixed_sizes(view)), indices(&mixed_sizes(before.0)));
    // Nothing of the tensor that was inserted into may be left.
    let kept = sizes.iter().zip(&dropped).filter(|&(_, &dropped)| !dropped);
    if !kept.map(|(size, _)| size).eq(&inner) {
        return None;
    }
    let (at, strides) = (indices(&mixed_offsets(before.0)), indices(&mixed_strides(view)));
    let (inserted, dest, loc) = (before.source().id(), dest.id(), view.loc());
    if is_parallel {
        // The block of the op has nothing but insertions.
        rw.set_insertion_point_before(view.parent_op()?.id());
    }
    let places = resolve(rw, op, &dropped, &at, loc)?;
    let fixed = |&place: &Value| m_scalar_i64(rw.value(place)).map(OpFoldResult::Static);
    let offsets: Vec<OpFoldResult> =
        places.iter().map(|place| fixed(place).unwrap_or(OpFoldResult::Value(*place))).collect();
    rw.set_insertion_point_before(op);
    replace_insertion(rw, op, inserted, dest, [offsets, sizes, strides]);
    Some(())
}
