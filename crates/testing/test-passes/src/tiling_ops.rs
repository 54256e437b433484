//! Ops of the dialect transform that call one function of `TilingInterface` each: `transform.test.*`, by
//! upstream's names.

use terrace_dialects_core::scf::forall::DeviceMappingArrayAttr;
use terrace_dialects_mem::slices::mixed;
use terrace_dialects_mem::tensor::{ExtractSliceOp, InsertSliceOp};
use terrace_ir::attr_kind::{BoolAttr, I32Attr, I64ArrayAttr};
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::interfaces::LoopLike;
use terrace_ir::tiling::{IteratorType, PartialReduction, Refusal, Tile, TilingInterface};
use terrace_ir::{
    Attr, Context, Diag, Op, OpFoldResult, OpHandle, OpKind, OpRef, Rewriter, Type, Value, ValueRef,
};
use terrace_macros::op;
use terrace_passes_scf::tile::consumer::{tile_and_fuse_consumer, tile_and_fuse_consumer_of_slices};
use terrace_passes_scf::tile::fuse::{
    FusionOptions, TileAndFuseResult, tile_consumer_and_fuse_producers_using_scf,
};
use terrace_passes_scf::tile::{LoopType, TileSizes, TilingOptions, tile_using_scf};
use terrace_transform::effects::{
    FunctionalStyle, Navigation, consumes_handle, modifies_payload, produces_handle,
};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

use crate::scf_tiling::used_behind;

/// The extension of the dialect `transform` with this module's ops.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[
        TestFuseAndYieldOp::DEF,
        TestFuseConsumerOp::DEF,
        TestFuseConsumerUsingSliceOp::DEF,
        TestFuseUsingForallOp::DEF,
        TestQueryConsumerFusability::DEF,
        TestQueryProducerFusability::DEF,
        TestTileAndFuseOuterParallelPartialReductionOp::DEF,
        TestTileUsingForallOp::DEF,
    ],
    ..EMPTY_EXTENSION
};

fn nothing(cx: &Context) -> Attr {
    cx.array_attr(&[])
}

fn one(cx: &Context) -> Attr {
    cx.int_attr(Type::I32, 1)
}

fn no(cx: &Context) -> Attr {
    cx.bool_attr(false)
}

/// The options that all ops have in common.
fn options(
    sizes: &[i64],
    order: impl IntoIterator<Item = i64>,
    loop_type: LoopType,
    mapping: &[Attr],
) -> TilingOptions<'static> {
    TilingOptions::default()
        .tile_sizes(Some(TileSizes::Given(sizes.iter().map(|&size| OpFoldResult::Static(size)).collect())))
        .interchange(order.into_iter().map(|dim| usize::try_from(dim).unwrap_or(usize::MAX)).collect())
        .loop_type(loop_type)
        .mapping(mapping.to_vec())
}

/// The targets, which implement the interface.
fn tileable(
    op: OpRef<'_>,
    state: &mut TransformState<'_>,
    targets: Vec<OpHandle>,
) -> TransformResult<Vec<OpHandle>> {
    match targets.iter().any(|&target| state.op(target).interface::<dyn TilingInterface>().is_none()) {
        true => Err(state.definite_at(op, "only TilingInterface ops are supported")),
        false => Ok(targets),
    }
}

/// Sets the payload of results to tiled ops and to loops.
fn set_results(
    state: &mut TransformState<'_>,
    results: &mut TransformResults,
    made: Vec<(OpHandle, TileAndFuseResult)>,
) {
    let (mut tiled, mut loops): (Vec<OpHandle>, Vec<Vec<OpHandle>>) = (Vec::new(), Vec::new());
    for (target, made) in made {
        let here = |&op: &Op| OpHandle { body: target.body, op };
        tiled.extend(made.tiled_and_fused_ops.first().map(here));
        loops.resize(loops.len().max(made.loops.len()), Vec::new());
        for (list, looped) in loops.iter_mut().zip(made.loops.iter().map(here)) {
            list.push(looped);
        }
        made.warnings.into_iter().for_each(|warning| state.report(warning));
    }
    results.set(0, tiled);
    results.set_from(1, loops);
}

