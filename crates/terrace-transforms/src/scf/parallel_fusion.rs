//! `scf-parallel-loop-fusion`: neighbouring parallel loops over the same points become one.

use rustc_hash::FxHashMap;
use terrace_dialects_core::scf::{ParallelOp, ParallelOpView, ReduceOp};
use terrace_dialects_mem::memref::{
    AllocOp, AllocaOp, GetGlobalOp, LoadOp, LoadOpView, StoreOp, StoreOpView,
};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{InsertPoint, Loc, Op, OpRef, Region, Rewriter, Type, Value, ValueDef, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

/// The pass.
pub static PARALLEL_LOOP_FUSION: PassDef = PassDef {
    name: "scf-parallel-loop-fusion",
    class: "ParallelLoopFusion",
    doc: "Fuse adjacent parallel loops",
    make: |_| Ok(Pass::Body(Box::new(Fusion))),
    ..EMPTY_PASS
};

struct Fusion;

impl BodyPass for Fusion {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for op in terrace_rewrite::walk::body_post_order(rw.body()) {
            if rw.body().is_erased(op) {
                continue;
            }
            let regions: Vec<Region> = rw.body().regions(op).collect();
            regions.into_iter().for_each(|region| fuse_region(rw, region));
        }
        let regions = rw.body().top_regions().to_vec();
        regions.into_iter().for_each(|region| fuse_region(rw, region));
        Ok(())
    }
}

/// Fuses loops of a region that have nothing with effects between them.
fn fuse_region(rw: &mut Rewriter<'_>, region: Region) {
    let mut chains: Vec<Vec<Op>> = Vec::new();
    for block in rw.body().blocks_of(region) {
        chains.push(Vec::new());
        let mut apart = false;
        for op in rw.body().ops_of(block) {
            let view = rw.op(op);
            if !view.isa::<ParallelOp>() {
                apart |= view.num_regions() > 0 || !is_memory_effect_free(view);
            } else if apart {
                chains.push(vec![op]);
                apart = false;
            } else if let Some(chain) = chains.last_mut() {
                chain.push(op);
            }
        }
    }
    for chain in chains {
        let mut loops = chain.into_iter();
        let Some(mut first) = loops.next() else { continue };
        for second in loops {
            first = fuse(rw, first, second).unwrap_or(second);
        }
    }
}

/// The ops in a loop's body, at any depth.
fn inner_ops(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    let mut out = Vec::new();
    let mut pending: Vec<OpRef<'_>> = op.region(0).blocks().flat_map(|b| b.ops()).collect();
    pending.reverse();
    while let Some(op) = pending.pop() {
        out.push(op);
        let start = pending.len();
        pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        pending[start..].reverse();
    }
    out
}

/// What another loop's body calls a value of this one's.
type Names = FxHashMap<Value, Value>;

fn same(names: &Names, a: Value, b: Value) -> bool {
    names.get(&a).copied().unwrap_or(a) == b
}

/// Where a buffer comes from, if that is known: an allocation, a global or a function's argument.
fn origin(value: ValueRef<'_>) -> Option<ValueRef<'_>> {
    match value.defining_op() {
        Some(op) if op.isa::<AllocOp>() || op.isa::<AllocaOp>() => Some(value),
        _ => None,
    }
}

/// Whether two different buffers may share elements.
fn may_alias(a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    let allocated = |value: ValueRef<'_>| origin(value).is_some();
    let is_argument = |value: ValueRef<'_>| match value.def() {
        ValueDef::Argument(_) => value
            .owner_block()
            .and_then(|block| block.region())
            .and_then(|region| region.parent_op())
            .is_some_and(|parent| parent.interface::<dyn FunctionOp>().is_some()),
        _ => false,
    };
    let global = |value: ValueRef<'_>| value.defining_op().is_some_and(|op| op.isa::<GetGlobalOp>());
    match (allocated(a), allocated(b)) {
        (true, true) => false,
        (true, false) => !(is_argument(b) || global(b)),
        (false, true) => !(is_argument(a) || global(a)),
        (false, false) => true,
    }
}

/// Whether what the second loop reads is either not written by the first or written at the same place.
fn reads_fit_writes(first: OpRef<'_>, second: OpRef<'_>, names: &Names) -> bool {
    let mut stores: FxHashMap<Value, Vec<Vec<Value>>> = FxHashMap::default();
    let mut buffers: Vec<ValueRef<'_>> = Vec::new();
    for store in inner_ops(first).into_iter().filter(|op| op.isa::<StoreOp>()).map(StoreOpView) {
        let places = stores.entry(store.memref().id()).or_insert_with(|| {
            buffers.push(store.memref());
            Vec::new()
        });
        let place: Vec<Value> = store.indices().map(|v| v.id()).collect();
        if !places.contains(&place) {
            places.push(place);
        }
    }
    inner_ops(second).into_iter().filter(|op| op.isa::<LoadOp>()).map(LoadOpView).all(|load| {
        let buffer = load.memref();
        let block = buffer.defining_op().and_then(|op| op.block());
        if block.is_some() && block == load.0.block() {
            return false;
        }
        if buffers.iter().any(|&other| other != buffer && may_alias(other, buffer)) {
            return false;
        }
        let Some(places) = stores.get(&buffer.id()) else { return true };
        let [place] = &places[..] else { return false };
        place.len() == load.indices().len()
            && place.iter().zip(load.indices()).all(|(&a, b)| same_index(first, a, b, names))
    })
}

