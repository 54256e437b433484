//! `scf.for`: a counted loop that may carry values.

use std::ops::Range;

use terrace_ir::asm::{OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::attr_kind::UnitAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::diag::CheckResult;
use terrace_ir::interfaces::{LoopLike, RegionBranchOp, RegionPoint};
use terrace_ir::ir::{OpRef, RegionRef, ValueRef};
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{Attr, OpFoldResultRef, OpKind, Type};
use terrace_macros::op;

use super::canonicalize::simplify_trivial_loop;
use super::{bare_argument, entry_args, print_assignments, results_or};
use crate::region_branch::{make_inputs_dead, merge_equal_inputs, remove_dead_inputs};
use terrace_dialects_builtin::constraints::ANY_SIGNLESS_INT_OR_INDEX;
use terrace_ir::effects::ConditionallySpeculatable;

/// Runs its region for each number from the lower bound up to, not including, the upper bound.
///
/// The region's first argument is the number; the others are carried from one iteration to the next and
/// are the results in the end. Bounds compare as signed numbers unless `unsignedCmp` is set.
#[op("scf.for",
     traits(AutomaticAllocationScope, AllTypesMatch(&["lowerBound", "upperBound", "step"]),
            SingleBlockImplicitTerminator("scf.yield"), RecursiveMemoryEffects),
     interfaces(dyn ValueBounds, dyn LoopLike, dyn RegionBranchOp, dyn ConditionallySpeculatable), asm = (parse, print),
     syntax = "(`unsigned`)? <induction variable> `=` $lowerBound `to` $upperBound `step` $step (`iter_args` `(` \
               <argument> `=` $initArgs `)` `->` `(` type($results) `)`)? (`:` type($lowerBound))? $region attr-dict",
     verify = verify, verify_regions = verify_regions,
     canonicalize(simplify_trivial_loop, make_inputs_dead, merge_equal_inputs, remove_dead_inputs))]
pub struct ForOp {
    lowerBound: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    upperBound: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    step: Operand<ANY_SIGNLESS_INT_OR_INDEX>,
    initArgs: VarOperand<ANY_TYPE>,
    unsignedCmp: OptProp<UnitAttr>,
    results: VarRes<ANY_TYPE>,
    region: Region<Sized<1>>,
}

/// Operands before the values that are carried.
const CONTROL: usize = 3;

impl LoopLike for ForOp {
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![ForOp::view_of(op).region()]
    }
    fn induction_vars<'a>(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        entry_args(ForOp::view_of(op).region(), 0).into_iter().take(1).collect()
    }
    fn lower_bounds<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        vec![OpFoldResultRef::Value(ForOp::view_of(op).lower_bound())]
    }
    fn upper_bounds<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        vec![OpFoldResultRef::Value(ForOp::view_of(op).upper_bound())]
    }
    fn steps<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        vec![OpFoldResultRef::Value(ForOp::view_of(op).step())]
    }
    fn inits(&self, op: OpRef<'_>) -> (usize, usize) {
        (CONTROL, op.num_operands() - CONTROL)
    }
    fn extensible_slot(&self, _op: OpRef<'_>) -> Option<usize> {
        Some(CONTROL)
    }
    fn first_iter_arg(&self, _op: OpRef<'_>) -> usize {
        1
    }
    fn iter_args<'a>(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        entry_args(ForOp::view_of(op).region(), 1)
    }
    fn yielded<'a>(&self, op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        Some(ForOp::view_of(op).region().entry()?.last()?.operands().collect())
    }
    fn results<'a>(&self, op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        Some(op.results().collect())
    }
}

impl RegionBranchOp for ForOp {
    fn successors(&self, _op: OpRef<'_>, _point: RegionPoint) -> Vec<RegionPoint> {
        vec![RegionPoint::Region(0), RegionPoint::Parent]
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        results_or(op, target, |_| entry_args(ForOp::view_of(op).region(), 1))
    }
    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        CONTROL..op.num_operands()
    }
}

fn verify(op: OpRef<'_>) -> CheckResult {
    if ForOp::view_of(op).init_args().len() != op.num_results() {
        return Err(op_error(op, "mismatch in number of loop-carried values and defined values"));
    }
    Ok(())
}

