//! Ops whose regions are graphs, lack terminators, repeat or may be moved.

use std::ops::Range;

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::{ANY_TYPE, I32, INDEX};
use terrace_ir::def::{CustomArg, CustomDirective, OpDef, TypeConstraint};
use terrace_ir::effects::{ConditionallySpeculatable, EffectOn, Speculatability, reads, writes};
use terrace_ir::interfaces::{LoopLike, RegionBranchOp, RegionBranchTerminator, RegionPoint};
use terrace_ir::traits::TraitSet;
use terrace_ir::{OpKind, OpRef, RegionRef, Type, ValueRef};
use terrace_macros::op;

static F32: TypeConstraint = TypeConstraint::only("32-bit float", |_, ty| ty == Type::F32, |_| Type::F32);

/// A graph region that is not isolated from above.
#[op("test.graph_region", traits(GraphRegions), format = "attr-dict-with-keyword $region")]
pub struct GraphRegionOp {
    region: Region,
}

/// A scope of symbols of affine ops.
#[op("test.affine_scope", traits(AffineScope), format = "attr-dict-with-keyword $region")]
pub struct AffineScopeOp {
    region: Region<Sized<1>>,
}

/// A loop whose body is a graph.
#[op("test.graph_loop", traits(GraphRegions, RecursivelySpeculatable, NoMemoryEffect), interfaces(dyn LoopLike),
     format = "$operands $region attr-dict `:` functional-type(operands, results)")]
pub struct GraphLoopOp {
    operands: VarOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
    region: Region,
}

impl LoopLike for GraphLoopOp {
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        op.regions().collect()
    }
}

/// Ends a region with a value.
#[op(
    "test.region_yield",
    traits(Pure, ReturnLike, Terminator),
    format = "$result `:` type($result) attr-dict"
)]
pub struct RegionYieldOp {
    result: Operand<ANY_TYPE>,
}

/// A graph of one block that nothing ends.
#[op(
    "test.single_no_terminator_op",
    traits(GraphRegions, SingleBlock, NoTerminator),
    format = "attr-dict `:` $my_region"
)]
pub struct SingleNoTerminatorOp {
    my_region: Region<Sized<1>>,
}

/// Any number of such graphs.
#[op(
    "test.variadic_no_terminator_op",
    traits(GraphRegions, SingleBlock, NoTerminator),
    format = "attr-dict `:` $my_regions"
)]
pub struct VariadicNoTerminatorOp {
    my_regions: VarRegion<Sized<1>>,
}

/// A block that nothing ends; its attributes are not written.
#[op("test.single_no_terminator_custom_asm_op", traits(SingleBlock, NoTerminator),
     asm = (parse_bare, print_bare),
     syntax = "<region>")]
pub struct SingleNoTerminatorCustomAsmOp {
    _my_region: Region<Sized<1>>,
}

fn parse_bare(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.region(state, &[], false)?;
    Ok(())
}

fn print_bare(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.region(op.single_region(), false, false);
}

/// Frees stack allocations of its region.
#[op("test.alloca_scope_region", traits(AutomaticAllocationScope), format = "attr-dict-with-keyword $region")]
pub struct AllocaScopeRegionOp {
    region: Region,
}

/// Any region.
#[op("test.one_region_op")]
pub struct OneRegionOp {
    region: Region,
}

/// Regions that see nothing from around them.
#[op("test.isolated_regions", traits(IsolatedFromAbove), format = "attr-dict-with-keyword $regions")]
pub struct IsolatedRegionsOp {
    regions: VarRegion,
}

/// A region that the format hands to a directive.
#[op("test.dummy_op_with_region_ref", traits(NoTerminator), customs(&REGION_REF),
     format = "$body attr-dict custom<DummyRegionRef>(ref($body))")]
pub struct DummyOpWithRegionRef {
    body: Region,
}

static REGION_REF: CustomDirective =
    CustomDirective { name: "DummyRegionRef", parse: |_, _, _| Ok(true), print: |_, _, _| {} };

/// Two regions.
#[op("test.two_region_op")]
pub struct TwoRegionOp {
    _first: Region,
    _second: Region,
}

/// A region of two blocks and one of one.
#[op("test.sized_region_op")]
pub struct SizedRegionOp {
    my_region: Region<Sized<2>>,
    _second: Region<Sized<1>>,
}

/// May be executed at any time.
#[op("test.always_speculatable_op", traits(NoMemoryEffect, AlwaysSpeculatable))]
pub struct AlwaysSpeculatableOp {
    result: Res<I32>,
}

/// Must not be executed speculatively.
#[op("test.never_speculatable_op", interfaces(dyn ConditionallySpeculatable))]
pub struct NeverSpeculatableOp {
    result: Res<I32>,
}

impl ConditionallySpeculatable for NeverSpeculatableOp {
    fn speculatability(&self, _op: OpRef<'_>) -> Speculatability {
        Speculatability::No
    }
}

/// May be executed at any time if its operand is a constant.
#[op("test.conditionally_speculatable_op", traits(NoMemoryEffect), interfaces(dyn ConditionallySpeculatable))]
pub struct ConditionallySpeculatableOp {
    input: Operand<I32>,
    result: Res<I32>,
}

impl ConditionallySpeculatable for ConditionallySpeculatableOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        let known =
            op.single_operand().defining_op().is_some_and(|def| def.has_trait(TraitSet::ConstantLike));
        if known { Speculatability::Yes } else { Speculatability::No }
    }
}

