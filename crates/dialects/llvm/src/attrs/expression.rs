//! DWARF expressions that describe the location of a variable.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, AttrData, Context, OptionalAttr, Signedness, Type};
use terrace_macros::attr_def;
use terrace_support::apint::ApInt;

use super::dwarf::{Encoding, Operation};
use super::empty_list;

/// An operation of an expression with its arguments.
#[attr_def("llvm.di_expression_elem", class = "LLVM_DIExpressionElemAttr", asm = (parse_elem, print_elem))]
pub struct DIExpressionElemAttr {
    opcode: Operation,
    arguments: Vec<u64>,
}

/// A DWARF expression that computes the location of a variable from a value.
#[attr_def(
    "llvm.di_expression",
    class = "LLVM_DIExpressionAttr",
    format = "`<` ( `[` $operations^ `]` ) : (``)? `>`"
)]
pub struct DIExpressionAttr {
    operations: DefaultParam<Vec<DIExpressionElemAttr>, empty_list>,
}

/// Converts to a type; its second argument is the encoding of the type.
const CONVERT: u64 = 0x1001;

fn parse_elem(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    let loc = p.loc();
    let name = p.keyword("expected valid keyword")?;
    let Some(opcode) = Operation::DEF.value_of(&name) else {
        let _ = p.error(loc, format!("invalid debug info operation encoding name: {name}"));
        let here = p.loc();
        let message =
            "failed to parse LLVM_DIExpressionElemAttr parameter 'opcode' which is to be a `unsigned`";
        return Err(p.error(here, message.to_string()));
    };
    let mut arguments = Vec::new();
    if p.optional_token("(") {
        loop {
            let argument = parse_argument(p, opcode, arguments.len())?;
            arguments.push(argument);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token(")")?;
    }
    let cx = p.cx();
    Ok(vec![Operation::attr(cx, opcode as u32), cx.array_attr(&arguments)])
}

fn parse_argument(p: &mut dyn OpParser, opcode: u64, index: usize) -> PResult<Attr> {
    let ty = p.cx().integer(64, Signedness::Unsigned);
    let number = |value: u64| AttrData::Integer { ty, value: ApInt::new(64, value) };
    if index > 0
        && opcode == CONVERT
        && let Some(keyword) = p.optional_keyword()
    {
        return match Encoding::DEF.value_of(&keyword) {
            Some(value) => Ok(p.cx().attr(number(value))),
            None => {
                let here = p.loc();
                Err(p.error(here, format!("encountered unknown attribute encoding \"{keyword}\"")))
            }
        };
    }
    // Read without a sign where it needs all bits.
    let written = p.attr(ty).map_err(|_| {
        let here = p.loc();
        p.error(here, "expected integer operand".to_string())
    })?;
    match written.as_u64(p.cx()).or_else(|| written.as_i64(p.cx()).map(|value| value as u64)) {
        Some(value) => Ok(p.cx().attr(number(value))),
        None => {
            let here = p.loc();
            Err(p.error(here, "expected integer operand".to_string()))
        }
    }
}

fn print_elem(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let &[opcode, arguments] = params else { return };
    let opcode = opcode.as_u64(cx).unwrap_or(0);
    let mut text = String::new();
    Operation::DEF.write(opcode, &mut text);
    p.text(&text);
    let arguments = arguments.optional_elements(cx);
    if arguments.is_empty() {
        return;
    }
    p.text("(");
    for (i, argument) in arguments.iter().enumerate() {
        let value = argument.as_u64(cx).unwrap_or(0);
        let mut text = String::new();
        if i == 0 || opcode != CONVERT || !Encoding::DEF.write(value, &mut text) {
            text = value.to_string();
        }
        p.text(if i > 0 { ", " } else { "" });
        p.text(&text);
    }
    p.text(")");
}
