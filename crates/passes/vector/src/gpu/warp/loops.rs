//! `scf.for` and `scf.if` at the end of a region: control flow of all lanes, around regions of their own.

use terrace_dialects_builtin::ub::PoisonOp;
use terrace_dialects_core::scf::{ForOp, IfOp, YieldOp};
use terrace_dialects_gpu::gpu::kernel::YieldOp as GpuYieldOp;
use terrace_dialects_gpu::gpu::warp::WarpExecuteOnLane0Op;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::{Block, InsertPoint, Loc, Op, OpKind, Region, Rewriter, Type, Value};

use super::DistributionMap;
use super::lanes::distributed_type;
use super::region::{Warp, create_warp};
use super::uniform::move_scalar_uniform_code;

/// Values of a warp's region that inner regions use, with the types of their parts.
#[derive(Default)]
struct Captures {
    values: Vec<Value>,
    whole: Vec<Type>,
    parts: Vec<Type>,
}

impl Captures {
    /// The values of the warp's region that are used in a region of an op in it. `None` if lanes cannot share one.
    fn of(rw: &Rewriter<'_>, warp: &Warp, region: Option<Region>, map: &DistributionMap) -> Option<Self> {
        let mut captures = Self::default();
        let Some(region) = region else { return Some(captures) };
        let scope = rw.body().region_parent(region)?;
        let mut seen = rustc_hash::FxHashSet::default();
        let mut used = Vec::new();
        for block in rw.region(region).blocks() {
            for op in block.ops() {
                terrace_rewrite::walk::walk(op, |op| used.extend(op.operands().map(|value| value.id())));
            }
        }
        for value in used {
            let is_inner = |value: Value| {
                let view = rw.value(value);
                let block = view.owner_block().or_else(|| view.defining_op()?.block());
                let around = block.and_then(|block| block.region()).and_then(|region| region.parent_op());
                around.is_some_and(|around| rw.op(scope).is_ancestor(around))
            };
            if warp.is_outside(rw, value) || is_inner(value) || !seen.insert(value) {
                continue;
            }
            let view = rw.value(value);
            captures.parts.push(part_type(rw, warp, value, map)?);
            captures.values.push(value);
            captures.whole.push(view.ty());
        }
        Some(captures)
    }
}

/// The type of a lane's part of a value.
fn part_type(rw: &Rewriter<'_>, warp: &Warp, value: Value, map: &DistributionMap) -> Option<Type> {
    let view = rw.value(value);
    match as_vector(rw.cx(), view.ty()) {
        Some(_) => distributed_type(rw.cx(), view.ty(), &map(view), warp.size),
        None => Some(view.ty()),
    }
}

/// The results of a warp's last op: the part of each that leaves the warp, and what else leaves it.
struct Yields {
    /// For each result of the op, the type of the part, if it leaves the region.
    parts: Vec<Option<Type>>,
    /// The indices of the warp's results that are results of the op, and which they are.
    of_op: Vec<(usize, usize)>,
}

impl Yields {
    fn of(rw: &Rewriter<'_>, warp: &Warp, last: Op) -> Self {
        let results: Vec<Value> = rw.body().results(last).collect();
        let mut yields = Self { parts: vec![None; results.len()], of_op: Vec::new() };
        for (index, value) in warp.yields(rw).into_iter().enumerate() {
            if let Some(at) = results.iter().position(|&result| result == value) {
                yields.of_op.push((index, at));
                yields.parts[at] = Some(warp.result_type(rw, index));
            }
        }
        yields
    }

    /// Whether the same result leaves the region as parts of several types.
    fn is_ambiguous(&self, rw: &Rewriter<'_>, warp: &Warp) -> bool {
        self.of_op.iter().any(|&(index, at)| self.parts[at] != Some(warp.result_type(rw, index)))
    }
}

/// The op before the terminator of a warp's region, if it is of a kind.
fn last_op<K: OpKind>(rw: &Rewriter<'_>, warp: &Warp) -> Option<Op> {
    rw.body().prev_op(warp.end).filter(|&last| rw.op(last).isa::<K>())
}

