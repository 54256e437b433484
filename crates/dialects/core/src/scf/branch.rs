//! Ops that run one of their regions once: `scf.if` and `scf.execute_region`.

use std::ops::Range;

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::constraints::{ANY_TYPE, I1};
use terrace_ir::def::op_error;
use terrace_ir::diag::CheckResult;
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint};
use terrace_ir::ir::{OpRef, ValueRef};
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{Attr, OpKind, Type};
use terrace_macros::op;

use super::canonicalize::{inline_blocks, inline_single_block};
use super::canonicalize_if::*;
use super::results_or;
use crate::region_branch::{make_inputs_dead, merge_equal_inputs, remove_dead_inputs};
use crate::region_if;

/// Runs its first region where the condition is true; otherwise its second one, if that is not empty.
#[op("scf.if",
     traits(SingleBlockImplicitTerminator("scf.yield"), RecursiveMemoryEffects, RecursivelySpeculatable,
            NoRegionArguments),
     interfaces(dyn ValueBounds, dyn RegionBranchOp), asm = (parse_if, print_if),
     syntax = "$condition (`->` `(` type($results) `)`)? $thenRegion (`else` $elseRegion)? attr-dict",
     verify = verify_if, fold = fold_if,
     canonicalize(combine_ifs, combine_nested_ifs, propagate_condition, results_to_select, remove_empty_else,
                  remove_static_condition, replace_known_results, make_inputs_dead, merge_equal_inputs, remove_dead_inputs))]
pub struct IfOp {
    condition: Operand<I1>,
    results: VarRes<ANY_TYPE>,
    thenRegion: Region<Sized<1>>,
    elseRegion: Region<Max<1>>,
}

impl RegionBranchOp for IfOp {
    fn successors(&self, op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        region_if::successors(op, point)
    }

    fn entry_successors(&self, op: OpRef<'_>, constants: &[Option<Attr>]) -> Vec<RegionPoint> {
        match terrace_ir::matchers::single_int(op.cx(), constants[0]) {
            None => self.successors(op, RegionPoint::Parent),
            Some(condition) if !condition.is_zero() => vec![RegionPoint::Region(0)],
            Some(_) if IfOp::view_of(op).else_region().is_empty() => vec![RegionPoint::Parent],
            Some(_) => vec![RegionPoint::Region(1)],
        }
    }

    fn region_invocation_bounds(&self, op: OpRef<'_>, constants: &[Option<Attr>]) -> Vec<Option<u64>> {
        let taken = self.entry_successors(op, constants);
        (0..2).map(|i| Some(u64::from(taken.contains(&RegionPoint::Region(i))))).collect()
    }

    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        results_or(op, target, |_| Vec::new())
    }

    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..0
    }
}

fn verify_if(op: OpRef<'_>) -> CheckResult {
    if op.num_results() != 0 && IfOp::view_of(op).else_region().is_empty() {
        let error = op_error(op, "must have an else block if defining values");
        return Err(error.help("add an 'else' region that yields the values for the other case"));
    }
    Ok(())
}

fn parse_if(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let condition = p.operand()?;
    state.operands.push(p.resolve(condition, Type::I1)?);
    region_if::parse_regions(p, state)
}

fn print_if(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = IfOp::view_of(op);
    p.text(" ");
    p.value(view.condition());
    if op.num_results() > 0 {
        p.text(" -> (");
        p.types_of(&mut op.results());
        p.text(")");
    }
    p.text(" ");
    region_if::print_regions(p, op);
    p.attr_dict(op, &[]);
}

/// Runs its region, which may have several blocks, once.
#[op("scf.execute_region", traits(RecursiveMemoryEffects), interfaces(dyn RegionBranchOp),
     asm = (parse_execute_region, print_execute_region),
     syntax = "(`->` type($results))? (`no_inline`)? $region attr-dict",
     verify = verify_execute_region,
     canonicalize(inline_single_block, inline_blocks, make_inputs_dead, merge_equal_inputs, remove_dead_inputs))]
pub struct ExecuteRegionOp {
    no_inline: OptProp<UnitAttr>,
    results: VarRes<ANY_TYPE>,
    region: Region,
}

impl RegionBranchOp for ExecuteRegionOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0)],
            RegionPoint::Region(_) => vec![RegionPoint::Parent],
        }
    }

    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        results_or(op, target, |_| Vec::new())
    }

    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..0
    }
}

fn verify_execute_region(op: OpRef<'_>) -> CheckResult {
    let Some(entry) = ExecuteRegionOp::view_of(op).region().entry() else {
        return Err(op_error(op, "region needs to have at least one block"));
    };
    if entry.args().len() > 0 {
        return Err(op_error(op, "region cannot have any arguments"));
    }
    Ok(())
}

fn parse_execute_region(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    state.results.extend(p.optional_arrow_type_list()?);
    if p.optional_token("no_inline") {
        state.set_prop(p.cx(), "no_inline", Attr::UNIT);
    }
    p.region(state, &[], false)?;
    p.optional_attr_dict(state)
}

fn print_execute_region(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ExecuteRegionOp::view_of(op);
    p.optional_arrow_types(&op.result_types());
    p.text(if view.no_inline() { " no_inline " } else { " " });
    p.region(view.region(), false, true);
    p.attr_dict(op, &["no_inline"]);
}
