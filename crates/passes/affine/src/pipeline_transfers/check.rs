//! The transfers of a loop that may start one iteration ahead, and why others may not.

use terrace_affine::AffineMap;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::affine::{
    AffineApplyOp, AffineDmaStartOp, AffineDmaWaitOp, AffineForOp, AffineLoadOp, AffinePrefetchOp,
    AffineStoreOp, AffineVectorLoadOp, AffineVectorStoreOp, DmaElement,
};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::{DeallocOp, DmaWaitOp};
use terrace_ir::effects::{EffectKind, effects_outside_regions, is_memory_effect_free, own_effects};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{Op, OpRef, TypeData, Value, ValueRef, View, op_match};

use super::elements;
use crate::dependence::{MemRefAccess, Obstacle, Storage, may_refer_to_memory, storage};
use crate::fusion::transform::Use;

/// A transfer that starts one iteration ahead.
pub(super) struct Transfer {
    /// The op that starts it.
    pub(super) start: Op,
    /// The memref that it writes.
    pub(super) buffer: Value,
    /// The memref of its tag.
    pub(super) tag: Value,
}

/// A transfer of a loop, with the op that waits for it.
struct Candidate<'a> {
    start: OpRef<'a>,
    wait: OpRef<'a>,
    source: DmaElement<'a>,
    target: DmaElement<'a>,
    tag: DmaElement<'a>,
}

/// The transfers of a loop that may start ahead; and for each other one into faster memory that the loop waits for and
/// that nothing outside of the loop uses, why it may not.
pub(super) fn transfers<'a>(view: View<'a, AffineForOp>) -> (Vec<Transfer>, Vec<Obstacle<'a>>) {
    let mut refused = Vec::new();
    let mut legal = Vec::new();
    for candidate in candidates(view) {
        match candidate.check(view) {
            Ok(()) => legal.push(candidate),
            Err(obstacle) => refused.push(obstacle),
        }
    }
    // What does not start ahead may write what others transfer.
    while !view.0.cx().matches_upstream() {
        let writes = writes(view, &legal);
        let found = legal.iter().enumerate().find_map(|(at, it)| Some((at, conflict(it, &writes)?)));
        let Some((at, destination)) = found else { break };
        let rule = "another op in the loop may write the memory that is transferred";
        let source = legal.remove(at).start;
        refused.push(Obstacle { rule, source, destination: Some(destination) });
    }
    let transfer = |it: Candidate<'_>| Transfer {
        start: it.start.id(),
        buffer: it.target.memref.id(),
        tag: it.tag.memref.id(),
    };
    (legal.into_iter().map(transfer).collect(), refused)
}

/// The number of the memory space of a memref; `None` if it has another kind of memory space.
fn space_of(value: ValueRef<'_>) -> Option<i64> {
    match value.ty().data(value.cx()) {
        TypeData::MemRef { space: None, .. } => Some(0),
        TypeData::MemRef { space: Some(space), .. } => space.as_i64(value.cx()),
        _ => None,
    }
}

