//! Reading and writing elements at affine subscripts.

use smallvec::SmallVec;
use terrace_ir::OpKind;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AffineMapAttr, BoolAttr};
use terrace_ir::constraints::{ANY_TYPE, INDEX, MEMREF_KIND, VECTOR_KIND};
use terrace_ir::def::{TypeConstraint, op_error};
use terrace_ir::effects::{EffectOn, reads, writes};
use terrace_ir::symbols::find_nearest_symbol;
use terrace_ir::{Attr, AttrData, CheckResult, Folded, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::apply::{map_of, simplify_map};
use super::identifiers::{Identifiers, verify_identifiers};
use super::operands::{Element, parse_element, print_element, resolve_indices};
use crate::constraints::{ANY_MEMREF, LocalityAttr};
use crate::layout::rank;
use crate::memref::access::{parse_prefetch_words, print_prefetch_words, set_prefetch_words};
use crate::memref::fold::{fold_casts, fold_casts_but};
use crate::memref::{GetGlobalOp, GlobalOp};
use crate::tensor::constants::{element_at, flat_index, splat_element};

/// A vector.
static ANY_VECTOR: TypeConstraint =
    TypeConstraint::new("vector of any type values", |cx, ty| ty.is_vector(cx)).of_kind(&VECTOR_KIND);

/// Reads an element.
#[op("affine.load", traits(MemRefsNormalizable), effects(reads(EffectOn::Operand(0))), asm = (parse_load, |p, op| print_load(p, AffineLoadOp::view_of(op).into())),
     syntax = "$memref `[` <subscripts> `]` attr-dict `:` type($memref)",
     verify = verify_load,
     fold = fold_load, canonicalize(simplify_map: simplify_map::<AffineLoadOp>))]
pub struct AffineLoadOp {
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
    result: Res<ANY_TYPE>,
}

/// Writes an element.
#[op("affine.store", traits(MemRefsNormalizable), effects(writes(EffectOn::Operand(1))), asm = (parse_store, |p, op| print_store(p, AffineStoreOp::view_of(op).into())),
     syntax = "$value `,` $memref `[` <subscripts> `]` attr-dict `:` type($memref)",
     verify = verify_store,
     fold = |op, _| fold_casts_but(op, Some(AffineStoreOp::view_of(op).value())), canonicalize(simplify_map: simplify_map::<AffineStoreOp>))]
pub struct AffineStoreOp {
    value: Operand<ANY_TYPE>,
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
}

/// Reads elements that stand together.
#[op("affine.vector_load", traits(MemRefsNormalizable), effects(reads(EffectOn::Operand(0))), asm = (parse_vector_load, |p, op| print_load(p, AffineVectorLoadOp::view_of(op).into())),
     syntax = "$memref `[` <subscripts> `]` attr-dict `:` type($memref) `,` type($result)",
     verify = |op| verify_vector(AffineVectorLoadOp::view_of(op).into()), canonicalize(simplify_map: simplify_map::<AffineVectorLoadOp>))]
pub struct AffineVectorLoadOp {
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
    result: Res<ANY_VECTOR>,
}

/// Writes elements that stand together.
#[op("affine.vector_store", traits(MemRefsNormalizable), effects(writes(EffectOn::Operand(1))), asm = (parse_vector_store, |p, op| print_store(p, AffineVectorStoreOp::view_of(op).into())),
     syntax = "$value `,` $memref `[` <subscripts> `]` attr-dict `:` type($memref) `,` type($value)",
     verify = |op| verify_vector(AffineVectorStoreOp::view_of(op).into()), canonicalize(simplify_map: simplify_map::<AffineVectorStoreOp>))]
pub struct AffineVectorStoreOp {
    value: Operand<ANY_VECTOR>,
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
}

/// Prefetches an element for a read or write.
#[op("affine.prefetch", traits(MemRefsNormalizable), asm = (parse_prefetch, print_prefetch),
     syntax = "$memref `[` <subscripts> `]` `,` (`read` | `write`) `,` `locality` `<` $localityHint `>` `,` (`data` | \
               `instr`) attr-dict `:` type($memref)",
     verify = verify_prefetch, fold = fold_casts,
     canonicalize(simplify_map: simplify_map::<AffinePrefetchOp>))]
