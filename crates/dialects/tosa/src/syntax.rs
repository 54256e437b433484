//! Assembly formats with bare keywords of enums in the dictionary.

use terrace_ir::asm::{Failed, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::enum_attr::{EnumValue, enum_param, enum_param_attr};
use terrace_ir::{Attr, Context, NamedAttr, OpRef, Type};

use crate::attrs::{
    BLOCK_SIZE, BlockSize, NAN_MODE, NanPropagationMode, RESIZE_MODE, ROUNDING_MODE, ResizeMode, RoundingMode,
};

/// An attribute that is written as its keyword.
struct BareEnum {
    /// The name of the attribute.
    name: &'static str,
    /// Its name in errors.
    what: &'static str,
    /// Returns the attribute of a keyword; `None` if there is none.
    read: fn(&Context, &str) -> Option<Attr>,
    /// Returns the keyword of an attribute; `None` if it is another one.
    write: fn(&Context, Attr) -> Option<&'static str>,
}

macro_rules! bare_enums {
    ($($table:ident = $name:literal, $what:literal, $enum:ident, $def:ident;)*) => {$(
        static $table: BareEnum = BareEnum {
            name: $name,
            what: $what,
            read: |cx, word| Some(enum_param_attr(cx, $enum::from_keyword(word)?, &$def)),
            write: |cx, attr| Some(enum_param::<$enum>(cx, attr, &$def)?.keyword()),
        };
    )*
    static BARE_ENUMS: &[&BareEnum] = &[$(&$table),*];
    };
}

bare_enums! {
    BARE_ROUNDING = "rounding_mode", "rounding_mode", RoundingMode, ROUNDING_MODE;
    BARE_RESIZE = "mode", "resize mode", ResizeMode, RESIZE_MODE;
    BARE_NAN = "nan_mode", "nan_mode", NanPropagationMode, NAN_MODE;
    BARE_BLOCK_SIZE = "block_size", "block_size", BlockSize, BLOCK_SIZE;
}

/// Adds an attribute of this name: to its slot, or to the discardable ones.
fn add_attr(p: &mut dyn OpParser, state: &mut ParseState, name: &str, attr: Attr) {
    let slot =
        p.cx().op_info(state.name).def().and_then(|def| def.props.iter().position(|prop| prop.name == name));
    match slot {
        Some(slot) => state.props[slot] = attr,
        None => state.attrs.push((p.cx().str(name), attr)),
    }
}

fn parse_entry(p: &mut dyn OpParser, state: &mut ParseState, bare: &BareEnum) -> PResult<()> {
    let loc = p.loc();
    let name = p.keyword_or_string()?;
    if state.is_given(p.cx(), &name) {
        return Err(p.error(loc, format!("attribute '{name}' occurs more than once in the attribute list")));
    }
    p.token("=")?;
    let loc = p.loc();
    let word = if name == bare.name { p.optional_keyword() } else { None };
    let attr = match word {
        Some(word) => (bare.read)(p.cx(), &word)
            .ok_or_else(|| p.error(loc, format!("invalid {} value: {word}", bare.what)))?,
        None => p.attr(Type::NONE)?,
    };
    add_attr(p, state, &name, attr);
    Ok(())
}

/// `%a, %b {mode = BILINEAR, other = 1} : (..) -> ..`
fn parse(p: &mut dyn OpParser, state: &mut ParseState, bare: &BareEnum) -> PResult<()> {
    let mut operands = vec![p.operand()?];
    while p.optional_token(",") {
        operands.push(p.operand()?);
    }
    if p.optional_token("{") && !p.optional_token("}") {
        parse_entry(p, state, bare)?;
        while p.optional_token(",") {
            parse_entry(p, state, bare)?;
        }
        p.token("}")?;
    }
    p.token(":")?;
    let (inputs, results) = function_type(p)?;
    let loc = p.loc();
    state.operands.extend(p.resolve_all(&operands, &inputs, loc)?);
    state.results.extend(results);
    Ok(())
}

/// Parses a function type.
pub(crate) fn function_type(p: &mut dyn OpParser) -> PResult<(Vec<Type>, Vec<Type>)> {
    let loc = p.loc();
    let ty = p.ty()?;
    if let Some((inputs, results)) = ty.function(p.cx()) {
        return Ok((inputs.to_vec(), results.to_vec()));
    }
    let found = p.cx().type_text(ty);
    let message = format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
    Err(p.error(loc, message))
}

fn print_entries(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let cx = op.cx();
    let default = crate::attrs::propagate(cx);
    let props = op.def().map_or(&[][..], |def| def.props).iter().zip(op.props());
    let mut entries: Vec<NamedAttr> = props
        .filter(|(_, attr)| !attr.is_null() && **attr != default)
        .map(|(prop, attr)| (cx.str(prop.name), *attr))
        .collect();
    entries.extend(op.attrs().as_dict(cx).unwrap_or(&[]));
    cx.sort_by_name(&mut entries);
    for (i, (name, attr)) in entries.iter().enumerate() {
        p.text(if i == 0 { " {" } else { ", " });
        p.keyword_or_string(name.text(cx).as_bytes());
        p.text(" = ");
        let name = name.text(cx);
        let bare =
            BARE_ENUMS.iter().filter(|bare| bare.name == name).find_map(|bare| (bare.write)(cx, *attr));
        match bare {
            Some(word) => p.text(word),
            None => p.attr(*attr),
        }
    }
    if !entries.is_empty() {
        p.text("}");
    }
}

/// Prints the whole op, with keywords of enums.
pub(crate) fn print_with_enums(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.values(&mut op.operands());
    print_entries(p, op);
    p.text(" : ");
    print_function_type(p, op);
}

pub(crate) fn print_function_type(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text("(");
    p.types_of(&mut op.operands());
    p.text(")");
    p.arrow_types(&op.result_types());
}

macro_rules! parsers {
    ($($(#[$doc:meta])* $name:ident = $bare:ident;)*) => {$(
        $(#[$doc])*
        pub(crate) fn $name(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
            parse(p, state, &$bare)
        }
    )*};
}

parsers! {
    /// Parses an op with `rounding_mode`.
    parse_with_rounding = BARE_ROUNDING;
    /// Parses an op with `mode`.
    parse_with_resize_mode = BARE_RESIZE;
    /// Parses an op with `nan_mode`.
    parse_with_nan_mode = BARE_NAN;
    /// Parses an op with `block_size`.
    parse_with_block_size = BARE_BLOCK_SIZE;
}

/// Reports, after another error, what was expected instead.
pub(crate) fn also(p: &mut dyn OpParser, message: &str) -> Failed {
    let loc = p.loc();
    p.error(loc, message.to_owned())
}
