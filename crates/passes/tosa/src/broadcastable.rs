//! `tosa-make-broadcastable`: reshapes operands to the rank of others that they are combined with.
//!
//! Verified ops have operands of equal ranks already. The pass folds ops, as all greedy rewriting does; pipelines may
//! name it.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::OpKind;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};
use terrace_passes_shared::greedy::Greedy;

/// The pass.
pub static TOSA_MAKE_BROADCASTABLE: PassDef = PassDef {
    name: "tosa-make-broadcastable",
    class: "TosaMakeBroadcastablePass",
    doc: "TOSA rank Reshape to enable Broadcasting",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(&[])))),
    ..EMPTY_PASS
};
