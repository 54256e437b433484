//! `scf.forall`: a box of parallel iterations that share outputs.

use std::ops::Range;

use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::op_error;
use terrace_ir::diag::CheckResult;
use terrace_ir::interfaces::{
    DestinationStyleOp, InParallelOpInterface, LoopLike, ParallelCombiningOp, RegionBranchOp, RegionPoint,
    mixed_values,
};
use terrace_ir::ir::{OpRef, RegionRef, ValueRef};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{Attr, AttrData, Context, OpFoldResultRef, OpKind, OptionalAttr, Type, attr_kinds};
use terrace_macros::op;

use super::canonicalize_parallel::*;
use super::{entry_args, print_assignments, results_or};
use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_builtin::index_list::{parse_index_list, print_index_list, verify_index_list};

attr_kinds! {
    /// A unit of a device that runs iterations.
    pub DeviceMappingAttr("Device Mapping attribute") {
        accepts: |cx, attr| matches!(attr.data(cx), AttrData::Dialect { .. } | AttrData::Opaque { .. }),
    }
    /// The units of a device that run the iterations of each dimension.
    pub DeviceMappingArrayAttr("Device Mapping array attribute") { array_of: DeviceMappingAttr }
}

/// Executes its region for each point of a multi-dimensional index space, in parallel.
///
/// The region's arguments are the induction variables and the outputs, which all iterations share;
/// `scf.forall.in_parallel` combines their contributions.
#[op("scf.forall",
     traits(AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects,
            SingleBlockImplicitTerminator("scf.forall.in_parallel"), ParallelRegions),
     interfaces(dyn ValueBounds, dyn LoopLike, dyn RegionBranchOp, dyn DestinationStyleOp), asm = (parse, print),
     syntax = "`(` <induction variables> `)` (`in` `(` <upper bounds> `)` | `=` `(` <lower bounds> `)` `to` `(` <upper \
               bounds> `)` `step` `(` <steps> `)`) (`shared_outs` `(` <argument> `=` $outputs `)` `->` `(` type($results) \
               `)`)? $region attr-dict",
     verify = verify,
     canonicalize(forall_fold_control, forall_fold_outputs, forall_drop_dimensions, forall_known_variables))]
pub struct ForallOp {
    dynamicLowerBound: VarOperand<INDEX>,
    dynamicUpperBound: VarOperand<INDEX>,
    dynamicStep: VarOperand<INDEX>,
    outputs: VarOperand<ANY_RANKED_TENSOR>,
    staticLowerBound: Prop<DenseI64ArrayAttr>,
    staticUpperBound: Prop<DenseI64ArrayAttr>,
    staticStep: Prop<DenseI64ArrayAttr>,
    mapping: OptProp<DeviceMappingArrayAttr>,
    results: VarRes<ANY_TYPE>,
    region: Region<Sized<1>>,
}

/// The operand slot of the outputs.
const OUTPUTS: usize = 3;

impl<'a> ForallOpView<'a> {
    /// The number of induction variables.
    pub fn rank(self) -> usize {
        numbers(self.0.cx(), self.static_lower_bound_attr()).len()
    }

    /// The region arguments for the shared outputs.
    pub fn region_outputs(self) -> Vec<ValueRef<'a>> {
        entry_args(self.region(), self.rank())
    }

    /// Whether all lower bounds are zero and all steps one.
    pub fn is_normalized(self) -> bool {
        let (lower, steps) =
            (LoopLike::lower_bounds(&ForallOp::MODEL, self.0), LoopLike::steps(&ForallOp::MODEL, self.0));
        let all = |bounds: Vec<OpFoldResultRef<'_>>, number: i64| {
            bounds.into_iter().all(|bound| match bound {
                OpFoldResultRef::Static(n) => n == number,
                OpFoldResultRef::Value(value) => m_scalar_i64(value) == Some(number),
            })
        };
        all(lower, 0) && all(steps, 1)
    }
}

fn numbers(cx: &Context, attr: Attr) -> Vec<i64> {
    attr.optional_i64s(cx)
}

