//! Canonicalization of casts, extents, elements and ops that create tensors.

use terrace_dialects_builtin::fold::operand_of;
use terrace_dialects_core::arith::IndexCastOp;
use terrace_dialects_core::scf::{ForOp, ForallOp};
use terrace_ir::effects::would_be_trivially_dead;
use terrace_ir::interfaces::{DestinationStyleOp, LoopLike};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Context, DYNAMIC, Op, OpKind, OpRef, RankedTensorType, Rewriter, Type, Value, pattern};

use super::canonicalize_loops::{for_carries_source, forall_shares_source};
use super::fold::{foldable_cast_source, keeps_extents};
use super::{
    BitcastOp, CastOp, CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp, FromElementsOp,
    GenerateOp, InsertSliceOp, ReshapeOp, SplatOp, YieldOp, collapsed_type, with_shape,
};
use crate::index_values::{indices, known_indices, split};
use crate::layout::add_extents;
use crate::reshape_patterns::{
    Reshapes, collapse_of_expand, compose_collapse, compose_expand, expand_of_collapse, groups_of,
    make_collapse, make_expand, output_shape, reshape_source,
};

/// The ops of tensors.
pub(super) struct Tensors;

impl Reshapes for Tensors {
    type Expand = ExpandShapeOp;
    type Collapse = CollapseShapeOp;
    type Cast = CastOp;
}

/// A dimension of an empty tensor is the operand for it: a pattern of `tensor.empty`, upstream.
pub const FOLD_EMPTY_TENSOR_WITH_DIM: Pattern = pattern!("FoldEmptyTensorWithDimOp", DimOp, dim_of_empty);

/// Patterns for ops of other dialects, and for the users of their ops.
pub(super) static PATTERNS: &[Pattern] = &[
    Pattern::having(
        "FoldTensorCastProducerOp",
        |info| info.interface::<dyn DestinationStyleOp>().is_some(),
        cast_into_destination,
    ),
    pattern!("ForOpTensorCastFolder", ForOp, for_carries_source),
    FOLD_EMPTY_TENSOR_WITH_DIM,
    pattern!("FoldTensorCastOfOutputIntoForallOp", ForallOp, forall_shares_source),
];

/// Replaces an op by a value, cast to the op's type where that differs.
pub(super) fn replace_cast(rw: &mut Rewriter<'_>, op: Op, value: Value) {
    if rw.value(value).ty() == rw.op(op).single_result().ty() {
        rw.replace_op(op, &[value]);
    } else {
        rw.replace(op, CastOp::of(value));
    }
}

// Casts.

pub(super) fn bitcast_of_bitcast(rw: &mut Rewriter<'_>, op: BitcastOp) -> Option<()> {
    let source = operand_of::<BitcastOp>(op.view(rw).source())?.id();
    rw.replace(op, BitcastOp::of(source));
    Some(())
}

/// Merges the static extents of two types; `None` if they conflict.
fn join(cx: &Context, a: Type, b: Type) -> Option<Type> {
    let (Some(left), Some(right)) = (a.shape(cx), b.shape(cx)) else {
        return Some(if a.shape(cx).is_none() { b } else { a });
    };
    let one = |(&a, &b): (&i64, &i64)| match (a, b) {
        (DYNAMIC, b) => Some(b),
        (a, DYNAMIC) => Some(a),
        (a, b) => (a == b).then_some(a),
    };
    let shape: Option<Vec<i64>> = left.iter().zip(right).map(one).collect();
    (left.len() == right.len())
        .then(|| Some(RankedTensorType::get(cx, &shape?, a.element_type_or_self(cx))))?
}

/// Combines two casts to one, if the intermediate type adds no static information.
pub(super) fn cast_of_cast(rw: &mut Rewriter<'_>, op: CastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let between = view.source();
    let source = operand_of::<CastOp>(between)?;
    let (from, to) = (source.ty(), view.dest().ty());
    let all = join(cx, join(cx, from, between.ty())?, to)?;
    if join(cx, from, to) != Some(all) {
        return None;
    }
    let source = source.id();
    rw.replace(op, CastOp::of(source));
    Some(())
}