/// Tiles an op and fuses its producers. Producers with a result that is used after the op are also yielded
/// from the loops if `yields` requests it.
fn tile_and_fuse(
    rw: &mut Rewriter<'_>,
    op: Op,
    options: &TilingOptions<'_>,
    yields: bool,
) -> Result<TileAndFuseResult, Refusal> {
    rw.set_insertion_point_before(op);
    let kept = if yields { used_behind(rw, op) } else { Vec::new() };
    let control = |_: &Rewriter<'_>, _: Op, value: Value, _: bool| Some(kept.contains(&value));
    let made = tile_consumer_and_fuse_producers_using_scf(rw, op, options, &FusionOptions::new(&control))?;
    for old in std::iter::once(op).chain(made.fused_producers.iter().copied()) {
        let results: Vec<Value> = rw.body().results(old).collect();
        for &(result, new) in made.replacements.iter().filter(|(result, _)| results.contains(result)) {
            let Some(maker) = rw.value(new).defining_op().map(|op| op.id()) else { continue };
            rw.replace_uses_with_if(result, new, |body, user, _| {
                !yields || body.block_of(user) == body.block_of(maker) && body.is_before(maker, user)
            });
        }
        if rw.op(old).results().all(|result| result.is_unused()) {
            rw.erase_op(old);
        }
    }
    Ok(made)
}

/// Tiles targets and fuses their producers.
fn fuse_all<'s>(
    op: OpRef<'s>,
    state: &mut TransformState<'s>,
    results: &mut TransformResults,
    targets: Vec<OpHandle>,
    yields: bool,
    options: impl Fn(OpRef<'_>) -> TilingOptions<'static>,
) -> TransformResult {
    let mut all = Vec::new();
    for target in tileable(op, state, targets)? {
        let options = options(state.op(target));
        let made = state.rewrite(target.body, |rw| tile_and_fuse(rw, target.op, &options, yields));
        all.push((target, made.map_err(|refusal| state.definite_refusal(refusal))?));
    }
    set_results(state, results, all);
    Ok(())
}

/// Tiles and fuses; the loops yield the results that are used after them.
#[op("transform.test.fuse_and_yield", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target ($tile_sizes^)? (`interchange` $tile_interchange^)? (`use_forall` $use_forall^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct TestFuseAndYieldOp {
    target: Operand<TRANSFORM_HANDLE>,
    tile_sizes: DefaultProp<I64ArrayAttr, nothing>,
    tile_interchange: DefaultProp<I64ArrayAttr, nothing>,
    use_forall: DefaultProp<BoolAttr, no>,
    transfomed: Res<TRANSFORM_HANDLE>,
    loops: VarRes<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for TestFuseAndYieldOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = TestFuseAndYieldOp::view_of(op);
        let sizes: Vec<i64> = view.tile_sizes().iter().collect();
        let kind = if view.use_forall() { LoopType::Forall } else { LoopType::For };
        let targets = state.payload_ops(view.target());
        fuse_all(op, state, results, targets, true, |_| {
            options(&sizes, view.tile_interchange().iter(), kind, &[])
        })
    }
}

/// Tiles and fuses with `scf.forall`.
#[op("transform.test.fuse_using_forall", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$root_op ($tile_sizes^)? (`interchange` $interchange^)? (`mapping` `=` $mapping^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct TestFuseUsingForallOp {
    root_op: Operand<TRANSFORM_HANDLE>,
    tile_sizes: DefaultProp<I64ArrayAttr, nothing>,
    interchange: OptDefaultProp<I64ArrayAttr, nothing>,
    mapping: OptProp<DeviceMappingArrayAttr>,
    tiled_ops: Res<TRANSFORM_HANDLE>,
    loops: VarRes<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for TestFuseUsingForallOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = TestFuseUsingForallOp::view_of(op);
        let sizes: Vec<i64> = view.tile_sizes().iter().collect();
        let mapping: Vec<Attr> = view.mapping().map_or(Vec::new(), |mapping| mapping.attrs().to_vec());
        let targets = state.payload_ops(view.root_op());
        fuse_all(op, state, results, targets, false, |_| {
            options(&sizes, view.interchange().iter(), LoopType::Forall, &mapping)
        })
    }
}

