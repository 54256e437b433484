//! Relayouts before and after reshapes.

use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_mem::index_values::split;
use terrace_dialects_mem::reshape_patterns::{collapsing_groups, groups_of};
use terrace_dialects_mem::tensor::{CollapseShapeOp, ExpandShapeOp, collapsed_type};
use terrace_ir::{DYNAMIC, Op, OpKind, Rewriter};
use terrace_passes_shared::reshapes::create_collapse;

use super::{LayoutPropagation, cast_to};
use crate::lower_pack::make_expand;
use crate::pack::Packing;

/// The packing of a tensor with dimensions apart, where `packing` is that of the tensor with groups of these collapsed. Tiles
/// are of the last dimension of a group that has not extent one. `None` if that is not a multiple of the tile.
fn apart(packing: &Packing, groups: &[Vec<i64>], shape: &[i64]) -> Option<Packing> {
    let tiles = split(&packing.tiles).1;
    let mut dims = Vec::with_capacity(packing.dims.len());
    for (&dim, &tile) in packing.dims.iter().zip(&tiles) {
        let group = groups.get(usize::try_from(dim).ok()?)?;
        let is_unit = |&&dim: &&i64| shape[dim as usize] == 1;
        let last = group.iter().rev().find(|dim| !is_unit(dim)).or(group.last())?;
        let extent = shape[*last as usize];
        if extent == DYNAMIC || tile <= 0 || extent % tile != 0 {
            return None;
        }
        dims.push(*last);
    }
    let of = |&dim: &i64| groups.get(usize::try_from(dim).ok()?);
    let outer: Vec<&Vec<i64>> = packing.outer.iter().map(of).collect::<Option<_>>()?;
    Some(Packing {
        dims,
        tiles: packing.tiles.clone(),
        outer: outer.into_iter().flatten().copied().collect(),
    })
}

/// The groups of a packed tensor: those of the numbers of tiles in their order, and one for each tile.
fn packed_groups(packing: &Packing, groups: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut sizes: Vec<usize> = match packing.outer.is_empty() {
        true => groups.iter().map(Vec::len).collect(),
        false => packing.outer.iter().map(|&dim| groups[dim as usize].len()).collect(),
    };
    sizes.extend(packing.dims.iter().map(|_| 1));
    let mut next = 0;
    let group = |size: usize| {
        let first = next;
        next += size as i64;
        (first..next).collect()
    };
    sizes.into_iter().map(group).collect()
}

/// Whether each group of dimensions has one dynamic extent at most, so that the others determine it.
fn is_determined(shape: &[i64], groups: &[Vec<i64>]) -> bool {
    let is_dynamic = |&&dim: &&i64| shape[dim as usize] == DYNAMIC;
    groups.iter().all(|group| group.iter().filter(is_dynamic).count() <= 1)
}

/// Packs the source of a reshape that has no other user.
pub(super) fn pack_of_reshape(rw: &mut Rewriter<'_>, op: Op, options: &LayoutPropagation) -> Option<()> {
    let view = PackOp::view_of(rw.op(op));
    let source = view.source();
    let is_dynamic = view.static_inner_tiles().to_vec().contains(&DYNAMIC);
    if source.uses().take(2).count() != 1 || is_dynamic || !options.allows(view.0, 0) {
        return None;
    }
    if source.defined_by::<CollapseShapeOp>().is_some() {
        return pack_of_collapse(rw, op);
    }
    pack_of_expand(rw, op)
}

fn pack_of_collapse(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), PackOp::view_of(rw.op(op)));
    let collapse = view.source().defined_by::<CollapseShapeOp>()?;
    let (source, groups) = (collapse.src(), groups_of(collapse.0));
    let packing = Packing::of_pack(rw, op);
    let Some(new) = apart(&packing, &groups, source.ty().shape(cx)?) else {
        return rw.notify_match_failure(op, "a dimension before the collapse is no multiple of the tile");
    };
    let packed_groups = packed_groups(&packing, &groups);
    let ty = view.result().ty();
    if collapsed_type(cx, new.packed_type(cx, source.ty())?, &packed_groups) != ty {
        return rw.notify_match_failure(op, "the type is not that of a collapse");
    }
    let (source, loc, collapse_loc) = (source.id(), view.0.loc(), collapse.0.loc());
    let padding = view.padding_value().map(|value| value.id());
    let dest = new.destination(rw, source, loc)?;
    let packed = new.pack(rw, source, dest, padding, loc);
    let packed = rw.body().single_result(packed);
    let collapsed = create_collapse(rw, packed, &packed_groups, ty, collapse_loc);
    rw.replace_op(op, &[collapsed]);
    Some(())
}

