//! Canonicalization of tiling.

use terrace_dialects_mem::index_values::{indices, known_mixed, split};
use terrace_dialects_mem::slices::{mixed, slice};
use terrace_dialects_mem::tensor::{CastOp, ExtractSliceOp, foldable_cast_source, with_shape};
use terrace_ir::View;
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::{
    Attr, AttrData, Context, DYNAMIC, Folded, Op, OpFoldResult, OpRef, RankedTensorType, Rewriter, Type,
    Value,
};

use crate::pack_unpack::{PackOp, Tiling, UnPackOp, needs_padding};

/// A constant of one number in tiles, or without.
pub(crate) fn fold_relayout(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let folded = || {
        let constant = constants[0]?;
        let found = splat_as(cx, constant, op.single_result().ty())?;
        let padding = PackOp::padding(op);
        let padding = op.operands().zip(constants).find(|&(operand, _)| Some(operand) == padding);
        if let Some((_, &Some(attr))) = padding {
            let element = terrace_dialects_mem::tensor::splat_element(cx, constant)?;
            (element == attr).then_some(())?;
        }
        Some(found)
    };
    folded().into()
}

fn is_identity(dims: &[i64]) -> bool {
    dims.iter().copied().eq(0..dims.len() as i64)
}

/// Whether the ops are inverse to each other.
fn inverse(pack: OpRef<'_>, unpack: OpRef<'_>) -> bool {
    let (a, b) = (Tiling::of(pack), Tiling::of(unpack));
    let tiles = a.tiles.len() == b.tiles.len()
        && a.tiles
            .iter()
            .zip(&b.tiles)
            .all(|(&a, &b)| a == b || known_mixed(a).is_some_and(|number| known_mixed(b) == Some(number)));
    let outer = a.outer == b.outer || is_identity(&a.outer) && is_identity(&b.outer);
    tiles && outer && a.inner == b.inner && PackOp::padding(pack).is_none()
}

/// Extents that only one side knows, both know; the unpacked shape and the packed one.
fn known_shapes(op: OpRef<'_>) -> Option<[Vec<i64>; 2]> {
    let (cx, tiling) = (op.cx(), Tiling::of(op));
    let old = [tiling.unpacked.shape(cx)?.to_vec(), tiling.packed.shape(cx)?.to_vec()];
    let [mut unpacked, mut packed] = old.clone();
    for dim in (0..unpacked.len()).filter(|&dim| !tiling.inner.contains(&(dim as i64))) {
        let outer = tiling.outer.iter().position(|&at| at == dim as i64).unwrap_or(dim);
        match (unpacked[dim], packed[outer]) {
            (DYNAMIC, known) => unpacked[dim] = known,
            (known, DYNAMIC) => packed[outer] = known,
            _ => {}
        }
    }
    let new = [unpacked, packed];
    (new != old).then_some(new)
}

/// The value cast to this shape, where it has another.
fn cast_to(rw: &mut Rewriter<'_>, value: Value, shape: &[i64], op: Op) -> Value {
    let (cx, ty) = (rw.cx(), rw.value(value).ty());
    if ty.shape(cx) == Some(shape) {
        return value;
    }
    let (ty, loc) = (with_shape(cx, ty, shape), rw.body().loc(op));
    rw.build_value(CastOp::of(value).dest(ty).loc(loc))
}

pub(crate) fn simplify_pack(rw: &mut Rewriter<'_>, op: PackOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    if let Some(unpack) = view.source().defined_by::<UnPackOp>()
        && unpack.source().ty() == view.dest().ty()
        && inverse(view.0, unpack.0)
    {
        let source = unpack.source().id();
        rw.replace_op(op, &[source]);
        return Some(());
    }
    if PackOp::padding(view.0).is_some() && padding_is_needless(view.0) {
        rw.set_operand_group(op.into(), 2, &[]);
        return Some(());
    }
    let [unpacked, packed] = known_shapes(view.0)?;
    let (source, dest) = (view.source().id(), view.dest().id());
    let (old, loc) = (view.result().ty(), view.0.loc());
    let source = cast_to(rw, source, &unpacked, op.into());
    let dest = cast_to(rw, dest, &packed, op.into());
    let (ty, result) = (rw.value(dest).ty(), rw.body().single_result(op));
    rw.set_operand(op, 0, source);
    rw.set_operand(op, 1, dest);
    rw.set_type(result, ty);
    if old.shape(cx) != Some(&packed) {
        rw.set_insertion_point_after(op);
        let cast = rw.build(CastOp::of(result).dest(old).loc(loc));
        let value = rw.body().single_result(cast);
        rw.replace_all_uses_except(result, value, cast.into());
    }
    Some(())
}

