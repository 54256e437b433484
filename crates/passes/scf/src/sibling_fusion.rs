//! Fuses loops of one block that do not depend on each other: both bodies run in one loop.

use terrace_dialects_core::scf::{ForOp, ForallOp, InParallelOp};
use terrace_dialects_mem::index_values::indices;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{Attr, InsertPoint, Loc, Op, OpKind, OpRef, Rewriter, Type, Value};
use terrace_rewrite::walk::nested_post_order;

use super::build::is_inside;

/// Whether an op of another block, or the block's op that it is nested in, comes after `op` and is not in it.
fn is_after(user: OpRef<'_>, op: OpRef<'_>) -> bool {
    let block = op.block().map(|block| block.id());
    let mut ancestors = user.self_and_ancestors().take_while(|at| at.body_id() == op.body_id());
    let ancestor = ancestors.find(|at| at.block().map(|block| block.id()) == block);
    ancestor.is_none_or(|at| at.id() != op.id() && op.body().is_before(op.id(), at.id()))
}

/// Whether an op comes before `op`, which is in its block or nested in a later op of it.
fn is_before(def: OpRef<'_>, op: OpRef<'_>) -> bool {
    is_after(op, def)
}

/// Returns the location and the reason why the loop `target` cannot be fused into the loop `source`; `None`
/// if it can.
pub fn why_not_fusible(target: OpRef<'_>, source: OpRef<'_>) -> Option<(Loc, &'static str)> {
    if target.id() == source.id() {
        return Some((target.loc(), "target and source need to be different loops"));
    }
    if target.body_id() != source.body_id()
        || target.block().map(|block| block.id()) != source.block().map(|block| block.id())
    {
        return Some((target.loc(), "target and source are not in the same block"));
    }
    if target.body().is_before(target.id(), source.id()) {
        let mut users = target.results().flat_map(|result| result.uses());
        let dependent = users.any(|(user, _)| !is_after(user, source));
        return dependent
            .then_some((target.loc(), "user of results of target should be properly dominated by source"));
    }
    let mut operands = target.operands().filter_map(|operand| operand.defining_op());
    if operands.any(|def| !is_before(def, source)) {
        return Some((target.loc(), "operands of target should be properly dominated by source"));
    }
    // The last one is reported.
    let mut found = None;
    for inner in nested_post_order(target.body(), target.id()) {
        let inner = OpRef::in_body(target.ir(), target.body(), target.body_id(), inner);
        let mut outside = inner.operands().filter(|operand| !is_inside(*operand, target.id()));
        if outside.any(|operand| operand.defining_op().is_some_and(|def| !is_before(def, source))) {
            found = Some((
                inner.loc(),
                "values used inside regions of target should be properly dominated by source",
            ));
        }
    }
    found
}

/// Fuses the loop `target` into the loop `source`, at the position of `source`; operands and ops of `target`
/// come first. They are independent of each other. Returns the fused loop; `None`, without modifications, if
/// they are not `scf.for` or `scf.forall` with the same bounds.
pub fn fuse_siblings(rw: &mut Rewriter<'_>, target: Op, source: Op) -> Option<Op> {
    let (a, b) = (rw.op(target), rw.op(source));
    if a.isa::<ForOp>() && b.isa::<ForOp>() {
        return fuse_for(rw, target, source);
    }
    if a.isa::<ForallOp>() && b.isa::<ForallOp>() {
        return fuse_forall(rw, target, source);
    }
    None
}

fn fuse_for(rw: &mut Rewriter<'_>, target: Op, source: Op) -> Option<Op> {
    let (a, b) = (ForOp::view_of(rw.op(target)), ForOp::view_of(rw.op(source)));
    if (a.lower_bound(), a.upper_bound(), a.step()) != (b.lower_bound(), b.upper_bound(), b.step())
        || a.unsigned_cmp() != b.unsigned_cmp()
    {
        return None;
    }
    let source_block = b.region().entry()?;
    let (source_end, source_block) = (source_block.last()?, source_block.id());
    let carried: Vec<(Value, Value)> =
        b.init_args().zip(source_end.operands()).map(|(init, value)| (init.id(), value.id())).collect();
    let source_end = source_end.id();
    let mut fused = target;
    for &(init, value) in &carried {
        fused = rw.replace_with_additional_yields(fused, init, value)?;
    }
    // As in upstream's new loop, attributes of only one of the two are dropped.
    rw.set_attrs(fused, Attr::EMPTY_DICT);
    rw.move_op(fused, InsertPoint::Before(source));
    let block = ForOp::view_of(rw.op(fused)).region().entry()?.id();
    let (end, args) = (rw.body().last_op(block)?, rw.body().args(block).collect::<Vec<Value>>());
    let own = args.len() - carried.len();
    let values: Vec<Value> = args.iter().take(1).chain(&args[own..]).copied().collect();
    rw.erase_op(source_end);
    rw.inline_block(source_block, InsertPoint::Before(end), &values);
    let results: Vec<Value> = rw.body().results(fused).skip(own - 1).collect();
    rw.replace_op(source, &results);
    Some(fused)
}

fn fuse_forall(rw: &mut Rewriter<'_>, target: Op, source: Op) -> Option<Op> {
    let (a, b) = (ForallOp::view_of(rw.op(target)), ForallOp::view_of(rw.op(source)));
    let loops = &ForallOp::MODEL;
    if loops.lower_bounds(a.0) != loops.lower_bounds(b.0)
        || loops.upper_bounds(a.0) != loops.upper_bounds(b.0)
        || loops.steps(a.0) != loops.steps(b.0)
        || a.mapping_attr() != b.mapping_attr()
    {
        return None;
    }
    let (block, source_block) = (a.region().entry()?, b.region().entry()?);
    let combining = |end: OpRef<'_>| InParallelOp::view_of(end).region().entry().map(|block| block.id());
    let (into, from) = (combining(block.last()?)?, combining(source_block.last()?)?);
    let (end, source_end) = (block.last()?.id(), source_block.last()?.id());
    let (block, source_block, rank) = (block.id(), source_block.id(), a.rank());
    let ids = |values: Vec<terrace_ir::ValueRef<'_>>| -> Vec<Value> {
        values.into_iter().map(|value| value.id()).collect()
    };
    let [lower, upper, steps] =
        [a.mixed_lower_bound(), a.mixed_upper_bound(), a.mixed_step()].map(|list| indices(&list));
    let outputs = ids(a.outputs().chain(b.outputs()).collect());
    let mapping = a.mapping_attr();
    let (attrs, loc, own) = (a.0.attrs(), a.0.loc(), a.0.num_results());
    let types: Vec<Type> = [a.0.result_types(), b.0.result_types()].concat();
    let added: Vec<(Type, Loc)> = b.region_outputs().iter().map(|arg| (arg.ty(), arg.loc())).collect();
    let mut values: Vec<Value> = rw.body().args(block).take(rank).collect();
    for (ty, loc) in added {
        values.push(rw.add_argument(block, ty, loc));
    }
    let region = rw.take_regions(target).into_iter().next()?;
    rw.set_insertion_point_before(source);
    let fused = rw.build(
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
    rw.set_attrs(fused, attrs);
    rw.inline_block(from, InsertPoint::End(into), &[]);
    rw.erase_op(source_end);
    rw.inline_block(source_block, InsertPoint::Before(end), &values);
    let results: Vec<Value> = rw.body().results(fused).collect();
    rw.replace_op(target, &results[..own]);
    rw.replace_op(source, &results[own..]);
    Some(fused.into())
}
