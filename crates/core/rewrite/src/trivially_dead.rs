//! Remembers which ops hold one with side effects, so that deep nests are not searched again for each op around it when
//! trivially dead ops are looked for.

use smallvec::SmallVec;
use terrace_ir::effects::has_own_side_effects;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Body, Op, OpRef};

/// Ops that are, or contain, an op with side effects. Each entry records the nested op with the effect, so
/// that the search is not repeated when ops move.
#[derive(Default)]
pub(crate) struct TriviallyDeadCache {
    /// By op: the number of the op right inside that is or holds one with an effect, or its own, plus one; zero for none.
    inside: Vec<u32>,
    /// By op: the epoch in which that was checked, plus one. An epoch ends when such an op is erased or moved.
    checked: Vec<u32>,
    epoch: u32,
}

fn parent(body: &Body, op: Op) -> Option<Op> {
    body.block_of(op).and_then(|block| body.region_of(block)).and_then(|region| body.region_parent(region))
}

impl TriviallyDeadCache {
    fn inside(&self, op: Op) -> Option<Op> {
        let number = self.inside.get(op.as_u32() as usize).copied().unwrap_or(0);
        number.checked_sub(1).map(Op::from_u32)
    }

    /// An op is erased or moved.
    pub(crate) fn invalidate(&mut self, op: Op) {
        if self.inside(op).is_some() {
            self.epoch += 1;
        }
    }

    /// Whether the recorded effect of the op still exists.
    fn is_known(&mut self, body: &Body, op: Op) -> bool {
        let (mut at, mut is_there) = (op, false);
        while let Some(next) = self.inside(at) {
            if next == at || self.checked[at.as_u32() as usize] == self.epoch + 1 {
                is_there = true;
                break;
            }
            if body.is_erased(next) || parent(body, next) != Some(at) {
                break;
            }
            at = next;
        }
        let mut seen = op;
        while let Some(next) = self.inside(seen) {
            let place = seen.as_u32() as usize;
            match is_there {
                true => self.checked[place] = self.epoch + 1,
                false => self.inside[place] = 0,
            }
            if seen == at {
                break;
            }
            seen = next;
        }
        is_there
    }

    fn mark(&mut self, body: &Body, op: Op, inside: Op) {
        let at = op.as_u32() as usize;
        if at >= self.inside.len() {
            self.inside.resize(body.num_ops().max(at + 1), 0);
            self.checked.resize(self.inside.len(), 0);
        }
        self.inside[at] = inside.as_u32() + 1;
        self.checked[at] = self.epoch + 1;
    }

    /// Whether the op is trivially dead: its results are unused and it has no side effects.
    pub(crate) fn is_trivially_dead(&mut self, op: OpRef<'_>) -> bool {
        let traits = op.info().traits;
        if traits.has_any(TraitSet::Terminator.with(TraitSet::Symbol)) || op.results().any(|r| !r.is_unused())
        {
            return false;
        }
        if traits.has(TraitSet::Pure) {
            return true;
        }
        if self.is_known(op.body(), op.id()) {
            return false;
        }
        // The next op of each block that was entered, from the end on: what comes before an op with side effects is not looked at.
        let mut pending: SmallVec<[OpRef<'_>; 4]> = SmallVec::new();
        let mut at = op;
        loop {
            let recursive = at.has_trait(TraitSet::RecursiveMemoryEffects);
            let is_known = self.is_known(at.body(), at.id());
            if is_known || has_own_side_effects(at) {
                if recursive || at != op {
                    if !is_known {
                        self.mark(at.body(), at.id(), at.id());
                    }
                    self.mark_up(op, at);
                }
                return false;
            }
            if recursive {
                if at.inner_body().is_some() {
                    return false;
                }
                let blocks = at.regions().flat_map(|region| region.blocks());
                pending.extend(blocks.filter_map(|block| block.last()));
            }
            let Some(next) = pending.pop() else { return true };
            let before = next.body().prev_op(next.id());
            pending.extend(before.map(|id| OpRef::in_body(next.ir(), next.body(), next.body_id(), id)));
            at = next;
        }
    }

    /// Marks the parents of `from` up to `op`.
    fn mark_up(&mut self, op: OpRef<'_>, from: OpRef<'_>) {
        let mut at = from;
        while at != op {
            let Some(around) = at.parent_op() else { return };
            self.mark(op.body(), around.id(), at.id());
            at = around;
        }
    }
}
