//! Walks over the payload, through the bodies of isolated ops.

use terrace_ir::{Ir, OpHandle, OpRef};

/// Returns an op and all nested ops in pre-order.
#[must_use]
pub fn pre_order(ir: &Ir, root: OpHandle) -> Vec<OpHandle> {
    let mut out = Vec::new();
    let mut pending = vec![root];
    while let Some(op) = pending.pop() {
        out.push(op);
        let start = pending.len();
        pending.extend(children(ir.op(op)).map(OpRef::handle));
        pending[start..].reverse();
    }
    out
}

/// Returns an op and all nested ops in post-order.
#[must_use]
pub fn post_order(ir: &Ir, root: OpHandle) -> Vec<OpHandle> {
    // Outer ones first with everything turned around, and that turned around.
    let mut out = Vec::new();
    let mut pending = vec![root];
    while let Some(op) = pending.pop() {
        out.push(op);
        pending.extend(children(ir.op(op)).map(OpRef::handle));
    }
    out.reverse();
    out
}

/// The ops in the regions of an op, in order.
fn children(op: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops())
}
