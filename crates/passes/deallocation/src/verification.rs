//! `verify-deallocation`: reports double frees, uses after free, and leaks.
//!
//! Entry: a function with deallocations, lowered or not. Exit: the same; it fails if there are errors.
//!
//! Each allocation is tracked separately, through the blocks between it and the last op that uses it, and
//! through the regions that contain such ops. The state is whether it may be live and whether it may be
//! freed. If a value may be one of several buffers, or a buffer escapes, nothing more is reported for it.
//!
//! Only decidable errors are reported. A buffer that is freed on one of two paths is freed on some path, and
//! a resulting error is reported, also if the same value is branched on again; but once a second condition is
//! involved, it may be equivalent to the first, and nothing is reported. Neither is an error under a
//! condition that is computed from others, or a second free under such a condition: ownership is passed along
//! in this way.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::cf::CondBrOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_core::scf::IfOp;
use terrace_dialects_mem::bufferization::DeallocOp;
use terrace_dialects_mem::memref::ExtractAlignedPointerAsIndexOp;
use terrace_ir::def::plain_error;
use terrace_ir::effects::{EffectKind, own_effects};
use terrace_ir::interfaces::{BranchOp, RegionBranchOp, RegionPoint};
use terrace_ir::{Block, Diag, Loc, Op, OpHandle, OpKind, OpRef, Region, Rewriter, Type, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::blocks::defining_block;
use crate::flow::{is_buffer, is_region_terminator, nested_ops, region_edges, view};
use crate::origins::BufferOrigins;

/// The pass.
pub static VERIFY_DEALLOCATION: PassDef = PassDef {
    name: "verify-deallocation",
    class: "VerifyDeallocationPass",
    doc: "Report double frees, uses after free, and leaks of buffers",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(VerifyDeallocation))),
    ..EMPTY_PASS
};

struct VerifyDeallocation;

impl BodyPass for VerifyDeallocation {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let found = verify(rw);
        let failed = !found.is_empty();
        found.into_iter().for_each(|diag| run.report(diag));
        if failed { Err(Failed) } else { Ok(()) }
    }
}

/// The effect of an op on a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    Use,
    Free,
    /// The buffer escapes.
    Lose,
}

/// The lattice value of a buffer at a program point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct State {
    live: bool,
    freed: bool,
    /// Whether the state is unknown.
    lost: bool,
    /// Whether the path depends on a condition that is computed from others.
    computed: bool,
    /// Whether the path from the deallocation, if any, does so too.
    guarded: bool,
    /// The last decision on the path to this point.
    assumed: Option<Decision>,
    /// For a buffer that may be live or freed: the condition under which it is freed, if there is one.
    when: Option<Decision>,
}

/// A condition, and whether it holds.
type Decision = (Value, bool);

impl State {
    const LIVE: State = State {
        live: true,
        freed: false,
        lost: false,
        computed: false,
        guarded: false,
        assumed: None,
        when: None,
    };

    fn is_reached(self) -> bool {
        self.live || self.freed || self.lost
    }

    fn is_split(self) -> bool {
        self.live && self.freed
    }

    /// Returns the condition under which it is freed, if known.
    fn freed_when(self) -> Option<Decision> {
        match (self.is_split(), self.assumed) {
            (true, _) => self.when,
            (false, Some((condition, holds))) => Some((condition, holds == self.freed)),
            (false, None) => None,
        }
    }

    fn join(self, other: Self) -> Self {
        if !self.is_reached() || !other.is_reached() {
            return if self.is_reached() { self } else { other };
        }
        let differs = (self.live, self.freed) != (other.live, other.freed);
        let computed = self.computed || other.computed;
        let both = differs || self.is_split();
        let when = self.freed_when().filter(|when| both && other.freed_when() == Some(*when));
        let knew = self.when.is_some() || other.when.is_some();
        Self {
            live: self.live || other.live,
            freed: self.freed || other.freed,
            lost: self.lost || other.lost || (differs || knew) && computed && when.is_none(),
            computed,
            guarded: self.freed && self.guarded || other.freed && other.guarded,
            assumed: self.assumed.filter(|_| self.assumed == other.assumed),
            when,
        }
    }