/// Folds a cast of an empty tensor to a more static type.
pub(super) fn cast_of_empty(rw: &mut Rewriter<'_>, op: CastOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty) = (view.source(), view.dest().ty());
    let empty = source.defined_by::<EmptyOp>()?;
    if !keeps_extents(cx, source.ty(), ty) {
        return None;
    }
    let mut sizes = empty.dynamic_sizes().collect::<Vec<_>>().into_iter();
    let mut kept = Vec::new();
    for (&from, &to) in source.ty().shape(cx)?.iter().zip(ty.shape(cx)?) {
        match (from, to) {
            (DYNAMIC, to) => {
                let size = sizes.next()?.id();
                if to == DYNAMIC {
                    kept.push(size);
                }
            }
            (from, to) if from != to => return None,
            _ => {}
        }
    }
    let made = RankedTensorType::get(cx, ty.shape(cx)?, ty.element_type(cx)?);
    if made != ty {
        return None;
    }
    rw.replace(op, EmptyOp::of(&kept));
    Some(())
}

/// Folds a cast of a destination into an op.
fn cast_into_destination(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let style = view.interface::<dyn DestinationStyleOp>()?;
    if view.isa::<InsertSliceOp>() || view.interface::<dyn LoopLike>().is_some() {
        return None;
    }
    let sources: Vec<Option<Value>> =
        view.operands().map(|value| foldable_cast_source(value).map(|source| source.id())).collect();
    if sources.iter().all(Option::is_none) {
        return None;
    }
    let operands: Vec<Value> = view.operands().zip(&sources).map(|(v, s)| s.unwrap_or(v.id())).collect();
    let (first, count) = style.inits(view);
    let cx = rw.cx();
    let inits = operands[first..first + count].iter().map(|&value| rw.value(value).ty());
    let types: Vec<Type> = inits.filter(|ty| !ty.is_memref(cx)).collect();
    rw.set_insertion_point_before(op);
    let copy = rw.clone_op(op, &mut IrMapping::new())?;
    rw.set_operands(copy, &operands);
    let results: Vec<(Value, Value)> = rw.body().results(copy).zip(rw.body().results(op)).collect();
    let loc = rw.body().loc(op);
    let mut values = Vec::with_capacity(results.len());
    for (i, (new, old)) in results.into_iter().enumerate() {
        let wanted = rw.value(old).ty();
        let ty = types.get(i).copied().unwrap_or(wanted);
        rw.set_type(new, ty);
        values.push(if ty == wanted { new } else { rw.build_value(CastOp::of(new).dest(wanted).loc(loc)) });
    }
    rw.replace_op(op, &values);
    Some(())
}

// Extents.

pub(super) fn dim_of_cast(rw: &mut Rewriter<'_>, op: DimOp) -> Option<()> {
    let view = op.view(rw);
    rw.replace(op, DimOp::of(operand_of::<CastOp>(view.source())?.id(), view.index().id()));
    Some(())
}

/// Replaces the extent of a destination-style op's result by that of the destination.
pub(super) fn dim_of_destination(rw: &mut Rewriter<'_>, op: DimOp) -> Option<()> {
    let source = op.view(rw).source();
    let maker = source.defining_op()?;
    let (first, _) = maker.interface::<dyn DestinationStyleOp>()?.inits(maker);
    let init = maker.operand(first + source.index() as usize).id();
    rw.set_operand(op, 0, init);
    Some(())
}

/// An extent of a reshaped tensor is an element of the shape.
pub(super) fn dim_of_reshape(rw: &mut Rewriter<'_>, op: DimOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let reshape = view.source().defined_by::<ReshapeOp>()?;
    let shape = reshape.shape();
    let element = shape.ty().element_type(cx)?;
    let (shape, index, loc) = (shape.id(), view.index().id(), view.0.loc());
    rw.set_insertion_point_after(op);
    let mut extent = rw.build_value(ExtractOp::of(shape, &[index]).result(element).loc(loc));
    if element != Type::INDEX {
        extent = rw.build_value(IndexCastOp::of(extent).out(Type::INDEX).loc(loc));
    }
    rw.replace_op(op, &[extent]);
    Some(())
}

pub(super) fn dim_of_empty(rw: &mut Rewriter<'_>, op: DimOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let empty = view.source().defined_by::<EmptyOp>()?;
    let at = usize::try_from(m_scalar_i64(view.index())?).ok()?;
    let shape = view.source().ty().shape(cx)?;
    if shape.get(at) != Some(&DYNAMIC) {
        return None;
    }
    let before = shape[..at].iter().filter(|&&extent| extent == DYNAMIC).count();
    let size = empty.dynamic_sizes().nth(before)?.id();
    rw.replace_op(op, &[size]);
    Some(())
}

