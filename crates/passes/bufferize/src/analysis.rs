//! One-Shot Analysis: decides one operand after the other whether it bufferizes in place.
//!
//! An operand bufferizes in place unless a read would then read a wrong value, or read-only memory would be
//! written. The values that share a buffer are alias sets; a decision merges the sets of an operand and of
//! its aliases. Each set records its reads and its in-place writes. As the [rules](crate::conflicts) depend
//! on pairs only and no set holds a conflict, only pairs across the merged sets can conflict, and the pairs
//! of a new write. Only a write between a definition and its read conflicts: so a read is an
//! [interval](crate::interval_index) of the ops that may be in between, and the exact rules are evaluated
//! only for pairs that a query finds.

mod sets;
mod writability;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use terrace_dialects_mem::bufferization::ToTensorOp;
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_ir::def::op_error;
use terrace_ir::{Diag, Op, OpRef, Value};
use terrace_rewrite::walk::body_post_order;
use terrace_support::entity::Entity;

pub use crate::decisions::OneShotDecisions;

use self::sets::AliasSet;
use crate::conflicts::{conflict_by, must_privatize, view};
use crate::explain::conflicts::refusal;
use crate::happens_before::Order;
use crate::interface::{BufferRelation, Operand, OperandKey, tensor_operands, uses};
use crate::interval_index::{Interval, Layers};
use crate::intervals::intervals;
use crate::options::Heuristic;
use crate::refusal::{Refusal, chain_errors};
use crate::search::{DecisionOrder, fewest_copies, ordered_ops};
use crate::state::{Decisions, State};

/// Counts of the decisions, and of the work for them.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// In place.
    pub in_place: u64,
    /// Out of place.
    pub out_of_place: u64,
    /// The number of pairs of a read and a write that were compared.
    pub pairs: u64,
    /// Operands that are written or have aliases, and need not be in place.
    pub choices: u64,
}

/// Why an operand is out of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A read-after-write conflict: a read would not read its definition, but the result of a write: the
    /// definition, the write and the read.
    Conflict(Value, OperandKey, OperandKey),
    /// A value that must not be written would be.
    NotWritable(Value),
    /// A buffer from outside of a parallel region would be written in it.
    Parallel(OperandKey),
}

/// The number of conflicts of an operand that are compared to find the first one. Without a limit, time would be
/// quadratic in the number of conflicts.
const MOST_GATHERED: u32 = 64;

/// The first of some conflicts in program order.
#[derive(Clone, Copy, Default, Debug)]
struct FirstConflict {
    count: u32,
    /// The best conflict, with the positions of its read and of its write.
    best: Option<(ConflictPosition, Reason)>,
}

/// The positions of a read and of a write, each with the number of the operand.
type ConflictPosition = ((u32, u32), (u32, u32));

/// One-Shot Analysis of a body.
pub struct Analysis<'s, 'o, 'b> {
    pub(crate) state: &'s State<'o>,
    decisions: Rc<OneShotDecisions>,
    pub(crate) order: Order,
    pub(crate) body: OpRef<'b>,
    /// The alias sets by their representatives.
    sets: Vec<AliasSet>,
    pub(crate) ops: Vec<Op>,
    /// Whether some region may be executed several times in parallel.
    parallel: bool,
    /// The counts of this analysis.
    pub statistics: Statistics,
    pairs: Cell<u64>,
    /// Definitions, writes and reads that are a conflict by the strict rules alone.
    missed_conflicts: RefCell<FxHashSet<(Value, OperandKey, OperandKey)>>,
    /// The first conflict in program order among those that were found, while they are gathered.
    first: Cell<Option<FirstConflict>>,
    /// The operands that are out of place, with why, in the order of decisions.
    pub reasons: Vec<(OperandKey, Reason)>,
    /// The values that are not writable and keep an operand out of place; only collected if conflicts are reported.
    pub not_writable: FxHashMap<OperandKey, Vec<Value>>,
}

impl<'s, 'o, 'b> Analysis<'s, 'o, 'b> {
    /// Analyzes the body that contains `any`. The decisions are those of `state`.
    ///
    /// # Errors
    ///
    /// The first op that cannot be bufferized under its constraints, or all ops that do not accept the
    /// decisions.
    pub fn run(
        state: &'s State<'o>,
        decisions: Rc<OneShotDecisions>,
        any: OpRef<'b>,
    ) -> Result<Self, Refusal> {
        let order = match state.options.heuristic {
            Heuristic::FewestCopies => fewest_copies(state.options, state.functions, any),
            heuristic => DecisionOrder { heuristic, first: Vec::new() },
        };
        Self::run_in_order(state, decisions, any, &order)
    }

