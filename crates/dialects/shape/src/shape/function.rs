//! Shape functions, and libraries that map ops to them.

use std::collections::HashSet;

use terrace_dialects_builtin::function::{BUILTIN_FUNCTION, parse_function, print_function, verify_function};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{DictArrayAttr, DictionaryAttr, FunctionTypeAttr, StrAttr, SymbolNameAttr};
use terrace_ir::attrs::NamedAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::plain_error;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, TraitSet, Type};
use terrace_macros::op;

/// A function that computes shapes.
#[op("shape.func",
     traits(AffineScope, AutomaticAllocationScope, Symbol, IsolatedFromAbove, OpAsmInterface),
     interfaces(dyn FunctionOp), default_dialect = "shape", asm = (parse_func, print_func),
     syntax = "($sym_visibility)? $sym_name `(` <arguments> `)` (`->` <result types>)? (`attributes` attr-dict)? ($body)?",
     verify = verify_func)]
pub struct FuncOp {
    sym_name: Prop<SymbolNameAttr>,
    function_type: Prop<FunctionTypeAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    sym_visibility: OptProp<StrAttr>,
    body: Region,
}

impl FunctionOp for FuncOp {}

fn parse_func(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    parse_function(p, state, &BUILTIN_FUNCTION)
}

fn print_func(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_function(p, op, &FuncOp::MODEL, &BUILTIN_FUNCTION);
}

fn verify_func(op: OpRef<'_>) -> CheckResult {
    verify_function(op, &FuncOp::MODEL)
}

/// Returns from a function of shapes.
#[op("shape.return", traits(Pure, HasParent(&["shape.func"]), ReturnLike, Terminator),
     format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct ReturnOp {
    operands: VarOperand<ANY_TYPE>,
}

/// Functions of shapes, and which of them belongs to which op.
#[op("shape.function_library",
     traits(AffineScope, IsolatedFromAbove, NoRegionArguments, SymbolTable, Symbol, NoTerminator, OpAsmInterface,
            SingleBlock),
     default_dialect = "shape", asm = (parse_library, print_library),
     syntax = "$sym_name (`attributes` attr-dict)? $body `mapping` $mapping")]
pub struct FunctionLibraryOp {
    sym_name: Prop<SymbolNameAttr>,
    sym_visibility: OptProp<StrAttr>,
    mapping: Prop<DictionaryAttr>,
    body: Region,
}

fn parse_library(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let name = p.symbol_name()?;
    state.set_prop(p.cx(), "sym_name", name);
    p.optional_attr_dict_with_keyword(state)?;
    p.region(state, &[], false)?;
    p.token("mapping")?;
    let loc = p.loc();
    let mapping = p.attr(Type::NONE)?;
    if mapping.as_dict(p.cx()).is_none() {
        return Err(p.error(loc, "invalid kind of attribute specified".to_string()));
    }
    state.set_prop(p.cx(), "mapping", mapping);
    Ok(())
}

fn print_library(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = FunctionLibraryOp::view_of(op);
    p.text(" ");
    p.symbol(view.sym_name().bytes(op.cx()));
    p.attr_dict_with_keyword(op, &["sym_name", "mapping"]);
    p.text(" ");
    p.region(view.body(), false, false);
    p.text(" mapping ");
    p.attr_without_type(view.mapping_attr());
}

/// Returns the libraries that `shape.lib` on an op names, in order.
pub fn libraries_of(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    let cx = op.cx();
    let Some(named) = op.attr("shape.lib") else { return Vec::new() };
    let names = named.as_array(cx).map_or_else(|| vec![named], <[Attr]>::to_vec);
    let tables = op.ir().symbol_tables();
    let find = |attr: Attr| {
        let (root, nested) = attr.as_symbol_ref(cx)?;
        tables.lookup_path(op, root, nested).filter(|found| found.isa::<FunctionLibraryOp>())
    };
    names.into_iter().filter_map(find).collect()
}

/// Returns the function to which a library maps an op; `None` if it maps it to none.
pub fn shape_function<'a>(library: OpRef<'a>, op: OpRef<'_>) -> Option<OpRef<'a>> {
    let view = library.cast::<FunctionLibraryOp>()?;
    let name = op.info().name;
    let (_, function) = *view.mapping().iter().find(|entry| entry.0 == name)?;
    let (root, nested) = function.as_symbol_ref(library.cx())?;
    library.ir().symbol_tables().lookup_path(library, root, nested)
}

/// `shape.lib` on an op that holds symbols names libraries among them.
pub(super) fn verify_op_attr(op: OpRef<'_>, (name, value): NamedAttr) -> CheckResult {
    let cx = op.cx();
    if name.text(cx) != "shape.lib" {
        return Ok(());
    }
    let fail = |message: String| Err(plain_error(op, message));
    if !op.has_trait(TraitSet::SymbolTable) {
        return fail("shape.lib attribute may only be on op implementing SymbolTable".to_string());
    }
    let tables = op.ir().symbol_tables();
    let find = |attr: Attr| {
        let (root, nested) = attr.as_symbol_ref(cx)?;
        tables.lookup_path(op, root, nested)
    };
    if value.as_symbol_ref(cx).is_some() {
        let text = cx.attr_text(value);
        return match find(value) {
            None => fail(format!("shape function library {text} not found")),
            Some(found) if found.isa::<FunctionLibraryOp>() => Ok(()),
            Some(_) => fail(format!("{text} required to be shape function library")),
        };
    }
    let Some(items) = value.as_array(cx) else {
        let rule = "only SymbolRefAttr or array of SymbolRefAttrs allowed as shape.lib attribute";
        return fail(rule.to_string());
    };
    let mut known = HashSet::new();
    for &item in items {
        if item.as_symbol_ref(cx).is_none() {
            return fail("only SymbolRefAttr allowed in shape.lib attribute array".to_string());
        }
        let Some(library) = find(item).and_then(|found| found.cast::<FunctionLibraryOp>()) else {
            return fail(format!("{} does not refer to FunctionLibraryOp", cx.attr_text(item)));
        };
        for &(name, _) in library.mapping() {
            if !known.insert(name) {
                let name = name.text(cx);
                return fail(format!(
                    "only one op to shape mapping allowed, found multiple for `\"{name}\"`"
                ));
            }
        }
    }
    Ok(())
}