/// The group of each dimension with tiles, which must be the last of its group. `None` if it is not. With a padding, rows
/// that are padded to full tiles each are not the same as the padded whole, unless there is one row.
fn together(packing: &Packing, groups: &[Vec<i64>], shape: &[i64], is_padded: bool) -> Option<Packing> {
    let tiles = split(&packing.tiles).1;
    let mut dims = Vec::with_capacity(packing.dims.len());
    for (dim, &tile) in packing.dims.iter().zip(&tiles) {
        let at = groups.iter().position(|group| group.last() == Some(dim))?;
        let group = &groups[at];
        let is_row = group.iter().filter(|other| *other != dim).all(|&other| shape[other as usize] == 1);
        let extent = shape[*dim as usize];
        let is_full = extent != DYNAMIC && tile > 0 && extent % tile == 0;
        let is_only_tiled = group.iter().filter(|dim| packing.dims.contains(dim)).count() == 1;
        if !is_only_tiled || is_padded && !is_row && !is_full {
            return None;
        }
        dims.push(at as i64);
    }
    Some(Packing { dims, tiles: packing.tiles.clone(), outer: Vec::new() })
}

fn pack_of_expand(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), PackOp::view_of(rw.op(op)));
    let expand = view.source().defined_by::<ExpandShapeOp>()?;
    let packing = Packing::of_pack(rw, op);
    if !(0..).zip(&packing.outer).all(|(at, &dim)| at == dim) {
        return rw.notify_match_failure(op, "non-identity outer dims perm NYI");
    }
    let (source, groups) = (expand.src(), groups_of(expand.0));
    let padding = view.padding_value().map(|value| value.id());
    let is_padded = padding.is_some() && !cx.matches_upstream();
    let Some(new) = together(&packing, &groups, view.source().ty().shape(cx)?, is_padded) else {
        let reason = "can only pack the inner-most expanded dimension, and pad it if it is the only one";
        return rw.notify_match_failure(op, reason);
    };
    let (ty, packed_groups) = (view.result().ty(), packed_groups(&packing, &groups));
    let is_reshape = collapsed_type(cx, ty, &packed_groups) == new.packed_type(cx, source.ty())?;
    if !is_reshape || !is_determined(ty.shape(cx)?, &packed_groups) {
        return rw.notify_match_failure(op, "could not reassociate dims after bubbling up");
    }
    // Any groups with these extents keep the order of elements; upstream has those that the extents alone determine.
    let packed_groups = collapsing_groups(ty.shape(cx)?, new.packed_type(cx, source.ty())?.shape(cx)?)?;
    let (source, loc) = (source.id(), view.0.loc());
    let dest = new.destination(rw, source, loc)?;
    let packed = new.pack(rw, source, dest, padding, loc);
    let packed = rw.body().single_result(packed);
    let expanded = make_expand(rw, packed, &packed_groups, ty, loc)?;
    rw.replace_op_with(op, expanded);
    Some(())
}

/// Unpacks the result of an expansion of dimensions instead of its source, which has no other user.
pub(super) fn reshape_of_unpack(rw: &mut Rewriter<'_>, op: Op, options: &LayoutPropagation) -> Option<()> {
    let (cx, view) = (rw.cx(), UnPackOp::view_of(rw.op(op)));
    let result = view.result();
    if result.uses().take(2).count() != 1 || view.static_inner_tiles().to_vec().contains(&DYNAMIC) {
        return None;
    }
    let (user, operand) = result.uses().next()?;
    let expand = user.cast::<ExpandShapeOp>().filter(|_| operand == 0 && options.allows(user, 0))?;
    let (packing, groups, ty) = (Packing::of_unpack(rw, op), groups_of(expand.0), expand.result().ty());
    let Some(new) = apart(&packing, &groups, ty.shape(cx)?) else {
        return rw.notify_match_failure(op, "a dimension after the expansion is no multiple of the tile");
    };
    let (source, packed_groups) = (view.source(), packed_groups(&packing, &groups));
    let packed_ty = new.packed_type(cx, ty)?;
    let is_reshape = collapsed_type(cx, packed_ty, &packed_groups) == source.ty();
    if !is_reshape || !is_determined(packed_ty.shape(cx)?, &packed_groups) {
        return rw.notify_match_failure(op, "the packed tensor cannot be expanded");
    }
    let (source, expand, expand_loc, loc) = (source.id(), expand.0.id(), expand.0.loc(), view.0.loc());
    let expanded = make_expand(rw, source, &packed_groups, packed_ty, expand_loc)?;
    let expanded = rw.body().single_result(expanded);
    let dest = new.unpacked_destination(rw, expanded, loc)?;
    let unpacked = new.unpack(rw, expanded, dest, loc);
    let unpacked = rw.body().single_result(unpacked);
    let unpacked = cast_to(rw, unpacked, ty, loc);
    rw.replace_op(expand, &[unpacked]);
    Some(())
}