    /// The same, with the operands decided in a given order.
    ///
    /// # Errors
    ///
    /// As [`Analysis::run`].
    pub fn run_in_order(
        state: &'s State<'o>,
        decisions: Rc<OneShotDecisions>,
        any: OpRef<'b>,
        order: &DecisionOrder,
    ) -> Result<Self, Refusal> {
        let mut analysis = Self::before_decisions(state, decisions, any)?;
        for &operand in &order.first {
            analysis.decide(analysis.operand(operand));
        }
        let first: FxHashSet<OperandKey> = order.first.iter().copied().collect();
        for op in ordered_ops(&analysis, order.heuristic) {
            for operand in tensor_operands(analysis.op(op)) {
                if !first.contains(&operand.key()) {
                    analysis.decide(operand);
                }
            }
        }
        analysis.statistics.pairs = analysis.pairs.get();
        analysis.find_equivalences();
        analysis.gather_undefined_uses();
        let disagreements =
            analysis.ops().filter_map(|op| state.bufferizable(op)?.verify_analysis(op, state).err());
        match chain_errors(disagreements.collect()) {
            Some(diag) => Err(Refusal { diag, decided: true }),
            None => Ok(analysis),
        }
    }

    /// An analysis in which only the operands that must be in place are decided.
    ///
    /// # Errors
    ///
    /// The first op that cannot be bufferized under the constraints that it has.
    fn before_decisions(
        state: &'s State<'o>,
        decisions: Rc<OneShotDecisions>,
        any: OpRef<'b>,
    ) -> Result<Self, Box<Diag>> {
        let body = any.body();
        let mut analysis = Self {
            state,
            decisions,
            order: Order::new(body),
            body: any,
            sets: Vec::new(),
            ops: body_post_order(body),
            parallel: false,
            statistics: Statistics::default(),
            pairs: Cell::new(0),
            missed_conflicts: RefCell::default(),
            first: Cell::new(None),
            reasons: Vec::new(),
            not_writable: FxHashMap::default(),
        };
        let is_parallel = |region| state.parallel_region(Some(region)).is_some();
        let parallel = analysis.ops().any(|op| op.inner_body().is_none() && op.regions().any(is_parallel));
        analysis.parallel = parallel;
        analysis.collect();
        analysis.bufferize_what_must_be_in_place();
        analysis.check_assumptions()?;
        Ok(analysis)
    }

    /// Whether the operands that must be in place can be in the body that contains `any`.
    pub(crate) fn accepts(state: &State<'o>, any: OpRef<'b>) -> bool {
        let decisions = Rc::new(OneShotDecisions::new(any.body()));
        let state = State::new(state.options, state.functions, decisions.clone());
        Analysis::before_decisions(&state, decisions, any).is_ok()
    }

    /// The ops in post-order.
    pub fn ops(&self) -> impl Iterator<Item = OpRef<'b>> + '_ {
        self.ops.iter().map(|&op| self.op(op))
    }

