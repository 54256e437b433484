//! Extents of tensors, and empty tensors that have them.

use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::make_slices::empty;
use terrace_ir::{Loc, Rewriter, Type, Value};

/// An empty tensor with the extents of a value.
pub(super) fn empty_like(rw: &mut Rewriter<'_>, value: Value, element: Type, loc: Loc) -> Value {
    let sizes = extents(rw, value, loc);
    empty(rw, &sizes, element, loc)
}
