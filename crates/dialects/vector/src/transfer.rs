//! Reading and writing vectors whose dimensions a map assigns to those of a buffer or tensor.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_mem::constraints::ANY_SHAPED;
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::attr_kind::{AffineMapAttr, BoolArrayAttr};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::op_error;
use terrace_ir::effects::{ConditionallySpeculatable, Effect, EffectKind, MemoryEffects, Speculatability};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::subset::SubsetOp;
use terrace_ir::{
    Attr, CheckResult, Context, Loc, OpKind, OpRef, OptionalAttr, Type, TypeData, Value, VectorType,
};
use terrace_macros::op;

use crate::canonicalize_transfer as patterns;
use crate::constraints::{ANY_VECTOR, NON0_MASK};
use crate::fold_transfer;
use crate::mask::MaskableOp;
use crate::types::{as_vector, scalar_bits, vector};

/// Reads a vector; out-of-bounds and masked-off elements are the padding.
#[op("vector.transfer_read", traits(AttrSizedOperandSegments),
     interfaces(dyn MaskableOp, dyn MemoryEffects, dyn ConditionallySpeculatable, dyn DestinationStyleOp, dyn SubsetOp),
     fold = fold_transfer::read, canonicalize(read_after_write: patterns::read_after_write),
     asm = (parse_read, print_read),
     syntax = "$base `[` $indices `]` `,` $padding (`,` $mask)? attr-dict `:` type($base) `,` type($vector)",
     verify = verify_read)]
pub struct TransferReadOp {
    base: Operand<ANY_SHAPED>,
    indices: VarOperand<INDEX>,
    padding: Operand<ANY_TYPE>,
    mask: OptOperand<NON0_MASK>,
    permutation_map: Prop<AffineMapAttr>,
    in_bounds: Prop<BoolArrayAttr>,
    vector: Res<ANY_VECTOR>,
}

/// Writes a vector; out-of-bounds and masked-off elements are not written.
#[op("vector.transfer_write", traits(AttrSizedOperandSegments),
     interfaces(dyn MaskableOp, dyn MemoryEffects, dyn ConditionallySpeculatable, dyn DestinationStyleOp, dyn SubsetOp),
     fold = fold_transfer::write, canonicalize(write_over_write: patterns::write_over_write),
     asm = (parse_write, print_write),
     syntax = "$valueToStore `,` $base `[` $indices `]` (`,` $mask)? attr-dict `:` type($valueToStore) `,` type($base)",
     verify = verify_write)]
pub struct TransferWriteOp {
    valueToStore: Operand<ANY_VECTOR>,
    base: Operand<ANY_SHAPED>,
    indices: VarOperand<INDEX>,
    mask: OptOperand<NON0_MASK>,
    permutation_map: Prop<AffineMapAttr>,
    in_bounds: Prop<BoolArrayAttr>,
    result: OptRes<ANY_RANKED_TENSOR>,
}

/// A transfer in either direction.
#[derive(Clone, Copy)]
pub struct Transfer<'a> {
    /// The op.
    pub op: OpRef<'a>,
    /// The type of the buffer or tensor.
    pub shaped: Type,
    /// The type of the vector.
    pub vector: Type,
    /// The type of the mask, where there is one.
    pub mask: Option<Type>,
    /// The number of indices.
    pub indices: usize,
}

impl<'a> Transfer<'a> {
    /// An op as a transfer; `None` for another op.
    pub fn of(op: OpRef<'a>) -> Option<Self> {
        if let Some(view) = op.cast::<TransferReadOp>() {
            let (shaped, vector) = (view.base().ty(), view.vector().ty());
            let mask = view.mask().map(|mask| mask.ty());
            return Some(Self { op, shaped, vector, mask, indices: view.indices().len() });
        }
        let view = op.cast::<TransferWriteOp>()?;
        let (shaped, vector) = (view.base().ty(), view.value_to_store().ty());
        let mask = view.mask().map(|mask| mask.ty());
        Some(Self { op, shaped, vector, mask, indices: view.indices().len() })
    }

