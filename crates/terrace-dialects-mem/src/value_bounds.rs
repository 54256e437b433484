//! Bounds of extents and ranks, as ops on tensors and those on memrefs tell them.

use terrace_affine::AffineExpr;
use terrace_ir::interfaces::{Mixed, ShapedDimOp, mixed_values};
use terrace_ir::value_bounds::{BoundSet, Quantity};
use terrace_ir::{OpRef, value_bounds};

use crate::index_values::{known, mixed_slot};
use crate::reassociation::groups;
use crate::slices::{mixed, rank_reduction_mask, slice};
use crate::{memref, tensor};

/// The result has the extent that is given.
fn extent_is<'a>(result: Quantity<'a>, extent: Option<&Mixed<'a>>, set: &mut dyn BoundSet<'a>) {
    if let Some(&extent) = extent {
        let expr = set.mixed(extent);
        set.equal(result, expr);
    }
}

/// The sizes of an op on which the result's type has those that are known, and the first operands are the others.
fn allocated<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    let sizes = mixed_values(result.value.ty().shape(op.cx()).unwrap_or_default(), op.operand_group(0));
    extent_is(result, sizes.get(dim), set);
}

/// The operand has the same extents, where its rank is known.
fn cast<'a>(op: OpRef<'a>, result: Quantity<'a>, _dim: usize, set: &mut dyn BoundSet<'a>) {
    if op.operand(0).ty().shape(op.cx()).is_some() && result.value.ty().shape(op.cx()).is_some() {
        set.same(result, op.operand(0));
    }
}

fn dim<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    set.at_least(result, AffineExpr::constant(0));
    let Some(shaped) = op.interface::<dyn ShapedDimOp>() else { return };
    let source = shaped.shaped_value(op);
    let rank = source.ty().shape(op.cx()).map_or(0, |shape| shape.len());
    let index = known(shaped.dimension(op)).and_then(|index| usize::try_from(index).ok());
    if let Some(index) = index.filter(|&index| index < rank) {
        let extent = set.extent(source, index);
        set.equal(result, extent);
    }
}

fn rank<'a>(op: OpRef<'a>, result: Quantity<'a>, set: &mut dyn BoundSet<'a>) {
    if let Some(shape) = op.operand(0).ty().shape(op.cx()) {
        set.equal(result, AffineExpr::constant(shape.len() as i64));
    }
}

fn expand<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    let Some(fixed) = op.inherent_attr("static_output_shape") else { return };
    extent_is(result, mixed_slot(op, fixed, 1).get(dim), set);
}

fn collapse<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    let Some(reassociation) = op.inherent_attr("reassociation") else { return };
    let groups = groups(op.cx(), reassociation);
    let Some(group) = groups.get(dim) else { return };
    let extents = group.iter().filter_map(|&dim| usize::try_from(dim).ok());
    let product = extents.map(|dim| set.extent(op.operand(0), dim)).reduce(|a, b| a * b);
    set.equal(result, product.unwrap_or(AffineExpr::constant(1)));
}

/// The sizes of a slice, without the dimensions that the result leaves out.
fn sliced<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    let shape = result.value.ty().shape(op.cx()).unwrap_or_default();
    let Some(dropped) = rank_reduction_mask(&slice(op).sizes, shape) else { return };
    let sizes = mixed(op, 1);
    let kept: Vec<&Mixed<'a>> =
        sizes.iter().zip(dropped).filter(|(_, dropped)| !dropped).map(|(size, _)| size).collect();
    extent_is(result, kept.get(dim).copied(), set);
}

fn pad<'a>(op: OpRef<'a>, result: Quantity<'a>, dim: usize, set: &mut dyn BoundSet<'a>) {
    let amount = |name: &str, slot: usize| mixed_slot(op, op.inherent_attr(name)?, slot).get(dim).copied();
    if let (Some(low), Some(high)) = (amount("static_low", 1), amount("static_high", 2)) {
        let sum = set.extent(op.operand(0), dim) + set.mixed(low) + set.mixed(high);
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
    extent tensor::EmptyOp = allocated;
    extent tensor::ExpandShapeOp = expand;
    extent tensor::ExtractSliceOp = sliced;
    extent tensor::PadOp = pad;
    index tensor::RankOp = rank;
}
