//! `test-cf-assert`: assertions that print their message and go on.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, apply_conversion,
};
use terrace_ir::{Ir, OpHandle};
use terrace_llvm_common::{LlvmTypeConverter, LowerToLlvmOptions};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_to_llvm::cf::populate_assert_pattern_with;

/// The pass.
pub(crate) static TEST_CF_ASSERT: PassDef = PassDef {
    name: "test-cf-assert",
    class: "(anonymous namespace)::TestAssertPass",
    doc: "Function pass to test cf.assert lowering to LLVM without abort",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(TestCfAssert))),
    ..EMPTY_PASS
};

struct TestCfAssert;

impl IrPass for TestCfAssert {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let converter = LlvmTypeConverter::new(ir.op(op), LowerToLlvmOptions::default());
        let mut patterns = ConversionPatterns::new();
        populate_assert_pattern_with(&cx, &mut patterns, &converter, false);
        let conversion = Conversion { target: ConversionTarget::new().legal_dialects(&["llvm"]), patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}
