//! `test-rewrite-dynamic-op`: a pattern on an op of the test dialect that has no slots.

use terrace_conversion::{Conversion, ConversionPass, ConversionPatterns, ConversionTarget};
use terrace_dialects_test::dynamic::DynamicGenericOp;
use terrace_ir::{Context, OpKind};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;

/// Rewrites one op that the test dialect defines while it is loaded to another.
pub(crate) static TEST_REWRITE_DYNAMIC_OP: PassDef = PassDef {
    name: "test-rewrite-dynamic-op",
    class: "(anonymous namespace)::TestRewriteDynamicOpDriver",
    doc: "Test rewritting on dynamic operations",
    make: |_| Ok(ConversionPass::partial(conversion)),
    ..EMPTY_PASS
};

const ONE_OPERAND: &str = "test.dynamic_one_operand_two_results";

fn conversion(cx: &Context) -> Conversion {
    let target =
        ConversionTarget::new().illegal_ops(cx, &[ONE_OPERAND]).legal_ops(cx, &[DynamicGenericOp::DEF.name]);
    let mut patterns = ConversionPatterns::new();
    patterns.add_named(cx, (ONE_OPERAND, "RewriteDynamicOp"), |rw, op| {
        let operands: Vec<_> = rw.op(op).operands().map(|operand| operand.id()).collect();
        rw.replace(op, DynamicGenericOp::of(&operands));
        Some(())
    });
    Conversion { target, patterns }
}
