//! Branches, and an op with regions that lead to each other. What passes that place and free buffers ask of them is where
//! their operands go.

use std::ops::Range;

use terrace::deallocation::{BufferDeallocationOp, ConditionalBranch};
use terrace::dialects::constraints::*;
use terrace::ir::{
    asm::{Delimiter, OpPrinter, ParseState},
    interfaces::{BranchOp, RegionBranchOp, RegionPoint, SuccessorOperands},
};
use terrace::prelude::*;

/// Goes to a block.
#[op("my.br", traits(Pure, Terminator), interfaces(dyn BranchOp),
     format = "$target (`(` $args^ `:` type($args) `)`)? attr-dict")]
pub struct BrOp {
    args: VarOperand<ANY_TYPE>,
    target: Succ,
}

impl BranchOp for BrOp {
    fn successor_operands(&self, op: OpRef<'_>, _index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, 0)
    }
}

/// Goes to one of two blocks. Ownership-based deallocation has to know under which condition.
#[op("my.cond_br", traits(Pure, Terminator, AttrSizedOperandSegments),
     interfaces(dyn BranchOp, dyn BufferDeallocationOp = ConditionalBranch { condition }),
     format = "$condition `,` $yes (`(` $yes_args^ `:` type($yes_args) `)`)? `,`
               $no (`(` $no_args^ `:` type($no_args) `)`)? attr-dict")]
pub struct CondBrOp {
    condition: Operand<I1>,
    yes_args: VarOperand<ANY_TYPE>,
    no_args: VarOperand<ANY_TYPE>,
    yes: Succ,
    no: Succ,
}

fn condition(op: OpRef<'_>) -> ValueRef<'_> {
    CondBrOp::view_of(op).condition()
}

impl BranchOp for CondBrOp {
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands {
        SuccessorOperands::of_slot(op, index + 1)
    }
}

/// Runs its first region or its second one, then the third, each with what the one before yields.
///
/// ```mlir
/// %1 = my.region_if %0 : memref<2xf32> -> memref<2xf32> then(%a : memref<2xf32>) {..} else(%b : memref<2xf32>) {..}
///   join(%c : memref<2xf32>) {..}
/// ```
#[op("my.region_if", traits(SingleBlockImplicitTerminator("my.yield"), RecursiveMemoryEffects),
     interfaces(dyn RegionBranchOp), asm = (parse_region_if, print_region_if),
     syntax = "operands `:` type(operands) `->` type(results) `then` `(` <arguments> `)` <region> `else` `(` <arguments> \
               `)` <region> `join` `(` <arguments> `)` <region> attr-dict")]
pub struct RegionIfOp {
    _operands: VarOperand<ANY_TYPE>,
    _results: VarRes<ANY_TYPE>,
    _then: Region,
    _else: Region,
    _join: Region,
}

/// Ends a region of `my.region_if`. What it yields goes where the op says: `ReturnLike` terminators pass all operands on.
#[op("my.yield", traits(Pure, ReturnLike, Terminator), format = "($results^ `:` type($results))? attr-dict")]
pub struct YieldOp {
    results: VarOperand<ANY_TYPE>,
}

impl RegionBranchOp for RegionIfOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0), RegionPoint::Region(1)],
            RegionPoint::Region(2) => vec![RegionPoint::Parent],
            RegionPoint::Region(_) => vec![RegionPoint::Region(2)],
        }
    }

    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        match target {
            RegionPoint::Parent => op.results().collect(),
            RegionPoint::Region(i) => op.region(i).entry().map_or(Vec::new(), |block| block.args().collect()),
        }
    }

    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..op.num_operands()
    }
}

/// The keywords of the regions.
const REGIONS: [&str; 3] = ["then", "else", "join"];

fn parse_region_if(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let operands = p.operand_list(Delimiter::None)?;
    let loc = p.loc();
    let types = p.optional_colon_type_list()?;
    let results = p.optional_arrow_type_list()?;
    state.results.extend(results);
    let values = p.resolve_all(&operands, &types, loc)?;
    state.operands.extend(values);
    for name in REGIONS {
        p.token(name)?;
        let arguments = p.argument_list(Delimiter::Paren, true, false)?;
        let region = p.region(state, &arguments, false)?;
        p.ensure_terminator(state, region);
    }
    p.optional_attr_dict(state)
}

fn print_region_if(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.values(&mut op.operands());
    p.text(" : ");
    p.types_of(&mut op.operands());
    p.arrow_types(&op.result_types());
    for (i, name) in REGIONS.into_iter().enumerate() {
        p.text(&format!(" {name}("));
        for (n, arg) in op.region(i).entry().into_iter().flat_map(|block| block.args()).enumerate() {
            if n > 0 {
                p.text(", ");
            }
            p.argument(arg, true);
        }
        p.text(") ");
        p.region(op.region(i), false, true);
    }
    p.attr_dict(op, &[]);
}
