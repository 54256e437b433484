//! Types of what structured control flow carries, converted with the rest of a program.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter, ConversionTarget, TypeConverter};
use terrace_dialects_core::scf::{ConditionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};
use terrace_ir::{Context, Op, OpRef, OpSpec, Region, Type};

/// Adds the patterns that convert what loops and branches carry and yield.
pub fn populate_structural_type_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    patterns
        .add_with_type_converter::<ForOp>(cx, "ConvertForOpTypes", converter, |rw, op, adaptor| {
            convert_structure(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<IfOp>(cx, "ConvertIfOpTypes", converter, |rw, op, adaptor| {
            convert_structure(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<IndexSwitchOp>(
            cx,
            "ConvertIndexSwitchOpTypes",
            converter,
            |rw, op, adaptor| convert_structure(rw, op.into(), adaptor),
        )
        .add_with_type_converter::<WhileOp>(cx, "ConvertWhileOpTypes", converter, |rw, op, adaptor| {
            convert_structure(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<YieldOp>(cx, "ConvertYieldOpTypes", converter, |rw, op, adaptor| {
            convert_terminator(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<ConditionOp>(
            cx,
            "ConvertConditionOpTypes",
            converter,
            |rw, op, adaptor| convert_terminator(rw, op.into(), adaptor),
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
fn convert_structure(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let old_results: Vec<Type> = view.result_types();
    let results = rw.converter()?.convert_all(cx, &old_results)?;
    let regions: Vec<Region> = rw.body().regions(op).collect();
    for region in regions {
        if rw.body().entry(region).is_some() {
            rw.convert_region_types(region)?;
        }
    }
    rw.set_insertion_point_before(op);
    let view = rw.op(op);
    let (name, loc) = (view.name(), view.loc());
    let (operands, props) = (adaptor.flat(), rw.body().props(op).to_vec());
    let attrs = rw.body().attrs(op);
    let regions = rw.take_regions(op);
    let spec =
        OpSpec { name, operands: &operands, results: &results, props: &props, attrs, successors: &[], loc };
    let new = rw.create_op_with_regions(&spec, &regions);
    rw.replace_op_with(op, new);
    Some(())
}

fn convert_terminator(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let new = rw.clone_converted(op, adaptor)?;
    rw.replace_op_with(op, new);
    Some(())
}
