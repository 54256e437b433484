//! `affine.if`, and the terminators of the regions of this dialect's ops.

use terrace_affine::AffineExpr;
use terrace_dialects_core::region_if::{self, replace_by_region};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::IntegerSetAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::fold::Change;
use terrace_ir::interfaces::{RegionBranchOp, RegionPoint};
use terrace_ir::{Attr, CheckResult, Folded, OpKind, OpRef, Rewriter, ValueRef};
use terrace_macros::op;

use super::identifiers::verify_identifiers;
use super::operands::{parse_dims_and_symbols, parse_set, print_dims_and_symbols};
use super::value_map::ValueMap;
use super::{AffineForOp, AffineParallelOp};

/// Runs its first region where a point is in a set; otherwise its second one, if that is not empty.
#[op("affine.if",
     traits(SingleBlockImplicitTerminator("affine.yield"), RecursivelySpeculatable, RecursiveMemoryEffects,
            NoRegionArguments),
     interfaces(dyn RegionBranchOp), asm = (parse_if, print_if),
     syntax = "$condition `(` <dimensions> `)` (`[` <symbols> `]`)? (`->` type($results))? $thenRegion (`else` \
               $elseRegion)? attr-dict",
     verify = verify_if, fold = fold_if,
     canonicalize(remove_dead_else, remove_known_condition))]
pub struct AffineIfOp {
    _operands: VarOperand<ANY_TYPE>,
    condition: Prop<IntegerSetAttr>,
    results: VarRes<ANY_TYPE>,
    thenRegion: Region<Sized<1>>,
    elseRegion: Region,
}

impl RegionBranchOp for AffineIfOp {
    fn successors(&self, op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        region_if::successors(op, point)
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        region_if::results_or(op, target, |_| Vec::new())
    }
    fn entry_successor_operands(&self, _op: OpRef<'_>, _target: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
}

fn parse_if(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let (attr, set) = parse_set(p)?;
    state.set_prop(p.cx(), "condition", attr);
    let (dims, count) = parse_dims_and_symbols(p, state)?;
    let at = p.name_loc();
    if set.num_dims as usize != dims {
        return Err(p.error(at, "dim operand count and integer set dim count must match".to_string()));
    }
    if set.num_inputs() as usize != count {
        return Err(p.error(at, "symbol operand count and integer set symbol count must match".to_string()));
    }
    region_if::parse_regions(p, state)
}

fn print_if(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AffineIfOp::view_of(op);
    p.text(" ");
    p.attr(view.condition_attr());
    let dims = view.condition().num_dims as usize;
    print_dims_and_symbols(p, op.operands(), dims);
    p.optional_arrow_types(&op.result_types());
    p.text(" ");
    region_if::print_regions(p, op);
    p.attr_dict(op, &["condition"]);
}

fn verify_if(op: OpRef<'_>) -> CheckResult {
    let set = AffineIfOp::view_of(op).condition();
    if set.num_inputs() as usize != op.num_operands() {
        let rule = "operand count and condition integer set dimension and symbol count must match";
        return Err(op_error(op, rule));
    }
    verify_identifiers(op, op.operands(), set.num_dims as usize)
}

/// Ends a region and passes its operands on: to the next iteration or to the op's results.
#[op("affine.yield", traits(MemRefsNormalizable, Pure, Terminator, ReturnLike), verify = verify_yield,
     format = "attr-dict ($operands^ `:` type($operands))?")]
pub struct AffineYieldOp {
    operands: VarOperand<ANY_TYPE>,
}

fn verify_yield(op: OpRef<'_>) -> CheckResult {
    let known = |parent: &OpRef<'_>| {
        parent.isa::<AffineParallelOp>() || parent.isa::<AffineIfOp>() || parent.isa::<AffineForOp>()
    };
    let Some(parent) = op.parent_op().filter(known) else {
        return Err(op_error(op, "only terminates affine.if/for/parallel regions"));
    };
    if parent.num_results() != op.num_operands() {
        let rule = "parent of yield must have same number of results as the yield operands";
        return Err(op_error(op, rule));
    }
    if parent.results().zip(op.operands()).any(|(result, operand)| result.ty() != operand.ty()) {
        return Err(op_error(op, "types mismatch between yield op and its parent"));
    }
    Ok(())
}

/// A condition on the values that compute its operands.
fn fold_if(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), AffineIfOp::view_of(op));
    let set = view.condition();
    let (old, equalities) = ValueMap::of_set(set, op.operands());
    let mut new = old.clone();
    if new.has_applies() {
        new.compose();
    }
    new.canonicalize();
    if new == old {
        return Folded::Unchanged;
    }
    let set = cx.integer_set_attr(new.to_set(&equalities));
    let operands = Change::Operands(new.values());
    let slot = op.def().and_then(|def| def.props.iter().position(|prop| prop.name == "condition"));
    slot.map_or(Folded::Unchanged, |slot| Folded::Changed(vec![operands, Change::Prop(slot, set)]))
}

/// Erases an empty else region.
fn remove_dead_else(rw: &mut Rewriter<'_>, op: AffineIfOp) -> Option<()> {
    let view = op.view(rw);
    let block = view.else_region().entry().filter(|_| view.0.num_results() == 0)?;
    if block.first() != block.last() {
        return None;
    }
    let block = block.id();
    rw.erase_block(block);
    rw.notify_op_modified(op);
    Some(())
}

/// A condition that always holds, or never, is decided.
fn remove_known_condition(rw: &mut Rewriter<'_>, op: AffineIfOp) -> Option<()> {
    let view = op.view(rw);
    let set = view.condition();
    let taken = if set.is_canonically_empty() {
        view.else_region()
    } else if matches!(set.constraints.as_slice(), [(expr, true)] if AffineExpr::as_constant(expr) == Some(0))
    {
        view.then_region()
    } else {
        return None;
    };
    if taken.is_empty() {
        rw.erase_op(op);
        return Some(());
    }
    let taken = taken.id();
    replace_by_region(rw, op.into(), taken, &[])
}
