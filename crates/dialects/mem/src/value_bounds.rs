//! Bounds of extents and ranks, as implemented by ops on tensors and memrefs.

use terrace_affine::AffineExpr;
use terrace_ir::interfaces::{ShapedDimOp, mixed_values};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::value_bounds::{BoundSet, Quantity};
use terrace_ir::{OpFoldResultRef, OpKind, OpRef, ValueRef, value_bounds};

use crate::reshape_patterns::{groups_of, output_shape, reshape_source};
use crate::slices::{mixed_sizes, rank_reduction_mask, slice};
use crate::{memref, tensor};

/// Bounds the extent of the result by the given extent.
fn extent_is<'a>(result: Quantity<'a>, extent: Option<&OpFoldResultRef<'a>>, set: &mut dyn BoundSet<'a>) {
    if let Some(&extent) = extent {
        let expr = set.mixed(extent);
        set.equal(result, expr);
    }
}

/// The result's type has the sizes that are known, and `dynamic` are the others.
fn sized<'a>(
    result: Quantity<'a>,
    dynamic: impl Iterator<Item = ValueRef<'a>>,
    dim: usize,
    set: &mut dyn BoundSet<'a>,
) {
    let sizes = mixed_values(result.value.ty().ranked_shape(result.value.cx()), dynamic);
    extent_is(result, sizes.get(dim), set);
}

fn allocated<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    let sizes = memref::Allocation::of(op).map_or(Vec::new(), |allocation| allocation.dynamic_sizes);
    sized(result, sizes.into_iter(), dim, set);
}

fn empty<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    sized(result, tensor::EmptyOp::view_of(op).dynamic_sizes(), dim, set);
}

/// The operand has the same extents, where its rank is known.
fn cast<'a>(op: OpRef<'a>, result: Quantity<'a>, _dim: usize, set: &mut dyn BoundSet<'a>) {
    let source = op.single_operand();
    if source.ty().shape(op.cx()).is_some() && result.value.ty().shape(op.cx()).is_some() {
        set.same(result, source);
    }
}

fn dim<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    set.at_least(result, AffineExpr::constant(0));
    let Some(shaped) = op.interface::<dyn ShapedDimOp>() else { return };
    let source = shaped.shaped_value(op);
    let rank = source.ty().shape(op.cx()).map_or(0, |shape| shape.len());
    let index = m_scalar_i64(shaped.dimension(op)).and_then(|index| usize::try_from(index).ok());
    if let Some(index) = index.filter(|&index| index < rank) {
        let extent = set.extent(source, index);
        set.equal(result, extent);
    }
}

fn rank<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    if let Some(shape) = op.single_operand().ty().shape(op.cx()) {
        set.equal(result, AffineExpr::constant(shape.len() as i64));
    }
}

fn expand<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    extent_is(result, output_shape(op).get(dim), set);
}

fn collapse<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    let groups = groups_of(op);
    let (Some(source), Some(group)) = (reshape_source(op), groups.get(dim)) else { return };
    let extents = group.iter().filter_map(|&dim| usize::try_from(dim).ok());
    let product = extents.map(|dim| set.extent(source, dim)).reduce(|a, b| a * b);
    set.equal(result, product.unwrap_or(AffineExpr::constant(1)));
}

/// The sizes of a slice, without the dimensions that the result leaves out.
fn sliced<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    let shape = result.value.ty().ranked_shape(op.cx());
    let Some(dropped) = rank_reduction_mask(&slice(op).sizes, shape) else { return };
    let sizes = mixed_sizes(op);
    let kept: Vec<&OpFoldResultRef<'a>> =
        sizes.iter().zip(dropped).filter(|(_, dropped)| !dropped).map(|(size, _)| size).collect();
    extent_is(result, kept.get(dim).copied(), set);
}

fn pad<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    let view = tensor::PadOp::view_of(op);
    if let (Some(&low), Some(&high)) = (view.mixed_low().get(dim), view.mixed_high().get(dim)) {
        let sum = set.extent(view.source(), dim) + set.mixed(low) + set.mixed(high);
        set.equal(result, sum);
    }
}

value_bounds! {
    extent memref::AllocOp = allocated;
    extent memref::AllocaOp = allocated;
    extent memref::CastOp = cast;
    index memref::DimOp = dim;
    extent memref::ExpandShapeOp = expand;
    extent memref::CollapseShapeOp = collapse;
    index memref::RankOp = rank;
    extent memref::SubViewOp = sliced;
    extent tensor::CastOp = cast;
    extent tensor::CollapseShapeOp = collapse;
    index tensor::DimOp = dim;
    extent tensor::EmptyOp = empty;
    extent tensor::ExpandShapeOp = expand;
    extent tensor::ExtractSliceOp = sliced;
    extent tensor::PadOp = pad;
    index tensor::RankOp = rank;
}
