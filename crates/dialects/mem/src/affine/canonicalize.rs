//! Folding and canonicalization of what computes with maps and accesses buffers through them.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_builtin::ub::poison_attr;
use terrace_ir::build::OperationState;
use terrace_ir::fold::Change;
use terrace_ir::{Attr, Context, Folded, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef};

use super::apply::{map_attr_of, map_of};
use super::loop_ranges::simplify_divisions;
use super::value_map::{ValueMap, operand_at};
use super::{AffineApplyOp, AffineMaxOp, AffineStoreOp, AffineVectorStoreOp};

/// The integers among what is known of operands.
fn known_ints(cx: &Context, constants: &[Option<Attr>]) -> Vec<Option<i64>> {
    constants.iter().map(|constant| constant.and_then(|attr| attr.as_i64(cx))).collect()
}

/// A map that returns one of its operands, or a constant.
pub(super) fn fold_apply(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let Some((map, result)) = map_of(op).and_then(|map| Some((map, map.results.first()?))) else {
        return Folded::Unchanged;
    };
    if let Some(at) = operand_at(map, result).filter(|&at| at < op.num_operands()) {
        return op.operand(at).into();
    }
    match map.known_values(&known_ints(cx, constants))[0] {
        (_, true) => poison_attr(cx).into(),
        (value, false) => value.map(|value| cx.int_attr(Type::INDEX, value)).into(),
    }
}

/// Results that are known take the place of expressions; where all are, so is the op's.
pub(super) fn fold_min_max(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let Some(map) = map_of(op) else { return Folded::Unchanged };
    let known = map.known_values(&known_ints(cx, constants));
    if let Some(values) = known.iter().map(|known| known.0).collect::<Option<Vec<i64>>>() {
        let folded = match op.isa::<AffineMaxOp>() {
            true => values.into_iter().max(),
            false => values.into_iter().min(),
        };
        return folded.map(|value| cx.int_attr(Type::INDEX, value)).into();
    }
    if let [only] = map.results.as_slice()
        && map.num_symbols == 1
        && only.as_symbol() == Some(0)
    {
        return op.operand(map.num_dims as usize).into();
    }
    let fold = |(expr, known): (&AffineExpr, &(Option<i64>, bool))| match known.0 {
        Some(value) => AffineExpr::constant(value),
        None => expr.clone(),
    };
    let results: Vec<AffineExpr> = map.results.iter().zip(&known).map(fold).collect();
    if results == map.results {
        return Folded::Unchanged;
    }
    let map = cx.affine_map_attr(AffineMap::new(map.num_dims, map.num_symbols, results));
    Change::Prop(map_slot(op), map).into()
}

/// The slot of an op's map.
fn map_slot(op: OpRef<'_>) -> usize {
    let names = op.def().map_or(&[][..], |def| def.props);
    names.iter().position(|prop| prop.name == "map").expect("an op with a map")
}

/// The number of the first operand that belongs to the map of an op.
pub(super) fn first_index(op: OpRef<'_>) -> usize {
    if op.isa::<AffineStoreOp>() || op.isa::<AffineVectorStoreOp>() {
        return 2;
    }
    usize::from(op.def().is_some_and(|def| def.operands.len() > 1))
}

/// Replaces an op by the same with another map and other operands of it.
fn replace_map<K: OpKind>(rw: &mut Rewriter<'_>, op: Op, map: AffineMap, operands: &[Value]) {
    let view = rw.op(op);
    let (at, slot) = (first_index(view), map_slot(view));
    let mut all: Vec<Value> = view.operands().take(at).map(|value| value.id()).collect();
    all.extend(operands);
    let mut props: Vec<Option<Attr>> = view.props().iter().map(|&attr| Some(attr)).collect();
    props[slot] = Some(rw.cx().affine_map_attr(map));
    rw.replace(op, OperationState::positional::<K>(&all, &props));
}

/// Composes an op's map with those that compute its operands, and simplifies it.
pub(super) fn simplify_map<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let old = ValueMap::new(map_of(view)?.clone(), view.operands().skip(first_index(view)));
    let mut new = old.clone();
    new.compose();
    new.canonicalize();
    new.map = simplify_divisions(&new.map, &new.operands);
    if new == old {
        return None;
    }
    let operands = new.values();
    let map = new.map;
    replace_map::<K>(rw, op, map, &operands);
    Some(())
}

/// A least or greatest of one is that.
pub(super) fn single_to_apply(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if map_of(view)?.num_results() != 1 {
        return None;
    }
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let map = map_attr_of(view);
    rw.replace(op, AffineApplyOp::of(&operands).map_attr(map));
    Some(())
}

fn replace_results<K: OpKind>(rw: &mut Rewriter<'_>, op: Op, results: Vec<AffineExpr>) -> Option<()> {
    let view = rw.op(op);
    let map = map_of(view)?;
    let map = AffineMap::new(map.num_dims, map.num_symbols, results);
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    replace_map::<K>(rw, op, map, &operands);
    Some(())
}

/// The same number twice does not matter.
pub(super) fn unique_results<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let map = map_of(rw.op(op))?;
    let mut seen = std::collections::HashSet::new();
    let results: Vec<AffineExpr> = map.results.iter().filter(|&expr| seen.insert(expr)).cloned().collect();
    if results.len() == map.num_results() {
        return None;
    }
    replace_results::<K>(rw, op, results)
}

/// The order of numbers does not matter: those with small coefficients come first.
pub(super) fn order_results<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let sorted = map_of(rw.op(op))?.sort_results()?;
    replace_results::<K>(rw, op, sorted.results)
}

/// A least among the numbers whose least is asked for stands for its own numbers; with greatests it is the same.
pub(super) fn merge_producers<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let map = map_of(view)?;
    let (mut results, mut producers) = (Vec::new(), Vec::new());
    for expr in &map.results {
        let operand = operand_at(map, expr).map(|at| view.operand(at));
        match operand.and_then(|value| value.defining_op()).filter(|def| def.isa::<K>()) {
            Some(producer) => producers.push(producer),
            None => results.push(expr.clone()),
        }
    }
    if producers.is_empty() {
        return None;
    }
    let all: Vec<ValueRef<'_>> = view.operands().collect();
    let (dims, symbols) = all.split_at(map.num_dims as usize);
    let (mut dims, mut symbols) = (dims.to_vec(), symbols.to_vec());
    for producer in producers {
        let map = map_of(producer)?;
        let shift =
            |expr: &AffineExpr| expr.shift_dims(dims.len() as u32, 0).shift_symbols(symbols.len() as u32, 0);
        results.extend(map.results.iter().map(shift));
        let at = map.num_dims as usize;
        dims.extend(producer.operands().take(at));
        symbols.extend(producer.operands().skip(at));
    }
    let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, results);
    let operands: Vec<Value> = dims.iter().chain(&symbols).map(|value| value.id()).collect();
    replace_map::<K>(rw, op, map, &operands);
    Some(())
}
