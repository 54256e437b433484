//! Buffers whose layout is a map: types without a layout for them, and accesses with the indices that these have.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, Constraints, Linear};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{
    AffineApplyOp, AffineLoadOp, AffinePrefetchOp, AffineStoreOp, AffineVectorLoadOp, AffineVectorStoreOp,
};
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::layout::{MemRef, memref};
use terrace_dialects_mem::memref::{
    AllocOp, AllocaOp, CastOp, DimOp, LoadOp, MemorySpaceCastOp, ReinterpretCastOp, StoreOp,
};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Context, DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value, ValueRef};

/// Whether a part of an expression is one that is looked for.
fn has_part(expr: &AffineExpr, is_wanted: impl Fn(&AffineExpr) -> bool) -> bool {
    let mut found = false;
    expr.walk(|part| found |= is_wanted(part));
    found
}

/// The layout that values of a type have, where it is none of the types without one.
#[must_use]
pub fn layout_of(cx: &Context, ty: Type) -> Option<AffineMap> {
    memref(cx, ty).filter(|own| !own.has_identity_layout(cx)).map(|own| own.layout_map(cx))
}

/// A pair of map results: the index of the tile, and the offset in it.
struct Tile {
    quotient: usize,
    remainder: usize,
}

/// The tiles that a layout consists of, which are no tiles where a quotient is of what is elsewhere in the map, but for one
/// remainder.
fn tiles(map: &AffineMap) -> Vec<Tile> {
    let constant = |expr: &AffineExpr, wanted: BinaryOp| {
        let (op, lhs, rhs) = expr.as_binary()?;
        (op == wanted && rhs.as_constant().is_some()).then(|| (lhs.clone(), rhs.clone()))
    };
    let mut tiles = Vec::new();
    for (quotient, expr) in map.results.iter().enumerate() {
        let Some((dividend, divisor)) = constant(expr, BinaryOp::FloorDiv) else { continue };
        let mut remainders = Vec::new();
        for (at, other) in map.results.iter().enumerate().filter(|&(at, _)| at != quotient) {
            if !has_part(other, |part| *part == dividend) {
                continue;
            }
            if constant(other, BinaryOp::Mod).is_none_or(|(lhs, rhs)| lhs != dividend || rhs != divisor) {
                return Vec::new();
            }
            remainders.push(at);
        }
        match remainders[..] {
            [] => {}
            [remainder] => tiles.push(Tile { quotient, remainder }),
            _ => return Vec::new(),
        }
    }
    tiles
}

/// The extent that a result of a layout has, as an expression of the extents that its dimensions have.
fn extent_expr(map: &AffineMap, tiles: &[Tile], at: usize) -> AffineExpr {
    let expr = &map.results[at];
    let Some((_, lhs, rhs)) = expr.as_binary() else { return expr.clone() };
    if tiles.iter().any(|tile| tile.quotient == at) {
        AffineExpr::ceil_div(lhs.clone(), rhs.clone())
    } else if tiles.iter().any(|tile| tile.remainder == at) {
        rhs.clone()
    } else {
        expr.clone()
    }
}

/// Whether [`extent_expr`] is enough for all indices: those of other expressions may be greater.
fn has_exact_extent(map: &AffineMap, tiles: &[Tile], at: usize) -> bool {
    let expr = &map.results[at];
    let is_tile = tiles.iter().any(|tile| [tile.quotient, tile.remainder].contains(&at));
    let of_dim = expr.as_binary().is_some_and(|(_, lhs, _)| lhs.as_dim().is_some());
    expr.as_dim().is_some() || is_tile && of_dim
}

