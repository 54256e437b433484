//! Ops, types and attributes that upstream's test dialect defines while it is loaded: none of them has a
//! named slot, and they only verify numbers of operands or parameters.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{AttrDef, EMPTY_PARAMS, OpDef, ParamDef, ParamKind, TypeDef, op_error};
use terrace_ir::diag::CheckResult;
use terrace_ir::{Attr, Context, OpKind, OpRef};
use terrace_macros::op;

/// Takes all operands, results and regions.
#[op("test.dynamic_generic")]
pub struct DynamicGenericOp {
    regions: VarRegion,
    arguments: VarOperand<ANY_TYPE>,
    outputs: VarRes<ANY_TYPE>,
}

/// Takes one operand and has two results.
#[op("test.dynamic_one_operand_two_results", verify = verify_counts)]
pub struct DynamicOneOperandTwoResultsOp {
    regions: VarRegion,
    arguments: VarOperand<ANY_TYPE>,
    outputs: VarRes<ANY_TYPE>,
}

fn verify_counts(op: OpRef<'_>) -> CheckResult {
    let (operands, results) = (op.num_operands(), op.num_results());
    if operands != 1 {
        return Err(op_error(op, format!("expected 1 operand, but had {operands}")));
    }
    if results != 2 {
        return Err(op_error(op, format!("expected 2 results, but had {results}")));
    }
    Ok(())
}

/// Is written with a keyword.
#[op("test.dynamic_custom_parser_printer", asm = (parse_keyword, print_keyword),
     syntax = "`custom_keyword`")]
pub struct DynamicCustomParserPrinterOp {}

fn parse_keyword(p: &mut dyn OpParser, _: &mut ParseState) -> PResult<()> {
    let loc = p.loc();
    if p.optional_keyword_of(&["custom_keyword"]).is_some() {
        return Ok(());
    }
    Err(p.error(loc, "expected 'custom_keyword'".to_owned()))
}

fn print_keyword(p: &mut dyn OpPrinter, _: OpRef<'_>) {
    p.text(" custom_keyword");
}

const fn param(name: &'static str, kind: ParamKind) -> ParamDef<'static> {
    ParamDef { name, kind, optional: false, default: None }
}

const LIST: &[ParamDef<'static>] =
    &[ParamDef { name: "params", kind: ParamKind::Array(&ParamKind::Attr), optional: true, default: None }];
const LIST_FORMAT: Option<&str> = Some("(`<` $params^ `>`)?");
const PAIR: &[ParamDef<'static>] = &[param("first", ParamKind::Attr), param("second", ParamKind::Attr)];
const PAIR_FORMAT: Option<&str> = Some("`<` $first `` `:` `` $second `>`");

fn verify_length(cx: &Context, params: &[Attr], expected: usize, what: &str) -> Result<(), String> {
    let found = params.first().and_then(|list| list.as_array(cx)).map_or(0, <[Attr]>::len);
    if found == expected {
        return Ok(());
    }
    Err(format!("expected {expected} {what} arguments, but had {found}"))
}

/// A type without parameters.
static SINGLETON_TYPE: TypeDef = TypeDef {
    name: "test.dynamic_singleton",
    class: "DynamicType",
    params: LIST,
    format: LIST_FORMAT,
    verify: Some(&|cx, params| verify_length(cx, params, 0, "type")),
    ..EMPTY_PARAMS
};

/// A type of two parameters.
static PAIR_TYPE: TypeDef = TypeDef {
    name: "test.dynamic_pair",
    verify: Some(&|cx, params| verify_length(cx, params, 2, "type")),
    ..SINGLETON_TYPE
};

/// A type of two parameters with a colon between them.
static CUSTOM_TYPE: TypeDef = TypeDef {
    name: "test.dynamic_custom_assembly_format",
    params: PAIR,
    format: PAIR_FORMAT,
    verify: None,
    ..SINGLETON_TYPE
};

/// An attribute without parameters.
static SINGLETON_ATTR: AttrDef = AttrDef {
    name: "test.dynamic_singleton",
    class: "DynamicAttr",
    params: LIST,
    format: LIST_FORMAT,
    verify: Some(&|cx, params| verify_length(cx, params, 0, "attribute")),
    ..EMPTY_PARAMS
};

/// An attribute of two parameters.
static PAIR_ATTR: AttrDef = AttrDef {
    name: "test.dynamic_pair",
    verify: Some(&|cx, params| verify_length(cx, params, 2, "attribute")),
    ..SINGLETON_ATTR
};

/// An attribute of two parameters with a colon between them.
static CUSTOM_ATTR: AttrDef = AttrDef {
    name: "test.dynamic_custom_assembly_format",
    params: PAIR,
    format: PAIR_FORMAT,
    verify: None,
    ..SINGLETON_ATTR
};

/// The types of this file.
pub(crate) static TYPES: [&TypeDef; 3] = [&SINGLETON_TYPE, &PAIR_TYPE, &CUSTOM_TYPE];
/// The attributes of this file.
pub(crate) static ATTRS: [&AttrDef; 3] = [&SINGLETON_ATTR, &PAIR_ATTR, &CUSTOM_ATTR];
/// The ops of this file.
pub(crate) const OPS: [&OpDef; 3] =
    [DynamicGenericOp::DEF, DynamicOneOperandTwoResultsOp::DEF, DynamicCustomParserPrinterOp::DEF];
