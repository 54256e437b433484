//! Passes that convert ops of the test dialect.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_conversion::{
    Conversion, ConversionConfig, ConversionMode, ConversionPass, ConversionPatterns, ConversionRewriter,
    ConversionTarget, FoldingMode, TypeConverter, analyze, apply_conversion,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_test::ConstantOp;
use terrace_dialects_test::folds::OpWithRegionFold;
use terrace_dialects_test::legal::{
    CastOp, IllegalOpA, IllegalOpB, IllegalOpC, IllegalOpD, IllegalOpE, IllegalOpF, IllegalOpG, InvalidOp,
    LegalOpA, LegalOpB, OpInPlaceSelfFold, TypeChangerOp, ValidOp,
};
use terrace_ir::body::Body;
use terrace_ir::{BodyId, Context, Diag, Ir, Op, OpHandle, OpKind, OpRef, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, option_enum, pass_options};
use terrace_rewrite::walk::post_order;

option_enum! {
    /// The mode of legalization.
    enum LegalizeMode {
        Analysis = "analysis",
        Full = "full",
        Partial = "partial",
    }
}

option_enum! {
    /// The point at which ops are folded.
    enum LegalizeFolding {
        Never = "never",
        BeforePatterns = "before-patterns",
        AfterPatterns = "after-patterns",
    }
}

pass_options! {
    /// The options of the pass.
    struct TestLegalizePatternsOptions {
        /// Allow pattern rollback
        allow_pattern_rollback("allow-pattern-rollback"): bool = "true",
        /// The legalization mode to use with the test driver
        test_legalize_mode("test-legalize-mode"): LegalizeMode = "partial",
        /// The folding mode to use with the test driver
        test_legalize_folding_mode("test-legalize-folding-mode"): LegalizeFolding = "before-patterns",
    }
}

/// The conversion in all its modes.
pub(crate) static TEST_LEGALIZE_PATTERNS: PassDef = PassDef {
    name: "test-legalize-patterns",
    class: "(anonymous namespace)::TestLegalizePatternDriver",
    doc: "Run test dialect legalization patterns",
    options: TestLegalizePatternsOptions::DEFS,
    make: |options| {
        let options = TestLegalizePatternsOptions::from(options);
        let mode = match options.test_legalize_mode {
            LegalizeMode::Analysis => None,
            LegalizeMode::Full => Some(ConversionMode::Full),
            LegalizeMode::Partial => Some(ConversionMode::Partial),
        };
        let folding = match options.test_legalize_folding_mode {
            LegalizeFolding::Never => FoldingMode::Never,
            LegalizeFolding::BeforePatterns => FoldingMode::BeforePatterns,
            LegalizeFolding::AfterPatterns => FoldingMode::AfterPatterns,
        };
        let allow_pattern_rollback = options.allow_pattern_rollback;
        Ok(Pass::Ir(Box::new(LegalizePatterns { mode, folding, allow_pattern_rollback })))
    },
    ..EMPTY_PASS
};

/// Runs all ops of the test dialect against a pattern that erases them.
pub(crate) static TEST_LEGALIZE_UNKNOWN_ROOT: PassDef = PassDef {
    name: "test-legalize-unknown-root-patterns",
    class: "(anonymous namespace)::TestUnknownRootOpDriver",
    doc: "Test public remapped value mechanism in ConversionPatternRewriter",
    make: |_| Ok(ConversionPass::partial(erase_test_ops)),
    ..EMPTY_PASS
};

/// Replaces ops by their operands where both are converted to the same.
pub(crate) static TEST_TARGET_MATERIALIZATION: PassDef = PassDef {
    name: "test-target-materialization-with-no-uses",
    class: "(anonymous namespace)::TestTargetMaterializationWithNoUses",
    doc: "Test a special case of target materialization in DialectConversion",
    make: |_| Ok(ConversionPass::partial(forward_type_changers)),
    ..EMPTY_PASS
};

fn erase_test_ops(_cx: &Context) -> Conversion {
    let of_test = |op: OpRef<'_>| op.name_text().starts_with("test.");
    let target = ConversionTarget::new()
        .legal_dialects(&["builtin", "func"])
        .mark_unknown_op_dynamically_legal(move |op| !of_test(op));
    let mut patterns = ConversionPatterns::new();
    patterns.add_match_any("RemoveTestDialectOps", |rw, op| {
        rw.erase_op(op);
        Some(())
    });
    Conversion { target, patterns }
}

fn forward_type_changers(cx: &Context) -> Conversion {
    let converter = TypeConverter::new()
        .add_conversion(|_, ty| Some(ty))
        .add_conversion(|_, ty| (ty == Type::I16).then_some(Type::I64))
        .add_target_materialization(|rw, types, inputs, loc| {
            Some(vec![rw.build_value(CastOp::of(inputs).result(types[0]).loc(loc))])
        });
    let target =
        ConversionTarget::new().illegal::<TypeChangerOp>(cx).mark_unknown_op_dynamically_legal(|_| true);
    let mut patterns = ConversionPatterns::new();
    patterns.add_with_type_converter::<TypeChangerOp>(
        cx,
        "ForwardOperandPattern",
        &Arc::new(converter),
        |rw, op, adaptor| {
            rw.replace_op(op, &adaptor.flat());
            Some(())
        },
    );
    Conversion { target, patterns }
}

