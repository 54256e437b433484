//! Makes `affine.apply` ops that are composed with what computes their operands, and folds them.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::affine::make::{apply_expr, composed_apply};
pub use terrace_dialects_mem::affine::make::{make_apply, map_of_expr};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::index_values::Index;
use terrace_ir::{Context, Loc, Op, OpBuilder, Rewriter, Type, Value};

fn apply(cx: &Context, body: &mut OpBuilder<'_>, map: AffineMap, values: &[Value], loc: Loc) -> Op {
    let map = cx.affine_map_attr(map);
    AffineApplyOp::build(cx, body, values, map, Type::INDEX, loc)
}

/// An `affine.apply` of a map as it is, with canonical operands.
pub fn make_canonical_apply(rw: &mut Rewriter<'_>, loc: Loc, map: AffineMap, operands: &[Value]) -> Value {
    let mut canonical = ValueMap::new(map, operands.iter().map(|&value| rw.value(value)));
    canonical.canonicalize();
    let values = canonical.values();
    let map = canonical.map;
    rw.build_value(|cx, body| apply(cx, body, map, &values, loc))
}

/// What a map with one result returns: a number where it is known, an operand or an `affine.apply`, composed.
pub fn folded_apply(rw: &mut Rewriter<'_>, loc: Loc, map: &AffineMap, operands: &[Index]) -> Index {
    composed_apply(rw, map, operands, loc)
}

/// What an expression returns for these operands: dimensions, then symbols.
pub fn folded_expr(rw: &mut Rewriter<'_>, loc: Loc, expr: AffineExpr, operands: &[Index]) -> Index {
    apply_expr(rw, expr, operands, loc)
}
