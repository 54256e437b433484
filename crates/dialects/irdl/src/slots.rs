//! Ops that name the parameters of a type or an attribute, and the slots of an op, each with its constraint.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{I32Attr, StrAttr, UnitAttr};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::{Attr, CheckResult, OpKind, OpRef, Type, ValueRef, attr_kinds};
use terrace_macros::op;

use crate::names::verify_names;
use crate::types::{ATTRIBUTE, REGION, VariadicitiesAttr, Variadicity, variadicity_array};

attr_kinds! {
    /// Strings.
    pub NamesAttr("string array attribute") { array_of: StrAttr }
}

/// The parameters of a type or an attribute.
#[op("irdl.parameters", traits(HasParent(&["irdl.attribute", "irdl.type"])), customs(&NAMED_VALUES),
     format = "`` custom<NamedValueList>($args, $names) attr-dict", verify = verify_parameters)]
pub struct ParametersOp {
    args: VarOperand<ATTRIBUTE>,
    names: Prop<NamesAttr>,
}

/// The operands of an op.
#[op("irdl.operands", traits(HasParent(&["irdl.operation"])), customs(&NAMED_VALUES_WITH_VARIADICITY),
     format = "`` custom<NamedValueListWithVariadicity>($args, $names, $variadicity) attr-dict",
     verify = verify_operands)]
pub struct OperandsOp {
    args: VarOperand<ATTRIBUTE>,
    names: Prop<NamesAttr>,
    variadicity: Prop<VariadicitiesAttr>,
}

/// The results of an op.
#[op("irdl.results", traits(HasParent(&["irdl.operation"])), customs(&NAMED_VALUES_WITH_VARIADICITY),
     format = "`` custom<NamedValueListWithVariadicity>($args, $names, $variadicity) attr-dict",
     verify = verify_results)]
pub struct ResultsOp {
    args: VarOperand<ATTRIBUTE>,
    names: Prop<NamesAttr>,
    variadicity: Prop<VariadicitiesAttr>,
}

/// The attributes of an op.
#[op("irdl.attributes", traits(HasParent(&["irdl.operation"])), customs(&ATTRIBUTES),
     format = "custom<AttributesOp>($attributeValues, $attributeValueNames) attr-dict", verify = verify_attributes)]
#[allow(non_snake_case)]
pub struct AttributesOp {
    attributeValues: VarOperand<ATTRIBUTE>,
    attributeValueNames: Prop<NamesAttr>,
}

/// Constrains a region: its number of blocks, and the arguments of the first one.
#[op("irdl.region", traits(HasParent(&["irdl.operation"])), verify = verify_region,
     format = "``(`(` $entryBlockArgs $constrainedArguments^ `)`)? ``(` ` `with` `size` $numberOfBlocks^)? attr-dict")]
#[allow(non_snake_case)]
pub struct RegionOp {
    entryBlockArgs: VarOperand<ATTRIBUTE>,
    numberOfBlocks: OptProp<I32Attr>,
    constrainedArguments: OptProp<UnitAttr>,
    output: Res<REGION>,
}

/// The regions of an op.
#[op("irdl.regions", traits(HasParent(&["irdl.operation"])), customs(&NAMED_VALUES),
     format = "`` custom<NamedValueList>($args, $names) attr-dict", verify = verify_regions)]
pub struct RegionsOp {
    args: VarOperand<REGION>,
    names: Prop<NamesAttr>,
}

/// `(name: %value, ...)`.
static NAMED_VALUES: CustomDirective =
    CustomDirective { name: "NamedValueList", parse: parse_named, print: print_named };
/// `(name: optional %value, ...)`.
static NAMED_VALUES_WITH_VARIADICITY: CustomDirective =
    CustomDirective { name: "NamedValueListWithVariadicity", parse: parse_named, print: print_named_with };
/// `{"name" = %value, ...}`, or nothing.
static ATTRIBUTES: CustomDirective =
    CustomDirective { name: "AttributesOp", parse: parse_attributes, print: print_attributes };

/// The slots that a directive writes: values, names and, where there are any, variadicities.
fn slots(args: &[CustomArg]) -> (usize, usize, Option<usize>) {
    let prop = |arg: &CustomArg| if let CustomArg::Prop(slot) = arg { Some(*slot as usize) } else { None };
    match args {
        [CustomArg::Operand(values), CustomArg::Prop(names), rest @ ..] => {
            (*values as usize, *names as usize, rest.first().and_then(prop))
        }
        _ => unreachable!("the directives of slots name operands and a property"),
    }
}

