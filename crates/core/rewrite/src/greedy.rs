//! The greedy driver: applies patterns and folds ops until nothing changes.
//!
//! Visiting order is upstream's, since the printed IR depends on it: ops are taken from the end of a worklist
//! that was filled in program order and then reversed; modified ops and their parents are appended to it.
//! Each iteration begins by uniquing constant ops, and ends with region simplification; iteration stops at a
//! fixed point.

use rustc_hash::FxHashSet;
use terrace_ir::dialect_interfaces::NoConstant;
use terrace_ir::fold::{FoldValue, Folded, fold_op};
use terrace_ir::rewriter::{Edit, Listener};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Body, BodyId, Diag, InsertPoint, Op, Rewriter, Value, ValueDef, op_error};
use terrace_support::options;

use crate::constants::{Constants, constant_attr};
use crate::patterns::PatternSet;
use crate::regions::{erase_unreachable_blocks, simplify_regions};
use crate::rewrite_budget::{PatternCounts, RewriteBudget};
use crate::trivially_dead::TriviallyDeadCache;
use crate::walk::body_post_order;

terrace_pass::option_enum! {
    /// The extent of region simplification between rounds.
    pub enum RegionSimplify {
        /// No simplification.
        Disabled = "disabled",
        /// Unreachable blocks and unused arguments are erased.
        Normal = "normal",
        /// Equal blocks are merged as well.
        Aggressive = "aggressive",
    }
}

terrace_pass::option_enum! {
    /// The ops that patterns and folds are applied to.
    pub enum Strictness {
        /// All ops.
        AnyOp = "AnyOp",
        /// The ops that the driver begins with, and those that are created meanwhile.
        ExistingAndNewOps = "ExistingAndNewOps",
        /// The ops that the driver begins with.
        ExistingOps = "ExistingOps",
    }
}

options! {
    /// Options of the greedy driver.
    #[derive(Clone, Copy, Debug)]
    pub struct GreedyOptions {
        /// Seed the worklist with outer ops and in program order first; otherwise with nested ops first.
        pub top_down: bool,
        /// The maximum number of rounds; `None` for no limit.
        pub max_iterations: Option<u64>,
        /// The maximum number of successful rewrites in a round; `None` for no limit.
        pub max_rewrites: Option<u64>,
        /// The extent of region simplification.
        pub regions: RegionSimplify,
        /// Whether ops are folded.
        pub fold: bool,
        /// Whether equal constants become one.
        pub cse_constants: bool,
        /// The ops that patterns and folds are applied to.
        pub strictness: Strictness,
    }
}

impl Default for GreedyOptions {
    fn default() -> Self {
        Self {
            top_down: true,
            max_iterations: Some(10),
            max_rewrites: None,
            regions: RegionSimplify::Normal,
            fold: true,
            cse_constants: true,
            strictness: Strictness::AnyOp,
        }
    }
}

impl GreedyOptions {
    /// Returns the defaults of passes that set no options: bottom-up traversal, with equal blocks merged.
    pub fn bottom_up() -> Self {
        Self { top_down: false, regions: RegionSimplify::Aggressive, ..Self::default() }
    }
}

