//! `affine-scalrep`: forwards stored values to loads, and erases redundant loads and overwritten stores.
//!
//! A load gets the value of a store, or of another load, that dominates it and has the same subscripts, if nothing
//! between them may write to its element. A store is erased if a later one always overwrites its elements before
//! anything may read them. Memory that is left with nothing but stores is erased.

mod index;

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::{AffineStoreOp, AffineVectorStoreOp};
use terrace_ir::dominance::{DomTree, PostDomTree, ancestor_in};
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::{Op, OpKind, OpRef, Region, Rewriter, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::dependence::{Dependence, MemRefAccess, dependence, num_common_loops};
use index::{Entry, Index};

/// The pass.
pub static AFFINE_SCALREP: PassDef = PassDef {
    name: "affine-scalrep",
    class: "AffineScalarReplacement",
    doc: "Replace affine memref accesses by scalars by forwarding stores to loads and eliminating redundant loads",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(ScalarReplacement))),
    ..EMPTY_PASS
};

struct ScalarReplacement;

impl BodyPass for ScalarReplacement {
    fn run(&self, rw: &mut Rewriter<'_>, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut order = Order::default();
        let (stored, forwarded) = stored_values(rw, &mut order);
        replace_loads(rw, &stored);
        let unused = overwritten_stores(rw, &mut order);
        unused.into_iter().for_each(|op| rw.erase_op(op));
        forwarded.into_iter().for_each(|memref| erase_if_never_read(rw, memref));
        let loaded = loaded_values(rw, &mut order);
        replace_loads(rw, &loaded);
        Ok(())
    }
}

/// Replaces the results of loads, and erases these.
fn replace_loads(rw: &mut Rewriter<'_>, values: &[(Op, Value)]) {
    let mut replaced: HashMap<Value, Value> = HashMap::new();
    let mut erased = Vec::with_capacity(values.len());
    for &(load, value) in values {
        let mut value = value;
        while let Some(&next) = replaced.get(&value) {
            value = next;
        }
        let result = rw.body().single_result(load);
        if value != result {
            rw.replace_all_uses_with(result, value);
            replaced.insert(result, value);
            erased.push(load);
        }
    }
    erased.into_iter().for_each(|op| rw.erase_op(op));
}

/// Dominance between ops, by region.
#[derive(Default)]
struct Order {
    before: BTreeMap<Region, DomTree>,
    after: BTreeMap<Region, PostDomTree>,
}

impl Order {
    /// Whether an op properly dominates another one.
    fn dominates(&mut self, first: OpRef<'_>, second: OpRef<'_>) -> bool {
        let body = first.body();
        let Some(block) = first.block() else { return false };
        let Some(region) = block.region() else { return false };
        let Some(second) = ancestor_in(body, region.id(), second.id()) else { return false };
        let other = body.block_of(second);
        if other == Some(block.id()) {
            return body.is_before(first.id(), second);
        }
        let tree = self.before.entry(region.id()).or_insert_with(|| DomTree::new(body, region.id()));
        other.is_some_and(|other| tree.dominates(block.id(), other))
    }

    /// Whether an op properly post-dominates another one in the same region.
    fn post_dominates(&mut self, last: OpRef<'_>, first: OpRef<'_>) -> bool {
        let (Some(block), Some(other)) = (last.block(), first.block()) else { return false };
        if block == other {
            return last.body().is_before(first.id(), last.id());
        }
        let Some(region) = block.region().filter(|&region| other.region() == Some(region)) else {
            return false;
        };
        let tree =
            self.after.entry(region.id()).or_insert_with(|| PostDomTree::new(last.body(), region.id()));
        tree.post_dominates(block.id(), other.id())
    }
}

/// The value that a store writes.
fn value_to_store(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let scalar = op.cast::<AffineStoreOp>().map(|store| store.value());
    scalar.or_else(|| Some(op.cast::<AffineVectorStoreOp>()?.value()))
}

