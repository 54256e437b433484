//! `cse`: an op that computes the same as one that dominates it is replaced by it; ops without use and effect go.

use hashbrown::HashTable;
use rustc_hash::FxHashSet;
use terrace_ir::analysis::RegionAnalysis;
use terrace_ir::context::FastMap;
use terrace_ir::dominance::DomTree;
use terrace_ir::effects::{EffectKind, EffectSummary, Effects, own_effects};
use terrace_ir::traits::TraitSet;
use terrace_ir::verify::is_graph_region;
use terrace_ir::{Block, Loc, Op, Region, Rewriter, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::equivalence::{equivalent, hash_op};

/// The pass.
pub static CSE: PassDef = PassDef {
    name: "cse",
    class: "CSE",
    doc: "Eliminate common sub-expressions",
    statistics: &[("num-cse'd", "Number of operations CSE'd"), ("num-dce'd", "Number of operations DCE'd")],
    analyses: &[DomTree::NAME],
    make: |_| Ok(Pass::Body(Box::new(Cse))),
    ..EMPTY_PASS
};

struct Cse;

impl BodyPass for Cse {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let (replaced, dead) = eliminate_common_subexpressions(rw);
        run.count(0, replaced);
        run.count(1, dead);
        Ok(())
    }
}

/// An op whose value is known where control is.
struct Known {
    hash: u64,
    op: Op,
    /// The block it is in and how many ops that may write came before it, for an op that reads.
    read_at: Option<(Block, u64)>,
}

/// The ops that dominate the current one, in nested scopes.
#[derive(Default)]
struct Scopes {
    known: HashTable<Known>,
    /// The added entries, each with the entry it replaced, if any, to restore that.
    added: Vec<(u64, Op, Option<Known>)>,
    /// The ops that were added.
    visited: FxHashSet<Op>,
}

impl Scopes {
    fn find(&self, rw: &Rewriter<'_>, hash: u64, op: Op) -> Option<&Known> {
        self.known.find(hash, |known| known.hash == hash && equivalent(rw, known.op, op))
    }

    /// Adds an op, which replaces `shadowed`, an equivalent one, in this scope.
    fn add(&mut self, known: Known, shadowed: Option<Op>) {
        let (hash, op) = (known.hash, known.op);
        self.visited.insert(op);
        let entry = shadowed.and_then(|old| self.known.find_mut(hash, |known| known.op == old));
        let shadowed = match entry {
            Some(entry) => Some(std::mem::replace(entry, known)),
            None => {
                self.known.insert_unique(hash, known, |known| known.hash);
                None
            }
        };
        self.added.push((hash, op, shadowed));
    }

    fn leave(&mut self, depth: usize) {
        for (hash, op, shadowed) in self.added.drain(depth..).rev() {
            self.visited.remove(&op);
            if let Ok(mut entry) = self.known.find_entry(hash, |known| known.op == op) {
                match shadowed {
                    Some(old) => *entry.get_mut() = old,
                    None => {
                        entry.remove();
                    }
                }
            }
        }
    }
}

enum ScopeStep {
    /// A region, as known from its op.
    Region(Region, bool),
    /// A block and the blocks it dominates.
    Block(Region, Block, bool),
    /// An op whose regions are done.
    Op(Op, bool),
    /// The ops of a block from this one on.
    Rest(Op, bool),
    /// Restores the scope of this depth.
    Leave(usize),
    /// A region of an op that may be isolated begins or ends: nothing outside is known inside.
    Swap(Box<Scopes>),
}

struct Driver<'a, 'b> {
    rw: &'a mut Rewriter<'b>,
    scopes: Scopes,
    steps: Vec<ScopeStep>,
    children: FastMap<Block, Vec<Block>>,
    summary: EffectSummary,
    writes: u64,
    erase: Vec<Op>,
    replaced: u64,
    dead: u64,
}

/// Eliminates common subexpressions from a body; returns the numbers of replaced and of dead ops.
pub fn eliminate_common_subexpressions(rw: &mut Rewriter<'_>) -> (u64, u64) {
    let mut driver = Driver {
        rw,
        scopes: Scopes::default(),
        steps: Vec::new(),
        children: FastMap::default(),
        summary: EffectSummary::new(),
        writes: 0,
        erase: Vec::new(),
        replaced: 0,
        dead: 0,
    };
    let body = driver.rw.body();
    let parent = body.parent().map(|parent| driver.rw.ir().op(parent));
    for (i, &region) in body.top_regions().iter().enumerate().rev() {
        driver.steps.push(ScopeStep::Region(region, parent.is_none_or(|op| !is_graph_region(op, i))));
    }
    while let Some(step) = driver.steps.pop() {
        driver.step(step);
    }
    let Driver { rw, erase, replaced, dead, .. } = driver;
    for op in erase {
        rw.erase_op(op);
    }
    (replaced, dead)
}