/// The type with sizes that are constants, and the sizes that are not.
fn known_sizes(op: OpRef<'_>) -> Option<(Type, Vec<Value>)> {
    let (cx, ty) = (op.cx(), op.single_result().ty());
    let mut shape = ty.shape(cx)?.to_vec();
    let mut sizes = op.operands();
    let mut kept = Vec::new();
    for extent in shape.iter_mut().filter(|extent| **extent == DYNAMIC) {
        let size = sizes.next()?;
        match m_scalar_i64(size).filter(|&size| size >= 0) {
            Some(number) => *extent = number,
            None => kept.push(size.id()),
        }
    }
    (kept.len() < op.num_operands()).then(|| (with_shape(cx, ty, &shape), kept))
}

pub(super) fn empty_known_sizes(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (ty, sizes) = known_sizes(rw.op(op))?;
    let loc = rw.body().loc(op);
    rw.set_insertion_point_before(op);
    let made = rw.build_value(EmptyOp::of(&sizes).result(ty).loc(loc));
    replace_cast(rw, op, made);
    Some(())
}

pub(super) fn generate_known_sizes(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (ty, sizes) = known_sizes(rw.op(op))?;
    let (loc, region) = (rw.body().loc(op), *rw.take_regions(op).first()?);
    rw.set_insertion_point_before(op);
    let made = rw.build_value(GenerateOp::of(&sizes).loc(loc).result(ty).body(region));
    replace_cast(rw, op, made);
    Some(())
}

// Elements.

pub(super) fn extract_of_cast(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = operand_of::<CastOp>(view.tensor()).filter(|source| source.ty().shape(cx).is_some())?;
    let (source, indices) = (source.id(), view.indices().map(|v| v.id()).collect::<Vec<_>>());
    rw.replace(op, ExtractOp::of(source, &indices));
    Some(())
}

/// An element of converted indices is a converted element.
pub(super) fn extract_of_index_cast(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = operand_of::<IndexCastOp>(view.tensor())?;
    let element = source.ty().element_type(cx)?;
    let (source, indices) = (source.id(), view.indices().map(|v| v.id()).collect::<Vec<_>>());
    let loc = view.0.loc();
    rw.set_insertion_point_before(op);
    let extracted = rw.build_value(ExtractOp::of(source, &indices).result(element).loc(loc));
    rw.replace(op, IndexCastOp::of(extracted));
    Some(())
}

/// Replaces an element of a generated tensor by a copy of the generating computation.
pub(super) fn extract_of_generate(rw: &mut Rewriter<'_>, op: ExtractOp) -> Option<()> {
    let view = op.view(rw);
    let made = view.tensor().defined_by::<GenerateOp>()?;
    if !would_be_trivially_dead(made.0) {
        return None;
    }
    let block = made.body().entry()?;
    let mut map = IrMapping::new();
    block.args().zip(view.indices()).for_each(|(arg, index)| map.map(arg.id(), index.id()));
    let end = block.last()?.cast::<YieldOp>()?;
    let (end, value) = (end.0.id(), end.value().id());
    let ops: Vec<Op> = block.ops().map(|op| op.id()).filter(|&inner| inner != end).collect();
    if ops.iter().any(|&inner| rw.op(inner).inner_body().is_some()) {
        return None;
    }
    rw.set_insertion_point_before(op);
    for inner in ops {
        rw.clone_op(inner, &mut map)?;
    }
    rw.replace_op(op, &[map.value(value)]);
    Some(())
}

// Shapes.

/// Replaces a reshape of a splat by a splat of the new shape.
pub(super) fn reshape_of_splat(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let splat = reshape_source(view)?.defined_by::<SplatOp>()?;
    let (from, to) = (splat.aggregate().ty(), view.single_result().ty());
    let fixed = from.has_static_shape(cx) && to.has_static_shape(cx);
    let input = splat.input().id();
    fixed.then(|| rw.replace(op, SplatOp::of(input, &[]))).map(|_| ())
}

pub(super) fn reshape_of_elements(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let made = reshape_source(view)?.defined_by::<FromElementsOp>()?;
    let operands: Vec<Value> = made.elements().map(|v| v.id()).collect();
    let fixed = view.single_result().ty().has_static_shape(cx);
    fixed.then(|| rw.replace(op, FromElementsOp::of(&operands))).map(|_| ())
}

pub(super) fn collapse_of_cast(rw: &mut Rewriter<'_>, op: CollapseShapeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = foldable_cast_source(view.src())?;
    let groups = groups_of(view.0);
    let ty = collapsed_type(cx, source.ty(), &groups);
    let (source, same, loc) = (source.id(), ty == view.result().ty(), view.0.loc());
    if same {
        rw.set_operand(op, 0, source);
        return Some(());
    }
    rw.set_insertion_point_before(op);
    let made = make_collapse::<Tensors>(rw, source, &groups, ty, loc);
    replace_cast(rw, op.into(), made);
    Some(())
}

