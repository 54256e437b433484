//! Types of what structured control flow carries, converted with the rest of a program.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, ConversionTarget, TypeConverter};
use terrace_dialects_core::scf::{ConditionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};
use terrace_ir::{Context, Op, OpRef};

/// Adds the patterns that convert what loops and branches carry and yield.
pub fn populate_structural_type_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    patterns
        .add_with_type_converter::<ForOp>(cx, "ConvertForOpTypes", converter, |rw, op, adaptor| {
            convert_op(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<IfOp>(cx, "ConvertIfOpTypes", converter, |rw, op, adaptor| {
            convert_op(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<IndexSwitchOp>(cx, "ConvertIndexSwitchOpTypes", converter, convert_switch)
        .add_with_type_converter::<WhileOp>(cx, "ConvertWhileOpTypes", converter, |rw, op, adaptor| {
            convert_op(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<YieldOp>(cx, "ConvertYieldOpTypes", converter, |rw, op, adaptor| {
            convert_op(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<ConditionOp>(
            cx,
            "ConvertConditionOpTypes",
            converter,
            |rw, op, adaptor| convert_op(rw, op.into(), adaptor),
        );
}

/// Makes structured control flow legal if the types of its forwarded values are.
pub fn structural_types_are_legal(
    cx: &Context,
    target: ConversionTarget,
    converter: &Arc<TypeConverter>,
) -> ConversionTarget {
    let with = || Arc::clone(converter);
    let results = |converter: Arc<TypeConverter>| {
        move |op: OpRef<'_>| converter.is_legal(op.cx(), op.results().map(|value| value.ty()))
    };
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

/// The same op with converted operands, results and arguments of its regions.
fn convert_op(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let new = rw.clone_converted(op, adaptor)?;
    rw.replace_op_with(op, new);
    Some(())
}

/// As [`convert_op`], but the argument stays an index.
fn convert_switch(rw: &mut ConversionRewriter<'_>, op: IndexSwitchOp, adaptor: &Adaptor) -> Option<()> {
    let arg = op.view(rw).arg().id();
    let new = rw.clone_converted(op, adaptor)?;
    rw.set_operands(new, &[arg]);
    rw.replace_op_with(op, new);
    Some(())
}
