//! Types of the entities that patterns name: attributes, ops, types, values, and ranges of them.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::def::{EMPTY_PARAMS, TypeConstraint, TypeDef, TypeKind};
use terrace_ir::{Attr, Context, Type, TypeData};
use terrace_macros::type_def;

macro_rules! pdl_types {
    ($($(#[doc = $doc:tt])* $def:ident, $constraint:ident, $is:ident, $get:ident = $name:literal, $summary:literal;)*) => {
        $(
            $(#[doc = $doc])*
            pub static $def: TypeDef =
                TypeDef { name: $name, doc: concat!($($doc),*), format: Some(""), ..EMPTY_PARAMS };

            #[doc = concat!("`!", $name, "`.")]
            pub static $constraint: TypeConstraint = TypeConstraint::only($summary, $is, $get).of_kind(&PDL_KIND);

            #[doc = concat!("Returns whether a type is `!", $name, "`.")]
            pub fn $is(cx: &Context, ty: Type) -> bool {
                matches!(ty.data(cx), TypeData::Dialect { .. }) && cx.type_params(ty, &$def).is_some()
            }

            #[doc = concat!("Returns `!", $name, "`.")]
            pub fn $get(cx: &Context) -> Type {
                cx.dialect_type(&$def, &[]).unwrap_or(Type::NONE)
            }
        )*
    };
}

pdl_types! {
    /// An attribute of a matched op, or one that a rewrite creates.
    ATTRIBUTE, ATTRIBUTE_TYPE, is_attribute, attribute_type = "pdl.attribute", "PDL handle to an `mlir::Attribute`";
    /// An op that a pattern matches, or one that a rewrite creates.
    OPERATION, OPERATION_TYPE, is_operation, operation_type = "pdl.operation", "PDL handle to an `mlir::Operation *`";
    /// A type of a matched value, or one that a rewrite uses.
    TYPE, TYPE_TYPE, is_type, type_type = "pdl.type", "PDL handle to an `mlir::Type`";
    /// A value that a matched op uses or defines.
    VALUE, VALUE_TYPE, is_value, value_type = "pdl.value", "PDL handle for an `mlir::Value`";
}

/// `!pdl.range<value>`: any number of entities of one type.
#[type_def("pdl.range", asm = (parse_range, print_range), verify = verify_range)]
#[allow(non_snake_case)]
pub struct RangeType {
    elementType: Type,
}

fn parse_range(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let element = match p.optional_type_of_dialect("pdl")? {
        Some(ty) => ty,
        None => p.ty()?,
    };
    p.token(">")?;
    Ok(vec![p.cx().type_attr(element)])
}

fn print_range(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    p.text("<");
    if let Some(element) = params.first().and_then(|element| element.as_type(cx)) {
        match [&ATTRIBUTE, &OPERATION, &TYPE, &VALUE]
            .into_iter()
            .find(|def| cx.type_params(element, def).is_some())
        {
            Some(def) => p.text(def.name.trim_start_matches("pdl.")),
            None => p.ty(element),
        }
    }
    p.text(">");
}

fn verify_range(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let element = params.first().and_then(|element| element.as_type(cx)).unwrap_or(Type::NONE);
    if !is_pdl_type(cx, element) {
        let element = cx.type_text(element);
        return Err(format!(
            "expected element of pdl.range to be one of [!pdl.attribute, !pdl.operation, !pdl.type, !pdl.value], but got \
             '{element}'"
        ));
    }
    match range_element(cx, element) {
        None => Ok(()),
        Some(_) => {
            let element = cx.type_text(element);
            Err(format!("element of pdl.range cannot be another range, but got'{element}'"))
        }
    }
}

/// Returns `!pdl.range<element>`.
pub fn range_type(cx: &Context, element: Type) -> Type {
    RangeType::get(cx, element).into()
}

/// Returns the element type of a range; `None` for another type.
pub fn range_element(cx: &Context, ty: Type) -> Option<Type> {
    match ty.data(cx) {
        TypeData::Dialect { .. } => Some(ty.dyn_cast::<RangeType>(cx)?.element_type(cx)),
        _ => None,
    }
}

/// Returns the element type of a range, or the type itself.
pub fn range_element_or_self(cx: &Context, ty: Type) -> Type {
    range_element(cx, ty).unwrap_or(ty)
}

/// Returns whether a type is one of the dialect.
pub fn is_pdl_type(cx: &Context, ty: Type) -> bool {
    let is_one = [is_attribute, is_operation, is_type, is_value].iter().any(|is| is(cx, ty));
    is_one || range_element(cx, ty).is_some()
}

fn is_range_of(cx: &Context, ty: Type, is: fn(&Context, Type) -> bool) -> bool {
    range_element(cx, ty).is_some_and(|element| is(cx, element))
}

/// A type of the dialect.
static PDL_KIND: TypeKind = TypeKind { name: "", pred: is_pdl_type };

/// Any type of the dialect.
pub static ANY_PDL: TypeConstraint = TypeConstraint::new("pdl type", is_pdl_type).of_kind(&PDL_KIND);
/// `!pdl.range<value>`.
pub static VALUE_RANGE: TypeConstraint = TypeConstraint::only(
    "range of PDL handle for an `mlir::Value` values",
    |cx, ty| is_range_of(cx, ty, is_value),
    |cx| range_type(cx, value_type(cx)),
)
.of_kind(&PDL_KIND);
/// `!pdl.range<type>`.
pub static TYPE_RANGE: TypeConstraint = TypeConstraint::only(
    "range of PDL handle to an `mlir::Type` values",
    |cx, ty| is_range_of(cx, ty, is_type),
    |cx| range_type(cx, type_type(cx)),
)
.of_kind(&PDL_KIND);
/// `!pdl.value` or `!pdl.range<value>`.
pub static VALUE_OR_RANGE: TypeConstraint =
    TypeConstraint::new("single element or range of PDL handle for an `mlir::Value`", |cx, ty| {
        is_value(cx, range_element_or_self(cx, ty))
    })
    .of_kind(&PDL_KIND);
/// `!pdl.type` or `!pdl.range<type>`.
pub static TYPE_OR_RANGE: TypeConstraint =
    TypeConstraint::new("single element or range of PDL handle to an `mlir::Type`", |cx, ty| {
        is_type(cx, range_element_or_self(cx, ty))
    })
    .of_kind(&PDL_KIND);
/// `!pdl.range<type>` or `!pdl.range<value>`.
pub static TYPE_OR_VALUE_RANGE: TypeConstraint = TypeConstraint::new(
    "range of PDL handle to an `mlir::Type` or PDL handle for an `mlir::Value` values",
    |cx, ty| is_range_of(cx, ty, |cx, ty| is_type(cx, ty) || is_value(cx, ty)),
)
.of_kind(&PDL_KIND);
/// `!pdl.range<operation>`.
pub static OPERATION_RANGE: TypeConstraint = TypeConstraint::only(
    "range of PDL handle to an `mlir::Operation *` values",
    |cx, ty| is_range_of(cx, ty, is_operation),
    |cx| range_type(cx, operation_type(cx)),
)
.of_kind(&PDL_KIND);
/// A range of anything.
pub static PDL_RANGE: TypeConstraint =
    TypeConstraint::new("range of pdl type values", |cx, ty| range_element(cx, ty).is_some())
        .of_kind(&PDL_KIND);
