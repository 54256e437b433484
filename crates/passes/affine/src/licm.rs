//! `affine-loop-invariant-code-motion`: hoists loop-invariant ops out of `affine.for`, including memory
//! accesses that no other op in the loop conflicts with.
//!
//! As upstream, this assumes that memrefs of different origins, such as two arguments, do not alias. Unlike
//! upstream, views of one memref alias it, and calls may write to reachable memory; accesses are hoisted only
//! out of loops with at least one iteration, and ops with regions only if all nested ops may be.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_analysis::alias::underlying;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::affine::{
    AffineForOp, AffineIfOp, AffineLoadOp, AffineParallelOp, AffineStoreOp, AffineVectorLoadOp,
    AffineVectorStoreOp, AffineYieldOp,
};
use terrace_ir::dominance::RegionOrder;
use terrace_ir::effects::{
    Effect, EffectKind, Effects, effects_outside_regions, is_memory_effect_free, own_effects,
};
use terrace_ir::interfaces::CallLike;
use terrace_ir::{InsertPoint, Op, OpKind, OpRef, Region, Rewriter, Value, ValueDef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

use crate::dependence::system::always_runs;

/// The pass.
pub static AFFINE_LICM: PassDef = PassDef {
    name: "affine-loop-invariant-code-motion",
    class: "AffineLoopInvariantCodeMotion",
    doc: "Hoist loop invariant instructions outside of affine loops",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(AffineLicm))),
    ..EMPTY_PASS
};

struct AffineLicm;

impl BodyPass for AffineLicm {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let (ops, order) = (body_post_order(rw.body()), RegionOrder::new(rw.body()));
        if !ops.iter().any(|&op| rw.op(op).isa::<AffineForOp>()) {
            return Ok(());
        }
        let mut memory = Memory::of(rw, &ops, &order);
        for op in ops {
            if rw.op(op).isa::<AffineForOp>() {
                for invariant in invariants(rw, op, &order, &mut memory) {
                    rw.move_op(invariant, InsertPoint::Before(op));
                }
            }
        }
        Ok(())
    }
}

/// The ops in a loop's block that may leave it, in order.
fn invariants(rw: &Rewriter<'_>, looped: Op, order: &RegionOrder, memory: &mut Memory) -> Vec<Op> {
    let view = rw.op(looped);
    let Some(block) = view.single_region().entry() else { return Vec::new() };
    let mut search = Search {
        region: view.single_region().id(),
        arguments: block.args().map(|arg| arg.id()).collect(),
        order,
        memory,
        used: FxHashSet::default(),
        invariant: FxHashSet::default(),
        accesses: FxHashMap::default(),
        looped: view,
        runs: None,
    };
    let mut found = Vec::new();
    for op in block.ops() {
        if op.results().any(|result| !result.is_unused()) {
            search.used.insert(op.id());
        }
        if !op.isa::<AffineYieldOp>() && search.is_invariant(op) {
            found.push(op.id());
        }
    }
    found
}

/// The number of reads and writes of a memref in a loop.
#[derive(Clone, Copy, Default)]
struct Accesses {
    reads: usize,
    writes: usize,
    /// Reads and writes of the same memory by other names, and by calls.
    other_reads: usize,
    other_writes: usize,
}

/// Reads and writes by the regions they are in. An op that moves leaves a loop that was looked at for the region around,
/// which the loops that are still to come have inside as well.
#[derive(Default)]
struct Sums {
    /// The numbers of regions with all reads and writes up to there, once they are summed up.
    entries: Vec<(u32, usize, usize)>,
    is_summed: bool,
}

impl Sums {
    fn add(&mut self, region: u32, own: Accesses) {
        if own.reads + own.writes > 0 {
            self.entries.push((region, own.reads, own.writes));
        }
    }

    /// The reads and writes in a region.
    fn within(&mut self, (first, last): (u32, u32)) -> (usize, usize) {
        if !std::mem::replace(&mut self.is_summed, true) {
            self.entries.sort_unstable();
            let (mut reads, mut writes) = (0, 0);
            for (_, own_reads, own_writes) in &mut self.entries {
                reads += *own_reads;
                writes += *own_writes;
                (*own_reads, *own_writes) = (reads, writes);
            }
        }
        let up_to =
            |end: usize| end.checked_sub(1).map_or((0, 0), |at| (self.entries[at].1, self.entries[at].2));
        let before = up_to(self.entries.partition_point(|&(region, ..)| region < first));
        let all = up_to(self.entries.partition_point(|&(region, ..)| region <= last));
        (all.0 - before.0, all.1 - before.1)
    }
}

