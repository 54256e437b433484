//! `affine-simplify-min-max`: the least or greatest of several results leaves out those that bounds of the operands show
//! to make no difference.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_analysis::{ValueBoundsConstraintSet, Variable};
use terrace_dialects_mem::affine::apply::map_of;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineMaxOp, AffineMinOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::value_bounds::{Quantity, Relation};
use terrace_ir::{Op, OpKind, Rewriter, Value, pattern};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{Pass, PassDef};
use terrace_rewrite::greedy::apply_greedily_to;
use terrace_rewrite::{GreedyOptions, PatternSet};

use terrace_passes_shared::greedy::{Greedy, canonicalization_of};

/// The pass.
pub static SIMPLIFY_MIN_MAX: PassDef = PassDef {
    name: "affine-simplify-min-max",
    class: "SimplifyAffineMinMaxPass",
    doc: "Simplify affine min/max/apply",
    requires: Some(FUNCTION),
    make: |_| {
        let canonical = [AffineMaxOp::DEF, AffineMinOp::DEF].into_iter().flat_map(canonicalization_of);
        let patterns: Vec<Pattern> = canonical.chain(PATTERNS.iter().cloned()).collect();
        Ok(Pass::Body(Box::new(Greedy::new(&patterns))))
    },
    ..EMPTY_PASS
};

static PATTERNS: &[Pattern] = &[
    Pattern::new("simplify_max", AffineMaxOp::DEF.name, |rw, op| drop_results(rw, op, Relation::AtLeast)),
    Pattern::new("simplify_min", AffineMinOp::DEF.name, |rw, op| drop_results(rw, op, Relation::AtMost)),
    pattern!("compose_apply", AffineApplyOp, |rw, op| compose_apply(rw, op.into())),
];

/// Simplifies some `affine.min` and `affine.max`, and the ops that result; returns whether anything was
/// modified. `None` if that did not terminate.
pub fn simplify_min_max_ops(rw: &mut Rewriter<'_>, ops: &[Op]) -> Option<bool> {
    let mut changed = false;
    for &op in ops {
        let relation = if rw.op(op).isa::<AffineMinOp>() { Relation::AtMost } else { Relation::AtLeast };
        changed |= drop_results(rw, op, relation).is_some();
    }
    let canonical = [AffineMaxOp::DEF, AffineMinOp::DEF].into_iter().flat_map(canonicalization_of);
    let mut patterns = PatternSet::new();
    patterns.add_all(rw.cx(), &canonical.collect::<Vec<Pattern>>());
    let result = apply_greedily_to(rw, ops, &patterns, &GreedyOptions::bottom_up());
    result.converged.then_some(changed || result.changed)
}

/// The maximum number of results that are compared pairwise.
const MOST_RESULTS: usize = 32;

/// Keeps of the results that are known to compare those alone that decide.
fn drop_results(rw: &mut Rewriter<'_>, op: Op, relation: Relation) -> Option<()> {
    let view = rw.op(op);
    let map = map_of(view)?.clone();
    let inputs: Vec<AffineExpr> = (0..map.num_inputs()).map(AffineExpr::symbol).collect();
    let (dims, symbols) = inputs.split_at_checked(map.num_dims as usize)?;
    let results: Vec<AffineExpr> =
        map.results.iter().map(|result| result.replace_dims_and_symbols(dims, symbols)).collect();
    if results.len() > MOST_RESULTS {
        return None;
    }
    let operands: Vec<Quantity<'_>> = view.operands().map(Quantity::index).collect();
    // The result that decides in each class of results that compare; classes are named after their first result.
    let mut class: Vec<usize> = (0..results.len()).collect();
    let mut deciding: Vec<Option<usize>> = vec![None; results.len()];
    for i in 0..results.len() {
        if deciding[class[i]].is_some() {
            continue;
        }
        let mut best = i;
        for j in i + 1..results.len() {
            if class[j] == class[i] {
                continue;
            }
            let other = deciding[class[j]].unwrap_or(j);
            let Some(wins) = decides(&results[best], &results[other], &operands, relation) else { continue };
            if !wins {
                best = other;
            }
            let (from, to) = (class[i].max(class[j]), class[i].min(class[j]));
            deciding[from] = None;
            class.iter_mut().filter(|class| **class == from).for_each(|class| *class = to);
        }
        deciding[class[i]] = Some(best);
    }
    let kept: Vec<AffineExpr> = deciding.into_iter().flatten().map(|i| results[i].clone()).collect();
    if kept.len() >= results.len() {
        return None;
    }
    let map = rw.cx().affine_map_attr(AffineMap::new(0, map.num_inputs(), kept));
    rw.set_attr(op, "map", map);
    Some(())
}

/// Compares two expressions: true if `one` is stricter, false if it is not; `None` if neither can be proven.
fn decides(
    one: &AffineExpr,
    other: &AffineExpr,
    operands: &[Quantity<'_>],
    relation: Relation,
) -> Option<bool> {
    let variable = |expr: AffineExpr| Variable { expr, operands: operands.to_vec() };
    let margin = AffineExpr::constant(if relation == Relation::AtMost { -1 } else { 1 });
    let (one, other) = (variable(one.clone()), variable(other.clone() + margin));
    ValueBoundsConstraintSet::strong_compare(&one, relation, &other)
}

/// Composes an `affine.apply` with those that produce its operands.
fn compose_apply(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let old = map_of(view)?.clone();
    let mut map = ValueMap::new(old.clone(), view.operands());
    map.compose_fully();
    if map.map == old {
        return None;
    }
    let (values, map): (Vec<Value>, AffineMap) = (map.values(), map.map);
    let attr = rw.cx().affine_map_attr(map);
    rw.set_operands(op, &values);
    rw.set_attr(op, "map", attr);
    Some(())
}
