//! Ops that define a dialect, its types, its attributes and its ops.

use rustc_hash::FxHashSet;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::SymbolNameAttr;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::{CheckResult, OpKind, OpRef, RegionRef, op_match};
use terrace_macros::op;

use crate::names::verify_name;
use crate::slots::{AttributesOp, OperandsOp, ParametersOp, RegionsOp, ResultsOp};

/// A dialect.
#[op("irdl.dialect", traits(IsolatedFromAbove, NoTerminator, Symbol, SymbolTable),
     asm = (parse_definition, print_dialect),
     syntax = "$sym_name (`attributes` attr-dict)? ($body)?",
     verify = verify_dialect)]
pub struct DialectOp {
    sym_name: Prop<SymbolNameAttr>,
    body: Region<Sized<1>>,
}

/// A type of a dialect.
#[op("irdl.type",
     traits(HasParent(&["irdl.dialect"]), NoTerminator, NoRegionArguments, Check(at_most_one_parameters), Symbol),
     asm = (parse_definition, print_type),
     syntax = "$sym_name (`attributes` attr-dict)? ($body)?",
     verify = verify_type)]
pub struct TypeOp {
    sym_name: Prop<SymbolNameAttr>,
    body: Region<Sized<1>>,
}

/// An attribute of a dialect.
#[op("irdl.attribute",
     traits(HasParent(&["irdl.dialect"]), NoTerminator, NoRegionArguments, Check(at_most_one_parameters), Symbol),
     asm = (parse_definition, print_attribute),
     syntax = "$sym_name (`attributes` attr-dict)? ($body)?",
     verify = verify_attribute)]
pub struct AttributeOp {
    sym_name: Prop<SymbolNameAttr>,
    body: Region<Sized<1>>,
}

/// An op of a dialect.
#[op("irdl.operation",
     traits(HasParent(&["irdl.dialect"]), NoTerminator, NoRegionArguments, Check(at_most_one_of_slots), Symbol),
     asm = (parse_definition, print_operation),
     syntax = "$sym_name (`attributes` attr-dict)? ($body)?",
     verify = verify_operation, verify_regions = verify_slot_names)]
pub struct OperationOp {
    sym_name: Prop<SymbolNameAttr>,
    body: Region<Sized<1>>,
}

/// The name, attributes, and a region that may be left out where it is empty.
fn parse_definition(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let name = p.symbol_name()?;
    state.set_prop(p.cx(), "sym_name", name);
    p.optional_attr_dict_with_keyword(state)?;
    let region = match p.optional_region(state, &[], false)? {
        Some(region) => region,
        None => p.new_region(state),
    };
    p.ensure_block(state, region);
    Ok(())
}

fn print_definition(p: &mut dyn OpPrinter, op: OpRef<'_>, name: &str, body: RegionRef<'_>) {
    p.text(" ");
    p.symbol(name.as_bytes());
    p.attr_dict_with_keyword(op, &["sym_name"]);
    p.text(" ");
    if body.entry().is_some_and(|block| block.first().is_some()) {
        p.region(body, true, true);
    }
}

macro_rules! definitions {
    ($($print:ident, $verify:ident: $op:ident, $what:literal;)*) => {
        $(
            fn $print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
                let view = <$op as OpKind>::View::from(op);
                print_definition(p, op, view.sym_name().text(op.cx()), view.body());
            }

            fn $verify(op: OpRef<'_>) -> CheckResult {
                verify_name(op, $what, <$op as OpKind>::View::from(op).sym_name().text(op.cx()))
            }
        )*
    };
}

definitions! {
    print_dialect, verify_dialect_name: DialectOp, "dialect";
    print_type, verify_type: TypeOp, "type";
    print_attribute, verify_attribute: AttributeOp, "attribute";
    print_operation, verify_operation: OperationOp, "operation";
}

fn verify_dialect(op: OpRef<'_>) -> CheckResult {
    let name = DialectOp::view_of(op).sym_name().text(op.cx());
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let starts = name.bytes().next().is_some_and(is_letter);
    if !starts || name.bytes().any(|byte| !is_letter(byte) && !byte.is_ascii_digit() && byte != b'$') {
        return Err(op_error(op, "invalid dialect name"));
    }
    verify_dialect_name(op)
}

fn at_most_one(op: OpRef<'_>, isa: fn(OpRef<'_>) -> bool, name: &str) -> CheckResult {
    let ops = op.regions().next().and_then(RegionRef::entry).into_iter().flat_map(|block| block.ops());
    if ops.filter(|op| isa(*op)).nth(1).is_none() {
        return Ok(());
    }
    let message = format!(
        "failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type {name}"
    );
    Err(plain_error(op, message))
}

fn at_most_one_parameters(op: OpRef<'_>) -> CheckResult {
    at_most_one(op, |op| op.isa::<ParametersOp>(), ParametersOp::DEF.name)
}

fn at_most_one_of_slots(op: OpRef<'_>) -> CheckResult {
    at_most_one(op, |op| op.isa::<OperandsOp>(), OperandsOp::DEF.name)?;
    at_most_one(op, |op| op.isa::<ResultsOp>(), ResultsOp::DEF.name)?;
    at_most_one(op, |op| op.isa::<AttributesOp>(), AttributesOp::DEF.name)?;
    at_most_one(op, |op| op.isa::<RegionsOp>(), RegionsOp::DEF.name)
}

/// Operands, results and regions have different names: all are accessors of one op.
fn verify_slot_names(op: OpRef<'_>) -> CheckResult {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for inner in OperationOp::view_of(op).body().entry().into_iter().flat_map(|block| block.ops()) {
        op_match!(inner, {
            OperandsOp(view) => {
                kinds.push(("operands", view.names().iter().collect()));
            }
            ResultsOp(view) => {
                kinds.push(("results", view.names().iter().collect()));
            }
            RegionsOp(view) => {
                kinds.push(("regions", view.names().iter().collect()));
            }
            _ => {}
        });
    }
    for (i, (kind, names)) in kinds.iter().enumerate() {
        for (other, others) in &kinds[i + 1..] {
            let others: FxHashSet<&str> = others.iter().copied().collect();
            if let Some(name) = names.iter().find(|name| others.contains(*name)) {
                let message = format!("contains a value named '{name}' for both its {kind} and {other}");
                return Err(op_error(op, message));
            }
        }
    }
    Ok(())
}
