//! `affine.apply` as a chain of ops with two operands, those that can leave more loops first.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp};
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::affine::make::make_canonical_apply;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Op, OpRef, Rewriter, Value, ValueRef};

/// The number of loops around an op, from the inside out, that a value is defined outside of.
fn num_invariant_loops(op: OpRef<'_>, value: ValueRef<'_>) -> usize {
    let loops = op.ancestors().filter(|around| around.interface::<dyn LoopLike>().is_some());
    let is_outside = |around: &OpRef<'_>| {
        let block = value.owner_block().or_else(|| value.defining_op()?.block());
        let parent = block.and_then(|block| block.region()?.parent_op());
        !parent.is_some_and(|parent| around.is_ancestor(parent))
    };
    loops.take_while(is_outside).count()
}

/// Makes all operands of an `affine.apply` symbols, those that can leave most loops first.
pub fn reorder_operands_by_hoistability(rw: &mut Rewriter<'_>, op: AffineApplyOp) {
    let view = op.view(rw);
    let operands: Vec<ValueRef<'_>> = view.0.operands().collect();
    let mut order: Vec<usize> = (0..operands.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(num_invariant_loops(view.0, operands[at])));
    let mut places = vec![AffineExpr::constant(0); operands.len()];
    for (place, &at) in order.iter().enumerate() {
        places[at] = AffineExpr::symbol(place as u32);
    }
    let map = view.map();
    let (dims, symbols) = places.split_at(map.num_dims as usize);
    let map = map.replace_dims_and_symbols(dims, symbols, 0, operands.len() as u32).simplify();
    let mut new = ValueMap::new(map, order.iter().map(|&at| operands[at]));
    new.canonicalize();
    let (values, map) = (new.values(), rw.cx().affine_map_attr(new.map));
    rw.set_operands(op, &values);
    rw.set_attr(op, "map", map);
}

/// Splits a sum or product of symbols into a chain, in the order of the last symbol of each part. `None`, without
/// modifications, if there is nothing to split.
pub fn decompose(rw: &mut Rewriter<'_>, op: AffineApplyOp) -> Option<Value> {
    let view = op.view(rw);
    let (map, loc) = (view.map().clone(), view.0.loc());
    let operands: Vec<Value> = view.0.operands().map(|value| value.id()).collect();
    let expr = map.results.first().filter(|_| map.num_dims == 0)?;
    let (kind, lhs, rhs) = expr.as_binary()?;
    let is_split = lhs.as_binary().is_some() || rhs.as_binary().is_some();
    if !is_split || !matches!(kind, BinaryOp::Add | BinaryOp::Mul) {
        return None;
    }
    let mut parts = Vec::new();
    let mut rest = expr;
    while let Some((_, lhs, rhs)) = rest.as_binary().filter(|(op, ..)| *op == kind) {
        parts.push(rhs.clone());
        rest = lhs;
    }
    parts.push(rest.clone());
    parts.sort_by_key(|part| (0..map.num_symbols).rev().find(|&symbol| part.is_function_of_symbol(symbol)));
    rw.set_insertion_point_before(op);
    let pair = AffineExpr::binary(kind, AffineExpr::symbol(0), AffineExpr::symbol(1));
    let pair = rw.cx().affine_map_attr(AffineMap::new(0, 2, vec![pair]));
    let mut whole: Option<Value> = None;
    for part in parts {
        let part = AffineMap::new(map.num_dims, map.num_symbols, vec![part]);
        let part = make_canonical_apply(rw, loc, part, &operands);
        whole = Some(match whole {
            None => part,
            Some(sum) => {
                let ty = rw.body().value_type(sum);
                rw.build_value(AffineApplyOp::of(&[sum, part]).map_attr(pair).result(ty).loc(loc))
            }
        });
    }
    let whole = whole?;
    let op: Op = op.into();
    rw.replace_op(op, &[whole]);
    Some(whole)
}