impl LoopLike for ForallOp {
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![ForallOp::view_of(op).region()]
    }
    fn induction_vars<'a>(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        let view = ForallOp::view_of(op);
        entry_args(view.region(), 0).into_iter().take(view.rank()).collect()
    }
    fn lower_bounds<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        let view = ForallOp::view_of(op);
        mixed_values(&numbers(op.cx(), view.static_lower_bound_attr()), view.dynamic_lower_bound())
    }
    fn upper_bounds<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        let view = ForallOp::view_of(op);
        mixed_values(&numbers(op.cx(), view.static_upper_bound_attr()), view.dynamic_upper_bound())
    }
    fn steps<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        let view = ForallOp::view_of(op);
        mixed_values(&numbers(op.cx(), view.static_step_attr()), view.dynamic_step())
    }
    fn inits(&self, op: OpRef<'_>) -> (usize, usize) {
        op.operand_range(OUTPUTS)
    }
    fn first_iter_arg(&self, op: OpRef<'_>) -> usize {
        ForallOp::view_of(op).rank()
    }
    fn iter_args<'a>(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        ForallOp::view_of(op).region_outputs()
    }
}

impl RegionBranchOp for ForallOp {
    fn successors(&self, _op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match point {
            RegionPoint::Parent => vec![RegionPoint::Region(0)],
            RegionPoint::Region(_) => vec![RegionPoint::Parent],
        }
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        results_or(op, target, |_| ForallOp::view_of(op).region_outputs())
    }
    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        let (start, len) = op.operand_range(OUTPUTS);
        start..start + len
    }
}

impl DestinationStyleOp for ForallOp {
    fn inits(&self, op: OpRef<'_>) -> (usize, usize) {
        op.operand_range(OUTPUTS)
    }
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ForallOp::view_of(op));
    let (rank, outputs) = (view.rank(), view.outputs().len());
    if op.num_results() != outputs {
        let message = format!("produces {} results, but has only {outputs} outputs", op.num_results());
        return Err(op_error(op, message));
    }
    let args = entry_args(view.region(), 0);
    if args.len() != rank + outputs {
        return Err(op_error(op, format!("region expects {rank} arguments")));
    }
    let (ivs, shared) = args.split_at(rank);
    if let Some(i) = ivs.iter().position(|iv| iv.ty() != Type::INDEX) {
        return Err(op_error(op, format!("expects {i}-th block argument to be an index")));
    }
    if let Some(i) = shared.iter().zip(view.outputs()).position(|(arg, output)| arg.ty() != output.ty()) {
        let message = format!("type mismatch between {i}-th output and corresponding block argument");
        return Err(op_error(op, message));
    }
    if let Some(mapping) = view.mapping().filter(|mapping| !mapping.is_empty()) {
        let masks = mapping.iter().filter(|&a| is_mask(cx, a)).count();
        if mapping.len() - masks != rank {
            return Err(op_error(op, "mapping attribute size must match op rank"));
        }
        if masks > 1 {
            return Err(op_error(op, "\"mapping\" supports at most one device masking attribute"));
        }
    }
    let list = |name: &str, fixed: Attr, values: usize| {
        verify_index_list(op, name, rank, &numbers(cx, fixed), values)
    };
    list("lower bound", view.static_lower_bound_attr(), view.dynamic_lower_bound().len())?;
    list("upper bound", view.static_upper_bound_attr(), view.dynamic_upper_bound().len())?;
    list("step", view.static_step_attr(), view.dynamic_step().len())
}

/// Whether a mapping attribute does not name units but masks some out.
fn is_mask(cx: &Context, attr: Attr) -> bool {
    cx.attr_interface::<dyn DeviceMaskingAttrInterface>(attr).is_some()
}

