//! Values that a loop carries, of which only the total over all elements of a block is used.
//!
//! Integers are combined by an operation that is associative and commutative, and from an element on that changes nothing: which
//! element of the block combines what cannot be seen in the total. The greatest and the least of integers may be those of
//! a number that all elements begin with, too.

use rustc_hash::FxHashSet;
use terrace_dialects_llvm::ops::{
    AddOp, AndOp, BrOp, FreezeOp, ICmpOp, OrOp, SExtOp, SelectOp, SubOp, TruncOp, XOrOp, ZExtOp,
};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, Op, OpRef, Rewriter, Value, ValueRef, op_match};

use super::extremes::extreme_of;
use super::marks::{number, source};
use crate::cleanups::passed_to;
use crate::constructs::BroadcastOp;
use crate::dialect::{AssignedOp, ExpressionOp, Reduced, Reduction};

/// A value that a loop carries.
pub(super) struct Total {
    /// All values from the header's argument to the next one.
    pub(super) values: FxHashSet<Value>,
    /// The ops that combine.
    pub(super) combining: Vec<Op>,
    /// The values that are combined with it.
    pub(super) combined: Vec<Value>,
    /// The op that has the first value of each element of the block.
    pub(super) broadcast: Option<Op>,
    /// The value that all elements begin with, where that may be any number: a scalar, if it has no shape.
    pub(super) first: Option<Value>,
}

/// The total that an argument of a loop's header is part of, for a block of one dimension; `None` if it is another value.
pub(super) fn total_of(
    rw: &Rewriter<'_>,
    inside: &FxHashSet<Block>,
    (block, dim): (Value, usize),
    argument: Value,
) -> Option<Total> {
    let view = rw.value(argument);
    view.ty().is_signless_integer(rw.cx()).then_some(())?;
    let header = view.owner_block()?;
    let index = header.args().position(|arg| arg.id() == argument)?;
    let mut finder = Finder {
        rw,
        inside,
        header: header.id(),
        index,
        kind: None,
        comparisons: FxHashSet::default(),
        outside: Vec::new(),
    };
    let mut total = finder.follow(argument)?;
    let (mut kind, mut comparisons) = (finder.kind, std::mem::take(&mut finder.comparisons));
    // Each value that control or a condition chooses is the one carried, whatever is chosen, or an extreme.
    let mut numbers = Vec::new();
    for &value in total.values.iter().filter(|&&value| value != argument) {
        let view = rw.value(value);
        let is_carried = match view.defining_op() {
            Some(op) => op.cast::<SelectOp>().is_none_or(|select| {
                [select.true_value(), select.false_value()].iter().all(|arm| total.values.contains(&arm.id()))
            }),
            None => incoming(rw, view)?.iter().all(|value| total.values.contains(value)),
        };
        if !is_carried {
            let extreme = extreme_of(rw, view, argument, &total.values)?;
            kind.is_none_or(|known| known == extreme.kind).then_some(())?;
            kind = Some(extreme.kind);
            comparisons.remove(&extreme.comparison);
            numbers.push(extreme.number);
        }
    }
    let kind = kind?;
    let is_extreme = !numbers.is_empty();
    comparisons.is_empty().then_some(())?;
    (!is_extreme || keeps_numbers(rw, &total.values, argument)).then_some(())?;
    total.combined.extend(numbers);
    finder.outside.iter().all(|&user| is_total(rw.op(user), kind, dim)).then_some(())?;
    total.combined.iter().all(|value| !total.values.contains(value)).then_some(())?;
    for value in incoming(rw, view)? {
        if total.values.contains(&value) {
            continue;
        }
        let mut first = if is_extreme { source(rw.value(value)) } else { whole(rw.value(value))? };
        if let Some(broadcast) = first.defined_by::<BroadcastOp>() {
            let is_of_block = source(broadcast.block()).id() == block && has_dim(broadcast.dims(), dim);
            let is_own = first.uses().count() == 1 && total.broadcast.is_none();
            (is_of_block && is_own).then_some(())?;
            total.broadcast = Some(broadcast.0.id());
            first = if is_extreme { broadcast.value() } else { whole(broadcast.value())? };
        }
        if is_extreme {
            total.first.is_none().then_some(())?;
            total.first = Some(first.id());
            continue;
        }
        (number(first)? == if kind == Reduction::And { -1 } else { 0 }).then_some(())?;
    }
    Some(total)
}

/// Whether values are numbers of the type of an argument, or such numbers extended.
fn keeps_numbers(rw: &Rewriter<'_>, values: &FxHashSet<Value>, argument: Value) -> bool {
    let ty = rw.body().value_type(argument);
    values.iter().filter_map(|&value| rw.value(value).defining_op()).all(|op| match () {
        () if op.isa::<TruncOp>() => op.single_result().ty() == ty,
        () if op.isa::<SExtOp>() || op.isa::<ZExtOp>() => {
            op.operands().next().is_some_and(|operand| operand.ty() == ty)
        }
        () => true,
    })
}

