//! `fold-memref-alias-ops` and its sibling for `affine`: folds views of buffers into their accesses.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_gpu::gpu::{SubgroupMmaLoadMatrixOp, SubgroupMmaStoreMatrixOp};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::affine::{
    AffineDelinearizeIndexOp, AffineLinearizeIndexOp, AffineLoadOp, AffineStoreOp,
};
use terrace_dialects_mem::index_values::{index_constant, indices, known_indices, known_mixed, value_of};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::{
    self as buffers, CollapseShapeOp, ExpandShapeOp, ExtractStridedMetadataOp, SubViewOp, dropped_dims,
    infer_rank_reduced_subview_type,
};
use terrace_dialects_mem::reshape_patterns::{groups_of, output_shape};
use terrace_dialects_mem::slices::{mixed, slice, slice_of};
use terrace_dialects_vector as vector;
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Attr, DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value, View, pattern};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};

use terrace_passes_shared::build::make_inferred;
use terrace_passes_shared::greedy::Greedy;

/// The pass.
pub static FOLD_MEMREF_ALIAS_OPS: PassDef = PassDef {
    name: "fold-memref-alias-ops",
    class: "FoldMemRefAliasOpsPass",
    doc: "Fold memref alias ops into consumer load/store ops",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(&patterns())))),
    ..EMPTY_PASS
};

/// The pass for accesses of `affine`.
pub static AFFINE_FOLD_MEMREF_ALIAS_OPS: PassDef = PassDef {
    name: "affine-fold-memref-alias-ops",
    class: "AffineFoldMemRefAliasOps",
    doc: "Fold memref alias ops into consumer affine load/store ops",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(&affine_patterns())))),
    ..EMPTY_PASS
};

fn patterns_of(accesses: &[MemRefAccess]) -> Vec<Pattern> {
    accesses.iter().map(|access| Pattern::new("access_of_view", access.name, access_of_view)).collect()
}

/// The patterns for accesses of `affine`.
pub fn affine_patterns() -> Vec<Pattern> {
    patterns_of(AFFINE_ACCESSES)
}

/// The patterns.
pub fn patterns() -> Vec<Pattern> {
    let mut patterns = patterns_of(ACCESSES);
    patterns.push(pattern!("subview_of_subview", SubViewOp, subview_of_subview));
    patterns
}

/// An op that accesses a buffer at indices, which are the operand slot after the buffer's.
struct MemRefAccess {
    name: &'static str,
    buffer: usize,
    /// The operand slot of the stored value, if it writes.
    written: Option<usize>,
    /// Whether the indices are in bounds, and not only the accessed elements.
    in_bounds: bool,
    /// Whether it is known to keep `nontemporal` where the view is a part.
    keeps_hint: bool,
    /// Whether it accesses a matrix, whose rows have an own distance and contiguous elements.
    is_matrix: bool,
}

const fn read(name: &'static str) -> MemRefAccess {
    MemRefAccess { name, buffer: 0, written: None, in_bounds: false, keeps_hint: false, is_matrix: false }
}

const fn write(name: &'static str, buffer: usize, written: usize) -> MemRefAccess {
    MemRefAccess { buffer, written: Some(written), ..read(name) }
}

static ACCESSES: &[MemRefAccess] = &[
    MemRefAccess { in_bounds: true, keeps_hint: true, ..read(buffers::LoadOp::DEF.name) },
    MemRefAccess { in_bounds: true, keeps_hint: true, ..write(buffers::StoreOp::DEF.name, 1, 0) },
    read(vector::LoadOp::DEF.name),
    write(vector::StoreOp::DEF.name, 1, 0),
    read(vector::MaskedLoadOp::DEF.name),
    write(vector::MaskedStoreOp::DEF.name, 0, 3),
    read(vector::TransferReadOp::DEF.name),
    write(vector::TransferWriteOp::DEF.name, 1, 0),
    MemRefAccess { is_matrix: true, ..read(SubgroupMmaLoadMatrixOp::DEF.name) },
    MemRefAccess { is_matrix: true, ..write(SubgroupMmaStoreMatrixOp::DEF.name, 1, 0) },
];

/// Accesses whose indices are a map's results.
static AFFINE_ACCESSES: &[MemRefAccess] = &[
    MemRefAccess { in_bounds: true, keeps_hint: true, ..read(AffineLoadOp::DEF.name) },
    MemRefAccess { in_bounds: true, keeps_hint: true, ..write(AffineStoreOp::DEF.name, 1, 0) },
];

