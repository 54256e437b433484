//! Ops that tile reductions to partial reductions.

use terrace_dialects_core::scf::forall::DeviceMappingArrayAttr;
use terrace_ir::attr_kind::{DenseI64ArrayAttr, I64ArrayAttr};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::tiling::{IteratorType, PartialReduction, PartialReductionOp, Refusal, TilingInterface};
use terrace_ir::{Attr, Context, Diag, OpFoldResult, OpHandle, OpKind, OpRef, Value};
use terrace_macros::op;
use terrace_passes_scf::tile::{LoopType, TileSizes, TilingOptions, tile_using_scf};
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformResult,
    TransformState,
};

use super::sizes::no_numbers;
use super::tile::handles;

/// The default of lists of attributes.
pub(super) fn nothing(cx: &Context) -> Attr {
    cx.array_attr(&[])
}

/// Tiles a reduction with `scf.for`, into one partial result of the extents of a tile.
#[op("transform.structured.tile_reduction_using_for",
     interfaces(dyn TransformOpInterface = Each(TileReductionUsingForOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target (`reduction_dims` `=` $reduction_dims^)? `by` `tile_sizes` `=` $tile_sizes attr-dict `:` \
               functional-type(operands, results)")]
pub struct TileReductionUsingForOp {
    target: Operand<TRANSFORM_HANDLE>,
    reduction_dims: DefaultProp<I64ArrayAttr, nothing>,
    tile_sizes: DefaultProp<I64ArrayAttr, nothing>,
    fill_op: VarRes<TRANSFORM_HANDLE>,
    split_op: Res<TRANSFORM_HANDLE>,
    combining_op: Res<TRANSFORM_HANDLE>,
    for_op: Res<TRANSFORM_HANDLE>,
}

/// The dimensions that are reduced in parts: those given, or all that are reduced.
fn reduced_dims(op: OpRef<'_>, given: Vec<i64>) -> Vec<usize> {
    if !given.is_empty() {
        return given.into_iter().map(|dim| usize::try_from(dim).unwrap_or(usize::MAX)).collect();
    }
    let kinds = op.interface::<dyn TilingInterface>().map_or(Vec::new(), |t| t.loop_iterator_types(op));
    (0..kinds.len()).filter(|&dim| kinds[dim] == IteratorType::Reduction).collect()
}

fn known(numbers: impl IntoIterator<Item = i64>) -> Vec<OpFoldResult> {
    numbers.into_iter().map(OpFoldResult::Static).collect()
}

/// Tiles a target; returns one op for each result.
fn tile(
    state: &mut TransformState<'_>,
    target: OpHandle,
    options: &TilingOptions<'_>,
    failure: impl Fn() -> TransformFailure,
) -> EachResult {
    let made = state.rewrite(target.body, |rw| {
        rw.set_insertion_point_before(target.op);
        let made = tile_using_scf(rw, target.op, options)?;
        rw.replace_op(target.op, &made.replacements);
        let maker = |value: Value| rw.value(value).defining_op().map(|op| op.id());
        let starts: Vec<_> = made.initial_values.iter().filter_map(|&value| maker(value)).collect();
        Ok::<_, Refusal>((made, starts))
    });
    let (made, starts) = made.map_err(|refusal| {
        refusal.into_iter().for_each(|error| state.report(error));
        failure()
    })?;
    made.warnings.into_iter().for_each(|warning| state.report(warning));
    let ops =
        starts.into_iter().chain(made.tiled_ops).chain(made.merge_ops).chain(made.loops.first().copied());
    Ok(handles(target, ops).map(|op| Mapping::Ops(vec![op])).collect())
}

/// Fails where a target cannot be reduced in parts.
fn check_partial(state: &TransformState<'_>, target: OpHandle) -> TransformResult {
    let payload = state.op(target);
    match payload.interface::<dyn PartialReductionOp>() {
        Some(_) => Ok(()),
        None => Err(TransformFailure::silenceable(Diag::error(
            payload.loc(),
            "Operation should implement PartialReductionOpInterface",
        ))),
    }
}

impl TransformEachOp for TileReductionUsingForOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let view = TileReductionUsingForOp::view_of(op);
        check_partial(state, target)?;
        let options = TilingOptions::default()
            .tile_sizes(Some(TileSizes::Given(known(view.tile_sizes().iter()))))
            .loop_type(LoopType::For)
            .partial_reduction(Some(PartialReduction::OuterReduction))
            .reduction_dims(reduced_dims(state.op(target), view.reduction_dims().iter().collect()));
        let failure = || TransformFailure::at(op, "failed to tile using partial reduction");
        tile(state, target, &options, failure)
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Tiles a reduction with `scf.forall`, each tile into a partial result of its own.
#[op("transform.structured.tile_reduction_using_forall",
     interfaces(dyn TransformOpInterface = Each(TileReductionUsingForallOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target (`reduction_dims` `=` $reduction_dims^)? `by` (`num_threads` `=` $num_threads^)? \
               (`tile_sizes` `=` $tile_sizes^)? (`mapping` `=` $mapping^)? attr-dict `:` \
               functional-type(operands, results)")]
pub struct TileReductionUsingForallOp {
    target: Operand<TRANSFORM_HANDLE>,
    reduction_dims: DefaultProp<I64ArrayAttr, nothing>,
    num_threads: DefaultProp<DenseI64ArrayAttr, no_numbers>,
    tile_sizes: DefaultProp<DenseI64ArrayAttr, no_numbers>,
    mapping: OptProp<DeviceMappingArrayAttr>,
    fill_op: VarRes<TRANSFORM_HANDLE>,
    split_op: Res<TRANSFORM_HANDLE>,
    combining_op: Res<TRANSFORM_HANDLE>,
    forall_op: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for TileReductionUsingForallOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let view = TileReductionUsingForallOp::view_of(op);
        check_partial(state, target)?;
        let (threads, sizes) = (known(view.num_threads().to_vec()), known(view.tile_sizes().to_vec()));
        let options = TilingOptions::default()
            .tile_sizes(threads.is_empty().then_some(TileSizes::Given(sizes)))
            .num_threads(threads)
            .loop_type(LoopType::Forall)
            .mapping(view.mapping().map_or(Vec::new(), |mapping| mapping.attrs().to_vec()))
            .partial_reduction(Some(PartialReduction::OuterParallel))
            .reduction_dims(reduced_dims(state.op(target), view.reduction_dims().iter().collect()));
        let failure = || TransformFailure::at(op, "could not tile reduction");
        tile(state, target, &options, failure)
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
