//! The coverage of a campaign: folds, canonicalization patterns and bufferization models, by number of
//! applications.

use std::collections::BTreeMap;

use terrace_ir::def::DialectDef;
use terrace_ir::rule_counts::RuleKind;

use crate::judge::Bench;

/// The minimum number of applications of a rule in a campaign of 20,000 programs.
pub const WANTED: u64 = 1000;

/// A rule, and the ops that it applied to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The kind of the rule.
    pub kind: RuleKind,
    /// The op, for patterns with the name of the pattern.
    pub name: String,
    /// The number of applications.
    pub count: u64,
    /// The reason why it cannot apply to programs that are run, if it is of ops of a dialect that is not run.
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
    for (kind, name, dialect) in tabled(bench.dialects()) {
        let reason = (!bench.supports_dialect(&dialect))
            .then(|| format!("the interpreter runs no op of the dialect {dialect}"));
        // A pattern may be of ops of several dialects.
        reasons
            .entry((kind, name.clone()))
            .and_modify(|known| *known = known.take().and(reason.clone()))
            .or_insert(reason);
        counts.entry((kind, name)).or_default();
    }
    let mut rules: Vec<Rule> = counts
        .into_iter()
        .map(|((kind, name), classes): (_, BTreeMap<String, u64>)| Rule {
            reason: reasons.remove(&(kind, name.clone())).flatten(),
            kind,
            name,
            count: classes.values().sum(),
            classes: classes.into_iter().collect(),
        })
        .collect();
    rules.sort_by_key(|rule| rule.count);
    rules
}

/// The folds and canonicalization patterns of ops, and ops with a bufferization, each with the dialect of the op.
fn tabled(dialects: &[&'static DialectDef]) -> Vec<(RuleKind, String, String)> {
    let mut rules = Vec::new();
    for dialect in dialects {
        let own = dialect.canonicalize.iter().map(|pattern| pattern.name.to_owned());
        rules.extend(own.map(|name| (RuleKind::Pattern, name, dialect.name.to_owned())));
        for op in dialect.ops {
            let constant = op.traits.iter().any(|known| known.name() == "ConstantLike");
            // The fold of a constant is its value.
            if op.fold.is_some() && !constant {
                rules.push((RuleKind::Fold, op.name.to_owned(), dialect.name.to_owned()));
            }
            let patterns = op.canonicalize.iter().map(|(name, _)| (*name).to_owned());
            rules.extend(patterns.map(|name| (RuleKind::Pattern, name, dialect.name.to_owned())));
        }
    }
    for models in terrace_bufferize::EXTENSIONS.iter().flat_map(|extension| extension.interfaces) {
        models.for_each_name(&mut |op| {
            let dialect = op.split_once('.').map_or(op, |(dialect, _)| dialect);
            rules.push((RuleKind::Bufferization, op.to_owned(), dialect.to_owned()));
        });
    }
    rules
}
