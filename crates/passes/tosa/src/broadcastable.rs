//! `tosa-make-broadcastable`: reshapes operands to the rank of others that they are combined with.
//!
//! Verified ops have operands of equal ranks already: what is left is to fold, as a greedy driver without patterns does.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::{OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// The pass.
pub static TOSA_MAKE_BROADCASTABLE: PassDef = PassDef {
    name: "tosa-make-broadcastable",
    class: "TosaMakeBroadcastablePass",
    doc: "TOSA rank Reshape to enable Broadcasting",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(MakeBroadcastable))),
    ..EMPTY_PASS
};

struct MakeBroadcastable;

impl BodyPass for MakeBroadcastable {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        apply_greedily(rw, &PatternSet::new(), &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}
