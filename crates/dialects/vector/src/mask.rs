//! Masks, and ops under a mask.

use terrace_dialects_core::arith;
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::MaskingOp;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{Attr, AttrData, CheckResult, Folded, OpKind, OpRef, Rewriter, Type, Value, ValueRef, View};
use terrace_macros::op;

use crate::constraints::{MASK, NON0_MASK};
use crate::elements::splat_of;
use crate::scale::vscale_multiple;
use crate::types::vector;

/// Can be executed under a mask.
pub trait MaskableOp: Send + Sync {
    /// The type of its masks.
    fn expected_mask(&self, op: OpRef<'_>) -> Type;
    /// Whether the op accepts a passthru value for masked-off elements.
    fn takes_passthru(&self) -> bool {
        false
    }
}

/// A mask of a box at the origin of known extents.
#[op("vector.constant_mask", traits(Pure), verify = verify_constant_mask,
     fold = fold_constant_mask,
     format = "$mask_dim_sizes attr-dict `:` type(results)")]
pub struct ConstantMaskOp {
    mask_dim_sizes: Prop<DenseI64ArrayAttr>,
    _result: Res<MASK>,
}

fn verify_constant_mask(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ConstantMaskOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let result = vector(cx, op.single_result().ty());
    let sizes = view.mask_dim_sizes().to_vec();
    if result.rank() == 0 {
        let &[size] = sizes.as_slice() else {
            return Err(plain_error(op, "array attr must have length 1 for 0-D vectors"));
        };
        if !(0..=1).contains(&size) {
            return Err(plain_error(op, "mask dim size must be either 0 or 1 for 0-D vectors"));
        }
        return Ok(());
    }
    if sizes.len() != result.rank() {
        return fail("must specify array attr of size equal vector result rank");
    }
    for (i, &size) in sizes.iter().enumerate() {
        if !(0..=result.shape[i]).contains(&size) {
            return fail("array attr of size out of bounds of vector result dimension size");
        }
        if result.scalable[i] && size != 0 && size != result.shape[i] {
            return fail("only supports 'none set' or 'all set' scalable dimensions");
        }
    }
    if sizes.contains(&0) && sizes.iter().any(|&size| size != 0) {
        return fail(
            "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim",
        );
    }
    Ok(())
}

/// A mask of a box at the origin.
#[op("vector.create_mask", traits(Pure), verify = verify_create_mask,
     canonicalize(create_mask_of_constants),
     format = "$operands attr-dict `:` type(results)")]
pub struct CreateMaskOp {
    operands: VarOperand<INDEX>,
    _result: Res<MASK>,
}

fn verify_create_mask(op: OpRef<'_>) -> CheckResult {
    let rank = vector(op.cx(), op.single_result().ty()).rank();
    if rank == 0 && op.num_operands() != 1 {
        return Err(op_error(op, "must specify exactly one operand for 0-D create_mask"));
    }
    if rank > 0 && op.num_operands() != rank {
        return Err(op_error(op, "must specify an operand for each result vector dimension"));
    }
    Ok(())
}

/// Ends a region and passes values on.
#[op(
    "vector.yield",
    traits(Pure, ReturnLike, Terminator),
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct YieldOp {
    operands: VarOperand<ANY_TYPE>,
}

/// Executes an op where the bits of a mask are set.
#[op("vector.mask",
     traits(SingleBlockImplicitTerminator("vector.yield"), RecursiveMemoryEffects, NoRegionArguments),
     fold = fold_mask,
     canonicalize(mask_of_nothing),
     interfaces(dyn MaskingOp), asm = (parse_mask, print_mask),
     syntax = "$mask (`,` $passthru)? `{` <op> `}` attr-dict `:` type($mask) (`->` type($results))?",
     verify_regions = verify_mask)]
pub struct MaskOp {
    mask: Operand<NON0_MASK>,
    passthru: OptOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
    maskRegion: Region<Sized<1>>,
}