    /// The map from the dimensions of the buffer to those of the vector.
    pub fn permutation_map(&self) -> AffineMap {
        let attr = self.op.inherent_attr("permutation_map").unwrap_or(Attr::NULL);
        attr.as_affine_map(self.op.cx()).cloned().unwrap_or_else(AffineMap::empty)
    }

    /// For each dimension of the vector, whether accesses are in bounds.
    pub fn in_bounds(&self) -> Vec<bool> {
        let attr = self.op.inherent_attr("in_bounds").unwrap_or(Attr::NULL);
        attr.optional_elements(self.op.cx()).iter().map(|&flag| flag == Attr::TRUE).collect()
    }
}

/// The type of a transfer's mask: the vector's dimensions in the order of the buffer's.
pub fn transfer_mask_type(cx: &Context, ty: Type, map: &AffineMap) -> Option<Type> {
    let vector = vector(cx, ty);
    let inverse = map.compress_unused_dims().inverse_permutation()?;
    let positions: Vec<usize> =
        inverse.results.iter().map(|e| e.as_dim().map(|d| d as usize)).collect::<Option<_>>()?;
    if positions.iter().any(|&at| at >= vector.rank()) {
        return None;
    }
    let mut shape: Vec<i64> = positions.iter().map(|&at| vector.shape[at]).collect();
    let mut scalable: Vec<bool> = positions.iter().map(|&at| vector.scalable[at]).collect();
    if shape.is_empty() {
        (shape, scalable) = (vec![1], vec![false]);
    }
    Some(VectorType::get_scalable(cx, &shape, &scalable, Type::I1))
}

fn is_buffer(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::MemRef { .. })
}

fn transfer_mask(op: OpRef<'_>) -> Type {
    let mask = Transfer::of(op).and_then(|t| transfer_mask_type(op.cx(), t.vector, &t.permutation_map()));
    mask.unwrap_or(Type::NONE)
}

fn transfer_effects(op: OpRef<'_>, base: usize, kind: EffectKind, out: &mut Vec<Effect>) {
    let base = op.operand(base);
    if is_buffer(op.cx(), base.ty()) {
        out.push(Effect::new(kind, Some(base.id())));
    }
}

fn transfer_speculatability(op: OpRef<'_>, base: usize) -> Speculatability {
    let tensor = op.operand(base).ty().is_tensor(op.cx());
    if tensor { Speculatability::Yes } else { Speculatability::No }
}

impl MaskableOp for TransferReadOp {
    fn expected_mask(&self, op: OpRef<'_>) -> Type {
        transfer_mask(op)
    }
    fn takes_passthru(&self) -> bool {
        true
    }
}

impl MaskableOp for TransferWriteOp {
    fn expected_mask(&self, op: OpRef<'_>) -> Type {
        transfer_mask(op)
    }
}

impl MemoryEffects for TransferReadOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        transfer_effects(op, 0, EffectKind::Read, out);
    }
}

impl MemoryEffects for TransferWriteOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        transfer_effects(op, 1, EffectKind::Write, out);
    }
}

impl ConditionallySpeculatable for TransferReadOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        transfer_speculatability(op, 0)
    }
}

impl ConditionallySpeculatable for TransferWriteOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        transfer_speculatability(op, 1)
    }
}

impl DestinationStyleOp for TransferReadOp {
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (0, 0)
    }
}

impl DestinationStyleOp for TransferWriteOp {
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (1, 1)
    }
}

/// The number of vector dimensions that run along dimensions of the buffer, excluding those of vector elements; `None`
/// if the elements have a higher rank than the vector.
fn effective_rank(cx: &Context, shaped: Type, vector_ty: Type) -> Option<usize> {
    let inner = shaped.element_type(cx).map_or(0, |element| vector(cx, element).rank());
    vector(cx, vector_ty).rank().checked_sub(inner)
}

