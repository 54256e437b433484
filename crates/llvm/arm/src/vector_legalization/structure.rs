//! Functions, calls and loops that carry vectors of several tiles.

use std::sync::Arc;

use terrace_conversion::{
    Adaptor, ConversionPatterns, ConversionRewriter, TypeConverter, add_function_conversion,
};
use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_dialects_core::scf::{ConditionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};
use terrace_ir::{Context, Op, OpSpec, Region, Type, Value};

pub(super) fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    add_function_conversion::<FuncOp>(patterns, cx, converter);
    patterns
        .add_with_type_converter::<CallOp>(cx, "CallOpSignatureConversion", converter, |rw, op, adaptor| {
            recreate(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<ReturnOp>(cx, "ReturnOpTypeConversion", converter, |rw, op, adaptor| {
            recreate(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<ForOp>(cx, "ConvertForOpTypes", converter, |rw, op, adaptor| {
            recreate(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<IfOp>(cx, "ConvertIfOpTypes", converter, |rw, op, adaptor| {
            recreate(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<IndexSwitchOp>(
            cx,
            "ConvertIndexSwitchOpTypes",
            converter,
            |rw, op, adaptor| recreate(rw, op.into(), adaptor),
        )
        .add_with_type_converter::<WhileOp>(cx, "ConvertWhileOpTypes", converter, |rw, op, adaptor| {
            recreate(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<YieldOp>(cx, "ConvertYieldOpTypes", converter, |rw, op, adaptor| {
            recreate(rw, op.into(), adaptor)
        })
        .add_with_type_converter::<ConditionOp>(
            cx,
            "ConvertConditionOpTypes",
            converter,
            |rw, op, adaptor| recreate(rw, op.into(), adaptor),
        );
}

/// The same op with the values of all operands, any number for each, and as many results.
fn recreate(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let cx = rw.cx();
    let converter = rw.converter()?.clone();
    let each: Vec<Vec<Type>> =
        rw.op(op).result_types().into_iter().map(|ty| converter.convert(cx, ty)).collect::<Option<_>>()?;
    let regions: Vec<Region> = rw.body().regions(op).collect();
    for region in regions {
        if rw.body().entry(region).is_some() {
            rw.convert_region_types(region)?;
        }
    }
    rw.set_insertion_point_before(op);
    let view = rw.op(op);
    let (name, loc, attrs) = (view.name(), view.loc(), view.attrs());
    let (operands, props) = (adaptor.flat(), rw.body().props(op).to_vec());
    let regions = rw.take_regions(op);
    let results = each.concat();
    let spec =
        OpSpec { name, operands: &operands, results: &results, props: &props, attrs, successors: &[], loc };
    let new = rw.create_op_with_regions(&spec, &regions);
    let mut values = rw.body().results(new).collect::<Vec<Value>>().into_iter();
    let values: Vec<Vec<Value>> =
        each.iter().map(|types| values.by_ref().take(types.len()).collect()).collect();
    rw.replace_with_many(op, &values);
    Some(())
}
