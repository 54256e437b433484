//! Makes `affine.apply` ops that are composed with what computes their operands, and folds them.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::affine::make::{apply_expr, composed_apply};
pub use terrace_dialects_mem::affine::make::{make_apply, map_of_expr};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_ir::{Loc, OpFoldResult, Rewriter, Value};

/// An `affine.apply` of a map as it is, with canonical operands.
pub fn make_canonical_apply(rw: &mut Rewriter<'_>, loc: Loc, map: AffineMap, operands: &[Value]) -> Value {
    let mut canonical = ValueMap::new(map, operands.iter().map(|&value| rw.value(value)));
    canonical.canonicalize();
    let values = canonical.values();
    rw.build_value(AffineApplyOp::builder(rw.cx(), loc).map_operands(&values).map(&canonical.map))
}

/// Returns the result of a map with one result: a constant, an operand, or a new composed `affine.apply`.
pub fn folded_apply(
    rw: &mut Rewriter<'_>,
    loc: Loc,
    map: &AffineMap,
    operands: &[OpFoldResult],
) -> OpFoldResult {
    composed_apply(rw, map, operands, loc)
}

/// Returns the value of an expression over operands, dimensions first, then symbols.
pub fn folded_expr(
    rw: &mut Rewriter<'_>,
    loc: Loc,
    expr: AffineExpr,
    operands: &[OpFoldResult],
) -> OpFoldResult {
    apply_expr(rw, expr, operands, loc)
}