pub struct AffinePrefetchOp {
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    isWrite: Prop<BoolAttr>,
    localityHint: Prop<LocalityAttr>,
    isDataCache: Prop<BoolAttr>,
    map: Prop<AffineMapAttr>,
}

/// Operands for a buffer of type `ty` and its subscripts.
fn resolve_element(p: &mut dyn OpParser, state: &mut ParseState, element: Element, ty: Type) -> PResult<()> {
    state.operands.push(p.resolve(element.memref, ty)?);
    resolve_indices(p, state, element.indices)
}

fn element_type(p: &mut dyn OpParser, ty: Type) -> Type {
    ty.element_type(p.cx()).unwrap_or(ty)
}

fn parse_load(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let element = parse_element(p)?;
    state.set_prop(p.cx(), "map", element.map);
    p.optional_attr_dict(state)?;
    let ty = p.colon_ty_of(&MEMREF_KIND)?;
    resolve_element(p, state, element, ty)?;
    state.results.push(element_type(p, ty));
    Ok(())
}

fn parse_vector_load(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let element = parse_element(p)?;
    state.set_prop(p.cx(), "map", element.map);
    p.optional_attr_dict(state)?;
    let ty = p.colon_ty_of(&MEMREF_KIND)?;
    p.token(",")?;
    let vector = p.ty_of(&VECTOR_KIND)?;
    resolve_element(p, state, element, ty)?;
    state.results.push(vector);
    Ok(())
}

fn parse_store(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let value = p.operand()?;
    p.token(",")?;
    let element = parse_element(p)?;
    state.set_prop(p.cx(), "map", element.map);
    p.optional_attr_dict(state)?;
    let ty = p.colon_ty_of(&MEMREF_KIND)?;
    let value_ty = element_type(p, ty);
    state.operands.push(p.resolve(value, value_ty)?);
    resolve_element(p, state, element, ty)
}

fn parse_vector_store(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let value = p.operand()?;
    p.token(",")?;
    let element = parse_element(p)?;
    state.set_prop(p.cx(), "map", element.map);
    p.optional_attr_dict(state)?;
    let ty = p.colon_ty_of(&MEMREF_KIND)?;
    p.token(",")?;
    let vector = p.ty_of(&VECTOR_KIND)?;
    state.operands.push(p.resolve(value, vector)?);
    resolve_element(p, state, element, ty)
}

/// An affine access: the buffer, the subscripts and the value, which is a vector for some ops.
struct AffineAccess<'a> {
    op: OpRef<'a>,
    memref: ValueRef<'a>,
    map: Attr,
    indices: SmallVec<[ValueRef<'a>; 4]>,
    value: ValueRef<'a>,
}

macro_rules! accesses {
    ($($view:ident.$value:ident;)*) => {
        $(
            impl<'a> From<$view<'a>> for AffineAccess<'a> {
                fn from(view: $view<'a>) -> Self {
                    let (indices, map) = (view.indices().collect(), view.map_attr());
                    Self { op: view.0, memref: view.memref(), map, indices, value: view.$value() }
                }
            }
        )*
    };
}

accesses! {
    AffineLoadOpView.result;
    AffineVectorLoadOpView.result;
    AffineStoreOpView.value;
    AffineVectorStoreOpView.value;
}

fn print_access(p: &mut dyn OpPrinter, access: AffineAccess<'_>) {
    print_element(p, access.memref, access.map, access.indices.into_iter());
    p.attr_dict(access.op, &["map"]);
    p.text(" : ");
    p.ty(access.memref.ty());
    if access.op.isa::<AffineVectorLoadOp>() || access.op.isa::<AffineVectorStoreOp>() {
        p.text(", ");
        p.ty(access.value.ty());
    }
}

fn print_load(p: &mut dyn OpPrinter, access: AffineAccess<'_>) {
    p.text(" ");
    print_access(p, access);
}

fn print_store(p: &mut dyn OpPrinter, access: AffineAccess<'_>) {
    p.text(" ");
    p.value(access.value);
    p.text(", ");
    print_access(p, access);
}

