//! Alias analysis by the origins of values in a function.

use rustc_hash::FxHashSet;
use terrace_ir::effects::{EffectKind, SCOPE_RESOURCE, own_effects};
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::{
    BranchOp, FunctionOp, RegionBranchOp, RegionBranchTerminator, RegionPoint, terminator_operands,
};
use terrace_ir::traits::TraitSet;
use terrace_ir::{BodyId, OpRef, Value, ValueRef};

/// The alias relation of two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alias {
    /// They never alias.
    No,
    /// Unknown.
    May,
    /// Their memory overlaps.
    Partial,
    /// They are the same memory location.
    Must,
}

impl Alias {
    /// Returns the alias relation that covers both.
    pub fn merge(self, other: Alias) -> Alias {
        match (self, other) {
            (a, b) if a == b => a,
            (Alias::Partial, Alias::Must) | (Alias::Must, Alias::Partial) => Alias::Partial,
            _ => Alias::May,
        }
    }
}

/// The mod-ref effect of an op on a memory location.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ModRef {
    /// The op may modify the location.
    pub modifies: bool,
    /// The op may read the location.
    pub reads: bool,
}

/// The maximum number of steps to the underlying sources of a value.
const MAX_DEPTH: u32 = 10;

/// Returns the alias relation of two values.
pub fn alias(lhs: ValueRef<'_>, rhs: ValueRef<'_>) -> Alias {
    if lhs == rhs {
        return Alias::Must;
    }
    let (lhs, rhs) = (underlying(lhs), underlying(rhs));
    let pairs = lhs.iter().flat_map(|a| rhs.iter().map(move |b| (*a, *b)));
    pairs.map(|(a, b)| alias_of_sources(a, b)).reduce(Alias::merge).unwrap_or(Alias::May)
}

/// Returns the mod-ref effect of an op on the memory that a value points to, without the ops in its regions.
pub fn mod_ref(op: OpRef<'_>, location: ValueRef<'_>) -> ModRef {
    let all = ModRef { modifies: true, reads: true };
    if op.has_trait(TraitSet::RecursiveMemoryEffects) {
        return all;
    }
    let Some(effects) = own_effects(op) else { return all };
    let mut found = ModRef::default();
    for effect in effects {
        let touches = |value: Value| {
            let value = ValueRef::in_body(op.ir(), op.body(), op.body_id(), value);
            alias(value, location) != Alias::No
        };
        match effect.kind {
            EffectKind::Allocate | EffectKind::Free => {}
            _ if !effect.value.is_none_or(touches) => {}
            EffectKind::Read => found.reads = true,
            EffectKind::Write => found.modifies = true,
        }
    }
    found
}

/// The values that an address may originate from, up to the search limit.
pub fn underlying(value: ValueRef<'_>) -> Vec<ValueRef<'_>> {
    let mut out = Vec::new();
    let mut seen: FxHashSet<(BodyId, Value)> = FxHashSet::default();
    let mut pending = vec![(value, MAX_DEPTH)];
    while let Some((value, depth)) = pending.pop() {
        if !seen.insert((value.body_id(), value.id())) {
            continue;
        }
        let sources = if depth == 0 { None } else { sources(value) };
        match sources {
            Some(sources) => pending.extend(sources.into_iter().rev().map(|source| (source, depth - 1))),
            None => out.push(value),
        }
    }
    out
}

/// The values that a value originates from; `None` if it is a source itself.
fn sources(value: ValueRef<'_>) -> Option<Vec<ValueRef<'_>>> {
    if let Some(op) = value.defining_op() {
        if let Some(source) = op.view_source().filter(|_| value.index() == 0) {
            return Some(vec![source]);
        }
        let branch = op.interface::<dyn RegionBranchOp>()?;
        return passed(op, branch, RegionPoint::Parent, value);
    }
    let block = value.owner_block()?;
    let region = block.region()?;
    if region.entry() == Some(block) {
        let op = region.parent_op()?;
        let branch = op.interface::<dyn RegionBranchOp>()?;
        let target = RegionPoint::Region(region.index());
        let entered = branch.successors(op, RegionPoint::Parent).contains(&target);
        return if entered { passed(op, branch, target, value) } else { None };
    }
    let mut found = Vec::new();
    let body = value.body();
    for used in body.preds(block.id()) {
        let pred = OpRef::in_body(value.ir(), body, value.body_id(), body.use_owner(used));
        let branch = pred.interface::<dyn BranchOp>()?;
        for (index, _) in pred.successors().enumerate().filter(|(_, to)| *to == block) {
            let at = branch.successor_operands(pred, index).operand_for(value.index() as usize)?;
            found.push(pred.operand(at));
        }
    }
    Some(found)
}

/// Returns the values that an op with regions and their terminators pass to an input of `target`; `None` if it is not
/// an input.
fn passed<'a>(
    op: OpRef<'a>,
    branch: &'static dyn RegionBranchOp,
    target: RegionPoint,
    input: ValueRef<'a>,
) -> Option<Vec<ValueRef<'a>>> {
    let at = branch.successor_inputs(op, target).iter().position(|other| *other == input)?;
    let mut found = Vec::new();
    if branch.successors(op, RegionPoint::Parent).contains(&target) {
        found.extend(branch.entry_successor_operands(op, target).nth(at).map(|index| op.operand(index)));
    }
    for (index, region) in op.regions().enumerate() {
        for last in region.blocks().filter_map(|block| block.last()) {
            let unknown = vec![None; last.num_operands()];
            let terminator = last.interface::<dyn RegionBranchTerminator>();
            let targets = terminator.and_then(|terminator| terminator.successors(last, &unknown));
            let targets = targets.unwrap_or_else(|| branch.successors(op, RegionPoint::Region(index)));
            if targets.contains(&target) {
                let operand = terminator_operands(last, target).and_then(|mut range| range.nth(at));
                found.extend(operand.map(|index| last.operand(index)));
            }
        }
    }
    Some(found)
}

