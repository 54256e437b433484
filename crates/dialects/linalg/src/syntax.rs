//! The syntax of structured ops: `ins(...) outs(...) -> ...`.

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::{Attr, Loc, OpRef, OptionalAttr, Type};

use crate::attrs::{TypeFn, TypeFnAttr};
use crate::region_builders::Scalars;
use crate::structured::{MEMOIZED, as_structured, element_or_self};
use terrace_ir::attr_kind::AttrKind;

/// The types of the parsed operands.
#[derive(Default)]
pub struct ParsedTypes {
    /// Types of the inputs.
    pub inputs: Vec<Type>,
    /// Types of the destinations.
    pub outputs: Vec<Type>,
}

/// `<{...}>`: inherent attributes apart.
fn parse_properties(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<bool> {
    if !p.optional_token("<") {
        return Ok(false);
    }
    let given = p.attr(Type::NONE)?;
    p.token(">")?;
    let def = p.cx().op_info(state.name).def();
    let entries = given.optional_entries(p.cx()).to_vec();
    for (name, value) in entries {
        let name = name.text(p.cx());
        if let Some(slot) = def.and_then(|def| def.props.iter().position(|prop| prop.name == name)) {
            state.props[slot] = value;
        }
    }
    Ok(true)
}

/// Inherent attributes that are given satisfy their constraints.
fn check_attrs(p: &mut dyn OpParser, state: &ParseState, at: Loc) -> PResult<()> {
    let info = p.cx().op_info(state.name);
    let Some(def) = info.def() else { return Ok(()) };
    for (slot, prop) in def.props.iter().enumerate() {
        let lost = state.slots.overrides.iter().any(|&(given, _)| given == slot);
        let value = state.props[slot];
        if lost || !value.is_null() && !(prop.constraint.pred)(p.cx(), value) {
            let (name, rule) = (prop.name, prop.constraint.summary);
            let message =
                format!("'{}' op attribute '{name}' failed to satisfy constraint: {rule}", def.name);
            return Err(p.error(at, message));
        }
    }
    Ok(())
}

/// Parses attributes, inputs and destinations; `segments` selects whether operand segment sizes are stored.
///
/// # Errors
///
/// If the text is not well-formed, types and operands do not match, or an inherent attribute is not valid.
pub fn parse_parts(p: &mut dyn OpParser, state: &mut ParseState, segments: bool) -> PResult<ParsedTypes> {
    let apart = parse_properties(p, state)?;
    let at = p.loc();
    p.optional_attr_dict(state)?;
    let mut parts = ParsedTypes::default();
    let mut read = Vec::new();
    for (word, types) in [("ins", &mut parts.inputs), ("outs", &mut parts.outputs)] {
        let mut operands_at = p.loc();
        let mut operands = Vec::new();
        if p.optional_token(word) {
            if word == "outs" {
                operands_at = p.loc();
            }
            p.token("(")?;
            if word == "ins" {
                operands_at = p.loc();
            }
            operands = p.operand_list(Delimiter::None)?;
            p.token(":")?;
            *types = p.type_list()?;
            p.token(")")?;
        }
        read.push((operands, operands_at));
    }
    for ((operands, at), types) in read.iter().zip([&parts.inputs, &parts.outputs]) {
        let values = p.resolve_all(operands, types, *at)?;
        state.operands.extend(values);
    }
    if segments {
        state.set_operand_segments(p.cx(), &[read[0].0.len(), read[1].0.len()]);
    }
    if !apart {
        check_attrs(p, state, at)?;
    }
    Ok(parts)
}

/// Adds a region whose block has an argument for each type, and whose ops `build` creates.
///
/// # Errors
///
/// If `build` returns one.
pub fn fill_region(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    types: &[Type],
    build: &mut dyn FnMut(&mut Scalars<'_>) -> Result<(), String>,
) -> Result<(), String> {
    let region = p.new_region(state);
    let (mut result, mut warnings) = (Ok(()), Vec::new());
    p.with_body(&mut |cx, body| {
        let block = body.new_block();
        body.append_block(region, block);
        if !types.is_empty() {
            body.add_args(block, types.iter().map(|&ty| (element_or_self(cx, ty), Loc::UNKNOWN)));
        }
        let mut scalars = Scalars { cx, body: body.reborrow(), block, warnings: Vec::new() };
        result = build(&mut scalars);
        warnings = scalars.warnings;
    });
    for message in warnings {
        p.warning(Loc::UNKNOWN, message);
    }
    result
}

/// Parses a whole op without its region, which `build` creates for `count` operands; its flag selects zero
/// extension of integers.
///
/// # Errors
///
/// If the text is not well-formed, there are not `count` operands, or `build` returns an error.
pub fn parse_hidden(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    count: usize,
    build: &mut dyn FnMut(&mut Scalars<'_>, bool) -> Result<(), String>,
) -> PResult<()> {
    let at = p.loc();
    let parts = parse_parts(p, state, true)?;
    p.optional_attr_dict(state)?;
    let results = p.optional_arrow_type_list()?;
    state.results.extend(results);
    let types = [parts.inputs, parts.outputs].concat();
    if types.len() != count {
        let here = p.loc();
        let got = types.len();
        let message = format!(
            "[parseNamedStructuredOpRegion] ods-gen generated region expects {count} args, got {got}"
        );
        return Err(p.error(here, message));
    }
    let slot =
        p.cx().op_info(state.name).def().and_then(|d| d.props.iter().position(|prop| prop.name == "cast"));
    let unsigned =
        slot.and_then(|slot| TypeFnAttr::value(p.cx(), state.props[slot])) == Some(TypeFn::CastUnsigned);
    fill_region(p, state, &types, &mut |s| build(s, unsigned)).map_err(|message| p.error(at, message))
}

/// ` ins(...) outs(...)`.
pub fn print_parts(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (first, count) = as_structured(op).map_or((op.num_operands(), 0), |s| s.destinations(op));
    for (word, start, len) in [(" ins(", 0, first), (" outs(", first, count)] {
        if len == 0 {
            continue;
        }
        p.text(word);
        p.values(&mut op.operands().skip(start).take(len));
        p.text(" : ");
        p.types_of(&mut op.operands().skip(start).take(len));
        p.text(")");
    }
}

/// A whole op without its region; `elided` are attributes that stand elsewhere.
pub fn print_hidden(p: &mut dyn OpPrinter, op: OpRef<'_>, elided: &[&str]) {
    let elided = [&["operandSegmentSizes", MEMOIZED], elided].concat();
    p.attr_dict(op, &elided);
    print_parts(p, op);
    p.optional_arrow_types(&op.result_types());
}

/// ` name = [1, 2] `.
pub fn print_dims(p: &mut dyn OpPrinter, op: OpRef<'_>, name: &str) {
    let dims = op.inherent_attr(name).optional_i64s(op.cx());
    let dims: Vec<String> = dims.iter().map(i64::to_string).collect();
    p.text(&format!(" {name} = [{}] ", dims.join(", ")));
}

/// `name = [1, 2]`.
///
/// # Errors
///
/// If the text is not that of a list of integers with this name.
pub fn parse_dims(p: &mut dyn OpParser, state: &mut ParseState, name: &str) -> PResult<()> {
    p.token(name)?;
    p.token("=")?;
    p.token("[")?;
    let mut dims = Vec::new();
    if !p.optional_token("]") {
        loop {
            dims.push(p.integer()?);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token("]")?;
    }
    state.set_prop(p.cx(), name, p.cx().i64_array(&dims));
    Ok(())
}

/// A result for each destination that is a ranked tensor.
pub fn add_tensor_results(p: &mut dyn OpParser, state: &mut ParseState, outputs: &[Type]) {
    let cx = p.cx();
    state.results.extend(outputs.iter().copied().filter(|ty| ty.is_tensor(cx) && ty.shape(cx).is_some()));
}

/// Parses an optional `indexing_maps = [...]`; `message` is the error for an attribute that is not a map.
///
/// # Errors
///
/// If the attribute is not an array of affine maps.
pub fn parse_maps(p: &mut dyn OpParser, message: &str) -> PResult<Option<Attr>> {
    if !p.optional_token("indexing_maps") {
        return Ok(None);
    }
    p.token("=")?;
    let at = p.loc();
    let maps = p.attr(Type::NONE)?;
    let Some(items) = maps.as_array(p.cx()) else {
        return Err(p.error(at, "invalid kind of attribute specified".to_string()));
    };
    if items.iter().any(|item| item.as_affine_map(p.cx()).is_none()) {
        let here = p.loc();
        return Err(p.error(here, message.to_string()));
    }
    Ok(Some(maps))
}

/// ` indexing_maps = [...]`, where they are not these.
pub fn print_maps(p: &mut dyn OpPrinter, op: OpRef<'_>, default: Attr) {
    let maps = op.inherent_attr("indexing_maps").unwrap_or(Attr::NULL);
    if !maps.is_null() && maps != default {
        p.text(" indexing_maps = ");
        p.attr(maps);
    }
}
