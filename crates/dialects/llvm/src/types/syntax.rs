//! The syntax of types. Inside of a type or an op of the dialect, its types have no `!llvm.` prefix.

use terrace_ir::asm::{AttrPrinter, OpParser, PResult};
use terrace_ir::def::TypeDefId;
use terrace_ir::params::ParamType;
use terrace_ir::{Attr, AttrData, Context, Loc, OptionalAttr, Signedness, Type, TypeData};
use terrace_support::apfloat::FloatKind;
use terrace_support::apint::ApInt;

use super::{
    PpcFp128Type, StructRef, StructType, invalid_element, is_compatible_type, verify_array, verify_function,
};

/// Reads a type: any type in full, or one of the dialect without `!llvm.`.
///
/// # Errors
///
/// If there is no type.
pub fn parse_pretty_type(p: &mut dyn OpParser) -> PResult<Type> {
    if let Some(ty) = p.optional_type()? {
        return Ok(ty);
    }
    let loc = p.loc();
    match p.optional_type_of_dialect("llvm")? {
        Some(ty) => Ok(ty),
        None => {
            let key = p.keyword("expected valid keyword")?;
            Err(p.error(loc, format!("unknown LLVM type: {key}")))
        }
    }
}

/// The message for an unknown type of the dialect: the nested types without `!llvm.` are not valid after it.
pub(crate) fn unknown_type_message(name: &str) -> String {
    const WORDS: &[&str] = &["index", "none", "vector", "tensor", "memref", "complex", "tuple", "graph"];
    let integer = ["si", "ui", "i"].iter().find_map(|prefix| name.strip_prefix(prefix));
    let is_integer = integer.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit()));
    if is_integer || WORDS.contains(&name) || FloatKind::from_name(name).is_some() {
        return "unexpected type, expected keyword".to_string();
    }
    format!("unknown LLVM type: {name}")
}

/// Prints the syntax of [`parse_pretty_type`].
pub fn print_pretty_type(p: &mut dyn AttrPrinter, cx: &Context, ty: Type) {
    if let TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } = ty.data(cx)
        && let Some(mnemonic) = cx.type_def(*def).def().name.strip_prefix("llvm.")
        && !ty.isa::<PpcFp128Type>(cx)
        && is_compatible_type(cx, ty)
    {
        p.text(mnemonic);
        p.ty_params(ty);
    } else {
        p.ty(ty);
    }
}

/// Reports an error about a parameter, after the specific reason.
fn param_error<T>(
    p: &mut dyn OpParser,
    result: PResult<T>,
    class: &str,
    name: &str,
    what: &str,
) -> PResult<T> {
    result.map_err(|_| {
        let here = p.loc();
        p.error(here, format!("failed to parse {class} parameter '{name}' which is to be a `{what}`"))
    })
}

fn checked(p: &mut dyn OpParser, loc: Loc, result: Result<(), String>) -> PResult<()> {
    result.map_err(|message| p.error(loc, message))
}

/// An integer that fits an unsigned parameter; a negative one wraps around.
fn unsigned<T: TryFrom<i64>>(p: &mut dyn OpParser) -> PResult<T> {
    let loc = p.loc();
    let value = p.integer()?;
    T::try_from(value).map_err(|_| p.error(loc, "integer value too large".to_string()))
}

pub(super) fn parse_array(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    let loc = p.loc();
    p.token("<")?;
    let count = unsigned::<u64>(p);
    let count = param_error(p, count, "LLVMArrayType", "numElements", "uint64_t")?;
    p.token("x")?;
    let element = parse_pretty_type(p)?;
    p.token(">")?;
    let cx = p.cx();
    let params = vec![cx.type_attr(element), u64::attr(cx, count)];
    let result = verify_array(cx, &params);
    checked(p, loc, result)?;
    Ok(params)
}

pub(super) fn print_array(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let &[element, count] = params else { return };
    p.text(&format!("<{} x ", count.u64_value(cx)));
    print_pretty_type(p, cx, element.as_type(cx).unwrap_or(Type::NONE));
    p.text(">");
}

pub(super) fn parse_function(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    let loc = p.loc();
    p.token("<")?;
    let result = parse_pretty_type(p)?;
    p.token("(")?;
    let (mut arguments, mut variadic) = (Vec::new(), false);
    if !p.optional_token(")") {
        loop {
            if p.optional_token("...") {
                variadic = true;
                break;
            }
            arguments.push(parse_pretty_type(p)?);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token(")")?;
    }
    p.token(">")?;
    let cx = p.cx();
    let params = vec![cx.type_attr(result), cx.type_array_attr(&arguments), cx.bool_attr(variadic)];
    let result = verify_function(cx, &params);
    checked(p, loc, result)?;
    Ok(params)
}

pub(super) fn print_function(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let &[result, arguments, variadic] = params else { return };
    p.text("<");
    print_pretty_type(p, cx, result.as_type(cx).unwrap_or(Type::NONE));
    p.text(" (");
    let arguments = arguments.optional_elements(cx);
    print_types(p, cx, arguments);
    if variadic == Attr::TRUE {
        p.text(if arguments.is_empty() { "..." } else { ", ..." });
    }
    p.text(")>");
}

fn print_types(p: &mut dyn AttrPrinter, cx: &Context, types: &[Attr]) {
    for (i, ty) in types.iter().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        print_pretty_type(p, cx, ty.as_type(cx).unwrap_or(Type::NONE));
    }
}

