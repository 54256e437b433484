//! The common parts of function ops: the syntax of a signature, and its verification.

use terrace_ir::asm::{Argument, Failed, OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::def::op_error;
use terrace_ir::diag::CheckResult;
use terrace_ir::interfaces::{Callable, FunctionOp};
use terrace_ir::{Attr, AttrData, Context, Loc, OpRef, RegionRef, Type};

/// Builds a function's type from arguments, results and the presence of `...`; or returns an error message.
pub type BuildType = fn(&Context, &[Type], &[Type], bool) -> Result<Type, String>;

/// The syntax of a kind of function op.
pub struct FunctionSyntax {
    /// The attribute that holds the function's type.
    pub type_prop: &'static str,
    /// Whether `...` may end the arguments.
    pub variadic: bool,
    /// Builds the function's type.
    pub build_type: BuildType,
}

/// Functions with a builtin function type in `function_type`.
pub static BUILTIN_FUNCTION: FunctionSyntax = FunctionSyntax {
    type_prop: "function_type",
    variadic: false,
    build_type: |cx, inputs, results, _| Ok(cx.function_type(inputs, results)),
};

/// A signature as written.
#[derive(Default)]
pub struct Signature {
    /// The arguments; without names for a declaration.
    pub arguments: Vec<Argument>,
    /// Whether `...` ends them.
    pub variadic: bool,
    /// Types of the results.
    pub results: Vec<Type>,
    /// Attributes of the results, a dictionary each.
    pub result_attrs: Vec<Attr>,
}

/// `{...}`, or nothing: an empty dictionary.
fn optional_dict(p: &mut dyn OpParser) -> PResult<(Attr, Option<Loc>)> {
    let loc = p.loc();
    let Some(attr) = p.optional_attr(Type::NONE)? else { return Ok((Attr::EMPTY_DICT, None)) };
    match attr.data(p.cx()) {
        AttrData::Dict(_) => Ok((attr, None)),
        // The reader of attributes takes a location that follows directly.
        AttrData::Loc(_) => Ok((Attr::EMPTY_DICT, Some(Loc::from_attr(attr)))),
        _ => Err(p.error(loc, "expected ')'".to_string())),
    }
}

/// An argument without a name: a type with attributes and location.
fn unnamed_argument(p: &mut dyn OpParser) -> PResult<Argument> {
    let start = p.loc();
    let ty = p.ty()?;
    let (attrs, mut loc) = optional_dict(p)?;
    if loc.is_none() {
        loc = p.optional_location()?;
    }
    let operand = Operand { name: (0, 0), number: 0, loc: start };
    Ok(Argument { operand, ty, attrs, loc: loc.unwrap_or(start) })
}

fn arguments(p: &mut dyn OpParser, allow_variadic: bool, out: &mut Signature) -> PResult<()> {
    p.token("(")?;
    if p.optional_token(")") {
        return Ok(());
    }
    loop {
        if out.variadic {
            let loc = p.loc();
            let message = "variadic arguments must be in the end of the argument list";
            return Err(p.error(loc, message.to_string()));
        }
        if allow_variadic && p.optional_token("...") {
            out.variadic = true;
        } else {
            // Either every argument has a name or none has.
            let named_before = out.arguments.last().map(|a| a.operand.name.1 > 0);
            let loc = p.loc();
            let argument = match p.optional_argument(true, true)? {
                Some(_) if named_before == Some(false) => {
                    return Err(p.error(loc, "expected type instead of SSA identifier".to_string()));
                }
                Some(argument) => argument,
                None if named_before == Some(true) => {
                    return Err(p.error(loc, "expected SSA identifier".to_string()));
                }
                None => unnamed_argument(p)?,
            };
            out.arguments.push(argument);
        }
        if !p.optional_token(",") {
            break;
        }
    }
    p.token(")")
}

/// `type`, `()` or `(type {attributes}, ...)`: types and attribute dictionaries.
///
/// # Errors
///
/// If the text is no such list.
pub fn parse_results(p: &mut dyn OpParser) -> PResult<TypesWithAttrs> {
    if !p.optional_token("(") {
        return Ok((vec![p.ty()?], vec![Attr::EMPTY_DICT]));
    }
    types_with_attrs(p)
}

/// `type {attributes}, ..)`, after the parenthesis that opens.
fn types_with_attrs(p: &mut dyn OpParser) -> PResult<TypesWithAttrs> {
    let (mut types, mut attrs) = (Vec::new(), Vec::new());
    if p.optional_token(")") {
        return Ok((types, attrs));
    }
    loop {
        types.push(p.ty()?);
        attrs.push(optional_dict(p)?.0);
        if !p.optional_token(",") {
            break;
        }
    }
    p.token(")")?;
    Ok((types, attrs))
}

/// Types with the attributes of each.
pub type TypesWithAttrs = (Vec<Type>, Vec<Attr>);

/// `(type {attributes}, ..) -> results`: the signature of a call, both parts as in [`parse_results`].
///
/// # Errors
///
/// If the text is no such signature. That `->` is missing is not reported.
pub fn parse_call_signature(p: &mut dyn OpParser) -> PResult<(TypesWithAttrs, TypesWithAttrs)> {
    p.token("(")?;
    let inputs = types_with_attrs(p)?;
    if !p.optional_token("->") {
        return Err(Failed);
    }
    Ok((inputs, parse_results(p)?))
}

/// `(arguments) -> results`.
///
/// # Errors
///
/// If the text is no signature, or the arguments are variadic and may not be.
pub fn parse_signature(p: &mut dyn OpParser, allow_variadic: bool) -> PResult<Signature> {
    let mut out = Signature::default();
    arguments(p, allow_variadic, &mut out)?;
    if p.optional_token("->") {
        (out.results, out.result_attrs) = parse_results(p)?;
    }
    Ok(out)
}

/// Stores `attrs` in the inherent attribute `prop`, unless all of them are empty. The attribute must not be
/// there yet.
///
/// # Errors
///
/// If the attribute was given already.
pub fn set_dicts(p: &mut dyn OpParser, state: &mut ParseState, prop: &str, attrs: &[Attr]) -> PResult<()> {
    if attrs.iter().all(|&a| a == Attr::EMPTY_DICT) {
        return Ok(());
    }
    if state.prop(p.cx(), prop).is_some() {
        let loc = p.name_loc();
        let message = format!("attribute '{prop}' occurs more than once in the attribute list");
        return Err(p.error(loc, message));
    }
    state.set_prop(p.cx(), prop, p.cx().array_attr(attrs));
    Ok(())
}

/// `visibility? @name(arguments) -> results (attributes {...})? body?`.
///
/// # Errors
///
/// If the text is not a function, its types do not form a function type, or an implied attribute is repeated.
pub fn parse_function(p: &mut dyn OpParser, state: &mut ParseState, syntax: &FunctionSyntax) -> PResult<()> {
    let visibility = p.optional_keyword_of(&["public", "private", "nested"]);
    let name = p.symbol_name()?;
    let signature_loc = p.loc();
    let signature = parse_signature(p, syntax.variadic)?;
    let inputs: Vec<Type> = signature.arguments.iter().map(|a| a.ty).collect();
    let ty = match (syntax.build_type)(p.cx(), &inputs, &signature.results, signature.variadic) {
        Ok(ty) => ty,
        Err(why) => {
            let colon = if why.is_empty() { "" } else { ": " };
            return Err(p.error(signature_loc, format!("failed to construct function type{colon}{why}")));
        }
    };
    // What the signature says is filled in afterwards, so that whatever stands here now was written twice.
    let dict_loc = p.loc();
    p.optional_attr_dict_with_keyword(state)?;
    for inferred in ["sym_visibility", "sym_name", syntax.type_prop] {
        if state.is_given(p.cx(), inferred) {
            let message = format!(
                "'{inferred}' is an inferred attribute and should not be specified in the explicit \
                 attribute dictionary"
            );
            return Err(p.error(dict_loc, message));
        }
    }
    let cx = p.cx();
    state.set_prop(cx, "sym_name", name);
    state.set_prop(cx, syntax.type_prop, cx.type_attr(ty));
    if let Some(visibility) = visibility {
        let (name, value) = (cx.str("sym_visibility"), cx.string_attr(&visibility));
        // Not every function has a slot for it.
        match cx.op_info(state.name).prop_names.contains(&name) {
            true => state.set_prop(cx, "sym_visibility", value),
            false => state.attrs.push((name, value)),
        }
    }
    let attrs: Vec<Attr> = signature.arguments.iter().map(|a| a.attrs).collect();
    set_dicts(p, state, "arg_attrs", &attrs)?;
    set_dicts(p, state, "res_attrs", &signature.result_attrs)?;
    let body_loc = p.loc();
    let named = signature.arguments.first().is_none_or(|a| a.operand.name.1 > 0);
    let arguments = if named { &signature.arguments[..] } else { &[] };
    match p.optional_region(state, arguments, false)? {
        Some(region) if p.num_blocks(state, region) == 0 => {
            Err(p.error(body_loc, "expected non-empty function body".to_string()))
        }
        Some(_) => Ok(()),
        None => {
            p.new_region(state);
            Ok(())
        }
    }
}

fn dict_at(cx: &Context, attrs: Option<Attr>, index: usize) -> Attr {
    attrs.and_then(|a| a.as_array(cx)?.get(index).copied()).unwrap_or(Attr::EMPTY_DICT)
}

/// Prints a signature: with the names of the body's arguments, or types alone without a body.
pub fn print_signature(
    p: &mut dyn OpPrinter,
    op: OpRef<'_>,
    arguments: &[Type],
    variadic: bool,
    results: &[Type],
    body: Option<RegionRef<'_>>,
) {
    let cx = op.cx();
    let (arg_attrs, res_attrs) = (op.inherent_attr("arg_attrs"), op.inherent_attr("res_attrs"));
    let entry = body.and_then(|b| b.entry());
    p.text("(");
    for (i, &ty) in arguments.iter().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        let named = entry.and_then(|b| b.args().nth(i));
        let attrs = dict_at(cx, arg_attrs, i);
        if let Some(arg) = named {
            p.argument(arg, true);
            p.argument_attrs(attrs);
            p.argument_loc(arg.loc());
        } else {
            p.ty(ty);
            p.plain_attr_dict(attrs);
        }
    }
    if variadic {
        p.text(if arguments.is_empty() { "..." } else { ", ..." });
    }
    p.text(")");
    if results.is_empty() {
        return;
    }
    p.text(" -> ");
    let parens = results.len() > 1
        || results[0].function(cx).is_some()
        || dict_at(cx, res_attrs, 0) != Attr::EMPTY_DICT;
    if parens {
        p.text("(");
    }
    for (i, &ty) in results.iter().enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.ty(ty);
        p.plain_attr_dict(dict_at(cx, res_attrs, i));
    }
    if parens {
        p.text(")");
    }
}

