//! Conditions that code rests on.

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{BoolAttr, StrAttr};
use terrace_ir::constraints::{ANY_TYPE, I1};
use terrace_ir::def::op_error;
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint};
use terrace_ir::{CheckResult, OpKind, OpRef, ValueRef};
use terrace_macros::op;

use super::canonicalize::{drop_casts, drop_duplicates, drop_empty_shapes};
use super::canonicalize_witness::*;
use super::fold::{fold_all, fold_cstr_broadcastable, fold_cstr_eq, fold_same};

use super::types::{IS_WITNESS, SHAPE_OR_EXTENT_TENSOR, witness_type};

/// A witness that shapes are broadcastable.
#[op("shape.cstr_broadcastable", fold = fold_cstr_broadcastable,
     canonicalize(drop_casts: drop_casts::<CstrBroadcastableOp>, equal_to_itself, drop_duplicates, drop_empty_shapes),
     traits(Commutative), verify = verify_broadcastable,
     format = "$shapes attr-dict `:` type($shapes)")]
pub struct CstrBroadcastableOp {
    shapes: VarOperand<SHAPE_OR_EXTENT_TENSOR>,
    result: Res<IS_WITNESS>,
}

fn verify_broadcastable(op: OpRef<'_>) -> CheckResult {
    if op.num_operands() < 2 {
        return Err(op_error(op, "required at least 2 input shapes"));
    }
    Ok(())
}

/// A witness that shapes are equal.
#[op("shape.cstr_eq", canonicalize(equal_to_itself), fold = fold_cstr_eq, traits(Commutative), format = "$shapes attr-dict `:` type($shapes)")]
pub struct CstrEqOp {
    shapes: VarOperand<SHAPE_OR_EXTENT_TENSOR>,
    result: Res<IS_WITNESS>,
}

/// A witness that a condition holds.
#[op("shape.cstr_require", fold = fold_same, format = "$pred `,` $msg attr-dict")]
pub struct CstrRequireOp {
    pred: Operand<I1>,
    msg: Prop<StrAttr>,
    result: Res<IS_WITNESS>,
}

/// A condition that is known to hold or not to.
#[op("shape.const_witness", fold = |op, _| ConstWitnessOp::view_of(op).passing_attr().into(), traits(ConstantLike, Pure), format = "$passing attr-dict")]
pub struct ConstWitnessOp {
    passing: Prop<BoolAttr>,
    result: Res<IS_WITNESS>,
}

/// The conjunction of several witnesses.
#[op("shape.assuming_all", fold = fold_all,
     canonicalize(merge_all, all_of_one, drop_implied, merge_equalities, drop_duplicates), traits(Commutative, Pure), verify = verify_all, format = "$inputs attr-dict")]
pub struct AssumingAllOp {
    inputs: VarOperand<IS_WITNESS>,
    result: Res<IS_WITNESS>,
}

fn verify_all(op: OpRef<'_>) -> CheckResult {
    if op.num_operands() == 0 {
        return Err(op_error(op, "no operands specified"));
    }
    Ok(())
}

/// Runs its region, which may rest on a condition.
#[op("shape.assuming", canonicalize(drop_unused_results, assuming_true),
     traits(SingleBlockImplicitTerminator("shape.assuming_yield"), RecursiveMemoryEffects),
     interfaces(dyn RegionBranchOp), asm = (parse_assuming, print_assuming),
     syntax = "$witness (`->` `(` type($results) `)`)? $doRegion attr-dict")]
pub struct AssumingOp {
    witness: Operand<IS_WITNESS>,
    results: VarRes<ANY_TYPE>,
    doRegion: Region<Sized<1>>,
}

impl RegionBranchOp for AssumingOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0)],
            RegionPoint::Region(_) => vec![RegionPoint::Parent],
        }
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        match target {
            RegionPoint::Parent => op.results().collect(),
            RegionPoint::Region(_) => Vec::new(),
        }
    }
    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
}

fn parse_assuming(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let witness = p.operand()?;
    let ty = witness_type(p.cx());
    state.operands.push(p.resolve(witness, ty)?);
    let types = p.optional_arrow_type_list()?;
    state.results.extend(types);
    let region = p.region(state, &[], false)?;
    p.ensure_terminator(state, region);
    p.optional_attr_dict(state)
}

fn print_assuming(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AssumingOp::view_of(op);
    let yields = op.num_results() > 0;
    p.text(" ");
    p.value(view.witness());
    if yields {
        p.text(" -> (");
        p.types_of(&mut op.results());
        p.text(")");
    }
    p.text(" ");
    p.region(view.do_region(), false, yields);
    p.attr_dict(op, &[]);
}

/// Ends the region of `shape.assuming` and passes its results on.
#[op("shape.assuming_yield", traits(Pure, ReturnLike, Terminator, HasParent(&["shape.assuming"])),
     format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct AssumingYieldOp {
    operands: VarOperand<ANY_TYPE>,
}