    /// The state after a decision; `by` is the condition with its value, if the decision depends on a single value.
    fn decide(self, plain: bool, by: Option<Decision>) -> Self {
        let computed = self.computed || !plain;
        if let (Some((condition, holds)), Some((known, freed))) = (by, self.when)
            && self.is_split()
            && condition == known
        {
            let freed = holds == freed;
            return Self { live: !freed, freed, computed, assumed: by, when: None, ..self };
        }
        let (lost, guarded) = (self.lost || self.is_split(), self.freed && (self.guarded || !plain));
        Self { lost, computed, guarded, assumed: by, ..self }
    }

    /// The state at the start of a block that redefines conditions.
    fn forget(self, made_anew: impl Fn(Value) -> bool) -> Self {
        let keep = |decision: Option<Decision>| decision.filter(|(condition, _)| !made_anew(*condition));
        let when = keep(self.when);
        let lost = self.lost || self.when.is_some() && when.is_none() && self.computed;
        Self { lost, assumed: keep(self.assumed), when, ..self }
    }
}

fn verify(rw: &Rewriter<'_>) -> Vec<Box<Diag>> {
    let body = rw.body();
    let ops = nested_ops(body.top_regions().iter().map(|&region| rw.region(region)));
    let origins = BufferOrigins::new(rw);
    let mut events: FxHashMap<Value, Vec<(Op, Event)>> = FxHashMap::default();
    let mut order: Vec<Value> = Vec::new();
    let mut edges = EdgesOfOps::default();
    for &op in &ops {
        for result in op.results().filter(|result| is_buffer(*result)) {
            if origins.only_allocation(result) == Some(result.id()) && is_freed_by_hand(op, result) {
                order.push(result.id());
            }
        }
        for (buffer, event) in events_of(op, &origins, &mut edges) {
            events.entry(buffer).or_default().push((op.id(), event));
        }
    }
    let mut found = Vec::new();
    for buffer in order {
        let Some(block) = defining_block(body, buffer) else { continue };
        let Some(made) = rw.value(buffer).defining_op().map(|op| op.id()) else { continue };
        let events = events.remove(&buffer).unwrap_or_default();
        let mut walk = Walk::new(rw, buffer, made, &events);
        walk.follow(block);
        found.append(&mut walk.found);
    }
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, diag)| diag).collect()
}

/// Whether the allocation of an op is on the heap.
fn is_freed_by_hand(op: OpRef<'_>, result: ValueRef<'_>) -> bool {
    own_effects(op).is_some_and(|effects| {
        let own = |effect: &&terrace_ir::effects::Effect| {
            effect.kind == EffectKind::Allocate && effect.value == Some(result.id())
        };
        effects.iter().find(own).is_some_and(|effect| effect.resource != terrace_ir::effects::SCOPE_RESOURCE)
    })
}

/// The region edges of visited ops, by the forwarded values.
type EdgesOfOps = FxHashMap<OpHandle, FxHashMap<Value, Vec<Value>>>;

fn edges_by_value(op: OpRef<'_>) -> FxHashMap<Value, Vec<Value>> {
    let mut edges: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for (from, to) in region_edges(op) {
        edges.entry(from).or_default().push(to);
    }
    edges
}