/// Replaces an op by a legal one with its status.
fn to_legal(rw: &mut ConversionRewriter<'_>, op: Op, status: &str) -> Option<()> {
    let status = rw.cx().string_attr(status);
    rw.replace(op, LegalOpA::of().status_attr(status));
    Some(())
}

fn test_patterns(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .legal::<ModuleOp>(cx)
        .legal::<FuncOp>(cx)
        .legal::<LegalOpA>(cx)
        .legal::<LegalOpB>(cx)
        .legal::<CastOp>(cx)
        .legal::<ValidOp>(cx)
        .legal::<ConstantOp>(cx)
        .illegal::<IllegalOpA>(cx)
        .illegal::<IllegalOpB>(cx)
        .illegal::<IllegalOpC>(cx)
        .illegal::<IllegalOpD>(cx)
        .illegal::<IllegalOpE>(cx)
        .illegal::<IllegalOpF>(cx)
        .illegal::<IllegalOpG>(cx)
        .illegal::<InvalidOp>(cx)
        .illegal::<OpWithRegionFold>(cx)
        .dynamic::<OpInPlaceSelfFold>(cx, |op| OpInPlaceSelfFold::view_of(op).folded());
    let mut patterns = ConversionPatterns::new();
    patterns.add::<IllegalOpA>(cx, "TestIllegalOpA", |rw, op| to_legal(rw, op.into(), "Success"));
    patterns.add::<IllegalOpE>(cx, "TestIllegalOpE", |rw, op| to_legal(rw, op.into(), "Success"));
    patterns.add::<IllegalOpB>(cx, "TestIllegalOpB", |rw, op| to_legal(rw, op.into(), "Failure"));
    patterns.add::<IllegalOpD>(cx, "TestIllegalOpD", |rw, op| to_legal(rw, op.into(), "Failure"));
    patterns.add::<IllegalOpC>(cx, "TestIllegalOpC", |rw, op| {
        rw.replace(op, IllegalOpE::of());
        Some(())
    });
    patterns.add::<InvalidOp>(cx, "TestInvalidOp", |rw, op| {
        let operands: Vec<Value> = rw.body().operands(op.into()).collect();
        rw.replace(op, ValidOp::of(&operands));
        Some(())
    });
    patterns.add::<OpInPlaceSelfFold>(cx, "TestOpInPlaceSelfFold", |rw, op| {
        let value = rw.cx().int_attr(Type::I32, 97);
        rw.replace(op, ConstantOp::of().value_attr(value));
        Some(())
    });
    Conversion { target, patterns }
}

struct LegalizePatterns {
    /// The mode; `None` for an analysis of what could be converted.
    mode: Option<ConversionMode>,
    folding: FoldingMode,
    allow_pattern_rollback: bool,
}

fn remark(op: OpRef<'_>, message: String) -> Box<Diag> {
    let mut diag = Diag::remark(op.loc(), message);
    diag.op = Some(op.handle());
    diag
}

impl IrPass for LegalizePatterns {
    fn run(&self, ir: &mut Ir, root: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let conversion = test_patterns(ir.cx());
        let Some(mode) = self.mode else {
            for op in analyze(ir, root, &conversion) {
                let op = ir.op(op);
                run.report(remark(op, format!("op '{}' is legalizable", op.name_text())));
            }
            return Ok(());
        };
        let mut before: Vec<(BodyId, Body)> = Vec::new();
        let mut pending: Vec<BodyId> = ir.op(root).inner_body().into_iter().collect();
        while let Some(id) = pending.pop() {
            let body = ir.body(id);
            pending.extend(body.live_ops().filter_map(|op| body.inner(op)));
            before.push((id, body.clone()));
        }
        let config = ConversionConfig::partial()
            .mode(mode)
            .folding(self.folding)
            .allow_pattern_rollback(self.allow_pattern_rollback);
        let Ok(left) = apply_conversion(ir, root, &conversion, config, run) else {
            // A conversion that fails is undone.
            for (id, body) in before {
                ir.replace_body(id, body);
            }
            let name =
                if mode == ConversionMode::Full { "applyFullConversion" } else { "applyPartialConversion" };
            run.report(remark(ir.op(root), format!("{name} failed")));
            return Ok(());
        };
        let left: FxHashSet<OpHandle> = left.into_iter().collect();
        for op in post_order(ir, root).into_iter().filter(|op| left.contains(op)) {
            let op = ir.op(op);
            run.report(remark(op, format!("op '{}' is not legalizable", op.name_text())));
        }
        Ok(())
    }
}
