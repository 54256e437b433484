//! `scf-parallel-loop-fusion`: neighbouring parallel loops over the same points become one.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::scf::{ParallelOp, ReduceOp};
use terrace_dialects_mem::memref::{AllocOp, AllocaOp, GetGlobalOp, LoadOp, StoreOp};
use terrace_ir::effects::is_memory_effect_free;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{
    Attr, Body, InsertPoint, Op, OpKind, OpName, OpRef, Region, Rewriter, Type, Value, ValueDef, ValueRef,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

/// The pass.
pub static PARALLEL_LOOP_FUSION: PassDef = PassDef {
    name: "scf-parallel-loop-fusion",
    class: "SCFParallelLoopFusion",
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
        // The accesses of a loop accumulate with each loop that is fused into it.
        let mut last: Option<(Op, Accesses)> = None;
        for op in chain {
            let own = Accesses::of(rw.op(op));
            last = Some(match last {
                Some((first, mut known)) if may_fuse(rw, (first, &known), (op, &own)) => {
                    match fuse(rw, first, op) {
                        Some(fused) => {
                            known.extend(own);
                            (fused, known)
                        }
                        None => (op, own),
                    }
                }
                _ => (op, own),
            });
        }
    }
}

/// The ops in a loop's body, at any depth.
fn inner_ops(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    let mut out = Vec::new();
    let mut pending: Vec<OpRef<'_>> = op.single_region().blocks().flat_map(|b| b.ops()).collect();
    pending.reverse();
    while let Some(op) = pending.pop() {
        out.push(op);
        let start = pending.len();
        pending.extend(op.regions().flat_map(|r| r.blocks()).flat_map(|b| b.ops()));
        pending[start..].reverse();
    }
    out
}

/// A value as loops over the same points know it: an induction variable by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Name {
    Variable(u32),
    Value(Value),
}

fn name(body: &Body, region: Option<Region>, value: Value) -> Name {
    match body.value_def(value) {
        ValueDef::Argument(block) if region.is_some() && body.region_of(block) == region => {
            Name::Variable(body.value_index(value))
        }
        _ => Name::Value(value),
    }
}

/// A subscript: the value, and the op that computes it of named values, if an op does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Subscript {
    name: Name,
    computed: Option<(OpName, Vec<Attr>, Attr, Vec<Name>, Vec<Type>)>,
}

impl Subscript {
    fn of(value: ValueRef<'_>, region: Option<Region>) -> Self {
        let body = value.body();
        let op = value.defining_op().filter(|&op| op.num_regions() == 0 && is_memory_effect_free(op));
        let computed = op.map(|op| {
            let operands = op.operands().map(|v| name(body, region, v.id())).collect();
            (op.name(), op.props().to_vec(), op.attrs(), operands, op.result_types())
        });
        Self { name: name(body, region, value.id()), computed }
    }

    /// Whether both are the same value, or the same computation on the same values.
    fn is_same(&self, other: &Self) -> bool {
        self.name == other.name || (self.computed.is_some() && self.computed == other.computed)
    }
}

type Place = Vec<Subscript>;

/// The places in buffers that a loop reads and writes, each once.
#[derive(Default)]
struct Accesses {
    loads: FxHashMap<Value, FxHashSet<Place>>,
    stores: FxHashMap<Value, FxHashSet<Place>>,
    /// The buffers, in order.
    loaded: Vec<Value>,
    stored: Vec<Value>,
    /// Whether it reads a buffer whose defining op is in the same block as the access.
    loads_own: bool,
    has_parallel: bool,
}

impl Accesses {
    fn of(op: OpRef<'_>) -> Self {
        let (mut out, region) = (Self::default(), Some(op.single_region().id()));
        for inner in inner_ops(op) {
            out.has_parallel |= inner.isa::<ParallelOp>();
            if let Some(load) = inner.cast::<LoadOp>() {
                let block = load.memref().defining_op().and_then(|op| op.block());
                out.loads_own |= block.is_some() && block == inner.block();
                let place = load.indices().map(|v| Subscript::of(v, region)).collect();
                add(&mut out.loads, &mut out.loaded, load.memref().id(), place);
            }
            if let Some(store) = inner.cast::<StoreOp>() {
                let place = store.indices().map(|v| Subscript::of(v, region)).collect();
                add(&mut out.stores, &mut out.stored, store.memref().id(), place);
            }
        }
        out
    }

    fn extend(&mut self, mut other: Accesses) {
        for buffer in other.loaded {
            let places = other.loads.remove(&buffer).into_iter().flatten();
            places.for_each(|place| add(&mut self.loads, &mut self.loaded, buffer, place));
        }
        for buffer in other.stored {
            let places = other.stores.remove(&buffer).into_iter().flatten();
            places.for_each(|place| add(&mut self.stores, &mut self.stored, buffer, place));
        }
        self.loads_own |= other.loads_own;
    }
}

