//! `test-liveness-analysis`: prints the liveness of the operands and results of tagged ops.

use std::fmt::Write;

use terrace_analysis::Liveness;
use terrace_ir::{Ir, OpHandle, OpRef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_LIVENESS_ANALYSIS: PassDef = PassDef {
    name: "test-liveness-analysis",
    class: "(anonymous namespace)::TestLivenessAnalysisPass",
    make: |_| Ok(Pass::Ir(Box::new(TestLiveness))),
    ..EMPTY_PASS
};

struct TestLiveness;

impl IrPass for TestLiveness {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let liveness = ir.analysis::<Liveness>(op);
        for handle in post_order(ir, op) {
            show(ir.op(handle), &liveness, &mut run.printed);
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

fn show(op: OpRef<'_>, liveness: &Liveness, out: &mut String) {
    let Some(tag) = op.attr("tag").and_then(|tag| tag.as_str(op.cx())) else { return };
    let word = |value: ValueRef<'_>| if liveness.is_live(value) { "live" } else { "not live" };
    // Nothing can go wrong when writing to a string.
    let _ = writeln!(out, "test_tag: {tag}:");
    for (index, operand) in op.operands().enumerate() {
        let _ = writeln!(out, " operand #{index}: {}", word(operand));
    }
    for (index, result) in op.results().enumerate() {
        let _ = writeln!(out, " result #{index}: {}", word(result));
    }
    for (number, region) in op.regions().enumerate() {
        let Some(entry) = region.entry() else { continue };
        let _ = writeln!(out, " region: #{number}:");
        for (index, arg) in entry.args().enumerate() {
            let _ = writeln!(out, "   argument: #{index}: {}", word(arg));
        }
    }
}