/// The transfers into faster memory that a loop starts and waits for, whose buffers nothing outside of it uses.
fn candidates<'a>(view: View<'a, AffineForOp>) -> Vec<Candidate<'a>> {
    let Some(block) = view.region().entry() else { return Vec::new() };
    let matches_upstream = view.0.cx().matches_upstream();
    let starts: Vec<(OpRef<'a>, [DmaElement<'a>; 3])> =
        block.ops().filter_map(|op| Some((op, elements(op)?))).collect();
    let waits: Vec<(OpRef<'a>, DmaElement<'a>)> =
        block.ops().filter_map(|op| Some((op, op.cast::<AffineDmaWaitOp>()?.tag()?))).collect();
    let is_faster = |from: &DmaElement<'a>, to: &DmaElement<'a>| {
        space_of(from.memref).zip(space_of(to.memref)).is_some_and(|(from, to)| from < to)
    };
    let written: rustc_hash::FxHashSet<Value> = starts
        .iter()
        .filter(|(_, [source, target, _])| is_faster(target, source))
        .map(|(_, [_, target, _])| target.memref.id())
        .collect();
    let mut found = Vec::new();
    for (start, [source, target, tag]) in &starts {
        if !is_faster(source, target) || written.contains(&source.memref.id()) {
            continue;
        }
        let is_inside = |user: OpRef<'_>| user.isa::<DeallocOp>() || view.0.is_ancestor(user);
        if !target.memref.uses().all(|(user, _)| is_inside(user)) {
            continue;
        }
        let matching = waits.iter().find(|(wait, of)| {
            let in_order = matches_upstream || start.body().is_before(start.id(), wait.id());
            in_order && is_same_tag(tag, of)
        });
        if let Some((wait, _)) = matching {
            let (source, target, tag) = (source.clone(), target.clone(), tag.clone());
            found.push(Candidate { start: *start, wait: *wait, source, target, tag });
        }
    }
    found
}

/// Whether two tags are the same element. With `--match-upstream`, the maps of their subscripts are not compared.
fn is_same_tag(lhs: &DmaElement<'_>, rhs: &DmaElement<'_>) -> bool {
    let is_same = lhs.memref == rhs.memref && lhs.indices == rhs.indices;
    if lhs.memref.cx().matches_upstream() || is_same && lhs.map == rhs.map {
        return is_same;
    }
    let subscripts = |tag: &DmaElement<'_>| subscripts(tag).map(|map| (map.values(), map.map));
    lhs.memref == rhs.memref && subscripts(lhs).is_some() && subscripts(lhs) == subscripts(rhs)
}

fn subscripts<'a>(element: &DmaElement<'a>) -> Option<ValueMap<'a>> {
    let map = element.map.as_affine_map(element.memref.cx())?;
    let mut subscripts = ValueMap::new(map.clone(), element.indices.iter().copied());
    subscripts.compose_fully();
    subscripts.canonicalize();
    subscripts.map = subscripts.map.simplify();
    Some(subscripts)
}

