//! `test-loop-permutation`: permutes perfect nests of `affine.for`.

use terrace_dialects_mem::affine::AffineForOp;
use terrace_ir::{Op, OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_affine::nests::perfect_nest;
use terrace_passes_affine::permute::{is_permutation, permutation_obstacle, permute};
use terrace_rewrite::walk::body_post_order;

pass_options! {
    /// The options of the pass.
    struct TestLoopPermutationOptions {
        /// Check validity of the loop permutation
        check_validity("check-validity"): bool = "false",
        /// Specify the loop permutation
        permutation_map("permutation-map"): Vec<u32> = "",
    }
}

/// The pass.
pub(crate) static TEST_LOOP_PERMUTATION: PassDef = PassDef {
    name: "test-loop-permutation",
    class: "(anonymous namespace)::TestLoopPermutation",
    doc: "Tests affine loop permutation utility",
    options: TestLoopPermutationOptions::DEFS,
    make: |options| {
        let options = TestLoopPermutationOptions::from(options);
        let permutation: Vec<usize> = options.permutation_map.iter().map(|&at| at as usize).collect();
        if !is_permutation(&permutation) {
            return Err("'permutation-map' must be a permutation".to_owned());
        }
        Ok(Pass::Body(Box::new(LoopPermutation { permutation, checks: options.check_validity })))
    },
    ..EMPTY_PASS
};

struct LoopPermutation {
    permutation: Vec<usize>,
    checks: bool,
}

impl BodyPass for LoopPermutation {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let loops: Vec<Op> =
            body_post_order(rw.body()).into_iter().filter(|&op| rw.op(op).isa::<AffineForOp>()).collect();
        for op in loops {
            let nest = perfect_nest(AffineForOp::view_of(rw.op(op)));
            if nest.len() < 2 || nest.len() != self.permutation.len() {
                continue;
            }
            let obstacle = if self.checks { permutation_obstacle(&nest, &self.permutation) } else { None };
            match obstacle {
                Some(obstacle) if !rw.cx().matches_upstream() => {
                    run.report(obstacle.to_remark(rw.op(op).loc(), "loop nest is not permuted"));
                }
                Some(_) => {}
                None => {
                    let nest: Vec<AffineForOp> =
                        nest.iter().map(|view| AffineForOp::assume(view.0.id())).collect();
                    permute(rw, &nest, &self.permutation);
                }
            }
        }
        Ok(())
    }
}