/// Constant extents are known, where those of the tensor that was cast are.
pub(super) fn expand_known_sizes(rw: &mut Rewriter<'_>, op: ExpandShapeOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let source = view.src();
    let from = foldable_cast_source(source)?.ty().shape(cx)?;
    let (groups, element) = (groups_of(view.0), source.ty().element_type(cx)?);
    let given = output_shape(view.0);
    let (mut shape, found) = (indices(&given), known_indices(&given));
    for (group, &extent) in groups.iter().zip(from) {
        for dim in group.iter().map(|&dim| dim as usize).filter(|_| extent != DYNAMIC) {
            *shape.get_mut(dim)? = *found.get(dim)?;
        }
    }
    if shape == indices(&given) {
        return None;
    }
    let (_, fixed) = split(&shape);
    let collapsed = collapsed_type(cx, RankedTensorType::get(cx, &fixed, element), &groups);
    let expanded = RankedTensorType::get(cx, &fixed, element);
    let (source, loc) = (source.id(), view.0.loc());
    rw.set_insertion_point_before(op);
    let cast = rw.build_value(CastOp::of(source).dest(collapsed).loc(loc));
    let made = make_expand::<Tensors>(rw, cast, &groups, &shape, expanded, loc);
    replace_cast(rw, op.into(), made);
    Some(())
}

pub(super) fn expand_of_expand(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    compose_expand::<Tensors>(rw, op)
}

pub(super) fn expand_collapsed(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    expand_of_collapse::<Tensors>(rw, op)
}

pub(super) fn collapse_of_collapse(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    compose_collapse::<Tensors>(rw, op)
}

pub(super) fn collapse_expanded(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    collapse_of_expand::<Tensors>(rw, op)
}

// Concatenation.

pub(super) fn concat_of_one(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if view.num_operands() != 1 {
        return None;
    }
    let input = view.single_operand().id();
    rw.replace(op, CastOp::of(input));
    Some(())
}

/// The result shape of a concatenation that the inputs imply, and the concatenated dimension.
fn concatenated(op: OpRef<'_>) -> Option<(Vec<i64>, usize)> {
    let (cx, view) = (op.cx(), ConcatOp::view_of(op));
    let dim = usize::try_from(view.dim()).ok()?;
    let mut inputs = view.inputs();
    let mut shape = inputs.next()?.ty().shape(cx)?.to_vec();
    for input in inputs {
        for (i, (known, &extent)) in shape.iter_mut().zip(input.ty().shape(cx)?).enumerate() {
            if i == dim {
                *known = add_extents(*known, extent);
            } else if *known == DYNAMIC {
                *known = extent;
            }
        }
    }
    Some((shape, dim))
}

/// Casts the inputs of a concatenation to the static extents that other inputs imply.
pub(super) fn concat_known_inputs(rw: &mut Rewriter<'_>, op: ConcatOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (mut shape, dim) = concatenated(view.0)?;
    let (element, loc) = (view.result().ty().element_type(cx)?, view.0.loc());
    let mut casts = Vec::new();
    for (i, input) in view.inputs().enumerate() {
        *shape.get_mut(dim)? = *input.ty().shape(cx)?.get(dim)?;
        let ty = RankedTensorType::get(cx, &shape, element);
        if !keeps_extents(cx, ty, input.ty()) {
            casts.push((i, input.id(), ty));
        }
    }
    if casts.is_empty() {
        return None;
    }
    for (i, input, ty) in casts {
        rw.set_insertion_point_before(op);
        let cast = rw.build_value(CastOp::of(input).dest(ty).loc(loc));
        rw.set_operand(op, i, cast);
    }
    Some(())
}

pub(super) fn concat_known_result(rw: &mut Rewriter<'_>, op: ConcatOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (shape, _) = concatenated(view.0)?;
    let ty = RankedTensorType::get(cx, &shape, view.result().ty().element_type(cx)?);
    if keeps_extents(cx, ty, view.result().ty()) {
        return None;
    }
    let operands: Vec<Value> = view.inputs().map(|v| v.id()).collect();
    let (dim, loc) = (Some(view.dim_attr()), view.0.loc());
    rw.set_insertion_point_before(op);
    let made = rw.build_value(ConcatOp::of(&operands).dim_attr(dim).result(ty).loc(loc));
    replace_cast(rw, op.into(), made);
    Some(())
}