fn add(places: &mut FxHashMap<Value, FxHashSet<Place>>, order: &mut Vec<Value>, buffer: Value, place: Place) {
    let known = places.entry(buffer).or_insert_with(|| {
        order.push(buffer);
        FxHashSet::default()
    });
    known.insert(place);
}

/// Whether what one loop reads is either not written by the other or written at the same place.
fn reads_fit_writes(rw: &Rewriter<'_>, writes: &Accesses, reads: &Accesses) -> bool {
    if reads.loads_own {
        return false;
    }
    reads.loaded.iter().all(|&buffer| {
        let aliased = |&other: &Value| other != buffer && may_alias(rw.value(other), rw.value(buffer));
        if writes.stored.iter().any(aliased) {
            return false;
        }
        let Some(places) = writes.stores.get(&buffer) else { return true };
        let (Some(place), 1) = (places.iter().next(), places.len()) else { return false };
        reads.loads[&buffer]
            .iter()
            .all(|read| place.len() == read.len() && place.iter().zip(read).all(|(a, b)| a.is_same(b)))
    })
}

fn may_fuse(rw: &Rewriter<'_>, (first, known): (Op, &Accesses), (second, own): (Op, &Accesses)) -> bool {
    let (a, b) = (ParallelOp::view_of(rw.op(first)), ParallelOp::view_of(rw.op(second)));
    let same_space =
        a.lower_bound().eq(b.lower_bound()) && a.upper_bound().eq(b.upper_bound()) && a.step().eq(b.step());
    same_space
        && !known.has_parallel
        && !own.has_parallel
        && reads_fit_writes(rw, known, own)
        && reads_fit_writes(rw, own, known)
        && used_behind(rw, first, second)
}

/// The origin of a buffer; `None` unless it is the result of an allocation.
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
    let global = |value: ValueRef<'_>| value.defined_by::<GetGlobalOp>().is_some();
    match (allocated(a), allocated(b)) {
        (true, true) => false,
        (true, false) => !(is_argument(b) || global(b)),
        (false, true) => !(is_argument(a) || global(a)),
        (false, false) => true,
    }
}

/// Whether everything that uses the first loop's results comes after the second.
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

/// Fuses two loops: appends the second body to the first one.
fn fuse(rw: &mut Rewriter<'_>, first: Op, second: Op) -> Option<Op> {
    let view = ParallelOp::view_of(rw.op(second));
    let ids = |list: &mut dyn Iterator<Item = ValueRef<'_>>| -> Vec<Value> { list.map(|v| v.id()).collect() };
    let (lower, upper) = (ids(&mut view.lower_bound()), ids(&mut view.upper_bound()));
    let (steps, loc) = (ids(&mut view.step()), view.0.loc());
    let mut inits = ids(&mut ParallelOp::view_of(rw.op(first)).init_vals());
    let own = inits.len();
    inits.extend(ids(&mut view.init_vals()));
    let types: Vec<Type> = inits.iter().map(|&value| rw.body().value_type(value)).collect();
    let blocks = [first, second].map(|op| rw.body().regions(op).next().and_then(|r| rw.body().entry(r)));
    let [Some(a), Some(b)] = blocks else { return None };
    let (end_a, end_b) = (rw.body().last_op(a)?, rw.body().last_op(b)?);

    let args: Vec<Value> = rw.body().args(a).collect();
    let operands: Vec<Value> = rw.body().operands(end_a).chain(rw.body().operands(end_b)).collect();
    let mut reductions = rw.take_regions(end_a);
    reductions.extend(rw.take_regions(end_b));
    let end_loc = rw.body().loc(end_b);
    rw.erase_op(end_a);
    rw.erase_op(end_b);
    // The end comes first, so that arguments among its operands are replaced as well.
    rw.set_insertion_point_to_end(a);
    let end = rw.build(ReduceOp::of(&operands).loc(end_loc).reductions(&reductions));
    rw.inline_block(b, InsertPoint::Before(end.into()), &args);
    let region = rw.take_regions(first)[0];
    rw.set_insertion_point_before(second);
    let fused = rw.build(
        ParallelOp::of()
            .loc(loc)
            .lower_bound(&lower)
            .upper_bound(&upper)
            .step(&steps)
            .init_vals(&inits)
            .results(&types)
            .region(region),
    );
    let results: Vec<Value> = rw.body().results(fused).collect();
    rw.replace_op(first, &results[..own]);
    rw.replace_op(second, &results[own..]);
    Some(fused.into())
}
