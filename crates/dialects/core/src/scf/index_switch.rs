//! `scf.index_switch`: one of several regions by number.

use std::ops::Range;
use terrace_ir::OpKind;

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::diag::CheckResult;
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint};
use terrace_ir::ir::{OpRef, RegionRef, ValueRef};
use terrace_macros::op;

use super::canonicalize::fold_constant_case;
use super::{YieldOp, results_or};
use crate::region_branch::{make_inputs_dead, merge_equal_inputs, remove_dead_inputs};

/// Runs the region of the case that equals a number, or the default region.
#[op("scf.index_switch", traits(RecursiveMemoryEffects, SingleBlockImplicitTerminator("scf.yield")),
     interfaces(dyn RegionBranchOp), customs(&SWITCH_CASES), verify = verify,
     canonicalize(fold_constant_case, make_inputs_dead, merge_equal_inputs, remove_dead_inputs),
     format = "$arg attr-dict (`->` type($results)^)? custom<SwitchCases>($cases, $caseRegions) `\\n` \
               `` `default` $defaultRegion")]
pub struct IndexSwitchOp {
    arg: Operand<INDEX>,
    cases: Prop<DenseI64ArrayAttr>,
    results: VarRes<ANY_TYPE>,
    defaultRegion: Region<Sized<1>>,
    caseRegions: VarRegion<Sized<1>>,
}

impl RegionBranchOp for IndexSwitchOp {
    fn successors(&self, op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => (0..op.num_regions()).map(RegionPoint::Region).collect(),
            RegionPoint::Region(_) => vec![RegionPoint::Parent],
        }
    }
    fn entry_successors(&self, op: OpRef<'_>, constants: &[Option<terrace_ir::Attr>]) -> Vec<RegionPoint> {
        let Some(value) = terrace_ir::matchers::single_int(op.cx(), constants[0]).and_then(|v| v.to_i64())
        else {
            return self.successors(op, RegionPoint::Parent);
        };
        let cases = IndexSwitchOp::view_of(op).cases().to_vec();
        vec![RegionPoint::Region(cases.iter().position(|&case| case == value).map_or(0, |case| case + 1))]
    }
    fn region_invocation_bounds(
        &self,
        op: OpRef<'_>,
        constants: &[Option<terrace_ir::Attr>],
    ) -> Vec<Option<u64>> {
        let taken = self.entry_successors(op, constants);
        (0..op.num_regions()).map(|i| Some(u64::from(taken.contains(&RegionPoint::Region(i))))).collect()
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        results_or(op, target, |_| Vec::new())
    }
    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..0
    }
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let view = IndexSwitchOp::view_of(op);
    let cases = view.cases().to_vec();
    let regions = view.case_regions().len();
    if cases.len() != regions {
        return Err(op_error(op, format!("has {regions} case regions but {} case values", cases.len())));
    }
    let mut sorted: Vec<(i64, usize)> = cases.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let repeated = sorted.windows(2).filter(|w| w[0].0 == w[1].0).map(|w| w[1].1).min();
    if let Some(at) = repeated {
        return Err(op_error(op, format!("has duplicate case value: {}", cases[at])));
    }
    verify_region(op, view.default_region(), "default region")?;
    for (i, region) in view.case_regions().enumerate() {
        verify_region(op, region, &format!("case region #{i}"))?;
    }
    Ok(())
}

fn verify_region(op: OpRef<'_>, region: RegionRef<'_>, name: &str) -> CheckResult {
    let cx = op.cx();
    // That a block is not empty is checked when the region is.
    let Some(last) = region.entry().and_then(|block| block.last()) else { return Ok(()) };
    if !last.isa::<YieldOp>() {
        let found = last.name_text();
        return Err(op_error(op, format!("expected region to end with scf.yield, but got {found}")));
    }
    let (wanted, found) = (op.num_results(), last.num_operands());
    if wanted != found {
        let message = format!("expected each region to return {wanted} values, but {name} returns {found}");
        return Err(op_error(op, message).note(last.loc(), "see yield operation here"));
    }
    for (i, (result, operand)) in op.results().zip(last.operands()).enumerate() {
        if result.ty() != operand.ty() {
            let (wanted, found) = (cx.type_text(result.ty()), cx.type_text(operand.ty()));
            return Err(op_error(op, format!("expected result #{i} of each region to be '{wanted}'"))
                .note(last.loc(), format!("{name} returns '{found}' here")));
        }
    }
    Ok(())
}

static SWITCH_CASES: CustomDirective =
    CustomDirective { name: "SwitchCases", parse: parse_cases, print: print_cases };

const CASE_REGIONS: usize = 1;

fn parse_cases(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    let mut values = Vec::new();
    while p.optional_token("case") {
        values.push(p.integer()?);
        let before = state.regions.len();
        let region = p.region(state, &[], false)?;
        state.regions.truncate(before);
        state.slots.regions[CASE_REGIONS].push(region);
    }
    let cases = p.cx().i64_array(&values);
    state.set_prop(p.cx(), "cases", cases);
    Ok(true)
}

fn print_cases(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let view = IndexSwitchOp::view_of(op);
    let cases = view.cases().to_vec();
    for (value, region) in cases.into_iter().zip(view.case_regions()) {
        p.newline();
        p.text(&format!("case {value} "));
        p.region(region, false, true);
    }
}
