//! Types of what structured control flow carries, converted with the rest of a program.

use std::sync::Arc;

use terrace_conversion::{ConversionPatterns, ConversionTarget, TypeConverter};
use terrace_dialects_core::scf::{ConditionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};
use terrace_ir::{Context, OpRef};

/// Adds the patterns that convert what loops and branches carry and yield.
pub fn populate_structural_type_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    patterns
        .add_type_conversion::<ForOp>(cx, "ConvertForOpTypes", converter)
        .add_type_conversion::<IfOp>(cx, "ConvertIfOpTypes", converter)
        .add_with_type_converter::<IndexSwitchOp>(
            cx,
            "ConvertIndexSwitchOpTypes",
            converter,
            |rw, op, adaptor| {
                // The argument stays an index.
                let arg = op.view(rw).arg().id();
                rw.replace_converted(op, &adaptor.with(0, arg))
            },
        )
        .add_type_conversion::<WhileOp>(cx, "ConvertWhileOpTypes", converter)
        .add_type_conversion::<YieldOp>(cx, "ConvertYieldOpTypes", converter)
        .add_type_conversion::<ConditionOp>(cx, "ConvertConditionOpTypes", converter);
}

/// Makes structured control flow legal if the types of its forwarded values are.
pub fn structural_types_are_legal(
    cx: &Context,
    target: ConversionTarget,
    converter: &Arc<TypeConverter>,
) -> ConversionTarget {
    let with = || Arc::clone(converter);
    let results = |converter: Arc<TypeConverter>| move |op: OpRef<'_>| converter.is_legal_for(op.results());
    let all = |converter: Arc<TypeConverter>| move |op: OpRef<'_>| converter.is_legal_op(op);
    let yields = with();
    target
        .dynamic::<ForOp>(cx, results(with()))
        .dynamic::<IfOp>(cx, results(with()))
        .dynamic::<IndexSwitchOp>(cx, results(with()))
        .dynamic::<YieldOp>(cx, move |op| {
            let known = op.parent_op().is_some_and(|parent| {
                parent.isa::<ForOp>()
                    || parent.isa::<IfOp>()
                    || parent.isa::<WhileOp>()
                    || parent.isa::<IndexSwitchOp>()
            });
            !known || yields.is_legal_op(op)
        })
        .dynamic::<WhileOp>(cx, all(with()))
        .dynamic::<ConditionOp>(cx, all(with()))
}
