//! Ops whose hand-written formats use a part of the parser each, and ops that name values and blocks.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::StrAttr;
use terrace_ir::constraints::{ANY_TYPE, I32, INDEX};
use terrace_ir::def::{OpDef, TypeConstraint};
use terrace_ir::type_interfaces::asm_name_of;
use terrace_ir::{Attr, Block, OpKind, OpRef, OpSpec, Region, Type, TypeData, Value};
use terrace_macros::op;

use crate::confined::StrArrayAttr;

/// Ends a block with any values.
#[op("test.return", traits(Pure, ReturnLike, Terminator))]
pub struct TestReturnOp {
    _operands: VarOperand<ANY_TYPE>,
}

/// Holds an op, which is written in its generic form.
#[op("test.wrapping_region", traits(SingleBlockImplicitTerminator("test.return")),
     asm = (parse_wrapping, print_wrapping), syntax = "`wraps` <op>")]
pub struct WrappingRegionOp {
    _results: VarRes<ANY_TYPE>,
    region: Region<Sized<1>>,
}

fn parse_wrapping(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.token("wraps")?;
    let (region, op) = p.region_of_generic_op(state)?;
    state.regions.push(region);
    p.with_body(&mut |cx, body| {
        let Some(block) = body.entry(region) else { return };
        let results: Vec<Value> = body.results(op).collect();
        state.results.extend(results.iter().map(|&result| body.value_type(result)));
        state.loc = body.loc(op);
        let end = body.build(cx, TestReturnOp::of(&results).loc(state.loc));
        body.append_op(block, end.into());
    });
    Ok(())
}

fn print_wrapping(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" wraps ");
    if let Some(inner) = op.single_region().entry().and_then(|block| block.ops().next()) {
        p.generic_op(inner);
    }
}

/// Holds an op of two operands, of which the name alone is written if it is a special one.
#[op("test.pretty_printed_region", traits(SingleBlockImplicitTerminator("test.return")),
     asm = (parse_pretty, print_pretty),
     syntax = "$input1 `,` $input2 (`start` <name of an op> `end` | `(` $region `)`) `:` <types>")]
pub struct PrettyPrintedRegionOp {
    input1: Operand<ANY_TYPE>,
    input2: Operand<ANY_TYPE>,
    _result: Res<ANY_TYPE>,
    region: Region<Sized<1>>,
}

const SPECIAL: &str = "test.special.op";

fn parse_pretty(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let at = p.loc();
    let operands = p.operand_list(terrace_ir::asm::Delimiter::None)?;
    if !p.optional_token("start") {
        return p.generic_op_after_operands(state, &operands);
    }
    let name = p.custom_op_name()?;
    p.token("end")?;
    p.token(":")?;
    let type_at = p.loc();
    let ty = p.ty()?;
    let loc = p.optional_location()?.unwrap_or(at);
    let signature = match ty.data(p.cx()) {
        TypeData::Function { inputs, results } => Some((inputs.to_vec(), results.to_vec())),
        _ => None,
    };
    let Some((inputs, results)) = signature.filter(|(inputs, _)| !inputs.is_empty()) else {
        return Err(p.error(type_at, "expected a function type with inputs".to_owned()));
    };
    state.operands.extend(p.resolve_all(&operands, &inputs, at)?);
    state.results.extend(results);
    state.loc = loc;
    let region = p.new_region(state);
    p.with_body(&mut |cx, body| {
        let block = body.new_block();
        body.append_block(region, block);
        let first = body.add_args(block, [(inputs[0], loc), (inputs[0], loc)].into_iter());
        let args: Vec<Value> = body.args(block).collect();
        debug_assert_eq!(args.first(), Some(&first));
        let op = body.new_op(&OpSpec {
            name,
            operands: &args,
            results: &inputs[..1],
            props: &cx.op_info(name).prop_defaults,
            attrs: Attr::EMPTY_DICT,
            successors: &[],
            loc,
        });
        body.append_op(block, op);
        let results: Vec<Value> = body.results(op).collect();
        let end = body.build(cx, TestReturnOp::of(&results).loc(loc));
        body.append_op(block, end.into());
    });
    Ok(())
}

fn print_pretty(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.values(&mut op.operands());
    let inner = op.single_region().entry().and_then(|block| block.ops().next());
    if inner.is_some_and(|inner| inner.name() == op.cx().op_name(SPECIAL)) {
        p.text(" start test.special.op end");
    } else {
        p.text(" (");
        p.region(op.single_region(), true, true);
        p.text(")");
    }
    p.text(" : (");
    p.types_of(&mut op.operands());
    p.text(")");
    let results: Vec<Type> = op.results().map(|result| result.ty()).collect();
    p.arrow_types(&results);
}

/// Runs its region for any number of indices.
#[op("test.polyfor", traits(OpAsmInterface), asm = (parse_polyfor, print_polyfor),
     syntax = "<indices> $region", block_names = name_indices)]
pub struct PolyForOp {
    region: Region<Sized<1>>,
}

