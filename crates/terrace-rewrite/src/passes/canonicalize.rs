//! `canonicalize`: folds, applies the canonicalization patterns of all loaded dialects, simplifies regions.

use std::sync::OnceLock;

use terrace_ir::Rewriter;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, OptionDef, OptionKind, Options, Pass, PassDef, PassRun};

use crate::greedy::{GreedyOptions, RegionSimplify, apply_greedily};
use crate::patterns::PatternSet;

/// The pass.
pub static CANONICALIZE: PassDef = PassDef {
    name: "canonicalize",
    class: "Canonicalizer",
    doc: "Bring ops into their canonical form",
    options: OPTIONS,
    make: |options| Ok(Pass::Body(Box::new(Canonicalize::new(options)))),
    ..EMPTY_PASS
};

static OPTIONS: &[OptionDef] = &[
    OptionDef {
        name: "top-down",
        doc: "Look at ops from the top down first",
        kind: OptionKind::Bool,
        default: "true",
    },
    OptionDef {
        name: "region-simplify",
        doc: "How far to simplify control flow",
        kind: OptionKind::Choice(&["disabled", "normal", "aggressive"]),
        default: "normal",
    },
    OptionDef {
        name: "max-iterations",
        doc: "How many rounds at most; -1 for no limit",
        kind: OptionKind::I64,
        default: "10",
    },
    OptionDef {
        name: "max-num-rewrites",
        doc: "How many patterns may succeed in a round; -1 for no limit",
        kind: OptionKind::I64,
        default: "-1",
    },
    OptionDef {
        name: "test-convergence",
        doc: "Fail where the last round still changed something",
        kind: OptionKind::Bool,
        default: "false",
    },
    OptionDef {
        name: "disable-patterns",
        doc: "Names of patterns to leave out",
        kind: OptionKind::List,
        default: "",
    },
    OptionDef {
        name: "enable-patterns",
        doc: "Names of the only patterns to use",
        kind: OptionKind::List,
        default: "",
    },
];

struct Canonicalize {
    greedy: GreedyOptions,
    test_convergence: bool,
    disabled: Vec<String>,
    enabled: Vec<String>,
    /// The patterns of the context that the pass ran in.
    patterns: OnceLock<PatternSet>,
}

impl Canonicalize {
    fn new(options: &Options) -> Self {
        let limit = |name| u64::try_from(options.int(name)).ok();
        Self {
            greedy: GreedyOptions {
                top_down: options.bool("top-down"),
                max_iterations: limit("max-iterations"),
                max_rewrites: limit("max-num-rewrites"),
                regions: match options.text("region-simplify") {
                    "disabled" => RegionSimplify::Disabled,
                    "aggressive" => RegionSimplify::Aggressive,
                    _ => RegionSimplify::Normal,
                },
                ..GreedyOptions::default()
            },
            test_convergence: options.bool("test-convergence"),
            disabled: options.list("disable-patterns").to_vec(),
            enabled: options.list("enable-patterns").to_vec(),
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
