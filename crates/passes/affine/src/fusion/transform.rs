//! Fuses nests: a slice of one is cloned into the other, and memory between them may become private to the fused nest.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::causes::FUSED;
use terrace_dialects_mem::memref::{AllocSpec, create_alloc};
use terrace_ir::dominance::ancestor_in;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::types::MemRefType;
use terrace_ir::{Block, Op, OpKind, OpRef, Rewriter, Type, Value};

use super::accesses::{accesses_in, affine_write, memref_of};
use super::carried::{Carried, carry_in_parent, is_carried_by_parent};
use super::slice::{Slice, loop_of_counter};
use crate::dependence::MemRefAccess;
use crate::loop_normalize::promote_if_one_iteration;
use crate::region::{Region, RegionOptions, Shape, element_size_in_bytes};

/// Clones a nest to where its slice is to be, with the slice's bounds; loops of one iteration become their bodies,
/// and what they carry is carried as determined.
pub(crate) fn fuse(
    rw: &mut Rewriter<'_>,
    source: AffineForOp,
    slice: &Slice,
    carried: Carried,
) -> Option<()> {
    let place = match slice.is_backward {
        true => rw.body().ops_of(slice.block).next()?,
        false => rw.body().last_op(slice.block)?,
    };
    rw.set_insertion_point_before(place);
    let mut map = IrMapping::new();
    rw.clone_op(source.into(), &mut map)?;
    let mut sliced = Vec::new();
    for (at, &iv) in slice.ivs.iter().enumerate() {
        let counter = map.value(iv);
        if counter == iv {
            continue;
        }
        let op = AffineForOp::assume(loop_of_counter(rw, counter)?.0.id());
        sliced.push(op);
        let [mut lower, mut upper] = op.view(rw).bounds()?;
        for (bound, is_upper) in [(&mut lower, false), (&mut upper, true)] {
            if let Some(mut new) = slice.bound(rw, at, is_upper) {
                new.canonicalize();
                *bound = new;
            }
        }
        let changes = op.view(rw).with_bounds(&lower, &upper);
        rw.apply(op.into(), &changes);
    }
    for op in sliced {
        match carried == Carried::ByParent && is_carried_by_parent(rw, op) {
            true => carry_in_parent(rw, op),
            false => promote_if_one_iteration(rw, op),
        };
    }
    Some(())
}

/// The memory space of private memory, and the size that it may have.
#[derive(Clone, Copy)]
pub(super) struct PrivateMemory {
    /// The faster memory space.
    pub(super) fast_space: Option<i64>,
    /// The greatest number of bytes that are there.
    pub(super) fast_size: u64,
}

/// The memory that replaces a memref in a fused nest.
pub(super) struct Private {
    shape: Shape,
    /// The induction variables that the offsets depend on.
    outer: Vec<Value>,
    ty: Type,
}

/// The stores to a memref in a nest, if they all have the same subscripts.
fn equal_stores(rw: &Rewriter<'_>, nest: AffineForOp, buffer: Value) -> Option<Vec<Op>> {
    let ops = accesses_in(rw.op(nest)).into_iter().map(|op| rw.op(op));
    let stores = ops.filter(|&op| affine_write(op) && memref_of(op).is_some_and(|own| own.id() == buffer));
    let stores: Vec<MemRefAccess<'_>> = stores.filter_map(MemRefAccess::of).collect();
    let first = stores.first()?;
    stores
        .iter()
        .all(|store| store.has_same_subscripts(first))
        .then(|| stores.iter().map(|s| s.op.id()).collect())
}

impl Private {
    /// The memory for the stores of a fused nest; `None` if its size is not constant.
    fn of(rw: &Rewriter<'_>, store: Op, buffer: Value, depth: usize, memory: PrivateMemory) -> Option<Self> {
        let options = RegionOptions { drops_locals: false, ..RegionOptions::at_depth(depth) };
        let region = Region::of(rw, rw.op(store), options, None)?;
        let shape = region.shape()?;
        let cx = rw.cx();
        let old = memref(cx, rw.body().value_type(buffer))?;
        let bytes = element_size_in_bytes(cx, old.element)?.checked_mul(shape.num_elements()?)?;
        let is_small = u64::try_from(bytes).is_ok_and(|bytes| bytes <= memory.fast_size);
        let space = match memory.fast_space.filter(|_| is_small) {
            Some(space) => Some(cx.int_attr(Type::I64, space)),
            None => old.space,
        };
        let outer = region.system.symbols.iter().map(|var| var.value.id()).collect();
        let ty = MemRefType::get_with(cx, &shape.sizes, old.element, None, space);
        Some(Self { shape, outer, ty })
    }

    /// The subscripts in the memory as a map of the outer induction variables and the old subscripts.
    fn map(&self) -> AffineMap {
        let (outer, rank) = (self.outer.len() as u32, self.shape.sizes.len() as u32);
        let symbols: Vec<AffineExpr> = (0..outer).map(AffineExpr::dim).collect();
        let results = self.shape.offsets.iter().enumerate().map(|(at, offset)| {
            let offset = offset.replace_symbols(&symbols);
            (AffineExpr::dim(outer + at as u32) - offset).simplify(outer + rank, 0)
        });
        AffineMap::new(outer + rank, 0, results.collect())
    }
}