/// The memory accesses in a body, by the base of the accessed memrefs.
#[derive(Default)]
struct Memory {
    /// Reads and writes of memrefs that are views of this one or this one itself.
    accesses: FxHashMap<Value, Sums>,
    /// The same by the memref that is read or written, as the second.
    named: FxHashMap<(Value, Value), Sums>,
    /// Reads and writes of a memref by the ops that use it.
    used: FxHashMap<Value, Sums>,
    /// Regions with calls in them.
    called: FxHashSet<Region>,
    /// The memrefs that are passed to calls.
    given: FxHashSet<Value>,
}

impl Memory {
    fn of(rw: &Rewriter<'_>, ops: &[Op], order: &RegionOrder) -> Self {
        let mut memory = Self::default();
        for op in ops.iter().map(|&op| rw.op(op)) {
            let Some(effects) = effects_outside_regions(op) else {
                // As upstream, unregistered ops are assumed not to write.
                if op.interface::<dyn CallLike>().is_none() {
                    continue;
                }
                memory.given.extend(op.operands().flat_map(underlying).map(|value| value.id()));
                let mut around = op.block().and_then(|block| block.region());
                while let Some(region) = around.filter(|region| memory.called.insert(region.id())) {
                    let parent = region.parent_op().filter(|parent| parent.body_id() == op.body_id());
                    around = parent.and_then(|parent| parent.block()).and_then(|block| block.region());
                }
                continue;
            };
            let accessed = effects
                .iter()
                .filter(|effect| matches!(effect.kind, EffectKind::Read | EffectKind::Write))
                .filter_map(|effect| effect.value);
            let mut seen = Vec::new();
            for memref in accessed {
                if seen.contains(&memref) {
                    continue;
                }
                seen.push(memref);
                let Some(around) = op.block().and_then(|block| block.region()) else { continue };
                let (region, own) = (order.span(around.id()).0, accesses_of(op, rw.value(memref)));
                for source in underlying(rw.value(memref)) {
                    memory.accesses.entry(source.id()).or_default().add(region, own);
                    memory.named.entry((source.id(), memref)).or_default().add(region, own);
                }
            }
        }
        memory
    }

    /// Whether a call may write to the source of a memref.
    fn is_reachable(&self, source: ValueRef<'_>) -> bool {
        let allocates = |op: OpRef<'_>| {
            let allocates = |effect: &Effect| effect.kind == EffectKind::Allocate;
            own_effects(op).is_some_and(|effects| effects.iter().any(allocates))
        };
        self.given.contains(&source.id()) || !source.defining_op().is_some_and(allocates)
    }
}

struct Search<'o, 'a> {
    region: Region,
    arguments: Vec<Value>,
    order: &'o RegionOrder,
    memory: &'o mut Memory,
    /// Ops whose results must not be used by what moves, unless they move themselves.
    used: FxHashSet<Op>,
    invariant: FxHashSet<Op>,
    /// The accesses of each memref, computed on demand.
    accesses: FxHashMap<Value, Accesses>,
    looped: OpRef<'a>,
    /// Whether the loop has an iteration whenever it is reached, computed on demand.
    runs: Option<bool>,
}