fn verify_regions(op: OpRef<'_>) -> CheckResult {
    let view = ForOp::view_of(op);
    let args = entry_args(view.region(), 0);
    if args.first().map(|iv| iv.ty()) != Some(view.lower_bound().ty()) {
        return Err(op_error(op, "expected induction variable to be same type as bounds and step"));
    }
    if args.len() - 1 != op.num_results() {
        return Err(op_error(op, "mismatch in number of basic block args and defined values"));
    }
    for (i, ((init, arg), result)) in view.init_args().zip(&args[1..]).zip(op.results()).enumerate() {
        if init.ty() != result.ty() {
            return Err(op_error(op, format!("types mismatch between {i}th iter operand and defined value")));
        }
        if arg.ty() != result.ty() {
            return Err(op_error(
                op,
                format!("types mismatch between {i}th iter region arg and defined value"),
            ));
        }
    }
    Ok(())
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    if p.optional_token("unsigned") {
        state.set_prop(p.cx(), "unsignedCmp", Attr::UNIT);
    }
    parse_counted_loop(p, state, None)
}

/// Parses a loop from its induction variable on: bounds, step, iteration arguments, the type of the induction
/// variable, the region and the attributes. `first` is an operand before those of the bounds.
pub fn parse_counted_loop(
    p: &mut dyn OpParser,
    state: &mut ParseState,
    first: Option<(Operand, Type)>,
) -> PResult<()> {
    let iv = p.operand()?;
    p.token("=")?;
    let lower = p.operand()?;
    p.token("to")?;
    let upper = p.operand()?;
    p.token("step")?;
    let step = p.operand()?;
    let (mut carried, mut inits) = (Vec::new(), Vec::new());
    if p.optional_token("iter_args") {
        (carried, inits) = p.assignment_list()?;
        state.results.extend(p.arrow_type_list()?);
    }
    if carried.len() != state.results.len() {
        let at = p.name_loc();
        let message = "mismatch in number of loop-carried values and defined values";
        return Err(p.error(at, message.to_string()));
    }
    let ty = if p.optional_token(":") { p.ty()? } else { Type::INDEX };
    for (arg, &ty) in carried.iter_mut().zip(&state.results) {
        arg.ty = ty;
    }
    carried.insert(0, bare_argument(iv, ty));
    let region = p.region(state, &carried, false)?;
    p.ensure_terminator(state, region);
    // Operands are looked up after the region, so that a name from inside it is not taken for one outside.
    if let Some((operand, ty)) = first {
        state.operands.push(p.resolve(operand, ty)?);
    }
    for operand in [lower, upper, step] {
        state.operands.push(p.resolve(operand, ty)?);
    }
    for (i, init) in inits.into_iter().enumerate() {
        state.operands.push(p.resolve(init, state.results[i])?);
    }
    p.optional_attr_dict(state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = ForOp::view_of(op);
    let args = entry_args(view.region(), 0);
    let Some((&iv, carried)) = args.split_first() else { return };
    p.text(if view.unsigned_cmp() { " unsigned " } else { " " });
    let bounds = [view.lower_bound(), view.upper_bound(), view.step()];
    print_counted_loop(p, iv, bounds, carried, view.init_args());
    p.text(" ");
    if iv.ty() != Type::INDEX {
        p.text(" : ");
        p.ty(iv.ty());
        p.text(" ");
    }
    p.region(view.region(), false, view.init_args().len() > 0);
    p.attr_dict(op, &["unsignedCmp"]);
}

/// Prints a loop from its induction variable to its iteration arguments.
pub fn print_counted_loop<'a>(
    p: &mut dyn OpPrinter,
    counter: ValueRef<'a>,
    [lower, upper, step]: [ValueRef<'a>; 3],
    carried: &[ValueRef<'a>],
    inits: impl ExactSizeIterator<Item = ValueRef<'a>> + Clone,
) {
    p.value(counter);
    p.text(" = ");
    p.value(lower);
    p.text(" to ");
    p.value(upper);
    p.text(" step ");
    p.value(step);
    print_assignments(p, " iter_args", carried.iter().copied(), inits.clone());
    if inits.len() > 0 {
        p.text(" -> (");
        p.types_of(&mut inits.clone());
        p.text(")");
    }
}