/// Whether all tiles are known to be full.
fn padding_is_needless(op: OpRef<'_>) -> bool {
    let (cx, tiling) = (op.cx(), Tiling::of(op));
    let shape = tiling.unpacked.ranked_shape(cx);
    let known = tiling.inner.iter().all(|&dim| shape[dim as usize] != DYNAMIC);
    known && !tiling.fixed.contains(&DYNAMIC) && !needs_padding(cx, &tiling)
}

pub(crate) fn simplify_unpack(rw: &mut Rewriter<'_>, op: UnPackOp) -> Option<()> {
    let view = op.view(rw);
    if let Some(pack) = view.source().defined_by::<PackOp>() {
        let source = pack.source();
        if source.ty() != view.dest().ty() || !inverse(pack.0, view.0) {
            return None;
        }
        let source = source.id();
        rw.replace_op(op, &[source]);
        return Some(());
    }
    let dest = view.dest();
    if let Some(made) = dest.defining_op()
        && let Some(style) = made.interface::<dyn DestinationStyleOp>()
    {
        let init = made.operand(style.inits(made).0 + dest.index() as usize).id();
        rw.set_operand(op, 1, init);
        return Some(());
    }
    let mut uses = view.result().uses();
    if let (Some((user, _)), None) = (uses.next(), uses.next())
        && let Some(part) = user.cast::<ExtractSliceOp>()
        && can_take_part(view.0, part)
    {
        let user = user.id();
        drop(uses);
        return unpack_part(rw, op, user);
    }
    drop(uses);
    let [unpacked, packed] = known_shapes(view.0)?;
    let (source, dest) = (view.source().id(), view.dest().id());
    let (old, loc) = (view.result().ty(), view.0.loc());
    let tiles: Vec<Value> = view.inner_tiles().map(|value| value.id()).collect();
    let (outer, inner) = (view.outer_dims_perm_attr(), view.inner_dims_pos_attr());
    let numbers = view.static_inner_tiles_attr();
    let source = cast_to(rw, source, &packed, op.into());
    let dest = cast_to(rw, dest, &unpacked, op.into());
    let ty = rw.value(dest).ty();
    let unpack = UnPackOp::of(source, dest).inner_tiles(&tiles).static_inner_tiles_attr(numbers);
    let unpack = unpack.outer_dims_perm_attr(outer).inner_dims_pos_attr(inner);
    let made = rw.build_value(unpack.result(ty).loc(loc));
    let value = rw.build_value(CastOp::of(made).dest(old).loc(loc));
    rw.replace_op(op, &[value]);
    Some(())
}

/// Whether a slice at the origin leaves out no more than a part of the last tile of each dimension.
pub fn can_take_part(unpack: OpRef<'_>, part: View<'_, ExtractSliceOp>) -> bool {
    let (cx, tiling) = (unpack.cx(), Tiling::of(unpack));
    let shape = part.result().ty().ranked_shape(cx);
    let lists = slice(part.0);
    let at_origin = lists.offsets.iter().all(|&n| n == 0) && lists.strides.iter().all(|&n| n == 1);
    if !at_origin || Some(shape.len()) != tiling.unpacked.shape(cx).map(<[i64]>::len) {
        return false;
    }
    let packed = tiling.packed.ranked_shape(cx);
    tiling.inner.iter().zip(&tiling.fixed).all(|(&dim, &tile)| {
        let outer = tiling.outer.iter().position(|&at| at == dim).unwrap_or(dim as usize);
        let (extent, count) = (shape[dim as usize], packed[outer]);
        let known = extent != DYNAMIC && count != DYNAMIC && tile != DYNAMIC;
        known && count.wrapping_mul(tile).wrapping_sub(extent) < tile
    })
}