/// Tiles a reduction into partial results of each tile, and fuses producers.
#[op("transform.test.tile_and_fuse_outer_parallel_partial_reduction",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$root_op (`reduction_dims` `=` $reduction_dims^)? (`tile_sizes` `=` $tile_sizes^)? \
               (`mapping` `=` $mapping^)? attr-dict `:` functional-type(operands, results)")]
pub struct TestTileAndFuseOuterParallelPartialReductionOp {
    root_op: Operand<TRANSFORM_HANDLE>,
    reduction_dims: DefaultProp<I64ArrayAttr, nothing>,
    tile_sizes: DefaultProp<I64ArrayAttr, nothing>,
    mapping: OptProp<DeviceMappingArrayAttr>,
    tiled_ops: Res<TRANSFORM_HANDLE>,
    loops: VarRes<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for TestTileAndFuseOuterParallelPartialReductionOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = TestTileAndFuseOuterParallelPartialReductionOp::view_of(op);
        let sizes: Vec<i64> = view.tile_sizes().iter().collect();
        let mapping: Vec<Attr> = view.mapping().map_or(Vec::new(), |mapping| mapping.attrs().to_vec());
        let given: Vec<usize> =
            view.reduction_dims().iter().map(|dim| usize::try_from(dim).unwrap_or(usize::MAX)).collect();
        let targets = state.payload_ops(view.root_op());
        fuse_all(op, state, results, targets, false, |payload| {
            let tiling = payload.interface::<dyn TilingInterface>();
            let kinds = tiling.map_or(Vec::new(), |tiling| tiling.loop_iterator_types(payload));
            let reduced = (0..kinds.len()).filter(|&dim| kinds[dim] == IteratorType::Reduction);
            let reduction_dims: Vec<usize> = if given.is_empty() { reduced.collect() } else { given.clone() };
            // The sizes are those of the dimensions that are reduced.
            let mut all = vec![0; kinds.len()];
            for (&dim, &size) in reduction_dims.iter().zip(&sizes) {
                if let Some(slot) = all.get_mut(dim) {
                    *slot = size;
                }
            }
            options(&all, [], LoopType::Forall, &mapping)
                .partial_reduction(Some(PartialReduction::OuterParallel))
                .reduction_dims(reduction_dims)
        })
    }
}

/// Tiles with `scf.forall`.
#[op("transform.test.tile_using_forall", interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target ($tile_sizes^)? (`interchange` `=` $interchange^)? (`mapping` `=` $mapping^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct TestTileUsingForallOp {
    target: Operand<TRANSFORM_HANDLE>,
    tile_sizes: DefaultProp<I64ArrayAttr, nothing>,
    interchange: OptDefaultProp<I64ArrayAttr, nothing>,
    mapping: OptProp<DeviceMappingArrayAttr>,
    tiled_op: Res<TRANSFORM_HANDLE>,
    loops: VarRes<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for TestTileUsingForallOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = TestTileUsingForallOp::view_of(op);
        let sizes: Vec<i64> = view.tile_sizes().iter().collect();
        let mapping: Vec<Attr> = view.mapping().map_or(Vec::new(), |mapping| mapping.attrs().to_vec());
        let options = options(&sizes, view.interchange().iter(), LoopType::Forall, &mapping);
        let mut all = Vec::new();
        for target in {
            let targets = state.payload_ops(view.target());
            tileable(op, state, targets)?
        } {
            let made = state.rewrite(target.body, |rw| {
                rw.set_insertion_point_before(target.op);
                let made = tile_using_scf(rw, target.op, &options)?;
                rw.replace_op(target.op, &made.replacements);
                Ok::<_, Refusal>(made)
            });
            let made = made.map_err(|refusal| state.definite_refusal(refusal))?;
            let made = TileAndFuseResult {
                tiled_and_fused_ops: made.tiled_ops,
                loops: made.loops,
                warnings: made.warnings,
                ..TileAndFuseResult::default()
            };
            all.push((target, made));
        }
        set_results(state, results, all);
        Ok(())
    }
}

