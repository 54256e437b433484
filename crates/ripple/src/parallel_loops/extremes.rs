//! Values that a loop carries as the greatest or the least of integers: `t = e > t ? e : t`.
//!
//! A branch, or a selection, chooses by a comparison of what is carried with a number, and does nothing else. Both may be
//! extended, to `int` in C: what is chosen is as large as the carried value again, or is of its type before.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{BrOp, CondBrOp, ICmpOp, SExtOp, SelectOp, ZExtOp};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Op, OpRef, Rewriter, TraitSet, Value, ValueRef};

use super::form::swapped;
use super::marks::source;
use crate::cleanups::passed_to;
use crate::dialect::Reduction;

/// The greater or the lesser of a carried value and a number.
pub(super) struct Extreme {
    pub(super) kind: Reduction,
    /// The comparison that chooses.
    pub(super) comparison: Op,
    /// The number.
    pub(super) number: Value,
}

/// The extension of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extension {
    Sign,
    Zero,
}

/// A number before it is extended, and how it is.
fn base(value: ValueRef<'_>) -> (ValueRef<'_>, Option<Extension>) {
    let value = source(value);
    let Some(op) = value.defining_op() else { return (value, None) };
    if let Some(cast) = op.cast::<SExtOp>() {
        return (source(cast.arg()), Some(Extension::Sign));
    }
    match op.cast::<ZExtOp>() {
        Some(cast) => (source(cast.arg()), Some(Extension::Zero)),
        None => (value, None),
    }
}

/// The way in which a value is the greater or the lesser of one of some carried values and of a number that is none of them, both of
/// the type of the argument that carries them.
pub(super) fn extreme_of(
    rw: &Rewriter<'_>,
    value: ValueRef<'_>,
    argument: Value,
    carried: &FxHashSet<Value>,
) -> Option<Extreme> {
    let (condition, arms) = match value.defining_op() {
        Some(op) => {
            let select = op.cast::<SelectOp>()?;
            (select.condition(), [select.true_value().id(), select.false_value().id()])
        }
        None => chosen_by_branch(rw, value)?,
    };
    let comparison = condition.defining_op()?.cast::<ICmpOp>()?;
    (condition.uses().count() == 1).then_some(())?;
    let ty = rw.body().value_type(argument);
    let is_carried = |value: ValueRef<'_>| carried.contains(&value.id());
    let (left, right) = (comparison.lhs(), comparison.rhs());
    let mut predicate = comparison.predicate();
    let (number, kept) = match (is_carried(left), is_carried(right)) {
        (false, true) => (left, right),
        (true, false) => {
            predicate = swapped(predicate);
            (right, left)
        }
        _ => return None,
    };
    let ((number, number_extension), (kept, extension)) = (base(number), base(kept));
    let is_like = number.ty() == ty && kept.ty() == ty && number_extension == extension && is_carried(kept);
    (is_like && !is_carried(number)).then_some(())?;
    // The number is chosen where it compares so, or where it does not.
    let bases = arms.map(|arm| base(rw.value(arm)).0.id());
    let is_first = match bases {
        [first, second] if (first, second) == (number.id(), kept.id()) => true,
        [first, second] if (first, second) == (kept.id(), number.id()) => false,
        _ => return None,
    };
    use ICmpPredicate::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let (is_greater, is_signed) = match predicate {
        Sgt | Sge => (true, true),
        Slt | Sle => (false, true),
        Ugt | Uge => (true, false),
        Ult | Ule => (false, false),
        _ => return None,
    };
    // Extended numbers without a sign compare alike with a sign.
    let is_signed = match extension {
        None => is_signed,
        Some(Extension::Zero) => false,
        Some(Extension::Sign) => is_signed.then_some(true)?,
    };
    let kind = match (is_greater == is_first, is_signed) {
        (true, true) => Reduction::SMax,
        (true, false) => Reduction::UMax,
        (false, true) => Reduction::SMin,
        (false, false) => Reduction::UMin,
    };
    Some(Extreme { kind, comparison: comparison.0.id(), number: number.id() })
}

/// The condition of a branch that only chooses the argument of a block, and what is passed where it holds and where it
/// does not.
fn chosen_by_branch<'a>(rw: &'a Rewriter<'_>, value: ValueRef<'_>) -> Option<(ValueRef<'a>, [Value; 2])> {
    let body = rw.body();
    let block = value.owner_block()?;
    (block.args().count() == 1).then_some(())?;
    let ways: Vec<(Op, usize)> = body
        .preds(block.id())
        .map(|used| {
            let branch = body.use_owner(used);
            (branch, body.use_index(used) - body.operands(branch).len())
        })
        .collect();
    let &[first, second] = &ways[..] else { return None };
    let mut arms = [None, None];
    let mut from: Option<Op> = None;
    for (branch, successor) in [first, second] {
        let passed = passed_to(rw.op(branch), successor).1.first().copied()?;
        let (chooser, side) = match rw.op(branch).isa::<BrOp>() {
            false => (branch, successor),
            true => way_to(rw, branch)?,
        };
        from.is_none_or(|known| known == chooser).then_some(())?;
        from = Some(chooser);
        *arms.get_mut(side)? = Some(passed);
    }
    let condition = rw.op(from?).cast::<CondBrOp>()?.condition();
    Some((condition, [arms[0]?, arms[1]?]))
}

/// The branch to the block that one is in, if that block does nothing that can be seen, and which of its ways it is.
fn way_to(rw: &Rewriter<'_>, branch: Op) -> Option<(Op, usize)> {
    let body = rw.body();
    let block = body.block_of(branch)?;
    let is_pure = |op: OpRef<'_>| op.has_trait(TraitSet::Pure) || op.interface::<dyn BranchOp>().is_some();
    body.ops_of(block).all(|op| is_pure(rw.op(op))).then_some(())?;
    let mut ways = body.preds(block);
    let (used, None) = (ways.next()?, ways.next()) else { return None };
    let from = body.use_owner(used);
    Some((from, body.use_index(used) - body.operands(from).len()))
}