/// The result of a greedy rewrite. A pass that gets [`GreedyResult::nontermination`] fails with it.
#[derive(Debug)]
pub struct GreedyResult {
    /// Whether anything was changed.
    pub changed: bool,
    /// Whether the last round changed nothing.
    pub converged: bool,
    /// Whether all of the ops that [`apply_greedily_to`] was given were erased.
    pub all_erased: bool,
    /// The patterns that succeeded in the last round and how often, most frequent first, if the driver did not
    /// converge.
    pub repeating: Vec<(&'static str, u64)>,
    /// The error if rewriting does not terminate (see [`crate::rewrite_budget`]), or if it would not, since an op folds to
    /// a constant that is not `ConstantLike`; the remaining IR is valid.
    pub nontermination: Option<Box<Diag>>,
}

/// The name under which folds are counted.
const FOLDING: &str = "folding";

/// The pending ops: a stack without duplicates.
struct Worklist {
    /// The body whose ops they are.
    id: BodyId,
    list: Vec<Option<Op>>,
    /// Place in the list plus one, by op; zero where it is not there.
    places: Vec<u32>,
    /// By op: one more than the span in which it was added with all ops around it.
    walked: Vec<u32>,
    /// Grows whenever something leaves the list, or an op may have got others around it.
    span: u32,
    dead: TriviallyDeadCache,
    /// The ops that may be added, if not all may be.
    allowed: Option<FxHashSet<Op>>,
    /// Whether new ops may be.
    allows_new: bool,
}

impl Worklist {
    fn new(id: BodyId, strictness: Strictness) -> Self {
        Self {
            allowed: (strictness != Strictness::AnyOp).then(FxHashSet::default),
            allows_new: strictness == Strictness::ExistingAndNewOps,
            id,
            list: Vec::new(),
            places: Vec::new(),
            walked: Vec::new(),
            span: 0,
            dead: TriviallyDeadCache::default(),
        }
    }

    fn push(&mut self, op: Op) {
        if self.allowed.as_ref().is_some_and(|allowed| !allowed.contains(&op)) {
            return;
        }
        let index = op.as_u32() as usize;
        if index >= self.places.len() {
            self.places.resize(index + 1, 0);
        }
        if self.places[index] == 0 {
            self.list.push(Some(op));
            self.places[index] = self.list.len() as u32;
        }
    }

    fn pop(&mut self) -> Option<Op> {
        self.span += 1;
        loop {
            if let Some(op) = self.list.pop()? {
                self.places[op.as_u32() as usize] = 0;
                return Some(op);
            }
        }
    }

    fn remove(&mut self, op: Op) {
        if let Some(place) = self.places.get_mut(op.as_u32() as usize)
            && *place != 0
        {
            self.list[*place as usize - 1] = None;
            *place = 0;
        }
    }

    fn reverse(&mut self) {
        self.span += 1;
        self.list.retain(Option::is_some);
        self.list.reverse();
        for (i, op) in self.list.iter().enumerate() {
            if let Some(op) = op {
                self.places[op.as_u32() as usize] = i as u32 + 1;
            }
        }
    }

    fn clear(&mut self) {
        self.span += 1;
        for op in self.list.drain(..).flatten() {
            self.places[op.as_u32() as usize] = 0;
        }
    }

    /// Adds an op and its parents before the first op is taken: the parents of an op in the list are in the
    /// list.
    fn push_first(&mut self, body: &Body, op: Op) {
        let mut at = Some(op);
        while let Some(op) = at.filter(|op| self.places.get(op.as_u32() as usize).is_none_or(|&p| p == 0)) {
            self.push(op);
            at = body.block_of(op).and_then(|b| body.region_of(b)).and_then(|r| body.region_parent(r));
        }
    }

    /// Adds an op and the ops around it. Those that are still there since they were added this way are not walked
    /// again, so that many changes deep inside cost no more than one. An op in a region that no op has yet is left to the next
    /// round.
    fn push_with_ancestors(&mut self, body: &Body, op: Op) {
        if self.walked.len() < body.num_ops() {
            self.walked.resize(body.num_ops(), 0);
        }
        if self.is_detached(body, op) {
            return;
        }
        let mut at = Some(op);
        while let Some(op) = at {
            let walked = &mut self.walked[op.as_u32() as usize];
            if *walked == self.span + 1 {
                break;
            }
            *walked = self.span + 1;
            self.push(op);
            at = body.block_of(op).and_then(|b| body.region_of(b)).and_then(|r| body.region_parent(r));
        }
    }

    /// Whether an op is in a region that belongs neither to an op nor to the body.
    fn is_detached(&self, body: &Body, op: Op) -> bool {
        let mut at = op;
        loop {
            if self.walked[at.as_u32() as usize] == self.span + 1 {
                return false;
            }
            let Some(region) = body.block_of(at).and_then(|block| body.region_of(block)) else { return true };
            match body.region_parent(region) {
                Some(parent) => at = parent,
                None => return !body.top_regions().contains(&region),
            }
        }
    }