/// Uses up all its operands.
struct ConsumesAll;

impl MemoryEffects for ConsumesAll {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        consumes_handle(op.operands(), out);
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}

/// Returns the loops that are the payload of handles, from the outermost on; the handles are resolved from the
/// innermost one on.
fn loops_of<'s>(
    op: OpRef<'_>,
    state: &mut TransformState<'s>,
    handles: impl Iterator<Item = ValueRef<'s>>,
    beside: OpHandle,
) -> TransformResult<Vec<Op>> {
    let mut loops = Vec::new();
    for handle in handles {
        let looped = state.payload_ops(handle).first().copied();
        let fits = |looped: &OpHandle| {
            looped.body == beside.body && state.op(*looped).interface::<dyn LoopLike>().is_some()
        };
        match looped.filter(fits) {
            Some(looped) => loops.push(looped.op),
            None => return Err(state.definite_at(op, "expected a loop beside the consumer")),
        }
    }
    loops.reverse();
    Ok(loops)
}

/// Computes consumers of what slices make up in the loops that these are in.
#[op("transform.test.fuse_consumer_using_slice", traits(AttrSizedOperandSegments),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesAll),
     format = "$targets `in` `(` $loops `)` (`num_consumer_to_fuse` `=` $num_consumer_to_fuse^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct TestFuseConsumerUsingSliceOp {
    targets: VarOperand<TRANSFORM_HANDLE>,
    loops: VarOperand<TRANSFORM_HANDLE>,
    num_consumer_to_fuse: DefaultProp<I32Attr, one>,
    consumer: Res<TRANSFORM_HANDLE>,
    fused_consumer: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for TestFuseConsumerUsingSliceOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = TestFuseConsumerUsingSliceOp::view_of(op);
        let slices: Vec<OpHandle> =
            view.targets().filter_map(|target| state.payload_ops(target).first().copied()).collect();
        let Some(&first) = slices.first() else { return Err(state.definite_at(op, "expected a slice")) };
        if slices.iter().any(|slice| slice.body != first.body) {
            return Err(state.definite_at(op, "expected slices beside each other"));
        }
        let mut loops = loops_of(op, state, view.loops(), first)?;
        let slices: Vec<Op> = slices.into_iter().map(|slice| slice.op).collect();
        let (mut consumers, mut fused) = (Vec::new(), Vec::new());
        for _ in 0..view.num_consumer_to_fuse() {
            let made = state
                .rewrite(first.body, |rw| tile_and_fuse_consumer_of_slices(rw, &slices, &mut loops))
                .map_err(|refusal| state.definite_refusal(refusal))?;
            let here = |op: Op| OpHandle { body: first.body, op };
            consumers.extend(made.consumer.map(here));
            fused.extend(made.tiled_ops.into_iter().map(here));
        }
        results.set(0, consumers);
        results.set(1, fused);
        Ok(())
    }
}

/// Fuses a consumer into the loops that produce its operands.
#[op("transform.test.fuse_consumer", interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesAll),
     format = "$consumer `into` `(` $loops `)` attr-dict `:` functional-type(operands, results)")]
pub struct TestFuseConsumerOp {
    consumer: Operand<TRANSFORM_HANDLE>,
    loops: VarOperand<TRANSFORM_HANDLE>,
    fused_consumer: Res<TRANSFORM_HANDLE>,
    result_loops: VarRes<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for TestFuseConsumerOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = TestFuseConsumerOp::view_of(op);
        let Some(&consumer) = state.payload_ops(view.consumer()).first() else {
            return Err(state.definite_at(op, "expected a consumer"));
        };
        let mut loops = loops_of(op, state, view.loops(), consumer)?;
        let made = state.rewrite(consumer.body, |rw| tile_and_fuse_consumer(rw, consumer.op, &mut loops));
        let made = match made {
            Ok(made) => made,
            Err(refusal) => {
                refusal.into_iter().for_each(|error| state.report(error));
                let error = op_error(state.op(consumer), "failed to fuse consumer of slice");
                return Err(state.definite(error));
            }
        };
        let here = |op: Op| OpHandle { body: consumer.body, op };
        results.set(0, made.tiled_ops.into_iter().map(here).collect());
        results.set_from(1, loops.into_iter().map(|looped| vec![here(looped)]).collect());
        Ok(())
    }
}

