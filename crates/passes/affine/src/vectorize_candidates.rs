//! The loops that may be vectorized, and the nests of them that match a pattern.

use std::collections::BTreeMap;

use terrace_affine::AffineMap;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineForOp, AffineIfOp, AffineLoadOp, AffineStoreOp};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp};
use terrace_ir::element_types::is_vector_element;
use terrace_ir::{Context, Op, OpKind, OpRef, Rewriter, Type, ValueRef, View, op_match};
use terrace_rewrite::walk::body_post_order;

use crate::nests::induction_var;
use crate::vectorize_strategy::Refusal;

/// Why no loop around the body of a loop may be vectorized.
pub(crate) fn body_refusal(view: View<'_, AffineForOp>) -> Option<Refusal> {
    let cx = view.0.cx();
    std::iter::once(view.0).chain(view.0.nested_ops()).find_map(|op| {
        let rule = op_match!(op, {
            AffineIfOp => Some("there is a condition in it"),
            TransferReadOp => Some("there is a vector transfer in it"),
            TransferWriteOp => Some("there is a vector transfer in it"),
            AffineForOp => None,
            _ => (op.num_regions() > 0).then_some("there is an op with regions in it"),
        });
        let rule = rule.or((!has_scalars(cx, op)).then_some("a value in it is not a scalar"));
        rule.map(|rule| Refusal::at(op, rule))
    })
}

/// Whether all operands and results of an op may be elements of vectors, and are no vectors or memrefs of these.
fn has_scalars(cx: &Context, op: OpRef<'_>) -> bool {
    let operand = |ty: Type| is_vector_element(cx, memref(cx, ty).map_or(ty, |memref| memref.element));
    op.operands().all(|value| operand(value.ty()))
        && op.result_types().iter().all(|&ty| is_vector_element(cx, ty))
}

/// The dimension along which all accesses in a loop vary with it, counted from the last one; `None` if none varies.
pub(crate) fn varying_dim(view: View<'_, AffineForOp>) -> Result<Option<usize>, Refusal> {
    let Some(variable) = induction_var(view) else { return Ok(None) };
    let mut common = None;
    for op in view.0.nested_ops() {
        let access = op_match!(op, {
            AffineLoadOp(load) => Some((load.memref(), ValueMap::new(load.map().clone(), load.indices()))),
            AffineStoreOp(store) => {
                Some((store.memref(), ValueMap::new(store.map().clone(), store.indices())))
            }
            _ => None,
        });
        let Some((base, subscripts)) = access else { continue };
        let cx = op.cx();
        if !memref(cx, base.ty()).is_some_and(|memref| memref.has_identity_layout(cx)) {
            return Err(Refusal::at(op, "the layout of a memref is not the identity"));
        }
        let own = varying_subscript(&subscripts, variable);
        let own = own.ok_or(Refusal::at(op, "the induction variable is in several subscripts"))?;
        let own = own.map(|at| subscripts.map.num_results() - 1 - at);
        if common.is_some() && own.is_some() && common != own {
            return Err(Refusal::at(op, "accesses vary along different dimensions"));
        }
        common = common.or(own);
    }
    Ok(common)
}

/// The only subscript that varies with an induction variable, and once; `None` if there are several.
fn varying_subscript<'a>(subscripts: &ValueMap<'a>, variable: ValueRef<'a>) -> Option<Option<usize>> {
    let varies = |value: ValueRef<'a>| {
        let mut index = ValueMap::new(AffineMap::identity(1), [value]);
        index.compose_fully();
        index.canonicalize();
        index.operands.contains(&variable)
    };
    let varies: Vec<bool> = subscripts.operands.iter().map(|&value| varies(value)).collect();
    let mut found = Vec::new();
    for (at, result) in subscripts.map.results.iter().enumerate() {
        result.walk(|expr| {
            let symbol = expr.as_symbol().map(|at| (subscripts.map.num_dims + at) as usize);
            let operand = expr.as_dim().map(|at| at as usize).or(symbol);
            if operand.is_some_and(|operand| varies.get(operand) == Some(&true)) {
                found.push(at);
            }
        });
    }
    (found.len() < 2).then(|| found.first().copied())
}

/// A nest of loops to vectorize: each loop, with the number of those around it that are.
pub(crate) type Match = BTreeMap<Op, usize>;

/// The nests of loops of this rank that match, in post-order of their outermost loops, each in the group of those of
/// which at most one is vectorized, since they are nested in each other. `filter` is asked for a loop and its depth.
pub(crate) fn intersecting_matches(
    rw: &Rewriter<'_>,
    rank: usize,
    filter: &mut dyn FnMut(AffineForOp, usize) -> bool,
) -> Vec<Vec<(AffineForOp, Match)>> {
    let is_loop = |&op: &Op| rw.op(op).isa::<AffineForOp>();
    let loops = body_post_order(rw.body()).into_iter().filter(is_loop);
    let mut groups: Vec<Vec<(AffineForOp, Match)>> = Vec::new();
    // The groups whose outermost loop may be nested in a loop that follows.
    let mut open: Vec<(usize, Op)> = Vec::new();
    for op in loops {
        let mut found = Match::new();
        if !add_match(rw, AffineForOp::assume(op), (0, rank), filter, &mut found) {
            continue;
        }
        let mut group = groups.len();
        while let Some(&(inner, root)) = open.last()
            && rw.op(op).is_ancestor(rw.op(root))
        {
            group = inner;
            open.pop();
        }
        if group == groups.len() {
            groups.push(Vec::new());
        }
        open.push((group, op));
        groups[group].push((AffineForOp::assume(op), found));
    }
    groups
}

/// Adds the loops that match from one at a depth on; returns whether there are enough. Not deeper than the rank.
fn add_match(
    rw: &Rewriter<'_>,
    op: AffineForOp,
    (depth, rank): (usize, usize),
    filter: &mut dyn FnMut(AffineForOp, usize) -> bool,
    found: &mut Match,
) -> bool {
    if !filter(op, depth) {
        return false;
    }
    let mut is_match = depth + 1 == rank;
    if !is_match {
        for inner in rw.op(op).nested_ops().filter(|op| op.isa::<AffineForOp>()) {
            is_match |= add_match(rw, AffineForOp::assume(inner.id()), (depth + 1, rank), filter, found);
        }
    }
    if is_match {
        found.insert(op.into(), depth);
    }
    is_match
}
