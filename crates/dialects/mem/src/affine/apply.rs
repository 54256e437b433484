//! Computing indices.

use terrace_affine::AffineMap;
use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AffineMapAttr, DenseI64ArrayAttr, UnitProp};
use terrace_ir::constraints::INDEX;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::int_range::InferIntRange;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{Attr, CheckResult, DYNAMIC, OpKind, OpRef, Type};
use terrace_macros::op;

use super::canonicalize::*;
use super::canonicalize_index::*;
use super::identifiers::Identifiers;
use super::operands::{parse_dims_and_symbols, parse_map, print_dims_and_symbols, resolve_indices};
use crate::constraints::no;
use crate::slices::numbers;

/// The only result of a map applied to values.
#[op("affine.apply", traits(Pure), asm = (parse_apply, print_map),
     syntax = "$map `(` <dimensions> `)` (`[` <symbols> `]`)? attr-dict",
     verify = verify_apply,
     fold = fold_apply, canonicalize(simplify_map: simplify_map::<AffineApplyOp>),
     interfaces(dyn ValueBounds, dyn InferIntRange))]
pub struct AffineApplyOp {
    mapOperands: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
    _result: Res<INDEX>,
}

/// The map of any op that has one, as an attribute.
pub(super) fn map_attr_of(op: OpRef<'_>) -> Option<Attr> {
    op.inherent_attr("map")
}

/// The map of any op that has one.
pub fn map_of(op: OpRef<'_>) -> Option<&AffineMap> {
    map_attr_of(op).and_then(|map| map.as_affine_map(op.cx()))
}

fn parse_apply(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let (attr, map) = parse_map(p)?;
    state.set_prop(p.cx(), "map", attr);
    let (dims, count) = parse_dims_and_symbols(p, state)?;
    p.optional_attr_dict(state)?;
    if map.num_dims as usize != dims || map.num_inputs() as usize != count {
        let at = p.name_loc();
        return Err(p.error(at, "dimension or symbol index mismatch".to_string()));
    }
    state.results.extend(map.results.iter().map(|_| Type::INDEX));
    Ok(())
}

fn print_map(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    if let Some(map) = map_attr_of(op) {
        p.attr(map);
    }
    print_dims_and_symbols(p, op.operands(), map_of(op).map_or(0, |map| map.num_dims as usize));
    p.attr_dict(op, &["map"]);
}

/// There are as many operands as the map has dimensions and symbols.
fn verify_count(op: OpRef<'_>) -> CheckResult {
    if map_of(op).is_some_and(|map| map.num_inputs() as usize != op.num_operands()) {
        return Err(op_error(op, "operand count and affine map dimension and symbol count must match"));
    }
    Ok(())
}

fn verify_apply(op: OpRef<'_>) -> CheckResult {
    verify_count(op)?;
    let Some(map) = map_of(op) else { return Ok(()) };
    if map.num_results() != 1 {
        return Err(op_error(op, "mapping must produce one value"));
    }
    if map.num_symbols == 0 {
        return Ok(());
    }
    let mut identifiers = Identifiers::around(op);
    for symbol in op.operands().skip(map.num_dims as usize) {
        if identifiers.is_dim(symbol) && !identifiers.is_symbol(symbol) {
            return Err(plain_error(op, "dimensional operand cannot be used as a symbol"));
        }
    }
    Ok(())
}

macro_rules! min_max_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full, traits(Pure), interfaces(dyn ValueBounds), asm = (parse_min_max, print_map),
                 syntax = "$map `(` <dimensions> `)` (`[` <symbols> `]`)? attr-dict",
                 verify = verify_min_max, fold = fold_min_max,
                 canonicalize(single_to_apply, unique_results: unique_results::<$name>,
                              merge_producers: merge_producers::<$name>, simplify_map: simplify_map::<$name>,
                              order_results: order_results::<$name>))]
            pub struct $name {
                operands: VarOperand<INDEX>,
                map: Prop<AffineMapAttr>,
                _result: Res<INDEX>,
            }
        )*
    };
}

min_max_ops! {
    /// The greatest result of a map applied to values.
    AffineMaxOp = "affine.max";
    /// The least result of a map applied to values.
    AffineMinOp = "affine.min";
}