    pub(crate) fn op(&self, op: Op) -> OpRef<'b> {
        OpRef::in_body(self.body.ir(), self.body.body(), self.body.body_id(), op)
    }

    fn operand(&self, (op, index): OperandKey) -> Operand<'b> {
        Operand { op: self.op(op), index: index as usize }
    }

    /// Creates a set for each tensor.
    fn collect(&mut self) {
        let body = self.body.body();
        self.sets.resize_with(body.num_values(), AliasSet::default);
        let (mut values, mut regions) = (Vec::new(), body.top_regions().to_vec());
        while let Some(region) = regions.pop() {
            for block in body.blocks_of(region) {
                values.extend(body.args(block));
                for op in body.ops_of(block) {
                    values.extend(body.results(op));
                    regions.extend(body.regions(op));
                }
            }
        }
        for value in values {
            let value = view(self.body, value);
            if value.ty().is_tensor_like(self.body.cx()) {
                let reads = uses(value).filter(|&operand| self.is_read(operand));
                let (mut between, mut before) = (Vec::new(), Vec::new());
                reads.for_each(|read| intervals(self.state, &self.order, read, &mut between, &mut before));
                let set = &mut self.sets[value.id().index()];
                self.decisions.members.borrow_mut().begin(value.id());
                set.reads.add(between);
                set.reads_before.add(before);
                set.read_only = !self.state.is_writable(value);
            }
        }
        for i in 0..self.ops.len() {
            let op = self.op(self.ops[i]);
            let Some(model) = self.state.bufferizable(op) else { continue };
            for (a, b) in model.aliasing_results(op, self.state) {
                self.unite(op.result(a).id(), op.result(b).id());
            }
        }
    }

    /// The representative of the alias set of a value.
    pub fn alias_class(&self, value: Value) -> usize {
        self.class(value)
    }

    /// Whether an operand is read, or is an alias of something that is.
    fn is_read(&self, operand: Operand<'_>) -> bool {
        let state = self.state;
        state.bufferizes_to_memory_read(operand)
            || !state.bufferizes_to_memory_write(operand)
                && state.aliasing_values(operand).iter().any(|alias| state.is_value_read_cached(alias.value))
    }

    /// The class that a value is in.
    fn class(&self, value: Value) -> usize {
        self.decisions.aliases.borrow_mut().find(value.index())
    }

    /// The classes of an operand and of its aliases, each once.
    fn classes(&self, operand: Operand<'b>) -> SmallVec<[usize; 2]> {
        let mut classes = smallvec::smallvec![self.class(operand.value().id())];
        for alias in self.state.aliasing_values(operand) {
            let class = self.class(alias.value.id());
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }

    /// Merges the alias sets of two values. The values of the first one's set come first, as upstream names
    /// them.
    fn unite(&mut self, a: Value, b: Value) {
        let before = self.class(a);
        let Some((winner, loser)) = self.decisions.aliases.borrow_mut().union(a.index(), b.index()) else {
            return;
        };
        let (first, second) = if before == winner { (winner, loser) } else { (loser, winner) };
        self.decisions.members.borrow_mut().join(first, second, winner);
        let other = std::mem::take(&mut self.sets[loser]);
        self.sets[winner].merge(other);
    }

    /// Whether a write must not go to a buffer from outside of the parallel region that it is in.
    fn must_privatize(&self, write: Operand<'b>) -> bool {
        self.parallel && self.state.options.check_parallel_regions && must_privatize(self.state, write)
    }

    /// Decides that an operand is in place.
    fn bufferize_in_place(&mut self, operand: Operand<'b>) {
        if !self.decisions.in_place.borrow_mut().insert(operand.key()) {
            return;
        }
        self.statistics.in_place += 1;
        for alias in self.state.aliasing_values(operand) {
            self.unite(alias.value.id(), operand.value().id());
        }
        if self.state.bufferizes_to_memory_write(operand) {
            let at = self.order.span(operand.op.id()).0;
            let privatizes = self.must_privatize(operand);
            let class = self.class(operand.value().id());
            self.sets[class].writes.add(vec![Interval { lo: at, hi: at, key: operand.key() }]);
            if let Some((block, _)) = self.order.top_block(self.body.body(), operand.op.id()) {
                let at = Interval { lo: block.end, hi: block.end, key: operand.key() };
                self.sets[class].writes_before.add(vec![at]);
            }
            self.sets[class].privatizes |= privatizes;
        }
    }

    fn bufferize_what_must_be_in_place(&mut self) {
        for i in 0..self.ops.len() {
            let op = self.op(self.ops[i]);
            let Some(model) = self.state.bufferizable(op) else {
                if self.state.options.strict_analysis {
                    self.unite_through(op);
                }
                continue;
            };
            for operand in tensor_operands(op) {
                if model.must_bufferize_in_place(operand, self.state) {
                    self.bufferize_in_place(operand);
                }
            }
        }
    }

    /// Merges the results of an unknown op with its operands: the op may fold to one.
    fn unite_through(&mut self, op: OpRef<'b>) {
        let has_several = tensor_operands(op).nth(1).is_some();
        for operand in tensor_operands(op) {
            for alias in State::unknown_aliasing_values(operand) {
                self.unite(alias.value.id(), operand.value().id());
                let class = self.class(operand.value().id());
                self.sets[class].forwards = self.sets[class].forwards.or(has_several.then_some(op.id()));
            }
        }
    }

    /// Reports ops that cannot be bufferized at all.
    fn check_assumptions(&self) -> Result<(), Box<Diag>> {
        let known = || {
            self.ops.iter().map(|&op| self.op(op)).filter_map(|op| Some((op, self.state.bufferizable(op)?)))
        };
        for (op, model) in known() {
            let unstructured = || op.regions().any(|region| !region.is_empty() && !region.has_one_block());
            if !model.supports_unstructured_control_flow() && op.inner_body().is_none() && unstructured() {
                return Err(op_error(
                    op,
                    "op or BufferizableOpInterface implementation does not support unstructured control flow, but at \
                     least one region has multiple blocks",
                ));
            }
        }
        // The sets that hold a conflict by themselves.
        let broken: FxHashSet<usize> =
            (0..self.sets.len()).filter(|&class| self.conflict_within(class).is_some()).collect();
        // A copy resolves conflicts of what need not be in place; upstream refuses them too.
        let refuses_avoidable = self.body.cx().matches_upstream();
        for (op, _) in known() {
            if let Some(view) = op.cast::<ToTensorOp>()
                && !view.restrict()
                && !view.result().is_unused()
            {
                let failed =
                    op_error(op, "to_tensor ops without `restrict` are not supported by One-Shot Analysis");
                return Err(match self.state.options.explain {
                    true => failed.note(
                        op.loc(),
                        "the buffer may be that of another tensor, which the analysis would not see",
                    ),
                    false => failed,
                });
            }
            for operand in tensor_operands(op) {
                let classes = self.classes(operand);
                let class = classes.iter().copied().find(|class| broken.contains(class));
                let within = class.and_then(|class| self.conflict_within(class));
                let across = || refuses_avoidable.then(|| self.conflict_across(&classes)).flatten();
                if let Some(reason) = within.or_else(across) {
                    let mut why = "cannot avoid RaW conflict".to_owned();
                    if let Some(forwards) = class.and_then(|class| self.sets[class].forwards) {
                        let name = self.op(forwards).name_text();
                        why = format!("{why} if '{name}' returns one of its operands");
                    }
                    return Err(self.refuse(op, &why, reason));
                }
                if self.state.is_in_place(operand)
                    && let Some(value) = self.writes_read_only(operand, &classes, false)
                {
                    return Err(self.refuse(
                        op,
                        "would write to read-only buffer",
                        Reason::NotWritable(value),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Creates the error about an op that cannot be bufferized, with the reason if requested.
    fn refuse(&self, op: OpRef<'b>, why: &str, reason: Reason) -> Box<Diag> {
        let failed = op_error(op, format!("not bufferizable under the given constraints: {why}"));
        match self.state.options.explain {
            true => refusal(failed, self.state, &self.order, op, reason),
            false => failed,
        }
    }

    /// A conflict of a read and a write of one set.
    fn conflict_within(&self, class: usize) -> Option<Reason> {
        let set = &self.sets[class];
        if set.privatizes && !set.reads.is_empty() {
            return set.writes.iter().next().map(|write| Reason::Parallel(write.key));
        }
        if set.writes.is_empty() { None } else { self.conflict_between(set, set) }
    }

    /// Returns the conflict between a read and a write, with the definition that the read must see; `None` if there is
    /// none.
    fn conflict(&self, read: OperandKey, write: OperandKey) -> Option<Reason> {
        self.pairs.set(self.pairs.get() + 1);
        let by = |strict: bool| {
            let (read, write) = (self.operand(read), self.operand(write));
            conflict_by(strict, self.state, &self.order, read, write)
        };
        let options = &self.state.options;
        if let Some(definition) = by(options.strict_analysis) {
            return self.gather(definition, write, read);
        }
        if options.explain
            && !options.strict_analysis
            && let Some(definition) = by(true)
        {
            self.missed_conflicts.borrow_mut().insert((definition, write, read));
        }
        None
    }

    /// A conflict that was found; none while conflicts are gathered to explain the first in program order, until there are
    /// many.
    fn gather(&self, definition: Value, write: OperandKey, read: OperandKey) -> Option<Reason> {
        let found = Reason::Conflict(definition, write, read);
        let Some(mut first) = self.first.get() else { return Some(found) };
        let at = |(op, index): OperandKey| (self.order.span(op).0, index);
        let key = (at(read), at(write));
        if first.best.is_none_or(|(best, _)| key < best) {
            first.best = Some((key, found));
        }
        first.count += 1;
        self.first.set(Some(first));
        (first.count >= MOST_GATHERED).then_some(found)
    }

    /// Why an operand cannot be in place; for an explanation, by the first conflict in program order.
    fn obstacle(&self, operand: Operand<'b>) -> Option<Reason> {
        if !self.state.options.explain {
            return self.find_obstacle(operand);
        }
        self.first.set(Some(FirstConflict::default()));
        let found = self.find_obstacle(operand);
        self.first.take().and_then(|first| first.best).map(|(_, reason)| reason).or(found)
    }

    /// A conflict of a write with the reads of a set.
    fn conflict_of_write(&self, set: &AliasSet, write: OperandKey) -> Option<Reason> {
        let (from, to) = self.order.span(write.0);
        let mut found = None;
        let mut look = |read: OperandKey| {
            found = self.conflict(read, write);
            found.is_none()
        };
        // A read whose definition is in the writing op may be anywhere after.
        let mut go_on = set.reads.over(from, &mut look);
        if go_on && from < to {
            go_on = set.reads.beginning(from, to, &mut look);
        }
        if go_on
            && !set.reads_before.is_empty()
            && let Some((block, _)) = self.order.top_block(self.body.body(), write.0)
        {
            set.reads_before.over(block.end, &mut look);
        }
        found
    }

    /// A conflict of a read with writes.
    fn conflict_of_read(&self, read: &Interval<OperandKey>, writes: &Layers<OperandKey>) -> Option<Reason> {
        let mut found = None;
        let mut look = |write: OperandKey| {
            found = self.conflict(read.key, write);
            found.is_none()
        };
        if !writes.beginning(read.lo.saturating_sub(1), read.hi, &mut look) {
            return found;
        }
        // Writes of ops around a definition.
        for &definition in self.state.find_definitions(self.operand(read.key)).iter() {
            let mut around = view(self.body, definition).defining_op().and_then(|op| op.parent_op());
            while let Some(op) = around.filter(|op| op.body_id() == self.body.body_id()) {
                let at = self.order.span(op.id()).0;
                if at < read.lo && !writes.over(at, &mut look) {
                    return found;
                }
                around = op.parent_op();
            }
        }
        None
    }

    /// Finds a conflict of a read with writes that do not dominate its definition, though they precede it.
    fn conflict_with_one_before(
        &self,
        read: &Interval<OperandKey>,
        writes: &Layers<OperandKey>,
    ) -> Option<Reason> {
        let mut found = None;
        writes.beginning(read.lo, read.hi, &mut |write| {
            found = self.conflict(read.key, write);
            found.is_none()
        });
        found
    }

    /// A conflict of a read in one set with a write in another.
    fn conflict_between(&self, reads: &AliasSet, writes: &AliasSet) -> Option<Reason> {
        if reads.reads.len() < writes.writes.len() {
            let found = reads.reads.iter().find_map(|read| self.conflict_of_read(read, &writes.writes));
            found.or_else(|| {
                let mut before = reads.reads_before.iter();
                before.find_map(|read| self.conflict_with_one_before(read, &writes.writes_before))
            })
        } else {
            writes.writes.iter().find_map(|write| self.conflict_of_write(reads, write.key))
        }
    }

    /// A conflict of a read and a write that are in different classes.
    fn conflict_across(&self, classes: &[usize]) -> Option<Reason> {
        let sets = || classes.iter().map(|&class| &self.sets[class]);
        if sets().any(|set| !set.reads.is_empty())
            && let Some(set) = sets().find(|set| set.privatizes)
        {
            let write = set.writes.iter().next().map(|write| write.key);
            return write.map(Reason::Parallel);
        }
        sets().enumerate().find_map(|(i, a)| {
            sets()
                .skip(i + 1)
                .find_map(|b| self.conflict_between(a, b).or_else(|| self.conflict_between(b, a)))
        })
    }

    /// A reason why an operand cannot be in place.
    fn find_obstacle(&self, operand: Operand<'b>) -> Option<Reason> {
        let (classes, writes) = (self.classes(operand), self.state.bufferizes_to_memory_write(operand));
        if let Some(value) = self.writes_read_only(operand, &classes, writes) {
            return Some(Reason::NotWritable(value));
        }
        let is_read = classes.iter().any(|&class| !self.sets[class].reads.is_empty());
        if writes && (is_read || self.state.options.strict_analysis) && self.must_privatize(operand) {
            return Some(Reason::Parallel(operand.key()));
        }
        if writes {
            let of_class = |&class: &usize| self.conflict_of_write(&self.sets[class], operand.key());
            if let Some(reason) = classes.iter().find_map(of_class) {
                return Some(reason);
            }
        }
        self.conflict_across(&classes)
    }

    fn decide(&mut self, operand: Operand<'b>) {
        if self.state.is_in_place(operand) {
            return;
        }
        let is_choice =
            self.state.bufferizes_to_memory_write(operand) || !self.state.aliasing_values(operand).is_empty();
        let number = self.statistics.choices as usize;
        self.statistics.choices += u64::from(is_choice);
        if let Some(choices) = &self.state.options.choices {
            if !is_choice || choices.get(number).copied().unwrap_or(true) {
                self.bufferize_in_place(operand);
            } else {
                self.statistics.out_of_place += 1;
            }
            return;
        }
        match self.obstacle(operand) {
            None => self.bufferize_in_place(operand),
            Some(reason) => {
                self.statistics.out_of_place += 1;
                self.reasons.push((operand.key(), reason));
                if self.state.options.print_conflicts && matches!(reason, Reason::NotWritable(_)) {
                    let all = self.not_writable_values(operand, &self.classes(operand));
                    self.not_writable.insert(operand.key(), all);
                }
            }
        }
    }

    /// Finds values that have the same buffer, of all ops from the inside out.
    fn find_equivalences(&self) {
        for &op in &self.ops {
            let op = self.op(op);
            let Some(model) = self.state.bufferizable(op) else { continue };
            for result in op.results().filter(|result| result.ty().is_tensor_like(op.cx())) {
                let aliases = self.state.aliasing_operands(result);
                let Some(first) = aliases.first().map(|alias| alias.operand.value()) else { continue };
                let mut all = true;
                for alias in &aliases {
                    let (is_equivalent, value) =
                        (alias.relation == BufferRelation::Equivalent, alias.operand.value());
                    let is_in_place = self.state.is_in_place(alias.operand);
                    if is_equivalent && is_in_place && alias.is_definite {
                        self.decisions.unite_equivalence_classes(result.id(), value.id());
                        all = false;
                        break;
                    }
                    all &= is_equivalent && is_in_place && self.state.are_equivalent(value, first);
                }
                // Whichever it is, it is the same.
                if all && !model.bufferizes_to_allocation(result) {
                    self.decisions.unite_equivalence_classes(result.id(), first.id());
                }
            }
        }
    }

    /// Finds the operands with undefined contents.
    fn gather_undefined_uses(&self) {
        let mut undefined = self.decisions.undefined.borrow_mut();
        for &op in &self.ops {
            let op = self.op(op);
            if self.state.bufferizable(op).is_none() {
                continue;
            }
            for result in op.results().filter(|result| result.ty().is_tensor_like(op.cx())) {
                let first = uses(result).next();
                if first.is_some_and(|operand| self.state.find_definitions(operand).is_empty()) {
                    undefined.extend(uses(result).map(Operand::key));
                }
            }
        }
    }

    /// The conflicts that only [`BufferizationOptions::strict_analysis`](crate::options::BufferizationOptions::strict_analysis) detects: the
    /// definition, the write in place and the read that does not see the definition, in the order of the writes. Only
    /// computed if reasons are collected.
    pub fn missed_conflicts(&self) -> Vec<(Value, OperandKey, OperandKey)> {
        let mut all: Vec<_> = self.missed_conflicts.borrow().iter().copied().collect();
        let shared = |read: OperandKey, write: OperandKey| {
            let (read, write) = (self.operand(read), self.operand(write));
            self.state.is_in_place(write) && self.class(read.value().id()) == self.class(write.value().id())
        };
        all.retain(|&(_, write, read)| shared(read, write));
        let at = |(op, index): OperandKey| (self.order.span(op).0, index);
        all.sort_by_key(|&(definition, write, read)| (at(write), at(read), definition.index()));
        all
    }

    /// The values that share a buffer with a value.
    pub fn aliases(&self, value: Value) -> Vec<Value> {
        self.decisions.aliases(value).unwrap_or_default()
    }

    /// Whether a value's buffer is written.
    pub fn is_value_written(&self, value: Value) -> bool {
        !self.sets[self.class(value)].writes.is_empty()
    }
}
