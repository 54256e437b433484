//! Types that functions take, return and are called with, converted with the rest of a program.

use std::sync::Arc;

use terrace_conversion::{
    ConversionPatterns, ConversionTarget, TypeConverter, add_function_conversion, is_signature_legal,
};
use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_ir::Context;

/// Adds the patterns that convert the types of functions, calls and returns.
pub fn populate_function_type_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    add_function_conversion::<FuncOp>(patterns, cx, converter);
    patterns
        .add_type_conversion::<CallOp>(cx, "CallOpSignatureConversion", converter)
        .add_type_conversion::<ReturnOp>(cx, "ReturnOpTypeConversion", converter);
}

/// Makes functions, calls and returns legal if their types are.
pub fn function_types_are_legal(
    cx: &Context,
    target: ConversionTarget,
    converter: &Arc<TypeConverter>,
) -> ConversionTarget {
    let [of_functions, of_returns, of_calls] = [(); 3].map(|()| Arc::clone(converter));
    target
        .dynamic::<FuncOp>(cx, move |op| is_signature_legal(&of_functions, op))
        .dynamic::<ReturnOp>(cx, move |op| of_returns.is_legal_op(op))
        .dynamic::<CallOp>(cx, move |op| of_calls.is_legal_op(op))
}
