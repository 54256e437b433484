//! Canonicalization of all structured ops.

use terrace_affine::AffineMap;
use terrace_dialects_core::arith;
use terrace_dialects_mem::tensor;
use terrace_dialects_mem::tensor::encoded::{can_change_type, change_type};
use terrace_dialects_mem::tensor::{CastOp, keeps_extents, with_shape};
use terrace_ir::context::OpInfo;
use terrace_ir::pattern;
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Attr, BinaryOpView, BlockRef, Context, DYNAMIC, Op, OpName, OpRef, Rewriter, Type, TypeData, Value,
    ValueDef, ValueRef,
};

use crate::canonicalize_fill as fill;
use crate::canonicalize_relayout as pack_unpack;
use crate::copies::copy_with;
use crate::named::NamedOpView;
use crate::named_elementwise::CopyOp;
use crate::pack_unpack::{PackOp, UnPackOp};
use crate::region_ops::YieldOp;
use crate::structured::{Structured, as_structured, has_buffer_semantics, has_tensor_semantics};
use crate::transpose_broadcast::TransposeOp;

fn is_structured(info: &OpInfo) -> bool {
    info.interface::<dyn Structured>().is_some()
}

const ERASE: Pattern = Pattern::having("erase_without_elements", is_structured, erase_without_elements);
const CAST: Pattern = pattern!("cast_of_result", CastOp, cast_of_result);
const PACK: Pattern = pattern!("pack_of_cast", PackOp, |rw, op| pack_unpack::of_cast(rw, op.into()));
const UNPACK: Pattern = pattern!("unpack_of_cast", UnPackOp, |rw, op| pack_unpack::of_cast(rw, op.into()));
const EXTENTS: Pattern = Pattern::having("known_extents", is_structured, known_extents);

/// The canonicalization patterns of the dialect that are for ops of any kind.
pub static CANONICALIZE_ALL: &[Pattern] = &[ERASE, CAST, PACK, UNPACK, EXTENTS];

const SELF_COPY: Pattern = pattern!("copy_to_itself", CopyOp, |rw, op| copy_to_itself(rw, op.into()));
const CONCAT: Pattern = pattern!("concat_of_fills", tensor::ConcatOp, fill::concat_of_fills);
const COPY: Pattern = pattern!("copy_of_fill", CopyOp, |rw, op| fill::copy_of_fill(rw, op.into()));
const EXTRACT: Pattern =
    pattern!("extract_of_fill", tensor::ExtractOp, |rw, op| fill::extract_of_fill(rw, op.into()));
const PACKED: Pattern = pattern!("pack_of_fill", PackOp, fill::pack_of_fill);
const PADDED: Pattern = pattern!("pad_of_fill", tensor::PadOp, fill::pad_of_fill);
const COLLAPSED: Pattern =
    pattern!("collapse_of_fill", tensor::CollapseShapeOp, |rw, op| fill::reshape_of_fill(rw, op.into()));
const EXPANDED: Pattern =
    pattern!("expand_of_fill", tensor::ExpandShapeOp, |rw, op| fill::reshape_of_fill(rw, op.into()));
const INSERTED: Pattern = pattern!("insert_pad_into_fill", tensor::InsertSliceOp, fill::insert_pad_into_fill);
const TRANSPOSED: Pattern = pattern!("transpose_of_fill", TransposeOp, fill::transpose_of_fill);

/// The canonicalization patterns of fills.
pub static CANONICALIZE_FILLS: &[Pattern] =
    &[CONCAT, COPY, EXTRACT, PACKED, PADDED, COLLAPSED, EXPANDED, INSERTED, TRANSPOSED];

/// Patterns of the dialect, and those of its ops for ops of other dialects.
pub(crate) static PATTERNS: &[Pattern] = &[
    ERASE, CAST, PACK, UNPACK, EXTENTS, SELF_COPY, CONCAT, COPY, EXTRACT, PACKED, PADDED, COLLAPSED,
    EXPANDED, INSERTED, TRANSPOSED,
];

/// The op that holds a constant.
pub(crate) fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    arith::materialize(cx, attr, ty)
}

/// An op on a buffer without elements does nothing.
fn erase_without_elements(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let empty = |ty: &Type| matches!(ty.data(cx), TypeData::MemRef { shape, .. } if shape.contains(&0));
    if !view.operand_types().iter().any(empty) || view.num_results() > 0 {
        return None;
    }
    rw.erase_op(op);
    Some(())
}

/// Erases a copy of a value to itself.
fn copy_to_itself(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = NamedOpView(rw.op(op));
    let (from, to) = (view.inputs().next()?, view.outputs().next()?);
    if from != to {
        return rw.notify_match_failure(op, "not a self copy");
    }
    let (from, buffer) = (from.id(), has_buffer_semantics(view.0));
    if buffer {
        rw.erase_op(op);
    } else {
        rw.replace_op(op, &[from]);
    }
    Some(())
}