/// The effects of an op on the allocations that its operands are known to be. `edges` caches the region edges of ops.
fn events_of(op: OpRef<'_>, origins: &BufferOrigins, edges: &mut EdgesOfOps) -> Vec<(Value, Event)> {
    let operands = || {
        let buffers = op.operands().enumerate().filter(|(_, operand)| is_buffer(*operand));
        buffers.filter_map(|(at, operand)| Some((at, operand, origins.only_allocation(operand)?)))
    };
    let passes_on = |from: Value, to: ValueRef<'_>| {
        let kept = origins.only_allocation(to) == Some(from);
        if kept { None } else { Some((from, Event::Lose)) }
    };
    if let Some((_, made)) = view(op) {
        return operands().filter_map(|(_, _, from)| passes_on(from, made)).collect();
    }
    let effects = own_effects(op);
    if let Some(branch) = op.interface::<dyn BranchOp>() {
        let mut passed: Vec<Vec<ValueRef<'_>>> = vec![Vec::new(); op.num_operands()];
        for (index, target) in op.successors().enumerate() {
            let operands = branch.successor_operands(op, index);
            for (at, arg) in (operands.start..).zip(target.args().skip(operands.produced)).take(operands.len)
            {
                passed[at].push(arg);
            }
        }
        let mut out = Vec::new();
        for (at, _, from) in operands() {
            out.extend(passed[at].iter().filter_map(|&arg| passes_on(from, arg)));
        }
        return out;
    }
    let regions = op.interface::<dyn RegionBranchOp>().is_some();
    if regions || is_region_terminator(op) {
        let around = if regions { Some(op) } else { op.parent_op() };
        let asked = around.filter(|_| operands().next().is_some());
        let edges = asked.map(|op| &*edges.entry(op.handle()).or_insert_with(|| edges_by_value(op)));
        let mut out = Vec::new();
        for (_, operand, from) in operands() {
            let targets = edges.and_then(|edges| edges.get(&operand.id())).map_or(&[][..], Vec::as_slice);
            if !regions && same_region(op, from) || targets.is_empty() {
                // Given away, where it was made or by the function.
                out.extend([(from, Event::Use), (from, Event::Lose)]);
            }
            out.extend(targets.iter().filter_map(|to| {
                let to = ValueRef::in_body(op.ir(), op.body(), op.body_id(), *to);
                passes_on(from, to)
            }));
        }
        return out;
    }
    if op.isa::<DeallocOp>() {
        return operands().map(|(_, _, from)| (from, Event::Lose)).collect();
    }
    let Some(effects) = effects else {
        return operands().flat_map(|(_, _, from)| [(from, Event::Use), (from, Event::Lose)]).collect();
    };
    let mut out = Vec::new();
    for (_, operand, from) in operands() {
        let mut touched = false;
        for effect in effects.iter().filter(|effect| effect.value == Some(operand.id())) {
            touched = true;
            match effect.kind {
                EffectKind::Free => out.push((from, Event::Free)),
                EffectKind::Read | EffectKind::Write => out.push((from, Event::Use)),
                EffectKind::Allocate => {}
            }
        }
        let makes_buffer = op.results().any(|result| is_buffer(result));
        if !touched && (!effects.is_empty() || makes_buffer) {
            out.push((from, Event::Lose));
        }
    }
    out.dedup();
    out
}

/// The condition of a branch, true for its first successor.
fn condition_of(op: OpRef<'_>) -> Option<Value> {
    let condition = op.cast::<IfOp>().map(|view| view.condition());
    condition.or_else(|| Some(op.cast::<CondBrOp>()?.condition())).map(|value| value.id())
}

/// Whether a value is defined in the region of an op.
fn same_region(op: OpRef<'_>, value: Value) -> bool {
    let region = |block: Option<Block>| block.and_then(|block| op.body().region_of(block));
    region(defining_block(op.body(), value)) == region(op.body().block_of(op.id()))
}

/// Follows one buffer.
struct Walk<'a, 'b> {
    rw: &'a Rewriter<'b>,
    buffer: Value,
    made: Op,
    events: FxHashMap<Op, Vec<Event>>,
    /// By block, the ops that use the buffer, or contain such ops, in order.
    holds: FxHashMap<Block, Vec<Op>>,
    /// Blocks from which such a block is reached.
    leads: FxHashSet<Block>,
    freed_at: Option<Loc>,
    seen: FxHashSet<(Op, bool)>,
    leaked: bool,
    found: Vec<(u32, Box<Diag>)>,
}

