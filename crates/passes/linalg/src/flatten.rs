//! Elementwise ops on tensors or buffers of one dimension.

use terrace_dialects_linalg::structured::as_structured;
use terrace_ir::{Op, Rewriter};

use crate::collapse::collapse_loops;

/// Replaces an elementwise op of several loops, all of whose operands are scalars or have a dimension for
/// each loop in the same order, by one of a single loop, which is returned. `None`, without modifications,
/// for other ops, and for buffers whose layout does not permit it.
pub fn flatten_elementwise(rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
    let loops = as_structured(rw.op(op))?.parallel(rw.op(op)).len() as u32;
    rw.set_insertion_point_before(op);
    let flat = collapse_loops(rw, op, &[(0..loops).collect()])?;
    rw.replace_op(op, &flat.results);
    Some(flat.op)
}
