//! Ways out of an annotated loop besides its end: `break`, `return` and `goto`.
//!
//! The conditions on such a way are scalar, which is seen once shapes are known. The loop over full blocks is left as
//! the original. What is carried out under a mask is not: elements that have no iteration left would not come along. So
//! the ways out of it end where the mask ends, with the number of the way, by which control goes on there for all
//! elements.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::intrinsics::{DbgDeclareOp, DbgValueOp};
use terrace_dialects_llvm::ops::{BrOp, InvokeOp, LandingpadOp, SwitchOp, UnreachableOp};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::elements::int_elements;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, Block, InsertPoint, Op, OpRef, Rewriter, TraitSet, Type, Value};
use terrace_support::apint::ApInt;

use super::WAY_OUT;
use super::distribute::{Distribution, ScalarLoop};

/// The exit number of lanes without an iteration left.
const NOT_EXECUTED: i64 = -1;
/// The exit number of a body that reached its end.
const WENT_ON: i64 = 0;

/// An exit edge of a loop's body: a branch, and the number of its successor outside of the loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    branch: Op,
    successor: usize,
    /// Whether this is an unwind edge.
    unwinds: bool,
}

impl Exit {
    /// Whether control never takes it, as the branch on the mark of a loop.
    pub(super) fn is_unreachable(&self, rw: &Rewriter<'_>) -> bool {
        let target = rw.body().successors(self.branch).nth(self.successor);
        let first = target.and_then(|block| rw.body().first_op(block));
        first.is_some_and(|op| rw.op(op).isa::<UnreachableOp>())
    }
}

/// A value of the body that is stored to a variable, and the variable's value if the body is not executed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assigned {
    pub(super) value: Value,
    pub(super) otherwise: Value,
}

/// The blocks on ways out of a loop that no other way leads to. They are carried out by the elements that are in the
/// loop alone, as its body is.
pub(super) fn own_ways_out(
    rw: &Rewriter<'_>,
    exiting: Block,
    blocks: &[Block],
    inside: &FxHashSet<Block>,
) -> Vec<Block> {
    let body = rw.body();
    let targets = |block: Block| -> Vec<Block> {
        let last = body.last_op(block).filter(|&op| !rw.op(op).isa::<InvokeOp>());
        last.into_iter().flat_map(|op| body.successors(op)).filter(|to| !inside.contains(to)).collect()
    };
    let mut pending: Vec<Block> =
        blocks.iter().filter(|&&block| block != exiting).flat_map(|&block| targets(block)).collect();
    let (mut order, mut found) = (Vec::new(), FxHashSet::default());
    while let Some(block) = pending.pop() {
        if found.insert(block) {
            order.push(block);
            pending.extend(targets(block));
        }
    }
    let is_own = |block: Block, found: &FxHashSet<Block>| {
        let mut from = body.preds(block).map(|used| body.use_owner(used));
        body.last_op(block)
            .is_some_and(|op| body.successors(op).next().is_some() && !rw.op(op).isa::<InvokeOp>())
            && from.all(|op| {
                let block = body.block_of(op);
                !rw.op(op).isa::<InvokeOp>()
                    && block.is_some_and(|block| {
                        block != exiting && (inside.contains(&block) || found.contains(&block))
                    })
            })
    };
    // Blocks with other predecessors are removed, and their successors.
    let mut pending = order.clone();
    while let Some(block) = pending.pop() {
        if found.contains(&block) && !is_own(block, &found) {
            found.remove(&block);
            pending.extend(targets(block));
        }
    }
    order.retain(|block| found.contains(block));
    order
}

/// The branches out of a loop but for its condition, in the order of its blocks.
pub(super) fn exits(
    rw: &Rewriter<'_>,
    exiting: Block,
    blocks: &[Block],
    inside: &FxHashSet<Block>,
) -> Vec<Exit> {
    let mut found = Vec::new();
    for op in
        blocks.iter().filter(|&&block| block != exiting).filter_map(|&block| rw.block(block).terminator())
    {
        for (successor, _) in op.successors().enumerate().filter(|(_, to)| !inside.contains(&to.id())) {
            let unwinds = op.isa::<InvokeOp>() && successor != 0;
            found.push(Exit { branch: op.id(), successor, unwinds });
        }
    }
    found
}

/// Whether an exception leaves a loop and is caught.
pub(super) fn is_left_by_exception(rw: &Rewriter<'_>, exits: &[Exit]) -> bool {
    exits.iter().any(|exit| exit.unwinds && way_out(rw.op(exit.branch), exit.successor).is_some())
}

/// The blocks that control passes from an edge on, as long as nothing else happens, with what they get; `None` if the
/// program ends there.
fn way_out(mut op: OpRef<'_>, mut successor: usize) -> Option<Vec<(Block, Vec<Value>)>> {
    /// The largest number of blocks without ops in a row.
    const MOST: usize = 64;
    let mut way: Vec<(Block, Vec<Value>)> = Vec::new();
    while way.len() < MOST
        && let (Some(to), Some(passed)) = (op.successors().nth(successor), operands_of(op, successor))
    {
        if to.terminator().is_some_and(|end| end.isa::<UnreachableOp>()) {
            return None;
        }
        way.push((to.id(), passed));
        let is_passed = |op: OpRef<'_>| {
            op.has_trait(TraitSet::Pure)
                || op.isa::<DbgValueOp>()
                || op.isa::<DbgDeclareOp>()
                || op.isa::<LandingpadOp>()
        };
        let end = to.terminator().filter(|end| end.num_successors() == 1 && to.ops().all(is_passed));
        let Some(end) = end else { break };
        (op, successor) = (end, 0);
    }
    Some(way)
}

