//! Fusion of producers: if loops use slices of an op's result, the slices are computed in the loops.

use std::collections::{HashSet, VecDeque};

use terrace_dialects_mem::index_values::{indices, known_mixed};
use terrace_dialects_mem::make_slices::extract_slice_as;
use terrace_dialects_mem::slices::{mixed, rank_reduction_mask, slice};
use terrace_dialects_mem::tensor::ExtractSliceOp;
use terrace_ir::interfaces::{DestinationStyleOp, LoopLike};
use terrace_ir::rewriter::{Edit, IrMapping, Listener};
use terrace_ir::tiling::{Refusal, Tile, Tiled};
use terrace_ir::{Body, BodyId, Op, OpFoldResult, OpKind, OpRef, Rewriter, Value, ValueDef};
use terrace_rewrite::greedy::apply_greedily_to;
use terrace_rewrite::{GreedyOptions, PatternSet, Strictness};

use super::yields::yield_producer;
use super::{TilingOptions, copy_into, tile_using_scf};
use terrace_passes_shared::destinations::{destinations, tiling_of};

/// Whether the producer of a value is fused through a slice, and if so, whether the loops also yield its
/// whole results. The arguments are the slice, the value, and whether that is a destination of the loops.
pub type FusionControl<'a> = dyn Fn(&Rewriter<'_>, Op, Value, bool) -> Option<bool> + 'a;

/// Options of fusion.
#[non_exhaustive]
pub struct FusionOptions<'a> {
    /// Selects the producers that are fused.
    pub control: &'a FusionControl<'a>,
    /// Patterns that are applied to new slices before their producers are fused, to these and to what the patterns
    /// create.
    pub cleanup: Option<&'a PatternSet>,
}

impl<'a> FusionOptions<'a> {
    /// Fuses the producers that `control` returns, without a cleanup.
    pub fn new(control: &'a FusionControl<'a>) -> Self {
        Self { control, cleanup: None }
    }

    /// Sets the patterns of the cleanup.
    pub fn cleanup(self, patterns: Option<&'a PatternSet>) -> Self {
        Self { cleanup: patterns, ..self }
    }
}

/// The ops through which producers may be fused if they are slices, in order, as patterns change them.
#[derive(Default)]
struct PendingSlices(VecDeque<Op>);

impl PendingSlices {
    /// Adds ops, and applies the cleanup to them.
    fn add(
        &mut self,
        rw: &mut Rewriter<'_>,
        ops: &[Op],
        cleanup: Option<&PatternSet>,
    ) -> Result<(), Refusal> {
        self.0.extend(ops);
        let Some(patterns) = cleanup else { return Ok(()) };
        let options = GreedyOptions::bottom_up().strictness(Strictness::ExistingAndNewOps);
        let result = apply_greedily_to(&mut rw.listening(self), ops, patterns, &options);
        if result.converged { Ok(()) } else { Err(result.nontermination) }
    }
}

impl Listener for PendingSlices {
    fn edit(&mut self, _id: BodyId, _body: &Body, edit: Edit) {
        match edit {
            Edit::Inserted(op) => self.0.push_back(op),
            Edit::Erased(op) | Edit::Replaced(op) => self.0.retain(|&slice| slice != op),
            _ => {}
        }
    }
}

/// The result of tiling and fusion.
#[derive(Clone, Debug, Default)]
pub struct TileAndFuseResult {
    /// The producers that were fused; they are still there.
    pub fused_producers: Vec<Op>,
    /// The ops that compute tiles, that of the consumer first.
    pub tiled_and_fused_ops: Vec<Op>,
    /// The loops, from the outermost on.
    pub loops: Vec<Op>,
    /// Values and their replacements.
    pub replacements: Vec<(Value, Value)>,
    /// The warnings of tiling.
    pub warnings: Vec<Box<terrace_ir::Diag>>,
}

/// A producer that was fused.
pub struct FusedProducer {
    /// The result of the producer that was sliced.
    pub original: Value,
    /// The tiled value that replaces the slice.
    pub tiled: Value,
    /// The ops that compute it.
    pub ops: Vec<Op>,
    /// The ops that take parts of its operands.
    pub slices: Vec<Op>,
}

