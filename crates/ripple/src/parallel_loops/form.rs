//! Recognizes the counter, the bound and the step of a loop.
//!
//! In the form that loops have in the output of clang without optimizations, the blocks from the header to the one that
//! leaves the loop compute the condition, which compares the counter with the bound; the counter is an argument of the
//! header, and the branch at the end passes its next value. Both may pass through casts, as counters narrower than
//! `int` do.

use rustc_hash::FxHashSet;
use terrace_analysis::loops::LoopInfo;
use terrace_dialects_llvm::enums::{GEPNoWrapFlags, ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{
    AddOp, CondBrOp, FCmpOp, FreezeOp, GEPOp, GepIndexRef, ICmpOp, LoadOp, SExtOp, SubOp, TruncOp, ZExtOp,
};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{
    Block, BlockRef, Diag, Op, OpRef, Rewriter, TraitSet, Type, Value, ValueDef, ValueRef, op_match,
};

use super::exits::{Exit, exits, own_ways_out};
use super::marks::{AnnotatedLoop, number, source};
use crate::diagnostics::{Tag, error};

/// The amount by which a counter changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Amount {
    /// A constant; its sign is the direction.
    Constant(i64),
    /// A value or its negation.
    Value {
        /// The value.
        value: Value,
        /// Whether it is negated.
        negated: bool,
    },
}

/// The type of a counter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counter {
    /// An integer, and the flags with which it is increased, if that is in its own type.
    Integer(IntegerOverflowFlags),
    /// A pointer to elements of a type, and the flags with which it is increased.
    Pointer(Type, GEPNoWrapFlags),
}

/// The form of a loop.
#[derive(Debug)]
pub(super) struct LoopForm {
    /// All blocks, in reverse post-order, and then those on ways out that no other way leads to.
    pub(super) blocks: Vec<Block>,
    /// The blocks that compute the condition, in reverse post-order, the last of which leaves the loop.
    pub(super) condition_blocks: Vec<Block>,
    /// The block with the condition.
    pub(super) exiting: Block,
    /// The latch.
    pub(super) latch: Block,
    /// The number of the successor of `exiting` that stays in the loop.
    pub(super) stays: usize,
    /// The condition; true stays in the loop if `stays` is 0.
    pub(super) condition: Value,
    /// The number of the header's argument that is the counter.
    pub(super) counter_arg: usize,
    /// The type of the counter.
    pub(super) counter: Counter,
    /// The predicate of the comparison with the bound that stays in the loop.
    pub(super) predicate: ICmpPredicate,
    /// The counter as it is compared.
    pub(super) compared: Value,
    /// Whether casts between the counter and its comparison extend its sign.
    pub(super) extends_sign: bool,
    /// Whether casts between the counter and its comparison extend it by zeros.
    pub(super) extends_zero: bool,
    /// The width of the narrowest integer between the counter and its comparison, in which the counter wraps.
    pub(super) width: u32,
    /// The width of the counter itself.
    pub(super) counter_width: u32,
    /// Whether casts both sign-extend and zero-extend: the compared value need not be monotonic in the counter.
    pub(super) is_mixed: bool,
    /// Whether a sign-extended value is compared as unsigned: negative numbers are the largest ones.
    pub(super) crosses_sign: bool,
    /// The bound.
    pub(super) bound: Value,
    /// The step.
    pub(super) step: Amount,
    /// Ops of the loop to be evaluated before it, in order, for the step.
    pub(super) step_ops: Vec<Op>,
    /// The other exits of the loop.
    pub(super) exits: Vec<Exit>,
}

type Result<T> = std::result::Result<T, Box<Diag>>;

