//! Ops that test assembly formats.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{BoolAttr, DenseI64ArrayAttr, StrAttr, UnitAttr, UnitProp};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{
    CustomArg, CustomDirective, EMPTY_PARAMS, OpDef, ParamDef, ParamKind, TypeConstraint, TypeDef,
};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::types::DYNAMIC;
use terrace_ir::verify::verify_destination_style;
use terrace_ir::{OpKind, OpRef, Type};
use terrace_macros::op;

/// Keywords in any order, as attributes.
#[op(
    "test.oilist_with_keywords_only",
    format = "oilist(`keyword` $keyword | `otherKeyword` $otherKeyword | \
               `thirdKeyword` $diffNameUnitAttrKeyword) attr-dict"
)]
pub struct OIListWithKeywordsOnly {
    keyword: OptProp<UnitAttr>,
    otherKeyword: OptProp<UnitAttr>,
    diffNameUnitAttrKeyword: OptProp<UnitAttr>,
}

/// Keywords in any order, as properties.
#[op(
    "test.oilist_with_keywords_only_properties",
    format = "oilist(`keyword` $keyword | `otherKeyword` $otherKeyword | \
               `thirdKeyword` $diffNameUnitPropKeyword) attr-dict"
)]
pub struct OIListWithKeywordsOnlyProperties {
    keyword: OptProp<UnitProp>,
    otherKeyword: OptProp<UnitProp>,
    diffNameUnitPropKeyword: OptProp<UnitProp>,
}

/// Operands in any order.
#[op(
    "test.oilist_with_simple_args",
    traits(AttrSizedOperandSegments),
    format = "oilist(`keyword` $arg0 `:` type($arg0) | `otherKeyword` $arg1 `:` type($arg1) | \
               `thirdKeyword` $arg2 `:` type($arg2)) attr-dict"
)]
pub struct OIListWithSimpleArgs {
    arg0: OptOperand<ANY_TYPE>,
    arg1: OptOperand<ANY_TYPE>,
    arg2: OptOperand<ANY_TYPE>,
}

/// Lists of operands in any order.
#[op(
    "test.oilist_variadic_with_parens",
    traits(AttrSizedOperandSegments),
    format = "oilist(`keyword` `(` $arg0 `:` type($arg0) `)` | `otherKeyword` `(` $arg1 `:` type($arg1) `)` | \
               `thirdKeyword` `(` $arg2 `:` type($arg2) `)`) attr-dict"
)]
pub struct OIListVariadicWithParens {
    arg0: VarOperand<ANY_TYPE>,
    arg1: VarOperand<ANY_TYPE>,
    arg2: VarOperand<ANY_TYPE>,
}

/// A clause with a directive among others.
#[op("test.oilist_custom", traits(AttrSizedOperandSegments), customs(&OPTIONAL_OPERAND),
     format = "oilist(`private` `(` $arg0 `:` type($arg0) `)` | \
               `reduction` custom<OptionalOperand>($optOperand) | `nowait` $nowait) attr-dict")]
pub struct OIListCustom {
    arg0: VarOperand<ANY_TYPE>,
    optOperand: OptOperand<terrace_ir::constraints::I32>,
    nowait: OptProp<UnitAttr>,
}

static OPTIONAL_OPERAND: CustomDirective = CustomDirective {
    name: "OptionalOperand",
    parse: |p, state, _| {
        state.slots.operands[1].extend(p.operand_list(Delimiter::Paren)?);
        Ok(true)
    },
    print: |p, op, _| {
        p.text("(");
        p.values(&mut op.operand_group(1));
        p.text(") ");
    },
};

/// Regions with control flow.
#[op("test.ssacfg_region")]
pub struct SSACFGRegionOp {
    regions: VarRegion,
    _operands: VarOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
}

/// A list of extents.
#[op("test.custom_dimension_list_attr", customs(&DIMENSION_LIST),
     format = "`dimension_list` `=` custom<DimensionList>($dimension_list) attr-dict")]
pub struct CustomDimensionListAttrOp {
    dimension_list: Prop<DenseI64ArrayAttr>,
}

static DIMENSION_LIST: CustomDirective =
    CustomDirective { name: "DimensionList", parse: parse_dimensions, print: print_dimensions };

fn parse_dimensions(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    const FAILED: &str = "Failed parsing dimension list.";
    let empty = p.optional_token("[");
    let extents = if empty { p.token("]").map(|()| Vec::new()) } else { p.dimension_list(true, false) };
    let loc = p.loc();
    let Ok(extents) = extents else { return Err(p.error(loc, FAILED.to_owned())) };
    if extents.is_empty() && !empty {
        let hint = "Did you mean an empty list? It must be denoted by \"[]\".";
        return Err(p.error(loc, format!("{FAILED} {hint}")));
    }
    let list = p.cx().i64_array(&extents);
    state.set_prop(p.cx(), "dimension_list", list);
    Ok(true)
}