/// An operand of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Operand {
    op: Op,
    index: usize,
}

/// The operand that a loop's tensor starts as, where the value is the argument for it.
pub(super) fn tied_init(op: OpRef<'_>, value: Value) -> Option<usize> {
    let looped = op.interface::<dyn LoopLike>()?;
    let at = looped.iter_args(op).iter().position(|arg| arg.id() == value)?;
    Some(looped.inits(op).0 + at)
}

/// The source of a slice before the loops; and the init operand of the outermost loop that carries it, if all loops
/// carry it.
fn source_of(rw: &Rewriter<'_>, slice: Op, loops: &[Op]) -> (Value, Option<Operand>) {
    let mut source = Operand { op: slice, index: 0 };
    let mut left = loops;
    loop {
        let value = rw.body().operand(source.op, source.index);
        let Some((&looped, outer)) = left.split_last() else {
            return (value, (!loops.is_empty()).then_some(source));
        };
        let Some(index) = tied_init(rw.op(looped), value) else { return (value, None) };
        left = outer;
        source = Operand { op: looped, index };
    }
}

/// The part that a slice takes; `None` if its elements are not next to each other.
pub(super) fn tile_of(op: OpRef<'_>) -> Option<Tile> {
    let dense = mixed(op, 2).into_iter().all(|stride| known_mixed(stride) == Some(1));
    dense.then(|| Tile { offsets: indices(&mixed(op, 0)), sizes: indices(&mixed(op, 1)) })
}

/// Computes the part of a producer's result that a slice takes, at the insertion point, with the slice's type.
fn tiled_producer(
    rw: &mut Rewriter<'_>,
    slice_op: Op,
    producer: Op,
    result: usize,
) -> Result<Tiled, Refusal> {
    let tiling = tiling_of(rw, producer)?;
    let part = tile_of(rw.op(slice_op)).ok_or(None)?;
    let mut tiled = tiling.result_tile_value(rw, producer, result, &part)?;
    let view = rw.op(slice_op);
    let (ty, loc) = (view.single_result().ty(), view.loc());
    let dropped = rank_reduction_mask(&slice(view).sizes, ty.ranked_shape(rw.cx()));
    if dropped.is_some_and(|dropped| dropped.contains(&true)) {
        let whole = Tile { offsets: vec![OpFoldResult::Static(0); part.sizes.len()], sizes: part.sizes };
        let value = tiled.values.first_mut().ok_or(None)?;
        let reduced = extract_slice_as(rw, *value, &whole, ty, loc);
        *value = rw.body().single_result(reduced);
    }
    Ok(tiled)
}

/// Tiles a producer at a slice of its result. The slice and the producer stay. `None` if that is impossible.
///
/// # Errors
///
/// If the producer reports why it cannot be tiled.
pub fn tile_and_fuse_producer_of_slice(
    rw: &mut Rewriter<'_>,
    slice_op: Op,
    loops: &[Op],
) -> Result<Option<FusedProducer>, Refusal> {
    let (original, init) = source_of(rw, slice_op, loops);
    let ValueDef::Result(producer) = rw.body().value_def(original) else { return Ok(None) };
    let result = rw.value(original).index() as usize;
    rw.set_insertion_point_before(slice_op);
    let style = rw.op(producer).interface::<dyn DestinationStyleOp>().is_some();
    let mut inits = Vec::new();
    if style {
        let Some(found) = destinations(rw, producer) else { return Ok(None) };
        inits = found;
    }
    let old_inits = inits.clone();
    let source = ExtractSliceOp::view_of(rw.op(slice_op)).source().id();
    if let (Some(_), Some(slot)) = (init, inits.get_mut(result)) {
        *slot = source;
    }
    let Some(copy) = copy_into(rw, producer, &inits) else { return Ok(None) };
    let part_of_copy = rw.clone_op(slice_op, &mut IrMapping::new()).ok_or(None)?;
    let whole = rw.body().result(copy, result);
    rw.set_operand(part_of_copy, 0, whole);
    let tiled = match tiled_producer(rw, part_of_copy, copy, result) {
        Ok(tiled) => tiled,
        // The copies stay, unused: that is what mlir-opt returns.
        Err(None) => return Ok(None),
        Err(refusal) => return Err(refusal),
    };
    rw.erase_op(part_of_copy);
    rw.erase_op(copy);
    let Some(&value) = tiled.values.first() else { return Ok(None) };
    let taken = rw.body().single_result(slice_op);
    rw.replace_all_uses_with(taken, value);
    if let (Some(init), Some(&start)) = (init, old_inits.get(result)) {
        rw.set_operand(init.op, init.index, start);
    }
    Ok(Some(FusedProducer { original, tiled: value, ops: tiled.ops, slices: tiled.slices }))
}

