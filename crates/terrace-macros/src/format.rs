//! Checks an assembly format against the op's slots when it is compiled.

use syn::{Error, LitStr, Result};
use terrace_format::{Directive, Element};

use crate::fields::Fields;

/// The format must parse, and what it names must exist.
pub(crate) fn check(text: &LitStr, fields: &Fields) -> Result<()> {
    let fail = |message: String| Error::new(text.span(), message);
    let elements = terrace_format::parse(&text.value()).map_err(|e| fail(e.to_string()))?;
    elements.iter().try_for_each(|e| element(e, fields, false)).map_err(fail)
}

type Found = std::result::Result<(), String>;

/// `in_type`: inside `type(...)`, where results may be named and attributes may not.
fn element(element: &Element, fields: &Fields, in_type: bool) -> Found {
    let all = |items: &[Element]| items.iter().try_for_each(|e| self::element(e, fields, in_type));
    match element {
        Element::Variable(name) => variable(name, fields, in_type),
        Element::Directive(found) => directive(found, fields),
        Element::Optional(group) => {
            all(&group.then)?;
            all(&group.otherwise)
        }
        Element::OiList(clauses) => clauses.iter().try_for_each(|c| all(&c.elements)),
        Element::Literal(_) | Element::Space | Element::NoSpace | Element::Newline => Ok(()),
    }
}

fn directive(directive: &Directive, fields: &Fields) -> Found {
    match directive {
        Directive::Type(inner) => element(inner, fields, true),
        Directive::FunctionalType(inputs, results) => {
            element(inputs, fields, true)?;
            element(results, fields, true)
        }
        Directive::Qualified(inner) | Directive::Ref(inner) => element(inner, fields, false),
        Directive::Custom { args, .. } => args.iter().try_for_each(|e| element(e, fields, false)),
        Directive::Params | Directive::Struct(_) => {
            Err("'params' and 'struct' belong to types and attributes".to_string())
        }
        _ => Ok(()),
    }
}

fn variable(name: &str, fields: &Fields, in_type: bool) -> Found {
    let is_result = fields.results.iter().any(|s| s.name == name);
    if fields.operands.iter().any(|s| s.name == name) || (in_type && is_result) {
        return Ok(());
    }
    if in_type {
        return Err(format!("'${name}' is neither an operand nor a result"));
    }
    let known = fields.props.iter().any(|s| s.name == name)
        || fields.regions.iter().any(|s| s.name == name)
        || fields.successors.iter().any(|s| s.name == name);
    if known {
        return Ok(());
    }
    let why = if is_result { "is a result, which is written before the op" } else { "is not a field" };
    Err(format!("'${name}' {why}"))
}