/// A warp at the end of a block, with what another block has, and a `scf.yield` of its results. `args` are the operands, of
/// which the first replace the first arguments of the old block but `before`.
struct Inner<'a> {
    into: Block,
    from: Block,
    before: &'a [Value],
    carried: &'a [Value],
    carried_types: &'a [Type],
    captured: &'a [Value],
    captures: &'a Captures,
    results: &'a [Type],
    loc: Loc,
}

impl Inner<'_> {
    fn create(&self, rw: &mut Rewriter<'_>, warp: &Warp) -> Option<()> {
        rw.set_insertion_point_to_end(self.into);
        let args = [self.carried, self.captured].concat();
        let types = [self.carried_types, &self.captures.whole].concat();
        let (inner, block) = create_warp(rw, warp, &args, &types, self.results, warp.loc)?;
        let block_args: Vec<Value> = rw.body().args(block).collect();
        let (carried, captured) = block_args.split_at(self.carried.len());
        let end = rw.block(self.from).terminator()?.id();
        let yields: Vec<Value> = rw.op(end).operands().map(|value| value.id()).collect();
        rw.set_insertion_point_to_end(block);
        rw.build(GpuYieldOp::of(&yields).loc(warp.loc));
        rw.erase_op(end);
        let values = [self.before, carried].concat();
        rw.inline_block(self.from, InsertPoint::start(rw.body(), block), &values);
        for (&value, &arg) in self.captures.values.iter().zip(captured) {
            let is_inside = |body: &terrace_ir::Body, user: Op, _: usize| {
                std::iter::successors(Some(user), |&op| {
                    body.region_parent(body.region_of(body.block_of(op)?)?)
                })
                .any(|op| op == inner && op != user)
            };
            rw.replace_uses_with_if(value, arg, is_inside);
        }
        rw.set_insertion_point_to_end(self.into);
        let results: Vec<Value> = rw.body().results(inner).collect();
        rw.build(YieldOp::of(&results).loc(self.loc));
        move_scalar_uniform_code(rw, WarpExecuteOnLane0Op::assume(inner));
        Some(())
    }
}

/// Replaces the results of an op that was moved, which no lane uses any more, and erases it.
fn erase_moved(rw: &mut Rewriter<'_>, op: Op) {
    rw.set_insertion_point_before(op);
    let (types, loc) = (rw.op(op).result_types(), rw.op(op).loc());
    let values: Vec<Value> =
        types.into_iter().map(|ty| rw.build_value(PoisonOp::of().result(ty).loc(loc))).collect();
    rw.replace_op(op, &values);
}

/// Uses the results of the new op instead of those of the warp.
fn replace_results(rw: &mut Rewriter<'_>, warp: &Warp, new: Op, yields: &Yields) {
    for &(index, at) in &yields.of_op {
        let (old, value) = (warp.results(rw)[index], rw.body().result(new, at));
        rw.replace_all_uses_except(old, value, new);
    }
}