impl MaskingOp for MaskOp {}

fn parse_mask(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let mask = p.operand()?;
    let passthru = if p.optional_token(",") { Some(p.operand()?) } else { None };
    let region = p.region(state, &[], false)?;
    let loc = state.loc;
    // One op alone yields its results; else the terminator is what it always is.
    p.with_body(&mut |cx, body| {
        let Some(block) = body.entry(region) else { return };
        let (first, last) = (body.first_op(block), body.last_op(block));
        if let Some(op) = first
            && first == last
            && !cx.op_info(body.name(op)).traits.has(terrace_ir::TraitSet::Terminator)
        {
            let results: Vec<Value> = body.results(op).collect();
            let end = body.build(cx, YieldOp::of(&results).loc(loc));
            body.append_op(block, end.into());
        }
    });
    p.ensure_terminator(state, region);
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let mask_ty = p.ty()?;
    let results = p.optional_arrow_type_list()?;
    state.results.extend(results.iter().copied());
    state.operands.push(p.resolve(mask, mask_ty)?);
    if let Some(passthru) = passthru {
        let Some(&ty) = results.first() else {
            let at = p.name_loc();
            return Err(p.error(at, "expects a result if passthru operand is provided".to_string()));
        };
        state.operands.push(p.resolve(passthru, ty)?);
    }
    Ok(())
}

fn print_mask(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = MaskOp::view_of(op);
    p.text(" ");
    p.value(view.mask());
    if let Some(passthru) = view.passthru() {
        p.text(", ");
        p.value(passthru);
    }
    p.text(" { ");
    if let Some(masked) = view.mask_region().entry().and_then(|block| block.first()) {
        p.custom_op(masked);
    }
    p.text(" }");
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.ty(view.mask().ty());
    p.optional_arrow_types(&op.result_types());
}

fn verify_mask(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), MaskOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let Some(block) = view.mask_region().entry() else { return Ok(()) };
    let mut ops = block.ops();
    let (Some(first), second) = (ops.next(), ops.next()) else {
        return fail("expects a terminator within the mask region");
    };
    if ops.next().is_some() {
        return fail("expects only one operation to mask");
    }
    let end = second.unwrap_or(first);
    if !end.isa::<YieldOp>() {
        return fail("expects a terminator within the mask region");
    }
    if end.num_operands() != op.num_results() {
        return fail("expects number of results to match mask region yielded values");
    }
    if second.is_none() {
        return Ok(());
    }
    let masked = first;
    let Some(maskable) = masked.interface::<dyn MaskableOp>() else {
        return fail("expects a MaskableOpInterface within the mask region");
    };
    if masked.num_results() != op.num_results() {
        return fail("expects number of results to match maskable operation number of results");
    }
    if !masked.results().map(|value| value.id()).eq(end.operands().map(|value| value.id())) {
        return fail(
            "expects all the results from the MaskableOpInterface to match all the values returned by the \
             terminator",
        );
    }
    let results = masked.result_types();
    if results != op.result_types() {
        return fail("expects result type to match maskable operation result type");
    }
    if results.iter().filter(|ty| ty.is_vector(cx)).count() > 1 {
        return fail("multiple vector results not supported");
    }
    let expected = maskable.expected_mask(masked);
    if view.mask().ty() != expected {
        return fail(&format!("expects a '{}' mask for the maskable operation", cx.type_text(expected)));
    }
    let Some(passthru) = view.passthru() else { return Ok(()) };
    if !maskable.takes_passthru() {
        return fail("doesn't expect a passthru argument for this maskable operation");
    }
    match *results.as_slice() {
        [ty] if ty == passthru.ty() => Ok(()),
        [_] => fail("expects passthru type to match result type"),
        _ => fail("expects result when passthru argument is provided"),
    }
}