/// The value that one is a part of, or the sign extension of, if nothing else is made of either: zero and minus one stay so.
fn whole(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    let mut value = source(value);
    while let Some(op) = value.defining_op().filter(|op| op.isa::<TruncOp>() || op.isa::<SExtOp>()) {
        (value.uses().count() == 1).then_some(())?;
        value = source(op.operands().next()?);
    }
    Some(value)
}

/// Whether an op is the total over a dimension.
fn is_total(op: OpRef<'_>, kind: Reduction, dim: usize) -> bool {
    Reduced::of(op).is_some_and(|reduced| reduced.kind == kind && has_dim(reduced.dims, dim))
}

/// Whether a constant mask names a dimension.
fn has_dim(dims: ValueRef<'_>, dim: usize) -> bool {
    number(source(dims)).is_some_and(|dims| dims >> dim & 1 == 1)
}

/// The values that branches pass for an argument of a block.
fn incoming(rw: &Rewriter<'_>, argument: ValueRef<'_>) -> Option<Vec<Value>> {
    let (block, body) = (argument.owner_block()?, rw.body());
    let at = block.args().position(|arg| arg.id() == argument.id())?;
    let passed = body.preds(block.id()).map(|used| {
        let branch = body.use_owner(used);
        let successor = body.use_index(used) - body.operands(branch).len();
        passed_to(rw.op(branch), successor).1.get(at).copied()
    });
    passed.collect()
}

struct Finder<'f, 'r> {
    rw: &'f Rewriter<'r>,
    inside: &'f FxHashSet<Block>,
    header: Block,
    index: usize,
    kind: Option<Reduction>,
    /// The comparisons of what is carried.
    comparisons: FxHashSet<Op>,
    /// The users after the loop.
    outside: Vec<Op>,
}

impl Finder<'_, '_> {
    /// Follows a value through all that is done with it.
    fn follow(&mut self, argument: Value) -> Option<Total> {
        let mut total = Total {
            values: FxHashSet::default(),
            combining: Vec::new(),
            combined: Vec::new(),
            broadcast: None,
            first: None,
        };
        let mut pending = vec![argument];
        while let Some(value) = pending.pop() {
            if !total.values.insert(value) {
                continue;
            }
            for (user, place) in self.rw.value(value).uses() {
                let is_inside = user.block().is_some_and(|block| self.inside.contains(&block.id()));
                match is_inside {
                    true => self.follow_use(user, place, &mut total, &mut pending)?,
                    false if value == argument => self.outside.push(user.id()),
                    false => return None,
                }
            }
        }
        Some(total)
    }

    fn follow_use(
        &mut self,
        user: OpRef<'_>,
        place: usize,
        total: &mut Total,
        pending: &mut Vec<Value>,
    ) -> Option<()> {
        if let Some(branch) = user.interface::<dyn BranchOp>() {
            return self.follow_branch(user, branch, place, pending);
        }
        if user.isa::<ICmpOp>() {
            self.comparisons.insert(user.id());
            return Some(());
        }
        let combines = |kind: Reduction, total: &mut Total| {
            total.combining.push(user.id());
            total.combined.push(user.operands().nth(1 - place)?.id());
            Some(Some(kind))
        };
        let kind = op_match!(user, {
            AddOp(_add) => combines(Reduction::Add, total)?,
            SubOp(_sub) if place == 0 => combines(Reduction::Add, total)?,
            XOrOp(_xor) => combines(Reduction::Xor, total)?,
            OrOp(_or) => combines(Reduction::Or, total)?,
            AndOp(_and) => combines(Reduction::And, total)?,
            SelectOp(_select) if place > 0 => None,
            SExtOp(_cast) => None,
            ZExtOp(_cast) => None,
            TruncOp(_cast) => None,
            FreezeOp(_freeze) => None,
            ExpressionOp(_mark) => None,
            AssignedOp(_mark) => None,
            _ => return None,
        });
        if kind.is_some() && self.kind.is_some_and(|known| Some(known) != kind) {
            return None;
        }
        self.kind = self.kind.or(kind);
        pending.push(user.single_result().id());
        Some(())
    }

    /// A branch passes it on as the same value of the next iteration, or to where ways meet.
    fn follow_branch(
        &self,
        user: OpRef<'_>,
        branch: &dyn BranchOp,
        place: usize,
        pending: &mut Vec<Value>,
    ) -> Option<()> {
        let mut is_passed = false;
        for (successor, to) in user.successors().enumerate() {
            let operands = branch.successor_operands(user, successor);
            let Some(at) = place.checked_sub(operands.start).filter(|&at| at < operands.len) else {
                continue;
            };
            is_passed = true;
            let at = at + operands.produced;
            match () {
                () if to.id() == self.header => (at == self.index && user.isa::<BrOp>()).then_some(())?,
                () if self.inside.contains(&to.id()) => pending.push(to.args().nth(at)?.id()),
                () => return None,
            }
        }
        is_passed.then_some(())
    }
}
