//! `ripple.parallel`: an annotated loop.

use std::ops::Range;

use terrace_dialects_builtin::constraints::ANY_SIGNLESS_INT_OR_INDEX;
use terrace_dialects_core::scf::{entry_args, parse_counted_loop, print_counted_loop};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{DenseI64ArrayAttr, UnitAttr};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint};
use terrace_ir::{CheckResult, OpKind, OpRef, Type, ValueRef};
use terrace_macros::op;

use super::ops::ADDRESS;
use crate::shape::MAX_DIMS;

/// A loop whose iterations are distributed over the elements of a block, in the dimensions that are listed, the first of
/// which varies fastest.
///
/// The region's first argument is the number of the iteration at hand, from the lower bound up to, not including, the
/// upper bound, by positive steps; the others are carried from one block of iterations to the next, each element its own.
/// Iterations that fill no block are carried out under a mask, one by one if `block_independent` is set, or not at all if
/// the program promises with `no_remainder` that there are none.
#[op("ripple.parallel",
     traits(SingleBlockImplicitTerminator("ripple.yield"), RecursiveMemoryEffects),
     interfaces(dyn RegionBranchOp), asm = (parse, print),
     syntax = "`(` $block `:` type($block) `)` `[` $dims `]` <induction variable> `=` $lower_bound `to` $upper_bound \
               `step` $step (`iter_args` `(` <argument> `=` $init_args `)` `->` `(` type($results) `)`)? (`:` \
               type($lower_bound))? $region attr-dict",
     verify = verify, verify_regions = verify_regions)]
pub struct ParallelOp {
    block: Operand<ADDRESS>,
    lower_bound: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    upper_bound: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    step: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    init_args: VarOperand<ANY_TYPE>,
    dims: Prop<DenseI64ArrayAttr>,
    no_remainder: OptProp<UnitAttr>,
    block_independent: OptProp<UnitAttr>,
    results: VarRes<ANY_TYPE>,
    region: Region<Sized<1>>,
}

/// Ends an iteration of an annotated loop and passes on what is carried.
#[op("ripple.yield", traits(Pure, ReturnLike, Terminator, HasParent(&["ripple.parallel"])),
     format = "attr-dict ($values^ `:` type($values))?")]
pub struct YieldOp {
    values: VarOperand<ANY_TYPE>,
}

/// Operands before the values that are carried.
const CONTROL: usize = 4;

impl RegionBranchOp for ParallelOp {
    fn successors(&self, _op: OpRef<'_>, _point: RegionPoint) -> Vec<RegionPoint> {
        vec![RegionPoint::Region(0), RegionPoint::Parent]
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        match target {
            RegionPoint::Parent => op.results().collect(),
            RegionPoint::Region(_) => entry_args(ParallelOp::view_of(op).region(), 1),
        }
    }
    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        CONTROL..op.num_operands()
    }
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let view = ParallelOp::view_of(op);
    let dims: Vec<i64> = view.dims().iter().collect();
    if dims.is_empty() {
        return Err(op_error(op, "expects at least one dimension"));
    }
    for (place, &dim) in dims.iter().enumerate() {
        if !(0..MAX_DIMS as i64).contains(&dim) {
            return Err(op_error(
                op,
                format_args!("dimension {dim} exceeds the largest dimension, {}", MAX_DIMS - 1),
            ));
        }
        if dims[..place].contains(&dim) {
            return Err(op_error(op, format_args!("dimension {dim} is listed twice")));
        }
    }
    if view.no_remainder() && view.block_independent() {
        return Err(op_error(op, "'no_remainder' and 'block_independent' exclude each other"));
    }
    let ty = view.lower_bound().ty();
    if view.upper_bound().ty() != ty || view.step().ty() != ty {
        return Err(op_error(op, "expects bounds and a step of one type"));
    }
    if view.init_args().len() != op.num_results() {
        return Err(op_error(op, "mismatch in number of loop-carried values and defined values"));
    }
    Ok(())
}

fn verify_regions(op: OpRef<'_>) -> CheckResult {
    let view = ParallelOp::view_of(op);
    let args = entry_args(view.region(), 0);
    if args.first().map(|counter| counter.ty()) != Some(view.lower_bound().ty()) {
        return Err(op_error(op, "expects a first argument of the region of the type of the bounds"));
    }
    Ok(())
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    p.token("(")?;
    let block = p.operand()?;
    p.token(":")?;
    let block_type = p.ty()?;
    p.token(")")?;
    p.token("[")?;
    let mut dims = Vec::new();
    while !p.optional_token("]") {
        if !dims.is_empty() {
            p.token(",")?;
        }
        dims.push(p.integer()?);
    }
    let dims = p.cx().i64_array(&dims);
    state.set_prop(p.cx(), "dims", dims);
    parse_counted_loop(p, state, Some((block, block_type)))
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ParallelOp::view_of(op);
    let args = entry_args(view.region(), 0);
    let Some((&counter, carried)) = args.split_first() else { return };
    p.text(" (");
    p.value(view.block());
    p.text(" : ");
    p.ty(view.block().ty());
    p.text(") [");
    for (place, dim) in view.dims().iter().enumerate() {
        let separator = if place == 0 { "" } else { ", " };
        p.text(&format!("{separator}{dim}"));
    }
    p.text("] ");
    let bounds = [view.lower_bound(), view.upper_bound(), view.step()];
    print_counted_loop(p, counter, bounds, carried, view.init_args());
    if counter.ty() != Type::INDEX {
        p.text(" : ");
        p.ty(counter.ty());
    }
    p.text(" ");
    p.region(view.region(), false, view.init_args().len() > 0);
    p.attr_dict(op, &["dims"]);
}
