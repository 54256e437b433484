//! The forms in which slots store attributes.

use terrace_ir::def::{AttrConstraint, AttrSyntax, PropDef};
use terrace_ir::{Attr, AttrData, Context};

/// Returns what a slot stores for an attribute of the dictionary of properties.
///
/// # Errors
///
/// If the attribute is of another kind than the slot, with upstream's message.
pub(crate) fn stored(cx: &Context, prop: &PropDef<'_>, value: Attr) -> Result<Attr, String> {
    if let AttrSyntax::Property(property) = prop.constraint.syntax {
        return property.stored(cx, value);
    }
    if !(prop.constraint.pred)(cx, value) && !same_storage(cx, value, prop.constraint) {
        let text = cx.attr_text(value);
        return Err(format!("Invalid attribute `{}` in property conversion: {text}", prop.name));
    }
    Ok((prop.constraint.stored)(cx, value))
}

/// Whether the attribute is of the slot's kind, for any value: upstream stores each kind in a separate C++
/// type, and reports a wrong kind differently from a wrong value.
pub(crate) fn same_storage(cx: &Context, value: Attr, constraint: &AttrConstraint) -> bool {
    let holds = || (constraint.pred)(cx, value);
    match constraint.syntax {
        AttrSyntax::DenseArray(expected) => {
            return matches!(value.data(cx), AttrData::DenseArray { element, .. } if *element == expected);
        }
        AttrSyntax::Property(property) => return property.stored(cx, value).is_ok(),
        AttrSyntax::Enum(_) | AttrSyntax::Dialect(_) | AttrSyntax::Unit => return holds(),
        _ => {}
    }
    let summary = constraint.summary.to_ascii_lowercase();
    let says = |word: &str| summary.contains(word);
    let data = value.data(cx);
    // The container comes first: an array of integers is no integer.
    if says("array") {
        matches!(data, AttrData::Array(_))
    } else if says("elements") {
        value.is_elements(cx)
    } else if says("dictionary") {
        matches!(data, AttrData::Dict(_))
    } else if says("symbol") || says("bool") || says(" instance") {
        holds()
    } else if says("string") {
        matches!(data, AttrData::String { .. })
    } else if says("type attribute") {
        matches!(data, AttrData::Type(_))
    } else if says("integer") || says("index attribute") {
        matches!(data, AttrData::Integer { .. })
    } else if says("float attribute") {
        matches!(data, AttrData::Float { .. })
    } else {
        true
    }
}