/// The type of a buffer with a layout where the layout is part of the shape; `None` for a buffer without one, and for a layout
/// whose greatest indices are unknown. Layouts with dynamic extents are those of tiles.
#[must_use]
pub fn normalized_type(cx: &Context, ty: Type) -> Option<Type> {
    let own = memref(cx, ty)?;
    let map = layout_of(cx, ty)?;
    let tiles = tiles(&map);
    if own.shape.is_empty() || own.shape.contains(&0) || own.num_dynamic() > 0 && tiles.is_empty() {
        return None;
    }
    let mut system = Constraints::new();
    let dims: Vec<usize> = own.shape.iter().map(|_| system.add_variable()).collect();
    let symbols: Vec<usize> = (0..map.num_symbols).map(|_| system.add_variable()).collect();
    for (&extent, &dim) in own.shape.iter().zip(&dims).filter(|(extent, _)| **extent != DYNAMIC) {
        system.add_not_negative(Linear::variable(dim));
        system.add_not_negative(Linear::constant(extent - 1).plus(&Linear::variable(dim), -1)?);
    }
    let mut places = Vec::new();
    for expr in &map.results {
        let sum = system.linear(expr, &dims, &symbols)?;
        let place = system.add_variable();
        system.add_zero(sum.plus(&Linear::variable(place), -1)?);
        places.push(place);
    }
    let is_dynamic = |part: &AffineExpr| part.as_dim().is_some_and(|dim| own.shape[dim as usize] == DYNAMIC);
    let mut shape = Vec::new();
    for (at, (expr, &place)) in map.results.iter().zip(&places).enumerate() {
        if has_part(expr, is_dynamic) {
            if !cx.matches_upstream() && !has_exact_extent(&map, &tiles, at) {
                return None;
            }
            shape.push(DYNAMIC);
            continue;
        }
        let most = system.bound(place, true).filter(|&most| most >= 0)?;
        shape.push(most.checked_add(1)?);
    }
    Some(MemRef { shape: &shape, layout: None, ..own }.ty(cx))
}

/// The position of an op's memref operand, and the slot of its map, if it has one; `None` for other ops.
fn access(op: OpRef<'_>) -> Option<(usize, Option<usize>)> {
    let at = match () {
        () if op.isa::<AffineLoadOp>() || op.isa::<AffineVectorLoadOp>() || op.isa::<AffinePrefetchOp>() => 0,
        () if op.isa::<AffineStoreOp>() || op.isa::<AffineVectorStoreOp>() => 1,
        () if op.isa::<LoadOp>() => return Some((0, None)),
        () if op.isa::<StoreOp>() => return Some((1, None)),
        () => return None,
    };
    Some((at, Some(op.def()?.props.iter().position(|prop| prop.name == "map")?)))
}

/// Whether all ops that use a buffer do the same where its type has no layout.
#[must_use]
pub fn is_normalizable(value: ValueRef<'_>) -> bool {
    let upstream = value.cx().matches_upstream();
    value.uses().all(|(user, number)| {
        // Extents and views of the buffer would be others.
        let is_of_type = user.isa::<CastOp>()
            || user.isa::<DimOp>()
            || user.isa::<MemorySpaceCastOp>()
            || user.isa::<ReinterpretCastOp>();
        user.has_trait(TraitSet::MemRefsNormalizable)
            && access(user).is_none_or(|(at, _)| at == number)
            && (upstream || !is_of_type)
    })
}

/// Sets the type of a buffer to one without a layout, and rewrites the indices of its accesses. `symbols` are
/// the values of the layout's symbols.
pub fn set_normalized_type(rw: &mut Rewriter<'_>, value: Value, ty: Type, symbols: &[Value]) {
    let layout = layout_of(rw.cx(), rw.value(value).ty());
    rw.set_type(value, ty);
    let Some(layout) = layout else { return };
    let users: Vec<Op> = rw.value(value).uses().map(|(user, _)| user.id()).collect();
    for user in users {
        if let Some((at, slot)) = access(rw.op(user)) {
            remap_access(rw, user, (at, slot), &layout, symbols);
        }
    }
}

/// `affine.apply` of each result of a map.
fn apply_each(rw: &mut Rewriter<'_>, map: &AffineMap, operands: &[Value], loc: Loc) -> Vec<Value> {
    let apply = |at: usize| {
        let map = rw.cx().affine_map_attr(map.sub_map(&[at]));
        rw.build_value(AffineApplyOp::of(operands).map_attr(map).result(Type::INDEX).loc(loc))
    };
    (0..map.num_results()).map(apply).collect()
}

