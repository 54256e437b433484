//! Bounds of values as values.

use terrace_affine::{AffineExpr, AffineMap, ExprKind};
use terrace_analysis::value_bounds::{BoundKind, ValueBoundsConstraintSet, Variable};
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::{memref, tensor};
use terrace_ir::value_bounds::{Quantity, Relation};
use terrace_ir::{Loc, OpFoldResult, OpFoldResultRef, Rewriter, Type, Value, ValueRef};

/// Whether all results of a map of values are known to be at least zero.
pub fn is_known_non_negative(values: &ValueMap<'_>) -> bool {
    let symbols: Vec<AffineExpr> = (0..values.map.num_inputs()).map(AffineExpr::symbol).collect();
    let (dims, symbols) = symbols.split_at(values.map.num_dims as usize);
    let operands: Vec<Quantity<'_>> = values.operands.iter().map(|&value| Quantity::index(value)).collect();
    let zero = Variable::from(OpFoldResultRef::Static(0));
    let is_non_negative = |result: &AffineExpr| {
        let result =
            Variable { expr: result.replace_dims_and_symbols(dims, symbols), operands: operands.clone() };
        ValueBoundsConstraintSet::compare(&result, Relation::AtLeast, &zero)
    };
    values.map.results.iter().all(is_non_negative)
}

/// Creates an upper bound of an index at the insertion point, in terms of values and of extents of values for which `stop`
/// holds. `None` if there is none.
pub fn reified_upper_bound(
    rw: &mut Rewriter<'_>,
    value: Value,
    stop: &dyn Fn(ValueRef<'_>) -> bool,
    loc: Loc,
) -> Option<OpFoldResult> {
    let variable = Quantity::index(rw.value(value)).into();
    let stop = |quantity: Quantity<'_>| stop(quantity.value);
    let bound = ValueBoundsConstraintSet::compute_bound(BoundKind::Upper, &variable, &stop)?;
    let quantities: Vec<(Value, Option<usize>)> =
        bound.operands.iter().map(|quantity| (quantity.value.id(), quantity.dim)).collect();
    let expr = bound.expr.clone();
    let mut operands = Vec::with_capacity(quantities.len());
    for (value, dim) in quantities {
        let Some(dim) = dim else {
            operands.push(value);
            continue;
        };
        let number = index_constant(rw, dim as i64, loc);
        operands.push(match rw.value(value).ty().is_tensor(rw.cx()) {
            true => rw.build_value(tensor::DimOp::of(value, number).result(Type::INDEX).loc(loc)),
            false => rw.build_value(memref::DimOp::of(value, number).result(Type::INDEX).loc(loc)),
        });
    }
    let map = AffineMap::new(0, operands.len() as u32, vec![expr]);
    let mut canonical = ValueMap::new(map, operands.iter().map(|&value| rw.value(value)));
    canonical.canonicalize();
    let values = canonical.values();
    let map = canonical.map;
    Some(match map.results[0].kind() {
        ExprKind::Constant(number) => OpFoldResult::Static(number),
        ExprKind::Dim(position) => OpFoldResult::Value(values[position as usize]),
        ExprKind::Symbol(position) => OpFoldResult::Value(values[(map.num_dims + position) as usize]),
        ExprKind::Binary(..) => {
            let map = rw.cx().affine_map_attr(map);
            OpFoldResult::Value(
                rw.build_value(AffineApplyOp::of(&values).map_attr(map).result(Type::INDEX).loc(loc)),
            )
        }
    })
}
