//! `affine-scalrep`: forwards stored values to loads, and erases redundant loads and overwritten stores.
//!
//! A load gets the value of a store, or of another load, that dominates it and has the same subscripts, if nothing
//! between them may write to its element. A store is erased if a later one always overwrites its elements before
//! anything may read them. Memory that is left with nothing but stores is erased.

use terrace_analysis::alias::{Alias, alias};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::{AffineStoreOp, AffineVectorStoreOp};
use terrace_ir::dominance::{DomTree, PostDomTree, ancestor_in};
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::{Block, Op, OpKind, OpRef, Region, Rewriter, TraitSet, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

use std::collections::{BTreeMap, BTreeSet};

use crate::dependence::{Dependence, MemRefAccess, dependence, num_common_loops};

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
        let mut forwarded = BTreeSet::new();
        let mut order = Order::default();
        let mut erased = Vec::new();
        for load in accesses(rw, false) {
            if let Some(value) = stored_value(rw, load, &mut order) {
                forwarded.extend(MemRefAccess::of(rw.op(load)).map(|access| access.memref.id()));
                let result = rw.body().single_result(load);
                rw.replace_all_uses_with(result, value);
                erased.push(load);
            }
        }
        erased.into_iter().for_each(|op| rw.erase_op(op));
        let stores = accesses(rw, true);
        let unused: Vec<Op> =
            stores.into_iter().filter(|&op| is_overwritten(rw.op(op), &mut order)).collect();
        unused.into_iter().for_each(|op| rw.erase_op(op));
        forwarded.into_iter().for_each(|memref| erase_if_never_read(rw, memref));
        let mut erased = Vec::new();
        for load in accesses(rw, false) {
            if let Some(value) = loaded_value(rw.op(load), &mut order) {
                let result = rw.body().single_result(load);
                rw.replace_all_uses_with(result, value);
                erased.push(load);
            }
        }
        erased.into_iter().for_each(|op| rw.erase_op(op));
        Ok(())
    }
}

/// The loads, or the stores, in a body.
fn accesses(rw: &Rewriter<'_>, are_writes: bool) -> Vec<Op> {
    let is_wanted =
        |&op: &Op| MemRefAccess::of(rw.op(op)).is_some_and(|access| access.is_write == are_writes);
    body_post_order(rw.body()).into_iter().filter(is_wanted).collect()
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

/// The accesses that name the memref of another one.
fn accesses_of_memref<'a>(access: &MemRefAccess<'a>) -> Vec<MemRefAccess<'a>> {
    let users = access.memref.uses().filter_map(|(user, _)| MemRefAccess::of(user));
    users.filter(|other| other.memref == access.memref && other.op != access.op).collect()
}

/// The value that a store writes.
fn value_to_store(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let scalar = op.cast::<AffineStoreOp>().map(|store| store.value());
    scalar.or_else(|| Some(op.cast::<AffineVectorStoreOp>()?.value()))
}

/// The value that a load is known to read from a store.
fn stored_value(rw: &Rewriter<'_>, load: Op, order: &mut Order) -> Option<Value> {
    let access = MemRefAccess::of(rw.op(load))?;
    let found = accesses_of_memref(&access).into_iter().filter(|store| {
        store.is_write
            && store.has_same_subscripts(&access)
            && order.dominates(store.op, access.op)
            && reaches(store, &access)
            && !is_disturbed(store, &access, EffectKind::Write)
    });
    let value = value_to_store(found.last()?.op)?;
    (value.ty() == access.op.single_result().ty()).then_some(value.id())
}

/// Whether one access may be followed by another one in the same iteration of the loops around both.
fn reaches(first: &MemRefAccess<'_>, second: &MemRefAccess<'_>) -> bool {
    let depth = num_common_loops(first.op, second.op) + 1;
    matches!(dependence(first, second, depth, false), Dependence::Between(_))
}

/// The value of a load before another one that is known to read the same.
fn loaded_value(load: OpRef<'_>, order: &mut Order) -> Option<Value> {
    let access = MemRefAccess::of(load)?;
    let ty = load.single_result().ty();
    let candidates: Vec<MemRefAccess<'_>> = accesses_of_memref(&access)
        .into_iter()
        .filter(|other| {
            !other.is_write
                && other.has_same_subscripts(&access)
                && other.op.single_result().ty() == ty
                && order.dominates(other.op, load)
                && !is_disturbed(other, &access, EffectKind::Write)
        })
        .collect();
    let first = candidates.iter().find(|option| {
        candidates.iter().all(|other| other.op == option.op || order.dominates(option.op, other.op))
    });
    first.map(|found| found.op.single_result().id())
}

