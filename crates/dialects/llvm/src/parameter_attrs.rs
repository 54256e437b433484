//! Attributes of the dialect on ops, and on arguments and results of functions.

use terrace_ir::attrs::{Attr, NamedAttr};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{CheckResult, OpRef, Type};

use crate::types::{PointerType, VoidType, is_compatible_type};

/// The layout of a module is a text.
pub(crate) fn verify_op_attr(op: OpRef<'_>, (name, value): NamedAttr) -> CheckResult {
    if name.text(op.cx()) != "llvm.data_layout" {
        return Ok(());
    }
    let Some(text) = value.as_str(op.cx()) else {
        return Err(op_error(op, "expected 'llvm.data_layout' to be a string attributes"));
    };
    crate::layout_text::check(text)
        .map_err(|message| op_error(op, format!("invalid data layout descriptor: {message}\n")))
}

/// The required form of an attribute's value.
#[derive(Clone, Copy)]
enum Form {
    Unit,
    Type,
    Integer,
}

/// The types that an attribute applies to.
#[derive(Clone, Copy)]
enum On {
    Anything,
    Pointer,
    Integer,
}

/// The verified attributes, without `llvm.`: their form, the types that they apply to, and whether results
/// may have them.
const KNOWN: &[(&str, Option<(Form, On)>, bool)] = &[
    ("align", Some((Form::Integer, On::Pointer)), true),
    ("alignstack", Some((Form::Integer, On::Anything)), false),
    ("allocalign", None, false),
    ("allocptr", None, false),
    ("byref", Some((Form::Type, On::Pointer)), false),
    ("byval", Some((Form::Type, On::Pointer)), false),
    ("dereferenceable", Some((Form::Integer, On::Pointer)), true),
    ("dereferenceable_or_null", Some((Form::Integer, On::Pointer)), true),
    ("elementtype", Some((Form::Type, On::Pointer)), true),
    ("inalloca", Some((Form::Type, On::Pointer)), false),
    ("inreg", Some((Form::Unit, On::Anything)), true),
    ("nest", Some((Form::Unit, On::Pointer)), false),
    ("noalias", Some((Form::Unit, On::Pointer)), true),
    ("nocapture", Some((Form::Unit, On::Pointer)), false),
    ("nofree", Some((Form::Unit, On::Pointer)), false),
    ("nonnull", Some((Form::Unit, On::Pointer)), true),
    ("noundef", Some((Form::Unit, On::Anything)), true),
    ("preallocated", Some((Form::Type, On::Pointer)), false),
    ("readnone", Some((Form::Unit, On::Pointer)), false),
    ("readonly", Some((Form::Unit, On::Pointer)), false),
    ("returned", Some((Form::Unit, On::Anything)), false),
    ("signext", Some((Form::Unit, On::Integer)), true),
    ("sret", Some((Form::Type, On::Pointer)), false),
    ("writeonly", Some((Form::Unit, On::Pointer)), false),
    ("zeroext", Some((Form::Unit, On::Integer)), true),
];

/// Checks an attribute of an argument or a result of a function of any dialect.
pub(crate) fn verify_region_attr(
    op: OpRef<'_>,
    (name, value): NamedAttr,
    is_argument: bool,
    index: u32,
) -> CheckResult {
    let cx = op.cx();
    let Some(function) = op.interface::<dyn FunctionOp>() else { return Ok(()) };
    let types = if is_argument { function.argument_types(op) } else { function.result_types(op) };
    let Some(&ty) = types.get(index as usize) else { return Ok(()) };
    if !is_argument && ty.isa::<VoidType>(cx) {
        let message = "cannot attach result attributes to functions with a void return";
        return Err(plain_error(op, message));
    }
    let name = name.text(cx);
    let key = name.strip_prefix("llvm.").unwrap_or(name);
    let Some((_, rule, on_results)) = KNOWN.iter().find(|(known, ..)| *known == key) else { return Ok(()) };
    if !is_argument && !on_results {
        return Err(plain_error(op, format!("\"{name}\" is not a valid result attribute")));
    }
    match rule {
        Some((form, on)) => verify_parameter(op, name, value, ty, *form, *on),
        None => Ok(()),
    }
}

fn verify_parameter(op: OpRef<'_>, name: &str, value: Attr, ty: Type, form: Form, on: On) -> CheckResult {
    let cx = op.cx();
    let (fits, wanted) = match form {
        Form::Unit => (value == Attr::UNIT, "a unit attribute"),
        Form::Type => (value.as_type(cx).is_some(), "a type attribute"),
        Form::Integer => (value.as_integer(cx).is_some(), "an integer attribute"),
    };
    if !fits {
        return Err(plain_error(op, format!("\"{name}\" should be {wanted}")));
    }
    // What a type of another dialect becomes is not known.
    if !is_compatible_type(cx, ty) {
        return Ok(());
    }
    let message = match on {
        On::Pointer if !ty.isa::<PointerType>(cx) => "non-pointer",
        On::Integer if !ty.is_integer(cx) => "non-integer",
        _ => return Ok(()),
    };
    Err(plain_error(op, format!("\"{name}\" attribute attached to {message} LLVM type")))
}