fn fold_constant_mask(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, ty) = (op.cx(), op.single_result().ty());
    let shape = vector(cx, ty).shape;
    let sizes = ConstantMaskOp::view_of(op).mask_dim_sizes().to_vec();
    let all = if shape.is_empty() { sizes == [1] } else { sizes == shape };
    if !all && sizes.iter().any(|&size| size != 0) {
        return Folded::Unchanged;
    }
    splat_of(cx, cx.bool_attr(all), ty).into()
}

/// A mask of known sizes is a constant one.
fn create_mask_of_constants(rw: &mut Rewriter<'_>, op: CreateMaskOp) -> Option<()> {
    let view = op.view(rw);
    let mask = vector(view.0.cx(), view.0.single_result().ty());
    let (shape, scalable): (&[i64], &[bool]) =
        if mask.rank() == 0 { (&[1], &[false]) } else { (mask.shape, mask.scalable) };
    let mut sizes = Vec::with_capacity(shape.len());
    for (i, value) in view.0.operands().enumerate() {
        let size = match m_scalar_i64(value) {
            Some(size) if scalable[i] && size >= 0 => return None,
            Some(size) => size,
            None => vscale_multiple(value).filter(|&size| size >= shape[i])?,
        };
        sizes.push(size.clamp(0, shape[i]));
    }
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    let sizes = rw.cx().i64_array(&sizes);
    rw.replace(op, ConstantMaskOp::of().mask_dim_sizes_attr(sizes));
    Some(())
}

/// Whether all bits of a mask are known to be set, or none.
pub(crate) fn known_mask(mask: ValueRef<'_>) -> Option<bool> {
    let cx = mask.cx();
    let made = mask.defining_op()?;
    if let Some(made) = made.cast::<ConstantMaskOp>() {
        let sizes = made.mask_dim_sizes();
        let shape = vector(cx, mask.ty()).shape;
        let all = sizes.iter().zip(shape).all(|(size, &extent)| size >= extent);
        return if all { Some(true) } else { sizes.iter().all(|size| size <= 0).then_some(false) };
    }
    if made.isa::<CreateMaskOp>() {
        return made.operands().any(|size| m_scalar_i64(size).is_some_and(|size| size <= 0)).then_some(false);
    }
    let AttrData::DenseElements { data, .. } = constant_value(mask)?.data(cx) else { return None };
    let first = *data.first()?;
    data.iter().all(|&bit| bit == first).then_some(first != 0)
}

/// The op under a mask; `None` if there is none.
fn masked(mask: View<'_, MaskOp>) -> Option<OpRef<'_>> {
    let block = mask.mask_region().entry()?;
    block.first().filter(|&first| Some(first) != block.last())
}

/// A mask on nothing only passes values on; an op under a mask of all bits needs no mask.
fn fold_mask(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = MaskOp::view_of(op);
    if let Some(inner) = masked(view).filter(|_| known_mask(view.mask()) == Some(true)) {
        return Folded::Hoisted(inner.id());
    }
    let end = view.mask_region().entry().and_then(|block| block.last());
    match end {
        Some(end) if masked(view).is_none() && op.num_operands() == 1 && end.num_operands() > 0 => {
            Folded::Results(end.operands().map(|value| value.into()).collect())
        }
        _ => Folded::Unchanged,
    }
}

/// Replaces an empty mask by a selection between the yielded and the passthru values.
fn mask_of_nothing(rw: &mut Rewriter<'_>, op: MaskOp) -> Option<()> {
    let view = op.view(rw);
    if masked(view).is_some() {
        return None;
    }
    let passthru = view.passthru()?.id();
    let end = view.mask_region().entry()?.last()?;
    let (mask, value) = (view.mask().id(), end.operands().next()?.id());
    rw.replace(op, arith::SelectOp::of(mask, value, passthru));
    Some(())
}

/// The mask that an op is under.
pub(crate) fn masking_op(op: OpRef<'_>) -> Option<View<'_, MaskOp>> {
    op.parent_op()?.cast::<MaskOp>()
}