/// Prints the syntax of [`parse_function`].
pub fn print_function(
    p: &mut dyn OpPrinter,
    op: OpRef<'_>,
    function: &dyn FunctionOp,
    syntax: &FunctionSyntax,
) {
    let cx = op.cx();
    p.text(" ");
    if let Some(visibility) = op.attr("sym_visibility").and_then(|v| v.as_str(cx)) {
        p.text(visibility);
        p.text(" ");
    }
    if let Some(name) = op.symbol_name() {
        p.symbol(name.bytes(cx));
    }
    let body = op.single_region();
    let (arguments, results) = (function.argument_types(op), function.result_types(op));
    print_signature(p, op, &arguments, false, &results, Some(body));
    p.attr_dict_with_keyword(op, &["sym_name", "sym_visibility", syntax.type_prop, "arg_attrs", "res_attrs"]);
    if !body.is_empty() {
        p.text(" ");
        p.region(body, false, true);
    }
}

/// Verifies the common invariants of ops that define functions.
///
/// # Errors
///
/// If the attributes of arguments or results are not one dictionary of dialect attributes for each, or the entry block does
/// not have the arguments of the signature.
pub fn verify_function(op: OpRef<'_>, function: &dyn FunctionOp) -> CheckResult {
    let cx = op.cx();
    let arguments = function.argument_types(op);
    verify_dicts(op, true, arguments.len())?;
    verify_dicts(op, false, function.result_types(op).len())?;
    let Some(entry) = op.single_region().entry() else { return Ok(()) };
    if entry.args().len() != arguments.len() {
        let message =
            format!("entry block must have {} arguments to match function signature", arguments.len());
        return Err(op_error(op, message));
    }
    for (i, (arg, &ty)) in entry.args().zip(&arguments).enumerate() {
        if arg.ty() != ty {
            let message = format!(
                "type of entry block argument #{i}('{}') must match the type of the corresponding argument in \
                 function signature('{}')",
                cx.type_text(arg.ty()),
                cx.type_text(ty)
            );
            return Err(op_error(op, message));
        }
    }
    Ok(())
}

