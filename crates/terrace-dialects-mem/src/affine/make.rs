//! Making ops that compute indices.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_ir::fold::FoldValue;
use terrace_ir::{Loc, Rewriter, Type, Value};

use super::AffineApplyOp;
use super::value_map::ValueMap;
use crate::index_values::{Index, index_constant};

/// A map with the numbers among its operands in it, composed with what computes the others; and those that it has then.
/// More operands than the map has inputs do not matter.
pub fn composed(rw: &Rewriter<'_>, map: &AffineMap, operands: &[Index]) -> (AffineMap, Vec<Value>) {
    let operands = &operands[..map.num_inputs() as usize];
    let (dims, symbols) = operands.split_at(map.num_dims as usize);
    let mut values: Vec<Value> = Vec::with_capacity(operands.len());
    let mut inputs = |list: &[Index], make: fn(u32) -> AffineExpr| {
        let mut count = 0;
        let expr = |index: &Index| match *index {
            Index::Known(number) => AffineExpr::constant(number),
            Index::Value(value) => {
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
    let map = map.replace_dims_and_symbols(&dims, &symbols, num_dims, num_symbols);
    let mut whole = ValueMap::new(map, values.iter().map(|&value| rw.value(value)));
    whole.compose();
    let values = whole.values();
    (whole.map, values)
}

/// The only result of a map applied to numbers and values, at the insertion point: composed with what computes the
/// values, and as a number or a value that is there already where it is one.
pub fn composed_apply(rw: &mut Rewriter<'_>, map: &AffineMap, operands: &[Index], loc: Loc) -> Index {
    let (map, values) = composed(rw, map, operands);
    folded(rw, map, &values, loc)
}

/// The only result of a map applied to values, at the insertion point: one of the values or a constant where it is
/// known to be.
pub fn apply_or_fold(rw: &mut Rewriter<'_>, map: AffineMap, operands: &[Value], loc: Loc) -> Value {
    match folded(rw, map, operands, loc) {
        Index::Value(value) => value,
        Index::Known(number) => index_constant(rw, number, loc),
    }
}

fn folded(rw: &mut Rewriter<'_>, map: AffineMap, operands: &[Value], loc: Loc) -> Index {
    let map = rw.cx().affine_map_attr(map);
    let made = rw.add_or_fold(|cx, body| AffineApplyOp::build(cx, body, operands, map, Type::INDEX, loc));
    match made[0] {
        FoldValue::Value(value) => Index::Value(value),
        FoldValue::Attr(attr) => Index::Known(attr.as_i64(rw.cx()).unwrap_or_default()),
    }
}
