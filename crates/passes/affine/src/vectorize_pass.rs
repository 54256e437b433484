//! `affine-super-vectorize`: affine loops compute vectors instead of scalars.

use std::collections::{BTreeMap, BTreeSet};

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Diag, Op, OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};

use crate::parallelize::memory_obstacle;
use crate::vectorize::vectorize_loop_nest;
use crate::vectorize_candidates::{body_refusal, intersecting_matches, varying_dim};
use crate::vectorize_legality::nest_refusal;
use crate::vectorize_reductions::reductions;
use crate::vectorize_strategy::{Refusal, VectorizationStrategy};

pass_options! {
    /// The options of the pass.
    struct AffineVectorizeOptions {
        /// Specify an n-D virtual vector size for vectorization. This must be greater than zero.
        virtual_vector_size("virtual-vector-size"): Vec<i64> = "",
        /// Specify a 1-D, 2-D or 3-D pattern of fastest varying memory dimensions to match. See defaultPatterns in
        /// Vectorize.cpp for a description and examples. This is used for testing purposes
        test_fastest_varying("test-fastest-varying"): Vec<i64> = "",
        /// Vectorize known reductions expressed via iter_args. Switched off by default.
        vectorize_reductions("vectorize-reductions"): bool = "false",
    }
}

/// The pass.
pub static AFFINE_VECTORIZE: PassDef = PassDef {
    name: "affine-super-vectorize",
    class: "AffineVectorize",
    doc: "Vectorize to a target independent n-D vector abstraction",
    anchor: Some(FuncOp::DEF.name),
    options: AffineVectorizeOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(Vectorize(options.into())))),
    ..EMPTY_PASS
};

struct Vectorize(AffineVectorizeOptions);

/// Patterns of more dimensions are not matched.
const MAX_RANK: usize = 3;

impl BodyPass for Vectorize {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let AffineVectorizeOptions { virtual_vector_size: sizes, test_fastest_varying: varying, .. } =
            &self.0;
        let body = rw.body();
        let function = body.top_regions().first().and_then(|&region| rw.region(region).parent_op());
        let loc = function.map_or(rw.loc(), |function| function.loc());
        if !varying.is_empty() && varying.len() != sizes.len() {
            let message =
                "Fastest varying pattern specified with different size than the vector size.".to_owned();
            return run.fail(Diag::remark(loc, message));
        }
        if self.0.vectorize_reductions && sizes.len() != 1 {
            let message = "Vectorizing reductions is supported only for 1-D vectors.".to_owned();
            return run.fail(Diag::error(loc, message));
        }
        if sizes.iter().any(|&size| size <= 0) {
            return run.fail(Diag::error(loc, "Vectorization factor must be greater than zero.".to_owned()));
        }
        if !(1..=MAX_RANK).contains(&sizes.len()) {
            return Ok(());
        }
        let mut candidates =
            Candidates { rw, options: &self.0, known: BTreeMap::new(), refused: BTreeSet::new() };
        let mut remarks = Vec::new();
        let groups = intersecting_matches(rw, sizes.len(), &mut |op, depth| {
            candidates.accepts(op, depth, &mut |remark| remarks.push(remark))
        });
        remarks.into_iter().for_each(|remark| run.report(remark));
        for group in groups {
            for (root, dims) in group {
                // An outer loop of another group may have been vectorized with it.
                if rw.body().is_erased(root.into()) {
                    continue;
                }
                let strategy = VectorizationStrategy { sizes: sizes.clone(), dims };
                match vectorize_loop_nest(rw, root, &strategy) {
                    Ok(()) => break,
                    Err(refusal) if !rw.cx().matches_upstream() => run.report(refusal.to_remark(rw, root)),
                    Err(_) => {}
                }
            }
        }
        Ok(())
    }
}

/// The loops that may be vectorized on their own.
struct Candidates<'c, 'r> {
    rw: &'c Rewriter<'r>,
    options: &'c AffineVectorizeOptions,
    /// Whether a loop may be, at a depth of the pattern.
    known: BTreeMap<(Op, usize), bool>,
    /// The loops for which there was a remark.
    refused: BTreeSet<Op>,
}

impl Candidates<'_, '_> {
    fn accepts(&mut self, op: AffineForOp, depth: usize, report: &mut dyn FnMut(Box<Diag>)) -> bool {
        if let Some(&known) = self.known.get(&(op.into(), depth)) {
            return known;
        }
        let refusal = self.refusal(op, depth);
        let accepts = refusal.is_none();
        if let Some(Some(refusal)) = refusal
            && !self.rw.cx().matches_upstream()
            && self.refused.insert(op.into())
        {
            report(refusal.to_remark(self.rw, op));
        }
        self.known.insert((op.into(), depth), accepts);
        accepts
    }

    /// Why a loop does not match at a depth; `Some(None)` if it is not asked for.
    fn refusal(&self, op: AffineForOp, depth: usize) -> Option<Option<Refusal>> {
        let view = op.view(self.rw);
        // A loop around others is often left as it is, since one of these is vectorized.
        let is_innermost = !view.0.nested_ops().any(|op| op.isa::<AffineForOp>());
        let varying = match body_refusal(view).map_or_else(|| varying_dim(view), Err) {
            Ok(varying) => varying,
            Err(refusal) => return Some(Some(refusal).filter(|_| is_innermost)),
        };
        let wanted = self.options.test_fastest_varying.get(depth).and_then(|&dim| usize::try_from(dim).ok());
        if varying.zip(wanted).is_some_and(|(varying, wanted)| varying != wanted) {
            return Some(None);
        }
        if !AffineForOp::MODEL.iter_args(view.0).is_empty() {
            if !self.options.vectorize_reductions {
                return Some(Some(Refusal::at(
                    view.0,
                    "it carries values, and 'vectorize-reductions' is not set",
                )));
            }
            if let Err(refusal) = reductions(view) {
                return Some(Some(refusal));
            }
        }
        if self.rw.cx().matches_upstream() {
            return memory_obstacle(view).map(|obstacle| Some(obstacle.into()));
        }
        let size = self.options.virtual_vector_size.get(depth).copied().unwrap_or(1);
        let alone = VectorizationStrategy { sizes: vec![size], dims: BTreeMap::from([(op.into(), 0)]) };
        nest_refusal(view, &alone).map(Some)
    }
}