/// Accesses the element that a layout has for the indices of an access.
fn remap_access(
    rw: &mut Rewriter<'_>,
    op: Op,
    (at, slot): (usize, Option<usize>),
    layout: &AffineMap,
    symbols: &[Value],
) {
    let (cx, loc) = (rw.cx(), rw.body().loc(op));
    let operands: Vec<Value> = rw.body().operands(op).collect();
    let (before, indices) = operands.split_at(at + 1);
    rw.set_insertion_point_before(op);
    let mut applies = Vec::new();
    let map = slot.and_then(|slot| rw.op(op).props().get(slot)?.as_affine_map(cx).cloned());
    let mut indices = indices.to_vec();
    if let Some(map) = map.filter(|map| !map.is_identity()) {
        indices = apply_each(rw, &map, &indices, loc);
        applies.extend(&indices);
    }
    indices.extend(symbols);
    let places = apply_each(rw, layout, &indices, loc);
    applies.extend(&places);
    let identity = AffineMap::identity(places.len() as u32);
    let mut whole = ValueMap::new(identity, places.iter().map(|&place| rw.value(place)));
    whole.compose_fully();
    whole.map = whole.map.simplify();
    whole.canonicalize();
    let (map, mut inputs) = (whole.map.clone(), whole.values());
    // As upstream, what only other such ops use stays.
    for apply in applies {
        if let Some(dead) = rw.value(apply).defining_op().filter(|_| rw.value(apply).is_unused()) {
            let dead = dead.id();
            if !inputs.contains(&apply) {
                rw.erase_op(dead);
            }
        }
    }
    match slot {
        Some(slot) => rw.set_prop(op, slot, cx.affine_map_attr(map)),
        None => inputs = apply_each(rw, &map, &inputs, loc),
    }
    let group = usize::from(at > 0) + 1;
    rw.set_operand_group(op, group, &inputs);
    debug_assert_eq!(rw.body().operands(op).take(at + 1).collect::<Vec<_>>(), before);
}

/// Allocates a buffer without a layout where one with a layout was allocated.
pub fn normalize_allocation(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (sizes, symbols): (Vec<ValueRef<'_>>, Vec<ValueRef<'_>>) = match view.cast::<AllocOp>() {
        Some(alloc) => (alloc.dynamic_sizes().collect(), alloc.symbol_operands().collect()),
        None => {
            let alloca = view.cast::<AllocaOp>()?;
            (alloca.dynamic_sizes().collect(), alloca.symbol_operands().collect())
        }
    };
    let [sizes, symbols] =
        [sizes, symbols].map(|list| list.into_iter().map(|value| value.id()).collect::<Vec<Value>>());
    let (buffer, loc) = (view.single_result(), view.loc());
    let ty = normalized_type(cx, buffer.ty())?;
    if !is_normalizable(buffer) {
        return None;
    }
    let map = layout_of(cx, buffer.ty())?;
    let (old, new) = (memref(cx, buffer.ty())?, memref(cx, ty)?);
    let buffer = buffer.id();
    rw.set_insertion_point_before(op);
    let mut extents = Vec::new();
    if new.num_dynamic() > 0 {
        if map.num_symbols > 0 {
            return None;
        }
        let mut sizes = sizes.into_iter();
        let mut inputs = Vec::new();
        for &extent in old.shape {
            inputs.push(match extent {
                DYNAMIC => sizes.next()?,
                extent => index_constant(rw, extent, loc),
            });
        }
        let tiles = tiles(&map);
        for at in (0..new.shape.len()).filter(|&at| new.shape[at] == DYNAMIC) {
            let expr = extent_expr(&map, &tiles, at);
            let map = cx.affine_map_attr(AffineMap::new(map.num_dims, map.num_symbols, vec![expr]));
            extents
                .push(rw.build_value(AffineApplyOp::of(&inputs).map_attr(map).result(Type::INDEX).loc(loc)));
        }
    }
    rw.set_operand_group(op, 0, &extents);
    rw.set_operand_group(op, 1, &[]);
    set_normalized_type(rw, buffer, ty, &symbols);
    Some(())
}

/// Casts a buffer to one without a layout, from its start on, where it was cast to one with a layout.
pub fn normalize_reinterpret_cast(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), ReinterpretCastOp::view_of(rw.op(op)));
    let (source, result, loc) = (view.source().id(), view.result(), view.0.loc());
    let old = result.ty();
    let ty = normalized_type(cx, old)?;
    let new = memref(cx, ty)?;
    if new.num_dynamic() > 0 || layout_of(cx, old)?.num_symbols > 0 || !is_normalizable(result) {
        return None;
    }
    let [sizes, strides] = [new.shape.to_vec(), new.strides_and_offset(cx)?.0]
        .map(|list| list.into_iter().map(OpFoldResult::Static).collect::<Vec<OpFoldResult>>());
    rw.set_insertion_point_before(op);
    let cast = ReinterpretCastOp::of(source).mixed_offsets(&[OpFoldResult::Static(0)]).mixed_sizes(&sizes);
    let cast = rw.build_value(cast.mixed_strides(&strides).result(old).loc(loc));
    rw.replace_op(op, &[cast]);
    set_normalized_type(rw, cast, ty, &[]);
    Some(())
}