fn parse_min_max(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let (attr, _) = parse_map(p)?;
    state.set_prop(p.cx(), "map", attr);
    let mut operands = p.operand_list(Delimiter::Paren)?;
    operands.extend(p.operand_list(Delimiter::OptionalSquare)?);
    p.optional_attr_dict(state)?;
    resolve_indices(p, state, operands)?;
    state.results.push(Type::INDEX);
    Ok(())
}

fn verify_min_max(op: OpRef<'_>) -> CheckResult {
    verify_count(op)?;
    if map_of(op).is_some_and(|map| map.num_results() == 0) {
        return Err(op_error(op, "affine map expect at least one result"));
    }
    Ok(())
}

/// An index into a box as indices of its dimensions; the first extent may be left out.
#[op("affine.delinearize_index", interfaces(dyn ValueBounds), traits(Pure), customs(&DYNAMIC_INDEX_LIST), verify = verify_delinearize,
     fold = fold_delinearize, canonicalize(cancel_exact_tail, drop_unit_extents, split_last_argument),
     format = "$linear_index `into` \
               custom<DynamicIndexList>($dynamic_basis, $static_basis, \"{}\", \"::mlir::AsmParser::Delimiter::Paren\") \
               attr-dict `:` type($multi_index)")]
pub struct AffineDelinearizeIndexOp {
    linear_index: Operand<INDEX>,
    dynamic_basis: VarOperand<INDEX>,
    static_basis: Prop<DenseI64ArrayAttr>,
    multi_index: VarRes<INDEX>,
}

/// Indices of a box's dimensions as one index into it; the first extent may be left out. `disjoint` says that each
/// index is within its extent.
#[op("affine.linearize_index", interfaces(dyn ValueBounds), traits(Pure, AttrSizedOperandSegments), customs(&DYNAMIC_INDEX_LIST),
     verify = verify_linearize, fold = fold_linearize,
     canonicalize(cancel_delinearized, drop_leading_zero, drop_unit_components),
     format = "(`disjoint` $disjoint^)? ` ` `[` $multi_index `]` `by` \
               custom<DynamicIndexList>($dynamic_basis, $static_basis, \"{}\", \"::mlir::AsmParser::Delimiter::Paren\") \
               attr-dict `:` type($linear_index)")]
pub struct AffineLinearizeIndexOp {
    multi_index: VarOperand<INDEX>,
    dynamic_basis: VarOperand<INDEX>,
    static_basis: Prop<DenseI64ArrayAttr>,
    disjoint: DefaultProp<UnitProp, no>,
    linear_index: Res<INDEX>,
}

fn verify_dynamic_basis(op: OpRef<'_>, basis: &[i64], values: usize) -> CheckResult {
    if basis.iter().filter(|&&extent| extent == DYNAMIC).count() == values {
        return Ok(());
    }
    Err(op_error(
        op,
        "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- \
         this can only happen due to an incorrect fold/rewrite",
    ))
}

fn verify_delinearize(op: OpRef<'_>) -> CheckResult {
    let view = AffineDelinearizeIndexOp::view_of(op);
    let basis = numbers(op.cx(), view.static_basis_attr());
    let results = op.num_results();
    if results != basis.len() && results != basis.len() + 1 {
        return Err(op_error(op, "should return an index for each basis element and up to one extra index"));
    }
    verify_dynamic_basis(op, &basis, view.dynamic_basis().len())?;
    if basis.iter().any(|&extent| extent <= 0 && extent != DYNAMIC) {
        return Err(op_error(op, "no basis element may be statically non-positive"));
    }
    Ok(())
}

fn verify_linearize(op: OpRef<'_>) -> CheckResult {
    let view = AffineLinearizeIndexOp::view_of(op);
    let basis = numbers(op.cx(), view.static_basis_attr());
    let indices = view.multi_index().len();
    if indices != basis.len() && indices != basis.len() + 1 {
        return Err(op_error(
            op,
            "should be passed a basis element for each index except possibly the first",
        ));
    }
    verify_dynamic_basis(op, &basis, view.dynamic_basis().len())
}
