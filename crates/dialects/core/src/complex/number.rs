//! `#complex.number<:f64 1.0, 2.0>`: a complex constant with its type.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::{Attr, ComplexType, Context, Type};
use terrace_macros::attr_def;
use terrace_support::apfloat::ApFloat;

use super::element_of;

/// A complex constant with its type: real and imaginary part are floats of the element type.
#[attr_def("complex.number", asm = (parse, print), verify = verify, typed = |cx, params| params.get(2)?.as_type(cx))]
pub struct NumberAttr {
    real: Attr,
    imag: Attr,
    r#type: Type,
}

/// The constant `real + imag * i` over a float type, each rounded to it. `None` if the type is no float or
/// the dialect is not registered.
pub fn number_attr(cx: &Context, element: Type, real: f64, imag: f64) -> Option<Attr> {
    cx.dialect_attr(NumberAttr::DEF, &parts(cx, element, real, imag)?).ok()
}

fn parts(cx: &Context, element: Type, real: f64, imag: f64) -> Option<[Attr; 3]> {
    let kind = element.float_kind(cx)?;
    let float = |value| cx.float_attr(element, ApFloat::from_f64(kind, value));
    Some([float(real), float(imag), cx.type_attr(ComplexType::get(cx, element))])
}

fn parse(p: &mut dyn OpParser, _ty: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    p.token(":")?;
    let loc = p.loc();
    let element = p.ty()?;
    let real = p.float()?;
    p.token(",")?;
    let imag = p.float()?;
    p.token(">")?;
    match parts(p.cx(), element, real, imag) {
        Some(parts) => Ok(parts.into()),
        None => {
            let message = "element type of the complex attribute must be float like type.";
            Err(p.error(loc, message.to_string()))
        }
    }
}

fn print(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let &[real, imag, ty] = params else { return };
    p.text("<:");
    if let Some(element) = ty.as_type(cx).and_then(|ty| element_of(cx, ty)) {
        p.ty(element);
    }
    p.text(" ");
    p.attr_without_type(real);
    p.text(", ");
    p.attr_without_type(imag);
    p.text(">");
}

fn verify(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let &[real, imag, ty] = params else { return Err("expected three parameters".to_string()) };
    let Some(element) = ty.as_type(cx).and_then(|ty| element_of(cx, ty)) else {
        return Err("complex attribute must be a complex type.".to_string());
    };
    if !element.is_float(cx) {
        return Err("element type of the complex attribute must be float like type.".to_string());
    }
    for (name, part) in [("real", real), ("imag", imag)] {
        if part.ty(cx) != Some(element) {
            return Err(format!("type doesn't match the type implied by its `{name}` value"));
        }
    }
    Ok(())
}
