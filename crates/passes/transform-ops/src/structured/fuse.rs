//! Ops that compute producers in the loops of their consumers.

use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_dialects_mem::tensor::ExtractSliceOp;
use terrace_ir::attr_kind::{DenseI64ArrayAttr, UnitAttr};
use terrace_ir::def::op_error;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::tiling::{Refusal, TilingInterface};
use terrace_ir::{
    CheckResult, Context, DYNAMIC, Diag, Op, OpFoldResult, OpHandle, OpKind, OpRef, Rewriter, Value,
};
use terrace_macros::op;
use terrace_passes_memref_tensor::tensor::bubble_slices::BUBBLE_UP_EXTRACT_SLICE;
use terrace_passes_memref_tensor::tensor::merge_slices::MERGE_SLICES;
use terrace_passes_scf::tile::containing::fuse_into_containing;
use terrace_passes_scf::tile::fuse::{
    FusionOptions, TileAndFuseResult, tile_consumer_and_fuse_producers_using_scf,
};
use terrace_passes_scf::tile::{LoopType, TileSizes, TilingOptions};
use terrace_passes_shared::greedy::canonicalization_of;
use terrace_rewrite::PatternSet;
use terrace_transform::effects::ConsumesTarget;
use terrace_transform::text::op_in_remark;
use terrace_transform::types::{TRANSFORM_ANY_PARAM_OR_ANY_HANDLE, TRANSFORM_HANDLE};
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

use super::sizes::{constant_sizes, mixed, no_numbers};
use super::tile::{handles, loop_order};

/// Tiles ops and fuses their producers into the loops.
#[op("transform.structured.fuse", traits(AttrSizedOperandSegments),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget), verify = verify_fuse,
     customs(&DYNAMIC_INDEX_LIST),
     format = "$target oilist(\
                   `tile_sizes` custom<DynamicIndexList>($tile_sizes, $static_tile_sizes) | \
                   `interchange` custom<DynamicIndexList>($tile_interchange, $static_tile_interchange)) \
               attr-dict `:` functional-type(operands, results)")]
pub struct FuseOp {
    target: Operand<TRANSFORM_HANDLE>,
    tile_sizes: VarOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    tile_interchange: VarOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    static_tile_sizes: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    static_tile_interchange: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    apply_cleanup: OptProp<UnitAttr>,
    use_forall: OptProp<UnitAttr>,
    transformed: Res<TRANSFORM_HANDLE>,
    loops: VarRes<TRANSFORM_HANDLE>,
}

impl FuseOpView<'_> {
    /// The number of loops for the tile sizes: those that are not zero, or a single `scf.forall`.
    fn num_loops(self, sizes: &[i64]) -> usize {
        if self.use_forall() { 1 } else { sizes.iter().filter(|&&size| size != 0).count() }
    }
}

fn verify_fuse(op: OpRef<'_>) -> CheckResult {
    let view = FuseOp::view_of(op);
    let fail = |message: String| Err(op_error(op, message));
    let (sizes, order) = (view.static_tile_sizes().to_vec(), view.static_tile_interchange().to_vec());
    let rank = sizes.len();
    if order.len() > rank {
        return fail(format!("interchange length exceeds iteration space dimensions ({rank}), found "));
    }
    let mut seen = vec![false; rank];
    for &dim in order.iter().filter(|&&dim| dim != DYNAMIC) {
        let Some(slot) = usize::try_from(dim).ok().and_then(|dim| seen.get_mut(dim)) else {
            return fail(format!("expects interchange values to be in range [0, {rank}), found: {dim}"));
        };
        if std::mem::replace(slot, true) {
            return fail(format!("found duplicate interchange value: {dim}"));
        }
    }
    let loops = view.num_loops(&sizes);
    match loops == view.loops().len() {
        true => Ok(()),
        false => fail(format!("expects {loops} loop results")),
    }
}

/// The patterns that simplify the slices between tiled ops.
fn slice_cleanup(cx: &Context) -> PatternSet {
    let mut patterns = PatternSet::new();
    patterns.add_all(cx, &canonicalization_of(ExtractSliceOp::DEF).collect::<Vec<_>>());
    patterns.add_all(cx, MERGE_SLICES);
    patterns.add_all(cx, BUBBLE_UP_EXTRACT_SLICE);
    patterns
}

