//! Extents of tensors and buffers.

use terrace_ir::effects::Speculatability;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{DYNAMIC, Loc, OpFoldResult, Rewriter, Type, Value, ValueRef};

use crate::index_values::index_constant;
use crate::{memref, tensor};

/// The extent of a tensor or buffer along a dimension, at the insertion point where it has to be computed.
pub fn extent(rw: &mut Rewriter<'_>, value: Value, dim: usize, loc: Loc) -> OpFoldResult {
    let (cx, ty) = (rw.cx(), rw.value(value).ty());
    let known = ty.shape(cx).and_then(|shape| shape.get(dim).copied()).unwrap_or(DYNAMIC);
    if known != DYNAMIC {
        return OpFoldResult::Static(known);
    }
    let number = index_constant(rw, dim as i64, loc);
    OpFoldResult::Value(if ty.is_memref(cx) {
        rw.build_or_fold_value(memref::DimOp::of(value, number).result(Type::INDEX).loc(loc))
    } else {
        rw.build_or_fold_value(tensor::DimOp::of(value, number).result(Type::INDEX).loc(loc))
    })
}

/// The extents of a tensor or buffer.
pub fn extents(rw: &mut Rewriter<'_>, value: Value, loc: Loc) -> Vec<OpFoldResult> {
    let rank = rw.value(value).ty().shape(rw.cx()).map_or(0, <[i64]>::len);
    (0..rank).map(|dim| extent(rw, value, dim, loc)).collect()
}

/// The extent of a dimension can be computed speculatively if the dimension is a constant in bounds.
pub(crate) fn extent_speculatability(shaped: ValueRef<'_>, dimension: ValueRef<'_>) -> Speculatability {
    let rank = shaped.ty().shape(shaped.cx()).map_or(0, <[i64]>::len);
    match m_scalar_i64(dimension).and_then(|dim| usize::try_from(dim).ok()) {
        Some(dim) if dim < rank => Speculatability::Yes,
        _ => Speculatability::No,
    }
}