/// The first op, of those around the stores in the innermost block around these and the slice.
fn first_around(rw: &Rewriter<'_>, stores: &[Op], block: Block) -> Option<Op> {
    let mut common = block;
    for &store in stores {
        loop {
            let region = rw.body().region_of(common)?;
            match ancestor_in(rw.body(), region, store).filter(|&op| rw.body().block_of(op) == Some(common)) {
                Some(_) => break,
                None => common = rw.body().block_of(rw.body().region_parent(region)?)?,
            }
        }
    }
    let region = rw.body().region_of(common)?;
    let around = stores.iter().filter_map(|&store| ancestor_in(rw.body(), region, store));
    around.reduce(|first, op| if rw.body().is_before(op, first) { op } else { first })
}

/// Replaces a memref by private memory in a fused nest, from its first store on. Returns the allocation; `None`, without
/// modifications, if the stores differ.
pub(super) fn privatize(
    rw: &mut Rewriter<'_>,
    nest: AffineForOp,
    buffer: Value,
    depth: usize,
    block: Block,
    memory: PrivateMemory,
) -> Option<Op> {
    let stores = equal_stores(rw, nest, buffer)?;
    let private = Private::of(rw, *stores.first()?, buffer, depth, memory)?;
    let first = first_around(rw, &stores, block)?;
    let users = users_after(rw, buffer, first);
    let region = rw.body().region_of(rw.body().block_of(nest)?)?;
    rw.set_insertion_point_to_start(rw.body().entry(region)?);
    let loc = rw.op(nest).loc();
    let new = create_alloc(rw, AllocSpec::default(), private.ty, loc, &FUSED);
    let map = private.map();
    for user in users {
        redirect(rw, user, new, &map, &private.outer);
    }
    rw.value(new).defining_op().map(|op| op.id())
}

/// The affine accesses of a memref that run after an op has begun.
fn users_after(rw: &Rewriter<'_>, buffer: Value, first: Op) -> Vec<Op> {
    let Some(region) = rw.op(first).block().and_then(|block| block.region()).map(|region| region.id()) else {
        return Vec::new();
    };
    let is_after = |op: OpRef<'_>| {
        ancestor_in(rw.body(), region, op.id()).is_some_and(|op| {
            op == first
                || rw.body().block_of(op) == rw.body().block_of(first) && rw.body().is_before(first, op)
        })
    };
    let users = rw.value(buffer).uses().map(|(user, _)| user);
    users.filter(|&user| memref_of(user).is_some() && is_after(user)).map(|user| user.id()).collect()
}

/// Lets an affine access be of another memref, at subscripts that a map computes from outer values and the old ones.
pub(crate) fn redirect(
    rw: &mut Rewriter<'_>,
    op: Op,
    to: Value,
    map: &AffineMap,
    outer: &[Value],
) -> Option<()> {
    let from = memref_of(rw.op(op))?;
    let position = rw.op(op).operands().position(|operand| operand == from)?;
    redirect_use(rw, op, &Use { position, map: "map" }, to, map, outer)
}

/// A memref among the operands of an op, followed by those of the map of its subscripts.
pub(crate) struct Use {
    /// The number of the operand.
    pub(crate) position: usize,
    /// The name of the attribute that is the map.
    pub(crate) map: &'static str,
}

impl Use {
    /// Whether the memref is the tag of a transfer.
    pub(crate) fn is_tag(&self) -> bool {
        self.map == "tag_map"
    }
}

/// Replaces a memref with subscripts by another one, at subscripts that a map computes from outer values and the old ones.
pub(crate) fn redirect_use(
    rw: &mut Rewriter<'_>,
    op: Op,
    place: &Use,
    to: Value,
    map: &AffineMap,
    outer: &[Value],
) -> Option<()> {
    let view = rw.op(op);
    let old = view.attr(place.map)?.as_affine_map(rw.cx())?.clone();
    let mut operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let mut indices = operands.split_off(place.position + 1);
    let others = indices.split_off(old.num_inputs() as usize);
    let loc = view.loc();
    let mut applied = Vec::new();
    if old != AffineMap::identity(old.num_dims) {
        rw.set_insertion_point_before(op);
        for result in &old.results {
            let map = AffineMap::new(old.num_dims, old.num_symbols, vec![result.clone()]);
            let map = rw.cx().affine_map_attr(map);
            applied
                .push(rw.build_value(AffineApplyOp::of(&indices).map_attr(map).result(Type::INDEX).loc(loc)));
        }
        indices = applied.clone();
    }
    let inputs = outer.iter().chain(&indices).map(|&value| rw.value(value));
    let mut new = ValueMap::new(map.clone(), inputs);
    new.compose_fully();
    new.map = new.map.simplify();
    new.canonicalize();
    operands.truncate(place.position);
    operands.push(to);
    operands.extend(new.values());
    operands.extend(others);
    let new_map = rw.cx().affine_map_attr(new.map);
    rw.set_operands(op, &operands);
    rw.set_attr(op, place.map, new_map);
    // As upstream, where those that other new ops used stay.
    if *map == AffineMap::identity(map.num_dims) {
        applied.into_iter().for_each(|value| erase_definition(rw, value));
    }
    Some(())
}

fn erase_definition(rw: &mut Rewriter<'_>, value: Value) {
    if let Some(op) = rw.value(value).defining_op().map(|op| op.id()) {
        rw.erase_op(op);
    }
}
