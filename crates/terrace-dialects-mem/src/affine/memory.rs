//! Reading and writing elements at affine subscripts.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AffineMapAttr, BoolAttr};
use terrace_ir::constraints::{ANY_TYPE, INDEX, MEMREF_KIND, VECTOR_KIND};
use terrace_ir::def::{TypeConstraint, op_error};
use terrace_ir::effects::{EffectOn, reads, writes};
use terrace_ir::{Attr, CheckResult, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::apply::map_of;
use super::canonicalize::{fold_load, simplify_map};
use super::identifiers::{Identifiers, verify_identifiers};
use super::operands::{Element, parse_element, print_element, resolve_indices};
use crate::constraints::{ANY_MEMREF, LocalityAttr};
use crate::layout::rank;
use crate::memref::access::{parse_prefetch_words, print_prefetch_words, set_prefetch_words};
use crate::memref::fold::{fold_casts, fold_stored_casts};

/// A vector.
static ANY_VECTOR: TypeConstraint =
    TypeConstraint::new("vector of any type values", |cx, ty| ty.is_vector(cx)).of_kind(&VECTOR_KIND);

/// Reads an element.
#[op("affine.load", effects(reads(EffectOn::Operand(0))), asm = (parse_load, print_load), verify = verify_load,
     fold = fold_load, canonicalize(simplify_map: simplify_map::<AffineLoadOp>))]
pub struct AffineLoadOp {
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
    result: Res<ANY_TYPE>,
}

/// Writes an element.
#[op("affine.store", effects(writes(EffectOn::Operand(1))), asm = (parse_store, print_store), verify = verify_store,
     fold = fold_stored_casts, canonicalize(simplify_map: simplify_map::<AffineStoreOp>))]
pub struct AffineStoreOp {
    value: Operand<ANY_TYPE>,
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
}

/// Reads elements that stand together.
#[op("affine.vector_load", effects(reads(EffectOn::Operand(0))), asm = (parse_vector_load, print_load),
     verify = verify_vector_load, canonicalize(simplify_map: simplify_map::<AffineVectorLoadOp>))]
pub struct AffineVectorLoadOp {
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
    result: Res<ANY_VECTOR>,
}

/// Writes elements that stand together.
#[op("affine.vector_store", effects(writes(EffectOn::Operand(1))), asm = (parse_vector_store, print_store),
     verify = verify_vector_store, canonicalize(simplify_map: simplify_map::<AffineVectorStoreOp>))]
pub struct AffineVectorStoreOp {
    value: Operand<ANY_VECTOR>,
    memref: Operand<ANY_MEMREF>,
    indices: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
}

/// Tells that an element will be read or written soon.
#[op("affine.prefetch", asm = (parse_prefetch, print_prefetch), verify = verify_prefetch, fold = fold_casts,
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
    p.token(":")?;
    let ty = p.ty_of(&MEMREF_KIND)?;
    resolve_element(p, state, element, ty)?;
    state.results.push(element_type(p, ty));
    Ok(())
}

fn parse_vector_load(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let element = parse_element(p)?;
    state.set_prop(p.cx(), "map", element.map);
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let ty = p.ty_of(&MEMREF_KIND)?;
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
    p.token(":")?;
    let ty = p.ty_of(&MEMREF_KIND)?;
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
    p.token(":")?;
    let ty = p.ty_of(&MEMREF_KIND)?;
    p.token(",")?;
    let vector = p.ty_of(&VECTOR_KIND)?;
    state.operands.push(p.resolve(value, vector)?);
    resolve_element(p, state, element, ty)
}

/// The buffer of an op whose operands from the `at`th on are a buffer and subscripts, and the type of a vector that
/// is read or written.
fn print_access(p: &mut dyn OpPrinter, op: OpRef<'_>, at: usize, value: ValueRef<'_>) {
    let memref = op.operand(at);
    let map = op.inherent_attr("map").unwrap_or(Attr::NULL);
    print_element(p, memref, map, op.operands().skip(at + 1));
    p.attr_dict(op, &["map"]);
    p.text(" : ");
    p.ty(memref.ty());
    if op.isa::<AffineVectorLoadOp>() || op.isa::<AffineVectorStoreOp>() {
        p.text(", ");
        p.ty(value.ty());
    }
}

fn print_load(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    print_access(p, op, 0, op.result(0));
}

fn print_store(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.value(op.operand(0));
    p.text(", ");
    print_access(p, op, 1, op.operand(0));
}

/// The map returns an index for each dimension of the buffer, the `at`th operand, from those that follow.
fn verify_access(op: OpRef<'_>, at: usize) -> CheckResult {
    let Some(map) = map_of(op) else { return Ok(()) };
    if map.num_results() != rank(op.cx(), op.operand(at).ty()) {
        return Err(op_error(op, "affine map num results must equal memref rank"));
    }
    if map.num_inputs() as usize != op.num_operands() - at - 1 {
        return Err(op_error(op, "expects as many subscripts as affine map inputs"));
    }
    verify_identifiers(op, op.operands().skip(at + 1), map.num_dims as usize)
}

fn verify_load(op: OpRef<'_>) -> CheckResult {
    if op.operand(0).ty().element_type(op.cx()) != Some(op.result(0).ty()) {
        return Err(op_error(op, "result type must match element type of memref"));
    }
    verify_access(op, 0)
}

fn verify_store(op: OpRef<'_>) -> CheckResult {
    if op.operand(1).ty().element_type(op.cx()) != Some(op.operand(0).ty()) {
        return Err(op_error(op, "value to store must have the same type as memref element type"));
    }
    verify_access(op, 1)
}

fn verify_vector(op: OpRef<'_>, memref: ValueRef<'_>, vector: ValueRef<'_>) -> CheckResult {
    if memref.ty().element_type(op.cx()) != vector.ty().element_type(op.cx()) {
        return Err(op_error(op, "requires memref and vector types of the same elemental type"));
    }
    Ok(())
}

fn verify_vector_load(op: OpRef<'_>) -> CheckResult {
    verify_access(op, 0)?;
    verify_vector(op, op.operand(0), op.result(0))
}

fn verify_vector_store(op: OpRef<'_>) -> CheckResult {
    verify_access(op, 1)?;
    verify_vector(op, op.operand(1), op.operand(0))
}

fn parse_prefetch(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let element = parse_element(p)?;
    state.set_prop(p.cx(), "map", element.map);
    let words = parse_prefetch_words(p, state)?;
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let ty = p.ty_of(&MEMREF_KIND)?;
    resolve_element(p, state, element, ty)?;
    set_prefetch_words(p, state, &words)
}

fn print_prefetch(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AffinePrefetchOpView(op);
    p.text(" ");
    print_element(p, view.memref(), view.map_attr(), view.indices());
    print_prefetch_words(p, op);
    p.attr_dict(op, &["map", "localityHint", "isDataCache", "isWrite"]);
    p.text(" : ");
    p.ty(view.memref().ty());
}

fn verify_prefetch(op: OpRef<'_>) -> CheckResult {
    let Some(map) = map_of(op) else { return Ok(()) };
    if map.num_results() != rank(op.cx(), op.operand(0).ty()) {
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
