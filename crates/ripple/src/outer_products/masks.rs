//! Masks of loops, as bounds of rows and columns.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_analysis::loops::LoopId;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{CondBrOp, ICmpOp};
use terrace_ir::dominance::{DomTree, PostDomTree};
use terrace_ir::{Block, Body, Op, Value, ValueRef};

use super::linear::Slice;
use super::recognize::{Function, Reason};
use crate::analysis::{Shapes, condition_of};

/// A bound of a dimension: lanes are active up to the first one for which a value reaches a limit.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// The dimension.
    pub dim: usize,
    /// The value, with stride 1.
    pub value: Value,
    /// The ops that compute it.
    pub slice: Slice,
    /// The limit.
    pub limit: Value,
    /// Whether the lane at the limit is active.
    pub inclusive: bool,
    /// Whether both are compared as signed integers.
    pub signed: bool,
}

/// The reason for keeping a loop under other masks.
const MASKED: Reason = "it is executed under a condition that is not a bound of rows or columns";

/// The control dependence of a block on divergent branches.
#[derive(Clone, Copy, Debug)]
enum Control {
    /// All lanes execute it.
    All,
    /// A divergent branch has this successor, which is the block or dominates it.
    Branch(Block),
    /// Several divergent branches lead to it.
    Several,
}

/// The divergent conditions of a function.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    control: FxHashMap<Block, Control>,
    /// Whether a loop has a divergent exit.
    divergent: RefCell<FxHashMap<LoopId, bool>>,
}

impl Conditions {
    /// Collects the divergent branches of a function; `condition` returns the condition of a branch.
    pub(super) fn new(
        body: &Body,
        shapes: &Shapes,
        (tree, after): (&DomTree, &PostDomTree),
        condition: impl Fn(Op) -> Option<Value>,
    ) -> Self {
        let mut control: FxHashMap<Block, Control> = FxHashMap::default();
        // Dominators are visited first.
        for &block in tree.blocks() {
            let found = match tree.immediate_dominator(block) {
                None => Control::All,
                Some(above) => {
                    let around = control.get(&above).copied().unwrap_or(Control::Several);
                    let targets = || body.last_op(above).into_iter().flat_map(|op| body.successors(op));
                    let divides = body
                        .last_op(above)
                        .and_then(&condition)
                        .is_some_and(|condition| !shapes.of(condition).is_scalar());
                    if after.post_dominates(block, above) {
                        around
                    } else if !targets().any(|target| leads_to(body, tree, target, block)) {
                        Control::Several
                    } else if divides {
                        Control::Branch(block)
                    } else {
                        around
                    }
                }
            };
            control.insert(block, found);
        }
        Self { control, divergent: RefCell::default() }
    }
}

/// Whether all paths to a block go through the edge of one branch to a target.
fn leads_to(body: &Body, tree: &DomTree, target: Block, block: Block) -> bool {
    tree.dominates(target, block) && crate::levels::predecessors(body, target).len() == 1
}

/// Whether elements leave a loop at different times.
fn is_divergent(function: &Function<'_>, id: LoopId) -> bool {
    if let Some(&known) = function.conditions.divergent.borrow().get(&id) {
        return known;
    }
    let blocks = function.loops.blocks(id);
    let members: FxHashSet<Block> = blocks.iter().copied().collect();
    let divides = |block: Block| {
        let Some(op) = shaped_condition(function, block).and_then(|_| function.body.last_op(block)) else {
            return false;
        };
        let mut targets = function.body.successors(op);
        let first = targets.next();
        let meet =
            targets.fold(first, |meet, target| function.after.nearest_common_post_dominator(meet?, target));
        meet.is_none_or(|meet| !members.contains(&meet))
    };
    let known = blocks.into_iter().any(divides);
    function.conditions.divergent.borrow_mut().insert(id, known);
    known
}

