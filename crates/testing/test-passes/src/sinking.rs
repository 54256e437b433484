//! `test-control-flow-sink`: ops of one name sink into the first region of ops of another.

use terrace_ir::{Rewriter, Type};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::passes::control_flow_sink::sink_into;
use terrace_rewrite::walk::body_post_order;

/// The pass.
pub(crate) static TEST_CONTROL_FLOW_SINK: PassDef = PassDef {
    name: "test-control-flow-sink",
    class: "(anonymous namespace)::TestControlFlowSinkPass",
    doc: "Test control-flow sink pass",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(Sink))),
    ..EMPTY_PASS
};

struct Sink;

impl BodyPass for Sink {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let zero = rw.cx().int_attr(Type::I32, 0);
        for op in body_post_order(rw.body()) {
            let view = rw.op(op);
            let is_target = view.info().name.text(rw.cx()) == "test.sink_target";
            let Some(region) = view.regions().next().map(|region| region.id()).filter(|_| is_target) else {
                continue;
            };
            let sunk = sink_into(rw, region, |op| op.info().name.text(op.cx()) == "test.sink_me");
            sunk.into_iter().for_each(|op| rw.set_attr(op, "was_sunk", zero));
        }
        Ok(())
    }
}
