//! The memory accesses of a body by their memref, subscripts and block.
//!
//! Accesses whose subscripts differ by constants alone form a class. Two scalar accesses of one class with different
//! constants never meet in one iteration, so that a search for conflicts on a path skips these without a test.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use terrace_affine::{AffineExpr, BinaryOp};
use terrace_analysis::alias::{Alias, alias};
use terrace_dialects_core::scf::{ExecuteRegionOp, IfOp, IndexSwitchOp};
use terrace_dialects_mem::affine::identifiers::Identifiers;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{AffineForOp, AffineIfOp, AffineParallelOp};
use terrace_dialects_mem::memref::AllocaScopeOp;
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::{Block, BlockRef, Op, OpRef, Region, Rewriter, TraitSet, Type, Value, ValueRef};
use terrace_rewrite::walk::body_post_order;

use crate::dependence::{MemRefAccess, Storage, dependence, num_common_loops, storage};

/// The memref, the extents, and the subscripts without their constant addends.
#[derive(PartialEq, Eq, Hash)]
struct ClassKey {
    memref: Value,
    extents: Vec<Option<i64>>,
    num_dims: u32,
    subscripts: Vec<AffineExpr>,
    operands: Vec<Value>,
}

/// An access with its class.
pub(super) struct Entry<'a> {
    /// The access.
    pub(super) access: MemRefAccess<'a>,
    class: u32,
    constants: Vec<i64>,
}

/// The position of an op in a block.
type Place = (Block, u32);

/// Accesses in order, with their positions in a block.
type Positions = Vec<(u32, usize)>;

/// Effects of one kind in a block, by position.
#[derive(Default)]
struct BlockEffects {
    /// Effects on unknown memory.
    unknown: Vec<u32>,
    /// Effects on memrefs other than by affine accesses.
    others: BTreeMap<Value, Vec<u32>>,
    /// Affine accesses by class, all of these and by constants.
    classes: BTreeMap<u32, (Positions, HashMap<Vec<i64>, Positions>)>,
}

/// The accesses that are candidates for each other, by the region and block that they are in.
type Group = BTreeMap<Region, BTreeMap<Block, Positions>>;

/// The accesses of a body, and the effects of one kind of its blocks.
pub(super) struct Index<'a> {
    /// The accesses, inner ones before those after the op around them.
    pub(super) entries: Vec<Entry<'a>>,
    places: HashMap<Op, Place>,
    groups: HashMap<(u32, Vec<i64>, bool, Option<Type>), Group>,
    effects: BTreeMap<Block, BlockEffects>,
    aliases: RefCell<HashMap<(Value, Value), bool>>,
}

impl<'a> Index<'a> {
    /// The index of a body with effects of a kind.
    pub(super) fn of(rw: &'a Rewriter<'_>, kind: EffectKind) -> Self {
        let mut index = Self {
            entries: Vec::new(),
            places: HashMap::new(),
            groups: HashMap::new(),
            effects: BTreeMap::new(),
            aliases: RefCell::default(),
        };
        let ops = body_post_order(rw.body());
        let mut counts: HashMap<Block, u32> = HashMap::new();
        for &op in &ops {
            if let Some(block) = rw.body().block_of(op) {
                let count = counts.entry(block).or_default();
                index.places.insert(op, (block, *count));
                *count += 1;
            }
        }
        let mut classes = HashMap::new();
        for op in ops {
            let op = rw.op(op);
            let entry = MemRefAccess::of(op).map(|access| index.add_access(access, &mut classes));
            index.add_effects(op, entry, kind);
        }
        index
    }

    fn add_access(&mut self, access: MemRefAccess<'a>, classes: &mut HashMap<ClassKey, u32>) -> usize {
        let (key, constants) = class_key(&access);
        let next = classes.len() as u32;
        let class = *classes.entry(key).or_insert(next);
        let (op, at) = (access.op, self.entries.len());
        if let (Some(&(block, place)), Some(region)) =
            (self.places.get(&op.id()), op.block().and_then(|block| block.region()))
        {
            let key = (class, constants.clone(), access.is_write, element_type(&access));
            let group = self.groups.entry(key).or_default();
            group.entry(region.id()).or_default().entry(block).or_default().push((place, at));
        }
        self.entries.push(Entry { access, class, constants });
        at
    }