/// The results of the map of an access, applied to indices; the indices themselves if it has no map.
fn mapped(rw: &mut Rewriter<'_>, op: Op, at: Vec<Value>, loc: Loc) -> Option<Vec<Value>> {
    let Some(map) = rw.op(op).inherent_attr("map") else { return Some(at) };
    let map = map.as_affine_map(rw.cx())?.clone();
    let operands: Vec<OpFoldResult> = at.into_iter().map(OpFoldResult::Value).collect();
    let mut places = Vec::with_capacity(map.num_results());
    for result in 0..map.num_results() {
        let place = composed_apply(rw, &map.sub_map(&[result]), &operands, loc);
        places.push(value_of(rw, place, loc));
    }
    Some(places)
}

/// The dimensions of the source that a subview drops.
fn dropped(part: View<'_, SubViewOp>) -> Option<Vec<bool>> {
    let cx = part.0.cx();
    let (from, to) = (memref(cx, part.source().ty())?, memref(cx, part.result().ty())?);
    dropped_dims(cx, &from, &to, &slice(part.0).sizes)
}

/// Whether a part's elements are next to each other.
fn is_dense(op: OpRef<'_>) -> bool {
    mixed(op, 2).into_iter().all(|stride| known_mixed(stride) == Some(1))
}

/// Indices into a part as indices into its source.
fn resolve(rw: &mut Rewriter<'_>, part: Op, at: &[OpFoldResult], loc: Loc) -> Option<Vec<Value>> {
    let view = SubViewOp::view_of(rw.op(part));
    let dropped = dropped(view)?;
    let (offsets, strides) = (indices(&mixed(view.0, 0)), indices(&mixed(view.0, 2)));
    let [s0, s1, s2] = [0, 1, 2].map(AffineExpr::symbol);
    let place = AffineMap::new(0, 3, vec![s0 + s1 * s2]);
    let (mut at, mut places) = (at.iter(), Vec::with_capacity(offsets.len()));
    for dim in 0..offsets.len() {
        let index = if dropped[dim] { OpFoldResult::Static(0) } else { *at.next()? };
        let resolved = composed_apply(rw, &place, &[offsets[dim], index, strides[dim]], loc);
        places.push(value_of(rw, resolved, loc));
    }
    Some(places)
}

/// Converts indices into an expanded buffer to indices into its source.
fn linearize(rw: &mut Rewriter<'_>, view: Op, at: &[Value], disjoint: bool, loc: Loc) -> Vec<Value> {
    let (groups, shape) = (groups_of(rw.op(view)), indices(&output_shape(rw.op(view))));
    let mut places = Vec::with_capacity(groups.len());
    for group in groups {
        let parts: Vec<Value> = group.iter().map(|&dim| at[dim as usize]).collect();
        if let [only] = parts[..] {
            places.push(only);
            continue;
        }
        let basis: Vec<OpFoldResult> = group.iter().map(|&dim| shape[dim as usize]).collect();
        places.push(
            rw.build_value(
                AffineLinearizeIndexOp::of()
                    .loc(loc)
                    .multi_index(&parts)
                    .mixed_basis(&basis)
                    .disjoint(disjoint)
                    .linear_index(Type::INDEX),
            ),
        );
    }
    places
}

/// Converts indices into a collapsed buffer to indices into its source.
fn delinearize(rw: &mut Rewriter<'_>, view: Op, at: &[Value], loc: Loc) -> Option<Vec<Value>> {
    let (groups, source) = (groups_of(rw.op(view)), rw.op(view).view_source()?.id());
    let shape = rw.value(source).ty().shape(rw.cx())?.to_vec();
    let metadata = make_inferred::<ExtractStridedMetadataOp>(rw, &[source], &[], loc)?;
    let size = |dim: i64| match shape[dim as usize] {
        // After the buffer and its offset.
        DYNAMIC => OpFoldResult::Value(rw.body().result(metadata, 2 + dim as usize)),
        size => OpFoldResult::Static(size),
    };
    let bases: Vec<Vec<OpFoldResult>> =
        groups.iter().map(|group| group.iter().map(|&dim| size(dim)).collect()).collect();
    let mut places = Vec::with_capacity(shape.len());
    for (&index, basis) in at.iter().zip(&bases) {
        if basis.len() == 1 {
            places.push(index);
            continue;
        }
        let types = vec![Type::INDEX; basis.len()];
        let op =
            rw.build(AffineDelinearizeIndexOp::of(index).loc(loc).mixed_basis(basis).multi_index(&types));
        places.extend(rw.body().results(op));
    }
    if groups.is_empty() {
        places.extend((0..shape.len()).map(|_| index_constant(rw, 0, loc)));
    }
    Some(places)
}

