//! Types narrower than the target's, and functions whose signatures have them.

use std::sync::Arc;

use terrace_conversion::{
    Adaptor, ConversionPatterns, ConversionRewriter, TypeConverter, add_function_conversion,
};
use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_ir::{Context, Type, TypeData};

/// The converter for accesses of memory that have `load_store_width` bits: all types stay, and those in function types are
/// converted.
pub fn narrow_type_converter() -> TypeConverter {
    TypeConverter::new().add_conversion(|_, ty| Some(ty)).add_nested_conversion(|types, ty| {
        let cx = types.cx;
        let TypeData::Function { inputs, results } = ty.data(cx) else { return None };
        let mut all = |list: &[Type]| -> Option<Vec<Type>> {
            list.iter().map(|&ty| types.convert_to_one(ty)).collect()
        };
        let (inputs, results) = (all(inputs), all(results));
        let converted = inputs.zip(results).map(|(inputs, results)| cx.function_type(&inputs, &results));
        Some(converted.map(|ty| vec![ty]))
    })
}

/// Adds the patterns that convert the types of functions, calls and returns.
pub fn populate_function_type_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    add_function_conversion::<FuncOp>(patterns, cx, converter);
    patterns.add_with_type_converter::<CallOp>(cx, "CallOpSignatureConversion", converter, call);
    patterns.add_with_type_converter::<ReturnOp>(
        cx,
        "ReturnOpTypeConversion",
        converter,
        |rw, op, adaptor| {
            let loc = rw.body().loc(op);
            rw.set_insertion_point_before(op);
            let new = rw.build(ReturnOp::of(&adaptor.flat()).loc(loc));
            rw.replace_op_with(op, new);
            Some(())
        },
    );
}

fn call(rw: &mut ConversionRewriter<'_>, op: CallOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, loc, view) = (rw.cx(), rw.body().loc(op), op.view(rw));
    let (callee, converter) = (view.callee_attr(), rw.converter()?.clone());
    let types = converter.convert_all(cx, &rw.op(op).result_types())?;
    rw.set_insertion_point_before(op);
    let call = CallOp::of(&adaptor.flat()).loc(loc).callee_attr(callee).results(&types);
    let new = rw.build(call);
    rw.replace_op_with(op, new);
    Some(())
}