/// Whether all elements that a store writes are written again before they may be read.
fn is_overwritten(store: OpRef<'_>, order: &mut Order) -> bool {
    let Some(access) = MemRefAccess::of(store) else { return false };
    // Upstream compares the first elements of vectors alone.
    let covers = |other: &MemRefAccess<'_>| store.cx().matches_upstream() || other.extents == access.extents;
    accesses_of_memref(&access).iter().any(|other| {
        other.is_write
            && covers(other)
            && !access.extents.contains(&None)
            && other.has_same_subscripts(&access)
            && order.post_dominates(other.op, store)
            && !is_disturbed(&access, other, EffectKind::Read)
    })
}

/// Whether an op between two accesses may read, or write, what the second one accesses.
fn is_disturbed(start: &MemRefAccess<'_>, end: &MemRefAccess<'_>, kind: EffectKind) -> bool {
    let mut target = end.op;
    let search = Search { start, end, kind };
    // From the outside in: all of an op around the second access may run before it.
    while start.op.block().and_then(|block| block.region()) != target.block().and_then(|block| block.region())
    {
        let Some(parent) = target.parent_op() else { return true };
        if search.may_disturb(parent) {
            return true;
        }
        target = parent;
    }
    search.is_disturbed_in_region(target)
}

struct Search<'s, 'a> {
    start: &'s MemRefAccess<'a>,
    end: &'s MemRefAccess<'a>,
    kind: EffectKind,
}

impl<'a> Search<'_, 'a> {
    /// Whether an op on a path from the start to `target`, in the same region, disturbs.
    fn is_disturbed_in_region(&self, target: OpRef<'a>) -> bool {
        let start = self.start.op;
        let Some(first) = start.block() else { return true };
        let mut next = start.next();
        while let Some(op) = next.filter(|&op| op != target) {
            if self.may_disturb(op) {
                return true;
            }
            next = op.next();
        }
        if target.block() == Some(first) {
            return false;
        }
        let mut pending: Vec<_> = first.last().into_iter().flat_map(|last| last.successors()).collect();
        let mut seen: BTreeSet<Block> = BTreeSet::new();
        while let Some(block) = pending.pop() {
            if !seen.insert(block.id()) {
                continue;
            }
            let mut ends_here = false;
            for op in block.ops() {
                ends_here = op == target;
                if ends_here {
                    break;
                }
                if self.may_disturb(op) {
                    return true;
                }
            }
            if !ends_here {
                pending.extend(block.last().into_iter().flat_map(|last| last.successors()));
            }
        }
        false
    }

    /// Whether an op, or one in it, may have the effect on the element.
    fn may_disturb(&self, op: OpRef<'a>) -> bool {
        let mut pending = vec![op];
        while let Some(op) = pending.pop() {
            match own_effects(op) {
                Some(effects) => {
                    let touches = effects
                        .iter()
                        .any(|effect| effect.kind == self.kind && self.aliases(op, effect.value));
                    if touches && self.may_reach(op) {
                        return true;
                    }
                }
                None if !op.has_trait(TraitSet::RecursiveMemoryEffects) => return true,
                None => {}
            }
            if op.has_trait(TraitSet::RecursiveMemoryEffects) {
                pending.extend(op.nested_ops().filter(|inner| inner.parent_op() == Some(op)));
            }
        }
        false
    }

    fn aliases(&self, op: OpRef<'a>, value: Option<Value>) -> bool {
        let memref = self.end.memref;
        value.is_none_or(|value| {
            value == memref.id()
                || alias(ValueRef::in_body(op.ir(), op.body(), op.body_id(), value), memref) != Alias::No
        })
    }

    /// Whether the effect of an op, which may be on the same memory, may be on the element between the accesses.
    fn may_reach(&self, op: OpRef<'a>) -> bool {
        let Some(access) = MemRefAccess::of(op).filter(|access| access.memref == self.end.memref) else {
            return true;
        };
        // What outer loops carry comes before the start.
        let outer = num_common_loops(self.start.op, self.end.op);
        let common = num_common_loops(op, self.end.op);
        (outer + 1..=common + 1).any(|depth| dependence(&access, self.end, depth, false).is_possible())
    }
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
