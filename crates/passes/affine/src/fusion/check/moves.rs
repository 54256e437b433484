//! Ops that nests move across, and producers that are erased.

use terrace_ir::dominance::ancestor_in;
use terrace_ir::effects::{EffectKind, effects_outside_regions, own_effects};
use terrace_ir::{Block, Op, OpRef, ValueRef};

use super::{Check, Checked, at_op, is_free, is_harmless};
use crate::dependence::{MemRefAccess, Obstacle, Storage, dependence, nesting_depth, storage};
use crate::fusion::accesses::memref_of;

impl<'a> Check<'a, '_, '_> {
    /// Ops between the nests do not access what moves across them.
    pub(super) fn moves(&self) -> Checked<'a> {
        let (rw, plan) = (self.rw, self.plan);
        let (first, last) = match plan.slice.is_backward {
            true => (plan.source, plan.destination),
            false => (plan.destination, plan.source),
        };
        let (of_first, of_last) = match plan.slice.is_backward {
            true => (&self.source, &self.destination),
            false => (&self.destination, &self.source),
        };
        let mut is_after_place = false;
        let mut next = rw.op(first).next();
        while let Some(op) = next.filter(|op| op.id() != Op::from(last)) {
            is_after_place |= op.id() == plan.place;
            let moved = if is_after_place { of_last } else { of_first };
            self.may_pass(op, moved)?;
            if is_after_place {
                let is_used =
                    op.results().any(|result| result.uses().any(|(user, _)| rw.op(last).is_ancestor(user)));
                if is_used {
                    return Err(at_op(op, "a nest uses the value of an op that it would be moved before"));
                }
            }
            next = op.next();
        }
        Ok(())
    }

    /// Accesses of a nest may be moved across an op of the same block.
    fn may_pass(&self, op: OpRef<'a>, moved: &[MemRefAccess<'a>]) -> Checked<'a> {
        let depth = nesting_depth(op) + 1;
        for inner in std::iter::once(op).chain(op.nested_ops()) {
            if let Some(other) = MemRefAccess::of(inner) {
                for access in moved {
                    if dependence(access, &other, depth, false).is_possible()
                        || dependence(&other, access, depth, false).is_possible()
                    {
                        let rule = "a nest would be moved across a conflicting access";
                        return Err(Obstacle::between(access, &other, rule));
                    }
                }
                continue;
            }
            if is_harmless(inner) {
                continue;
            }
            let Some(effects) = effects_outside_regions(inner) else {
                match moved.iter().any(|access| may_be_captured(access.memref)) {
                    true => return Err(Obstacle::effects(inner)),
                    false => continue,
                }
            };
            for effect in effects.iter().filter(|effect| effect.kind != EffectKind::Allocate) {
                let conflicts = |access: &&MemRefAccess<'a>| {
                    let changes = access.is_write || effect.kind != EffectKind::Read;
                    let value = inner.operands().find(|operand| Some(operand.id()) == effect.value);
                    changes && value.is_none_or(|value| storage(value, access.memref) != Storage::Disjoint)
                };
                if let Some(access) = moved.iter().find(conflicts) {
                    return Err(Obstacle {
                        rule: "a nest would be moved across an op with conflicting effects",
                        source: access.op,
                        destination: Some(inner),
                    });
                }
            }
        }
        Ok(())
    }

    /// A source that is erased runs completely, or nothing else can see what it writes.
    pub(super) fn removal(&self) -> Checked<'a> {
        if !self.plan.is_removed || self.runs_all() {
            return Ok(());
        }
        for store in self.source.iter().filter(|access| access.is_write && !self.is_private(access)) {
            self.is_local(store, "iterations of an erased nest are visible to others")?;
        }
        Ok(())
    }

    /// A memref is allocated beside the nests, and accessed in them alone from here on.
    pub(super) fn is_local(&self, access: &MemRefAccess<'a>, rule: &'static str) -> Checked<'a> {
        let rw = self.rw;
        let block = rw.body().block_of(self.plan.source);
        let allocates = |op: &OpRef<'a>| {
            own_effects(*op).is_some_and(|effects| effects.iter().all(|e| e.kind == EffectKind::Allocate))
                && (self.outer.is_empty() && self.is_outermost()
                    || op.block().map(|block| block.id()) == block)
        };
        if access.memref.defining_op().filter(allocates).is_none() {
            return Err(at_op(access.op, rule));
        }
        for (user, _) in access.memref.uses() {
            let is_inside =
                [self.plan.source, self.plan.destination].iter().any(|&op| rw.op(op).is_ancestor(user));
            let is_access = memref_of(user).is_some_and(|memref| memref == access.memref)
                && user.operands().filter(|&operand| operand == access.memref).count() == 1;
            if !(is_access && (is_inside || self.is_before(user, block)) || is_free(user)) {
                return Err(Obstacle { rule, source: access.op, destination: Some(user) });
            }
        }
        Ok(())
    }

    /// Whether the nests are in no region that may run several times.
    fn is_outermost(&self) -> bool {
        let regions = self.rw.body().top_regions();
        let block = self.rw.body().block_of(self.plan.source);
        regions.first().is_some_and(|&region| block.is_some() && self.rw.body().entry(region) == block)
    }

    /// Whether an op is in an op of the nests' block before both.
    fn is_before(&self, user: OpRef<'a>, block: Option<Block>) -> bool {
        let body = self.rw.body();
        let region = block.and_then(|block| body.region_of(block));
        let own = region.and_then(|region| ancestor_in(body, region, user.id()));
        let first = match self.plan.slice.is_backward {
            true => self.plan.source,
            false => self.plan.destination,
        };
        own.is_some_and(|own| body.block_of(own) == block && body.is_before(own, first.into()))
    }
}

/// Whether other ops than affine accesses may know a memref.
fn may_be_captured(memref: ValueRef<'_>) -> bool {
    let is_allocated = memref.defining_op().and_then(own_effects).is_some_and(|effects| {
        effects.iter().count() > 0 && effects.iter().all(|effect| effect.kind == EffectKind::Allocate)
    });
    let is_access = |user: OpRef<'_>| {
        memref_of(user) == Some(memref) && user.operands().filter(|&operand| operand == memref).count() == 1
    };
    !is_allocated || memref.uses().any(|(user, _)| !is_access(user) && !is_free(user))
}
