//! Passes on the dialect gpu.
//!
//! The map: [`outline`] moves the bodies of launches to kernels, [`sink`] index computations into them, [`decompose_memrefs`]
//! computes addresses apart from accesses; [`warp`] distributes what one lane of a warp computes.

pub mod decompose_memrefs;
pub mod outline;
pub mod sink;
pub mod warp;

use terrace_ir::{Op, OpRef, Region, Rewriter, Value};
use terrace_pass::PassDef;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &decompose_memrefs::GPU_DECOMPOSE_MEMREFS,
    &outline::GPU_KERNEL_OUTLINING,
    &sink::GPU_LAUNCH_SINK_INDEX_COMPUTATIONS,
];

/// Whether a value is defined in a region of an op.
fn is_inside(value: terrace_ir::ValueRef<'_>, op: OpRef<'_>) -> bool {
    let block = value.owner_block().or_else(|| value.defining_op()?.block());
    let around = block.and_then(|block| block.region()).and_then(|region| region.parent_op());
    around.is_some_and(|around| op.is_ancestor(around))
}

/// The values from outside of an op that its only region uses, in the order of their first uses; inner ops before those
/// around them.
fn captured_values(op: OpRef<'_>) -> Vec<Value> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut values = Vec::new();
    for inner in terrace_rewrite::walk::nested_post_order(op.body(), op.id()) {
        for operand in OpRef::in_body(op.ir(), op.body(), op.body_id(), inner).operands() {
            if !is_inside(operand, op) && seen.insert(operand.id()) {
                values.push(operand.id());
            }
        }
    }
    values
}

/// The launches of a body, inner ones first.
fn launches(rw: &Rewriter<'_>) -> Vec<Op> {
    let is_launch = |op: &Op| rw.op(*op).isa::<terrace_dialects_gpu::gpu::launch::LaunchOp>();
    terrace_rewrite::walk::body_post_order(rw.body()).into_iter().filter(is_launch).collect()
}

/// The ops of all blocks of a region.
fn ops_of(rw: &Rewriter<'_>, region: Region) -> Vec<Op> {
    rw.region(region).blocks().flat_map(|block| block.ops()).map(|op| op.id()).collect()
}
