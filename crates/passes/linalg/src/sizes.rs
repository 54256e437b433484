//! Extents of tensors, and empty tensors that have them.

use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::make_slices;
use terrace_ir::{Loc, Rewriter, Type, Value};

/// An empty tensor with the extents of a value, and the elements and the encoding of a tensor type.
pub(super) fn empty_like(rw: &mut Rewriter<'_>, value: Value, like: Type, loc: Loc) -> Value {
    let sizes = extents(rw, value, loc);
    make_slices::empty_like(rw, &sizes, like, loc)
}
