//! `test-scf-uplift-while-to-for`: uplifts the loops that count.

use terrace_ir::Rewriter;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_passes_scf::uplift_while::UPLIFT_WHILE_TO_FOR;
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// The pass.
pub(crate) static TEST_SCF_UPLIFT_WHILE_TO_FOR: PassDef = PassDef {
    name: "test-scf-uplift-while-to-for",
    class: "(anonymous namespace)::TestSCFUpliftWhileToFor",
    doc: "test scf while to for uplifting",
    make: |_| Ok(Pass::Body(Box::new(UpliftWhile))),
    ..EMPTY_PASS
};

struct UpliftWhile;

impl BodyPass for UpliftWhile {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), UPLIFT_WHILE_TO_FOR);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}