/// Whether an op needs no values that a loop computes, except for given ones and affine functions of its induction
/// variable.
pub(super) fn is_computed_outside(
    view: View<'_, AffineForOp>,
    op: OpRef<'_>,
    but_for: &[ValueRef<'_>],
) -> bool {
    let applied = |value: &ValueRef<'_>| value.defined_by::<AffineApplyOp>().is_some();
    let operands = op.operands().filter(|value| !but_for.contains(value));
    let (applied, plain): (Vec<_>, Vec<_>) = operands.partition(applied);
    let mut composed = ValueMap::new(AffineMap::identity(applied.len() as u32), applied);
    composed.compose_fully();
    let is_outside = |value: &ValueRef<'_>| value.defining_op().is_none_or(|op| !view.0.is_ancestor(op));
    plain.iter().all(is_outside) && composed.operands.iter().all(is_outside)
}

impl<'a> Candidate<'a> {
    /// Checks all but the effects of other ops on the memory that is transferred.
    fn check(&self, view: View<'a, AffineForOp>) -> Result<(), Obstacle<'a>> {
        let obstacle = |rule: &'static str| Obstacle { rule, source: self.start, destination: None };
        let at = |rule: &'static str, op: OpRef<'a>| Obstacle { rule, source: op, destination: None };
        if !is_computed_outside(view, self.start, &[self.target.memref, self.tag.memref]) {
            return Err(obstacle(
                "it depends on what the loop computes, besides subscripts that are affine in its induction variable",
            ));
        }
        for memref in [self.target.memref, self.tag.memref] {
            let users = memref.uses().map(|(user, _)| user).filter(|&user| view.0.is_ancestor(user));
            let mut opaque =
                users.filter(|&user| !user.isa::<DeallocOp>() && place_of(user, memref).is_none());
            if let Some(user) = opaque.next() {
                return Err(at(
                    "the subscripts of an op that uses its buffer or its tag cannot be changed",
                    user,
                ));
            }
            let is_inside = memref.defining_op().is_some_and(|op| view.0.is_ancestor(op));
            let shape = memref.ty().shape(memref.cx());
            if is_inside && shape.is_none_or(|shape| shape.contains(&DYNAMIC)) {
                return Err(obstacle("the extents of its buffer are not known before the loop"));
            }
        }
        if view.0.cx().matches_upstream() {
            return Ok(());
        }
        self.check_buffer(view)?;
        let is_tag = |user: OpRef<'a>| {
            user.isa::<DeallocOp>() || place_of(user, self.tag.memref).is_some_and(|place| place.is_tag())
        };
        match self.tag.memref.uses().map(|(user, _)| user).find(|&user| !is_tag(user)) {
            Some(user) => Err(at("its tag has another use", user)),
            None => Ok(()),
        }
    }

    /// Checks that the loop sees in the buffer what this transfer wrote, whatever half of the double buffer it has.
    fn check_buffer(&self, view: View<'a, AffineForOp>) -> Result<(), Obstacle<'a>> {
        let (start, buffer) = (self.start, self.target.memref);
        let obstacle = |rule: &'static str| Obstacle { rule, source: start, destination: None };
        for memref in [buffer, self.tag.memref] {
            let is_plain = memref_layout_is_identity(memref);
            if !is_allocated(memref) || !is_plain {
                return Err(obstacle("its buffer or its tag is not an allocation without a layout"));
            }
        }
        let block = view.region().entry().map(|block| block.id());
        for (user, _) in buffer.uses().filter(|(user, _)| !user.isa::<DeallocOp>() && *user != start) {
            let around = user.self_and_ancestors().find(|op| op.block().map(|block| block.id()) == block);
            if !around.is_some_and(|op| start.body().is_before(self.wait.id(), op.id())) {
                let rule = "its buffer is used before the loop waits for the transfer";
                return Err(Obstacle { rule, source: user, destination: None });
            }
        }
        if !self.fills_buffer() {
            return Err(obstacle("it does not write all elements of its buffer, and others may be read"));
        }
        Ok(())
    }

    /// Whether the transfer writes all elements of its buffer.
    fn fills_buffer(&self) -> bool {
        let Some(shape) = self.target.memref.ty().shape(self.start.cx()) else { return false };
        let is_static = !shape.contains(&DYNAMIC);
        let size = shape.iter().try_fold(1i64, |size, &extent| size.checked_mul(extent));
        let count = self.start.cast::<AffineDmaStartOp>().and_then(|start| start.elements());
        let count = count.and_then(|(_, at)| m_scalar_i64(self.start.operands().nth(at)?));
        let starts_at_zero = subscripts(&self.target)
            .is_some_and(|map| map.map.results.iter().all(|result| result.as_constant() == Some(0)));
        is_static && starts_at_zero && size.is_some() && size == count
    }
}

fn memref_layout_is_identity(value: ValueRef<'_>) -> bool {
    memref(value.cx(), value.ty()).is_some_and(|buffer| buffer.has_identity_layout(value.cx()))
}

fn is_allocated(value: ValueRef<'_>) -> bool {
    let effects = value.defining_op().and_then(own_effects);
    effects.is_some_and(|effects| {
        effects.iter().any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(value.id()))
    })
}

/// The memory that an op of a loop may write, or `None` if it may be any.
type Write<'a> = (OpRef<'a>, Option<ValueRef<'a>>);

/// Returns the memory that ops of a loop may write, but for the transfers that start ahead. The memory of a transfer that the loop only
/// waits for may be any.
fn writes<'a>(view: View<'a, AffineForOp>, ahead: &[Candidate<'a>]) -> Vec<Write<'a>> {
    let starts: rustc_hash::FxHashSet<Op> = ahead.iter().map(|it| it.start.id()).collect();
    let mut found = Vec::new();
    for op in view.0.nested_ops() {
        if !starts.contains(&op.id()) {
            add_writes(view, op, &mut found);
        }
    }
    found
}

fn add_writes<'a>(view: View<'a, AffineForOp>, op: OpRef<'a>, found: &mut Vec<Write<'a>>) {
    if let Some(access) = MemRefAccess::of(op) {
        found.extend(access.is_write.then_some((op, Some(access.memref))));
        return;
    }
    if let Some(tag) = op.cast::<AffineDmaWaitOp>().and_then(|wait| wait.tag()) {
        let is_started_inside = |user: OpRef<'_>| {
            user.isa::<DeallocOp>() || view.0.is_ancestor(user) && place_of(user, tag.memref).is_some()
        };
        let is_own = is_allocated(tag.memref) && tag.memref.uses().all(|(user, _)| is_started_inside(user));
        found.extend((!is_own).then_some((op, None)));
        return;
    }
    if op.isa::<DmaWaitOp>() {
        found.push((op, None));
        return;
    }
    if op.def().is_none() && op.regions().next().is_none() {
        found.extend(op.operands().any(may_refer_to_memory).then_some((op, None)));
        return;
    }
    if is_memory_effect_free(op) {
        return;
    }
    let Some(effects) = effects_outside_regions(op) else {
        found.push((op, None));
        return;
    };
    let changes =
        effects.iter().filter(|effect| !matches!(effect.kind, EffectKind::Allocate | EffectKind::Read));
    found
        .extend(changes.map(|effect| (op, op.operands().find(|operand| Some(operand.id()) == effect.value))));
}

