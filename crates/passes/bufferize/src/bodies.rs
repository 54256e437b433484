//! The bodies that are analyzed one by one.

use terrace_ir::{BodyId, OpRef};

/// The bodies of an op and of the ops nested in it, outer ones first.
pub fn bodies_of(op: OpRef<'_>) -> Vec<BodyId> {
    bodies_within(op, |_| false)
}

/// The bodies of an op and of the ops nested in it, outer ones first, except for those of excluded ops.
pub(crate) fn bodies_within(op: OpRef<'_>, is_left_out: impl Fn(OpRef<'_>) -> bool) -> Vec<BodyId> {
    let mut bodies = Vec::new();
    let mut open: Vec<BodyId> = op.inner_body().into_iter().collect();
    while let Some(id) = open.pop() {
        bodies.push(id);
        let body = op.ir().body(id);
        let inner: Vec<BodyId> = body
            .live_ops()
            .filter_map(|inner| {
                let found = body.inner(inner)?;
                (!is_left_out(OpRef::in_body(op.ir(), body, id, inner))).then_some(found)
            })
            .collect();
        open.extend(inner.into_iter().rev());
    }
    bodies
}