    /// Adds the ops that define operands which `op`, about to go, shares with at most one other op: they may
    /// become dead, or be left with one user.
    fn push_operands(&mut self, body: &Body, op: Op) {
        let mut looked_at = FxHashSet::default();
        let many = body.operands(op).len() > 8;
        for value in body.operands(op) {
            let ValueDef::Result(def) = body.value_def(value) else { continue };
            if many && !looked_at.insert(value) {
                continue;
            }
            let mut other = None;
            let shared = body.uses(value).any(|used| {
                let user = body.use_owner(used);
                if user == op || Some(user) == other {
                    return false;
                }
                other.replace(user).is_some()
            });
            if !shared {
                self.push_with_ancestors(body, def);
            }
        }
    }
}

impl Listener for Worklist {
    fn edit(&mut self, id: BodyId, body: &Body, edit: Edit) {
        if id != self.id {
            return;
        }
        if let Edit::Erased(op) | Edit::Moved(op) = edit {
            self.dead.invalidate(op);
        }
        if !matches!(edit, Edit::Modified(_) | Edit::BlockModified(_)) {
            self.span += 1;
        }
        if let (Edit::Inserted(op), Some(allowed), true) = (edit, &mut self.allowed, self.allows_new) {
            allowed.insert(op);
        }
        match edit {
            // What is heard of later may be gone.
            Edit::Inserted(op) | Edit::Moved(op) | Edit::Modified(op) if body.is_erased(op) => {}
            Edit::Inserted(op) | Edit::Moved(op) | Edit::Modified(op) => self.push_with_ancestors(body, op),
            Edit::Erased(op) => {
                self.push_operands(body, op);
                self.remove(op);
            }
            Edit::Replaced(_) | Edit::BlockInserted(_) | Edit::BlockModified(_) | Edit::BlockErased(_) => {}
        }
    }
}

/// Applies patterns to all ops of a body until nothing changes.
#[must_use]
pub fn apply_greedily(rw: &mut Rewriter<'_>, patterns: &PatternSet, options: &GreedyOptions) -> GreedyResult {
    let mut worklist = Worklist::new(rw.body_id(), options.strictness);
    if let Some(allowed) = &mut worklist.allowed {
        allowed.extend(body_post_order(rw.body()));
    }
    let (mut iteration, mut changing) = (0, true);
    let (mut counts, mut budget) = (PatternCounts::default(), RewriteBudget::new(rw.body()));
    // After how many edits there was nothing to simplify in regions: until the next one, there still is not.
    let mut settled = None;
    while changing && !budget.is_exceeded() {
        iteration += 1;
        if options.max_iterations.is_some_and(|max| iteration > max) {
            break;
        }
        counts.clear();
        worklist.clear();
        let edits = rw.num_edits();
        populate(rw, &mut worklist, options);
        // Constants that move or become one leave nothing dead; where there are branches, blocks may become equal.
        if settled == Some(edits) && !rw.body().may_branch() {
            settled = Some(rw.num_edits());
        }
        let cx = rw.cx();
        // An iteration that is left out is the last.
        changing = cx
            .execute_action(
                ITERATION,
                || format!("{ITERATION}({iteration})"),
                || iterate(rw, &mut worklist, patterns, options, &mut settled, (&mut counts, &mut budget)),
            )
            .unwrap_or(false);
    }
    let repeating = if changing { counts.sorted() } else { Vec::new() };
    let (changed, converged, nontermination) = (iteration > 1, !changing, budget.error());
    GreedyResult { changed, converged, all_erased: false, repeating, nontermination }
}

/// The action of one round.
const ITERATION: &str = "GreedyPatternRewriteIteration";

/// Applies patterns to the ops of the worklist, and simplifies regions; whether anything was changed.
fn iterate(
    rw: &mut Rewriter<'_>,
    worklist: &mut Worklist,
    patterns: &PatternSet,
    options: &GreedyOptions,
    settled: &mut Option<u64>,
    (counts, budget): (&mut PatternCounts, &mut RewriteBudget),
) -> bool {
    let mut changing =
        *settled != Some(rw.num_edits()) && erase_unreachable_blocks(&mut rw.listening(worklist));
    changing |= process(rw, worklist, patterns, options, counts, budget);
    if options.regions != RegionSimplify::Disabled && *settled != Some(rw.num_edits()) {
        let merge = options.regions == RegionSimplify::Aggressive;
        let edits = rw.num_edits();
        let simplified = simplify_regions(&mut rw.listening(worklist), merge);
        *settled = (!simplified && rw.num_edits() == edits).then_some(edits);
        changing |= simplified;
    }
    changing
}

/// Applies patterns to some ops, the last first, and to all ops that this creates or modifies, as far as the options'
/// strictness allows, to a fixed point.
#[must_use]
pub fn apply_greedily_to(
    rw: &mut Rewriter<'_>,
    ops: &[Op],
    patterns: &PatternSet,
    options: &GreedyOptions,
) -> GreedyResult {
    let mut worklist = Worklist::new(rw.body_id(), options.strictness);
    if let Some(allowed) = &mut worklist.allowed {
        allowed.extend(ops);
    }
    let mut budget = RewriteBudget::new(rw.body());
    ops.iter().for_each(|&op| worklist.push(op));
    let changed = process(rw, &mut worklist, patterns, options, &mut PatternCounts::default(), &mut budget);
    let nontermination = budget.error();
    let all_erased = ops.iter().all(|&op| rw.body().is_erased(op));
    let converged = nontermination.is_none();
    GreedyResult { changed, converged, all_erased, repeating: Vec::new(), nontermination }
}

/// Fills the worklist with all ops; existing constants are uniqued.
fn populate(rw: &mut Rewriter<'_>, worklist: &mut Worklist, options: &GreedyOptions) {
    let mut constants = Constants::new();
    let mut pending = Vec::new();
    let ops_in = |body: &Body, pending: &mut Vec<(Op, bool)>, op: Option<Op>| {
        let start = pending.len();
        let push = |region, pending: &mut Vec<(Op, bool)>| {
            for block in body.blocks_of(region) {
                pending.extend(body.ops_of(block).map(|op| (op, false)));
            }
        };
        match op {
            Some(op) => body.regions(op).for_each(|region| push(region, pending)),
            None => body.top_regions().iter().for_each(|&region| push(region, pending)),
        }
        pending[start..].reverse();
    };
    ops_in(rw.body(), &mut pending, None);
    while let Some((op, entered)) = pending.pop() {
        if !options.top_down && !entered && rw.body().regions(op).len() > 0 {
            pending.push((op, true));
            ops_in(rw.body(), &mut pending, Some(op));
            continue;
        }
        if options.cse_constants && constant_attr(rw.op(op)).is_some() {
            let mut inner = rw.listening(worklist);
            if !constants.insert_known(&mut inner, op) {
                continue;
            }
        }
        worklist.push_first(rw.body(), op);
        if options.top_down && rw.body().regions(op).len() > 0 {
            ops_in(rw.body(), &mut pending, Some(op));
        }
    }
    if options.top_down {
        worklist.reverse();
    }
}

/// Works the list off; whether anything changed.
fn process(
    rw: &mut Rewriter<'_>,
    worklist: &mut Worklist,
    patterns: &PatternSet,
    options: &GreedyOptions,
    counts: &mut PatternCounts,
    budget: &mut RewriteBudget,
) -> bool {
    let (mut changed, mut rewrites) = (false, 0u64);
    while options.max_rewrites.is_none_or(|max| rewrites < max) && !budget.is_exceeded() {
        let Some(op) = worklist.pop() else { break };
        if worklist.dead.is_trivially_dead(rw.op(op)) {
            rw.listening(worklist).erase_op(op);
            changed = true;
            continue;
        }
        if uses_itself(rw.body(), op) {
            continue;
        }
        if options.fold && !rw.op(op).has_trait(TraitSet::ConstantLike) {
            let folded = fold_op(rw.op(op));
            if folded != Folded::Unchanged && fold_to(&mut rw.listening(worklist), op, &folded, budget) {
                if budget.step(rw.body(), op, FOLDING)
                    && erase_unreachable_blocks(&mut rw.listening(worklist))
                {
                    budget.reset(rw.body());
                }
                changed = true;
                continue;
            }
        }
        let name = rw.body().name(op);
        for entry in patterns.for_op(rw.cx(), name) {
            let mut inner = rw.listening(worklist);
            inner.set_insertion_point(InsertPoint::Before(op));
            if entry.apply(&mut inner, op).is_some() {
                counts.count(entry.name);
                if budget.step(rw.body(), op, entry.name)
                    && erase_unreachable_blocks(&mut rw.listening(worklist))
                {
                    budget.reset(rw.body());
                }
                changed = true;
                rewrites += 1;
                break;
            }
        }
    }
    changed
}

/// Whether an op uses its own results across blocks, which is valid only in unreachable code. Patterns that
/// look through it would not terminate.
fn uses_itself(body: &Body, op: Op) -> bool {
    let own = |value: Value| body.value_def(value) == ValueDef::Result(op);
    body.num_blocks() > body.num_regions()
        && body.operands(op).any(own)
        && body
            .block_of(op)
            .and_then(|block| body.region_of(block))
            .is_some_and(|r| body.blocks_of(r).nth(1).is_some())
}

/// Applies the result of folding an op; returns whether the op was changed. A constant that would be folded again is an
/// error, as in upstream's driver; where a dialect has no constant, that is a match failure of "folding".
fn fold_to(rw: &mut Rewriter<'_>, op: Op, folded: &Folded, budget: &mut RewriteBudget) -> bool {
    let reason = match try_apply_fold(rw, op, folded) {
        Ok(changed) => return changed,
        Err(reason) => reason,
    };
    let (message, help) = reason.message(rw.cx(), rw.body().name(op));
    if let NoConstant::NotConstantLike(_) = reason {
        budget.fail(op_error(rw.op(op), message).help(help));
        return false;
    }
    let outer = rw.set_pattern(Some(FOLDING));
    rw.notify_match_failure::<()>(op, &format!("the op {message}"));
    rw.set_pattern(outer);
    false
}

/// Applies the result of folding an op. Returns false, without a change, if a constant cannot be created.
pub fn apply_fold(rw: &mut Rewriter<'_>, op: Op, folded: &Folded) -> bool {
    try_apply_fold(rw, op, folded).unwrap_or(false)
}

/// Applies the result of folding an op; returns whether the op was changed.
///
/// # Errors
///
/// The reason for which a constant cannot be created; nothing is changed then.
fn try_apply_fold(rw: &mut Rewriter<'_>, op: Op, folded: &Folded) -> Result<bool, NoConstant> {
    let results = match folded {
        Folded::Unchanged => return Ok(false),
        Folded::Changed(changes) => return Ok(rw.apply(op, changes)),
        Folded::Hoisted(inner) => {
            let values: Vec<Value> = rw.body().results(*inner).collect();
            rw.move_op(*inner, InsertPoint::Before(op));
            rw.replace_op(op, &values);
            return Ok(true);
        }
        Folded::Results(results) => results,
    };
    let name = rw.body().name(op);
    rw.set_insertion_point(InsertPoint::Before(op));
    let loc = rw.body().loc(op);
    let (mut values, mut made) = (Vec::with_capacity(results.len()), Vec::new());
    for (i, result) in results.iter().enumerate() {
        match *result {
            FoldValue::Value(value) => values.push(value),
            FoldValue::Attr(attr) => {
                let ty = rw.body().value_type(rw.body().result(op, i));
                let constant = match rw.try_constant_of(name, attr, ty, loc) {
                    Ok(constant) => constant,
                    Err(reason) => {
                        made.into_iter().rev().for_each(|op| rw.erase_op(op));
                        return Err(reason);
                    }
                };
                made.push(constant);
                values.push(rw.body().single_result(constant));
            }
        }
    }
    rw.replace_op(op, &values);
    Ok(true)
}
