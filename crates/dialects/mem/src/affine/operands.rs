//! Maps and sets with the operands of their dimensions and symbols.

use terrace_affine::{AffineMap, IntegerSet};
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::fold::Change;
use terrace_ir::{Attr, AttrData, OpRef, Type, ValueRef};

/// `(%d0, %d1)[%s0]`: the values, and the number of dimensions among them. They are added as operands
/// immediately.
///
/// # Errors
///
/// If the text is not of this form, or a value is not of type `index`.
pub fn parse_dims_and_symbols(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<(usize, usize)> {
    let mut operands = p.operand_list(Delimiter::Paren)?;
    let dims = operands.len();
    operands.extend(p.operand_list(Delimiter::OptionalSquare)?);
    let count = operands.len();
    resolve_indices(p, state, operands)?;
    Ok((dims, count))
}

/// Resolves names to operands of type `index`.
///
/// # Errors
///
/// If a value is of another type.
pub fn resolve_indices(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    operands: impl IntoIterator<Item = Operand>,
) -> PResult<()> {
    for operand in operands {
        state.operands.push(p.resolve(operand, Type::INDEX)?);
    }
    Ok(())
}

/// `(%d0, %d1)[%s0]`.
pub fn print_dims_and_symbols<'a>(
    p: &mut dyn OpPrinter,
    mut values: impl ExactSizeIterator<Item = ValueRef<'a>>,
    dims: usize,
) {
    let total = values.len();
    p.text("(");
    p.values(&mut values.by_ref().take(dims));
    p.text(")");
    if total > dims {
        p.text("[");
        p.values(&mut values);
        p.text("]");
    }
}

/// An affine map; another attribute is an error.
///
/// # Errors
///
/// If the text is not an affine map.
pub fn parse_map(p: &mut dyn OpParser) -> PResult<(Attr, AffineMap)> {
    let (loc, attr) = (p.loc(), p.attr(Type::NONE)?);
    match attr.data(p.cx()) {
        AttrData::AffineMap(map) => Ok((attr, AffineMap::clone(map))),
        _ => Err(p.error(loc, "invalid kind of attribute specified".to_string())),
    }
}

/// An integer set; another attribute is an error.
///
/// # Errors
///
/// If the text is not an integer set.
pub fn parse_set(p: &mut dyn OpParser) -> PResult<(Attr, IntegerSet)> {
    let (loc, attr) = (p.loc(), p.attr(Type::NONE)?);
    match attr.data(p.cx()) {
        AttrData::IntegerSet(set) => Ok((attr, IntegerSet::clone(set))),
        _ => Err(p.error(loc, "invalid kind of attribute specified".to_string())),
    }
}

/// A parsed buffer with affine subscripts.
pub struct Element {
    /// The buffer.
    pub memref: Operand,
    /// The map of the subscripts.
    pub map: Attr,
    /// Its dimensions and symbols.
    pub indices: Vec<Operand>,
}

/// `%m[%i + 1, %j]`.
///
/// # Errors
///
/// If the text is not of this form.
pub fn parse_element(p: &mut dyn OpParser) -> PResult<Element> {
    let memref = p.operand()?;
    let (map, mut indices, symbols) = p.affine_map_of_ssa_ids(Delimiter::Square)?;
    indices.extend(symbols);
    Ok(Element { memref, map, indices })
}

/// `%m[%i + 1, %j]`.
pub fn print_element<'a>(
    p: &mut dyn OpPrinter,
    memref: ValueRef<'a>,
    map: Attr,
    mut indices: impl Iterator<Item = ValueRef<'a>>,
) {
    p.value(memref);
    p.text("[");
    p.affine_map_of_ssa_ids(map, &mut indices);
    p.text("]");
}

/// Changes of inherent attributes of an op, by name.
pub(super) fn prop_changes(op: OpRef<'_>, given: &[(&str, Attr)]) -> Vec<Change> {
    let slot = |name| op.def().and_then(|def| def.props.iter().position(|prop| prop.name == name));
    given.iter().filter_map(|&(name, attr)| Some(Change::Prop(slot(name)?, attr))).collect()
}
