//! `test-rewrite-dynamic-op`: a pattern on an op of the test dialect that has no slots.

use terrace_dialects_test::dynamic::DynamicGenericOp;
use terrace_ir::Rewriter;
use terrace_ir::pattern::Pattern;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// Rewrites one op that the test dialect defines while it is loaded to another.
pub(crate) static TEST_REWRITE_DYNAMIC_OP: PassDef = PassDef {
    name: "test-rewrite-dynamic-op",
    class: "(anonymous namespace)::TestRewriteDynamicOpDriver",
    doc: "Test rewritting on dynamic operations",
    make: |_| Ok(Pass::Body(Box::new(RewriteDynamicOp))),
    ..EMPTY_PASS
};

struct RewriteDynamicOp;

impl BodyPass for RewriteDynamicOp {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add(rw.cx(), &TO_GENERIC);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run).map(|_| ())
    }
}

/// `test.dynamic_one_operand_two_results` to `test.dynamic_generic`.
static TO_GENERIC: Pattern =
    Pattern::new("RewriteDynamicOp", "test.dynamic_one_operand_two_results", |rw, op| {
        let operands: Vec<_> = rw.op(op).operands().map(|operand| operand.id()).collect();
        rw.replace(op, DynamicGenericOp::of(&operands));
        Some(())
    });
