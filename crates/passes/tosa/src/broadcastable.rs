//! `tosa-make-broadcastable`: reshapes operands to the rank of others that they are combined with.
//!
//! Verified ops have operands of equal ranks already. The pass changes nothing; pipelines may name it.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::{OpKind, Rewriter};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

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
    fn run(&self, _rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        Ok(())
    }
}
