//! Passes that convert ops of the test dialect.

pub(crate) mod blocks;
pub(crate) mod calls;
mod named;
mod patterns;
pub(crate) mod types;

use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_conversion::{
    Conversion, ConversionConfig, ConversionMode, ConversionPass, ConversionPatterns, ConversionTarget,
    FoldingMode, TypeConverter, analyze, apply_conversion, apply_conversion_with_listener,
};
use terrace_dialects_test::legal::{OneVResOneVOperandOp1, TypeChangerOp};
use terrace_ir::body::Body;
use terrace_ir::rewriter::Listener;
use terrace_ir::{BodyId, Context, Diag, Ir, OpHandle, OpRef, Type};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, option_enum, pass_options};
use terrace_rewrite::walk::post_order;

use crate::notifications::DumpNotifications;

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
        /// Attach materialization kind to unrealized_conversion_cast ops
        attach_debug_materialization_kind("attach-debug-materialization-kind"): bool = "false",
        /// If set to 'false', leave unrealized_conversion_cast ops in place
        build_materializations("build-materializations"): bool = "true",
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
        let config = ConversionConfig::partial()
            .folding(folding)
            .undo_moves(true)
            .allow_pattern_rollback(options.allow_pattern_rollback)
            .build_materializations(options.build_materializations)
            .attach_debug_materialization_kind(options.attach_debug_materialization_kind);
        Ok(Pass::Ir(Box::new(LegalizePatterns { mode, config })))
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

/// Passes the converted operand of an op twice.
pub(crate) static TEST_REMAPPED_VALUE: PassDef = PassDef {
    name: "test-remapped-value",
    class: "(anonymous namespace)::TestRemappedValue",
    doc: "Test public remapped value mechanism in ConversionPatternRewriter",
    make: |_| {
        let make = Box::new(repeat_operands);
        Ok(Pass::Ir(Box::new(ConversionPass { make, config: ConversionConfig::full() })))
    },
    ..EMPTY_PASS
};

fn repeat_operands(cx: &Context) -> Conversion {
    let target = ConversionTarget::new()
        .legal_dialects(&["builtin", "func", "test"])
        .dynamic::<OneVResOneVOperandOp1>(cx, |op| op.num_operands() > 1);
    let mut patterns = ConversionPatterns::new();
    patterns.add_with_adaptor::<OneVResOneVOperandOp1>(
        cx,
        "OneVResOneVOperandOp1Converter",
        |rw, op, adaptor| {
            let operand = adaptor.flat().first().copied()?;
            rw.replace(op, OneVResOneVOperandOp1::of(&[operand, operand]));
            Some(())
        },
    );
    Conversion { target, patterns }
}

fn erase_test_ops(_cx: &Context) -> Conversion {
    let target = ConversionTarget::new().illegal_dialects(&["test"]);
    let mut patterns = ConversionPatterns::new();
    patterns.add_match_any("RemoveTestDialectOps", |rw, op| {
        rw.op(op).name_text().starts_with("test.").then(|| rw.erase_op(op))
    });
    Conversion { target, patterns }
}

fn forward_type_changers(cx: &Context) -> Conversion {
    let converter = TypeConverter::new()
        .add_conversion(|_, ty| Some(ty))
        .add_conversion(|_, ty| (ty == Type::I16).then_some(Type::I64))
        .add_target_materialization(patterns::cast);
    let target = ConversionTarget::new().illegal::<TypeChangerOp>(cx);
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

struct LegalizePatterns {
    /// The mode; `None` for an analysis of what could be converted.
    mode: Option<ConversionMode>,
    config: ConversionConfig,
}

/// A remark about an op, which its note shows.
pub(crate) fn remark(op: OpRef<'_>, message: impl Into<String>) -> Box<Diag> {
    let mut diag = Diag::remark(op.loc(), message.into());
    diag.op = Some(op.handle());
    diag
}

impl IrPass for LegalizePatterns {
    fn run(&self, ir: &mut Ir, root: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = ir.cx().clone();
        let conversion = patterns::conversion(&cx, self.mode);
        let mut listener = DumpNotifications::new(&cx).knows_places(!self.config.allow_pattern_rollback);
        let Some(mode) = self.mode else {
            // A copy is converted, of which the listener is notified.
            let known = run.diags.len();
            let (mut copy, config) = (ir.clone(), self.config.mode(ConversionMode::Partial));
            let result =
                apply_conversion_with_listener(&mut copy, root, &conversion, config, run, &mut listener);
            run.diags.truncate(known);
            if result.is_ok() {
                run.printed.push_str(&listener.text);
            }
            for op in analyze(ir, root, &conversion) {
                let op = ir.op(op);
                run.report(remark(op, format!("op '{}' is legalizable", op.name_text())));
            }
            return Ok(());
        };
        convert_or_undo(ir, root, &conversion, self.config.mode(mode), run, Some(&mut listener));
        run.printed.push_str(&listener.text);
        Ok(())
    }
}

/// A conversion that reports what it leaves, and whether it fails.
struct ReportingConversion {
    make: fn(&Context) -> Conversion,
    config: ConversionConfig,
}

impl IrPass for ReportingConversion {
    fn run(&self, ir: &mut Ir, root: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let conversion = (self.make)(ir.cx());
        convert_or_undo(ir, root, &conversion, self.config, run, None);
        Ok(())
    }
}

/// Converts the ops below one, and reports those that it leaves; a conversion that fails is undone, and reported.
fn convert_or_undo(
    ir: &mut Ir,
    root: OpHandle,
    conversion: &Conversion,
    config: ConversionConfig,
    run: &mut PassRun<'_>,
    listener: Option<&mut dyn Listener>,
) {
    let mut before: Vec<(BodyId, Body)> = Vec::new();
    let mut pending: Vec<BodyId> = ir.op(root).inner_body().into_iter().collect();
    while let Some(id) = pending.pop() {
        let body = ir.body(id);
        pending.extend(body.live_ops().filter_map(|op| body.inner(op)));
        before.push((id, body.clone()));
    }
    let known = run.diags.len();
    let result = match listener {
        Some(listener) => apply_conversion_with_listener(ir, root, conversion, config, run, listener),
        None => apply_conversion(ir, root, conversion, config, run),
    };
    let Ok(left) = result else {
        for (id, body) in before {
            ir.replace_body(id, body);
        }
        // The ops that errors are about may be gone with what was undone.
        for diag in &mut run.diags[known..] {
            let exists = |op: &OpHandle| {
                ir.find_body(op.body).is_some_and(|body| body.live_ops().any(|at| at == op.op))
            };
            diag.op = diag.op.filter(exists);
        }
        let name = if config.mode == ConversionMode::Full {
            "applyFullConversion"
        } else {
            "applyPartialConversion"
        };
        run.report(remark(ir.op(root), format!("{name} failed")));
        return;
    };
    let left: FxHashSet<OpHandle> = left.into_iter().collect();
    for op in post_order(ir, root).into_iter().filter(|op| left.contains(op)) {
        let op = ir.op(op);
        run.report(remark(op, format!("op '{}' is not legalizable", op.name_text())));
    }
}
