//! `reconcile-unrealized-casts`: casts that cancel go.

use terrace_conversion::casts::{casts_of, reconcile};
use terrace_ir::Rewriter;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

/// The pass.
pub static RECONCILE_UNREALIZED_CASTS: PassDef = PassDef {
    name: "reconcile-unrealized-casts",
    class: "ReconcileUnrealizedCastsPass",
    doc: "Simplify and eliminate unrealized conversion casts",
    make: |_| Ok(Pass::Body(Box::new(ReconcileCasts))),
    ..EMPTY_PASS
};

struct ReconcileCasts;

impl BodyPass for ReconcileCasts {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let casts = casts_of(rw);
        reconcile(rw, &casts);
        Ok(())
    }
}
