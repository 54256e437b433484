//! `scf.parallel`: a loop nest whose iterations may run in any order, and the reductions at its end.

use std::ops::Range;

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::op_error;
use terrace_ir::diag::CheckResult;
use terrace_ir::interfaces::{LoopLike, RegionBranchOp, RegionBranchTerminator, RegionPoint};
use terrace_ir::ir::{OpRef, RegionRef, ValueRef};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{OpFoldResultRef, OpKind, Type};
use terrace_macros::op;

use super::canonicalize_parallel::{merge_nested_parallel, parallel_drop_dimensions};
use super::{entry_args, expect_terminator, operands_in_parens};

/// Executes its region for each point of a multi-dimensional index space, in any order or in parallel.
///
/// Its results are the reductions, by `scf.reduce`, of the initial values and one value of each iteration.
#[op("scf.parallel",
     traits(AutomaticAllocationScope, AttrSizedOperandSegments, RecursiveMemoryEffects,
            SingleBlockImplicitTerminator("scf.reduce"), ParallelRegions),
     interfaces(dyn LoopLike, dyn RegionBranchOp), asm = (parse, print),
     syntax = "`(` <induction variables> `)` `=` `(` $lowerBound `)` `to` `(` $upperBound `)` `step` `(` $step `)` (`init` \
               `(` $initVals `)` `->` `(` type($results) `)`)? $region attr-dict",
     verify = verify,
     canonicalize(parallel_drop_dimensions, merge_nested_parallel))]
pub struct ParallelOp {
    lowerBound: VarOperand<INDEX>,
    upperBound: VarOperand<INDEX>,
    step: VarOperand<INDEX>,
    initVals: VarOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
    region: Region<Sized<1>>,
}

impl LoopLike for ParallelOp {
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![ParallelOp::view_of(op).region()]
    }
    fn induction_vars<'a>(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        entry_args(ParallelOp::view_of(op).region(), 0)
    }
    fn lower_bounds<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        ParallelOp::view_of(op).lower_bound().map(OpFoldResultRef::Value).collect()
    }
    fn upper_bounds<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        ParallelOp::view_of(op).upper_bound().map(OpFoldResultRef::Value).collect()
    }
    fn steps<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        ParallelOp::view_of(op).step().map(OpFoldResultRef::Value).collect()
    }
}

impl RegionBranchOp for ParallelOp {
    fn successors(&self, _op: OpRef<'_>, _point: RegionPoint) -> Vec<RegionPoint> {
        vec![RegionPoint::Region(0), RegionPoint::Parent]
    }
    // Reductions make the results; no value flows along an edge.
    fn successor_inputs<'a>(&self, _op: OpRef<'a>, _target: RegionPoint) -> Vec<ValueRef<'a>> {
        Vec::new()
    }
    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..0
    }
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ParallelOp::view_of(op));
    let steps = view.step().len();
    if steps == 0 {
        let message = "needs at least one tuple element for lowerBound, upperBound and step";
        return Err(op_error(op, message));
    }
    if view.step().any(|step| m_scalar_i64(step).is_some_and(|n| n <= 0)) {
        return Err(op_error(op, "constant step operand must be positive"));
    }
    let args = entry_args(view.region(), 0);
    if args.len() != steps {
        return Err(op_error(
            op,
            format!(
                "expects the same number of induction variables: {} as bound and step values: {steps}",
                args.len()
            ),
        ));
    }
    if args.iter().any(|arg| arg.ty() != Type::INDEX) {
        return Err(op_error(op, "expects arguments for the induction variable to be of index type"));
    }
    let message = "expects body to terminate with 'scf.reduce'";
    let reduce = expect_terminator(op, view.region(), ReduceOp::DEF, message)?;
    let (results, reductions, inits) = (op.num_results(), reduce.num_regions(), view.init_vals().len());
    let differ = |what: &str, count: usize| {
        let message =
            format!("expects number of results: {results} to be the same as number of {what}: {count}");
        Err(op_error(op, message))
    };
    if results != reductions {
        return differ("reductions", reductions);
    }
    if results != inits {
        return differ("initial values", inits);
    }
    if reduce.num_operands() != inits {
        // The reduction reports that.
        return Ok(());
    }
    for (i, (result, operand)) in op.results().zip(reduce.operands()).enumerate() {
        if result.ty() != operand.ty() {
            return Err(op_error(
                reduce,
                format!(
                    "expects type of {i}-th reduction operand: '{}' to be the same as the {i}-th result type: '{}'",
                    cx.type_text(operand.ty()),
                    cx.type_text(result.ty())
                ),
            ));
        }
    }
    Ok(())
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let mut ivs = p.argument_list(Delimiter::Paren, false, false)?;
    for (token, _) in [("=", "lower"), ("to", "upper"), ("step", "step")] {
        p.token(token)?;
        let operands = operands_in_parens(p, ivs.len())?;
        for operand in operands {
            state.operands.push(p.resolve(operand, Type::INDEX)?);
        }
    }
    let inits = if p.optional_token("init") { p.operand_list(Delimiter::Paren)? } else { Vec::new() };
    state.results.extend(p.optional_arrow_type_list()?);
    for iv in &mut ivs {
        iv.ty = Type::INDEX;
    }
    let region = p.region(state, &ivs, false)?;
    let loops = ivs.len();
    state.set_operand_segments(p.cx(), &[loops, loops, loops, inits.len()]);
    p.optional_attr_dict(state)?;
    let at = p.name_loc();
    let types: Vec<Type> = state.results.to_vec();
    state.operands.extend(p.resolve_all(&inits, &types, at)?);
    p.ensure_terminator(state, region);
    Ok(())
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ParallelOp::view_of(op);
    p.text(" (");
    p.values(&mut entry_args(view.region(), 0).into_iter());
    p.text(") = (");
    p.values(&mut view.lower_bound());
    p.text(") to (");
    p.values(&mut view.upper_bound());
    p.text(") step (");
    p.values(&mut view.step());
    p.text(")");
    if view.init_vals().len() > 0 {
        p.text(" init (");
        p.values(&mut view.init_vals());
        p.text(")");
    }
    p.optional_arrow_types(&op.result_types());
    p.text(" ");
    p.region(view.region(), false, true);
    p.attr_dict(op, &["operandSegmentSizes"]);
}