impl<'a, 'b> Walk<'a, 'b> {
    fn new(rw: &'a Rewriter<'b>, buffer: Value, made: Op, list: &[(Op, Event)]) -> Self {
        let body = rw.body();
        let mut events: FxHashMap<Op, Vec<Event>> = FxHashMap::default();
        let (mut holds, mut freed_at): (FxHashMap<Block, Vec<Op>>, _) = (FxHashMap::default(), None);
        let own = body.block_of(made);
        let (mut seen, mut pending): (FxHashSet<Op>, Vec<Block>) = (FxHashSet::default(), Vec::new());
        for &(op, event) in list {
            events.entry(op).or_default().push(event);
            if event == Event::Free {
                freed_at.get_or_insert(body.loc(op));
            }
            let mut at = Some(op);
            while let Some(op) = at.filter(|&op| seen.insert(op)) {
                let Some(block) = body.block_of(op) else { break };
                holds.entry(block).or_insert_with(|| {
                    pending.push(block);
                    Vec::new()
                });
                holds.entry(block).or_default().push(op);
                let around = body.region_of(block).and_then(|region| body.region_parent(region));
                at = around.filter(|_| Some(block) != own);
            }
        }
        for block in &pending {
            if let Some(ops) = holds.get_mut(block) {
                ops.sort_by(|&a, &b| match (a == b, body.is_before(a, b)) {
                    (true, _) => std::cmp::Ordering::Equal,
                    (_, true) => std::cmp::Ordering::Less,
                    _ => std::cmp::Ordering::Greater,
                });
            }
        }
        let mut leads: FxHashSet<Block> = FxHashSet::default();
        while let Some(block) = pending.pop() {
            if leads.insert(block) && Some(block) != own {
                pending.extend(body.preds(block).filter_map(|used| body.block_of(body.use_owner(used))));
            }
        }
        Self {
            rw,
            buffer,
            made,
            events,
            holds,
            leads,
            freed_at,
            seen: FxHashSet::default(),
            leaked: false,
            found: Vec::new(),
        }
    }

    /// Tracks the buffer from its allocation to the exits of the region.
    fn follow(&mut self, block: Block) {
        if let Some(region) = self.rw.body().region_of(block) {
            self.region(region, Some(block), State::LIVE, true);
        }
    }

    /// Tracks the buffer on all paths through a region, from a block or from its entry; returns the state at
    /// the exit of the region. If the buffer is allocated in this region, it has to be freed by then.
    fn region(&mut self, region: Region, from: Option<Block>, state: State, own: bool) -> State {
        let body = self.rw.body();
        let Some(start) = from.or_else(|| body.entry(region)) else { return state };
        let mut at_start: FxHashMap<Block, State> = FxHashMap::default();
        let mut left = State::default();
        let mut pending = vec![start];
        let mut first = Some(state);
        // Each block is looked at again for as long as something new gets to it; there are few states.
        while let Some(block) = pending.pop() {
            let before = first.take().or_else(|| at_start.get(&block).copied());
            let state = before.unwrap_or_default();
            let mut state = state.forget(|condition| defining_block(body, condition) == Some(block));
            for op in self.holds.get(&block).cloned().into_iter().flatten() {
                state = self.op(op, state);
            }
            if state.lost {
                // What is said is said of the other ways.
                continue;
            }
            let Some(end) = body.last_op(block) else { continue };
            let targets: Vec<Block> = body.successors(end).collect();
            if targets.is_empty() {
                if own {
                    self.leave(end, state);
                }
                left = left.join(state);
                continue;
            }
            let plain = targets.len() < 2 || self.decides_plainly(end);
            let condition = condition_of(self.rw.op(end));
            for (index, &target) in targets.iter().enumerate() {
                let state = match targets.len() {
                    1 => state,
                    _ => state.decide(plain, condition.map(|condition| (condition, index == 0))),
                };
                // What was freed, and has nothing to come, is of no interest.
                if !state.live && !self.leads.contains(&target) || body.block_of(self.made) == Some(target) {
                    if body.block_of(self.made) == Some(target) && own {
                        self.leave(end, state);
                    }
                    continue;
                }
                let known = at_start.entry(target).or_default();
                let new = known.join(state);
                if new != *known {
                    *known = new;
                    pending.push(target);
                }
            }
        }
        left
    }

