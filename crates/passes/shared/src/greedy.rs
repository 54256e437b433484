//! Passes that are a set of patterns.

use std::sync::OnceLock;

use terrace_ir::pattern::Pattern;
use terrace_ir::{OpDef, Rewriter};
use terrace_pass::{BodyPass, Failed, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, RegionSimplify, apply_greedily};

/// A pass that applies patterns until nothing changes.
pub struct Greedy {
    patterns: Vec<Pattern>,
    set: OnceLock<PatternSet>,
    top_down: bool,
}

impl Greedy {
    /// Applies these patterns, bottom up.
    pub fn new(patterns: &[Pattern]) -> Self {
        Self { patterns: patterns.to_vec(), set: OnceLock::new(), top_down: false }
    }

    /// The same, where what stands first comes first.
    pub fn top_down(patterns: &[Pattern]) -> Self {
        Self { top_down: true, ..Self::new(patterns) }
    }
}

impl BodyPass for Greedy {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = rw.cx();
        let set = self.set.get_or_init(|| {
            let mut set = PatternSet::new();
            set.add_all(cx, &self.patterns);
            set
        });
        let (top_down, regions) = (self.top_down, RegionSimplify::Aggressive);
        let options = GreedyOptions::default().top_down(top_down).regions(regions);
        apply_greedily(rw, set, &options).report(run)?;
        Ok(())
    }
}

/// The canonicalization patterns that an op's definition names.
pub fn canonicalization_of(def: &'static OpDef) -> impl Iterator<Item = Pattern> {
    def.canonicalize.iter().map(|&(name, rewrite)| Pattern::new(name, def.name, rewrite))
}
