//! Types of the handles that definitions use, and attributes for the variadicity of slots.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::def::{Arity, TypeConstraint};
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, Context, OptionalAttr, Type, attr_kinds, enums};
use terrace_macros::{attr_def, type_def};

/// `!irdl.attribute`: a constraint of an attribute or a type.
#[type_def("irdl.attribute", format = "")]
pub struct AttributeType {}

/// `!irdl.region`: a constraint of a region.
#[type_def("irdl.region", format = "")]
pub struct RegionType {}

/// `!irdl.attribute`.
pub static ATTRIBUTE: TypeConstraint = TypeConstraint::only(
    "IRDL handle to an `mlir::Attribute`",
    |cx, ty| ty.isa::<AttributeType>(cx),
    |cx| AttributeType::get(cx).into(),
);
/// `!irdl.region`.
pub static REGION: TypeConstraint = TypeConstraint::only(
    "IRDL handle to a region definition",
    |cx, ty| ty.isa::<RegionType>(cx),
    |cx| RegionType::get(cx).into(),
);

enums! {
    /// The variadicity of a slot.
    pub enum Variadicity("::mlir::irdl::Variadicity", 32) {
        Single = 0 => "single",
        Optional = 1 => "optional",
        Variadic = 2 => "variadic",
    }
}

impl Variadicity {
    /// The keywords, each with its case.
    pub const KEYWORDS: [(&'static str, Self); 3] =
        [("single", Self::Single), ("optional", Self::Optional), ("variadic", Self::Variadic)];

    /// Returns the keyword.
    pub fn keyword(self) -> &'static str {
        Self::KEYWORDS[self as usize].0
    }

    /// Returns the arity of a slot of a table.
    pub fn arity(self) -> Arity {
        match self {
            Self::Single => Arity::One,
            Self::Optional => Arity::Optional,
            Self::Variadic => Arity::Variadic,
        }
    }
}

/// `#irdl<variadicity optional>`.
#[attr_def("irdl.variadicity", class = "VariadicityAttr", asm = (parse_variadicity, print_variadicity))]
pub struct VariadicityAttr {
    value: Variadicity,
}

fn parse_variadicity(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    let value = p.enum_keyword(VariadicityAttr::keywords())?;
    Ok(vec![terrace_ir::asm::enum_attr(p.cx(), VariadicityAttr::keywords(), value)])
}

fn print_variadicity(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let value = params.first().and_then(|&value| Variadicity::value(cx, value));
    p.text(" ");
    p.text(value.unwrap_or(Variadicity::Single).keyword());
}

impl VariadicityAttr {
    fn keywords() -> &'static terrace_ir::def::EnumDef {
        <Variadicity as terrace_ir::enum_attr::EnumValue>::DEF
    }
}

/// `#irdl<variadicity_array[ single,  variadic]>`.
#[attr_def("irdl.variadicity_array", class = "VariadicityArrayAttr", asm = (parse_array, print_array), verify = verify_array)]
pub struct VariadicityArrayAttr {
    value: Attr,
}

fn parse_array(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    p.token("[")?;
    let mut items = Vec::new();
    if !p.optional_token("]") {
        loop {
            items.push(p.dialect_attr(VariadicityAttr::DEF)?);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token("]")?;
    }
    Ok(vec![p.cx().array_attr(&items)])
}

fn print_array(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let items = params.first().optional_elements(cx);
    p.text("[");
    for (i, &item) in items.iter().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.attr_stripped(item);
    }
    p.text("]");
}

fn verify_array(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let items = params.first().and_then(|items| items.as_array(cx));
    match items.is_some_and(|items| items.iter().all(|item| item.isa::<VariadicityAttr>(cx))) {
        true => Ok(()),
        false => Err("expected an array of variadicities".to_owned()),
    }
}

attr_kinds! {
    /// The variadicity of each slot.
    pub VariadicitiesAttr("") -> Vec<Variadicity> {
        value: variadicities,
        attr: |cx, values| variadicity_array(cx, &values),
    }
}

/// Returns the elements of an array of variadicities; `None` for another attribute.
fn variadicities(cx: &Context, attr: Attr) -> Option<Vec<Variadicity>> {
    let items = attr.dyn_cast::<VariadicityArrayAttr>(cx)?.value(cx).as_array(cx)?;
    items.iter().map(|item| Some(item.dyn_cast::<VariadicityAttr>(cx)?.value(cx))).collect()
}

/// Returns the array of the variadicities.
pub fn variadicity_array(cx: &Context, values: &[Variadicity]) -> Attr {
    let items: Vec<Attr> = values.iter().map(|&value| VariadicityAttr::get(cx, value).into()).collect();
    VariadicityArrayAttr::get(cx, cx.array_attr(&items)).into()
}
