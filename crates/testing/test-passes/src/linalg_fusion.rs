//! The pass that applies the patterns that fuse elementwise ops with each other, and with reshapes.

use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExpandShapeOp};
use terrace_ir::pattern::Pattern;
use terrace_ir::{Op, OpKind, OpRef, Rewriter, Value, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef, PassOptions, pass_options};
use terrace_passes_linalg::cleanup::CLEANUP;
use terrace_passes_linalg::collapse::add_collapse_dimensions;
use terrace_passes_linalg::fusion::{fuse_elementwise, is_fusable};
use terrace_passes_linalg::reshape_fusion::{
    FuseAll, FusionControl, fold_reshapes_by_collapsing, fold_reshapes_by_expansion,
};

use crate::vector_patterns::Patterns;

pass_options! {
    /// The options of the pass.
    struct FusionOptions {
        /// Test controlling dimension collapse pattern
        collapse_dimensions("collapse-dimensions-control"): Vec<i64> = "",
        /// Test controlling fusion of reshape with generic op by expansion
        control_expansion("control-fusion-by-expansion"): bool = "false",
        /// Test fusion of generic operations.
        fuse("fuse-generic-ops"): bool = "false",
        /// Test fusion of generic operations with a control function.
        fuse_control("fuse-generic-ops-control"): bool = "false",
        /// Test fusion of producer ops with multiple uses
        fuse_shared("fuse-multiuse-producer"): bool = "false",
        /// Test linalg expand_shape -> generic fusion patterns that collapse the iteration space of the consumer
        fuse_collapsing("fuse-with-reshape-by-collapsing"): bool = "false",
        /// Test controlling the linalg expand_shape -> generic fusion patterns that collapse the iteration space of the
        /// consumer
        fuse_collapsing_control("fuse-with-reshape-by-collapsing-control"): bool = "false",
        /// Test fusion of generic operations with reshape by expansion
        fuse_expansion("fuse-with-reshape-by-expansion"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_LINALG_FUSION_PATTERNS: PassDef = PassDef {
    name: "test-linalg-elementwise-fusion-patterns",
    class: "(anonymous namespace)::TestLinalgElementwiseFusion",
    doc: "Test Linalg element wise operation fusion patterns",
    options: FusionOptions::DEFS,
    anchor: Some("func.func"),
    make,
    ..EMPTY_PASS
};

fn make(options: &PassOptions) -> Result<Pass, String> {
    let options = FusionOptions::from(options);
    if options.fuse_shared {
        return Patterns::top_down(|set, cx| set.add(cx, &FUSE_SHARED));
    }
    let patterns = fusion_patterns(&options);
    let dims: Vec<u32> =
        options.collapse_dimensions.iter().filter_map(|&dim| u32::try_from(dim).ok()).collect();
    if patterns.is_empty() && !dims.is_empty() {
        return Patterns::pass(move |set, cx| add_collapse_dimensions(set, cx, std::slice::from_ref(&dims)));
    }
    Patterns::pass(move |set, cx| set.add_all(cx, &patterns))
}

/// The patterns of the first option that is set.
fn fusion_patterns(options: &FusionOptions) -> Vec<Pattern> {
    match () {
        () if options.fuse => [&[FUSE], CLEANUP].concat(),
        () if options.fuse_control => [&[FUSE_FEW_OPERANDS], CLEANUP].concat(),
        () if options.fuse_expansion => fold_reshapes_by_expansion::<FuseAll>(),
        () if options.control_expansion => fold_reshapes_by_expansion::<IntoDestinations>(),
        () if options.fuse_collapsing => fold_reshapes_by_collapsing::<FuseAll>(),
        () if options.fuse_collapsing_control => fold_reshapes_by_collapsing::<NotFirstOperand>(),
        () => Vec::new(),
    }
}

/// Fuses expansions that only a destination uses, and collapses of results of structured ops.
struct IntoDestinations;

impl FusionControl for IntoDestinations {
    fn allows(consumer: OpRef<'_>, operand: usize) -> bool {
        let collapse = consumer.operand(operand).defined_by::<CollapseShapeOp>();
        if collapse.is_some_and(|op| op.src().defining_op().and_then(as_structured).is_none()) {
            return false;
        }
        let Some(expand) = consumer.cast::<ExpandShapeOp>() else { return true };
        let mut uses = expand.result().uses();
        uses.next().filter(|_| expand.result().uses().take(2).count() == 1).is_some_and(|(user, operand)| {
            as_structured(user).is_some_and(|structured| operand >= structured.destinations(user).0)
        })
    }
}

/// Fuses expansions of all but the first operand.
struct NotFirstOperand;

impl FusionControl for NotFirstOperand {
    fn allows(consumer: OpRef<'_>, operand: usize) -> bool {
        consumer.operand(operand).defined_by::<ExpandShapeOp>().is_none() || operand != 0
    }
}

/// Fuses producers.
const FUSE: Pattern =
    Pattern::new("FuseElementwiseOps", GenericOp::DEF.name, |rw, op| fuse_first(rw, op, |_, _| true));

/// Fuses producers where the fused op has few operands.
const FUSE_FEW_OPERANDS: Pattern =
    Pattern::new("FuseElementwiseOps", GenericOp::DEF.name, |rw, op| fuse_first(rw, op, has_few_operands));

/// Fuses producers, and lets what uses these use the fused ops.
const FUSE_SHARED: Pattern = pattern!("FuseMultiUseProducer", GenericOp, |rw, op| fuse_shared(rw, op.into()));

fn fuse_first(rw: &mut Rewriter<'_>, op: Op, control: fn(OpRef<'_>, usize) -> bool) -> Option<()> {
    let view = rw.op(op);
    let operand = (0..view.num_operands()).find(|&at| is_fusable(view, at) && control(view, at))?;
    let fused = fuse_elementwise(rw, op, operand)?;
    rw.replace_op(op, &fused.results);
    Some(())
}

fn fuse_shared(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let operand = (0..view.num_operands()).find(|&at| is_fusable(view, at))?;
    let fused = fuse_elementwise(rw, op, operand)?;
    for (old, new) in fused.preserved {
        // Users before the fused op keep using the producer.
        rw.replace_uses_with_if(old, new, |body, user, _| {
            user != op && body.block_of(user) == body.block_of(op) && body.is_before(op, user)
        });
    }
    rw.replace_op(op, &fused.results);
    Some(())
}

/// Whether an op has at most four inputs after the producer of one of them has become a part of it.
fn has_few_operands(consumer: OpRef<'_>, operand: usize) -> bool {
    let Some(producer) = consumer.operand(operand).defining_op() else { return false };
    let fused = consumer.operand(operand);
    let inputs = |op: OpRef<'_>| -> Vec<Value> {
        let count = as_structured(op).map_or(op.num_operands(), |structured| structured.destinations(op).0);
        op.operands().take(count).filter(|value| *value != fused).map(|value| value.id()).collect()
    };
    let mut all = [inputs(consumer), inputs(producer)].concat();
    all.sort_unstable();
    all.dedup();
    producer.num_results() == 1 && all.len() <= 4
}