    /// Whether the operands that determine the control flow of an op are not computed from other conditions
    /// or from addresses.
    fn decides_plainly(&self, op: Op) -> bool {
        let computed = |value: ValueRef<'_>| {
            let Some(maker) = value.defining_op() else {
                // An argument of a block may be anything that was computed before.
                let top = value.owner_block().and_then(|block| block.region()).is_some_and(|region| {
                    region.entry() == value.owner_block()
                        && self.rw.body().region_parent(region.id()).is_none()
                });
                return !top;
            };
            // So may what was kept in memory.
            maker.num_regions() > 0
                || own_effects(maker).is_none_or(|effects| !effects.is_empty())
                || maker.operands().any(|operand| {
                    let address =
                        operand.defining_op().is_some_and(|op| op.isa::<ExtractAlignedPointerAsIndexOp>());
                    operand.ty() == Type::I1 || address
                })
        };
        let view = self.rw.op(op);
        !view.operands().filter(|operand| operand.ty() == Type::I1).any(computed)
    }

    fn op(&mut self, op: Op, mut state: State) -> State {
        let view = self.rw.op(op);
        let holds = self
            .rw
            .body()
            .regions(op)
            .any(|region| self.rw.body().blocks_of(region).any(|block| self.holds.contains_key(&block)));
        if holds {
            state = match view.interface::<dyn RegionBranchOp>() {
                Some(branch) => {
                    stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.regions(op, branch, state))
                }
                None => State { lost: true, ..state },
            };
        }
        for event in self.events.get(&op).cloned().into_iter().flatten() {
            state = self.event(op, event, state);
        }
        state
    }

    /// Follows the buffer through the regions of an op.
    fn regions(&mut self, op: Op, branch: &'static dyn RegionBranchOp, state: State) -> State {
        let view = self.rw.op(op);
        let regions: Vec<Region> = view.regions().map(|region| region.id()).collect();
        let mut at_start = vec![State::default(); regions.len()];
        let mut left = State::default();
        let mut pending: Vec<usize> = Vec::new();
        let go = |targets: Vec<RegionPoint>,
                  state: State,
                  left: &mut State,
                  pending: &mut Vec<usize>,
                  at_start: &mut Vec<State>| {
            for target in targets {
                match target {
                    RegionPoint::Parent => *left = left.join(state),
                    RegionPoint::Region(index) => {
                        let new = at_start[index].join(state);
                        if new != at_start[index] {
                            at_start[index] = new;
                            pending.push(index);
                        }
                    }
                }
            }
        };
        let (plain, condition) = (self.decides_plainly(op), condition_of(view));
        for target in branch.successors(view, RegionPoint::Parent) {
            let first = target == RegionPoint::Region(0);
            let inside = state.decide(plain, condition.map(|condition| (condition, first)));
            go(vec![target], inside, &mut left, &mut pending, &mut at_start);
        }
        while let Some(index) = pending.pop() {
            let after = self.region(regions[index], None, at_start[index], false);
            let targets = branch.successors(self.rw.op(op), RegionPoint::Region(index));
            go(targets, after, &mut left, &mut pending, &mut at_start);
        }
        left
    }

    fn event(&mut self, op: Op, event: Event, state: State) -> State {
        if state.lost || !state.is_reached() {
            return state;
        }
        // Whether that can happen is not known.
        if state.is_split() && state.computed {
            return State { lost: true, ..state };
        }
        match event {
            Event::Lose => State { lost: true, ..state },
            Event::Use => {
                if state.freed {
                    self.report(op, "is used after it was freed", state, true);
                }
                state
            }
            Event::Free => {
                if state.freed {
                    // What is owned no longer is freed under a condition that does not hold.
                    if !state.guarded {
                        self.report(op, "is freed twice", state, true);
                    }
                    return State { lost: true, ..state };
                }
                State { live: false, freed: true, guarded: false, when: None, ..state }
            }
        }
    }

    /// Handles an exit from the region of the allocation, or its re-entry.
    fn leave(&mut self, end: Op, state: State) {
        if !state.live || state.lost || state.computed || std::mem::replace(&mut self.leaked, true) {
            return;
        }
        let message =
            if state.freed { "buffer is not freed on a path to here" } else { "buffer is not freed" };
        let diag = plain_error(self.rw.op(self.made), message);
        let diag = diag.note(self.rw.body().loc(end), "the last op that could use it");
        self.found.push((self.made.as_u32(), diag));
    }

    fn report(&mut self, op: Op, what: &str, state: State, freed: bool) {
        if !self.seen.insert((op, freed)) {
            return;
        }
        let path = if state.live { " on a path to here" } else { "" };
        let mut diag = plain_error(self.rw.op(op), format!("buffer {what}{path}"));
        diag = diag.note(self.rw.value(self.buffer).loc(), "allocated here");
        if let Some(loc) = self.freed_at.filter(|&loc| loc != self.rw.body().loc(op)) {
            diag = diag.note(loc, "freed here");
        }
        self.found.push((op.as_u32(), diag));
    }
}