/// Whether the last dimension of a view's source has a stride of one.
fn has_contiguous_rows(maker: OpRef<'_>) -> bool {
    let source = maker.view_source().and_then(|source| memref(maker.cx(), source.ty()));
    let strides = source.and_then(|ty| ty.strides_and_offset(maker.cx()));
    strides.is_some_and(|(strides, _)| strides.last() == Some(&1))
}

/// Whether the elements of a vector that a view's consumer accesses have the same distances from its indices
/// in the source.
///
/// A dimension of a vector follows one of the buffer, counted from the last. These dimensions of the two
/// buffers must be equal except for unit extents in their group, with the same strides. For an access that
/// may be out of bounds (`in_bounds`), the ends of dimensions must coincide.
fn keeps_distances(op: OpRef<'_>, access: &MemRefAccess, maker: OpRef<'_>) -> Option<bool> {
    let cx = op.cx();
    let (view, from) = (memref(cx, maker.single_result().ty())?, memref(cx, maker.view_source()?.ty())?);
    let accessed = match access.written {
        Some(slot) => op.operand_group(slot).next()?,
        None => op.single_result(),
    };
    let Some(vector) = as_vector(cx, accessed.ty()).filter(|_| as_vector(cx, view.element).is_none()) else {
        return Some(true);
    };
    let rank = vector.rank();
    if from.shape.len() < rank || view.shape.len() < rank {
        return Some(false);
    }
    let in_bounds = Transfer::of(op).map(|transfer| transfer.in_bounds());
    let strides = maker.isa::<SubViewOp>().then(|| mixed(maker, 2));
    let kept: Option<Vec<usize>> = match maker.cast::<SubViewOp>() {
        Some(part) => {
            let dropped = dropped(part)?;
            Some((0..dropped.len()).filter(|&dim| !dropped[dim]).collect())
        }
        None => None,
    };
    let groups = if kept.is_none() { groups_of(maker) } else { Vec::new() };
    let expands = maker.isa::<ExpandShapeOp>();
    let stays = |i: usize| {
        if vector.shape[i] == 1 && !vector.scalable[i] {
            return true;
        }
        let (of_view, of_source) = (view.shape.len() - rank + i, from.shape.len() - rank + i);
        if let (Some(kept), Some(strides)) = (&kept, &strides) {
            return kept[of_view] == of_source && known_mixed(strides[of_source]) == Some(1);
        }
        // The group, the dimension of the buffer that has more of them, and that buffer's extents.
        let (group, dim, shape) =
            if expands { (of_source, of_view, view.shape) } else { (of_view, of_source, from.shape) };
        let Some(group) = groups.get(group) else { return false };
        let ones = |dims: &[i64]| dims.iter().all(|&dim| shape[dim as usize] == 1);
        let Some(at) = group.iter().position(|&other| other as usize == dim) else { return false };
        let (before, after) = (&group[..at], &group[at + 1..]);
        let ends = expands && in_bounds.as_ref().is_none_or(|all| all[i]);
        ones(after) && (ends || ones(before))
    };
    Some((0..rank).all(stays))
}

/// The permutation map of a transfer into the source of a view; `None` if there is no such transfer.
fn transfer_map(transfer: &Transfer<'_>, maker: OpRef<'_>) -> Option<AffineMap> {
    let map = transfer.permutation_map();
    if let Some(part) = maker.cast::<SubViewOp>() {
        if transfer.in_bounds().contains(&false) || !is_dense(maker) {
            return None;
        }
        let dropped = dropped(part)?;
        let kept = (0..dropped.len()).filter(|&dim| !dropped[dim]).map(|dim| AffineExpr::dim(dim as u32));
        return Some(map.compose(&AffineMap::new(dropped.len() as u32, 0, kept.collect())));
    }
    let rank = maker.isa::<ExpandShapeOp>().then(|| groups_of(maker).len())?;
    let reads = transfer.op.isa::<vector::TransferReadOp>() && map.is_minor_identity();
    (reads && rank >= map.num_results())
        .then(|| AffineMap::minor_identity(rank as u32, map.num_results() as u32))
}