/// The map returns an index for each dimension of the buffer, from the subscripts.
fn verify_access(access: AffineAccess<'_>) -> CheckResult {
    let AffineAccess { op, memref, indices, .. } = access;
    let Some(map) = map_of(op) else { return Ok(()) };
    if map.num_results() != rank(op.cx(), memref.ty()) {
        return Err(op_error(op, "affine map num results must equal memref rank"));
    }
    if map.num_inputs() as usize != indices.len() {
        return Err(op_error(op, "expects as many subscripts as affine map inputs"));
    }
    verify_identifiers(op, indices.into_iter(), map.num_dims as usize)
}

/// The value has the type of the buffer's elements.
fn verify_element(access: AffineAccess<'_>, rule: &str) -> CheckResult {
    if access.memref.ty().element_type(access.op.cx()) != Some(access.value.ty()) {
        return Err(op_error(access.op, rule));
    }
    verify_access(access)
}

fn verify_load(op: OpRef<'_>) -> CheckResult {
    verify_element(AffineLoadOp::view_of(op).into(), "result type must match element type of memref")
}

fn verify_store(op: OpRef<'_>) -> CheckResult {
    let rule = "value to store must have the same type as memref element type";
    verify_element(AffineStoreOp::view_of(op).into(), rule)
}

/// The vector has the element type of the buffer.
fn verify_vector(access: AffineAccess<'_>) -> CheckResult {
    let AffineAccess { op, memref, value, .. } = access;
    verify_access(access)?;
    if memref.ty().element_type(op.cx()) != value.ty().element_type(op.cx()) {
        return Err(op_error(op, "requires memref and vector types of the same elemental type"));
    }
    Ok(())
}

fn parse_prefetch(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let element = parse_element(p)?;
    state.set_prop(p.cx(), "map", element.map);
    let words = parse_prefetch_words(p, state)?;
    p.optional_attr_dict(state)?;
    let ty = p.colon_ty_of(&MEMREF_KIND)?;
    resolve_element(p, state, element, ty)?;
    set_prefetch_words(p, state, &words)
}

fn print_prefetch(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AffinePrefetchOp::view_of(op);
    p.text(" ");
    print_element(p, view.memref(), view.map_attr(), view.indices());
    print_prefetch_words(p, view.is_write(), view.locality_hint(), view.is_data_cache());
    p.attr_dict(op, &["map", "localityHint", "isDataCache", "isWrite"]);
    p.text(" : ");
    p.ty(view.memref().ty());
}

fn verify_prefetch(op: OpRef<'_>) -> CheckResult {
    let Some(map) = map_of(op) else { return Ok(()) };
    if map.num_results() != rank(op.cx(), AffinePrefetchOp::view_of(op).memref().ty()) {
        return Err(op_error(op, "affine.prefetch affine map num results must equal memref rank"));
    }
    if map.num_inputs() as usize + 1 != op.num_operands() {
        return Err(op_error(op, "too few operands"));
    }
    let mut identifiers = Identifiers::around(op);
    if op.operands().skip(1).any(|index| !identifiers.is_index(index)) {
        return Err(op_error(op, "index must be a valid dimension or symbol identifier"));
    }
    Ok(())
}

/// Folds a load from a constant global to its element.
fn fold_load(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    fold_casts(op, constants).or_else(|| fold_constant_load(op).into())
}

fn fold_constant_load(op: OpRef<'_>) -> Option<Attr> {
    let cx = op.cx();
    let address = AffineLoadOp::view_of(op).memref().defined_by::<GetGlobalOp>()?;
    let AttrData::SymbolRef { root, .. } = address.name_attr().data(cx) else { return None };
    let global = find_nearest_symbol(op, *root)?.cast::<GlobalOp>()?;
    let elements = global.constant_attr().and(global.initial_value_attr())?;
    if let Some(element) = splat_element(cx, elements) {
        return Some(element);
    }
    let places = map_of(op)?.constant_results()?;
    let places: Vec<Option<Attr>> = places.iter().map(|&at| Some(cx.int_attr(Type::INDEX, at))).collect();
    element_at(cx, elements, flat_index(cx, AffineLoadOp::view_of(op).memref().ty().shape(cx)?, &places)?)
}
