//! Canonicalization of ops on tensors that are filled with one value.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::index_values::{index_constant, indices, known_indices, split};
use terrace_dialects_mem::slices::{mixed, slice};
use terrace_dialects_mem::tensor::{
    CastOp, CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, InsertSliceOp, PadOp,
    constant_padding_value,
};
use terrace_ir::build::NewOp;
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{
    DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, RankedTensorType, Rewriter, Type, Value, ValueRef, View,
    op_match,
};

use crate::builders::{make_fill, make_named};
use crate::named::NamedOpView;
use crate::named_elementwise::{CopyOp, FillOp};
use crate::pack_unpack::PackOp;
use crate::reify::reified_shapes;
use crate::transpose_broadcast::TransposeOp;

/// The value that a tensor is filled with, and the tensor that was filled.
fn filled(value: ValueRef<'_>) -> Option<(OpRef<'_>, ValueRef<'_>, ValueRef<'_>)> {
    let fill = value.defined_by::<FillOp>()?;
    Some((fill.0, fill.inputs().next()?, fill.outputs().next()?))
}

/// Replaces an op by a fill at the insertion point.
fn replace_by_fill(rw: &mut Rewriter<'_>, op: Op, value: Value, to: Value, loc: Loc) -> Option<()> {
    let fill = make_fill(rw, value, to, loc)?;
    rw.replace_op_with(op, fill);
    Some(())
}

/// Replaces a reshape of a fill by a fill of the reshaped destination.
pub(crate) fn reshape_of_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (fill, value, to) = filled(view.operands().next()?)?;
    let (value, ty, loc) = (value.id(), view.single_result().ty(), fill.loc());
    let at = view.loc();
    let reshape = op_match!(view, {
        ExpandShapeOp(expand) => {
            let groups = expand.reassociation_attr();
            let sizes: Vec<Value> = expand.output_shape().map(|size| size.id()).collect();
            let numbers = expand.static_output_shape_attr();
            let expand = ExpandShapeOp::of(to.id()).output_shape(&sizes).static_output_shape_attr(numbers);
            expand.reassociation_attr(groups).result(ty).loc(loc).state()
        }
        CollapseShapeOp(collapse) => {
            let groups = collapse.reassociation_attr();
            CollapseShapeOp::of(to.id()).reassociation_attr(groups).result(ty).loc(loc).state()
        }
        _ => return None,
    });
    let reshaped = rw.build_value(reshape);
    replace_by_fill(rw, op, value, reshaped, at)
}

/// `tensor.empty` of these extents at the insertion point.
pub(crate) fn make_empty(rw: &mut Rewriter<'_>, sizes: &[OpFoldResult], element: Type, loc: Loc) -> Value {
    let (values, shape) = split(sizes);
    let ty = RankedTensorType::get(rw.cx(), &shape, element);
    rw.build_value(EmptyOp::of(&values).result(ty).loc(loc))
}