/// Tiles an op and fuses the producers of its operands into its loops, transitively. The original ops stay;
/// the replacements of their results are returned.
///
/// # Errors
///
/// If the op has no results, or cannot be tiled with these options.
pub fn tile_consumer_and_fuse_producers_using_scf(
    rw: &mut Rewriter<'_>,
    consumer: Op,
    options: &TilingOptions<'_>,
    fusion: &FusionOptions<'_>,
) -> Result<TileAndFuseResult, Refusal> {
    if rw.op(consumer).num_results() == 0 {
        return Err(None);
    }
    let tiled = tile_using_scf(rw, consumer, options)?;
    let results: Vec<Value> = rw.body().results(consumer).collect();
    let mut made = TileAndFuseResult {
        tiled_and_fused_ops: tiled.tiled_ops,
        replacements: results.into_iter().zip(tiled.replacements).collect(),
        loops: tiled.loops,
        warnings: tiled.warnings,
        ..TileAndFuseResult::default()
    };
    if made.loops.is_empty() {
        return Ok(made);
    }
    let mut pending = PendingSlices::default();
    pending.add(rw, &tiled.slices, fusion.cleanup)?;
    let (point, mut known) = (rw.insertion_point(), HashSet::new());
    while let Some(slice_op) = pending.0.pop_front() {
        if !rw.op(slice_op).isa::<ExtractSliceOp>() {
            continue;
        }
        let (value, init) = source_of(rw, slice_op, &made.loops);
        if !matches!(rw.body().value_def(value), ValueDef::Result(_)) {
            continue;
        }
        let Some(yields) = (fusion.control)(rw, slice_op, value, init.is_some()) else { continue };
        let Some(fused) = tile_and_fuse_producer_of_slice(rw, slice_op, &made.loops)? else { continue };
        let mut slices = fused.slices.clone();
        let ValueDef::Result(producer) = rw.body().value_def(value) else { continue };
        if yields {
            let old = made.loops.clone();
            slices.extend(yield_producer(rw, slice_op, &fused, &mut made.loops)?);
            moved(rw, &old, &made.loops, &mut made.replacements);
            let all: Vec<Value> = rw.body().results(producer).collect();
            let given: Vec<Value> =
                made.loops.first().map_or(Vec::new(), |&op| rw.body().results(op).collect());
            made.replacements
                .extend(all.iter().copied().zip(given[given.len() - all.len()..].iter().copied()));
        }
        if let Some(op) = rw.value(fused.tiled).defining_op().map(|op| op.id()) {
            if known.insert(producer) {
                made.fused_producers.push(producer);
            }
            made.tiled_and_fused_ops.push(op);
        }
        pending.add(rw, &slices, fusion.cleanup)?;
    }
    point.into_iter().for_each(|point| rw.set_insertion_point(point));
    Ok(made)
}

/// Results of loops that were replaced are those of the new ones.
fn moved(rw: &Rewriter<'_>, old: &[Op], new: &[Op], replacements: &mut [(Value, Value)]) {
    let (Some(&old), Some(&new)) = (old.first(), new.first()) else { return };
    let pairs: Vec<(Value, Value)> = rw.body().results(old).zip(rw.body().results(new)).collect();
    for (_, value) in replacements {
        if let Some((_, new)) = pairs.iter().find(|(old, _)| old == value) {
            *value = *new;
        }
    }
}
