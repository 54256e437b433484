//! `test-affine-access-analysis`, `test-memref-bound-check` and `test-affine-walk`: remarks about affine accesses and maps.

use terrace_affine::{BinaryOp, ExprKind};
use terrace_dialects_mem::affine::{
    AffineForOp, AffineLoadOp, AffineStoreOp, AffineVectorLoadOp, AffineVectorStoreOp,
};
use terrace_ir::{AttrData, Diag, OpRef, Rewriter, ValueRef, op_match};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_passes_affine::access_patterns::{
    affine_loops_around, contiguous_dim, is_invariant_access, out_of_bounds,
};
use terrace_passes_affine::dependence::MemRefAccess;
use terrace_rewrite::walk::{body_post_order, nested_post_order};

/// The pass about loops around accesses.
pub(crate) static TEST_AFFINE_ACCESS_ANALYSIS: PassDef = PassDef {
    name: "test-affine-access-analysis",
    class: "(anonymous namespace)::TestAccessAnalysis",
    doc: "Tests affine memory access analysis utility",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(Report(access_analysis)))),
    ..EMPTY_PASS
};

/// The pass about extents of memrefs.
pub(crate) static TEST_MEMREF_BOUND_CHECK: PassDef = PassDef {
    name: "test-memref-bound-check",
    class: "(anonymous namespace)::TestMemRefBoundCheck",
    doc: "Check memref access bounds",
    make: |_| Ok(Pass::Body(Box::new(Report(bound_check)))),
    ..EMPTY_PASS
};

/// The pass about expressions of maps.
pub(crate) static TEST_AFFINE_WALK: PassDef = PassDef {
    name: "test-affine-walk",
    class: "(anonymous namespace)::TestAffineWalk",
    doc: "Test affine walk method.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Body(Box::new(Report(walk_maps)))),
    ..EMPTY_PASS
};

struct Report(fn(&Rewriter<'_>) -> Vec<Box<Diag>>);

impl BodyPass for Report {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        (self.0)(rw).into_iter().for_each(|diag| run.report(diag));
        Ok(())
    }
}

/// A remark about an op.
fn remark(op: OpRef<'_>, message: String) -> Box<Diag> {
    let mut diag = Diag::remark(op.loc(), message);
    diag.op = Some(op.handle());
    diag
}

/// Whether the iterations of a loop access elements of the last dimension.
fn is_contiguous<'a>(op: OpRef<'a>, looped: terrace_ir::View<'a, AffineForOp>) -> bool {
    let innermost = |map: &terrace_affine::AffineMap, indices: Vec<ValueRef<'a>>, memref| {
        contiguous_dim(map, &indices, memref, looped) == Some(Some(0))
    };
    op_match!(op, {
        AffineLoadOp(view) => innermost(view.map(), view.indices().collect(), view.memref()),
        AffineStoreOp(view) => innermost(view.map(), view.indices().collect(), view.memref()),
        AffineVectorLoadOp(view) => innermost(view.map(), view.indices().collect(), view.memref()),
        AffineVectorStoreOp(view) => innermost(view.map(), view.indices().collect(), view.memref()),
        _ => false,
    })
}

fn access_analysis(rw: &Rewriter<'_>) -> Vec<Box<Diag>> {
    let blocks = rw.body().top_regions().iter().flat_map(|&region| rw.body().blocks_of(region));
    let roots = blocks.flat_map(|block| rw.body().ops_of(block)).filter(|&op| rw.op(op).isa::<AffineForOp>());
    let mut out = Vec::new();
    for op in roots.flat_map(|root| nested_post_order(rw.body(), root)) {
        let Some(access) = MemRefAccess::of(rw.op(op)) else { continue };
        for (depth, looped) in affine_loops_around(access.op).into_iter().enumerate() {
            if is_contiguous(access.op, looped) {
                out.push(remark(access.op, format!("contiguous along loop {depth}\n")));
            }
            if is_invariant_access(&access, looped) {
                out.push(remark(access.op, format!("invariant along loop {depth}\n")));
            }
        }
    }
    out
}

fn bound_check(rw: &Rewriter<'_>) -> Vec<Box<Diag>> {
    let mut out = Vec::new();
    for op in body_post_order(rw.body()) {
        for (dim, is_above) in out_of_bounds(rw, rw.op(op)) {
            let bound = if is_above { "upper" } else { "lower" };
            let message = format!("memref out of {bound} bound access along dimension #{}", dim + 1);
            out.push(terrace_ir::def::op_error(rw.op(op), message));
        }
    }
    out
}

fn walk_maps(rw: &Rewriter<'_>) -> Vec<Box<Diag>> {
    let cx = rw.cx();
    let mut out = Vec::new();
    for op in body_post_order(rw.body()) {
        let view = rw.op(op);
        let attrs = view.attrs();
        let AttrData::Dict(entries) = attrs.data(cx) else { continue };
        // Upstream's pass reads attributes in their order, and ends at the first that is no map.
        for (_, attr) in entries.iter() {
            let Some(map) = attr.as_affine_map(cx) else { break };
            for expr in &map.results {
                let mut has_mod = false;
                expr.walk(|part| {
                    has_mod |= matches!(part.kind(), ExprKind::Binary(BinaryOp::Mod, ..));
                });
                if has_mod {
                    out.push(Diag::remark(view.loc(), "mod expression: "));
                }
            }
        }
    }
    out
}
