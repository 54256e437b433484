//! Making ops that compute indices.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_ir::build::OperationState;
use terrace_ir::fold::FoldValue;
use terrace_ir::{Loc, OpFoldResult, OpKind, Rewriter, Type, Value};

use super::value_map::ValueMap;
use super::{AffineApplyOp, AffineMaxOp, AffineMinOp};
use crate::index_values::index_constant;

/// The map of one expression, with as many dimensions and symbols as it uses.
pub fn map_of_expr(expr: AffineExpr) -> AffineMap {
    let (dims, symbols) = expr.num_dims_and_symbols();
    AffineMap::new(dims, symbols, vec![expr])
}

/// Substitutes constant operands into a map; returns the map and the remaining operands. Excess operands are
/// ignored.
fn with_numbers(map: &AffineMap, operands: &[OpFoldResult]) -> (AffineMap, Vec<Value>) {
    let operands = &operands[..map.num_inputs() as usize];
    let (dims, symbols) = operands.split_at(map.num_dims as usize);
    let mut values: Vec<Value> = Vec::with_capacity(operands.len());
    let mut inputs = |list: &[OpFoldResult], make: fn(u32) -> AffineExpr| {
        let mut count = 0;
        let expr = |index: &OpFoldResult| match *index {
            OpFoldResult::Static(number) => AffineExpr::constant(number),
            OpFoldResult::Value(value) => {
                values.push(value);
                count += 1;
                make(count - 1)
            }
        };
        let exprs: Vec<AffineExpr> = list.iter().map(expr).collect();
        (exprs, count)
    };
    let (dims, num_dims) = inputs(dims, AffineExpr::dim);
    let (symbols, num_symbols) = inputs(symbols, AffineExpr::symbol);
    (map.replace_dims_and_symbols(&dims, &symbols, num_dims, num_symbols), values)
}

/// Substitutes constant operands into a map, and composes it with the maps of its other operands; returns the
/// map and its operands. Excess operands are ignored.
pub fn composed(rw: &Rewriter<'_>, map: &AffineMap, operands: &[OpFoldResult]) -> (AffineMap, Vec<Value>) {
    let (map, values) = with_numbers(map, operands);
    let mut whole = ValueMap::new(map, values.iter().map(|&value| rw.value(value)));
    whole.compose();
    let values = whole.values();
    (whole.map, values)
}

/// The result of a single-result map applied to constants and values, at the insertion point: fully composed,
/// and folded to a constant or an existing value if possible.
pub fn composed_apply(
    rw: &mut Rewriter<'_>,
    map: &AffineMap,
    operands: &[OpFoldResult],
    loc: Loc,
) -> OpFoldResult {
    let (map, values) = composed(rw, map, operands);
    folded::<AffineApplyOp>(rw, map, &values, loc)
}

/// Creates an `affine.apply` of a single-result map, composed with the maps of its operands, at the insertion
/// point.
pub fn make_apply(rw: &mut Rewriter<'_>, loc: Loc, map: &AffineMap, operands: &[OpFoldResult]) -> Value {
    let (map, values) = composed(rw, map, operands);
    let map = rw.cx().affine_map_attr(map);
    rw.build_value(AffineApplyOp::of(&values).map_attr(map).result(Type::INDEX).loc(loc))
}

/// Returns the value of an expression over operands, dimensions first and then symbols; see [`composed_apply`].
pub fn apply_expr(
    rw: &mut Rewriter<'_>,
    expr: AffineExpr,
    operands: &[OpFoldResult],
    loc: Loc,
) -> OpFoldResult {
    composed_apply(rw, &map_of_expr(expr), operands, loc)
}

/// The minimum of a map's results, composed with the maps of the operands, at the insertion point.
pub fn composed_min(
    rw: &mut Rewriter<'_>,
    map: &AffineMap,
    operands: &[OpFoldResult],
    loc: Loc,
) -> OpFoldResult {
    composed_extreme::<AffineMinOp>(rw, map, operands, loc)
}

/// The maximum of a map's results, composed with the maps of the operands, at the insertion point.
pub fn composed_max(
    rw: &mut Rewriter<'_>,
    map: &AffineMap,
    operands: &[OpFoldResult],
    loc: Loc,
) -> OpFoldResult {
    composed_extreme::<AffineMaxOp>(rw, map, operands, loc)
}

fn composed_extreme<K: OpKind>(
    rw: &mut Rewriter<'_>,
    map: &AffineMap,
    operands: &[OpFoldResult],
    loc: Loc,
) -> OpFoldResult {
    let (map, values) = with_numbers(map, operands);
    let (mut dims, mut symbols, mut results) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..map.num_results() {
        let mut part = ValueMap::new(map.sub_map(&[at]), values.iter().map(|&value| rw.value(value)));
        part.compose_fully();
        part.canonicalize();
        let expr = part.map.results[0].shift_dims(dims.len() as u32, 0);
        results.push(expr.shift_symbols(symbols.len() as u32, 0));
        let (own_dims, own_symbols) = part.operands.split_at(part.map.num_dims as usize);
        dims.extend_from_slice(own_dims);
        symbols.extend_from_slice(own_symbols);
    }
    let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, results);
    let mut whole = ValueMap::new(map, dims.into_iter().chain(symbols));
    whole.canonicalize();
    let values = whole.values();
    let map = whole.map;
    folded::<K>(rw, map, &values, loc)
}

/// The only result of a map applied to values, at the insertion point: one of the values or a constant where it is
/// known to be.
pub fn apply_or_fold(rw: &mut Rewriter<'_>, map: AffineMap, operands: &[Value], loc: Loc) -> Value {
    match folded::<AffineApplyOp>(rw, map, operands, loc) {
        OpFoldResult::Value(value) => value,
        OpFoldResult::Static(number) => index_constant(rw, number, loc),
    }
}

/// Creates an op with a map, unless it folds to a constant or to an operand.
fn folded<K: OpKind>(rw: &mut Rewriter<'_>, map: AffineMap, operands: &[Value], loc: Loc) -> OpFoldResult {
    let map = rw.cx().affine_map_attr(map);
    let mut state = OperationState::new(K::DEF);
    state.set_loc(loc);
    state.operands(0, operands);
    state.prop(0, Some(map));
    state.results(0, &[Type::INDEX]);
    let made = rw.build_or_fold(state);
    match made[0] {
        FoldValue::Value(value) => OpFoldResult::Value(value),
        // Poison may be any number.
        FoldValue::Attr(attr) => OpFoldResult::Static(attr.as_i64(rw.cx()).unwrap_or(0)),
    }
}

/// An `affine.apply` of a map as it is, with canonical operands.
pub fn make_canonical_apply(rw: &mut Rewriter<'_>, loc: Loc, map: AffineMap, operands: &[Value]) -> Value {
    let mut canonical = ValueMap::new(map, operands.iter().map(|&value| rw.value(value)));
    canonical.canonicalize();
    let values = canonical.values();
    rw.build_value(AffineApplyOp::of(&values).loc(loc).map(&canonical.map))
}