fn parse_named(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let (values, names, variadicity) = slots(args);
    let (mut parsed, mut variadicities) = (Vec::new(), Vec::new());
    p.token("(")?;
    if !p.optional_token(")") {
        loop {
            let name = p.keyword("")?;
            parsed.push(p.cx().string_attr(&name));
            p.token(":")?;
            if variadicity.is_some() {
                let keywords = Variadicity::KEYWORDS.map(|(keyword, _)| keyword);
                let written = p.optional_keyword_of(&keywords);
                let found =
                    Variadicity::KEYWORDS.iter().find(|(keyword, _)| Some(*keyword) == written.as_deref());
                variadicities.push(found.map_or(Variadicity::Single, |(_, value)| *value));
            }
            let value = p.operand()?;
            state.slots.operands[values].push(value);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token(")")?;
    }
    state.props[names] = p.cx().array_attr(&parsed);
    if let Some(slot) = variadicity {
        state.props[slot] = variadicity_array(p.cx(), &variadicities);
    }
    Ok(true)
}

fn print_list<'a>(
    p: &mut dyn OpPrinter,
    values: impl Iterator<Item = ValueRef<'a>>,
    names: impl Iterator<Item = &'a str>,
    variadicities: &[Variadicity],
) {
    p.text("(");
    for (i, (value, name)) in values.zip(names).enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.text(name);
        p.text(": ");
        if let Some(variadicity) = variadicities.get(i).filter(|&&value| value != Variadicity::Single) {
            p.text(variadicity.keyword());
            p.text(" ");
        }
        p.value(value);
    }
    p.text(")");
}

fn print_named(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    match op.cast::<ParametersOp>() {
        Some(view) => print_list(p, view.args(), view.names().iter(), &[]),
        None => {
            let view = RegionsOp::view_of(op);
            print_list(p, view.args(), view.names().iter(), &[]);
        }
    }
}

fn print_named_with(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    match op.cast::<OperandsOp>() {
        Some(view) => print_list(p, view.args(), view.names().iter(), &view.variadicity()),
        None => {
            let view = ResultsOp::view_of(op);
            print_list(p, view.args(), view.names().iter(), &view.variadicity());
        }
    }
}

fn parse_attributes(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let (values, names, _) = slots(args);
    let mut parsed: Vec<Attr> = Vec::new();
    if p.optional_token("{") {
        loop {
            let loc = p.loc();
            let name = p.attr(Type::NONE)?;
            if name.as_string(p.cx()).is_none() {
                return Err(p.error(loc, "invalid kind of attribute specified".to_owned()));
            }
            parsed.push(name);
            p.token("=")?;
            let value = p.operand()?;
            state.slots.operands[values].push(value);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token("}")?;
    }
    state.props[names] = p.cx().array_attr(&parsed);
    Ok(true)
}

fn print_attributes(p: &mut dyn OpPrinter, op: OpRef<'_>, _: &[CustomArg]) {
    let view = AttributesOp::view_of(op);
    let names = view.attribute_value_names();
    if names.is_empty() {
        return;
    }
    p.text("{");
    for (i, (&name, value)) in names.attrs().iter().zip(view.attribute_values()).enumerate() {
        if i > 0 {
            p.text(", ");
        }
        p.attr(name);
        p.text(" = ");
        p.value(value);
    }
    p.text("}");
}

/// Checks that there are as many names as values, and the names.
fn verify_named<'a>(
    op: OpRef<'_>,
    kind: &str,
    values: usize,
    names: impl ExactSizeIterator<Item = &'a str>,
) -> CheckResult {
    if values != names.len() {
        let message = format!(
            "the number of {kind}s and their names must be the same, but got {values} and {} respectively",
            names.len()
        );
        return Err(op_error(op, message));
    }
    verify_names(op, kind, names)
}

fn verify_variadicities(op: OpRef<'_>, kind: &str, values: usize, variadicities: usize) -> CheckResult {
    if values == variadicities {
        return Ok(());
    }
    Err(op_error(
        op,
        format!(
            "the number of {kind}s and their variadicities must be the same, but got {values} and {variadicities} \
             respectively"
        ),
    ))
}

fn verify_parameters(op: OpRef<'_>) -> CheckResult {
    let view = ParametersOp::view_of(op);
    verify_named(op, "parameter", view.args().len(), view.names().iter())
}

fn verify_operands(op: OpRef<'_>) -> CheckResult {
    let view = OperandsOp::view_of(op);
    verify_variadicities(op, "operand", view.args().len(), view.variadicity().len())?;
    verify_named(op, "operand", view.args().len(), view.names().iter())
}

fn verify_results(op: OpRef<'_>) -> CheckResult {
    let view = ResultsOp::view_of(op);
    verify_variadicities(op, "result", view.args().len(), view.variadicity().len())?;
    verify_named(op, "result", view.args().len(), view.names().iter())
}

fn verify_regions(op: OpRef<'_>) -> CheckResult {
    let view = RegionsOp::view_of(op);
    verify_named(op, "region", view.args().len(), view.names().iter())
}

fn verify_attributes(op: OpRef<'_>) -> CheckResult {
    let view = AttributesOp::view_of(op);
    let (names, values) = (view.attribute_value_names().len(), view.attribute_values().len());
    if names == values {
        return Ok(());
    }
    Err(op_error(
        op,
        format!(
            "the number of attribute names and their constraints must be the same but got {names} and {values} \
             respectively"
        ),
    ))
}

fn verify_region(op: OpRef<'_>) -> CheckResult {
    match RegionOp::view_of(op).number_of_blocks() {
        Some(count) if count < 1 => {
            Err(op_error(op, format!("the number of blocks is expected to be >= 1 but got {count}")))
        }
        _ => Ok(()),
    }
}