/// Folds a cast of a result to a more static type into the op, by casting its destination.
fn cast_of_result(rw: &mut Rewriter<'_>, op: CastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, to) = (view.source(), view.dest().ty());
    if !matches!(to.data(cx), TypeData::RankedTensor { .. }) || !keeps_extents(cx, source.ty(), to) {
        return None;
    }
    let maker = source.defining_op()?;
    let structured = as_structured(maker)?;
    if maker.block()? != view.0.block()? {
        return None;
    }
    let (first, _) = structured.destinations(maker);
    let number = source.index() as usize;
    let at = first + number;
    let mut operands: Vec<Value> = maker.operands().map(|value| value.id()).collect();
    let mut types = maker.result_types();
    let (maker, from, loc) = (maker.id(), source.ty(), maker.loc());
    rw.set_insertion_point_before(maker);
    operands[at] = rw.build_value(CastOp::of(operands[at]).dest(to).loc(loc));
    types[number] = to;
    let copy = copy_with(rw, maker, &operands, &types)?;
    let result = rw.body().result(copy, number);
    let back = rw.build_value(CastOp::of(result).dest(from).loc(loc));
    let mut values: Vec<Value> = rw.body().results(copy).collect();
    values[number] = back;
    rw.replace_op(maker, &values);
    rw.replace_op(op, &[result]);
    Some(())
}

/// The extents of loops that some operand knows; for a cast operand, those before the cast.
fn loop_extents(op: OpRef<'_>, maps: &[AffineMap]) -> Vec<Option<i64>> {
    let cx = op.cx();
    let mut extents = vec![None; maps.first().map_or(0, |map| map.num_dims as usize)];
    for (operand, map) in op.operands().zip(maps) {
        let Some(shape) = operand.ty().shape(cx) else { continue };
        let source = operand.defined_by::<CastOp>().map(|cast| cast.source().ty());
        let known = source.filter(|ty| ty.has_static_shape(cx)).and_then(|ty| ty.shape(cx)).unwrap_or(shape);
        for (i, &extent) in known.iter().enumerate().filter(|&(i, _)| shape[i] != DYNAMIC) {
            if let Some(dim) = map.results.get(i).and_then(|result| result.as_dim()) {
                extents[dim as usize].get_or_insert(extent);
            }
        }
    }
    extents
}

/// Propagates static extents of an operand to the other operands that are indexed by the same loops.
fn known_extents(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    if !has_tensor_semantics(view) {
        return None;
    }
    let maps = structured.indexing_maps(view);
    if maps.iter().any(|map| !map.is_projected_permutation(false)) {
        return None;
    }
    let extents = loop_extents(view, &maps);
    let (first, count) = structured.destinations(view);
    let mut operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let (mut casts, mut types) = (Vec::new(), Vec::new());
    for (i, (operand, map)) in view.operands().zip(&maps).enumerate() {
        let Some(shape) = operand.ty().shape(cx) else { continue };
        let known = |(&extent, result): (&i64, &terrace_affine::AffineExpr)| {
            let found = result.as_dim().and_then(|dim| extents[dim as usize]);
            if extent == DYNAMIC { found.unwrap_or(extent) } else { extent }
        };
        let new: Vec<i64> = shape.iter().zip(&map.results).map(known).collect();
        let ty = if new == shape { operand.ty() } else { with_shape(cx, operand.ty(), &new) };
        if new != shape {
            casts.push((i, ty));
        }
        if (first..first + count).contains(&i) {
            types.push(ty);
        }
    }
    if casts.is_empty() {
        return None;
    }
    let loc = view.loc();
    for (i, ty) in casts {
        operands[i] = rw.build_value(CastOp::of(operands[i]).dest(ty).loc(loc));
    }
    let copy = copy_with(rw, op, &operands, &types)?;
    let results: Vec<(Value, Value)> = rw.body().results(op).zip(rw.body().results(copy)).collect();
    let mut values = Vec::with_capacity(results.len());
    for (old, new) in results {
        let (from, to) = (rw.value(new).ty(), rw.value(old).ty());
        values.push(if from == to { new } else { rw.build_value(CastOp::of(new).dest(to).loc(loc)) });
    }
    rw.replace_op(op, &values);
    Some(())
}

/// The number of the argument of a block that a value is.
pub(crate) fn argument_of(value: ValueRef<'_>, block: BlockRef<'_>) -> Option<usize> {
    match value.def() {
        ValueDef::Argument(owner) if owner == block.id() => Some(value.index() as usize),
        _ => None,
    }
}

/// An op that passes on its operands as they are.
pub(crate) fn erase_identity(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let maps = structured.indexing_maps(view);
    let block = view.single_region().entry()?;
    let end = block.first().filter(|end| end.isa::<YieldOp>())?;
    if maps.windows(2).any(|pair| pair[0] != pair[1]) {
        return None;
    }
    if has_buffer_semantics(view) {
        let is_copy = |(input, destination)| input == destination;
        let same = structured.destinations(view) == (1, 1) && is_copy(BinaryOpView(view).operands());
        if !same {
            return rw.notify_match_failure(op, "expected single input and output to be the same value");
        }
        if argument_of(end.operands().next()?, block).is_none() {
            return rw.notify_match_failure(op, "cannot fold fill-like op");
        }
        rw.erase_op(op);
        return Some(());
    }
    if !has_tensor_semantics(view) {
        return rw.notify_match_failure(op, "mixed semantics is not supported yet");
    }
    let mut values = Vec::new();
    for (yielded, result) in end.operands().zip(view.results()) {
        let value = view.operand(argument_of(yielded, block)?);
        if !can_change_type(cx, value.ty(), result.ty()) {
            return None;
        }
        values.push((value.id(), result.ty()));
    }
    if values.len() != view.num_results() {
        return None;
    }
    let loc = view.loc();
    let values: Vec<Value> = values.into_iter().map(|(value, to)| change_type(rw, value, to, loc)).collect();
    rw.replace_op(op, &values);
    Some(())
}