/// Moves the last loop of a region after it, with a region of its own in it.
pub(super) fn move_for(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op, map: &DistributionMap) -> Option<()> {
    let warp = Warp::of(rw, op)?;
    let looped = last_op::<ForOp>(rw, &warp)?;
    let view = ForOp::view_of(rw.op(looped));
    let (region, loc, unsigned) = (view.region(), view.0.loc(), view.unsigned_cmp_attr());
    let body = region.entry()?.id();
    let captures = Captures::of(rw, &warp, Some(region.id()), map)?;
    let yields = Yields::of(rw, &warp, looped);
    if yields.is_ambiguous(rw, &warp) {
        return None;
    }
    let inits: Vec<Value> = view.init_args().map(|value| value.id()).collect();
    let whole_types = view.0.result_types();
    let mut parts = Vec::with_capacity(inits.len());
    for (&init, part) in inits.iter().zip(&yields.parts) {
        parts.push(part.map_or_else(|| part_type(rw, &warp, init, map), Some)?);
    }
    let bounds = [view.lower_bound(), view.upper_bound(), view.step()];
    let (bounds, bound_types) = (bounds.map(|value| value.id()), bounds.map(|value| value.ty()));
    let values = [&bounds[..], &inits, &captures.values].concat();
    let types = [&bound_types[..], &parts, &captures.parts].concat();
    let (warp, values) = warp.append(rw, &values, &types)?;
    let (bounds, rest) = values.split_at(3);
    let (inits, captured) = rest.split_at(inits.len());
    let point = rw.insertion_point()?;
    let new_region = rw.new_region();
    let args: Vec<(Type, Loc)> = bound_types[..1].iter().chain(&parts).map(|&ty| (ty, loc)).collect();
    let block = rw.create_block(new_region, &args);
    rw.set_insertion_point(point);
    let new = ForOp::of(bounds[0], bounds[1], bounds[2], inits).unsigned_cmp_attr(unsigned);
    let new: Op = rw.build(new.results(&parts).region(new_region).loc(loc)).into();
    let args: Vec<Value> = rw.body().args(block).collect();
    let (variable, carried) = args.split_at(1);
    let inner = Inner {
        into: block,
        from: body,
        before: variable,
        carried,
        carried_types: &whole_types,
        captured,
        captures: &captures,
        results: &parts,
        loc,
    };
    inner.create(rw, &warp)?;
    replace_results(rw, &warp, new, &yields);
    erase_moved(rw, looped);
    Some(())
}

/// Moves the last branch of a region after it, with regions of its own in both cases.
pub(super) fn move_if(rw: &mut Rewriter<'_>, op: WarpExecuteOnLane0Op, map: &DistributionMap) -> Option<()> {
    let warp = Warp::of(rw, op)?;
    let branch = last_op::<IfOp>(rw, &warp)?;
    let view = IfOp::view_of(rw.op(branch));
    let (condition, loc) = (view.condition().id(), view.0.loc());
    let regions: Vec<Region> = [view.then_region(), view.else_region()]
        .into_iter()
        .filter(|region| region.entry().is_some())
        .map(|region| region.id())
        .collect();
    let mut captures = Vec::with_capacity(regions.len());
    for &region in &regions {
        captures.push(Captures::of(rw, &warp, Some(region), map)?);
    }
    let yields = Yields::of(rw, &warp, branch);
    if yields.is_ambiguous(rw, &warp) {
        return None;
    }
    let results: Vec<Value> = rw.body().results(branch).collect();
    let mut parts = Vec::with_capacity(results.len());
    for (&result, part) in results.iter().zip(&yields.parts) {
        parts.push(part.map_or_else(|| part_type(rw, &warp, result, map), Some)?);
    }
    let (mut values, mut types) = (vec![condition], vec![Type::I1]);
    for captures in &captures {
        values.extend_from_slice(&captures.values);
        types.extend_from_slice(&captures.parts);
    }
    let (warp, values) = warp.append(rw, &values, &types)?;
    let (condition, mut captured) = values.split_first()?;
    let point = rw.insertion_point()?;
    let new_regions = [rw.new_region(), rw.new_region()];
    let blocks: Vec<Block> =
        regions.iter().zip(new_regions).map(|(_, region)| rw.create_block(region, &[])).collect();
    rw.set_insertion_point(point);
    let [then_region, else_region] = new_regions;
    let new = IfOp::of(*condition).results(&parts).then_region(then_region).else_region(else_region);
    let new: Op = rw.build(new.loc(loc)).into();
    for ((&region, &into), captures) in regions.iter().zip(&blocks).zip(&captures) {
        let (own, rest) = captured.split_at(captures.values.len());
        captured = rest;
        let from = rw.region(region).entry()?.id();
        let (before, carried, carried_types) = (&[][..], &[][..], &[][..]);
        let inner = Inner {
            into,
            from,
            before,
            carried,
            carried_types,
            captured: own,
            captures,
            results: &parts,
            loc,
        };
        inner.create(rw, &warp)?;
    }
    replace_results(rw, &warp, new, &yields);
    erase_moved(rw, branch);
    Some(())
}
