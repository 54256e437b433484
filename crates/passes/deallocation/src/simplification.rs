//! `buffer-deallocation-simplification`: simplifies dealloc ops by alias information.
//!
//! Entry: `bufferization.dealloc` ops. Exit: the same buffers are freed; dealloc ops have fewer buffers, of which fewer
//! may alias.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use terrace_dialects_core::arith::{ConstantOp, OrIOp};
use terrace_dialects_mem::bufferization::{DeallocOp, has_effect};
use terrace_dialects_mem::memref::ExtractStridedMetadataOp;
use terrace_ir::effects::EffectKind;
use terrace_ir::fold::constant_value;
use terrace_ir::pattern::{Pattern, Root};
use terrace_ir::{Attr, Context, Loc, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, RegionSimplify, apply_greedily};

use crate::flow::view_base;
use crate::origins::BufferOrigins;
use crate::ownership::state::make_dealloc;

/// The pass.
pub static BUFFER_DEALLOCATION_SIMPLIFICATION: PassDef = PassDef {
    name: "buffer-deallocation-simplification",
    class: "BufferDeallocationSimplificationPass",
    doc: "Optimizes `bufferization.dealloc` operation for more efficient codegen",
    make: |_| Ok(Pass::Body(Box::new(Simplification))),
    ..EMPTY_PASS
};

struct Simplification;

impl BodyPass for Simplification {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let patterns = patterns(rw.cx(), &Arc::new(BufferOrigins::new(rw)));
        // Blocks are not merged: what is known of their arguments has to stay true.
        let options = GreedyOptions::bottom_up().regions(RegionSimplify::Normal);
        match apply_greedily(rw, &patterns, &options).report(run)?.converged {
            true => Ok(()),
            false => Err(Failed),
        }
    }
}