/// The part that a slice is.
fn part_of(slice: OpRef<'_>) -> Tile {
    let [offsets, sizes] =
        [0, 1].map(|which| mixed(slice, which).into_iter().map(OpFoldResult::from).collect());
    Tile { offsets, sizes }
}

/// The tiles of operands that slices insert; empty where there are none.
fn inserted_parts(op: OpRef<'_>) -> Vec<(usize, Tile)> {
    let makers = op.operands().enumerate().filter_map(|(at, value)| Some((at, value.defining_op()?)));
    makers.filter(|(_, maker)| maker.isa::<InsertSliceOp>()).map(|(at, maker)| (at, part_of(maker))).collect()
}

/// The tiles of results that slices take.
fn taken_parts(op: OpRef<'_>) -> Vec<(usize, Tile)> {
    let uses =
        op.results().enumerate().flat_map(|(at, result)| result.uses().map(move |(user, _)| (at, user)));
    uses.filter(|(_, user)| user.isa::<ExtractSliceOp>()).map(|(at, user)| (at, part_of(user))).collect()
}

/// Reports whether an op can be tiled at the slices inserted into its operands.
#[op("transform.test.query_producer_fusability",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$target attr-dict `:` type($target)")]
pub struct TestQueryProducerFusability {
    target: Operand<TRANSFORM_HANDLE>,
}

/// Reports whether an op can be tiled at the slices extracted from its results.
#[op("transform.test.query_consumer_fusability",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation),
     format = "$target attr-dict `:` type($target)")]
pub struct TestQueryConsumerFusability {
    target: Operand<TRANSFORM_HANDLE>,
}

/// The interface of a target.
fn tiling_of(
    op: OpRef<'_>,
    state: &TransformState<'_>,
    target: OpHandle,
) -> TransformResult<&'static dyn TilingInterface> {
    state
        .op(target)
        .interface::<dyn TilingInterface>()
        .ok_or_else(|| TransformFailure::at(op, "target operation does not implement TilingInterface"))
}

fn say(state: &mut TransformState<'_>, target: OpHandle, can: bool, what: &str) {
    let word = if can { "can" } else { "cannot" };
    let remark = Diag::remark(state.op(target).loc(), format!("{word} be fused with {what}")).about(target);
    state.report(remark);
}

impl TransformOpInterface for TestQueryProducerFusability {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        for target in state.payload_ops(TestQueryProducerFusability::view_of(op).target()) {
            let tiling = tiling_of(op, state, target)?;
            let parts = inserted_parts(state.op(target));
            if parts.is_empty() {
                continue;
            }
            let tile = state.rewrite(target.body, |rw| {
                rw.set_insertion_point_before(target.op);
                tiling.domain_tile_of_operands(rw, target.op, &parts)
            });
            say(state, target, tile.is_ok(), "producer tensor.insert_slice ops");
        }
        Ok(())
    }
}

impl TransformOpInterface for TestQueryConsumerFusability {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        for target in state.payload_ops(TestQueryConsumerFusability::view_of(op).target()) {
            let tiling = tiling_of(op, state, target)?;
            for (result, part) in taken_parts(state.op(target)) {
                let tile = state.rewrite(target.body, |rw| {
                    rw.set_insertion_point_before(target.op);
                    tiling.domain_tile_of_result(rw, target.op, result, &part)
                });
                say(state, target, tile.is_ok(), "consumer tensor.extract_slice op");
            }
        }
        Ok(())
    }
}