/// The op that may write what a transfer reads.
fn conflict<'a>(it: &Candidate<'a>, writes: &[Write<'a>]) -> Option<OpRef<'a>> {
    let may_write = |memref: Option<ValueRef<'_>>| {
        memref.is_none_or(|memref| storage(memref, it.source.memref) != Storage::Disjoint)
    };
    writes.iter().find(|(_, memref)| may_write(*memref)).map(|(op, _)| *op)
}

/// The uses of a memref in a loop whose subscripts can be changed.
pub(super) fn uses_in(view: View<'_, AffineForOp>, memref: ValueRef<'_>) -> Vec<(Op, Use)> {
    let users = memref.uses().map(|(user, _)| user).filter(|&user| view.0.is_ancestor(user));
    users.filter_map(|user| Some((user.id(), place_of(user, memref)?))).collect()
}

/// The place of a memref among the operands of an op, with its subscripts; `None` if they cannot be changed, or the op
/// has the memref more than once.
fn place_of(op: OpRef<'_>, memref: ValueRef<'_>) -> Option<Use> {
    let mut positions = op.operands().enumerate().filter(|(_, value)| *value == memref);
    let (position, None) = (positions.next()?.0, positions.next()) else { return None };
    let of_dma = |names: &'static [&'static str], memrefs: &[ValueRef<'_>]| {
        let at = memrefs.iter().position(|&other| other == memref)?;
        Some(Use { position, map: names[at] })
    };
    op_match!(op, {
        AffineDmaStartOp => {
            let memrefs = elements(op)?.map(|element| element.memref);
            of_dma(&["src_map", "dst_map", "tag_map"], &memrefs)
        }
        AffineDmaWaitOp(view) => of_dma(&["tag_map"], &[view.tag()?.memref]),
        AffineLoadOp => Some(Use { position, map: "map" }),
        AffineStoreOp => Some(Use { position, map: "map" }),
        AffineVectorLoadOp => Some(Use { position, map: "map" }),
        AffineVectorStoreOp => Some(Use { position, map: "map" }),
        AffinePrefetchOp => Some(Use { position, map: "map" }),
        _ => None,
    })
}
