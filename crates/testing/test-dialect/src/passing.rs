//! Ops that pass values on, which passes know by their interfaces alone: branches, regions that lead to each
//! other, and a loop.

use std::ops::Range;

use terrace_deallocation::{BufferDeallocationOp, ConditionalBranch};
use terrace_dialects_core::region_if::results_or;
use terrace_ir::constraints::{ANY_TYPE, I1, INDEX};
use terrace_ir::def::OpDef;
use terrace_ir::interfaces::{BranchOp, LoopLike, RegionBranchOp, RegionPoint, SuccessorOperands};
use terrace_ir::{OpKind, OpRef, RegionRef, ValueRef};
use terrace_macros::op;

/// Branches to a block.
#[op("test.goto", traits(Pure, Terminator), interfaces(dyn BranchOp),
     format = "$target (`(` $args^ `:` type($args) `)`)? attr-dict")]
pub struct GotoOp {
    args: VarOperand<ANY_TYPE>,
    target: Succ,
}

impl BranchOp for GotoOp {
    fn successor_operands(&self, op: OpRef<'_>, _index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, 0)
    }
}

/// Branches to the first block if a condition holds, to the second one otherwise.
#[op("test.goto_if", traits(Pure, Terminator, AttrSizedOperandSegments),
     interfaces(dyn BranchOp, dyn BufferDeallocationOp = ConditionalBranch { condition }),
     format = "$condition `,` $yes (`(` $yes_args^ `:` type($yes_args) `)`)? `,`
               $no (`(` $no_args^ `:` type($no_args) `)`)? attr-dict")]
pub struct GotoIfOp {
    condition: Operand<I1>,
    yes_args: VarOperand<ANY_TYPE>,
    no_args: VarOperand<ANY_TYPE>,
    yes: Succ,
    no: Succ,
}

fn condition(op: OpRef<'_>) -> ValueRef<'_> {
    GotoIfOp::view_of(op).condition()
}

impl BranchOp for GotoIfOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, index + 1)
    }
}

/// Runs its first region if a condition holds, its second one otherwise, and the third after either.
#[op("test.choose_region",
     traits(SingleBlockImplicitTerminator("test.region_if_yield"), RecursiveMemoryEffects),
     interfaces(dyn RegionBranchOp))]
pub struct ChooseRegionOp {
    condition: Operand<I1>,
    inits: VarOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
    first: Region,
    second: Region,
    joined: Region,
}

impl RegionBranchOp for ChooseRegionOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0), RegionPoint::Region(1)],
            RegionPoint::Region(2) => vec![RegionPoint::Parent],
            RegionPoint::Region(_) => vec![RegionPoint::Region(2)],
        }
    }

    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        results_or(op, target, |i| arguments(op.region(i)))
    }

    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        CONTROL..op.num_operands()
    }
}

fn arguments(region: RegionRef<'_>) -> Vec<ValueRef<'_>> {
    region.entry().map_or(Vec::new(), |block| block.args().collect())
}

/// Runs its region a given number of times, each time with the values yielded by the previous iteration.
#[op("test.repeat",
     traits(SingleBlockImplicitTerminator("test.region_if_yield"), RecursiveMemoryEffects, AutomaticAllocationScope),
     interfaces(dyn RegionBranchOp, dyn LoopLike))]
pub struct RepeatOp {
    count: Operand<INDEX>,
    inits: VarOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
    body: Region,
}

/// Runs its region once with its operands. It has no interface: passes know nothing about it.
#[op("test.program", traits(NoTerminator))]
pub struct ProgramOp {
    inputs: VarOperand<ANY_TYPE>,
    body: Region,
}

/// The number of operands before those that are carried.
const CONTROL: usize = 1;

impl RegionBranchOp for RepeatOp {
    fn successors(&self, _op: OpRef<'_>, _point: RegionPoint) -> Vec<RegionPoint> {
        vec![RegionPoint::Region(0), RegionPoint::Parent]
    }

    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        results_or(op, target, |_| self.iter_args(op))
    }

    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        CONTROL..op.num_operands()
    }
}

impl LoopLike for RepeatOp {
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![RepeatOp::view_of(op).body()]
    }

    fn inits(&self, op: OpRef<'_>) -> (usize, usize) {
        (CONTROL, op.num_operands() - CONTROL)
    }

    fn iter_args<'a>(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        arguments(RepeatOp::view_of(op).body())
    }

    fn yielded<'a>(&self, op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        Some(RepeatOp::view_of(op).body().entry()?.last()?.operands().collect())
    }

    fn results<'a>(&self, op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        Some(op.results().collect())
    }
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 5] =
    [ChooseRegionOp::DEF, GotoOp::DEF, GotoIfOp::DEF, ProgramOp::DEF, RepeatOp::DEF];
