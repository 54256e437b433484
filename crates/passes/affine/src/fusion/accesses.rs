//! Affine reads and writes, and loops around ops.

use terrace_dialects_mem::affine::{
    AffineForOp, AffineLoadOp, AffineStoreOp, AffineVectorLoadOp, AffineVectorStoreOp,
};
use terrace_ir::{Op, OpKind, OpRef, Rewriter, TraitSet, Value, ValueRef, View, op_match};

/// Whether an op is an affine load.
pub(crate) fn affine_read(op: OpRef<'_>) -> bool {
    op.isa::<AffineLoadOp>() || op.isa::<AffineVectorLoadOp>()
}

/// Whether an op is an affine store.
pub(crate) fn affine_write(op: OpRef<'_>) -> bool {
    op.isa::<AffineStoreOp>() || op.isa::<AffineVectorStoreOp>()
}

/// The memref of an affine load or store.
pub(crate) fn memref_of(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    op_match!(op, {
        AffineLoadOp(view) => Some(view.memref()),
        AffineVectorLoadOp(view) => Some(view.memref()),
        AffineStoreOp(view) => Some(view.memref()),
        AffineVectorStoreOp(view) => Some(view.memref()),
        _ => None,
    })
}

/// The memref of an affine load.
pub(crate) fn read_memref(op: OpRef<'_>) -> Option<Value> {
    memref_of(op).filter(|_| affine_read(op)).map(|memref| memref.id())
}

/// The memref of an affine store.
pub(crate) fn written_memref(op: OpRef<'_>) -> Option<Value> {
    memref_of(op).filter(|_| affine_write(op)).map(|memref| memref.id())
}

/// The affine loads and stores in an op, in order.
pub(crate) fn accesses_in(op: OpRef<'_>) -> Vec<Op> {
    op.nested_ops().filter(|&op| affine_read(op) || affine_write(op)).map(|op| op.id()).collect()
}

/// The affine loops around an op in its scope, the outermost first.
pub(crate) fn loop_views_around(op: OpRef<'_>) -> Vec<View<'_, AffineForOp>> {
    let around = op.ancestors().take_while(|op| !op.has_trait(TraitSet::AffineScope));
    let mut loops: Vec<View<'_, AffineForOp>> = around.filter_map(|op| op.cast::<AffineForOp>()).collect();
    loops.reverse();
    loops
}

/// The ops of the loops around an op.
pub(crate) fn loops_around(op: OpRef<'_>) -> Vec<AffineForOp> {
    loop_views_around(op).into_iter().map(|view| AffineForOp::assume(view.0.id())).collect()
}

/// The loops that are around all ops, the outermost first.
pub(crate) fn common_loops(rw: &Rewriter<'_>, ops: &[Op]) -> Vec<AffineForOp> {
    let mut loops = ops.iter().map(|&op| loops_around(rw.op(op)));
    let Some(mut common) = loops.next() else { return Vec::new() };
    for others in loops {
        let count = common.iter().zip(&others).take_while(|(a, b)| a == b).count();
        common.truncate(count);
    }
    common
}