fn access_of_view(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let access = ACCESSES.iter().chain(AFFINE_ACCESSES).find(|access| access.name == view.name_text())?;
    let maker = view.operand_group(access.buffer).next()?.defining_op()?;
    let is_part = maker.isa::<SubViewOp>();
    if !is_part && !maker.isa::<ExpandShapeOp>() && !maker.isa::<CollapseShapeOp>() {
        return None;
    }
    if access.is_matrix && !(is_part && has_contiguous_rows(maker)) {
        return rw.notify_match_failure(op, "the view is no part of a buffer with contiguous rows");
    }
    // A transfer from a part follows its map.
    let follows = is_part && Transfer::of(view).is_some();
    if !follows && !rw.cx().matches_upstream() && !keeps_distances(view, access, maker)? {
        return rw
            .notify_match_failure(op, "elements of the vector have other places in the source of the view");
    }
    let map = match Transfer::of(view) {
        Some(transfer) => Some(transfer_map(&transfer, maker)?),
        None => None,
    };
    let at: Vec<Value> = view.operand_group(access.buffer + 1).map(|value| value.id()).collect();
    let (source, maker, loc) = (maker.view_source()?.id(), maker.id(), view.loc());
    rw.set_insertion_point_before(op);
    let at = mapped(rw, op, at, loc)?;
    let places = if is_part {
        let at: Vec<OpFoldResult> = at.into_iter().map(OpFoldResult::Value).collect();
        resolve(rw, maker, &at, loc)?
    } else if rw.op(maker).isa::<ExpandShapeOp>() {
        linearize(rw, maker, &at, access.in_bounds, loc)
    } else {
        delinearize(rw, maker, &at, loc)?
    };
    rw.set_operand_group(op, access.buffer, &[source]);
    rw.set_operand_group(op, access.buffer + 1, &places);
    if rw.op(op).inherent_attr("map").is_some() {
        let map = rw.cx().affine_map_attr(AffineMap::identity(places.len() as u32));
        rw.set_attr(op, "map", map);
    }
    if let Some(map) = map {
        let map = rw.cx().affine_map_attr(map);
        rw.set_attr(op, "permutation_map", map);
    }
    let hints: &[&str] =
        if is_part && !access.keeps_hint { &["alignment", "nontemporal"] } else { &["alignment"] };
    for hint in hints.iter().filter(|&&hint| rw.op(op).inherent_attr(hint).is_some()).collect::<Vec<_>>() {
        rw.set_attr(op, hint, Attr::NULL);
    }
    rw.set_attrs(op, Attr::EMPTY_DICT);
    Some(())
}

/// A part of a part is one of the whole.
fn subview_of_subview(rw: &mut Rewriter<'_>, op: SubViewOp) -> Option<()> {
    let view = op.view(rw);
    let inner = view.source().defined_by::<SubViewOp>()?;
    if !is_dense(view.0) || !is_dense(inner.0) {
        return rw.notify_match_failure(op, "requires unit strides");
    }
    let (dropped, own) = (dropped(inner)?, indices(&mixed(view.0, 1)));
    let mut own = own.into_iter();
    let inner_sizes = indices(&mixed(inner.0, 1)).into_iter().zip(&dropped);
    let sizes = inner_sizes.map(|(size, &dropped)| if dropped { Some(size) } else { own.next() });
    let sizes: Vec<OpFoldResult> = sizes.collect::<Option<_>>()?;
    let (at, strides) = (indices(&mixed(view.0, 0)), indices(&mixed(inner.0, 2)));
    let (ty, source, loc, inner) = (view.result().ty(), inner.source().id(), view.0.loc(), inner.0.id());
    rw.set_insertion_point_before(op);
    let offsets = resolve(rw, inner, &at, loc)?;
    let mixed_offsets: Vec<_> =
        offsets.iter().map(|&value| terrace_ir::OpFoldResultRef::Value(rw.value(value))).collect();
    let offsets = known_indices(&mixed_offsets);
    let lists = [offsets, sizes, strides];
    // Offsets that were not known in the type of the inner view may be known here.
    let cx = rw.cx();
    let whole = rw.value(source).ty();
    let shape = memref(cx, ty)?.shape;
    let inferred = infer_rank_reduced_subview_type(cx, whole, &slice_of(&lists), shape)?;
    let inferred = if cx.matches_upstream() { ty } else { inferred };
    let mut made = rw.build_value(
        SubViewOp::of(source)
            .loc(loc)
            .mixed_offsets(&lists[0])
            .mixed_sizes(&lists[1])
            .mixed_strides(&lists[2])
            .result(inferred),
    );
    if inferred != ty {
        made = rw.build_value(buffers::CastOp::of(made).dest(ty).loc(loc));
    }
    rw.replace_op(op, &[made]);
    Some(())
}
