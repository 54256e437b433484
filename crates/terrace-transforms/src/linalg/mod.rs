//! Passes on the ops of linalg, as sets of patterns.
//!
//! The map: [`generalize`] writes named ops as generic ones, [`specialize`] is the way back, [`elementwise`] makes ops of
//! functions of elements, [`scalars`] takes scalars into computations, [`depthwise`] simplifies a kind of convolution.

pub mod depthwise;
pub mod elementwise;
pub mod generalize;
pub mod scalars;
pub mod specialize;

use std::sync::OnceLock;

use terrace_ir::Rewriter;
use terrace_ir::pattern::Pattern;
use terrace_pass::{BodyPass, Failed, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// A pass that applies patterns until nothing changes.
pub(crate) struct Greedy {
    patterns: Vec<Pattern>,
    set: OnceLock<PatternSet>,
}

impl Greedy {
    pub(crate) fn new(patterns: &[Pattern]) -> Self {
        Self { patterns: patterns.to_vec(), set: OnceLock::new() }
    }
}

impl BodyPass for Greedy {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = rw.cx();
        let set = self.set.get_or_init(|| {
            let mut set = PatternSet::new();
            set.add_all(cx, &self.patterns);
            set
        });
        apply_greedily(rw, set, &GreedyOptions::default());
        Ok(())
    }
}
