//! Forwards vectors through memory.

use terrace_ir::Rewriter;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_passes_vector::transfer_flow::optimize_transfer_flow;

struct TransferFlow;

impl BodyPass for TransferFlow {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        optimize_transfer_flow(rw, None);
        Ok(())
    }
}

/// Forwards written values to reads of the same slice, and erases dead writes.
pub(crate) static TEST_VECTOR_TRANSFEROP_OPT: PassDef = PassDef {
    name: "test-vector-transferop-opt",
    class: "(anonymous namespace)::TestVectorTransferOpt",
    doc: "Test optimization transformations for transfer ops",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(TransferFlow))),
    ..EMPTY_PASS
};