fn parse_polyfor(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let mut indices = p.argument_list(terrace_ir::asm::Delimiter::None, false, false)?;
    indices.iter_mut().for_each(|index| index.ty = Type::INDEX);
    p.region(state, &indices, false).map(|_| ())
}

fn print_polyfor(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    let region = op.single_region();
    for (i, arg) in region.entry().into_iter().flat_map(|block| block.args()).enumerate() {
        p.text(if i > 0 { ", " } else { "" });
        p.argument(arg, false);
    }
    p.text(" ");
    p.region(region, false, true);
}

fn name_indices(op: OpRef<'_>, _region: Region, set: &mut dyn FnMut(Value, &str)) {
    let names = op.attr("arg_names").and_then(|names| names.as_array(op.cx())).unwrap_or(&[]);
    let args = op.single_region().entry().into_iter().flat_map(|block| block.args());
    for (arg, name) in args.zip(names) {
        if let Some(name) = name.as_str(op.cx()) {
            set(arg.id(), name);
        }
    }
}

/// Its region sees nothing from around it, but its operand under the same name.
#[op("test.isolated_region", traits(IsolatedFromAbove), asm = (parse_isolated, print_isolated),
     syntax = "<operand> $region")]
pub struct IsolatedRegionOp {
    _operand: Operand<INDEX>,
    region: Region<Sized<1>>,
}

fn parse_isolated(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let operand = p.operand()?;
    let value = p.resolve(operand, Type::INDEX)?;
    state.operands.push(value);
    let argument =
        terrace_ir::asm::Argument { operand, ty: Type::INDEX, attrs: Attr::EMPTY_DICT, loc: operand.loc };
    p.region(state, &[argument], true).map(|_| ())
}

fn print_isolated(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.values(&mut op.operands());
    p.shadow_region_args(op.single_region(), &mut op.operands());
    p.text(" ");
    p.region(op.single_region(), false, true);
}

/// A keyword that is kept as a string.
#[op("test.parse_wrapped_keyword", asm = (parse_wrapped_keyword, print_wrapped_keyword), syntax = "<keyword>")]
pub struct ParseWrappedKeywordOp {
    keyword: Prop<StrAttr>,
}

fn parse_wrapped_keyword(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let keyword = p.keyword("expected valid keyword")?;
    let keyword = p.cx().string_attr(&keyword);
    state.set_prop(p.cx(), "keyword", keyword);
    Ok(())
}

fn print_wrapped_keyword(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.text(ParseWrappedKeywordOp::view_of(op).keyword());
}

/// Bytes that are written in base 64.
#[op("test.parse_b64", asm = (parse_b64, print_b64), syntax = "<string in base 64>")]
pub struct ParseB64BytesOp {
    b64: Prop<StrAttr>,
}

fn parse_b64(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let at = p.loc();
    let bytes = match p.optional_string()? {
        None => return Err(p.error(at, "expected string".to_owned())),
        Some(text) => crate::base64::decode(&text),
    };
    let Some(bytes) = bytes else { return Err(p.error(at, "failed to decode base64 string".to_owned())) };
    let attr = p.cx().str_attr(p.cx().str_from_bytes(&bytes));
    state.set_prop(p.cx(), "b64", attr);
    Ok(())
}

fn print_b64(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let bytes = ParseB64BytesOp::view_of(op).b64_attr().as_string(op.cx());
    p.text(" ");
    p.quoted(crate::base64::encode(bytes.map_or(&[][..], |text| text.bytes(op.cx()))).as_bytes());
}

/// Its results are called as its attribute says, which is not written where it says what the results are called.
#[op("test.string_attr_pretty_name", traits(OpAsmInterface), names = pretty_names,
     asm = (parse_names, print_names), syntax = "(`attributes` attr-dict)?")]
pub struct StringAttrPrettyNameOp {
    names: Prop<StrArrayAttr>,
    r: VarRes<I32>,
}

fn pretty_names(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    for (result, name) in op.results().zip(StringAttrPrettyNameOp::view_of(op).names().iter()) {
        if !name.is_empty() {
            set(result.id(), name);
        }
    }
}

fn parse_names(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let count = p.num_results_written();
    state.results.extend(std::iter::repeat_n(Type::I32, count.min(1 << 16)));
    p.optional_attr_dict_with_keyword(state)?;
    if state.is_given(p.cx(), "names") || count == 0 {
        return Ok(());
    }
    let written = p.result_names_written();
    let cx = p.cx();
    let name = |name: &String| match name.starts_with(|c: char| c.is_ascii_digit()) {
        true => cx.string_attr(""),
        false => cx.string_attr(name),
    };
    let names: Vec<Attr> = written.iter().map(name).collect();
    let names = cx.array_attr(&names);
    state.set_prop(cx, "names", names);
    Ok(())
}

fn print_names(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let names = StringAttrPrettyNameOp::view_of(op).names();
    let agree = names.len() == op.num_results()
        && op.results().zip(names.iter()).all(|(result, name)| p.value_name(result) == name);
    p.attr_dict_with_keyword(op, if agree { &["names"] } else { &[] });
}

