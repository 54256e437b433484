//! `test-math-polynomial-approximation` and `test-math-algebraic-simplification`: patterns on math, applied greedily.

use terrace_ir::Rewriter;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_arith_math::math::approximate;
use terrace_passes_arith_math::math::simplify::ALGEBRAIC_SIMPLIFICATION;
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

pass_options! {
    /// The options of the approximations.
    struct ApproximationOptions {
        /// Enable approximations that emit AVX2 intrinsics via the X86Vector dialect
        enable_avx2("enable-avx2"): bool = "false",
    }
}

/// The approximations.
pub(crate) static TEST_MATH_POLYNOMIAL_APPROXIMATION: PassDef = PassDef {
    name: "test-math-polynomial-approximation",
    class: "(anonymous namespace)::TestMathPolynomialApproximationPass",
    doc: "Test math polynomial approximations",
    options: ApproximationOptions::DEFS,
    make: |options| {
        let by_avx = ApproximationOptions::from(options).enable_avx2;
        Ok(Pass::Body(Box::new(Approximate { by_avx })))
    },
    ..EMPTY_PASS
};

/// The simplifications.
pub(crate) static TEST_MATH_ALGEBRAIC_SIMPLIFICATION: PassDef = PassDef {
    name: "test-math-algebraic-simplification",
    class: "(anonymous namespace)::TestMathAlgebraicSimplificationPass",
    doc: "Test math algebraic simplification",
    make: |_| Ok(Pass::Body(Box::new(Simplify))),
    ..EMPTY_PASS
};

struct Approximate {
    /// Whether instructions of AVX approximate.
    by_avx: bool,
}

impl BodyPass for Approximate {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        approximate::add_patterns(rw.cx(), &mut patterns);
        if self.by_avx {
            approximate::add_avx_patterns(rw.cx(), &mut patterns);
        }
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run).map(|_| ())
    }
}

struct Simplify;

impl BodyPass for Simplify {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), &ALGEBRAIC_SIMPLIFICATION);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run).map(|_| ())
    }
}
