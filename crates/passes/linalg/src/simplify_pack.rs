//! `linalg.pack` and `linalg.unpack` that keep the order of elements, as reshapes.

use terrace_dialects_linalg::pack_unpack::{PackOp, UnPackOp};
use terrace_dialects_mem::index_values::split;
use terrace_dialects_mem::reshape_patterns::collapsing_groups;
use terrace_ir::pattern::Pattern;
use terrace_ir::{DYNAMIC, Rewriter, pattern};
use terrace_passes_shared::reshapes::create_collapse;

use super::lower_pack::make_expand;
use super::pack::Packing;

/// Writes relayouts that keep the order of elements as reshapes.
pub static SIMPLIFY_PACK_AND_UNPACK: &[Pattern] = &[
    pattern!("SimplifyPackToExpandShape", PackOp, pack_to_expand),
    pattern!("SimplifyUnPackToCollapseShape", UnPackOp, unpack_to_collapse),
];

fn is_identity(permutation: &[i64]) -> bool {
    (0..).zip(permutation).all(|(at, &dim)| at == dim)
}

impl Packing {
    /// Whether elements keep their order; `may_tile_rows` says whether tiles of the last dimension count.
    fn keeps_order(&self, packed: &[i64], shape: &[i64], may_tile_rows: bool) -> bool {
        may_tile_rows && self.is_innermost(shape.len())
            || self.is_one_dimensional(shape)
            || self.only_adds_ones(packed)
    }

    /// Whether only the last dimension is tiled.
    fn is_innermost(&self, rank: usize) -> bool {
        is_identity(&self.outer) && matches!(self.dims[..], [dim] if dim + 1 == rank as i64)
    }

    /// Whether tiles take the place of dimensions in their order, and all that is before them has extent one.
    fn only_adds_ones(&self, packed: &[i64]) -> bool {
        let counts = packed.len().saturating_sub(self.dims.len());
        is_identity(&self.dims) && packed[..counts].iter().all(|&extent| extent == 1)
    }

    /// Whether at most one dimension and one tile have another extent than one.
    fn is_one_dimensional(&self, shape: &[i64]) -> bool {
        let count = |shape: &[i64]| shape.iter().filter(|&&extent| extent == DYNAMIC || extent > 1).count();
        count(shape) <= 1 && count(&split(&self.tiles).1) <= 1
    }
}

fn pack_to_expand(rw: &mut Rewriter<'_>, op: PackOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if view.padding_value().is_some() {
        return rw.notify_match_failure(op, "expects no padding value");
    }
    let (source, ty, loc) = (view.source(), view.dest().ty(), view.0.loc());
    let (shape, packed) = (source.ty().shape(cx)?, ty.shape(cx)?);
    let packing = Packing::of_pack(rw, op.into());
    if !packing.keeps_order(packed, shape, true) {
        return rw.notify_match_failure(op, "elements change their order");
    }
    let groups = collapsing_groups(packed, shape)?;
    let is_dynamic = |&&dim: &&i64| packed[dim as usize] == DYNAMIC;
    if groups.iter().any(|group| group.iter().filter(is_dynamic).count() > 1) {
        return rw.notify_match_failure(op, "an extent depends on two others");
    }
    let source = source.id();
    let expand = make_expand(rw, source, &groups, ty, loc)?;
    rw.replace_op_with(op, expand);
    Some(())
}

fn unpack_to_collapse(rw: &mut Rewriter<'_>, op: UnPackOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, ty, loc) = (view.source(), view.dest().ty(), view.0.loc());
    let (packed, shape) = (source.ty().shape(cx)?, ty.shape(cx)?);
    let packing = Packing::of_unpack(rw, op.into());
    let is_static = !packed.contains(&DYNAMIC) && !shape.contains(&DYNAMIC);
    if !packing.keeps_order(packed, shape, is_static) {
        return rw.notify_match_failure(op, "elements change their order");
    }
    let is_dynamic = |&dim: &i64| usize::try_from(dim).is_ok_and(|dim| shape.get(dim) == Some(&DYNAMIC));
    if packing.dims.iter().any(is_dynamic) && !cx.matches_upstream() {
        return rw.notify_match_failure(op, "the last tile may be partial");
    }
    let groups = collapsing_groups(packed, shape)?;
    let source = source.id();
    let collapsed = create_collapse(rw, source, &groups, ty, loc);
    rw.replace_op(op, &[collapsed]);
    Some(())
}