/// Unpacks only the extracted slice.
fn unpack_part(rw: &mut Rewriter<'_>, op: UnPackOp, part: Op) -> Option<()> {
    let (cx, view, part_view) = (rw.cx(), op.view(rw), rw.op(part));
    let lists = [0, 1, 2].map(|which| indices(&mixed(part_view, which)));
    let [offsets, sizes, strides] = lists;
    let dest = view.dest();
    let ty = with_shape(cx, dest.ty(), &split(&sizes).1);
    let (dest, loc) = (dest.id(), view.0.loc());
    rw.set_insertion_point_before(op);
    let dest = rw.build_value(
        ExtractSliceOp::of(dest)
            .loc(loc)
            .mixed_offsets(&offsets)
            .mixed_sizes(&sizes)
            .mixed_strides(&strides)
            .result(ty),
    );
    let result = rw.body().single_result(op);
    rw.set_operand(op, 1, dest);
    rw.set_type(result, ty);
    rw.replace_op(part, &[result]);
    Some(())
}

/// Casts to less known types go; tiles that become known are numbers.
pub(crate) fn of_cast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let sources: Vec<Option<Value>> =
        view.operands().map(|value| foldable_cast_source(value).map(|source| source.id())).collect();
    if sources.iter().all(Option::is_none) {
        return None;
    }
    let operands: Vec<Value> = view.operands().zip(&sources).map(|(v, s)| s.unwrap_or(v.id())).collect();
    let [source, dest, ..] = operands[..] else { return None };
    let pack = view.isa::<PackOp>();
    let tiling = Tiling::of(view);
    let packed = rw.value(if pack { dest } else { source }).ty().shape(cx)?.to_vec();
    let inner = &packed[packed.len() - tiling.tiles.len()..];
    let tiles: Vec<OpFoldResult> = inner
        .iter()
        .zip(indices(&tiling.tiles))
        .map(|(&extent, tile)| match tile {
            OpFoldResult::Value(_) if extent != DYNAMIC => OpFoldResult::Static(extent),
            tile => tile,
        })
        .collect();
    let padding = PackOp::padding(view).map(|value| value.id());
    let [outer, inner] =
        ["outer_dims_perm", "inner_dims_pos"].map(|name| view.inherent_attr(name).unwrap_or(Attr::NULL));
    let (attrs, old, loc) = (view.attrs(), view.single_result().ty(), view.loc());
    let ty = rw.value(dest).ty();
    let new: Op = if pack {
        let op = PackOp::of(source, dest).loc(loc).padding_value(padding);
        let op = op.mixed_inner_tiles(&tiles).outer_dims_perm_attr(outer).inner_dims_pos_attr(inner);
        rw.build(op.result(ty)).into()
    } else {
        let op = UnPackOp::of(source, dest).loc(loc);
        let op = op.mixed_inner_tiles(&tiles).outer_dims_perm_attr(outer).inner_dims_pos_attr(inner);
        rw.build(op.result(ty)).into()
    };
    rw.set_attrs(new, attrs);
    let mut result = rw.body().single_result(new);
    if ty != old {
        result = rw.build_value(CastOp::of(result).dest(old).loc(loc));
    }
    rw.replace_op(op, &[result]);
    Some(())
}

/// A constant that is the same everywhere under another shape.
fn splat_as(cx: &Context, attr: Attr, ty: Type) -> Option<Attr> {
    let AttrData::DenseElements { data, splat: true, .. } = attr.data(cx) else { return None };
    let ty = RankedTensorType::get(cx, ty.shape(cx)?, ty.element_type(cx)?);
    let fixed = ty.has_static_shape(cx);
    fixed.then(|| cx.attr(AttrData::DenseElements { ty, data: data.clone(), splat: true }))
}