/// Borders of the value that is everywhere.
pub(crate) fn pad_of_fill(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (fill, value, _) = filled(view.source())?;
    if constant_padding_value(view.0)? != value {
        return None;
    }
    let (value, ty, loc, fill_loc) = (value.id(), view.result().ty(), view.0.loc(), fill.loc());
    let sizes = reified_shapes(rw, op.into())?.into_iter().next()?;
    let empty = make_empty(rw, &sizes, ty.element_type(cx)?, loc);
    let fill = make_fill(rw, value, empty, fill_loc)?;
    let mut result = rw.body().single_result(fill);
    if rw.value(result).ty() != ty {
        result = rw.build_value(CastOp::of(result).dest(ty).loc(fill_loc));
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// Whether two slices, where both are known, surely have no element in common.
fn disjoint(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    let (a, b) = (slice(a), slice(b));
    let rank = a.offsets.len().min(b.offsets.len());
    (0..rank).any(|i| {
        let numbers = [a.offsets[i], a.sizes[i], a.strides[i], b.offsets[i], b.sizes[i], b.strides[i]];
        if numbers.contains(&DYNAMIC) {
            return false;
        }
        let last = |at: i64, size: i64, stride: i64| at.wrapping_add((size - 1).wrapping_mul(stride));
        last(numbers[0], numbers[1], numbers[2]) < numbers[3]
            || last(numbers[3], numbers[4], numbers[5]) < numbers[0]
    })
}

/// The value that was there before a slice was set, where others were set elsewhere.
fn filled_below(insert: View<'_, InsertSliceOp>) -> Option<ValueRef<'_>> {
    let cx = insert.0.cx();
    let rank = |value: ValueRef<'_>| value.ty().shape(cx).map(<[i64]>::len);
    let reduces = |op: View<'_, InsertSliceOp>| rank(op.source()) != rank(op.result());
    if reduces(insert) {
        return None;
    }
    let mut dest = insert.dest();
    while let Some(earlier) = dest.defined_by::<InsertSliceOp>() {
        if reduces(earlier) {
            return None;
        }
        if !disjoint(earlier.0, insert.0) {
            break;
        }
        dest = earlier.dest();
    }
    filled(dest).map(|(_, value, _)| value)
}

/// Replaces an insertion of a padded tensor into a fill with the same value by an insertion of the unpadded
/// tensor.
pub(crate) fn insert_pad_into_fill(rw: &mut Rewriter<'_>, op: InsertSliceOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let pad = view.source().defined_by::<PadOp>()?;
    let there = filled_below(view)?;
    if constant_padding_value(pad.0)? != there {
        return None;
    }
    let low = known_indices(&mixed_values(&pad.static_low().to_vec(), pad.low()));
    let (offsets, strides) = (indices(&mixed(view.0, 0)), indices(&mixed(view.0, 2)));
    let (source, dest, loc) = (pad.source(), view.dest().id(), view.0.loc());
    let (shape, source) = (source.ty().shape(cx)?.to_vec(), source.id());
    let map = AffineMap::new(0, 2, vec![AffineExpr::add(AffineExpr::symbol(0), AffineExpr::symbol(1))]);
    let mut moved = Vec::with_capacity(low.len());
    for (&low, &offset) in low.iter().zip(&offsets) {
        moved.push(composed_apply(rw, &map, &[low, offset], loc));
    }
    let mut sizes = Vec::with_capacity(shape.len());
    for (dim, &extent) in shape.iter().enumerate() {
        sizes.push(if extent == DYNAMIC {
            let number = index_constant(rw, dim as i64, loc);
            OpFoldResult::Value(rw.build_value(DimOp::of(source, number).result(Type::INDEX).loc(loc)))
        } else {
            OpFoldResult::Static(extent)
        });
    }
    let ty = rw.value(dest).ty();
    rw.replace(
        op,
        InsertSliceOp::of(source, dest)
            .loc(loc)
            .mixed_offsets(&moved)
            .mixed_sizes(&sizes)
            .mixed_strides(&strides)
            .result(ty),
    );
    Some(())
}

/// Any element is the value.
pub(crate) fn extract_of_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (_, value, _) = filled(rw.op(op).operands().next()?)?;
    let value = value.id();
    rw.replace_op(op, &[value]);
    Some(())
}

fn same_number(a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    a == b || m_scalar_i64(a).is_some_and(|number| m_scalar_i64(b) == Some(number))
}

/// Tiles of one value.
pub(crate) fn pack_of_fill(rw: &mut Rewriter<'_>, op: PackOp) -> Option<()> {
    let view = op.view(rw);
    let (_, value, _) = filled(view.source())?;
    if view.padding_value().is_some_and(|padding| !same_number(padding, value)) {
        return None;
    }
    let dest = view.dest();
    if dest.uses().count() != 1 {
        return None;
    }
    let (value, dest, loc) = (value.id(), dest.id(), view.0.loc());
    replace_by_fill(rw, op.into(), value, dest, loc)
}

/// Replaces a copy of a filled tensor by a fill, and drops a fill of a copy's destination.
pub(crate) fn copy_of_fill(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = NamedOpView(rw.op(op));
    let (from, to, loc) = (view.inputs().next()?, view.outputs().next()?, view.0.loc());
    if let Some((_, value, _)) = filled(from) {
        let (value, to) = (value.id(), to.id());
        return replace_by_fill(rw, op, value, to, loc);
    }
    let (_, _, below) = filled(to)?;
    let (from, below) = (from.id(), below.id());
    let copy = make_named(rw, CopyOp::DEF, &[from], &[below], &[], loc)?;
    rw.replace_op_with(op, copy);
    Some(())
}

/// Replaces a transposed fill by a fill of the transposed shape.
pub(crate) fn transpose_of_fill(rw: &mut Rewriter<'_>, op: TransposeOp) -> Option<()> {
    let view = op.view(rw);
    let (_, value, _) = filled(view.input())?;
    let (value, to, loc) = (value.id(), view.init().id(), view.0.loc());
    replace_by_fill(rw, op.into(), value, to, loc)
}

/// Replaces a concatenation of fills with the same value by a fill.
pub(crate) fn concat_of_fills(rw: &mut Rewriter<'_>, op: ConcatOp) -> Option<()> {
    let view = op.view(rw);
    let (_, first, _) = filled(view.inputs().next()?)?;
    let same = |value: ValueRef<'_>| {
        first == value || constant_value(first).is_some_and(|attr| constant_value(value) == Some(attr))
    };
    let below: Option<Vec<Value>> = view
        .inputs()
        .map(|input| filled(input).filter(|&(_, value, _)| same(value)).map(|(_, _, to)| to.id()))
        .collect();
    let Some(below) = below else {
        return rw.notify_match_failure(op, "not all operands are defined by a compatible fill op");
    };
    let (value, dim, ty, loc) = (first.id(), Some(view.dim_attr()), view.result().ty(), view.0.loc());
    let joined = rw.build_value(ConcatOp::of(&below).dim_attr(dim).result(ty).loc(loc));
    replace_by_fill(rw, op.into(), value, joined, loc)
}
