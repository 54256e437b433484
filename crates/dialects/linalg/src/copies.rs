//! Copies of ops.

use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Op, Rewriter, Type, Value};

/// A copy of an op, with other operands and other types of its results, at the insertion point.
pub fn copy_with(rw: &mut Rewriter<'_>, op: Op, operands: &[Value], types: &[Type]) -> Option<Op> {
    let copy = rw.clone_op(op, &mut IrMapping::new())?;
    rw.set_operands(copy, operands);
    let results: Vec<Value> = rw.body().results(copy).collect();
    for (value, &ty) in results.into_iter().zip(types) {
        rw.set_type(value, ty);
    }
    Some(copy)
}