impl Driver<'_, '_> {
    fn step(&mut self, step: ScopeStep) {
        match step {
            ScopeStep::Region(region, ssa) => {
                let Some(entry) = self.rw.body().entry(region) else { return };
                if self.rw.body().next_block(entry).is_some() {
                    if !ssa {
                        return;
                    }
                    let tree = self.rw.body().analysis::<DomTree>(region);
                    for block in self.rw.body().blocks_of(region).filter(|&b| tree.is_reachable(b)) {
                        if let Some(above) = tree.immediate_dominator(block) {
                            self.children.entry(above).or_default().push(block);
                        }
                    }
                }
                self.steps.push(ScopeStep::Block(region, entry, ssa));
            }
            ScopeStep::Block(region, block, ssa) => {
                self.steps.push(ScopeStep::Leave(self.scopes.added.len()));
                for child in self.children.remove(&block).into_iter().flatten().rev() {
                    self.steps.push(ScopeStep::Block(region, child, ssa));
                }
                if let Some(first) = self.rw.body().first_op(block) {
                    self.steps.push(ScopeStep::Rest(first, ssa));
                }
            }
            ScopeStep::Rest(op, ssa) => self.ops_from(op, ssa),
            ScopeStep::Op(op, ssa) => self.simplify(op, ssa),
            ScopeStep::Leave(depth) => self.scopes.leave(depth),
            ScopeStep::Swap(scopes) => self.scopes = *scopes,
        }
    }

    /// Works on the ops of a block from `op` on, up to one with regions, which comes back later.
    fn ops_from(&mut self, op: Op, ssa: bool) {
        let mut at = Some(op);
        while let Some(op) = at {
            at = self.rw.body().next_op(op);
            let view = self.rw.op(op);
            if view.num_regions() == 0 || view.inner_body().is_some() {
                self.simplify(op, ssa);
                continue;
            }
            if let Some(next) = at {
                self.steps.push(ScopeStep::Rest(next, ssa));
            }
            self.steps.push(ScopeStep::Op(op, ssa));
            let isolated = view.might_have_trait(TraitSet::IsolatedFromAbove);
            let regions: Vec<_> = view
                .regions()
                .enumerate()
                .map(|(i, r)| ScopeStep::Region(r.id(), !is_graph_region(view, i)))
                .collect();
            if isolated {
                let outside = std::mem::take(&mut self.scopes);
                self.steps.push(ScopeStep::Swap(Box::new(outside)));
            }
            self.steps.extend(regions.into_iter().rev());
            return;
        }
    }

    fn simplify(&mut self, op: Op, ssa: bool) {
        let view = self.rw.op(op);
        self.summary.settle(view);
        let writes = self.writes;
        if self.summary.may_write(view) {
            self.writes += 1;
        }
        if view.has_trait(TraitSet::Terminator) {
            return;
        }
        if self.summary.would_be_trivially_dead(view) && view.results().all(|r| r.is_unused()) {
            self.erase.push(op);
            self.dead += 1;
            return;
        }
        if view.regions().any(|r| !r.is_empty() && !r.has_one_block()) {
            return;
        }
        let reads = !self.summary.is_free(view);
        if reads {
            let only_reads = |list: Effects| {
                !list.is_empty()
                    && list.iter().all(|e: &terrace_ir::effects::Effect| e.kind == EffectKind::Read)
            };
            if !own_effects(view).is_some_and(only_reads) {
                return;
            }
        }
        let hash = hash_op(view);
        let block = view.block().map(|b| b.id());
        let read_at = if reads { block.map(|block| (block, writes)) } else { None };
        match self.scopes.find(self.rw, hash, op) {
            Some(known) if known.read_at == read_at => {
                let existing = known.op;
                self.replace(op, existing, ssa);
            }
            shadowed => {
                let shadowed = shadowed.map(|known| known.op);
                self.scopes.add(Known { hash, op, read_at }, shadowed);
            }
        }
    }

    fn replace(&mut self, op: Op, existing: Op, ssa: bool) {
        let pairs: Vec<_> = self.rw.body().results(op).zip(self.rw.body().results(existing)).collect();
        if ssa {
            let values: Vec<Value> = pairs.iter().map(|&(_, new)| new).collect();
            self.rw.notify_op_replaced(op, &values);
        }
        for (old, new) in pairs {
            if ssa {
                self.rw.replace_all_uses_with(old, new);
                continue;
            }
            // Where order is free, a use that was visited already must keep what it was compared with.
            let visited = &self.scopes.visited;
            self.rw.replace_uses_with_if(old, new, |_, user, _| !visited.contains(&user));
        }
        if self.rw.body().results(op).all(|v| self.rw.body().first_use(v).is_none()) {
            self.erase.push(op);
        }
        let (kept, gone) = (self.rw.body().loc(existing), self.rw.body().loc(op));
        if kept == Loc::UNKNOWN && gone != Loc::UNKNOWN {
            self.rw.set_loc(existing, gone);
        }
        self.replaced += 1;
    }
}
