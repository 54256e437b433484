//! Ops that compute sizes of tensors.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::{index_constant, value_of};
use terrace_dialects_mem::tensor::DimOp;
use terrace_ir::{Loc, OpFoldResult, Rewriter, Type, Value};

/// The size of a tensor along a dimension, folded where it is static.
pub fn size_of(rw: &mut Rewriter<'_>, source: Value, dim: i64, loc: Loc) -> Value {
    let number = index_constant(rw, dim, loc);
    rw.build_or_fold_value(DimOp::of(source, number).result(Type::INDEX).loc(loc))
}

/// The product of the extents of dimensions that are put together.
pub fn collapsed_size(rw: &mut Rewriter<'_>, source: Value, group: &[i64], loc: Loc) -> Option<OpFoldResult> {
    let mut factors = Vec::with_capacity(group.len());
    for &dim in group {
        factors.push(OpFoldResult::Value(size_of(rw, source, dim, loc)));
    }
    let product = (0..group.len() as u32).map(AffineExpr::symbol).reduce(AffineExpr::mul)?;
    let map = AffineMap::new(0, group.len() as u32, vec![product]);
    let size = composed_apply(rw, &map, &factors, loc);
    Some(OpFoldResult::Value(value_of(rw, size, loc)))
}