/// The values that loads are known to read from stores, and the memrefs of these.
fn stored_values(rw: &Rewriter<'_>, order: &mut Order) -> (Vec<(Op, Value)>, BTreeSet<Value>) {
    let index = Index::of(rw, EffectKind::Write);
    let (mut values, mut memrefs) = (Vec::new(), BTreeSet::new());
    for load in index.entries.iter().filter(|entry| !entry.access.is_write) {
        let access = &load.access;
        let found = index.nearest(load, true, true).into_iter().find(|store| {
            order.dominates(store.access.op, access.op)
                && store.access.has_same_subscripts(access)
                && reaches(&store.access, access)
                && !index.is_disturbed(store, load)
        });
        let Some(value) = found.and_then(|store| value_to_store(store.access.op)) else { continue };
        if value.ty() == access.op.single_result().ty() {
            values.push((access.op.id(), value.id()));
            memrefs.insert(access.memref.id());
        }
    }
    (values, memrefs)
}

/// Whether one access may be followed by another one in the same iteration of the loops around both.
fn reaches(first: &MemRefAccess<'_>, second: &MemRefAccess<'_>) -> bool {
    let depth = num_common_loops(first.op, second.op) + 1;
    matches!(dependence(first, second, depth, false), Dependence::Between(_))
}

/// The values of loads before others that are known to read the same: of the first such load.
fn loaded_values(rw: &Rewriter<'_>, order: &mut Order) -> Vec<(Op, Value)> {
    let index = Index::of(rw, EffectKind::Write);
    // A load that reads the same as the nearest one before it reads the same as the first one that does.
    let mut firsts: HashMap<Op, OpRef<'_>> = HashMap::new();
    let mut values = Vec::new();
    for load in index.entries.iter().filter(|entry| !entry.access.is_write) {
        let access = &load.access;
        let same = index.nearest(load, false, true).into_iter().filter(|other| {
            order.dominates(other.access.op, access.op)
                && other.access.has_same_subscripts(access)
                && !index.is_disturbed(other, load)
        });
        let same: Vec<OpRef<'_>> =
            same.map(|other| firsts.get(&other.access.op.id()).copied().unwrap_or(other.access.op)).collect();
        let first = same
            .iter()
            .find(|option| same.iter().all(|other| other == *option || order.dominates(**option, *other)));
        if let Some(&first) = first {
            firsts.insert(access.op.id(), first);
            values.push((access.op.id(), first.single_result().id()));
        }
    }
    values
}

/// The stores whose elements are all written again before they may be read.
fn overwritten_stores(rw: &Rewriter<'_>, order: &mut Order) -> Vec<Op> {
    let index = Index::of(rw, EffectKind::Read);
    let is_overwritten = |store: &Entry<'_>, order: &mut Order| {
        let access = &store.access;
        let mut later = index.nearest(store, true, false).into_iter();
        !access.extents.contains(&None)
            && later.any(|other| {
                order.post_dominates(other.access.op, access.op)
                    && other.access.has_same_subscripts(access)
                    && !index.is_disturbed(store, other)
            })
    };
    let stores = index.entries.iter().filter(|entry| entry.access.is_write);
    stores.filter(|store| is_overwritten(store, order)).map(|store| store.access.op.id()).collect()
}

/// Erases memory that is allocated in the body and has no uses but stores and deallocations, with these.
fn erase_if_never_read(rw: &mut Rewriter<'_>, memref: Value) {
    let value = rw.value(memref);
    let only = |op: OpRef<'_>, kind: EffectKind| {
        own_effects(op).is_some_and(|effects| {
            effects.iter().count() == 1
                && effects.iter().all(|effect| effect.kind == kind && effect.value == Some(memref))
        })
    };
    let Some(allocation) = value.defining_op().filter(|&op| only(op, EffectKind::Allocate)) else { return };
    let is_unread = |(user, _): (OpRef<'_>, usize)| match MemRefAccess::of(user) {
        Some(access) => access.is_write && value_to_store(user).is_some_and(|stored| stored.id() != memref),
        None => only(user, EffectKind::Free),
    };
    if allocation.num_results() != 1 || !value.uses().all(is_unread) {
        return;
    }
    let mut users: Vec<Op> = value.uses().map(|(user, _)| user.id()).collect();
    users.push(allocation.id());
    users.dedup();
    users.into_iter().for_each(|op| rw.erase_op(op));
}