    /// Adds the effects of an op, without those in its regions, to the blocks around it.
    fn add_effects(&mut self, op: OpRef<'a>, entry: Option<usize>, kind: EffectKind) {
        let own = own_effects(op);
        let is_isolated = op.has_trait(TraitSet::IsolatedFromAbove);
        if own.is_none() && op.has_trait(TraitSet::RecursiveMemoryEffects) && !is_isolated {
            return;
        }
        let values: Option<Vec<Option<Value>>> = own.map(|effects| {
            effects.iter().filter(|effect| effect.kind == kind).map(|effect| effect.value).collect()
        });
        let values = values.unwrap_or_else(|| vec![None]);
        if values.is_empty() {
            return;
        }
        let mut around = Some(op);
        while let Some((block, place)) = around.and_then(|op| self.places.get(&op.id()).copied()) {
            let effects = self.effects.entry(block).or_default();
            for &value in &values {
                match (value, entry.map(|at| (at, &self.entries[at]))) {
                    (Some(value), Some((at, entry))) if entry.access.memref.id() == value => {
                        let (all, by_constants) = effects.classes.entry(entry.class).or_default();
                        all.push((place, at));
                        by_constants.entry(entry.constants.clone()).or_default().push((place, at));
                    }
                    (Some(value), _) => effects.others.entry(value).or_default().push(place),
                    (None, _) => effects.unknown.push(place),
                }
            }
            let parent = around.and_then(parent_in_body);
            around = parent.filter(|parent| parent.has_trait(TraitSet::RecursiveMemoryEffects));
        }
    }