type Action = fn(&mut Rewriter<'_>, DeallocOp, &BufferOrigins) -> Option<()>;

fn patterns(cx: &Context, origins: &Arc<BufferOrigins>) -> PatternSet {
    let own: [(&'static str, Action); 4] = [
        ("RemoveDeallocMemrefsContainedInRetained", memrefs_that_are_retained),
        ("RemoveRetainedMemrefsGuaranteedToNotAlias", retained_that_are_not_freed),
        ("SplitDeallocWhenNotAliasingAnyOther", split_off),
        ("RetainedMemrefAliasingAlwaysDeallocatedMemref", retained_that_are_owned),
    ];
    let mut set = PatternSet::new();
    for (name, action) in own {
        let origins = origins.clone();
        let action =
            Box::new(move |rw: &mut Rewriter<'_>, op: Op| action(rw, DeallocOp::assume(op), &origins));
        set.add_action(cx, name, Root::Op(DeallocOp::DEF.name), 1, action);
    }
    for &(name, rewrite) in DeallocOp::DEF.canonicalize {
        set.add(cx, &Pattern::new(name, DeallocOp::DEF.name, rewrite));
    }
    set
}

/// A few values.
type Values = SmallVec<[Value; 4]>;

/// The operands, results and location of a `bufferization.dealloc`.
struct DeallocParts {
    memrefs: Values,
    conditions: Values,
    retained: Values,
    results: Values,
    loc: Loc,
}

fn parts(op: OpRef<'_>) -> DeallocParts {
    let view = DeallocOp::view_of(op);
    DeallocParts {
        memrefs: view.memrefs().map(|v| v.id()).collect(),
        conditions: view.conditions().map(|v| v.id()).collect(),
        retained: view.retained().map(|v| v.id()).collect(),
        results: op.results().map(|v| v.id()).collect(),
        loc: op.loc(),
    }
}

/// Sets the buffers to free; `None` if they are unchanged.
fn update(
    rw: &mut Rewriter<'_>,
    op: Op,
    old: &DeallocParts,
    memrefs: &[Value],
    conditions: &[Value],
) -> Option<()> {
    if old.memrefs[..] == *memrefs && old.conditions[..] == *conditions {
        return None;
    }
    rw.set_operand_group(op, 0, memrefs);
    rw.set_operand_group(op, 1, conditions);
    Some(())
}

/// The buffer whose start a value is.
fn whole(rw: &Rewriter<'_>, memref: Value) -> Option<Value> {
    Some(rw.value(memref).defined_by::<ExtractStridedMetadataOp>()?.source().id())
}

/// An allocation in a block, or below it, is no argument of that block.
fn allocated_below_argument(a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    let (a, b) = (view_base(a), view_base(b));
    let distinct = |allocated: ValueRef<'_>, argument: ValueRef<'_>| {
        let Some(op) = allocated.defining_op() else { return false };
        let Some(owner) = argument.owner_block() else { return false };
        has_effect(op, EffectKind::Allocate, allocated)
            && op.self_and_ancestors().any(|op| op.block() == Some(owner))
    };
    distinct(a, b) || distinct(b, a)
}

fn may_alias(origins: &BufferOrigins, a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    !allocated_below_argument(a, b) && origins.is_same_allocation(a, b) != Some(false)
}

/// Removes a buffer that certainly aliases a retained one, and is never freed: its condition is added to the
/// ownership of the retained one.
fn memrefs_that_are_retained(rw: &mut Rewriter<'_>, op: DeallocOp, origins: &BufferOrigins) -> Option<()> {
    if op.view(rw).retained().len() == 0 {
        return None;
    }
    let old = parts(rw.op(op));
    let mut sorted = old.retained.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let moved = |rw: &mut Rewriter<'_>, memref: Value, condition: Value| -> bool {
        let mut same: SmallVec<[usize; 4]> = SmallVec::new();
        for (at, &retained) in old.retained.iter().enumerate() {
            match origins.is_same_allocation(rw.value(retained), rw.value(memref)) {
                None => return false,
                Some(true) => same.push(at),
                Some(false) => {}
            }
        }
        rw.set_insertion_point_after(op);
        for &at in &same {
            let result = old.results[at];
            let either = rw.build(OrIOp::of(result, condition).result(Type::I1).loc(old.loc));
            let value = rw.body().single_result(either);
            rw.replace_all_uses_except(result, value, either.into());
        }
        !same.is_empty()
    };
    let (mut memrefs, mut conditions) = (Values::new(), Values::new());
    for (&memref, &condition) in old.memrefs.iter().zip(&old.conditions) {
        let source = whole(rw, memref);
        if moved(rw, memref, condition) || source.is_some_and(|source| moved(rw, source, condition)) {
            continue;
        }
        memrefs.push(memref);
        conditions.push(condition);
    }
    update(rw, op.into(), &old, &memrefs, &conditions)
}

/// A retained buffer that is not among those that are freed has no owner from here.
fn retained_that_are_not_freed(rw: &mut Rewriter<'_>, op: DeallocOp, origins: &BufferOrigins) -> Option<()> {
    if op.view(rw).retained().len() == 0 {
        return None;
    }
    let old = parts(rw.op(op));
    let freed = |rw: &Rewriter<'_>, retained: Value| {
        old.memrefs.iter().any(|&memref| may_alias(origins, rw.value(memref), rw.value(retained)))
    };
    let keep: Vec<bool> = old.retained.iter().map(|&retained| freed(rw, retained)).collect();
    if keep.iter().all(|&keep| keep) {
        return None;
    }
    let mut values = Vec::with_capacity(keep.len());
    for &keep in &keep {
        values.push(match keep {
            true => None,
            false => {
                Some(rw.build_value(ConstantOp::of().value_attr(Attr::FALSE).result(Type::I1).loc(old.loc)))
            }
        });
    }
    let kept: Vec<Value> =
        old.retained.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(&retained, _)| retained).collect();
    let made = make_dealloc(rw, &old.memrefs, &old.conditions, &kept, old.loc);
    let mut made = made.into_iter();
    let values: Vec<Value> = values.into_iter().filter_map(|value| value.or_else(|| made.next())).collect();
    rw.replace_op(op, &values);
    Some(())
}