fn print_dimensions(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let extents = CustomDimensionListAttrOp::view_of(op).dimension_list().to_vec();
    let text = |extent: &i64| if *extent == DYNAMIC { "?".to_owned() } else { extent.to_string() };
    match &extents[..] {
        [] => p.text("[]"),
        extents => p.text(&extents.iter().map(text).collect::<Vec<_>>().join("x")),
    }
}

/// An attribute that a keyword stands before; another may are in its place.
#[op("test.optional_custom_attr", asm = (parse_optional_attr, print_optional_attr),
     syntax = "attr-dict (`foo` $attr | `bar`)")]
pub struct OptionalCustomAttrOp {
    attr: OptProp<BoolAttr>,
}

fn parse_optional_attr(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.optional_attr_dict(state)?;
    if p.optional_token("foo") {
        let attr = p.attr(Type::NONE)?;
        state.set_prop(p.cx(), "attr", attr);
    } else {
        p.optional_token("bar");
    }
    Ok(())
}

fn print_optional_attr(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.attr_dict(op, &["attr"]);
    match OptionalCustomAttrOp::view_of(op).attr_attr() {
        Some(attr) => {
            p.text(" foo ");
            p.attr(attr);
        }
        None => p.text(" bar"),
    }
}

/// The name of an op in parentheses.
#[op("test.parse_custom_operation_name_api", asm = (parse_name, print_name),
     syntax = "`(` <name of an op> `)` attr-dict")]
pub struct ParseCustomOperationNameApiOp {
    name: Prop<StrAttr>,
}

fn parse_name(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.token("(")?;
    let name = p.custom_op_name()?;
    p.token(")")?;
    p.optional_attr_dict(state)?;
    let cx = p.cx();
    let text = cx.string_attr(cx.op_info(name).name.text(cx));
    state.set_prop(p.cx(), "name", text);
    Ok(())
}

fn print_name(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text("(");
    p.text(ParseCustomOperationNameApiOp::view_of(op).name());
    p.text(")");
    p.attr_dict(op, &["name"]);
}

/// Writes to the operands after `outs`.
#[op("test.destination_style_op", traits(AttrSizedOperandSegments), interfaces(dyn DestinationStyleOp),
     verify = |op| verify_destination_style(op, &DestinationStyleTestOp::MODEL),
     format = "attr-dict (`ins` `(` $inputs^ `:` type($inputs) `)`)? \
               (`outs` `(` $outputs^ `:` type($outputs) `)`)? (`->` type($results)^)?")]
pub struct DestinationStyleTestOp {
    inputs: VarOperand<ANY_TYPE>,
    outputs: VarOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
}

impl DestinationStyleOp for DestinationStyleTestOp {
    fn inits(&self, op: OpRef<'_>) -> (usize, usize) {
        op.operand_range(1)
    }
}

/// As many indices as the number that is written.
#[op("test.parse_integer_literal", asm = (parse_count, print_count),
     syntax = "attr-dict `:` <number of results>")]
pub struct ParseIntegerLiteralOp {
    results: VarRes<INDEX>,
}

fn parse_count(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let count = p.integer()?.clamp(0, 1 << 16) as usize;
    state.results.extend(std::iter::repeat_n(Type::INDEX, count));
    Ok(())
}

fn print_count(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.attr_dict(op, &[]);
    p.text(&format!(" : {}", op.num_results()));
}

/// A value whose type may have nothing to write after its name.
#[op("test.format_maybe_empty_type", format = "$in attr-dict `:` type($in)")]
pub struct FormatMaybeEmptyTypeOp {
    r#in: Operand<OPTIONAL_VALUE>,
}

/// `!test.optional_value_type` or `!test.optional_value_type<3>`.
pub(crate) static OPTIONAL_VALUE_TYPE: TypeDef = TypeDef {
    name: "test.optional_value_type",
    params: &[ParamDef { name: "value", kind: ParamKind::Int(64), optional: true, default: None }],
    format: Some("(`<` $value^ `>`)?"),
    ..EMPTY_PARAMS
};

static OPTIONAL_VALUE: TypeConstraint =
    TypeConstraint::new("", |cx, ty| cx.type_params(ty, &OPTIONAL_VALUE_TYPE).is_some())
        .of_def(&OPTIONAL_VALUE_TYPE);

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 12] = [
    OIListWithKeywordsOnly::DEF,
    OIListWithKeywordsOnlyProperties::DEF,
    OIListWithSimpleArgs::DEF,
    OIListVariadicWithParens::DEF,
    OIListCustom::DEF,
    SSACFGRegionOp::DEF,
    CustomDimensionListAttrOp::DEF,
    OptionalCustomAttrOp::DEF,
    ParseCustomOperationNameApiOp::DEF,
    DestinationStyleTestOp::DEF,
    ParseIntegerLiteralOp::DEF,
    FormatMaybeEmptyTypeOp::DEF,
];
