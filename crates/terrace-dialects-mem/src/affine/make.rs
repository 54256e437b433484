//! Making ops that compute indices.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_ir::{Loc, Rewriter, Type, Value};

use super::AffineApplyOp;
use super::value_map::ValueMap;
use crate::index_values::Index;

/// The only result of a map applied to numbers and values, at the insertion point: composed with what computes the
/// values, and as a number or a value that is there already where it is one.
pub fn composed_apply(rw: &mut Rewriter<'_>, map: &AffineMap, operands: &[Index], loc: Loc) -> Index {
    let (dims, symbols) = operands.split_at(map.num_dims as usize);
    let mut values: Vec<Value> = Vec::with_capacity(operands.len());
    let mut inputs = |list: &[Index], make: fn(u32) -> AffineExpr| -> Vec<AffineExpr> {
        let mut count = 0;
        list.iter()
            .map(|&index| match index {
                Index::Known(number) => AffineExpr::constant(number),
                Index::Value(value) => {
                    values.push(value);
                    count += 1;
                    make(count - 1)
                }
            })
            .collect()
    };
    let dims = inputs(dims, AffineExpr::dim);
    let symbols = inputs(symbols, AffineExpr::symbol);
    let count = |list: &[AffineExpr]| list.iter().filter(|expr| expr.as_constant().is_none()).count() as u32;
    let map = map.replace_dims_and_symbols(&dims, &symbols, count(&dims), count(&symbols));
    let mut whole = ValueMap::new(map.simplify(), values.iter().map(|&value| rw.value(value)));
    whole.compose_fully();
    whole.canonicalize();
    let map = whole.map.simplify();
    if let Some(number) = map.single_constant() {
        return Index::Known(number);
    }
    let values = whole.values();
    let only = map.results.first();
    let place = only.and_then(|expr| {
        let symbol = expr.as_symbol().map(|at| map.num_dims + at);
        expr.as_dim().or(symbol)
    });
    if let Some(&value) = place.and_then(|place| values.get(place as usize)) {
        return Index::Value(value);
    }
    let map = rw.cx().affine_map_attr(map);
    Index::Value(rw.make_value::<AffineApplyOp>(&values, &[Some(map)], Type::INDEX, loc))
}