/// The map where none is written: the vector runs along the last dimensions.
pub fn minor_identity(cx: &Context, shaped: Type, vector_ty: Type) -> Option<AffineMap> {
    let rank = shaped.shape(cx)?.len();
    if rank == 0 && vector(cx, vector_ty).shape == [1] {
        return Some(AffineMap::new(0, 0, vec![AffineExpr::constant(0)]));
    }
    let results = effective_rank(cx, shaped, vector_ty)?;
    (results <= rank).then(|| AffineMap::minor_identity(rank as u32, results as u32))
}

/// The syntax after the operands: an optional mask, attributes and two types.
struct Rest {
    mask: Option<Operand>,
    types: [Type; 2],
    at: Loc,
}

fn parse_rest(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<Rest> {
    let mask = if p.optional_token(",") { Some(p.operand()?) } else { None };
    p.optional_attr_dict(state)?;
    let at = p.loc();
    p.token(":")?;
    match p.type_list()?.as_slice() {
        &[a, b] => Ok(Rest { mask, types: [a, b], at }),
        _ => Err(p.error(at, "requires two types".to_string())),
    }
}

/// Sets the attributes with defaults and returns the map.
fn fill_attrs(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    shaped: Type,
    vector: Type,
    at: Loc,
) -> PResult<AffineMap> {
    let given = state.prop(p.cx(), "permutation_map").and_then(|map| map.as_affine_map(p.cx()).cloned());
    let map = match given {
        Some(map) => map,
        None => {
            let Some(map) = minor_identity(p.cx(), shaped, vector) else {
                let rule = "expected a custom permutation_map when rank(source) != rank(destination)";
                return Err(p.error(at, rule.to_string()));
            };
            state.set_prop(p.cx(), "permutation_map", p.cx().affine_map_attr(map.clone()));
            map
        }
    };
    if !state.is_given(p.cx(), "in_bounds") {
        let flags = p.cx().array_attr(&vec![Attr::FALSE; map.num_results()]);
        state.set_prop(p.cx(), "in_bounds", flags);
    }
    Ok(map)
}

fn check_types(p: &mut dyn OpParser, shaped: Type, vector: Type, at: Loc, vector_first: bool) -> PResult<()> {
    let buffer = is_buffer(p.cx(), shaped) || matches!(shaped.data(p.cx()), TypeData::RankedTensor { .. });
    let vector = vector.is_vector(p.cx());
    if buffer && vector {
        return Ok(());
    }
    let about_vector = if vector_first { !vector } else { buffer };
    let rule = if about_vector { "requires vector type" } else { "requires memref or ranked tensor type" };
    Err(p.error(at, rule.to_string()))
}

fn resolve_mask(
    p: &mut dyn OpParser,
    mask: Operand,
    shaped: Type,
    vector_ty: Type,
    map: &AffineMap,
    at: Loc,
) -> PResult<Value> {
    if shaped.element_type(p.cx()).is_some_and(|element| element.is_vector(p.cx())) {
        return Err(p.error(mask.loc, "does not support masks with vector element type".to_string()));
    }
    if vector(p.cx(), vector_ty).rank() != map.num_results() {
        let rule = "expected the same rank for the vector and the results of the permutation map";
        return Err(p.error(at, rule.to_string()));
    }
    match transfer_mask_type(p.cx(), vector_ty, map) {
        Some(ty) => p.resolve(mask, ty),
        None => Err(p.error(at, "requires a permutation_map that is a projected permutation".to_string())),
    }
}

fn resolve_indices(p: &mut dyn OpParser, state: &mut ParseState, indices: &[Operand]) -> PResult<()> {
    for &index in indices {
        state.operands.push(p.resolve(index, Type::INDEX)?);
    }
    Ok(())
}

fn parse_read(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let base = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.token(",")?;
    let padding = p.operand()?;
    let Rest { mask, types: [shaped, vector], at } = parse_rest(p, state)?;
    check_types(p, shaped, vector, at, false)?;
    let map = fill_attrs(p, state, shaped, vector, at)?;
    state.operands.push(p.resolve(base, shaped)?);
    resolve_indices(p, state, &indices)?;
    let element = shaped.element_type_or_self(p.cx());
    state.operands.push(p.resolve(padding, element)?);
    if let Some(mask) = mask {
        state.operands.push(resolve_mask(p, mask, shaped, vector, &map, at)?);
    }
    state.set_operand_segments(p.cx(), &[1, indices.len(), 1, usize::from(mask.is_some())]);
    state.results.push(vector);
    Ok(())
}

fn parse_write(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let value = p.operand()?;
    p.token(",")?;
    let base = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    let Rest { mask, types: [vector, shaped], at } = parse_rest(p, state)?;
    check_types(p, shaped, vector, at, true)?;
    let map = fill_attrs(p, state, shaped, vector, at)?;
    state.operands.push(p.resolve(value, vector)?);
    state.operands.push(p.resolve(base, shaped)?);
    resolve_indices(p, state, &indices)?;
    if let Some(mask) = mask {
        state.operands.push(resolve_mask(p, mask, shaped, vector, &map, at)?);
    }
    state.set_operand_segments(p.cx(), &[1, 1, indices.len(), usize::from(mask.is_some())]);
    if shaped.is_tensor(p.cx()) {
        state.results.push(shaped);
    }
    Ok(())
}

fn print_attrs(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let Some(transfer) = Transfer::of(op) else { return };
    let mut elided = vec!["operandSegmentSizes"];
    if transfer.permutation_map().is_minor_identity() {
        elided.push("permutation_map");
    }
    if !transfer.in_bounds().contains(&true) {
        elided.push("in_bounds");
    }
    p.attr_dict(op, &elided);
    p.text(" : ");
}

fn print_read(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = TransferReadOp::view_of(op);
    p.text(" ");
    p.value(view.base());
    p.text("[");
    p.values(&mut view.indices());
    p.text("], ");
    p.value(view.padding());
    if let Some(mask) = view.mask() {
        p.text(", ");
        p.value(mask);
    }
    print_attrs(p, op);
    p.ty(view.base().ty());
    p.text(", ");
    p.ty(view.vector().ty());
}

fn print_write(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = TransferWriteOp::view_of(op);
    p.text(" ");
    p.value(view.value_to_store());
    p.text(", ");
    p.value(view.base());
    p.text("[");
    p.values(&mut view.indices());
    p.text("]");
    if let Some(mask) = view.mask() {
        p.text(", ");
        p.value(mask);
    }
    print_attrs(p, op);
    p.ty(view.value_to_store().ty());
    p.text(", ");
    p.ty(view.base().ty());
}

/// The bits of a vector's last dimension, which are a whole number of the buffer's elements.
fn verify_widths(op: OpRef<'_>, transfer: &Transfer<'_>, map: &AffineMap) -> CheckResult {
    let cx = op.cx();
    let fail = |message: &str| Err(op_error(op, message));
    let moved = vector(cx, transfer.vector);
    let element = transfer.shaped.element_type_or_self(cx);
    let bits = |ty: Type, count: i64| scalar_bits(cx, ty).map(|bits| bits.wrapping_mul(count));
    let divides = |small: Option<i64>, large: Option<i64>| match (small, large) {
        (Some(small), Some(large)) => small == 0 || large % small == 0,
        _ => true,
    };
    let wide = bits(moved.element, moved.minor());
    let ranks = "requires a permutation_map with result dims of the same rank as the vector type";
    let Some(inner) = as_vector(cx, element) else {
        if !divides(bits(element, 1), wide) {
            return fail(
                "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of \
                 the source element type",
            );
        }
        return if map.num_results() == moved.rank() { Ok(()) } else { fail(ranks) };
    };
    if !divides(bits(inner.element, inner.minor()), wide) {
        return fail(
            "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the \
             minor 1-D vector of the source",
        );
    }
    let Some(outer) = moved.rank().checked_sub(inner.rank()) else {
        return fail("requires source vector element and vector result ranks to match.");
    };
    if map.num_results() != outer {
        return fail(ranks);
    }
    if transfer.mask.is_some() {
        return fail("does not support masks with vector element type");
    }
    Ok(())
}

fn verify_common(transfer: &Transfer<'_>, map: &AffineMap) -> CheckResult {
    let (op, cx) = (transfer.op, transfer.op.cx());
    let fail = |message: &str| Err(op_error(op, message));
    if op.discardable_attr("masked").is_some() {
        return fail("masked attribute has been removed. Use in_bounds instead.");
    }
    if !is_buffer(cx, transfer.shaped) && !matches!(transfer.shaped.data(cx), TypeData::RankedTensor { .. }) {
        return fail("requires source to be a memref or ranked tensor type");
    }
    verify_widths(op, transfer, map)?;
    if map.num_symbols != 0 {
        return fail("requires permutation_map without symbols");
    }
    if Some(map.num_inputs() as usize) != transfer.shaped.shape(cx).map(<[i64]>::len) {
        return fail("requires a permutation_map with input dims of the same rank as the source type");
    }
    let inferred = transfer_mask_type(cx, transfer.vector, map);
    if let (Some(mask), Some(inferred)) = (transfer.mask, inferred)
        && mask != inferred
    {
        let [inferred, mask] = [inferred, mask].map(|ty| cx.type_text(ty));
        return fail(&format!(
            "inferred mask type ('{inferred}') and mask operand type ('{mask}') don't match"
        ));
    }
    let flags = transfer.in_bounds().len();
    if map.num_results() != flags {
        let map = cx.attr_text(cx.affine_map_attr(map.clone()));
        return fail(&format!(
            "expects the in_bounds attr of same rank as permutation_map results: {map} vs inBounds of size: \
             {flags}"
        ));
    }
    Ok(())
}

/// The map takes each dimension at most once; other results are zero.
fn verify_permutation(op: OpRef<'_>, map: &AffineMap) -> CheckResult {
    let mut seen = vec![false; map.num_inputs() as usize];
    for result in &map.results {
        match (result.as_constant(), result.as_dim()) {
            (Some(0), _) => {}
            (_, Some(dim)) => {
                if seen.get_mut(dim as usize).is_some_and(|seen| std::mem::replace(seen, true)) {
                    let rule = "requires a permutation_map that is a permutation (found one dim used more than once)";
                    return Err(op_error(op, rule));
                }
            }
            _ => {
                return Err(op_error(
                    op,
                    "requires a projected permutation_map (at most one dim or the zero constant can appear in \
                     each result)",
                ));
            }
        }
    }
    Ok(())
}

fn verify_rank(transfer: &Transfer<'_>) -> CheckResult {
    // The rank of an unranked type is none of its indices' business.
    let Some(shape) = transfer.shaped.shape(transfer.op.cx()) else { return Ok(()) };
    if transfer.indices == shape.len() {
        return Ok(());
    }
    Err(op_error(transfer.op, format!("requires {} indices", shape.len())))
}

fn verify_read(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let Some(transfer) = Transfer::of(op) else { return Ok(()) };
    let map = transfer.permutation_map();
    verify_rank(&transfer)?;
    verify_common(&transfer, &map)?;
    let padding = TransferReadOp::view_of(op).padding().ty();
    let element = transfer.shaped.element_type_or_self(cx);
    let rule = if element.is_vector(cx) {
        (element != padding).then_some("requires source element type and padding type to match.")
    } else if !(padding.is_int_or_index(cx) || padding.is_float(cx) || padding == element) {
        Some("requires valid padding vector elemental type")
    } else {
        (padding != element).then_some("requires formal padding and source of the same elemental type")
    };
    match rule {
        Some(rule) => Err(op_error(op, rule)),
        None => verify_permutation(op, &map),
    }
}

fn verify_write(op: OpRef<'_>) -> CheckResult {
    let Some(transfer) = Transfer::of(op) else { return Ok(()) };
    let map = transfer.permutation_map();
    verify_rank(&transfer)?;
    if map.results.iter().any(|result| result.as_constant() == Some(0)) {
        return Err(op_error(op, "should not have broadcast dimensions"));
    }
    verify_common(&transfer, &map)?;
    verify_permutation(op, &map)
}
