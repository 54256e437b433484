//! Passes that lower to the dialect llvm for tests only.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, apply_conversion,
};
use terrace_dialects_core::func::{FuncOp, ReturnOp};
use terrace_dialects_llvm::ops as llvm;
use terrace_ir::def::plain_error;
use terrace_ir::{Ir, OpHandle, Signedness, TypeData};
use terrace_llvm_common::{LlvmTypeConverter, LowerToLlvmOptions};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_to_llvm::{arith, cf, func, memref};

pass_options! {
    /// The options of the pass.
    struct LegalizeOptions {
        /// Allow pattern rollback
        rollback("allow-pattern-rollback"): bool = "true",
    }
}

/// Lowers with a type that becomes two.
pub(crate) static TEST_LLVM_LEGALIZE_PATTERNS: PassDef = PassDef {
    name: "test-llvm-legalize-patterns",
    class: "(anonymous namespace)::TestLLVMLegalizePatternsPass",
    doc: "Run LLVM dialect legalization patterns",
    options: LegalizeOptions::DEFS,
    make: |options| {
        let allow_pattern_rollback = LegalizeOptions::from(options).rollback;
        Ok(Pass::Ir(Box::new(TestLlvmLegalizePatterns { allow_pattern_rollback })))
    },
    ..EMPTY_PASS
};

struct TestLlvmLegalizePatterns {
    allow_pattern_rollback: bool,
}

impl IrPass for TestLlvmLegalizePatterns {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let converter = LlvmTypeConverter::with_rules(ir.op(op), LowerToLlvmOptions::default(), |types| {
            types.add_conversion_to_many(|cx, ty| match ty.data(cx) {
                TypeData::Integer { width: 17, signedness: Signedness::Signless } => {
                    Some(Some(vec![cx.integer(18, Signedness::Signless); 2]))
                }
                TypeData::Integer { .. } => Some(Some(vec![ty])),
                _ => None,
            })
        });
        let mut patterns = ConversionPatterns::new();
        let direct = ("test.direct_replacement", "TestDirectReplacementOp");
        patterns.add_named_with_type_converter(&cx, direct, &converter.types, |rw, op, adaptor| {
            if rw.op(op).num_results() != 1 {
                return None;
            }
            rw.replace_with_many(op, &[adaptor.flat()]);
            Some(())
        });
        arith::populate_patterns(&cx, &mut patterns, &converter);
        func::populate_patterns(&cx, &mut patterns, &converter);
        cf::populate_patterns(&cx, &mut patterns, &converter);
        let target = ConversionTarget::new()
            .legal_ops(&cx, &["test.legal_op"])
            .legal_dialects(&["llvm"])
            .dynamic::<FuncOp>(&cx, |op| op.discardable_attr("is_legal").is_some());
        let conversion = Conversion { target, patterns };
        let config = ConversionConfig::partial().allow_pattern_rollback(self.allow_pattern_rollback);
        if apply_conversion(ir, op, &conversion, config, run).is_err() {
            run.diags.push(plain_error(ir.op(op), "applyPartialConversion failed"));
        }
        Ok(())
    }
}

/// Lowers functions and buffers, views not expanded before.
pub(crate) static TEST_MEMREF_TO_LLVM_WITH_TRANSFORMS: PassDef = PassDef {
    name: "test-memref-to-llvm-with-transforms",
    class: "(anonymous namespace)::TestMemRefToLLVMWithTransforms",
    doc: "Tests conversion of MemRef dialects + `func.func` to LLVM dialect with MemRef transforms.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(TestMemRefToLlvm))),
    ..EMPTY_PASS
};

struct TestMemRefToLlvm;

impl IrPass for TestMemRefToLlvm {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let converter = LlvmTypeConverter::new(ir.op(op), LowerToLlvmOptions::default());
        let mut patterns = ConversionPatterns::new();
        func::populate_patterns(&cx, &mut patterns, &converter);
        memref::populate_patterns(&cx, &mut patterns, &converter);
        let conversion = Conversion { target: ConversionTarget::new().legal_dialects(&["llvm"]), patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}

/// Lowers functions and returns alone.
pub(crate) static TEST_CONVERT_FUNC_OP: PassDef = PassDef {
    name: "test-convert-func-op",
    class: "(anonymous namespace)::TestConvertFuncOp",
    doc: "Tests conversion of `func.func` to `llvm.func` for different attributes",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(TestConvertFuncOp))),
    ..EMPTY_PASS
};

struct TestConvertFuncOp;

impl IrPass for TestConvertFuncOp {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let converter = LlvmTypeConverter::new(ir.op(op), LowerToLlvmOptions::default());
        let mut patterns = ConversionPatterns::new();
        func::populate_function_pattern(&cx, &mut patterns, &converter);
        let name = "ReturnOpConversion";
        patterns.add_with_type_converter::<ReturnOp>(&cx, name, &converter.types, |rw, op, adaptor| {
            let (values, loc) = (adaptor.flat(), rw.body().loc(op));
            let ([] | [_]) = values[..] else { return None };
            rw.set_insertion_point_before(op);
            let mut end = llvm::ReturnOp::of().loc(loc);
            if let Some(&value) = values.first() {
                end = end.arg(value);
            }
            rw.replace(op, end);
            Some(())
        });
        let conversion = Conversion { target: ConversionTarget::new().legal_dialects(&["llvm"]), patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}
