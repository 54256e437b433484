//! `affine-simplify-structures`: maps and sets get simpler, and the affine ops that have them are canonicalized.

use std::collections::HashMap;

use terrace_affine::{AffineExpr, Constraints, IntegerSet, Linear};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp, AffineIfOp};
use terrace_ir::{Attr, AttrData, OpKind, OpRef, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

use crate::unswitch::canonicalize_all;

/// The pass.
pub static SIMPLIFY_STRUCTURES: PassDef = PassDef {
    name: "affine-simplify-structures",
    class: "SimplifyAffineStructures",
    doc: "Simplify affine expressions in maps/sets and normalize memrefs",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(SimplifyStructures))),
    ..EMPTY_PASS
};

struct SimplifyStructures;

impl BodyPass for SimplifyStructures {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut simplified: HashMap<Attr, Attr> = HashMap::new();
        let mut affine = Vec::new();
        for op in body_post_order(rw.body()) {
            for (name, attr) in maps_and_sets(rw.op(op)) {
                let new = *simplified.entry(attr).or_insert_with(|| simplify(rw, attr));
                if new != attr {
                    rw.set_attr(op, &name, new);
                }
            }
            let view = rw.op(op);
            if view.isa::<AffineForOp>() || view.isa::<AffineIfOp>() || view.isa::<AffineApplyOp>() {
                affine.push(op);
            }
        }
        match canonicalize_all(rw, &affine, &[AffineApplyOp::DEF, AffineForOp::DEF, AffineIfOp::DEF]) {
            Some(diag) => run.fail(diag),
            None => Ok(()),
        }
    }
}

/// The attributes of an op that are maps or sets, by name.
fn maps_and_sets(op: OpRef<'_>) -> Vec<(String, Attr)> {
    let cx = op.cx();
    let is_affine = |attr: Attr| matches!(attr.data(cx), AttrData::AffineMap(_) | AttrData::IntegerSet(_));
    let names = op.info().prop_names.iter().map(|&name| name.text(cx).to_owned());
    let inherent = names.filter_map(|name| Some((op.inherent_attr(&name)?, name)));
    let others = op.attrs().as_dict(cx).into_iter().flatten();
    let others = others.map(|&(name, attr)| (attr, name.text(cx).to_owned()));
    inherent.chain(others).filter(|(attr, _)| is_affine(*attr)).map(|(attr, name)| (name, attr)).collect()
}

/// The simplest form of a map or set.
fn simplify(rw: &Rewriter<'_>, attr: Attr) -> Attr {
    let cx = rw.cx();
    match attr.data(cx) {
        AttrData::AffineMap(map) => cx.affine_map_attr(map.simplify()),
        AttrData::IntegerSet(set) => match simplify_set(set) {
            Some(set) => cx.integer_set_attr(set),
            None => attr,
        },
        _ => attr,
    }
}

/// A set without constraints that others of the same form imply, in lowest terms, the equalities first; the canonical
/// one without points if it has none. `None` where it stays as it is.
fn simplify_set(set: &IntegerSet) -> Option<IntegerSet> {
    let mut system = Constraints::new();
    let dims: Vec<usize> = (0..set.num_dims).map(|_| system.add_variable()).collect();
    let symbols: Vec<usize> = (0..set.num_symbols).map(|_| system.add_variable()).collect();
    let mut rows: Vec<(Linear, bool)> = Vec::with_capacity(set.constraints.len());
    for (expr, is_equality) in &set.constraints {
        let sum = system.linear(expr, &dims, &symbols)?;
        if *is_equality {
            system.add_zero(sum.clone());
        } else {
            system.add_not_negative(sum.clone());
        }
        rows.push((sum, *is_equality));
    }
    if system.is_empty() {
        return Some(IntegerSet::empty(set.num_dims, set.num_symbols));
    }
    if system.has_quotients() {
        return None;
    }
    let (equalities, inequalities): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, equality)| *equality);
    let mut kept: Vec<(Linear, bool)> = Vec::new();
    for (row, is_equality) in equalities.into_iter().chain(inequalities) {
        let row = row.in_lowest_terms(is_equality);
        if row.terms.is_empty() {
            continue;
        }
        match kept.iter_mut().find(|(other, equality)| *equality == is_equality && other.terms == row.terms) {
            Some((other, false)) => other.constant = other.constant.min(row.constant),
            Some(_) => {}
            None => kept.push((row, is_equality)),
        }
    }
    if kept.is_empty() {
        return Some(IntegerSet::new(set.num_dims, set.num_symbols, vec![(AffineExpr::constant(0), true)]));
    }
    let expr = |variable: usize| match variable.checked_sub(dims.len()) {
        None => Some(AffineExpr::dim(variable as u32)),
        Some(symbol) => Some(AffineExpr::symbol(symbol as u32)),
    };
    let exprs = kept.into_iter().map(|(row, equality)| Some((row.to_expr(expr)?, equality)));
    Some(IntegerSet::new(set.num_dims, set.num_symbols, exprs.collect::<Option<Vec<_>>>()?))
}
