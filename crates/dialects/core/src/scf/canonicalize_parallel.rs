//! Canonicalization of `scf.parallel` and `scf.forall`.

use terrace_ir::interfaces::{LoopLike, ParallelCombiningOp, split};
use terrace_ir::matchers::m_scalar_int;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{
    InsertPoint, Op, OpFoldResult, OpFoldResultRef, OpKind, OpRef, Region, Rewriter, Type, Value,
};

use super::canonicalize::terminator;
use super::trip_count::trip_count;
use super::{ForallOp, ParallelOp, entry_args};
use crate::arith::canonicalize::int_constant;

/// A bound as a value; a number becomes a constant at the insertion point.
fn value_of(rw: &mut Rewriter<'_>, bound: OpFoldResult, op: Op) -> Option<Value> {
    match bound {
        OpFoldResult::Value(value) => Some(value),
        OpFoldResult::Static(n) => {
            let loc = rw.body().loc(op);
            int_constant(rw, n, Type::INDEX, loc)
        }
    }
}

/// A dimension: lower bound, upper bound, step and how often it runs.
struct Dimension {
    bounds: [OpFoldResult; 3],
    count: Option<u64>,
}

fn dimensions(op: OpRef<'_>) -> Option<Vec<Dimension>> {
    let looped = op.interface::<dyn LoopLike>()?;
    let (lower, upper, steps) = (looped.lower_bounds(op), looped.upper_bounds(op), looped.steps(op));
    let one =
        |((&lower, &upper), &step): ((&OpFoldResultRef<'_>, &OpFoldResultRef<'_>), &OpFoldResultRef<'_>)| {
            Dimension {
                bounds: [lower, upper, step].map(OpFoldResult::from),
                count: trip_count(lower, upper, step, true),
            }
        };
    Some(lower.iter().zip(&upper).zip(&steps).map(one).collect())
}

/// Replaces the first arguments of a region by `values` where they are known, and erases those.
fn bind_arguments(rw: &mut Rewriter<'_>, region: Region, values: &[Option<Value>]) -> Option<()> {
    let block = rw.body().entry(region)?;
    for (i, value) in values.iter().enumerate().rev() {
        if let Some(value) = *value {
            let arg = rw.body().arg(block, i);
            rw.replace_all_uses_with(arg, value);
            rw.erase_argument(block, i);
        }
    }
    Some(())
}

/// Puts the body of a loop into another region, without the arguments whose values are known. A body that cannot be copied is
/// moved.
fn put_body(rw: &mut Rewriter<'_>, from: Region, to: Region, known: &[Option<Value>]) -> Option<()> {
    let mut map = IrMapping::new();
    let block = rw.body().entry(from)?;
    for (arg, value) in rw.body().args(block).zip(known) {
        value.iter().for_each(|&value| map.map(arg, value));
    }
    if rw.clone_region(from, to, &mut map).is_none() {
        bind_arguments(rw, from, known)?;
        rw.inline_region(from, to);
    }
    Some(())
}

/// The lower bounds of the dimensions that run once, which their induction variables are.
fn known_variables(rw: &mut Rewriter<'_>, op: Op, dimensions: &[Dimension]) -> Option<Vec<Option<Value>>> {
    let known = |dimension: &Dimension| match dimension.count {
        Some(1) => value_of(rw, dimension.bounds[0], op).map(Some),
        _ => Some(None),
    };
    dimensions.iter().map(known).collect()
}

/// Erases a loop without iterations, and removes dimensions with a single one.
pub(super) fn parallel_drop_dimensions(rw: &mut Rewriter<'_>, op: ParallelOp) -> Option<()> {
    let dimensions = dimensions(rw.op(op))?;
    let inits: Vec<Value> = op.view(rw).init_vals().map(|v| v.id()).collect();
    if dimensions.iter().any(|dimension| dimension.count == Some(0)) {
        rw.replace_op(op, &inits);
        return Some(());
    }
    if !dimensions.iter().any(|dimension| dimension.count == Some(1)) {
        return None;
    }
    let known = known_variables(rw, op.into(), &dimensions)?;
    let body_region = op.view(rw).region().id();
    if known.iter().all(Option::is_some) {
        bind_arguments(rw, body_region, &known)?;
        return inline_parallel(rw, op.into(), body_region, &inits);
    }
    let kept = |i: usize| -> Vec<Value> {
        let left = dimensions.iter().filter(|dimension| dimension.count != Some(1));
        left.filter_map(|d| if let OpFoldResult::Value(value) = d.bounds[i] { Some(value) } else { None })
            .collect()
    };
    let (lower, upper, steps) = (kept(0), kept(1), kept(2));
    let (types, loc) = (rw.op(op).result_types(), rw.body().loc(op));
    rw.set_insertion_point_before(op);
    let region = rw.new_region();
    let new = rw.build(
        ParallelOp::of()
            .loc(loc)
            .lower_bound(&lower)
            .upper_bound(&upper)
            .step(&steps)
            .init_vals(&inits)
            .results(&types)
            .region(region),
    );
    put_body(rw, body_region, region, &known)?;
    rw.replace_op_with(op, new);
    Some(())
}

