//! `lower-affine`: affine ops as arithmetic, loops and accesses with plain subscripts.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_core::arith::AtomicRMWKind;
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::{arith, scf};
use terrace_dialects_mem::affine::*;
use terrace_dialects_mem::memref;
use terrace_dialects_vector::memory as vector;
use terrace_ir::build::OperationState;
use terrace_ir::elements::int_values;
use terrace_ir::{Attr, Context, Diag, Loc, Op, OpKind, Rewriter, Type, Value};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;

use super::expand_index::{delinearize, linearize};
use terrace_passes_shared::affine_arithmetic::{
    expand_expr, expand_map, expand_max, expand_min, unsupported,
};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::reductions::{combine, identity};

/// The pass.
pub static LOWER_AFFINE: PassDef = PassDef {
    name: "lower-affine",
    class: "LowerAffinePass",
    doc: "Lower Affine operations to a combination of Arith and SCF operations",
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new().legal_dialects(&["arith", "memref", "scf", "vector"]);
    let mut patterns = ConversionPatterns::new();
    patterns
        .add::<AffineApplyOp>(cx, "AffineApplyLowering", |rw, op| {
            let values = lower_map(rw, op.into(), expand_map)?;
            rw.replace_op(op, &values);
            Some(())
        })
        .add::<AffineMinOp>(cx, "AffineMinLowering", |rw, op| {
            let value = lower_map(rw, op.into(), expand_min)??;
            rw.replace_op(op, &[value]);
            Some(())
        })
        .add::<AffineMaxOp>(cx, "AffineMaxLowering", |rw, op| {
            let value = lower_map(rw, op.into(), expand_max)??;
            rw.replace_op(op, &[value]);
            Some(())
        })
        .add::<AffineLoadOp>(cx, "AffineLoadLowering", |rw, op| {
            lower_access::<memref::LoadOp, 0, 0>(rw, op.into())
        })
        .add::<AffineStoreOp>(cx, "AffineStoreLowering", |rw, op| {
            lower_access::<memref::StoreOp, 1, 0>(rw, op.into())
        })
        .add::<AffinePrefetchOp>(cx, "AffinePrefetchLowering", |rw, op| {
            lower_access::<memref::PrefetchOp, 0, 3>(rw, op.into())
        })
        .add::<AffineVectorLoadOp>(cx, "AffineVectorLoadLowering", |rw, op| {
            lower_access::<vector::LoadOp, 0, 0>(rw, op.into())
        })
        .add::<AffineVectorStoreOp>(cx, "AffineVectorStoreLowering", |rw, op| {
            lower_access::<vector::StoreOp, 1, 0>(rw, op.into())
        })
        .add::<AffineDmaStartOp>(cx, "AffineDmaStartLowering", lower_dma_start)
        .add::<AffineDmaWaitOp>(cx, "AffineDmaWaitLowering", lower_dma_wait)
        .add::<AffineForOp>(cx, "AffineForLowering", lower_for)
        .add::<AffineParallelOp>(cx, "AffineParallelLowering", lower_parallel)
        .add::<AffineIfOp>(cx, "AffineIfLowering", lower_if)
        .add::<AffineYieldOp>(cx, "AffineYieldOpLowering", lower_yield)
        .add::<AffineDelinearizeIndexOp>(cx, "LowerDelinearizeIndexOps", |rw, op| {
            let values = delinearize(rw, op)?;
            rw.replace_op(op, &values);
            Some(())
        })
        .add::<AffineLinearizeIndexOp>(cx, "LowerLinearizeIndexOps", |rw, op| {
            let value = linearize(rw, op)?;
            rw.replace_op(op, &[value]);
            Some(())
        });
    Conversion { target, patterns }
}

/// Reports expressions that cannot be lowered; `None` if there are any.
fn check<'e>(
    rw: &mut ConversionRewriter<'_>,
    exprs: impl IntoIterator<Item = &'e AffineExpr>,
    loc: Loc,
) -> Option<()> {
    let found: Vec<&str> = exprs.into_iter().flat_map(unsupported).collect();
    found.iter().for_each(|&message| rw.report(Diag::error(loc, message)));
    found.is_empty().then_some(())
}

