//! The syntax of the attributes of a described op: `{"name" = %attribute, ...}`.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::def::CustomArg;
use terrace_ir::{Attr, Type, ValueRef};

/// Parses the attributes of an op, if there are any, into a slot of operands and one of names.
pub(crate) fn parse_named_attributes(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    args: &[CustomArg],
) -> PResult<bool> {
    let [CustomArg::Operand(values), CustomArg::Prop(names)] = args else { return Ok(true) };
    let mut parsed = Vec::new();
    if p.optional_token("{") {
        loop {
            let loc = p.loc();
            let name = p.attr(Type::NONE)?;
            if name.as_string(p.cx()).is_none() {
                return Err(p.error(loc, "invalid kind of attribute specified".to_owned()));
            }
            parsed.push(name);
            p.token("=")?;
            let value = p.operand()?;
            state.slots.operands[*values as usize].push(value);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token("}")?;
    }
    state.props[*names as usize] = p.cx().array_attr(&parsed);
    Ok(true)
}

/// Prints the syntax of [`parse_named_attributes`].
pub(crate) fn print_named_attributes<'a>(
    p: &mut dyn OpPrinter,
    names: &[Attr],
    values: impl Iterator<Item = ValueRef<'a>>,
) {
    if names.is_empty() {
        return;
    }
    p.text(" {");
    for (i, (&name, value)) in names.iter().zip(values).enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.attr(name);
        p.text(" = ");
        p.value(value);
    }
    p.text("}");
}