/// Recognizes the form of an annotated loop.
///
/// # Errors
///
/// If it has another form.
pub(super) fn recognize(rw: &Rewriter<'_>, info: &LoopInfo, annotated: &AnnotatedLoop) -> Result<LoopForm> {
    let fail = |message: &str| error(Tag::LoopForm, annotated.loc, message);
    let header = annotated.header;
    let id = info.loop_of(header).ok_or_else(|| fail("the annotated loop is never repeated"))?;
    let &[latch] = info.get(id).latches.as_slice() else {
        return Err(fail("the annotated loop is continued from several places"));
    };
    let blocks = info.blocks(id);
    let inside: FxHashSet<Block> = blocks.iter().copied().collect();
    let no_condition = "the condition of an annotated loop compares its counter with a bound";
    let (exiting, condition_blocks) =
        condition_blocks(rw, header, latch, &blocks, &inside).ok_or_else(|| fail(no_condition))?;
    let branch = rw
        .block(exiting)
        .terminator()
        .and_then(|op| op.cast::<CondBrOp>())
        .ok_or_else(|| fail(no_condition))?;
    let stays = usize::from(!inside.contains(&branch.true_dest().id()));
    let condition = branch.condition();
    let Some(compare) = source(condition).defining_op().and_then(|op| op.cast::<ICmpOp>()) else {
        let is_float = source(condition).defined_by::<FCmpOp>().is_some();
        let no_integer =
            "the counter of an annotated loop is an integer or a pointer, not a floating-point number";
        return Err(fail(if is_float { no_integer } else { no_condition }));
    };
    let mut blocks = blocks;
    blocks.extend(own_ways_out(rw, exiting, &blocks, &inside));
    let inside: FxHashSet<Block> = blocks.iter().copied().collect();
    let exits = exits(rw, exiting, &blocks, &inside);
    let predicate = match stays {
        0 => compare.predicate(),
        _ => negated(compare.predicate()),
    };
    let sides =
        [(compare.lhs(), compare.rhs(), predicate), (compare.rhs(), compare.lhs(), swapped(predicate))];
    let header_block = rw.block(header);
    let mut changed_elsewhere = false;
    for (side, bound, predicate) in sides {
        let (origin, casts) = through_casts(side);
        let ValueDef::Argument(_) = origin.def() else { continue };
        let Some(index) = header_block.args().position(|arg| arg.id() == origin.id()) else { continue };
        let Some(next) = passed(rw, latch, header, index) else { continue };
        let Some((counter, amount)) = update(next, origin) else {
            changed_elsewhere |= next.id() != origin.id();
            continue;
        };
        if predicate == ICmpPredicate::Eq {
            return Err(fail("the condition of an annotated loop is <, <=, >, >= or !="));
        }
        let counter_depends = depends(rw, bound, origin, header, &condition_blocks);
        if counter_depends {
            return Err(fail("the bound of an annotated loop depends on its counter"));
        }
        let (step, step_ops) = step(rw, amount, origin, header, (&blocks, &inside)).map_err(fail)?;
        if let Amount::Constant(step) = step {
            let disagrees = match predicate {
                ICmpPredicate::Slt | ICmpPredicate::Sle | ICmpPredicate::Ult | ICmpPredicate::Ule => step < 0,
                ICmpPredicate::Sgt | ICmpPredicate::Sge | ICmpPredicate::Ugt | ICmpPredicate::Uge => step > 0,
                _ => false,
            };
            if step == 0 {
                return Err(fail("the step of an annotated loop is zero"));
            }
            if disagrees {
                return Err(fail("the step of an annotated loop leads away from its bound"));
            }
        }
        return Ok(LoopForm {
            condition: condition.id(),
            compared: side.id(),
            bound: bound.id(),
            counter_arg: index,
            blocks,
            condition_blocks,
            exiting,
            latch,
            stays,
            counter,
            predicate,
            extends_sign: casts.extends_sign,
            extends_zero: casts.extends_zero,
            width: casts.width,
            counter_width: origin.ty().bit_width(origin.cx()).unwrap_or(u32::MAX),
            is_mixed: casts.extends_sign && casts.extends_zero,
            crosses_sign: casts.extends_sign && is_without_sign(predicate),
            step,
            step_ops,
            exits,
        });
    }
    Err(fail(match changed_elsewhere {
        true => {
            "the body of an annotated loop changes the counter, or its step is not an addition or a subtraction"
        }
        false => no_condition,
    }))
}

/// The block that leaves a loop with its condition, and the blocks from the header to it.
fn condition_blocks(
    rw: &Rewriter<'_>,
    header: Block,
    latch: Block,
    blocks: &[Block],
    inside: &FxHashSet<Block>,
) -> Option<(Block, Vec<Block>)> {
    let successors = |block: Block| -> Vec<Block> {
        rw.body().last_op(block).map_or(Vec::new(), |op| rw.body().successors(op).collect())
    };
    let exiting =
        blocks.iter().copied().find(|&block| successors(block).iter().any(|to| !inside.contains(to)))?;
    let (mut reached, mut pending) = (FxHashSet::from_iter([header, exiting]), Vec::new());
    if header != exiting {
        pending.push(header);
    }
    while let Some(block) = pending.pop() {
        for next in successors(block) {
            if next == latch || next == header || !inside.contains(&next) {
                return None;
            }
            if reached.insert(next) {
                pending.push(next);
            }
        }
    }
    let stays = successors(exiting).iter().filter(|to| inside.contains(to)).count();
    let found = blocks.iter().copied().filter(|block| reached.contains(block)).collect();
    (stays == 1 && (exiting != latch)).then_some((exiting, found))
}