/// Its result is called as its type suggests.
#[op("test.result_name_from_type", traits(OpAsmInterface), names = name_by_type)]
pub struct ResultNameFromTypeOp {
    r: Res<ANY_TYPE>,
}

fn name_by_type(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    let result = op.single_result();
    if let Some(name) = asm_name_of(op.cx(), result.ty()) {
        set(result.id(), &name);
    }
}

/// The arguments of its blocks are called as their types suggest.
#[op("test.block_argument_name_from_type", traits(OpAsmInterface), block_names = name_args_by_type,
     format = "regions attr-dict-with-keyword")]
pub struct BlockArgumentNameFromTypeOp {
    body: Region,
}

fn name_args_by_type(op: OpRef<'_>, _region: Region, set: &mut dyn FnMut(Value, &str)) {
    for arg in op.single_region().blocks().flat_map(|block| block.args()) {
        if let Some(name) = asm_name_of(op.cx(), arg.ty()) {
            set(arg.id(), &name);
        }
    }
}

/// Suggests no names itself, so that types do.
#[op("test.result_name_from_type_interface", traits(OpAsmInterface))]
pub struct ResultNameFromTypeInterfaceOp {
    _r: VarRes<ANY_TYPE>,
}

/// Suggests no names itself, so that types do.
#[op(
    "test.block_argument_name_from_type_interface",
    traits(OpAsmInterface),
    format = "regions attr-dict-with-keyword"
)]
pub struct BlockArgumentNameFromTypeInterfaceOp {
    body: Region,
}

/// Ops of this dialect are written without prefix in its region.
#[op(
    "test.default_dialect",
    traits(OpAsmInterface),
    default_dialect = "test",
    format = "regions attr-dict-with-keyword"
)]
pub struct DefaultDialectOp {
    body: Region,
}

/// Names the blocks of its region.
#[op("test.block_names", traits(OpAsmInterface), label_names = number_blocks,
     format = "regions attr-dict-with-keyword")]
pub struct AsmBlockNameOp {
    body: Region,
}

fn number_blocks(op: OpRef<'_>, set: &mut dyn FnMut(Block, &str)) {
    for (number, block) in op.single_region().blocks().enumerate() {
        set(block.id(), &format!("foo{number}"));
    }
}

/// Has a name that would be ambiguous without the dialect.
#[op("test.op.with_dot_in_name", format = "attr-dict")]
pub struct OpWithDotInNameOp {}

/// Names its results by the definition.
#[op("test.asm_interface_op")]
pub struct AsmInterfaceOp {
    first: Res<ANY_TYPE>,
    middle_results: VarRes<ANY_TYPE>,
    _last: Res<ANY_TYPE>,
}

/// Upstream's dialect prints it, which has no definition of it.
#[op("test.dialect_custom_printer", asm = (|p, _| p.token("custom_format"), |p, _| p.text(" custom_format")),
     syntax = "`custom_format`")]
pub struct DialectCustomPrinterOp {}

/// Has a name that would be ambiguous without the dialect; upstream's dialect reads it in this form, and does not print it.
#[op("test.dialect_custom_printer.with.dot", asm = (|_, _| Ok(()), |p, op| p.own_generic_form(op)), syntax = "")]
pub struct DialectCustomPrinterWithDotOp {}

/// Upstream's dialect prints it, since the op itself has no format.
#[op("test.dialect_custom_format_fallback",
     asm = (|p, _| p.token("custom_format_fallback"), |p, _| p.text(" custom_format_fallback")),
     syntax = "`custom_format_fallback`")]
pub struct CustomFormatFallbackOp {}

static F80: TypeConstraint = TypeConstraint::only(
    "80-bit float",
    |cx, ty| ty == cx.float(terrace_support::apfloat::FloatKind::F80),
    |cx| cx.float(terrace_support::apfloat::FloatKind::F80),
);

/// Has a result or none.
#[op("test.format_optional_result_d_op", format = "(`:` type($optional)^)? attr-dict")]
pub struct FormatOptionalResultDOp {
    optional: OptRes<F80>,
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 20] = [
    TestReturnOp::DEF,
    WrappingRegionOp::DEF,
    PrettyPrintedRegionOp::DEF,
    PolyForOp::DEF,
    IsolatedRegionOp::DEF,
    ParseWrappedKeywordOp::DEF,
    ParseB64BytesOp::DEF,
    StringAttrPrettyNameOp::DEF,
    ResultNameFromTypeOp::DEF,
    BlockArgumentNameFromTypeOp::DEF,
    ResultNameFromTypeInterfaceOp::DEF,
    BlockArgumentNameFromTypeInterfaceOp::DEF,
    DefaultDialectOp::DEF,
    AsmBlockNameOp::DEF,
    OpWithDotInNameOp::DEF,
    AsmInterfaceOp::DEF,
    DialectCustomPrinterOp::DEF,
    DialectCustomPrinterWithDotOp::DEF,
    CustomFormatFallbackOp::DEF,
    FormatOptionalResultDOp::DEF,
];
