//! `tosa-convert-integer-type-to-signless`: integers without signedness.

use std::sync::Arc;

use terrace_conversion::{
    Adaptor, Conversion, ConversionConfig, ConversionPass, ConversionPatterns, ConversionRewriter,
    ConversionTarget, TypeConverter, add_function_conversion, is_signature_legal,
};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_tosa::variables::ConstOp;
use terrace_ir::{Attr, AttrData, Context, OpKind, Signedness, Type, TypeData};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

/// The pass.
pub static TOSA_CONVERT_INTEGER_TYPE_TO_SIGNLESS: PassDef = PassDef {
    name: "tosa-convert-integer-type-to-signless",
    class: "TosaConvertIntegerTypeToSignless",
    doc: "Convert integer types to signless",
    anchor: Some(FuncOp::DEF.name),
    make: |_| {
        let config = ConversionConfig::full();
        Ok(Pass::Ir(Box::new(ConversionPass { make: Box::new(conversion), config })))
    },
    ..EMPTY_PASS
};

/// Returns a tensor with integers without signedness; other types stay.
fn signless(cx: &Context, ty: Type) -> Option<Type> {
    let element = ty.element_type(cx).filter(|_| ty.is_tensor(cx));
    match element.map(|element| element.data(cx)) {
        Some(TypeData::Integer { width, .. }) => {
            ty.with_element(cx, cx.integer(*width, Signedness::Signless))
        }
        _ => Some(ty),
    }
}

fn conversion(cx: &Context) -> Conversion {
    let types = Arc::new(TypeConverter::new().add_conversion(signless));
    let [of_functions, of_others] = [(); 2].map(|()| Arc::clone(&types));
    let target = ConversionTarget::new()
        .dynamic::<FuncOp>(cx, move |op| is_signature_legal(&of_functions, op))
        .mark_unknown_op_dynamically_legal(move |op| of_others.is_legal_op(op));
    let mut patterns = ConversionPatterns::new();
    add_function_conversion::<FuncOp>(&mut patterns, cx, &types);
    patterns
        .add_match_any_with_type_converter(
            "ConvertGenericOpWithIntegerTensorType",
            &types,
            |rw, op, adaptor| {
                // Functions and constants have patterns of their own.
                if rw.op(op).isa::<FuncOp>() || rw.op(op).isa::<ConstOp>() {
                    return None;
                }
                rw.replace_converted(op, adaptor)
            },
        )
        .add_with_type_converter::<ConstOp>(
            cx,
            "ConvertTosaConstWithIntegerTensorType",
            &types,
            convert_const,
        );
    Conversion { target, patterns }
}

/// The constant with the same bits.
fn with_type(cx: &Context, attr: Attr, ty: Type) -> Option<Attr> {
    match attr.data(cx) {
        AttrData::DenseElements { data, splat, .. } => {
            Some(cx.attr(AttrData::DenseElements { ty, data: data.clone(), splat: *splat }))
        }
        _ => None,
    }
}

fn convert_const(rw: &mut ConversionRewriter<'_>, op: ConstOp, _adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (values, output) = (view.values_attr(), view.output().ty());
    let attr = with_type(cx, values, signless(cx, values.ty(cx)?)?)?;
    let ty = signless(cx, output)?;
    rw.replace(op, ConstOp::of().values(attr).output(ty));
    Some(())
}
