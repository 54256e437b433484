//! `canonicalize`: folds, applies the canonicalization patterns of all loaded dialects, simplifies regions.

use std::sync::OnceLock;

use terrace_ir::Rewriter;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::pass_options;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassOptions, PassRun};

use crate::greedy::{GreedyOptions, RegionSimplify, apply_greedily};
use crate::patterns::PatternSet;

/// The pass.
pub static CANONICALIZE: PassDef = PassDef {
    name: "canonicalize",
    class: "Canonicalizer",
    doc: "Canonicalize operations",
    options: CanonicalizeOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(Canonicalize::new(options)))),
    ..EMPTY_PASS
};

pass_options! {
    /// The options of the pass.
    struct CanonicalizeOptions {
        /// Seed the worklist in top-down order
        top_down("top-down"): bool = "true",
        /// Extent of control flow simplification
        region_simplify("region-simplify"): RegionSimplify = "normal",
        /// Maximum number of iterations; -1 for no limit
        max_iterations("max-iterations"): i64 = "10",
        /// Maximum number of rewrites per iteration; -1 for no limit
        max_num_rewrites("max-num-rewrites"): i64 = "-1",
        /// Fail if the rewrite does not converge
        test_convergence("test-convergence"): bool = "false",
        /// Names of patterns to disable
        disable_patterns("disable-patterns"): Vec<String> = "",
        /// Names of patterns to enable; if given, all others are disabled
        enable_patterns("enable-patterns"): Vec<String> = "",
    }
}

struct Canonicalize {
    greedy: GreedyOptions,
    test_convergence: bool,
    disabled: Vec<String>,
    enabled: Vec<String>,
    /// The patterns of the context that the pass ran in.
    patterns: OnceLock<PatternSet>,
}

impl Canonicalize {
    fn new(options: &PassOptions) -> Self {
        let options = CanonicalizeOptions::from(options);
        let limit = |number: i64| u64::try_from(number).ok();
        Self {
            greedy: GreedyOptions {
                top_down: options.top_down,
                max_iterations: limit(options.max_iterations),
                max_rewrites: limit(options.max_num_rewrites),
                regions: options.region_simplify,
                ..GreedyOptions::default()
            },
            test_convergence: options.test_convergence,
            disabled: options.disable_patterns,
            enabled: options.enable_patterns,
            patterns: OnceLock::new(),
        }
    }

    fn wants(&self, name: &str) -> bool {
        let among = |names: &[String]| names.iter().any(|n| n == name);
        !among(&self.disabled) && (self.enabled.is_empty() || among(&self.enabled))
    }
}

impl BodyPass for Canonicalize {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = rw.cx();
        let patterns =
            self.patterns.get_or_init(|| PatternSet::canonicalization(cx, &|name| self.wants(name)));
        let outcome = apply_greedily(rw, patterns, &self.greedy).report(run)?;
        if !self.test_convergence || outcome.converged {
            return Ok(());
        }
        if let Some(parent) = rw.body().parent() {
            // Upstream fails in silence; this is said beside the diagnostics, which stay the same.
            let op = rw.ir().op(parent);
            let name = op.symbol_name().map_or(String::new(), |name| format!(" @{}", name.text(rw.cx())));
            let names: Vec<String> =
                outcome.repeating.iter().map(|(name, n)| format!("{name} ({n} times)")).collect();
            let patterns = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            run.text.push_str(&format!(
                "canonicalize: '{}'{name} still changed in the last round; patterns that applied: {patterns}\n",
                op.name_text()
            ));
        }
        Err(Failed)
    }
}
