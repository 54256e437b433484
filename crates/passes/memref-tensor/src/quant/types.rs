//! `normalize-quant-types` and `strip-func-quant-types`: conversions of quantized types.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPass, ConversionPatterns, ConversionTarget, TypeConverter,
    add_function_conversion, is_signature_legal,
};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_shape::quant::casts::StorageCastOp;
use terrace_dialects_shape::quant::types::{UniformQuantizedType, storage_type};
use terrace_ir::{Context, Loc, OpKind, Rewriter, Type, TypeData, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};
use terrace_passes_shared::function_types::{function_types_are_legal, populate_function_type_patterns};

/// The pass that replaces blocks that are no blocks.
pub static NORMALIZE_QUANT_TYPES: PassDef = PassDef {
    name: "normalize-quant-types",
    class: "NormalizeQuantTypes",
    doc: "Normalize quantized types to those per tensor or per axis where they are such",
    anchor: Some(FuncOp::DEF.name),
    make: |_| {
        let config = ConversionConfig::full();
        Ok(Pass::Ir(Box::new(ConversionPass { make: Box::new(normalization), config })))
    },
    ..EMPTY_PASS
};

/// The pass that takes quantized types from functions.
pub static STRIP_FUNC_QUANT_TYPES: PassDef = PassDef {
    name: "strip-func-quant-types",
    class: "StripFuncQuantTypes",
    doc: "Replace quantized types in signatures of functions with their storage types",
    make: |options| ConversionPass::plain(options, stripping),
    ..EMPTY_PASS
};

/// Returns a tensor with other elements; `None` for another type.
pub(super) fn with_elements(cx: &Context, ty: Type, element: Type) -> Option<Type> {
    matches!(ty.data(cx), TypeData::RankedTensor { .. } | TypeData::UnrankedTensor(_))
        .then(|| ty.with_element(cx, element))
        .flatten()
}

fn normalized(cx: &Context, ty: Type) -> Type {
    let uniform = ty.element_type(cx).and_then(|element| element.dyn_cast::<UniformQuantizedType>(cx));
    let element = uniform.and_then(|uniform| uniform.normalized(cx));
    element.and_then(|element| with_elements(cx, ty, element)).unwrap_or(ty)
}

fn normalization(cx: &Context) -> Conversion {
    let types = Arc::new(TypeConverter::new().add_conversion(|cx, ty| Some(normalized(cx, ty))));
    let (of_functions, of_others) = (types.clone(), types.clone());
    let target = ConversionTarget::new()
        .dynamic::<FuncOp>(cx, move |op| is_signature_legal(&of_functions, op))
        .mark_unknown_op_dynamically_legal(move |op| of_others.is_legal_op(op));
    let mut patterns = ConversionPatterns::new();
    add_function_conversion::<FuncOp>(&mut patterns, cx, &types);
    patterns.add_match_any_with_type_converter(
        "ConvertGenericOpwithSubChannelType",
        &types,
        |rw, op, adaptor| {
            // Functions have a pattern of their own.
            if rw.op(op).isa::<FuncOp>() {
                return None;
            }
            rw.replace_converted(op, adaptor)
        },
    );
    Conversion { target, patterns }
}

fn stored(cx: &Context, ty: Type) -> Option<Type> {
    if let Some(storage) = storage_type(cx, ty) {
        return Some(storage);
    }
    with_elements(cx, ty, storage_type(cx, ty.element_type(cx)?)?)
}

fn cast(rw: &mut Rewriter<'_>, types: &[Type], values: &[Value], loc: Loc) -> Option<Vec<Value>> {
    let ([ty], [value]) = (types, values) else { return None };
    Some(vec![rw.build_value(StorageCastOp::of(*value).result(*ty).loc(loc))])
}

fn stripping(cx: &Context) -> Conversion {
    let types = TypeConverter::new()
        .add_conversion(|_, ty| Some(ty))
        .add_conversion(stored)
        .add_source_materialization(cast)
        .add_target_materialization(cast);
    let types = Arc::new(types);
    let target = function_types_are_legal(cx, ConversionTarget::new(), &types);
    let mut patterns = ConversionPatterns::new();
    populate_function_type_patterns(cx, &mut patterns, &types);
    Conversion { target, patterns }
}
