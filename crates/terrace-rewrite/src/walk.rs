//! Walks over an op and all below it, whatever bodies they are in.

use terrace_ir::{Ir, OpHandle, OpRef};

/// Calls `visit` with an op and all ops below it, outer ones first, in order.
pub fn walk<'a>(op: OpRef<'a>, mut visit: impl FnMut(OpRef<'a>)) {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        visit(op);
        let start = pending.len();
        pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        pending[start..].reverse();
    }
}

/// An op and all ops below it, inner ones first, in order.
pub fn post_order(ir: &Ir, op: OpHandle) -> Vec<OpHandle> {
    let mut out = Vec::new();
    let mut pending = vec![(ir.op(op), false)];
    while let Some((op, done)) = pending.pop() {
        if done || op.num_regions() == 0 {
            out.push(op.handle());
            continue;
        }
        pending.push((op, true));
        let start = pending.len();
        pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()).map(|op| (op, false)));
        pending[start..].reverse();
    }
    out
}