/// Marks attributes that do not map iterations to units of a device but mask some of the units out.
pub trait DeviceMaskingAttrInterface: Send + Sync {}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let mut args = p.argument_list(Delimiter::Paren, false, false)?;
    let rank = args.len();
    let mut sizes = [0usize; 4];
    let mut bounds = |p: &mut dyn OpParser, state: &mut ParseState, slot: usize, name: &str| {
        let list = parse_index_list(p, Delimiter::Paren, false)?;
        sizes[slot] = list.values.len();
        for value in list.values {
            state.operands.push(p.resolve(value, Type::INDEX)?);
        }
        let fixed = p.cx().i64_array(&list.fixed);
        state.set_prop(p.cx(), name, fixed);
        Ok(())
    };
    if p.optional_token("in") {
        bounds(p, state, 1, "staticUpperBound")?;
        let (zeros, ones) = (p.cx().i64_array(&vec![0; rank]), p.cx().i64_array(&vec![1; rank]));
        state.set_prop(p.cx(), "staticLowerBound", zeros);
        state.set_prop(p.cx(), "staticStep", ones);
    } else {
        p.token("=")?;
        bounds(p, state, 0, "staticLowerBound")?;
        p.token("to")?;
        bounds(p, state, 1, "staticUpperBound")?;
        p.token("step")?;
        bounds(p, state, 2, "staticStep")?;
    }
    for arg in &mut args {
        arg.ty = Type::INDEX;
    }
    let loc = p.loc();
    if p.optional_token("shared_outs") {
        let (shared, outputs) = p.assignment_list()?;
        let types = p.optional_arrow_type_list()?;
        state.operands.extend(p.resolve_all(&outputs, &types, loc)?);
        sizes[OUTPUTS] = outputs.len();
        args.extend(shared.into_iter().zip(&types).map(|(mut arg, &ty)| {
            arg.ty = ty;
            arg
        }));
        state.results.extend(types);
    }
    let region = p.region(state, &args, false)?;
    p.ensure_terminator(state, region);
    p.optional_attr_dict(state)?;
    state.set_operand_segments(p.cx(), &sizes);
    Ok(())
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (cx, view) = (op.cx(), ForallOp::view_of(op));
    let list = |p: &mut dyn OpPrinter, values: &mut dyn Iterator<Item = ValueRef<'_>>, fixed: Attr| {
        print_index_list(p, values, &numbers(cx, fixed), &[], false, Delimiter::Paren);
    };
    p.text(" (");
    p.values(&mut LoopLike::induction_vars(&ForallOp::MODEL, op).into_iter());
    if view.is_normalized() {
        p.text(") in ");
        list(p, &mut view.dynamic_upper_bound(), view.static_upper_bound_attr());
    } else {
        p.text(") = ");
        list(p, &mut view.dynamic_lower_bound(), view.static_lower_bound_attr());
        p.text(" to ");
        list(p, &mut view.dynamic_upper_bound(), view.static_upper_bound_attr());
        p.text(" step ");
        list(p, &mut view.dynamic_step(), view.static_step_attr());
    }
    print_assignments(p, " shared_outs", view.region_outputs().into_iter(), view.outputs());
    p.text(" ");
    if !view.region_outputs().is_empty() {
        p.text("-> (");
        p.types_of(&mut op.results());
        p.text(") ");
    }
    p.region(view.region(), false, op.num_results() > 0);
    p.attr_dict(op, &["operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep"]);
}

/// Terminates the region of `scf.forall`: its ops define how the contributions of the iterations are combined
/// to the results.
#[op("scf.forall.in_parallel",
     traits(Pure, Terminator, HasParent(&["scf.forall"]), NoTerminator, SingleBlock, GraphRegions),
     asm = (parse_in_parallel, print_in_parallel),
     syntax = "$region attr-dict",
     verify = verify_in_parallel, interfaces(dyn InParallelOpInterface))]
pub struct InParallelOp {
    region: Region<Sized<1>>,
}

impl InParallelOpInterface for InParallelOp {}

fn verify_in_parallel(op: OpRef<'_>) -> CheckResult {
    let Some(forall) = op.parent_op().filter(|parent| parent.isa::<ForallOp>()) else {
        return Err(op_error(op, "expected forall op parent"));
    };
    let shared = ForallOp::view_of(forall).region_outputs();
    for inner in InParallelOp::view_of(op).region().blocks().flat_map(|block| block.ops()) {
        let Some(combining) = inner.interface::<dyn ParallelCombiningOp>() else {
            return Err(op_error(op, "expected only ParallelCombiningOpInterface ops"));
        };
        let (start, len) = combining.updated_destinations(inner);
        if (start..start + len).any(|i| !shared.contains(&inner.operand(i))) {
            return Err(op_error(inner, "may only insert into an output block argument"));
        }
    }
    Ok(())
}

fn parse_in_parallel(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let region = p.region(state, &[], false)?;
    p.ensure_block(state, region);
    p.optional_attr_dict(state)
}

fn print_in_parallel(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.region(InParallelOp::view_of(op).region(), false, false);
    p.attr_dict(op, &[]);
}