/// The operands that a branch passes to a successor.
fn operands_of(op: OpRef<'_>, successor: usize) -> Option<Vec<Value>> {
    let passed = op.interface::<dyn BranchOp>()?.successor_operands(op, successor);
    Some(op.operands().skip(passed.start).take(passed.len).map(|value| value.id()).collect())
}

impl Distribution<'_, '_> {
    /// Lets each way out of the body begin with a block that is passed nothing, so that what is used after the loop is
    /// used outside of it.
    pub(super) fn separate_exits(&mut self) {
        for exit in self.form.exits.iter().filter(|exit| !exit.unwinds) {
            let op = self.rw.op(exit.branch);
            let passed = operands_of(op, exit.successor).unwrap_or_default();
            if passed.is_empty() {
                continue;
            }
            let target = op.successors().nth(exit.successor).expect("the branch has this successor").id();
            let between = self.rw.create_block_before(target, &[]);
            let loc = self.rw.body().loc(exit.branch);
            self.rw.set_insertion_point(InsertPoint::End(between));
            self.rw.build(BrOp::of(&passed).loc(loc).dest(target));
            self.rw.set_successor_operands(exit.branch, exit.successor, &[]);
            self.rw.set_successor(exit.branch, exit.successor, between);
        }
    }

    /// Lets the ways out of a copy of the body, and its end, lead to a block after the mask, from which control goes
    /// on: to where the loop ends if no way out was taken. `masked` branches there for elements that have no iteration
    /// left.
    pub(super) fn gather_exits(
        &mut self,
        (masked, executes, begin): (Block, Value, Block),
        (join, unchanged): (Block, &[Value]),
        (latch, changed): (Block, &[Value]),
        map: &IrMapping,
    ) {
        if self.form.exits.iter().all(|exit| exit.unwinds) {
            self.at_end(masked).branch_if(executes, (begin, &[]), (join, unchanged));
            self.at_end(latch).branch(join, changed);
            return;
        }
        let types: Vec<Type> = unchanged.iter().map(|&value| self.build_type(value)).collect();
        let meet = self.new_block(&[&[Type::I32][..], &types].concat());
        let with = |number: Value, values: &[Value]| [&[number][..], values].concat();
        let number = self.at_end(masked).integer(NOT_EXECUTED, Type::I32);
        self.build().branch_if(executes, (begin, &[]), (meet, &with(number, unchanged)));
        let number = self.at_end(latch).integer(WENT_ON, Type::I32);
        let went_on = self.build().branch(meet, &with(number, changed));
        self.rw.set_attr(went_on, WAY_OUT, Attr::UNIT);
        let mut ways: Vec<Block> = Vec::new();
        for exit in self.form.exits.iter().filter(|exit| !exit.unwinds) {
            let op = self.rw.op(exit.branch);
            let target = op.successors().nth(exit.successor).expect("the branch has this successor").id();
            let from = op.block().expect("the branch stands in a block").id();
            let branch = self.rw.body().last_op(map.block(from)).expect("the copy ends as the original");
            let way = ways.iter().position(|&way| way == target).unwrap_or_else(|| {
                ways.push(target);
                ways.len() - 1
            });
            let left = self.new_block(&[]);
            let number = self.at_end(left).integer(way as i64 + 1, Type::I32);
            let way_out = self.build().branch(meet, &with(number, unchanged));
            self.rw.set_attr(way_out, WAY_OUT, Attr::UNIT);
            self.rw.set_successor(branch, exit.successor, left);
        }
        let args: Vec<Value> = self.rw.body().args(meet).collect();
        let numbers: Vec<ApInt> = (1..=ways.len() as u64).map(|way| ApInt::new(32, way)).collect();
        let no_operands: Vec<&[Value]> = vec![&[]; ways.len()];
        let (cx, loc) = (self.rw.cx(), self.loc);
        let ty = vector_type(cx, Type::I32, ways.len() as i64, false);
        let numbers = int_elements(cx, ty, &numbers).expect("the elements are integers");
        self.rw.set_insertion_point(InsertPoint::End(meet));
        self.rw.build(
            SwitchOp::of(args[0])
                .loc(loc)
                .default_operands(&args[1..])
                .case_operands(&no_operands)
                .case_values_attr(numbers)
                .default_destination(join)
                .case_destinations(&ways),
        );
    }

    /// Stores to the variables of values that are used after the loop what they are where the body is not executed.
    pub(super) fn store_unassigned(&mut self, assigned: &[Assigned], looped: &ScalarLoop, counter: Value) {
        let mut known: FxHashSet<Value> = FxHashSet::default();
        for &Assigned { value, otherwise } in assigned {
            if let Some(slot) = self.slot_of(value).filter(|_| known.insert(value)) {
                let otherwise = self.in_body(otherwise, looped, counter);
                self.build().store(otherwise, slot);
            }
        }
    }

    /// The values of the body that a block after the loop gets from a way out, with what it gets from the loop's end.
    pub(super) fn assigned_on_exits(&self) -> Vec<Assigned> {
        let body = self.rw.body();
        let Some(condition) = body.last_op(self.form.exiting) else { return Vec::new() };
        let end = way_out(self.rw.op(condition), 1 - self.form.stays).unwrap_or_default();
        let end: FxHashMap<Block, Vec<Value>> = end.into_iter().collect();
        let mut found = Vec::new();
        for exit in &self.form.exits {
            let way = way_out(self.rw.op(exit.branch), exit.successor).unwrap_or_default();
            let met = way.iter().find_map(|(block, passed)| Some((passed, end.get(block)?)));
            let Some((passed, otherwise)) = met else { continue };
            found.extend(
                passed.iter().zip(otherwise).map(|(&value, &otherwise)| Assigned { value, otherwise }),
            );
        }
        found
    }
}