enum InvarianceStep<'a> {
    Enter(OpRef<'a>),
    Leave(OpRef<'a>),
}

impl Search<'_, '_> {
    /// Whether the loop has an iteration whenever it is reached.
    fn runs(&mut self) -> bool {
        let looped = self.looped;
        *self.runs.get_or_insert_with(|| looped.cast::<AffineForOp>().is_some_and(always_runs))
    }

    /// Whether an op may move: for the dialect's ops with regions, all in these as well.
    fn is_invariant(&mut self, op: OpRef<'_>) -> bool {
        let mut steps = vec![InvarianceStep::Enter(op)];
        while let Some(step) = steps.pop() {
            match step {
                InvarianceStep::Enter(op)
                    if op.isa::<AffineIfOp>() || op.isa::<AffineForOp>() || op.isa::<AffineParallelOp>() =>
                {
                    steps.push(InvarianceStep::Leave(op));
                    let start = steps.len();
                    steps.extend(
                        op.regions()
                            .flat_map(|r| r.blocks())
                            .flat_map(|b| b.ops())
                            .map(InvarianceStep::Enter),
                    );
                    steps[start..].reverse();
                }
                InvarianceStep::Enter(op) => {
                    let fine = match accessed(op) {
                        Some((memref, writes)) => self.runs() && self.is_undisturbed(op, memref, writes),
                        None => is_memory_effect_free(op),
                    };
                    if !fine || !self.reaches_invariants(op) || !self.depends_on_invariants(op) {
                        return false;
                    }
                }
                InvarianceStep::Leave(op) => {
                    if !self.depends_on_invariants(op) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether the operands of the ops in the regions of an op are defined in these regions, outside of the
    /// loop, or by ops that are hoisted.
    fn reaches_invariants(&self, op: OpRef<'_>) -> bool {
        let mut pending: Vec<OpRef<'_>> =
            op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()).collect();
        while let Some(inner) = pending.pop() {
            let fine = inner.operands().all(|operand| match operand.def() {
                ValueDef::Result(source) => !self.used.contains(&source) || self.invariant.contains(&source),
                _ => !self.arguments.contains(&operand.id()),
            });
            if !fine {
                return false;
            }
            pending.extend(inner.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        }
        true
    }

    /// Whether operands are defined outside of the loop or by ops that are hoisted; then this op may be
    /// hoisted as well.
    fn depends_on_invariants(&mut self, op: OpRef<'_>) -> bool {
        let fine = op.operands().all(|operand| match operand.def() {
            ValueDef::Result(source) => !self.used.contains(&source) || self.invariant.contains(&source),
            _ => !self.arguments.contains(&operand.id()),
        });
        if fine {
            self.invariant.insert(op.id());
        }
        fine
    }

    /// Whether nothing else in the loop writes the memref or, for a write, reads it.
    fn is_undisturbed(&mut self, op: OpRef<'_>, memref: ValueRef<'_>, writes: bool) -> bool {
        self.used.insert(op.id());
        let (region, order, memory) = (self.region, self.order, &mut *self.memory);
        let all = *self.accesses.entry(memref.id()).or_insert_with(|| {
            let (mut all, span) = (Accesses::default(), order.span(region));
            let used = memory.used.entry(memref.id()).or_insert_with(|| {
                let (mut sums, mut seen) = (Sums::default(), FxHashSet::default());
                for (user, _) in memref.uses().filter(|(user, _)| seen.insert(user.id())) {
                    if let Some(around) = user.block().and_then(|block| block.region()) {
                        sums.add(order.span(around.id()).0, accesses_of(user, memref));
                    }
                }
                sums
            });
            (all.reads, all.writes) = used.within(span);
            let sources = underlying(memref);
            for source in &sources {
                let of_all = memory.accesses.get_mut(&source.id()).map(|sums| sums.within(span));
                let own = memory.named.get_mut(&(source.id(), memref.id())).map(|sums| sums.within(span));
                let (reads, writes) = of_all.unwrap_or_default();
                let (own_reads, own_writes) = own.unwrap_or_default();
                all.other_reads += reads - own_reads;
                all.other_writes += writes - own_writes;
            }
            if memory.called.contains(&region) && sources.iter().any(|&source| memory.is_reachable(source)) {
                all.other_reads += 1;
                all.other_writes += 1;
            }
            all
        });
        let own = accesses_of(op, memref);
        all.writes == own.writes
            && all.other_writes == 0
            && (!writes || all.reads == own.reads && all.other_reads == 0)
    }
}

/// The accesses of an op to a memref.
fn accesses_of(op: OpRef<'_>, memref: ValueRef<'_>) -> Accesses {
    // As upstream, unregistered ops are assumed not to access memory.
    let effects: Effects = own_effects(op).into_iter().flatten().collect();
    let count = |kind: EffectKind| {
        usize::from(effects.iter().any(|effect| effect.kind == kind && effect.value == Some(memref.id())))
    };
    let (reads, writes) = (count(EffectKind::Read), count(EffectKind::Write));
    Accesses { reads, writes, ..Accesses::default() }
}

/// The memref that an op of the dialect reads or writes, and whether it writes.
fn accessed(op: OpRef<'_>) -> Option<(ValueRef<'_>, bool)> {
    let read = || {
        let load = op.cast::<AffineLoadOp>().map(|load| load.memref());
        load.or_else(|| Some(op.cast::<AffineVectorLoadOp>()?.memref()))
    };
    let written = || {
        let store = op.cast::<AffineStoreOp>().map(|store| store.memref());
        store.or_else(|| Some(op.cast::<AffineVectorStoreOp>()?.memref()))
    };
    read().map(|memref| (memref, false)).or_else(|| Some((written()?, true)))
}