/// Inlines the body of a single-iteration loop, with its reductions after it.
fn inline_parallel(rw: &mut Rewriter<'_>, op: Op, body_region: Region, inits: &[Value]) -> Option<()> {
    let block = rw.body().entry(body_region)?;
    let reduce = terminator(rw.body(), body_region)?;
    rw.inline_block(block, InsertPoint::Before(op), &[]);
    let reductions: Vec<Region> = rw.body().regions(reduce).collect();
    let mut results = Vec::with_capacity(inits.len());
    for (i, (region, &init)) in reductions.into_iter().zip(inits).enumerate() {
        let operand = rw.body().operand(reduce, i);
        let (block, end) = (rw.body().entry(region)?, terminator(rw.body(), region)?);
        rw.inline_block(block, InsertPoint::Before(op), &[init, operand]);
        results.push(rw.op(end).single_operand().id());
        rw.erase_op(end);
    }
    rw.erase_op(reduce);
    rw.replace_op(op, &results);
    Some(())
}

/// Merges a loop that contains only another loop with it, if the inner bounds are invariant.
pub(super) fn merge_nested_parallel(rw: &mut Rewriter<'_>, op: ParallelOp) -> Option<()> {
    let body = rw.body();
    let outer_region = op.view(rw).region().id();
    let outer = body.entry(outer_region)?;
    let inner = body.first_op(outer).filter(|&inner| rw.op(inner).isa::<ParallelOp>())?;
    if body.next_op(inner) != body.last_op(outer) {
        return None;
    }
    let args: Vec<Value> = body.args(outer).collect();
    let [a, b] = [op, ParallelOp::assume(inner)].map(|op| op.view(rw));
    let reduces = a.init_vals().len() > 0 || b.init_vals().len() > 0;
    if reduces || b.0.operands().any(|value| args.contains(&value.id())) {
        return None;
    }
    let lower: Vec<Value> = a.lower_bound().chain(b.lower_bound()).map(|v| v.id()).collect();
    let upper: Vec<Value> = a.upper_bound().chain(b.upper_bound()).map(|v| v.id()).collect();
    let steps: Vec<Value> = a.step().chain(b.step()).map(|v| v.id()).collect();
    let loc = body.loc(op);
    let inner_region = ParallelOp::view_of(rw.op(inner)).region().id();
    let (inner_block, end) = (rw.body().entry(inner_region)?, terminator(rw.body(), inner_region)?);
    let types: Vec<Type> = rw.body().args(inner_block).map(|arg| rw.body().value_type(arg)).collect();
    let more: Vec<Value> = types.into_iter().map(|ty| rw.add_argument(outer, ty, loc)).collect();
    rw.inline_block(inner_block, InsertPoint::Before(inner), &more);
    rw.erase_op(end);
    rw.erase_op(inner);
    let taken = rw.take_regions(op.into())[0];
    rw.set_insertion_point_before(op);
    let new = rw
        .build(ParallelOp::of().loc(loc).lower_bound(&lower).upper_bound(&upper).step(&steps).region(taken));
    rw.replace_op_with(op, new);
    Some(())
}

// scf.forall.