/// Whether a predicate orders unsigned numbers.
fn is_without_sign(predicate: ICmpPredicate) -> bool {
    matches!(predicate, ICmpPredicate::Ult | ICmpPredicate::Ule | ICmpPredicate::Ugt | ICmpPredicate::Uge)
}

/// The effect of casts on an integer.
#[derive(Clone, Copy)]
struct Casts {
    extends_sign: bool,
    extends_zero: bool,
    /// The width of the narrowest integer on the way.
    width: u32,
}

/// The source of a value's casts, and their effect.
fn through_casts(mut value: ValueRef<'_>) -> (ValueRef<'_>, Casts) {
    let mut casts = Casts { extends_sign: false, extends_zero: false, width: u32::MAX };
    loop {
        value = source(value);
        casts.width = casts.width.min(value.ty().bit_width(value.cx()).unwrap_or(u32::MAX));
        let Some(op) = value.defining_op() else { return (value, casts) };
        op_match!(op, {
            SExtOp(cast) => {
                casts.extends_sign = true;
                value = cast.arg();
            }
            ZExtOp(cast) => {
                casts.extends_zero = true;
                value = cast.arg();
            }
            TruncOp(cast) => {
                value = cast.arg();
            }
            FreezeOp(freeze) => {
                value = freeze.val();
            }
            _ => return (value, casts),
        })
    }
}

/// The value that a block passes for an argument of its successor.
fn passed<'a>(rw: &'a Rewriter<'_>, from: Block, to: Block, argument: usize) -> Option<ValueRef<'a>> {
    let op = rw.block(from).terminator()?;
    let branch = op.interface::<dyn BranchOp>()?;
    let index = op.successors().position(|successor| successor.id() == to)?;
    passed_to(op, branch, index, argument)
}

fn passed_to<'a>(
    op: OpRef<'a>,
    branch: &dyn BranchOp,
    successor: usize,
    argument: usize,
) -> Option<ValueRef<'a>> {
    let operands = branch.successor_operands(op, successor);
    let at = argument.checked_sub(operands.produced)?;
    op.operands().nth(operands.start + at)
}

/// The increment of a counter and its amount; `None` if the next value is not an increment.
fn update<'a>(next: ValueRef<'a>, counter: ValueRef<'a>) -> Option<(Counter, ValueAmount<'a>)> {
    let (changed, _) = through_casts(next);
    let op = changed.defining_op()?;
    let is_counter = |value: ValueRef<'_>| through_casts(value).0.id() == counter.id();
    let flags = |flags: IntegerOverflowFlags| match changed.ty() == counter.ty() {
        true => Counter::Integer(flags),
        false => Counter::Integer(IntegerOverflowFlags::NONE),
    };
    if let Some(add) = op.cast::<AddOp>() {
        let step = match (is_counter(add.lhs()), is_counter(add.rhs())) {
            (true, false) => add.rhs(),
            (false, true) => add.lhs(),
            _ => return None,
        };
        return Some((flags(add.overflow_flags()), ValueAmount::Value { value: step, negated: false }));
    }
    if let Some(sub) = op.cast::<SubOp>() {
        let negated = is_counter(sub.lhs()) && !is_counter(sub.rhs());
        return negated
            .then(|| (flags(sub.overflow_flags()), ValueAmount::Value { value: sub.rhs(), negated }));
    }
    let address = op.cast::<GEPOp>().filter(|address| address.base().id() == counter.id())?;
    let mut indices = address.indices();
    let (Some(index), None) = (indices.next(), indices.next()) else { return None };
    let amount = match index {
        GepIndexRef::Constant(number) => ValueAmount::Constant(i64::from(number)),
        GepIndexRef::Value(value) => ValueAmount::Value { value, negated: false },
    };
    Some((Counter::Pointer(address.elem_type(), address.no_wrap_flags()), amount))
}

/// An [`Amount`] as a view.
#[derive(Clone, Copy)]
enum ValueAmount<'a> {
    Constant(i64),
    Value { value: ValueRef<'a>, negated: bool },
}