/// May be executed at any time if all inside may.
#[op("test.recursively_speculatable_op", traits(RecursivelySpeculatable, RecursiveMemoryEffects))]
pub struct RecursivelySpeculatableOp {
    result: Res<I32>,
    body: Region<Sized<1>>,
}

/// Reads memory.
#[op("test.op_with_memread", effects(reads(EffectOn::Anything)))]
pub struct OpWithMemRead {
    result: Res<ANY_TYPE>,
}

/// Writes memory.
#[op("test.op_with_memwrite", effects(writes(EffectOn::Anything)))]
pub struct OpWithMemWrite {}

/// A block that is part of the op's computation.
#[op(
    "test.cse_of_single_block_op",
    traits(Pure, SingleBlockImplicitTerminator("test.region_yield")),
    format = "attr-dict `inputs` `(` $inputs `)` $region `:` type($inputs) `->` type($outputs)"
)]
pub struct CseOfSingleBlockOp {
    inputs: VarOperand<ANY_TYPE>,
    outputs: VarRes<ANY_TYPE>,
    region: Region<Sized<1>>,
}

/// Runs its block until its terminator leaves with a number.
#[op("test.loop_block", traits(RecursiveMemoryEffects), interfaces(dyn RegionBranchOp),
     format = "$init `:` functional-type($init, $floatResult) $body attr-dict-with-keyword")]
pub struct LoopBlockOp {
    init: Operand<I32>,
    floatResult: Res<F32>,
    body: Region<Sized<1>>,
}

/// Continues the loop with one value or leaves it with the other.
#[op("test.loop_block_term", traits(Pure, Terminator), interfaces(dyn RegionBranchTerminator),
     format = "`iter` $nextIterArg `exit` $exitArg attr-dict")]
pub struct LoopBlockTerminatorOp {
    nextIterArg: Operand<I32>,
    exitArg: Operand<F32>,
}

impl RegionBranchOp for LoopBlockOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0)],
            RegionPoint::Region(_) => vec![RegionPoint::Parent, RegionPoint::Region(0)],
        }
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        match target {
            RegionPoint::Parent => op.results().collect(),
            RegionPoint::Region(_) => {
                op.single_region().entry().map_or(Vec::new(), |block| block.args().collect())
            }
        }
    }
    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..1
    }
}

impl RegionBranchTerminator for LoopBlockTerminatorOp {
    fn successor_operands(&self, _op: OpRef<'_>, target: RegionPoint) -> Range<usize> {
        match target {
            RegionPoint::Parent => 1..2,
            RegionPoint::Region(_) => 0..1,
        }
    }
}

/// Enters the region of a case and falls through to those after it.
#[op("test.switch_with_no_break", traits(NoTerminator), interfaces(dyn RegionBranchOp), customs(&SWITCH_CASES),
     format = "$arg attr-dict custom<SwitchCases>($cases, $caseRegions)")]
pub struct SwitchWithNoBreakOp {
    arg: Operand<INDEX>,
    cases: Prop<DenseI64ArrayAttr>,
    caseRegions: VarRegion,
}

impl RegionBranchOp for SwitchWithNoBreakOp {
    fn successors(&self, op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => (0..op.num_regions()).map(RegionPoint::Region).collect(),
            RegionPoint::Region(at) if at + 1 < op.num_regions() => vec![RegionPoint::Region(at + 1)],
            RegionPoint::Region(_) => vec![RegionPoint::Parent],
        }
    }
    fn successor_inputs<'a>(&self, _op: OpRef<'a>, _target: RegionPoint) -> Vec<ValueRef<'a>> {
        Vec::new()
    }
    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..0
    }
}

static SWITCH_CASES: CustomDirective =
    CustomDirective { name: "SwitchCases", parse: parse_cases, print: print_cases };

fn parse_cases(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    let mut values = Vec::new();
    while p.optional_token("case") {
        values.push(p.integer()?);
        let region = p.region(state, &[], false)?;
        state.regions.retain(|r| *r != region);
        state.slots.regions[0].push(region);
    }
    let cases = p.cx().i64_array(&values);
    state.set_prop(p.cx(), "cases", cases);
    Ok(true)
}

fn print_cases(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let view = SwitchWithNoBreakOp::view_of(op);
    let cases = view.cases().to_vec();
    for (value, region) in cases.into_iter().zip(view.case_regions()) {
        p.newline();
        p.text(&format!("case {value} "));
        p.region(region, false, true);
    }
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 23] = [
    AffineScopeOp::DEF,
    GraphRegionOp::DEF,
    GraphLoopOp::DEF,
    RegionYieldOp::DEF,
    SingleNoTerminatorOp::DEF,
    VariadicNoTerminatorOp::DEF,
    SingleNoTerminatorCustomAsmOp::DEF,
    AllocaScopeRegionOp::DEF,
    OneRegionOp::DEF,
    IsolatedRegionsOp::DEF,
    DummyOpWithRegionRef::DEF,
    TwoRegionOp::DEF,
    SizedRegionOp::DEF,
    AlwaysSpeculatableOp::DEF,
    NeverSpeculatableOp::DEF,
    ConditionallySpeculatableOp::DEF,
    RecursivelySpeculatableOp::DEF,
    OpWithMemRead::DEF,
    OpWithMemWrite::DEF,
    CseOfSingleBlockOp::DEF,
    LoopBlockOp::DEF,
    LoopBlockTerminatorOp::DEF,
    SwitchWithNoBreakOp::DEF,
];
