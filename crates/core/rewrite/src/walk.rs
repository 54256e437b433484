//! Walks over an op and all nested ops, across bodies.

use terrace_ir::{Body, Ir, Op, OpHandle, OpRef, Region};

/// Calls `visit` with an op and all ops below it, outer ones first, in order.
pub fn walk<'a>(op: OpRef<'a>, mut visit: impl FnMut(OpRef<'a>)) {
    visit(op);
    op.nested_ops().for_each(visit);
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

/// The ops of a body, inner ones before those around them, otherwise in order.
pub fn body_post_order(body: &Body) -> Vec<Op> {
    let mut out = Vec::with_capacity(body.num_ops());
    post_order_of(body, body.top_regions().iter().copied(), &mut out);
    out
}

/// The ops of a body, inner ones after those around them, otherwise in order.
pub fn body_pre_order(body: &Body) -> Vec<Op> {
    let mut out = Vec::with_capacity(body.num_ops());
    let mut pending: Vec<Region> = body.top_regions().iter().rev().copied().collect();
    let mut stack: Vec<Op> = Vec::new();
    loop {
        while let Some(op) = stack.pop() {
            out.push(op);
            let start = stack.len();
            stack.extend(body.regions(op).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)));
            stack[start..].reverse();
        }
        let Some(region) = pending.pop() else { return out };
        stack.extend(body.blocks_of(region).flat_map(|b| body.ops_of(b)));
        stack.reverse();
    }
}

/// The ops in the regions of an op of the same body, inner ones before those around them, otherwise in order.
pub fn nested_post_order(body: &Body, op: Op) -> Vec<Op> {
    let mut out = Vec::new();
    post_order_of(body, body.regions(op), &mut out);
    out
}

fn post_order_of(body: &Body, regions: impl Iterator<Item = Region>, out: &mut Vec<Op>) {
    let mut pending: Vec<(Op, bool)> =
        regions.flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b)).map(|op| (op, false)).collect();
    pending.reverse();
    while let Some((op, done)) = pending.pop() {
        if done || body.regions(op).len() == 0 {
            out.push(op);
            continue;
        }
        pending.push((op, true));
        let start = pending.len();
        let inner = body.regions(op).flat_map(|r| body.blocks_of(r)).flat_map(|b| body.ops_of(b));
        pending.extend(inner.map(|op| (op, false)));
        pending[start..].reverse();
    }
}