    /// The accesses of the same elements as another one, as far as it is known, that may be its nearest one of them:
    /// of each block, the last one before it, or the first one after it.
    pub(super) fn nearest(&self, entry: &Entry<'a>, are_writes: bool, is_before: bool) -> Vec<&Entry<'a>> {
        let ty = element_type(&entry.access).filter(|_| !are_writes);
        let key = (entry.class, entry.constants.clone(), are_writes, ty);
        let Some(group) = self.groups.get(&key) else { return Vec::new() };
        let mut found = Vec::new();
        let mut around = Some(entry.access.op);
        while let Some(op) = around {
            let region = op.block().and_then(|block| block.region());
            let blocks = region.and_then(|region| group.get(&region.id()));
            let own = self.places.get(&op.id()).copied();
            for (&block, positions) in blocks.into_iter().flatten() {
                let (before, after) = match own.filter(|&(own, _)| own == block) {
                    Some((_, place)) => {
                        let first = positions.partition_point(|&(at, _)| at < place);
                        let next = positions.partition_point(|&(at, _)| at <= place);
                        (first.checked_sub(1), Some(next))
                    }
                    None => (positions.len().checked_sub(1), Some(0)),
                };
                let nearest = if is_before { before } else { after };
                found
                    .extend(nearest.and_then(|at| positions.get(at)).map(|&(_, entry)| &self.entries[entry]));
            }
            // What comes after an access must be in its own region.
            around = if is_before { parent_in_body(op) } else { None };
        }
        found
    }

    /// Whether an op between two accesses may have an effect of the kind on what the second one accesses.
    pub(super) fn is_disturbed(&self, start: &Entry<'a>, end: &Entry<'a>) -> bool {
        let mut target = end.access.op;
        let start_block = start.access.op.block();
        let (Some(&(first, from)), Some(region)) =
            (self.places.get(&start.access.op.id()), start_block.and_then(|block| block.region()))
        else {
            return true;
        };
        // From the inside out: all of an op around the second access may run before it.
        while target.block().and_then(|block| block.region()) != Some(region) {
            let Some(parent) = parent_in_body(target) else { return true };
            let Some(&(block, place)) = self.places.get(&parent.id()) else { return true };
            let range = place..place + 1;
            let path = Path { start, end, is_repeated: may_repeat(parent, target) };
            if self.is_disturbed_in(block, range, &path) {
                return true;
            }
            target = parent;
        }
        let Some(&(last, to)) = self.places.get(&target.id()) else { return true };
        let path = Path { start, end, is_repeated: false };
        if first == last && from < to {
            return self.is_disturbed_in(first, from + 1..to, &path);
        }
        let mut between = start_block.map(|block| blocks_between(block, last)).unwrap_or_default();
        if target.cx().matches_upstream() {
            between.retain(|block| block.id() != last);
        }
        let is_repeated = between.iter().any(|block| block.id() == last);
        self.is_disturbed_in(first, from + 1..u32::MAX, &path)
            || !is_repeated && self.is_disturbed_in(last, 0..to, &path)
            || between.iter().any(|block| {
                let path = Path { start, end, is_repeated };
                self.is_disturbed_in(block.id(), 0..u32::MAX, &path)
            })
    }

    /// Whether an op of a block, in a range of its positions, may have an effect on what `end` accesses.
    fn is_disturbed_in(&self, block: Block, range: Range<u32>, path: &Path<'_, 'a>) -> bool {
        let Path { start, end, .. } = *path;
        let Some(effects) = self.effects.get(&block) else { return false };
        let has_any = |places: &[u32]| {
            places.get(places.partition_point(|&at| at < range.start)).is_some_and(|&at| at < range.end)
        };
        let within = |places: &Positions| {
            let first = places.partition_point(|&(at, _)| at < range.start);
            first..places.partition_point(|&(at, _)| at < range.end)
        };
        if has_any(&effects.unknown) {
            return true;
        }
        for (&value, places) in &effects.others {
            if has_any(places) && self.may_alias(value, end.access.memref) {
                return true;
            }
        }
        for (&class, (all, by_constants)) in &effects.classes {
            let members = within(all);
            let Some(&(_, first)) = all.get(members.start).filter(|_| !members.is_empty()) else { continue };
            let memref = self.entries[first].access.memref;
            if memref != end.access.memref {
                if self.may_alias(memref.id(), end.access.memref) {
                    return true;
                }
                continue;
            }
            // Others of the class have other constants, and never meet in one iteration.
            let tested = match class == end.class && is_told_apart_by_constants(start, end) {
                true => by_constants.get(&end.constants).map_or(&[][..], |same| &same[within(same)]),
                false => &all[members],
            };
            if tested.iter().any(|&(_, at)| path.may_meet(&self.entries[at])) {
                return true;
            }
        }
        false
    }

    fn may_alias(&self, value: Value, memref: ValueRef<'a>) -> bool {
        let compare = || {
            let other = ValueRef::in_body(memref.ir(), memref.body(), memref.body_id(), value);
            value == memref.id() || alias(other, memref) != Alias::No
        };
        *self.aliases.borrow_mut().entry((value, memref.id())).or_insert_with(compare)
    }
}

/// The executions that run from one access to another one.
struct Path<'p, 'a> {
    start: &'p Entry<'a>,
    end: &'p Entry<'a>,
    /// Whether it may run through the second access, and what is after that, before it ends there.
    is_repeated: bool,
}

impl Path<'_, '_> {
    /// Whether an access of the memref of `end` may be of the same element between the two.
    fn may_meet(&self, entry: &Entry<'_>) -> bool {
        if self.is_repeated && !entry.access.op.cx().matches_upstream() {
            return true;
        }
        let (access, end) = (&entry.access, &self.end.access);
        // What outer loops carry comes before the start.
        let outer = num_common_loops(self.start.access.op, end.op);
        let common = num_common_loops(access.op, end.op);
        (outer + 1..=common + 1).any(|depth| dependence(access, end, depth, false).is_possible())
    }
}

/// Whether an op may run the region of an op in it again after that: one that is no affine loop, whose iterations are told
/// apart, and no conditional.
fn may_repeat(op: OpRef<'_>, inner: OpRef<'_>) -> bool {
    let is_one_block =
        inner.block().and_then(|block| block.region()).is_some_and(|region| region.has_one_block());
    let is_known = op.isa::<AffineForOp>()
        || op.isa::<AffineParallelOp>()
        || op.isa::<AffineIfOp>()
        || op.isa::<IfOp>()
        || op.isa::<IndexSwitchOp>()
        || op.isa::<ExecuteRegionOp>()
        || op.isa::<AllocaScopeOp>();
    !(is_known && is_one_block)
}

/// The blocks on paths from the end of a block to another block that do not run through the first one: with the last one
/// where such a path runs through that.
fn blocks_between(first: BlockRef<'_>, last: Block) -> Vec<BlockRef<'_>> {
    let mut reached: BTreeMap<Block, BlockRef<'_>> = BTreeMap::new();
    let mut predecessors: BTreeMap<Block, Vec<Block>> = BTreeMap::new();
    let mut pending = vec![first];
    while let Some(block) = pending.pop() {
        let successors = block.last().into_iter().flat_map(|last| last.successors());
        for next in successors.filter(|next| next.id() != first.id()) {
            predecessors.entry(next.id()).or_default().push(block.id());
            if reached.insert(next.id(), next).is_none() {
                pending.push(next);
            }
        }
    }
    let (mut pending, mut between) = (vec![last], BTreeMap::new());
    while let Some(block) = pending.pop() {
        for &before in predecessors.get(&block).into_iter().flatten() {
            if let Some(&found) = reached.get(&before)
                && between.insert(before, found).is_none()
            {
                pending.push(before);
            }
        }
    }
    between.into_values().collect()
}

/// The op around an op, in its body.
fn parent_in_body(op: OpRef<'_>) -> Option<OpRef<'_>> {
    op.parent_op().filter(|parent| parent.body_id() == op.body_id())
}

/// The type that a load is of, by which loads are told apart.
fn element_type(access: &MemRefAccess<'_>) -> Option<Type> {
    access.op.results().next().map(|result| result.ty())
}

/// Whether accesses of the class of `end` with other constants are of other elements, in all iterations between `start`
/// and `end`: those of the loops around `start` are the same.
fn is_told_apart_by_constants(start: &Entry<'_>, end: &Entry<'_>) -> bool {
    let access = &end.access;
    if access.extents.iter().any(|&extent| extent != Some(1))
        || storage(access.memref, access.memref) != Storage::Same
    {
        return false;
    }
    let mut identifiers = Identifiers::around(access.op);
    access.subscripts.operands.iter().all(|&value| {
        let is_outside = || {
            let around = value.owner_block().and_then(|block| block.region()?.parent_op());
            around.is_some_and(|around| around.is_ancestor(start.access.op))
        };
        identifiers.is_symbol(value) || is_outside()
    })
}

/// The class of an access, and the constant addends of its subscripts.
fn class_key(access: &MemRefAccess<'_>) -> (ClassKey, Vec<i64>) {
    let ordered = in_order_of_values(&access.subscripts);
    let (mut subscripts, mut constants) = (Vec::new(), Vec::new());
    for result in &ordered.map.results {
        let (linear, constant) = match (result.as_constant(), result.as_binary()) {
            (Some(constant), _) => (AffineExpr::constant(0), constant),
            (None, Some((BinaryOp::Add, lhs, rhs))) => match rhs.as_constant() {
                Some(constant) => (lhs.clone(), constant),
                None => (result.clone(), 0),
            },
            (None, _) => (result.clone(), 0),
        };
        subscripts.push(linear);
        constants.push(constant);
    }
    // Upstream compares the first elements of vectors alone.
    let extents = if access.op.cx().matches_upstream() { Vec::new() } else { access.extents.clone() };
    let operands = ordered.values();
    let key = ClassKey {
        memref: access.memref.id(),
        extents,
        num_dims: ordered.map.num_dims,
        subscripts,
        operands,
    };
    (key, constants)
}

/// A map with its operands in a fixed order, so that equal sums are equal maps.
fn in_order_of_values<'a>(map: &ValueMap<'a>) -> ValueMap<'a> {
    let num_dims = (map.map.num_dims as usize).min(map.operands.len());
    let order = |range: Range<usize>| {
        let mut order: Vec<usize> = range.collect();
        order.sort_by_key(|&at| map.operands[at].id());
        order
    };
    let (dims, symbols) = (order(0..num_dims), order(num_dims..map.operands.len()));
    let places = |order: &[usize], first: usize, new: fn(u32) -> AffineExpr| {
        let mut places = vec![AffineExpr::constant(0); order.len()];
        order.iter().enumerate().for_each(|(to, &from)| places[from - first] = new(to as u32));
        places
    };
    let new_dims = places(&dims, 0, AffineExpr::dim);
    let new_symbols = places(&symbols, num_dims, AffineExpr::symbol);
    let replaced =
        map.map.replace_dims_and_symbols(&new_dims, &new_symbols, map.map.num_dims, map.map.num_symbols);
    ValueMap::new(replaced.simplify(), dims.into_iter().chain(symbols).map(|at| map.operands[at]))
}
