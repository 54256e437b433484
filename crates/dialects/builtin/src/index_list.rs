//! Lists of numbers and values, such as sizes of which some are known: `[4, %n, 8]`.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::attrs::{Attr, AttrData};
use terrace_ir::def::{CustomArg, CustomDirective, plain_error};
use terrace_ir::diag::CheckResult;
use terrace_ir::ir::{OpRef, ValueRef};
use terrace_ir::{Context, DYNAMIC, OptionalAttr, Type};

/// A list as it is written.
#[derive(Default)]
pub struct IndexList {
    /// The values, in order.
    pub values: Vec<Operand>,
    /// The types written after the values, where the list has such.
    pub types: Vec<Type>,
    /// The numbers; [`DYNAMIC`] where a value stands.
    pub fixed: Vec<i64>,
    /// Whether a number is written in nested brackets: multiplied by `vscale`.
    pub scalable: Vec<bool>,
}

/// The place of an error in a list.
const IN_LIST: &str = "in dynamic index list";

fn brackets(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Paren | Delimiter::OptionalParen => ("(", ")"),
        Delimiter::LessGreater | Delimiter::OptionalLessGreater => ("<", ">"),
        Delimiter::Braces | Delimiter::OptionalBraces => ("{", "}"),
        Delimiter::Square | Delimiter::OptionalSquare | Delimiter::None => ("[", "]"),
    }
}

/// Parses a list between brackets; `typed` means that `: type` follows each value.
///
/// # Errors
///
/// If the text is no list of integers and values.
pub fn parse_index_list(p: &mut dyn OpParser, delimiter: Delimiter, typed: bool) -> PResult<IndexList> {
    let mut list = IndexList::default();
    let read = read_list(p, delimiter, typed, &mut list);
    match read {
        Ok(()) => Ok(list),
        Err(_) => {
            let at = p.name_loc();
            Err(p.error(at, "expected SSA value or integer".to_string()))
        }
    }
}

fn read_list(p: &mut dyn OpParser, delimiter: Delimiter, typed: bool, list: &mut IndexList) -> PResult<()> {
    let (open, close) = brackets(delimiter);
    p.token_of_list(open, IN_LIST)?;
    if p.optional_token(close) {
        return Ok(());
    }
    loop {
        let operand = p.optional_operand()?;
        let scalable = p.optional_token("[");
        list.scalable.push(scalable);
        match operand {
            Some(operand) => {
                list.values.push(operand);
                list.fixed.push(DYNAMIC);
                if typed {
                    p.token(":")?;
                    list.types.push(p.ty()?);
                }
            }
            None => {
                let at = p.loc();
                let number = p.integer()?;
                if number == DYNAMIC {
                    // The marker of a value cannot be written as a number.
                    return Err(p.error(at, "integer value too large".to_string()));
                }
                list.fixed.push(number);
            }
        }
        if scalable && !p.optional_token("]") {
            return Err(terrace_ir::asm::Failed);
        }
        if !p.optional_token(",") {
            return p.token_of_list(close, IN_LIST);
        }
    }
}

/// Writes a list between brackets. `scalable` and `types` may be empty.
pub fn print_index_list(
    p: &mut dyn OpPrinter,
    values: &mut dyn Iterator<Item = ValueRef<'_>>,
    fixed: &[i64],
    scalable: &[bool],
    typed: bool,
    delimiter: Delimiter,
) {
    let (open, close) = brackets(delimiter);
    p.text(open);
    for (i, &number) in fixed.iter().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        let scalable = scalable.get(i).copied().unwrap_or(false);
        if scalable {
            p.text("[");
        }
        if number != DYNAMIC {
            p.text(&number.to_string());
        } else if let Some(value) = values.next() {
            p.value(value);
            if typed {
                p.text(" : ");
                p.ty(value.ty());
            }
        }
        if scalable {
            p.text("]");
        }
    }
    p.text(close);
}

/// `custom<DynamicIndexList>($values, $static_values)`, in square brackets; an optional attribute argument
/// holds the scalable flags, `type($values)` adds types, and a string selects another delimiter.
pub static DYNAMIC_INDEX_LIST: CustomDirective =
    CustomDirective { name: "DynamicIndexList", parse: parse_directive, print: print_directive };

struct DirectiveArgs {
    operand: usize,
    fixed: usize,
    scalable: Option<usize>,
    typed: bool,
    delimiter: Delimiter,
}

fn directive_args(args: &[CustomArg]) -> DirectiveArgs {
    let mut props =
        args.iter().filter_map(|a| if let CustomArg::Prop(i) = a { Some(*i as usize) } else { None });
    let mut operands =
        args.iter().filter_map(|a| if let CustomArg::Operand(i) = a { Some(*i as usize) } else { None });
    DirectiveArgs {
        operand: operands.next().expect("the directive of an index list names operands"),
        fixed: props.next().expect("the directive of an index list names a property"),
        scalable: props.next(),
        typed: args.iter().any(|a| matches!(a, CustomArg::OperandType(_))),
        delimiter: if args.iter().any(|a| matches!(a, CustomArg::Text(text) if text.ends_with("::Paren"))) {
            Delimiter::Paren
        } else {
            Delimiter::Square
        },
    }
}

fn parse_directive(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let args = directive_args(args);
    let list = parse_index_list(p, args.delimiter, args.typed)?;
    state.slots.operands[args.operand].extend(list.values);
    state.slots.operand_types[args.operand].extend(list.types);
    state.props[args.fixed] = p.cx().i64_array(&list.fixed);
    if let Some(slot) = args.scalable {
        state.props[slot] = p.cx().bool_array(&list.scalable);
    }
    Ok(true)
}

fn print_directive(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let (cx, args) = (op.cx(), directive_args(args));
    let fixed = op.prop(args.fixed).optional_i64s(cx);
    let scalable = args.scalable.and_then(|slot| op.prop(slot)).map_or(Vec::new(), |a| bools(cx, a));
    print_index_list(p, &mut op.operand_group(args.operand), &fixed, &scalable, args.typed, args.delimiter);
}

/// The elements of `array<i1: ...>`.
fn bools(cx: &Context, attr: Attr) -> Vec<bool> {
    match attr.data(cx) {
        AttrData::DenseArray { element: Type::I1, data, .. } => data.iter().map(|&b| b != 0).collect(),
        _ => Vec::new(),
    }
}

/// Verifies that there are as many numbers as elements, and as many values as dynamic ones. `name` is for
/// messages.
///
/// # Errors
///
/// If there are more or fewer.
pub fn verify_index_list(
    op: OpRef<'_>,
    name: &str,
    count: usize,
    fixed: &[i64],
    values: usize,
) -> CheckResult {
    if fixed.len() != count {
        return Err(plain_error(op, format!("expected {count} {name} values, got {}", fixed.len())));
    }
    let dynamic = fixed.iter().filter(|&&n| n == DYNAMIC).count();
    if values != dynamic {
        return Err(plain_error(op, format!("expected {dynamic} dynamic {name} values")));
    }
    Ok(())
}