/// Bounds and steps that are constants become numbers of the loop, those of one list at a time.
pub(super) fn forall_fold_control(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let looped: &dyn LoopLike = &ForallOp::MODEL;
    let lists = [looped.lower_bounds(view), looped.upper_bounds(view), looped.steps(view)];
    let fold = |bound: OpFoldResultRef<'_>| match bound {
        OpFoldResultRef::Value(value) => match m_scalar_int(value).and_then(|n| n.to_i64()) {
            Some(n) if n != DYNAMIC => OpFoldResult::Static(n),
            _ => OpFoldResult::Value(value.id()),
        },
        fixed => fixed.into(),
    };
    let folded = |(slot, list): (usize, Vec<OpFoldResultRef<'_>>)| {
        let folded: Vec<OpFoldResult> = list.iter().copied().map(fold).collect();
        let changed = list.iter().zip(&folded).any(|(old, new)| OpFoldResult::from(*old) != *new);
        changed.then_some((slot, folded))
    };
    let (slot, folded) = lists.into_iter().enumerate().find_map(folded)?;
    let (values, fixed) = split(&folded);
    let fixed = rw.cx().i64_array(&fixed);
    rw.set_prop(op, slot, fixed);
    rw.set_operand_group(op, slot, &values);
    Some(())
}

/// Removes outputs without insertions or with unused results.
pub(super) fn forall_fold_outputs(rw: &mut Rewriter<'_>, op: ForallOp) -> Option<()> {
    let view = op.view(rw);
    let rank = view.rank();
    let outputs: Vec<Value> = view.outputs().map(|v| v.id()).collect();
    let args: Vec<Value> = view.region_outputs().iter().map(|v| v.id()).collect();
    let results: Vec<Value> = view.0.results().map(|v| v.id()).collect();
    let combining: Vec<Vec<Op>> = args.iter().map(|&arg| combining_ops(rw, arg)).collect();
    let keep: Vec<bool> = results
        .iter()
        .zip(&combining)
        .map(|(&result, ops)| rw.body().first_use(result).is_some() && !ops.is_empty())
        .collect();
    if !keep.contains(&false) {
        return None;
    }
    let block = view.region().entry()?.id();
    for (ops, _) in combining.iter().zip(&keep).filter(|(_, keep)| !**keep) {
        ops.iter().for_each(|&op| rw.erase_op(op));
    }
    for i in (0..keep.len()).filter(|&i| !keep[i]) {
        rw.replace_all_uses_with(args[i], outputs[i]);
        rw.replace_all_uses_with(results[i], outputs[i]);
    }
    for i in (0..keep.len()).rev().filter(|&i| !keep[i]) {
        rw.erase_argument(block, rank + i);
    }
    let first = rw.op(op).operand_range(3).0;
    let operands: Vec<bool> =
        (0..rw.body().operands(op.into()).len()).map(|i| i < first || keep[i - first]).collect();
    rw.keep_operands(op.into(), &operands);
    rw.keep_results(op.into(), &keep);
    Some(())
}

/// The ops that contribute to an output.
fn combining_ops(rw: &Rewriter<'_>, output: Value) -> Vec<Op> {
    let users = rw.body().uses(output).map(|used| (rw.body().use_owner(used), rw.body().use_index(used)));
    let puts = |&(user, index): &(Op, usize)| {
        let view = rw.op(user);
        view.interface::<dyn ParallelCombiningOp>().is_some_and(|combining| {
            let (start, len) = combining.updated_destinations(view);
            (start..start + len).contains(&index)
        })
    };
    users.filter(puts).map(|(user, _)| user).collect()
}

/// Erases a loop without iterations, and removes dimensions with a single one, unless the loop is mapped to a device.
pub(super) fn forall_drop_dimensions(rw: &mut Rewriter<'_>, op: ForallOp) -> Option<()> {
    let view = op.view(rw);
    if view.mapping().is_some_and(|units| !units.is_empty()) {
        return None;
    }
    let dimensions = dimensions(view.0)?;
    let outputs: Vec<Value> = view.outputs().map(|v| v.id()).collect();
    // Upstream looks at the dimensions in order.
    let mut order = dimensions.iter().filter_map(|dimension| dimension.count.filter(|&count| count < 2));
    if order.any(|count| count == 0) {
        rw.replace_op(op, &outputs);
        return Some(());
    }
    if !dimensions.is_empty() && !dimensions.iter().any(|dimension| dimension.count == Some(1)) {
        return None;
    }
    if dimensions.iter().all(|dimension| dimension.count == Some(1)) {
        return promote_forall_if_one_iteration(rw, op);
    }
    let view = op.view(rw);
    let (mapping, attrs, loc) = (view.mapping_attr(), view.0.attrs(), view.0.loc());
    let types = view.0.result_types();
    let known = known_variables(rw, op.into(), &dimensions)?;
    let body_region = op.view(rw).region().id();
    let kept = |i: usize| {
        let left = dimensions.iter().filter(|dimension| dimension.count != Some(1));
        left.map(|dimension| dimension.bounds[i]).collect::<Vec<_>>()
    };
    let [lower, upper, steps] = [kept(0), kept(1), kept(2)];
    rw.set_insertion_point_before(op);
    let region = rw.new_region();
    let new = rw.build(
        ForallOp::of()
            .loc(loc)
            .mixed_lower_bound(&lower)
            .mixed_upper_bound(&upper)
            .mixed_step(&steps)
            .outputs(&outputs)
            .mapping_attr(mapping)
            .results(&types)
            .region(region),
    );
    rw.set_attrs(new, attrs);
    put_body(rw, body_region, region, &known)?;
    rw.replace_op_with(op, new);
    Some(())
}