/// The bounds of rows and columns under which a block is executed, relative to `before`, which dominates it and is in
/// the same loops.
///
/// # Errors
///
/// The reason why the conditions are not bounds.
pub(super) fn bounds(
    function: &Function<'_>,
    header: Block,
    before: Option<Block>,
    dims: [(usize, u32); 2],
) -> Result<Vec<Bound>, Reason> {
    let Some(before) = before else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    // The condition of an enclosing loop does not describe the lanes that have left it.
    let mut around = function.loops.loop_of(before);
    while let Some(id) = around {
        if is_divergent(function, id) {
            return Err("elements leave a loop around at different times");
        }
        around = function.loops.get(id).parent;
    }
    let control = |block: Block| function.conditions.control.get(&block).copied();
    let mut at = control(header);
    loop {
        match at {
            Some(Control::All) => return Ok(found),
            Some(Control::Branch(block)) => {
                let above = function.tree.immediate_dominator(block).ok_or(MASKED)?;
                found.push(bound(function, above, block, dims)?);
                at = control(above);
            }
            Some(Control::Several) | None => return Err(MASKED),
        }
    }
}

/// The condition of a block's branch, if it is divergent.
fn shaped_condition(function: &Function<'_>, block: Block) -> Option<Value> {
    let op = function.body.last_op(block)?;
    condition_of(function.view(op)).filter(|&condition| !function.shapes.of(condition).is_scalar())
}

fn bound(
    function: &Function<'_>,
    block: Block,
    inner: Block,
    dims: [(usize, u32); 2],
) -> Result<Bound, Reason> {
    let op = function.body.last_op(block).ok_or(MASKED)?;
    let branch = function.view(op).cast::<CondBrOp>().ok_or(MASKED)?;
    let (yes, no) = (branch.true_dest().id(), branch.false_dest().id());
    let leads = |target: Block| leads_to(function.body, &function.tree, target, inner);
    let holds = match (leads(yes), leads(no)) {
        (true, false) => true,
        (false, true) => false,
        _ => return Err(MASKED),
    };
    let compare = branch.condition().defining_op().and_then(|op| op.cast::<ICmpOp>()).ok_or(MASKED)?;
    let is_scalar = |value: ValueRef<'_>| function.shapes.of(value.id()).is_scalar();
    let (value, limit, swapped) = match (is_scalar(compare.lhs()), is_scalar(compare.rhs())) {
        (false, true) => (compare.lhs(), compare.rhs(), false),
        (true, false) => (compare.rhs(), compare.lhs(), true),
        _ => return Err(MASKED),
    };
    use ICmpPredicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    // Normalized: the value on the left, the condition true.
    let predicate = match (compare.predicate(), swapped) {
        (Sgt, true) => Slt,
        (Sge, true) => Sle,
        (Slt, true) => Sgt,
        (Sle, true) => Sge,
        (Ugt, true) => Ult,
        (Uge, true) => Ule,
        (Ult, true) => Ugt,
        (Ule, true) => Uge,
        (other, _) => other,
    };
    let predicate = match (predicate, holds) {
        (Sge, false) => Slt,
        (Sgt, false) => Sle,
        (Uge, false) => Ult,
        (Ugt, false) => Ule,
        (other, true) => other,
        _ => return Err(MASKED),
    };
    let (inclusive, signed) = match predicate {
        Slt => (false, true),
        Sle => (true, true),
        Ult => (false, false),
        Ule => (true, false),
        _ => return Err(MASKED),
    };
    let shape = function.shapes.of(value.id());
    let mut of = shape.dims();
    let (Some(dim), None) = (of.next(), of.next()) else { return Err(MASKED) };
    if !dims.iter().any(|&(known, size)| known == dim && size == shape.size(dim)) {
        return Err(MASKED);
    }
    let none = FxHashSet::default();
    let elements = function.elements(&none, &none);
    let growth = elements.growth(value, dim).ok_or(MASKED)?;
    let in_range = if signed { growth.signed } else { growth.unsigned };
    let slice = elements.slice(value).ok_or(MASKED)?;
    if growth.step != 1 || !in_range || slice.loads || !slice.spilled.is_empty() {
        return Err(MASKED);
    }
    Ok(Bound { dim, value: value.id(), slice, limit: limit.id(), inclusive, signed })
}