/// Checks the attributes of arguments or results: a dictionary for each, with dialect attributes alone.
fn verify_dicts(op: OpRef<'_>, of_arguments: bool, count: usize) -> CheckResult {
    let cx = op.cx();
    let (prop, what) = if of_arguments { ("arg_attrs", "argument") } else { ("res_attrs", "result") };
    let Some(dicts) = op.inherent_attr(prop).and_then(|a| a.as_array(cx)) else { return Ok(()) };
    if dicts.len() != count {
        let message = format!(
            "expects {what} attribute array to have the same number of elements as the number of function \
             {what}s, got {}, but expected {count}",
            dicts.len()
        );
        return Err(op_error(op, message));
    }
    for (i, dict) in dicts.iter().enumerate() {
        let Some(entries) = dict.as_dict(cx) else {
            let text = cx.attr_text(*dict);
            let message =
                format!("expects {what} attribute dictionary to be a DictionaryAttr, but got `{text}`");
            return Err(op_error(op, message));
        };
        for &(name, value) in entries {
            let Some(prefix) = name.dialect_prefix(cx) else {
                return Err(op_error(op, format!("{what}s may only have dialect attributes")));
            };
            let dialect = cx.dialect(prefix);
            if let Some(verify) = dialect.and_then(|d| d.def().verify_region_attr) {
                verify(op, (name, value), of_arguments, i as u32)?;
            }
        }
    }
    Ok(())
}