/// Whether two subscripts are the same: the same value, or computed in the same way of the same values.
fn same_index(first: OpRef<'_>, a: Value, b: ValueRef<'_>, names: &Names) -> bool {
    if same(names, a, b.id()) {
        return true;
    }
    let a = ValueRef::in_body(first.ir(), first.body(), first.body_id(), a);
    let (Some(x), Some(y)) = (a.defining_op(), b.defining_op()) else { return false };
    let name = |value: Value| names.get(&value).copied().unwrap_or(value);
    is_memory_effect_free(x)
        && is_memory_effect_free(y)
        && x.num_regions() == 0
        && x.name() == y.name()
        && x.props() == y.props()
        && x.attrs() == y.attrs()
        && x.num_operands() == y.num_operands()
        && x.result_types() == y.result_types()
        && x.operands().zip(y.operands()).all(|(p, q)| name(p.id()) == name(q.id()))
}

fn arguments(rw: &Rewriter<'_>, op: Op) -> Vec<Value> {
    ParallelOpView(rw.op(op)).region().entry().map_or(Vec::new(), |b| b.args().map(|v| v.id()).collect())
}

fn is_legal(rw: &Rewriter<'_>, first: Op, second: Op) -> bool {
    let (a, b) = (ParallelOpView(rw.op(first)), ParallelOpView(rw.op(second)));
    let nested = |op: OpRef<'_>| inner_ops(op).iter().any(|op| op.isa::<ParallelOp>());
    let same_space =
        a.lower_bound().eq(b.lower_bound()) && a.upper_bound().eq(b.upper_bound()) && a.step().eq(b.step());
    if nested(a.0) || nested(b.0) || !same_space {
        return false;
    }
    let (from, to) = (arguments(rw, first), arguments(rw, second));
    let names: Names = from.iter().copied().zip(to.iter().copied()).collect();
    let back: Names = to.into_iter().zip(from).collect();
    reads_fit_writes(a.0, b.0, &names) && reads_fit_writes(b.0, a.0, &back)
}

/// Whether everything that uses the first loop's results comes behind the second.
fn used_behind(rw: &Rewriter<'_>, first: Op, second: Op) -> bool {
    let body = rw.body();
    let Some(region) = body.block_of(second).and_then(|block| body.region_of(block)) else { return false };
    body.results(first).flat_map(|v| body.uses(v)).map(|used| body.use_owner(used)).all(|user| {
        let around = terrace_ir::dominance::ancestor_in(body, region, user);
        around.is_some_and(|around| {
            around != second
                && (body.block_of(around) != body.block_of(second) || body.is_before(second, around))
        })
    })
}

/// Makes one loop of two; none where they have to stay apart.
fn fuse(rw: &mut Rewriter<'_>, first: Op, second: Op) -> Option<Op> {
    if !is_legal(rw, first, second) || !used_behind(rw, first, second) {
        return None;
    }
    let view = ParallelOpView(rw.op(second));
    let ids = |list: &mut dyn Iterator<Item = ValueRef<'_>>| -> Vec<Value> { list.map(|v| v.id()).collect() };
    let (lower, upper) = (ids(&mut view.lower_bound()), ids(&mut view.upper_bound()));
    let (steps, loc) = (ids(&mut view.step()), view.0.loc());
    let mut inits = ids(&mut ParallelOpView(rw.op(first)).init_vals());
    let own = inits.len();
    inits.extend(ids(&mut view.init_vals()));
    let types: Vec<Type> = inits.iter().map(|&value| rw.body().value_type(value)).collect();
    let blocks = [first, second].map(|op| rw.body().regions(op).next().and_then(|r| rw.body().entry(r)));
    let [Some(a), Some(b)] = blocks else { return None };
    let (end_a, end_b) = (rw.body().last_op(a)?, rw.body().last_op(b)?);

    rw.before(second);
    let region = rw.new_region();
    let args: Vec<(Type, Loc)> = vec![(Type::INDEX, loc); steps.len()];
    let block = rw.add_block(region, &args);
    let fused =
        rw.add(|cx, body| ParallelOp::build(cx, body, &lower, &upper, &steps, &inits, &types, region, loc));
    let args: Vec<Value> = rw.body().args(block).collect();
    let operands: Vec<Value> = rw.body().operands(end_a).chain(rw.body().operands(end_b)).collect();
    let mut reductions = rw.take_regions(end_a);
    reductions.extend(rw.take_regions(end_b));
    let end_loc = rw.body().loc(end_b);
    rw.erase(end_a);
    rw.erase(end_b);
    // The end comes first, so that arguments among its operands are replaced as well.
    rw.at_end(block);
    let end = rw.add(|cx, body| ReduceOp::build(cx, body, &operands, &reductions, end_loc));
    rw.inline_block(a, InsertPoint::Before(end), &args);
    rw.inline_block(b, InsertPoint::Before(end), &args);
    let results: Vec<Value> = rw.body().results(fused).collect();
    rw.replace(first, &results[..own]);
    rw.replace(second, &results[own..]);
    Some(fused)
}