/// Tiles an op and fuses its producers; unused ops are erased.
fn tile_and_fuse(
    rw: &mut Rewriter<'_>,
    op: Op,
    options: &TilingOptions<'_>,
    cleanup: Option<&PatternSet>,
) -> Result<TileAndFuseResult, Refusal> {
    rw.set_insertion_point_before(op);
    let always = |_: &Rewriter<'_>, _: Op, _: Value, _: bool| Some(false);
    let fusion = FusionOptions::new(&always).cleanup(cleanup);
    let made = tile_consumer_and_fuse_producers_using_scf(rw, op, options, &fusion)?;
    for old in std::iter::once(op).chain(made.fused_producers.iter().copied()) {
        let results: Vec<Value> = rw.body().results(old).collect();
        for &(result, new) in made.replacements.iter().filter(|(result, _)| results.contains(result)) {
            rw.replace_all_uses_with(result, new);
        }
        if rw.op(old).results().all(|result| result.is_unused()) {
            rw.erase_op(old);
        }
    }
    Ok(made)
}

impl TransformOpInterface for FuseOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = FuseOp::view_of(op);
        let sizes = constant_sizes(op, state, &mixed(view.tile_sizes(), view.static_tile_sizes()))?;
        let order =
            constant_sizes(op, state, &mixed(view.tile_interchange(), view.static_tile_interchange()))?;
        let cleanup = view.apply_cleanup().then(|| slice_cleanup(op.cx()));
        let num_loops = view.num_loops(&sizes);
        let (mut tiled, mut loops) = (Vec::new(), vec![Vec::new(); num_loops]);
        for target in state.payload_ops(view.target()) {
            if state.op(target).interface::<dyn TilingInterface>().is_none() {
                return Err(state.definite_at(op, "only TilingInterface ops are supported"));
            }
            let options = TilingOptions::default()
                .tile_sizes(Some(TileSizes::Given(
                    sizes.iter().map(|&size| OpFoldResult::Static(size)).collect(),
                )))
                .interchange(loop_order(&order))
                .loop_type(if view.use_forall() { LoopType::Forall } else { LoopType::For });
            let made =
                state.rewrite(target.body, |rw| tile_and_fuse(rw, target.op, &options, cleanup.as_ref()));
            let made = made.map_err(|refusal| state.definite_refusal(refusal))?;
            made.warnings.into_iter().for_each(|warning| state.report(warning));
            tiled.extend(handles(target, made.tiled_and_fused_ops.first().copied()));
            for (list, looped) in loops.iter_mut().zip(made.loops) {
                list.extend(handles(target, [looped]));
            }
        }
        results.set(0, tiled);
        results.set_from(1, loops);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Fuses producers into the ops that use them.
#[op("transform.structured.fuse_into_containing_op",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget),
     format = "$producer_op `into` $containing_op attr-dict `:` functional-type(operands, results)")]
pub struct FuseIntoContainingOp {
    producer_op: Operand<TRANSFORM_HANDLE>,
    containing_op: Operand<TRANSFORM_HANDLE>,
    fused_op: Res<TRANSFORM_HANDLE>,
    new_containing_op: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for FuseIntoContainingOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = FuseIntoContainingOp::view_of(op);
        let producers = state.payload_ops(view.producer_op());
        let containing = state.payload_ops(view.containing_op());
        let &[containing] = containing.as_slice() else {
            let message = format!("requires exactly one containing_op handle (got {})", containing.len());
            return Err(state.definite_at(op, message));
        };
        let mut seen = rustc_hash::FxHashSet::default();
        let beside: Vec<Op> = producers
            .iter()
            .filter(|producer| producer.body == containing.body && seen.insert(**producer))
            .map(|producer| producer.op)
            .collect();
        let elsewhere = producers.iter().any(|producer| producer.body != containing.body);
        let made = state.rewrite(containing.body, |rw| fuse_into_containing(rw, &beside, containing.op));
        let not_found = |state: &TransformState<'_>, containing: OpHandle| {
            TransformFailure::at(op, "could not find next producer to fuse into container")
                .note(state.op(containing).loc(), "containing op")
        };
        let made = match made {
            Ok(_) if elsewhere => return Err(not_found(state, containing)),
            Ok(made) => made,
            Err((_, Some(error))) => return Err(state.definite(error)),
            Err((None, None)) => return Err(not_found(state, containing)),
            Err((Some(producer), None)) => {
                let producer = state.op(OpHandle { body: containing.body, op: producer });
                let (fused, into) = (op_in_remark(producer), op_in_remark(state.op(containing)));
                let message = format!("could not fuse {fused} into {into}");
                return Err(TransformFailure::silenceable(Diag::remark(producer.loc(), message)));
            }
        };
        results.set(0, handles(containing, made.fused_ops).collect());
        results.set(1, handles(containing, made.containing).collect());
        Ok(())
    }

    fn allows_repeated_handle_operands(&self, _: OpRef<'_>) -> bool {
        true
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