pub(super) fn parse_target(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    p.token("<")?;
    let loc = p.loc();
    let name = match p.optional_string()? {
        Some(name) => Ok(name),
        None => Err(p.error(loc, "expected string".to_string())),
    };
    let name = param_error(p, name, "LLVMTargetExtType", "extTypeName", "::llvm::StringRef")?;
    let (mut types, mut integers) = (Vec::new(), Vec::new());
    while p.optional_token(",") {
        let here = p.loc();
        let integer = p.optional_integer();
        if let Ok(Some(integer)) = integer {
            // A number may be written as a negative one.
            if u32::try_from(integer).is_err() && i32::try_from(integer).is_err() {
                return Err(p.error(here, "integer value too large".to_string()));
            }
            let ty = p.cx().integer(32, Signedness::Unsigned);
            let value = ApInt::new(32, integer as u32 as u64);
            integers.push(p.cx().attr(AttrData::Integer { ty, value }));
            continue;
        }
        if !integers.is_empty() || integer.is_err() {
            let here = p.loc();
            let message = "failed to parse parameter list for target extension type";
            return Err(p.error(here, message.to_string()));
        }
        let ty = parse_pretty_type(p)?;
        types.push(ty);
    }
    p.token(">")?;
    let cx = p.cx();
    let name = cx.str_attr(cx.str_from_bytes(&name));
    Ok(vec![name, cx.type_array_attr(&types), cx.array_attr(&integers)])
}

pub(super) fn print_target(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let &[name, types, integers] = params else { return };
    p.text("<");
    p.quoted(name.optional_bytes(cx));
    for ty in types.optional_elements(cx) {
        p.text(", ");
        p.ty(ty.as_type(cx).unwrap_or(Type::NONE));
    }
    for integer in integers.optional_elements(cx) {
        p.text(&format!(", {}", integer.u64_value(cx)));
    }
    p.text(">");
}

/// A structure without a name: its elements.
fn parse_body(p: &mut dyn OpParser, loc: Loc) -> PResult<(Vec<Attr>, bool, Loc)> {
    let packed = p.optional_token("packed");
    p.token("(")?;
    let mut elements = Vec::new();
    if p.optional_token(")") {
        p.token(">")?;
        return Ok((elements, packed, loc));
    }
    let elements_loc = p.loc();
    loop {
        let element = parse_pretty_type(p)?;
        elements.push(p.cx().type_attr(element));
        if !p.optional_token(",") {
            break;
        }
    }
    p.token(")")?;
    p.token(">")?;
    Ok((elements, packed, elements_loc))
}

pub(super) fn parse_struct(p: &mut dyn OpParser, def: TypeDefId) -> PResult<Type> {
    let start = p.loc();
    p.token("<")?;
    let Some(name) = p.optional_string()? else {
        let loc = p.loc();
        if p.optional_token("opaque") {
            return Err(p.error(loc, "only identified structs can be opaque".to_string()));
        }
        let (elements, packed, _) = parse_body(p, loc)?;
        if let Some(message) = invalid_element(p.cx(), &elements) {
            return Err(p.error(start, message));
        }
        let params = [p.cx().array_attr(&elements), p.cx().bool_attr(packed)];
        return Ok(p.cx().ty(TypeData::Dialect { def, params: params.into() }));
    };
    let ty = p.cx().identified_type(def, p.cx().str_from_bytes(&name));
    let end = p.loc();
    if p.optional_token(">") {
        if p.start_cyclic(ty)? {
            p.end_cyclic();
            let message = "struct without a body only allowed in a recursive struct";
            return Err(p.error(end, message.to_string()));
        }
        return Ok(ty);
    }
    p.token(",")?;
    let loc = p.loc();
    if p.optional_token("opaque") {
        p.token(">")?;
        return match StructType::set_opaque(p.cx(), ty) {
            Ok(()) => Ok(ty),
            Err(_) => Err(p.error(loc, "redeclaring defined struct as opaque".to_string())),
        };
    }
    if !p.start_cyclic(ty)? {
        return Err(p.error(loc, "identifier already used for an enclosing struct".to_string()));
    }
    let (elements, packed, elements_loc) = parse_body(p, loc)?;
    p.end_cyclic();
    if let Some(message) = invalid_element(p.cx(), &elements) {
        return Err(p.error(elements_loc, message));
    }
    let mut body = vec![p.cx().bool_attr(packed)];
    body.extend(elements);
    match p.cx().set_identified_body(ty, &body) {
        Ok(()) => Ok(ty),
        Err(_) => {
            let message = "identified type already used with a different body";
            Err(p.error(elements_loc, message.to_string()))
        }
    }
}

pub(super) fn print_identified(p: &mut dyn AttrPrinter, cx: &Context, ty: Type) {
    let Some(body) = StructRef::of(cx, ty) else { return };
    p.text("<");
    p.quoted(body.name.expect("an identified structure has a name"));
    if p.start_cyclic(ty) {
        if body.is_opaque {
            p.text(", opaque");
        } else {
            p.text(if body.is_packed { ", packed (" } else { ", (" });
            print_types(p, cx, body.elements);
            p.text(")");
        }
        p.end_cyclic();
    }
    p.text(">");
}

/// Structures are read by [`parse_struct`], whether they have a name or not.
pub(super) fn parse_no_literal(p: &mut dyn OpParser, _: Type) -> PResult<Vec<Attr>> {
    let loc = p.loc();
    Err(p.error(loc, format!("'{}' has no parameters alone", StructType::DEF.name)))
}

pub(super) fn print_literal(p: &mut dyn AttrPrinter, cx: &Context, params: &[Attr]) {
    let &[elements, packed] = params else { return };
    p.text(if packed == Attr::TRUE { "<packed (" } else { "<(" });
    print_types(p, cx, elements.optional_elements(cx));
    p.text(")>");
}