/// The step, and the ops of the loop that compute it.
fn step(
    rw: &Rewriter<'_>,
    amount: ValueAmount<'_>,
    counter: ValueRef<'_>,
    header: Block,
    (blocks, inside): (&[Block], &FxHashSet<Block>),
) -> std::result::Result<(Amount, Vec<Op>), &'static str> {
    let (value, negated) = match amount {
        ValueAmount::Constant(number) => return Ok((Amount::Constant(number), Vec::new())),
        ValueAmount::Value { value, negated } => (value, negated),
    };
    if let Some(number) = number(value) {
        return Ok((Amount::Constant(if negated { number.wrapping_neg() } else { number }), Vec::new()));
    }
    let mut found: FxHashSet<Op> = FxHashSet::default();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        let Some(block) = block_of(value).filter(|block| inside.contains(&block.id())) else { continue };
        match value.defining_op() {
            None if block.id() == header && value.id() != counter.id() => {}
            None if block.id() == header => {
                return Err("the step of an annotated loop depends on its counter");
            }
            None => {
                return Err(
                    "the step of an annotated loop is chosen by control flow: compute it before the loop",
                );
            }
            Some(op) => {
                if !op.has_trait(TraitSet::Pure) && !op.isa::<LoadOp>() {
                    return Err(
                        "the step of an annotated loop is computed with side effects: compute it before the loop",
                    );
                }
                if found.insert(op.id()) {
                    pending.extend(op.operands());
                }
            }
        }
    }
    let mut ops: Vec<Op> = Vec::new();
    for &block in blocks {
        ops.extend(rw.body().ops_of(block).filter(|op| found.contains(op)));
    }
    Ok((Amount::Value { value: value.id(), negated }, ops))
}

/// The block in which a value is defined.
fn block_of(value: ValueRef<'_>) -> Option<BlockRef<'_>> {
    value.defining_op().map_or_else(|| value.owner_block(), |op| op.block())
}

/// Whether a value that the condition's blocks compute depends on the counter.
fn depends(
    rw: &Rewriter<'_>,
    value: ValueRef<'_>,
    counter: ValueRef<'_>,
    header: Block,
    blocks: &[Block],
) -> bool {
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let mut pending = vec![value.id()];
    while let Some(value) = pending.pop() {
        if value == counter.id() {
            return true;
        }
        let view = rw.value(value);
        let Some(block) = block_of(view).filter(|block| blocks.contains(&block.id())) else { continue };
        if !seen.insert(value) {
            continue;
        }
        match view.defining_op() {
            Some(op) => pending.extend(op.operands().map(|operand| operand.id())),
            None if block.id() == header => {}
            None => {
                let index = block.args().take_while(|arg| arg.id() != value).count();
                for used in rw.body().preds(block.id()) {
                    let op = rw.op(rw.body().use_owner(used));
                    // Control dependences count: the branch conditions that select the passed value.
                    let Some(branch) = op.interface::<dyn BranchOp>() else { return true };
                    let decides = branch.condition_operands(op);
                    pending.extend(
                        op.operands().enumerate().filter(|(at, _)| decides.contains(at)).map(|(_, v)| v.id()),
                    );
                    for (successor, to) in op.successors().enumerate() {
                        if to.id() == block.id() {
                            pending.extend(passed_to(op, branch, successor, index).map(|value| value.id()));
                        }
                    }
                }
            }
        }
    }
    false
}

/// The predicate that holds where another one does not.
pub(crate) fn negated(predicate: ICmpPredicate) -> ICmpPredicate {
    match predicate {
        ICmpPredicate::Eq => ICmpPredicate::Ne,
        ICmpPredicate::Ne => ICmpPredicate::Eq,
        ICmpPredicate::Slt => ICmpPredicate::Sge,
        ICmpPredicate::Sle => ICmpPredicate::Sgt,
        ICmpPredicate::Sgt => ICmpPredicate::Sle,
        ICmpPredicate::Sge => ICmpPredicate::Slt,
        ICmpPredicate::Ult => ICmpPredicate::Uge,
        ICmpPredicate::Ule => ICmpPredicate::Ugt,
        ICmpPredicate::Ugt => ICmpPredicate::Ule,
        ICmpPredicate::Uge => ICmpPredicate::Ult,
    }
}

/// The predicate with its sides exchanged.
pub(crate) fn swapped(predicate: ICmpPredicate) -> ICmpPredicate {
    match predicate {
        ICmpPredicate::Slt => ICmpPredicate::Sgt,
        ICmpPredicate::Sle => ICmpPredicate::Sge,
        ICmpPredicate::Sgt => ICmpPredicate::Slt,
        ICmpPredicate::Sge => ICmpPredicate::Sle,
        ICmpPredicate::Ult => ICmpPredicate::Ugt,
        ICmpPredicate::Ule => ICmpPredicate::Uge,
        ICmpPredicate::Ugt => ICmpPredicate::Ult,
        ICmpPredicate::Uge => ICmpPredicate::Ule,
        ICmpPredicate::Eq | ICmpPredicate::Ne => predicate,
    }
}
