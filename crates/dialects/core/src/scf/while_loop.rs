//! `scf.while`: a loop on a condition.

use std::ops::Range;

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::diag::CheckResult;
use terrace_ir::interfaces::{LoopLike, RegionBranchOp, RegionPoint};
use terrace_ir::ir::{OpRef, RegionRef, ValueRef};
use terrace_ir::{OpKind, Type};
use terrace_macros::op;

use super::canonicalize_while::*;
use super::{ConditionOp, YieldOp, entry_args, expect_terminator, print_assignments, results_or};
use crate::region_branch::{make_inputs_dead, merge_equal_inputs, remove_dead_inputs};

/// Runs `before`, then, as long as its condition holds, `after` and `before` again.
///
/// `scf.condition` passes values from `before` to `after` and, at the end, to the results; `scf.yield` passes
/// values back from `after` to `before`.
#[op("scf.while", traits(RecursiveMemoryEffects, SingleBlock), interfaces(dyn RegionBranchOp, dyn LoopLike),
     asm = (parse, print),
     syntax = "(`(` <argument> `=` $inits `)`)? `:` functional-type($inits, $results) $before `do` $after (`attributes` \
               attr-dict)?",
     verify = verify,
     canonicalize(while_condition_truth, while_cmp_cond, while_align_before_args, while_move_if_down,
                  make_inputs_dead, merge_equal_inputs, remove_dead_inputs))]
pub struct WhileOp {
    inits: VarOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
    before: Region<Sized<1>>,
    after: Region<Sized<1>>,
}

impl RegionBranchOp for WhileOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Region(0) => vec![RegionPoint::Parent, RegionPoint::Region(1)],
            _ => vec![RegionPoint::Region(0)],
        }
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        results_or(op, target, |i| entry_args(op.region(i), 0))
    }
    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..op.num_operands()
    }
}

impl LoopLike for WhileOp {
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        op.regions().collect()
    }
    fn inits(&self, op: OpRef<'_>) -> (usize, usize) {
        (0, op.num_operands())
    }
    fn iter_args<'a>(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        entry_args(WhileOp::view_of(op).before(), 0)
    }
    fn yielded<'a>(&self, op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        Some(WhileOp::view_of(op).after().entry()?.last()?.operands().collect())
    }
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let view = WhileOp::view_of(op);
    let message = "expects the 'before' region to terminate with 'scf.condition'";
    expect_terminator(op, view.before(), ConditionOp::DEF, message)?;
    let message = "expects the 'after' region to terminate with 'scf.yield'";
    expect_terminator(op, view.after(), YieldOp::DEF, message)?;
    Ok(())
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let (mut args, mut inits) = (Vec::new(), Vec::new());
    if p.optional_token("(") && !p.optional_token(")") {
        loop {
            args.push(p.argument(false, false)?);
            p.token("=")?;
            inits.push(p.operand()?);
            if !p.optional_token(",") {
                break;
            }
        }
        p.token(")")?;
    }
    let loc = p.loc();
    p.token(":")?;
    let ty = p.ty()?;
    let Some((from, to)) = ty.function(p.cx()).map(|(from, to)| (from.to_vec(), to.to_vec())) else {
        let found = p.cx().type_text(ty);
        let message =
            format!("invalid kind of type specified: expected builtin.function, but found '{found}'");
        return Err(p.error(loc, message));
    };
    state.results.extend(to);
    if from.len() != inits.len() {
        let message =
            format!("expected as many input types as operands (expected {} got {})", inits.len(), from.len());
        return Err(p.error(loc, message));
    }
    let loc = p.loc();
    state.operands.extend(p.resolve_all(&inits, &from, loc)?);
    for (arg, ty) in args.iter_mut().zip(from) {
        arg.ty = ty;
    }
    p.region(state, &args, false)?;
    p.token("do")?;
    p.region(state, &[], false)?;
    p.optional_attr_dict_with_keyword(state)
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = WhileOp::view_of(op);
    print_assignments(p, " ", entry_args(view.before(), 0).into_iter(), view.inits());
    p.text(" : (");
    p.types_of(&mut view.inits());
    p.text(")");
    let results: Vec<Type> = op.result_types();
    p.arrow_types(&results);
    p.text(" ");
    p.region(view.before(), false, true);
    p.text(" do ");
    p.region(view.after(), true, true);
    p.attr_dict_with_keyword(op, &[]);
}
