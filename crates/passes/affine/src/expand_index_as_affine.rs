//! `affine-expand-index-ops-as-affine`: taking an index apart and putting one together as `affine.apply`.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine;
use terrace_dialects_mem::affine::*;
use terrace_dialects_mem::index_values::{indices, value_of};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::{OpFoldResult, Rewriter, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

use terrace_dialects_mem::affine::make::{apply_expr, composed_apply, make_apply, map_of_expr};

/// The pass.
pub static AFFINE_EXPAND_INDEX_OPS_AS_AFFINE: PassDef = PassDef {
    name: "affine-expand-index-ops-as-affine",
    class: "AffineExpandIndexOpsAsAffine",
    doc: "Lower affine operations operating on indices into affine.apply operations",
    make: |_| Ok(Pass::Body(Box::new(ExpandIndexOps))),
    ..EMPTY_PASS
};

struct ExpandIndexOps;

static PATTERNS: [Pattern; 2] = [
    pattern!("LowerDelinearizeIndexOps", affine::AffineDelinearizeIndexOp, delinearize),
    pattern!("LowerLinearizeIndexOps", affine::AffineLinearizeIndexOp, linearize),
];

impl BodyPass for ExpandIndexOps {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), &PATTERNS);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

fn delinearize(rw: &mut Rewriter<'_>, op: AffineDelinearizeIndexOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, count, index) = (view.0.loc(), view.0.num_results(), view.linear_index().id());
    let mut basis = indices(&view.mixed_basis());
    // The outermost extent does not matter.
    if basis.len() == count && count > 0 {
        basis.remove(0);
    }
    rw.set_insertion_point_before(op);
    let mut product = OpFoldResult::Static(1);
    let mut divisors = Vec::with_capacity(basis.len());
    for &extent in basis.iter().rev() {
        let expr = AffineExpr::symbol(0) * AffineExpr::symbol(1);
        product = apply_expr(rw, expr, &[extent, product], loc);
        divisors.push(value_of(rw, product, loc));
    }
    let mut rest = index;
    let mut results = Vec::with_capacity(count);
    for divisor in divisors.into_iter().rev() {
        let operands = [OpFoldResult::Value(rest), OpFoldResult::Value(divisor)];
        let quotient = AffineExpr::floor_div(AffineExpr::dim(0), AffineExpr::dim(1));
        results.push(make_apply(rw, loc, &map_of_expr(quotient), &operands));
        let modulo = AffineExpr::modulo(AffineExpr::dim(0), AffineExpr::dim(1));
        rest = make_apply(rw, loc, &map_of_expr(modulo), &operands);
    }
    results.push(rest);
    rw.replace_op(op, &results);
    Some(())
}

fn linearize(rw: &mut Rewriter<'_>, op: AffineLinearizeIndexOp) -> Option<()> {
    let view = op.view(rw);
    let loc = view.0.loc();
    let index: Vec<OpFoldResult> = view
        .multi_index()
        .map(|v| m_scalar_i64(v).map_or(OpFoldResult::Value(v.id()), OpFoldResult::Static))
        .collect();
    let basis = indices(&view.mixed_basis());
    rw.set_insertion_point_before(op);
    // Products of the extents after; the first extent may be left out, and does not matter.
    let skipped = usize::from(index.len() == basis.len());
    let mut product = AffineExpr::constant(1);
    let mut strides = vec![product.clone()];
    for at in (skipped..basis.len()).rev() {
        product = product * AffineExpr::symbol(at as u32);
        strides.push(product.clone());
    }
    strides.reverse();
    let strides: Vec<OpFoldResult> =
        strides.into_iter().map(|expr| apply_expr(rw, expr, &basis, loc)).collect();
    let mut sum = AffineExpr::symbol(0);
    let mut values = vec![OpFoldResult::Static(0)];
    for (&index, &stride) in index.iter().zip(&strides) {
        let at = values.len() as u32;
        sum = sum + AffineExpr::symbol(at) * AffineExpr::symbol(at + 1);
        values.extend([index, stride]);
    }
    let map = AffineMap::new(0, values.len() as u32, vec![sum]);
    let result = composed_apply(rw, &map, &values, loc);
    let result: Value = value_of(rw, result, loc);
    rw.replace_op(op, &[result]);
    Some(())
}
