//! Extents of tensors, and empty tensors that have them.

use terrace_dialects_mem::index_values::{Index, index_constant, split};
use terrace_dialects_mem::memref;
use terrace_dialects_mem::tensor::{DimOp, EmptyOp, ranked_tensor};
use terrace_ir::{DYNAMIC, Loc, Rewriter, Type, Value};

/// The extents of a tensor.
pub(super) fn sizes_of(rw: &mut Rewriter<'_>, value: Value, loc: Loc) -> Vec<Index> {
    let shape = rw.value(value).ty().shape(rw.cx()).unwrap_or(&[]).to_vec();
    let mut sizes = Vec::with_capacity(shape.len());
    for (dim, &extent) in shape.iter().enumerate() {
        sizes.push(if extent == DYNAMIC {
            let number = index_constant(rw, dim as i64, loc);
            Index::Value(rw.fold_or_make::<DimOp>(&[value, number], &[], Type::INDEX, loc))
        } else {
            Index::Known(extent)
        });
    }
    sizes
}

/// An empty tensor with the extents of a value.
pub(super) fn empty_like(rw: &mut Rewriter<'_>, value: Value, element: Type, loc: Loc) -> Value {
    let (values, shape) = split(&sizes_of(rw, value, loc));
    let ty = ranked_tensor(rw.cx(), &shape, element, None);
    rw.make_value::<EmptyOp>(&values, &[], ty, loc)
}

/// The extents of a buffer.
pub(super) fn memref_sizes(rw: &mut Rewriter<'_>, value: Value, loc: Loc) -> Vec<Index> {
    let shape = rw.value(value).ty().shape(rw.cx()).unwrap_or(&[]).to_vec();
    let mut sizes = Vec::with_capacity(shape.len());
    for (dim, &extent) in shape.iter().enumerate() {
        sizes.push(if extent == DYNAMIC {
            let number = index_constant(rw, dim as i64, loc);
            Index::Value(rw.fold_or_make::<memref::DimOp>(&[value, number], &[], Type::INDEX, loc))
        } else {
            Index::Known(extent)
        });
    }
    sizes
}
