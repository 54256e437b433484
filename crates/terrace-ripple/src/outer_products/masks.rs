//! The conditions under which a loop is executed, as bounds of rows and columns.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{CondBrOp, ICmpOp};
use terrace_ir::{Block, Value, ValueRef};

use super::linear::Slice;
use super::recognize::{Function, Reason};
use crate::analysis::condition_of;

/// Elements of a dimension are executed up to the first one for which a value reaches a limit.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// The dimension.
    pub dim: usize,
    /// The value, which grows by one from element to element.
    pub value: Value,
    /// What computes it.
    pub slice: Slice,
    /// The limit.
    pub limit: Value,
    /// Whether the limit itself is executed.
    pub inclusive: bool,
    /// Whether both are compared as signed integers.
    pub signed: bool,
}

/// The bounds of rows and columns that the branches make that lead to `inner`, which is executed after `before` and in the
/// same loops.
///
/// # Errors
///
/// Why the conditions are not bounds.
pub(super) fn bounds(
    function: &Function<'_>,
    inner: Block,
    before: Option<Block>,
    dims: [(usize, u32); 2],
) -> Result<Vec<Bound>, Reason> {
    let Some(before) = before else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    // Elements that have left a loop around are not told by its condition.
    let mut around = function.loops.loop_of(before);
    let header = inner;
    while let Some(id) = around {
        let blocks = function.loops.blocks(id);
        let members: FxHashSet<Block> = blocks.iter().copied().collect();
        for block in blocks {
            if shaped_condition(function, block).is_none() {
                continue;
            }
            let mut targets =
                function.body.successors(function.body.last_op(block).ok_or("a block is empty")?);
            let first = targets.next();
            let meet = targets
                .fold(first, |meet, target| function.after.nearest_common_post_dominator(meet?, target));
            if meet.is_none_or(|meet| !members.contains(&meet)) {
                return Err("elements leave a loop around at different times");
            }
        }
        around = function.loops.get(id).parent;
    }
    let mut at = Some(before);
    let mut inner = inner;
    while let Some(block) = at {
        if let Some(condition) = shaped_condition(function, block)
            && block != header
            && !function.after.post_dominates(header, block)
        {
            found.push(bound(function, block, condition, inner, dims)?);
        }
        inner = block;
        at = function.tree.immediate_dominator(block);
    }
    Ok(found)
}

/// The condition by which a block branches, if it differs from element to element.
fn shaped_condition(function: &Function<'_>, block: Block) -> Option<Value> {
    let op = function.body.last_op(block)?;
    condition_of(function.view(op)).filter(|&condition| !function.shapes.of(condition).is_scalar())
}

fn bound(
    function: &Function<'_>,
    block: Block,
    _condition: Value,
    inner: Block,
    dims: [(usize, u32); 2],
) -> Result<Bound, Reason> {
    const MASKED: Reason = "it is executed under a condition that is not a bound of rows or columns";
    let op = function.body.last_op(block).ok_or(MASKED)?;
    let branch = function.view(op).cast::<CondBrOp>().ok_or(MASKED)?;
    let (yes, no) = (branch.true_dest().id(), branch.false_dest().id());
    let leads = |target: Block| {
        function.tree.dominates(target, inner)
            && crate::levels::predecessors(function.body, target).len() == 1
    };
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
    // The value on the left, and the condition true.
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