/// Frees a buffer that aliases none of the others by a separate op.
fn split_off(rw: &mut Rewriter<'_>, op: DeallocOp, origins: &BufferOrigins) -> Option<()> {
    if op.view(rw).memrefs().len() <= 1 {
        return None;
    }
    let old = parts(rw.op(op));
    let apart = apart(rw, &old.memrefs, origins);
    let (mut memrefs, mut conditions, mut owners) = (Vec::new(), Vec::new(), Vec::new());
    for ((&memref, &condition), apart) in old.memrefs.iter().zip(&old.conditions).zip(apart) {
        if apart {
            owners.push(make_dealloc(rw, &[memref], &[condition], &old.retained, old.loc));
        } else {
            memrefs.push(memref);
            conditions.push(condition);
        }
    }
    if owners.is_empty() {
        return None;
    }
    let mut values = make_dealloc(rw, &memrefs, &conditions, &old.retained, old.loc);
    for owners in owners {
        for (value, owner) in values.iter_mut().zip(owners) {
            *value = rw.build_value(OrIOp::of(*value, owner).result(Type::I1).loc(old.loc));
        }
    }
    rw.replace_op(op, &values);
    Some(())
}

/// For each buffer, whether it cannot alias any of the others.
fn apart(rw: &Rewriter<'_>, memrefs: &[Value], origins: &BufferOrigins) -> Vec<bool> {
    // Where all were allocated at known places, there is nothing to compare.
    let known: Option<Vec<Value>> =
        memrefs.iter().map(|&memref| origins.only_allocation(rw.value(memref))).collect();
    let mut places: FxHashMap<Value, usize> = FxHashMap::default();
    for &place in known.iter().flatten() {
        *places.entry(place).or_default() += 1;
    }
    let others = |at: usize| {
        let own = rw.value(memrefs[at]);
        // What stands close by is most likely to be the same.
        let mut others = (1..memrefs.len()).flat_map(|far| [at.checked_sub(far), Some(at + far)]).flatten();
        !others.any(|other| memrefs.get(other).is_some_and(|&other| may_alias(origins, rw.value(other), own)))
    };
    let alone = |at: usize| known.as_ref().is_some_and(|known| places[&known[at]] == 1);
    (0..memrefs.len()).map(|at| alone(at) || others(at)).collect()
}

/// Simplifies an op whose retained buffers are all certainly owned: retained buffers are not freed.
fn retained_that_are_owned(rw: &mut Rewriter<'_>, op: DeallocOp, origins: &BufferOrigins) -> Option<()> {
    let old = parts(rw.op(op));
    let mut owned: SmallVec<[bool; 8]> = smallvec![false; old.retained.len()];
    let mut replaced = false;
    let (mut memrefs, mut conditions) = (Values::new(), Values::new());
    for (&memref, &condition) in old.memrefs.iter().zip(&old.conditions) {
        let mut dropped = false;
        if constant_value(rw.value(condition)) == Some(Attr::TRUE) {
            let source = whole(rw, memref);
            for (at, &retained) in old.retained.iter().enumerate() {
                let is = |value: Value| {
                    origins.is_same_allocation(rw.value(retained), rw.value(value)) == Some(true)
                };
                if is(memref) || source.is_some_and(is) {
                    // It is owned also where others are not, and the op stays as it is.
                    replaced |= !rw.value(old.results[at]).is_unused();
                    rw.replace_all_uses_with(old.results[at], condition);
                    owned[at] = true;
                    dropped = true;
                }
            }
        }
        if !dropped {
            memrefs.push(memref);
            conditions.push(condition);
        }
    }
    let updated = match owned.iter().all(|&owned| owned) {
        true => update(rw, op.into(), &old, &memrefs, &conditions),
        false => None,
    };
    updated.or_else(|| replaced.then_some(()))
}
