//! Bounds of affine map results.

use terrace_affine::AffineExpr;
use terrace_ir::attr_kind::DenseI64Array;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::value_bounds::{BoundSet, Quantity, Relation};
use terrace_ir::{OpFoldResultRef, OpKind, OpRef, ValueRef, value_bounds};

use super::apply::map_of;
use super::value_map::ValueMap;
use super::{AffineApplyOp, AffineDelinearizeIndexOp, AffineLinearizeIndexOp, AffineMaxOp, AffineMinOp};

/// The results of a map in terms of its operands.
fn results<'a>(map: &ValueMap<'a>, set: &mut dyn BoundSet<'a>) -> Vec<AffineExpr> {
    let inputs: Vec<AffineExpr> = map.operands.iter().map(|&operand| set.value(operand)).collect();
    let (dims, symbols) = inputs.split_at(inputs.len().min(map.map.num_dims as usize));
    map.map.results.iter().map(|expr| expr.replace_dims_and_symbols(dims, symbols)).collect()
}

fn value_map(op: OpRef<'_>) -> Option<ValueMap<'_>> {
    Some(ValueMap::new(map_of(op)?.clone(), op.operands()))
}

fn apply<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    let Some(mut map) = value_map(op) else { return };
    map.compose_fully();
    if let Some(expr) = results(&map, set).pop() {
        set.equal(result, expr);
    }
}

/// The result relates so to each result of the map.
fn extreme<'a>(op: OpRef<'a>, result: Quantity<'a>, relation: Relation, set: &mut dyn BoundSet<'a>) {
    let Some(map) = value_map(op) else { return };
    for expr in results(&map, set) {
        set.bound(result, relation, expr);
    }
}

/// A basis of an op on a linear index, with none in front where an extent was left out.
fn basis<'a>(
    fixed: DenseI64Array<'_>,
    dynamic: impl Iterator<Item = ValueRef<'a>>,
    parts: usize,
) -> Vec<Option<OpFoldResultRef<'a>>> {
    let known = mixed_values(&fixed.to_vec(), dynamic);
    let missing = parts.saturating_sub(known.len());
    (0..missing).map(|_| None).chain(known.into_iter().map(Some)).collect()
}

fn delinearize<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    let index = result.value.index() as usize;
    let view = AffineDelinearizeIndexOp::view_of(op);
    let linear = set.value(view.linear_index());
    let basis = basis(view.static_basis(), view.dynamic_basis(), op.num_results());
    let extent = |set: &mut dyn BoundSet<'a>, at: usize| Some(set.mixed((*basis.get(at)?)?));
    let mut divisor = AffineExpr::constant(1);
    for at in index + 1..basis.len() {
        let Some(extent) = extent(set, at) else { return };
        divisor = divisor * extent;
    }
    let own = extent(set, index);
    match own {
        _ if index == 0 => {
            set.equal(result, AffineExpr::floor_div(linear, divisor));
            if let Some(own) = own {
                set.less(result, own);
            }
        }
        Some(own) => {
            let rest = AffineExpr::modulo(linear, own * divisor.clone());
            set.equal(result, AffineExpr::floor_div(rest, divisor));
        }
        None => {}
    }
}

fn linearize<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    let view = AffineLinearizeIndexOp::view_of(op);
    let parts: Vec<ValueRef<'a>> = view.multi_index().collect();
    let basis = basis(view.static_basis(), view.dynamic_basis(), parts.len());
    let (mut sum, mut stride) = (AffineExpr::constant(0), AffineExpr::constant(1));
    for (at, (&part, &extent)) in parts.iter().zip(&basis).enumerate().rev() {
        sum = sum + set.value(part) * stride.clone();
        if at > 0 {
            let Some(extent) = extent else { return };
            stride = stride * set.mixed(extent);
        }
    }
    set.equal(result, sum);
    if view.is_disjoint()
        && let Some(&Some(outermost)) = basis.first()
    {
        let outermost = set.mixed(outermost);
        set.less(result, stride * outermost);
    }
}

value_bounds! {
    index AffineApplyOp = apply;
    index AffineMinOp = |op, result, set| extreme(op, result, Relation::AtMost, set);
    index AffineMaxOp = |op, result, set| extreme(op, result, Relation::AtLeast, set);
    index AffineDelinearizeIndexOp = delinearize;
    index AffineLinearizeIndexOp = linearize;
}
