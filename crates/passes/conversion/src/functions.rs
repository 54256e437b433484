//! Converts functions: the types in their signatures, and the arguments of their blocks.

use std::sync::Arc;

use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Context, Op, OpKind, OpRef, Type};

use crate::patterns::ConversionPatterns;
use crate::rewriter::ConversionRewriter;
use crate::types::{SignatureConversion, TypeConverter};

/// Adds a pattern that converts the signature of a function and the arguments of all its blocks, as
/// upstream's `populateFunctionOpInterfaceTypeConversionPattern`. Returns and calls need separate patterns.
pub fn add_function_conversion<K: OpKind>(
    patterns: &mut ConversionPatterns,
    cx: &Context,
    converter: &Arc<TypeConverter>,
) {
    patterns
        .add_with_type_converter::<K>(cx, "FunctionOpInterfaceSignatureConversion", converter, |rw, op, _| {
            convert_function(rw, op.into())
        })
        .across_bodies();
}

/// Whether a converter leaves the signature of a function, and the arguments of its blocks, as they are.
pub fn is_signature_legal(converter: &TypeConverter, function: OpRef<'_>) -> bool {
    let Some(interface) = function.interface::<dyn FunctionOp>() else { return false };
    let types = interface.argument_types(function).into_iter().chain(interface.result_types(function));
    let blocks = function.regions().flat_map(|region| region.blocks());
    let arguments = blocks.flat_map(|block| block.args().map(|arg| arg.ty()).collect::<Vec<Type>>());
    converter.is_legal(function.cx(), types.chain(arguments))
}

fn convert_function(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let interface = view.interface::<dyn FunctionOp>()?;
    let (inputs, results) = (interface.argument_types(view), interface.result_types(view));
    let converter = rw.converter()?.clone();
    let cx = rw.cx();
    let mut signature = SignatureConversion::new(inputs.len());
    for (at, &ty) in inputs.iter().enumerate() {
        let Some(types) = converter.convert(cx, ty) else {
            return rw.notify_match_failure(op, "an argument type is illegal");
        };
        if !types.is_empty() {
            signature.add_inputs(at, &types);
        }
    }
    let Some(results) = converter.convert_all(cx, &results) else {
        return rw.notify_match_failure(op, "a result type is illegal");
    };
    let converted = rw.enter(op, |inner| {
        let region = inner.body().top_regions().first().copied()?;
        let is_declaration = inner.body().entry(region).is_none();
        if is_declaration { Some(()) } else { inner.convert_region_types(region).map(|_| ()) }
    });
    if converted == Some(None) {
        return rw.notify_match_failure(op, "the type of a block argument is illegal");
    }
    let function = rw.handle(op);
    rw.with_ir(|ir| ir.set_signature(function, signature.types(), &results));
    Some(())
}