/// Returns `Some` if the value is memory that an op allocates, with the op at whose end it is freed, if any.
fn allocation(value: ValueRef<'_>) -> Option<Option<OpRef<'_>>> {
    let op = match value.defining_op() {
        Some(op) => op,
        None => value.owner_block()?.region()?.parent_op()?,
    };
    let effects = own_effects(op)?;
    let effect = effects
        .iter()
        .find(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(value.id()))?;
    let around = op.ancestors();
    let on_stack = effect.resource == SCOPE_RESOURCE;
    Some(around.into_iter().find(|op| match on_stack {
        true => op.has_trait(TraitSet::AutomaticAllocationScope),
        false => op.interface::<dyn FunctionOp>().is_some(),
    }))
}

/// The op with distinct results that a value is a result of.
fn distinct(value: ValueRef<'_>) -> Option<OpRef<'_>> {
    value.defining_op().filter(|op| op.has_trait(TraitSet::DistinctObjects))
}

fn alias_of_sources(lhs: ValueRef<'_>, rhs: ValueRef<'_>) -> Alias {
    if lhs == rhs {
        return Alias::Must;
    }
    let no_if = |no: bool| if no { Alias::No } else { Alias::May };
    match (constant_value(lhs).is_some(), constant_value(rhs).is_some()) {
        (true, true) => return Alias::May,
        (true, false) => return no_if(allocation(rhs).is_some()),
        (false, true) => return no_if(allocation(lhs).is_some()),
        (false, false) => {}
    }
    let same_as = |op: Option<OpRef<'_>>, value: ValueRef<'_>, other: ValueRef<'_>| {
        op.is_some_and(|op| op.operand(value.index() as usize) == other)
    };
    let (left, right) = (distinct(lhs), distinct(rhs));
    if same_as(left, lhs, rhs) || same_as(right, rhs, lhs) {
        return Alias::Must;
    }
    if left.is_some() && left == right {
        return Alias::No;
    }
    let (scope, other) = match (allocation(lhs), allocation(rhs)) {
        (Some(_), Some(_)) => return Alias::No,
        (None, None) => return Alias::May,
        (Some(scope), None) => (scope, rhs),
        (None, Some(scope)) => (scope, lhs),
    };
    let Some(scope) = scope else { return Alias::May };
    // What was there before the scope was entered cannot point to what is allocated in it.
    let block = other.owner_block().or_else(|| other.defining_op()?.block());
    let Some(region) = block.and_then(|block| block.region()) else { return Alias::May };
    let Some(parent) = region.parent_op() else { return Alias::May };
    if scope.ancestors().any(|op| op == parent) {
        return Alias::No;
    }
    no_if(parent == scope && other.owner_block().is_some() && block == region.entry())
}
