//! The coverage of a campaign: folds, canonicalization patterns and bufferization models, by number of
//! applications.

use std::collections::BTreeMap;

use terrace_interp::Interpret;
use terrace_ir::Context;
use terrace_ir::def::DialectDef;
use terrace_ir::rule_counts::RuleKind;

use crate::judge::Bench;

/// The minimum number of applications of a rule in a campaign of 20,000 programs.
pub const WANTED: u64 = 1000;

/// The same of a campaign of so many programs.
pub fn wanted(programs: u64) -> u64 {
    (WANTED * programs).div_ceil(20_000)
}

/// A rule, and the ops that it applied to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The kind of the rule.
    pub kind: RuleKind,
    /// The op, for patterns with the name of the pattern.
    pub name: String,
    /// The number of applications.
    pub count: u64,
    /// The reason why it did not apply: its ops are not run, or are bufferized with others.
    pub reason: Option<String>,
    /// The number of applications by class of ops: their type and their flags.
    pub classes: Vec<(String, u64)>,
}

/// Returns the rules of the tables and all others that applied, the rarest first; resets the counts of the
/// bench.
///
/// The cases of a fold count as one rule.
pub fn coverage(bench: &Bench) -> Vec<Rule> {
    let mut counts = bench.counts().take();
    let mut reasons: BTreeMap<(RuleKind, String), Option<String>> = BTreeMap::new();
    let not_run = NotRun::of(bench);
    for (kind, name, op) in tabled(bench.dialects()) {
        let reason = shadow(kind, &name).or_else(|| not_run.reason(&op));
        // A pattern may be of several ops.
        reasons
            .entry((kind, name.clone()))
            .and_modify(|known| *known = known.take().and(reason.clone()))
            .or_insert(reason);
        counts.entry((kind, name)).or_default();
    }
    let mut rules: Vec<Rule> = counts
        .into_iter()
        .map(|((kind, name), classes): (_, BTreeMap<String, u64>)| Rule {
            reason: reasons.remove(&(kind, name.clone())).flatten().filter(|_| classes.is_empty()),
            kind,
            name,
            count: classes.values().sum(),
            classes: classes.into_iter().collect(),
        })
        .collect();
    rules.sort_by_key(|rule| rule.count);
    rules
}

/// The ops that are not run.
struct NotRun<'a> {
    bench: &'a Bench,
    cx: Context,
}

impl<'a> NotRun<'a> {
    fn of(bench: &'a Bench) -> Self {
        Self { bench, cx: bench.new_context() }
    }

    /// The reason why no program that is run has an op of this name, or of this dialect; `None` if one may.
    fn reason(&self, op: &str) -> Option<String> {
        let dialect = op.split_once('.').map_or(op, |(dialect, _)| dialect);
        if !self.bench.supports_dialect(dialect) {
            return Some(format!("the interpreter runs no op of the dialect {dialect}"));
        }
        let info = self.cx.op_info(self.cx.registered_op(op)?);
        let is_run = info.interface::<dyn Interpret>().is_some();
        (!is_run).then(|| format!("the interpreter does not run {op}"))
    }
}

/// Rules that never see an op, since others apply to all that they would apply to; and those that only apply where
/// mlir-opt is followed.
const SHADOWED: &[(RuleKind, &str, &str)] = &[
    (RuleKind::Bufferization, "func.func", "functions are bufferized with their module"),
    (RuleKind::Bufferization, "scf.forall.in_parallel", "it is bufferized with its loop"),
    (
        RuleKind::Bufferization,
        "bufferization.dealloc_tensor",
        "buffers of programs are freed by passes, which refuse those that free some themselves",
    ),
    (RuleKind::Fold, "vector.multi_reduction", "only where mlir-opt is followed"),
    (RuleKind::Pattern, "TensorCastConstShape", "the cast folds, since a constant shape has one type"),
    (
        RuleKind::Pattern,
        "dialect_canonicalizable",
        "the interpreter does not run test.dialect_canonicalizable",
    ),
    (RuleKind::Pattern, "extract_splat", "slices of broadcasts are rewritten before"),
    (RuleKind::Pattern, "forall_known_variables", "dimensions that run once are dropped before"),
    (
        RuleKind::Pattern,
        "insert_slice_cast_source",
        "the slice's own constants are inserted before, with the cast",
    ),
];

/// The reason why a rule does not apply although its op is run.
fn shadow(kind: RuleKind, name: &str) -> Option<String> {
    let found = SHADOWED.iter().find(|(of, rule, _)| *of == kind && *rule == name);
    found.map(|(.., reason)| (*reason).to_owned())
}

/// The folds and canonicalization patterns of ops, and ops with a bufferization, each with the op, or else the dialect.
fn tabled(dialects: &[&'static DialectDef]) -> Vec<(RuleKind, String, String)> {
    let mut rules = Vec::new();
    for dialect in dialects {
        let own = dialect.canonicalize.iter().map(|pattern| pattern.name.to_owned());
        rules.extend(own.map(|name| (RuleKind::Pattern, name, dialect.name.to_owned())));
        for op in dialect.ops {
            let constant = op.traits.iter().any(|known| known.name() == "ConstantLike");
            // The fold of a constant is its value.
            if op.fold.is_some() && !constant {
                rules.push((RuleKind::Fold, op.name.to_owned(), op.name.to_owned()));
            }
            let patterns = op.canonicalize.iter().map(|(name, _)| (*name).to_owned());
            rules.extend(patterns.map(|name| (RuleKind::Pattern, name, op.name.to_owned())));
        }
    }
    for models in terrace_bufferize::EXTENSIONS.iter().flat_map(|extension| extension.interfaces) {
        models.for_each_name(&mut |op| {
            rules.push((RuleKind::Bufferization, op.to_owned(), op.to_owned()));
        });
    }
    rules
}