/// Replaces a single-iteration loop by its body; `None`, without modifications, if there may be more
/// iterations, or a contribution to the outputs cannot be expressed sequentially.
pub fn promote_forall_if_one_iteration(rw: &mut Rewriter<'_>, op: ForallOp) -> Option<()> {
    let view = op.view(rw);
    let dimensions = dimensions(view.0)?;
    if !dimensions.iter().all(|dimension| dimension.count == Some(1)) {
        return None;
    }
    let outputs: Vec<Value> = view.outputs().map(|v| v.id()).collect();
    // With one iteration, what it contributes to the outputs is what the loop makes of them.
    let results = combined_outputs(rw, op)?;
    rw.set_insertion_point_before(op);
    let known = known_variables(rw, op.into(), &dimensions)?;
    let body_region = op.view(rw).region().id();
    bind_arguments(rw, body_region, &known)?;
    let (block, end) = (rw.body().entry(body_region)?, terminator(rw.body(), body_region)?);
    rw.erase_op(end);
    rw.inline_block(block, InsertPoint::Before(op.into()), &outputs);
    rw.replace_op(op, &results);
    Some(())
}

/// Creates, before the terminator, the insertions of one iteration into the outputs, in order. Returns the
/// resulting outputs; `None`, without modifications, if a contribution cannot be expressed so.
fn combined_outputs(rw: &mut Rewriter<'_>, op: ForallOp) -> Option<Vec<Value>> {
    let view = op.view(rw);
    let end = view.region().entry()?.last()?;
    let combining: Vec<OpRef<'_>> = end.regions().next()?.entry()?.ops().collect();
    let shared: Vec<Value> = view.region_outputs().iter().map(|arg| arg.id()).collect();
    let destination = |op: &OpRef<'_>| {
        let combining = op.interface::<dyn ParallelCombiningOp>()?;
        let (first, count) = combining.updated_destinations(*op);
        let dest = op.operands().nth(first)?.id();
        Some((op.id(), combining, shared.iter().position(|&arg| count == 1 && arg == dest)?))
    };
    let combining: Vec<_> = combining.iter().map(destination).collect::<Option<_>>()?;
    let mut outputs: Vec<Value> = view.outputs().map(|output| output.id()).collect();
    rw.set_insertion_point_before(end.id());
    let mut made = Vec::with_capacity(combining.len());
    // Upstream lets each contribution begin with what the loop does, and takes the first of them for the outputs.
    let apart = rw.cx().matches_upstream() && combining.len() >= outputs.len();
    let inits = outputs.clone();
    for (number, (op, combining, output)) in combining.into_iter().enumerate() {
        let dest = if apart { inits[output] } else { outputs[output] };
        let Some(value) = combining.combine_sequentially(rw, op, dest) else {
            made.iter().rev().for_each(|&op| rw.erase_op(op));
            return None;
        };
        made.extend(rw.value(value).defining_op().map(|op| op.id()));
        if let Some(slot) = outputs.get_mut(if apart { number } else { output }) {
            *slot = value;
        }
    }
    Some(outputs)
}

/// The variable of a dimension that runs once is its lower bound.
pub(super) fn forall_known_variables(rw: &mut Rewriter<'_>, op: ForallOp) -> Option<()> {
    let view = op.view(rw);
    let variables: Vec<Value> = entry_args(view.region(), 0).iter().map(|v| v.id()).collect();
    let mut changed = None;
    for (dimension, variable) in dimensions(view.0)?.into_iter().zip(variables) {
        if dimension.count == Some(1) && rw.body().first_use(variable).is_some() {
            let value = value_of(rw, dimension.bounds[0], op.into())?;
            rw.replace_all_uses_with(variable, value);
            changed = Some(());
        }
    }
    changed
}