/// Ends the region of `scf.parallel`: for each result the value of this iteration, and the region that joins
/// two such values.
#[op("scf.reduce", traits(Terminator, HasParent(&["scf.parallel"]), RecursiveMemoryEffects),
     interfaces(dyn RegionBranchTerminator), verify_regions = verify_reduce,
     format = "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict")]
pub struct ReduceOp {
    operands: VarOperand<ANY_TYPE>,
    reductions: VarRegion<Sized<1>>,
}

impl RegionBranchTerminator for ReduceOp {
    fn successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..0
    }
}

fn verify_reduce(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let (regions, operands) = (op.num_regions(), op.num_operands());
    if regions != operands {
        return Err(op_error(
            op,
            format!(
                "expects number of reduction regions: {regions} to be the same as number of reduction operands: \
                 {operands}"
            ),
        ));
    }
    for (i, (region, operand)) in op.regions().zip(op.operands()).enumerate() {
        let Some(block) = region.entry() else { continue };
        let Some(last) = block.last() else {
            return Err(op_error(op, format!("{i}-th reduction has an empty body")));
        };
        let ty = operand.ty();
        if block.args().len() != 2 || block.args().any(|arg| arg.ty() != ty) {
            return Err(op_error(
                op,
                format!(
                    "expected two block arguments with type '{}' in the {i}-th reduction region",
                    cx.type_text(ty)
                ),
            ));
        }
        if !last.isa::<ReduceReturnOp>() {
            let message = "reduction bodies must be terminated with an 'scf.reduce.return' op";
            return Err(op_error(op, message));
        }
    }
    Ok(())
}

/// Ends a region of `scf.reduce` with the joined value.
#[op("scf.reduce.return", traits(HasParent(&["scf.reduce"]), Pure, Terminator), verify = verify_return,
     format = "$result attr-dict `:` type($result)")]
pub struct ReduceReturnOp {
    result: Operand<ANY_TYPE>,
}

fn verify_return(op: OpRef<'_>) -> CheckResult {
    let Some(expected) = op.block().and_then(|block| block.args().next()) else { return Ok(()) };
    if expected.ty() != ReduceReturnOp::view_of(op).result().ty() {
        let ty = op.cx().type_text(expected.ty());
        return Err(op_error(op, format!("must have type '{ty}' (the type of the reduction inputs)")));
    }
    Ok(())
}