/// Computes something of an op's map and all its operands.
fn lower_map<R>(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    expand: impl Fn(&mut Rewriter<'_>, Loc, &AffineMap, &[Value]) -> R,
) -> Option<R> {
    let loc = rw.body().loc(op);
    let map = rw.op(op).inherent_attr("map")?.as_affine_map(rw.cx())?;
    let operands: Vec<Value> = rw.body().operands(op).collect();
    check(rw, &map.results, loc)?;
    Some(expand(rw, loc, map, &operands))
}

/// An access with computed subscripts. The buffer is operand `MEMREF`, the map's operands follow; the first `PROPS`
/// attributes are the same.
fn lower_access<K: OpKind, const MEMREF: usize, const PROPS: usize>(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
) -> Option<()> {
    let loc = rw.body().loc(op);
    let map = rw.op(op).inherent_attr("map")?.as_affine_map(rw.cx())?;
    let mut operands: Vec<Value> = rw.body().operands(op).collect();
    let indices = operands.split_off(MEMREF + 1);
    check(rw, &map.results, loc)?;
    operands.extend(expand_map(rw, loc, map, &indices));
    let props: Vec<Option<Attr>> = rw.body().props(op)[..PROPS].iter().map(|&prop| Some(prop)).collect();
    rw.replace(op, OperationState::positional::<K>(&operands, &props));
    Some(())
}

/// The subscripts of a buffer of a transfer, computed.
fn lower_element(
    rw: &mut ConversionRewriter<'_>,
    (memref, map, indices): &(Value, Attr, Vec<Value>),
    loc: Loc,
) -> Option<Vec<Value>> {
    let map = map.as_affine_map(rw.cx())?;
    check(rw, &map.results, loc)?;
    Some([*memref].into_iter().chain(expand_map(rw, loc, map, indices)).collect())
}

fn element(element: DmaElement<'_>) -> (Value, Attr, Vec<Value>) {
    (element.memref.id(), element.map, element.indices.iter().map(|v| v.id()).collect())
}

fn lower_dma_start(rw: &mut ConversionRewriter<'_>, op: AffineDmaStartOp) -> Option<()> {
    let loc = rw.body().loc(op);
    let (elements, rest) = op.view(rw).elements()?;
    let [source, target, tag] = elements.map(element);
    let rest: Vec<Value> = rw.body().operands(op.into()).skip(rest).collect();
    let (count, strides) = rest.split_first()?;
    let mut operands = lower_element(rw, &source, loc)?;
    operands.extend(lower_element(rw, &target, loc)?);
    operands.push(*count);
    operands.extend(lower_element(rw, &tag, loc)?);
    operands.extend(strides);
    rw.replace(op, memref::DmaStartOp::of(&operands));
    Some(())
}

fn lower_dma_wait(rw: &mut ConversionRewriter<'_>, op: AffineDmaWaitOp) -> Option<()> {
    let loc = rw.body().loc(op);
    let map = rw.op(op).discardable_attr("tag_map")?;
    let mut indices: Vec<Value> = rw.body().operands(op.into()).collect();
    let (count, memref) = (indices.pop()?, indices.remove(0));
    let tag = lower_element(rw, &(memref, map, indices), loc)?;
    let (memref, indices) = tag.split_first()?;
    rw.replace(op, memref::DmaWaitOp::of(*memref, indices, count));
    Some(())
}

fn lower_yield(rw: &mut ConversionRewriter<'_>, op: AffineYieldOp) -> Option<()> {
    if rw.op(op).parent_op()?.isa::<scf::ParallelOp>() {
        return None;
    }
    let operands: Vec<Value> = rw.body().operands(op.into()).collect();
    rw.replace(op, scf::YieldOp::of(&operands));
    Some(())
}

fn lower_for(rw: &mut ConversionRewriter<'_>, op: AffineForOp) -> Option<()> {
    let view = op.view(rw);
    let (lower, upper) = (view.lower_bound_map().clone(), view.upper_bound_map().clone());
    let lower_operands: Vec<Value> = view.lower_bound_operands().map(|v| v.id()).collect();
    let upper_operands: Vec<Value> = view.upper_bound_operands().map(|v| v.id()).collect();
    let inits: Vec<Value> = view.inits().map(|v| v.id()).collect();
    let (loc, step, types) = (view.0.loc(), view.constant_step(), view.0.result_types());
    check(rw, lower.results.iter().chain(&upper.results), loc)?;
    let lower = expand_max(rw, loc, &lower, &lower_operands)?;
    let upper = expand_min(rw, loc, &upper, &upper_operands)?;
    let step = Arith::new(rw, loc).index(step);
    let region = rw.take_regions(op)[0];
    let looped = rw.build(scf::ForOp::of(lower, upper, step, &inits).loc(loc).results(&types).region(region));
    rw.replace_op_with(op, looped);
    Some(())
}

fn lower_if(rw: &mut ConversionRewriter<'_>, op: AffineIfOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let set = view.condition().clone();
    let (loc, types) = (view.0.loc(), view.0.result_types());
    let operands: Vec<Value> = view.0.operands().map(|v| v.id()).collect();
    let (dims, symbols) = operands.split_at(set.num_dims as usize);
    check(rw, set.constraints.iter().map(|(expr, _)| expr), loc)?;
    let mut make = Arith::new(rw, loc);
    let zero = make.index(0);
    let mut condition = None;
    for (expr, equality) in &set.constraints {
        let value = expand_expr(&mut make, expr, dims, symbols);
        let holds = make.compare(if *equality { CmpIPredicate::Eq } else { CmpIPredicate::Sge }, value, zero);
        condition = Some(match condition {
            Some(others) => make.binary::<arith::AndIOp>(others, holds),
            None => holds,
        });
    }
    let condition = condition.unwrap_or_else(|| make.constant(cx.bool_attr(true), Type::I1));
    let regions = rw.take_regions(op);
    let chosen = rw.build(
        scf::IfOp::of(condition).loc(loc).results(&types).then_region(regions[0]).else_region(regions[1]),
    );
    rw.replace_op_with(op, chosen);
    Some(())
}

/// The maps of each dimension's bounds: the results of a map in groups.
fn bound_maps(cx: &Context, map: Attr, groups: Attr) -> Option<Vec<AffineMap>> {
    let map = map.as_affine_map(cx)?;
    let mut results = map.results.iter().cloned();
    let mut group = |size: &terrace_support::apint::ApInt| {
        let size = size.low_u128() as u32 as usize;
        AffineMap::new(map.num_dims, map.num_symbols, results.by_ref().take(size).collect())
    };
    Some(int_values(cx, groups)?.iter().map(&mut group).collect())
}

fn lower_parallel(rw: &mut ConversionRewriter<'_>, op: AffineParallelOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let lower_maps = bound_maps(cx, view.lower_bounds_map_attr(), view.lower_bounds_groups_attr())?;
    let upper_maps = bound_maps(cx, view.upper_bounds_map_attr(), view.upper_bounds_groups_attr())?;
    // Without dimensions the new loop is invalid, which its verifier reports.
    let used = upper_maps.first().map_or(0, |first| first.num_inputs() as usize);
    let lower_operands: Vec<Value> = view.lower_operands().map(|v| v.id()).collect();
    let upper_operands: Vec<Value> = view.upper_operands().take(used).map(|v| v.id()).collect();
    let (steps, loc, types) = (view.step_values(), view.0.loc(), view.0.result_types());
    let kinds: Vec<AtomicRMWKind> = view.reductions().iter().collect();
    check(rw, lower_maps.iter().chain(&upper_maps).flat_map(|map| &map.results), loc)?;
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for (lower_map, upper_map) in lower_maps.iter().zip(&upper_maps) {
        lower.push(expand_max(rw, loc, lower_map, &lower_operands)?);
        upper.push(expand_min(rw, loc, upper_map, &upper_operands)?);
    }
    let mut make = Arith::new(rw, loc);
    let steps: Vec<Value> = steps.into_iter().map(|step| make.index(step)).collect();
    let mut inits = Vec::new();
    for (&kind, &ty) in kinds.iter().zip(&types) {
        let Some(attr) = identity(cx, kind, ty) else {
            rw.report(Diag::error(loc, "Reduction operation type not supported"));
            return None;
        };
        inits.push(Arith::new(rw, loc).constant(attr, ty));
    }
    let region = rw.take_regions(op)[0];
    let looped = rw.build(
        scf::ParallelOp::of()
            .loc(loc)
            .lower_bound(&lower)
            .upper_bound(&upper)
            .step(&steps)
            .init_vals(&inits)
            .results(&types)
            .region(region),
    );
    let end = rw.body().last_op(rw.body().last_block(region)?)?;
    let (values, end_loc) = (rw.body().operands(end).collect::<Vec<_>>(), rw.body().loc(end));
    let mut regions = Vec::new();
    for (&kind, &ty) in kinds.iter().zip(&types) {
        let region = rw.new_region();
        let block = rw.create_block(region, &[(ty, end_loc), (ty, end_loc)]);
        rw.set_insertion_point_to_end(block);
        let (a, b) = (rw.body().arg(block, 0), rw.body().arg(block, 1));
        let value = combine(&mut Arith::new(rw, loc), kind, a, b)?;
        rw.build(scf::ReduceReturnOp::of(value).loc(loc));
        regions.push(region);
    }
    rw.set_insertion_point_before(end);
    rw.build(scf::ReduceOp::of(&values).loc(end_loc).reductions(&regions));
    rw.erase_op(end);
    rw.replace_op_with(op, looped);
    Some(())
}
