//! Remembers which ops hold something that would be missed, so that deep nests are not searched again for each
//! op around it.

use smallvec::SmallVec;
use terrace_ir::effects::has_own_harm;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Body, Op, OpRef};

/// Ops found to hold (or be) an op with an effect that keeps them alive. What was found holds until such an op
/// is erased or moved.
#[derive(Default)]
pub(crate) struct Harm {
    /// By op: the era in which it was found.
    found: Vec<u32>,
    era: u32,
}

impl Harm {
    fn is_known(&self, op: Op) -> bool {
        self.found.get(op.as_u32() as usize).is_some_and(|&era| era == self.era + 1)
    }

    fn mark(&mut self, body: &Body, op: Op) {
        let at = op.as_u32() as usize;
        if at >= self.found.len() {
            self.found.resize(body.num_ops().max(at + 1), 0);
        }
        self.found[at] = self.era + 1;
    }

    /// An op goes or moves.
    pub(crate) fn leaves(&mut self, op: Op) {
        if self.is_known(op) {
            self.era += 1;
        }
    }

    /// Whether the op can go: its results have no use and it does nothing else.
    pub(crate) fn is_trivially_dead(&mut self, op: OpRef<'_>) -> bool {
        let traits = op.info().traits;
        if traits.has_any(TraitSet::Terminator.with(TraitSet::Symbol)) || op.results().any(|r| !r.is_unused())
        {
            return false;
        }
        if traits.has(TraitSet::Pure) {
            return true;
        }
        if self.is_known(op.id()) {
            return false;
        }
        // The next op of each block that was entered, from the end on: what comes before a harmful op is not looked at.
        let mut pending: SmallVec<[OpRef<'_>; 4]> = SmallVec::new();
        let mut at = op;
        loop {
            let recursive = at.has_trait(TraitSet::RecursiveMemoryEffects);
            if self.is_known(at.id()) || has_own_harm(at) {
                if recursive || at != op {
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

    /// Marks `from` and what is around it up to `op`.
    fn mark_up(&mut self, op: OpRef<'_>, from: OpRef<'_>) {
        let mut at = Some(from);
        while let Some(inner) = at {
            self.mark(op.body(), inner.id());
            at = if inner == op { None } else { inner.parent_op() };
        }
    }
}