/// Checks a call, whose operands are the arguments, against the types of the callee.
///
/// # Errors
///
/// If a type or the number of operands or results differs.
pub fn verify_call(op: OpRef<'_>, inputs: &[Type], results: &[Type]) -> CheckResult {
    let cx = op.cx();
    if inputs.len() != op.num_operands() {
        return Err(op_error(op, "incorrect number of operands for callee"));
    }
    for (i, (operand, &expected)) in op.operands().zip(inputs).enumerate() {
        if operand.ty() != expected {
            let message = format!(
                "operand type mismatch: expected operand type '{}', but provided '{}' for operand number {i}",
                cx.type_text(expected),
                cx.type_text(operand.ty())
            );
            return Err(op_error(op, message));
        }
    }
    if results.len() != op.num_results() {
        return Err(op_error(op, "incorrect number of results for callee"));
    }
    let given = op.result_types();
    if let Some(i) = (0..results.len()).find(|&i| given[i] != results[i]) {
        return Err(op_error(op, format!("result type mismatch at index {i}"))
            .note(op.loc(), format!("      op result types: {}", cx.types_text(&given)))
            .note(op.loc(), format!("function result types: {}", cx.types_text(results))));
    }
    Ok(())
}

/// The interfaces of a function whose type is a builtin one in `function_type`, and whose only region is the body.
pub struct BuiltinFunction;

impl FunctionOp for BuiltinFunction {}

impl Callable for BuiltinFunction {
    fn callable_region<'a>(&self, op: OpRef<'a>) -> Option<RegionRef<'a>> {
        Some(op.single_region()).filter(|region| !region.is_empty())
    }

    fn callable_results(&self, op: OpRef<'_>) -> Vec<Type> {
        self.result_types(op)
    }
}
