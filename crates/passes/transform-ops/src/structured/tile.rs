//! Ops that tile implementations of `TilingInterface` into loops.

use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_dialects_core::arith::MulIOp;
use terrace_dialects_core::scf::forall::DeviceMappingArrayAttr;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::scale::VectorScaleOp;
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::def::op_error;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::tiling::{Refusal, TilingInterface};
use terrace_ir::{Attr, CheckResult, Op, OpFoldResult, OpHandle, OpKind, OpRef, Rewriter, Type};
use terrace_macros::op;
use terrace_passes_scf::forall::normalize_forall;
use terrace_passes_scf::tile::{LoopType, TileSizes, TilingOptions, TilingResult, tile_using_scf};
use terrace_transform::effects::ConsumesTarget;
use terrace_transform::types::{TRANSFORM_ANY_PARAM_OR_ANY_HANDLE, TRANSFORM_HANDLE};
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

use super::sizes::{
    DenseBoolArrayAttr, PACKED_OR_DYNAMIC_INDEX_LIST, PayloadSize, ScriptSize, index_result, indices_in,
    is_param, mixed, no_flags, no_numbers, packed_sizes, param_number, single_sizes,
};

/// Handles to ops of a body.
pub(super) fn handles(target: OpHandle, ops: impl IntoIterator<Item = Op>) -> impl Iterator<Item = OpHandle> {
    ops.into_iter().map(move |op| OpHandle { body: target.body, op })
}

/// The order of loops that a list of numbers is; one that is out of range where a number is negative.
pub(super) fn loop_order(numbers: &[i64]) -> Vec<usize> {
    numbers.iter().map(|&number| usize::try_from(number).unwrap_or(usize::MAX)).collect()
}

/// Tiles an op with loops of `scf.for`.
#[op("transform.structured.tile_using_for",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget), verify = verify_for,
     customs(&DYNAMIC_INDEX_LIST),
     format = "$target `tile_sizes` custom<DynamicIndexList>($dynamic_sizes, $static_sizes, $scalable_sizes) \
               (`interchange` `=` $interchange^)? attr-dict `:` functional-type(operands, results)")]
pub struct TileUsingForOp {
    target: Operand<TRANSFORM_HANDLE>,
    dynamic_sizes: VarOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    static_sizes: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    interchange: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    scalable_sizes: OptDefaultProp<DenseBoolArrayAttr, no_flags>,
    tiled_linalg_op: Res<TRANSFORM_HANDLE>,
    loops: VarRes<TRANSFORM_HANDLE>,
}

fn verify_for(op: OpRef<'_>) -> CheckResult {
    let view = TileUsingForOp::view_of(op);
    let numbers = view.static_sizes().to_vec();
    let scalable = view.scalable_sizes().len();
    if numbers.len() != scalable {
        let message =
            format!("expected same number of sizes ({}) and scalable sizes ({scalable})", numbers.len());
        return Err(op_error(op, message));
    }
    let wanted = numbers.iter().filter(|&&number| number != 0).count();
    let loops = view.loops().len();
    if loops != wanted {
        let message = format!(
            "expected number of loops to tile ({wanted}) to match number of `loops` results ({loops})"
        );
        return Err(op_error(op, message));
    }
    Ok(())
}

impl<'s> TileUsingForOpView<'s> {
    /// Evaluates a parameter or a handle to one size for each of `count` targets.
    fn sizes_of_targets(
        self,
        state: &mut TransformState<'s>,
        value: terrace_ir::ValueRef<'s>,
        count: usize,
    ) -> TransformResult<Vec<PayloadSize>> {
        let op = self.0;
        if is_param(value) {
            let params = state.params(value);
            if params.len() != count {
                // The number of values that upstream names is that of ops.
                let message = format!("expected as many parameter values (0) as target ops ({count})");
                return Err(TransformFailure::at(op, message).note(value.loc(), "for this parameter"));
            }
            let numbers: Option<Vec<i64>> =
                params.into_iter().map(|param| param_number(op.cx(), param)).collect();
            let Some(numbers) = numbers else { return Err(state.definite_at(op, "expected IntegerAttr")) };
            return Ok(numbers.into_iter().map(PayloadSize::Known).collect());
        }
        let makers = state.payload_ops(value);
        if makers.len() != count {
            let message = format!(
                "expected as many dynamic size-producing operations ({}) as target ops ({count})",
                makers.len()
            );
            return Err(TransformFailure::at(op, message).note(value.loc(), "for this handle"));
        }
        let mut sizes = Vec::with_capacity(count);
        for maker in makers {
            let maker = state.op(maker);
            let Some(result) = index_result(maker) else {
                let message = "expected sizes to be produced by ops with a single index-type result";
                return Err(TransformFailure::at(op, message)
                    .note(maker.loc(), "size producer op")
                    .note(value.loc(), "for this handle"));
            };
            sizes.push(PayloadSize::Computed(result));
        }
        Ok(sizes)
    }
}

/// Multiplies the sizes that are scalable by the run-time vector scale.
fn scaled(
    rw: &mut Rewriter<'_>,
    sizes: &[OpFoldResult],
    scalable: &[bool],
    loc: terrace_ir::Loc,
) -> Vec<OpFoldResult> {
    let mut out = Vec::with_capacity(sizes.len());
    for (at, &size) in sizes.iter().enumerate() {
        out.push(match size {
            OpFoldResult::Static(number) if scalable.get(at) == Some(&true) => {
                let number = index_constant(rw, number, loc);
                let scale = rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
                OpFoldResult::Value(rw.build_value(MulIOp::of(number, scale).result(Type::INDEX).loc(loc)))
            }
            size => size,
        });
    }
    out
}

impl TransformOpInterface for TileUsingForOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = TileUsingForOp::view_of(op);
        let targets = state.payload_ops(view.target());
        let sizes = mixed(view.dynamic_sizes(), view.static_sizes());
        let mut lists: Vec<Vec<PayloadSize>> = Vec::with_capacity(sizes.len());
        for &size in &sizes {
            lists.push(match size {
                ScriptSize::Known(number) => vec![PayloadSize::Known(number); targets.len()],
                ScriptSize::Of(value) => view.sizes_of_targets(state, value, targets.len())?,
            });
        }
        let scalable = view.scalable_sizes();
        let (mut tiled, mut loops) = (Vec::new(), vec![Vec::new(); view.loops().len()]);
        for (number, &target) in targets.iter().enumerate() {
            let payload = state.op(target);
            let Some(tiling) = payload.interface::<dyn TilingInterface>() else {
                let message = "only ops implementing TilingInterface are supported";
                return Err(TransformFailure::at(op, message).note(payload.loc(), "target op"));
            };
            let dims = tiling.loop_iterator_types(payload).len();
            if sizes.len() > dims {
                let message =
                    format!("too many tiles provided, expected at most {dims} found {}", sizes.len());
                return Err(TransformFailure::at(op, message).note(payload.loc(), "target op"));
            }
            let own: Vec<PayloadSize> = lists.iter().map(|list| list[number]).collect();
            let own = indices_in(op, state, target, &own)?;
            let (loc, scalable) = (op.loc(), scalable.clone());
            let options = TilingOptions::default()
                .tile_sizes(Some(TileSizes::Computed(Box::new(move |rw, _| {
                    scaled(rw, &own, &scalable, loc)
                }))))
                .interchange(loop_order(&view.interchange().to_vec()));
            let made = tile(state, target, &options).map_err(|refusal| state.definite_refusal(refusal))?;
            tiled.extend(handles(target, made.tiled_ops));
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

/// Tiles an op; the loops replace it.
pub(super) fn tile(
    state: &mut TransformState<'_>,
    target: OpHandle,
    options: &TilingOptions<'_>,
) -> Result<TilingResult, Refusal> {
    // Loops in sequence are safe.
    let shown = if options.loop_type == LoopType::Forall { state.shown_op(target) } else { None };
    let mut made = state.rewrite(target.body, |rw| {
        rw.set_insertion_point_before(target.op);
        let made = tile_using_scf(rw, target.op, options)?;
        rw.replace_op(target.op, &made.replacements);
        Ok::<_, Refusal>(made)
    })?;
    for mut warning in std::mem::take(&mut made.warnings) {
        warning.op_text.clone_from(&shown);
        state.report(warning);
    }
    Ok(made)
}

/// Tiles an op with a loop of `scf.forall`.
#[op("transform.structured.tile_using_forall", traits(AttrSizedOperandSegments),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget), verify = verify_forall,
     customs(&PACKED_OR_DYNAMIC_INDEX_LIST),
     format = "$target oilist(\
                   `num_threads` custom<PackedOrDynamicIndexList>($packed_num_threads, $num_threads, $static_num_threads) | \
                   `tile_sizes` custom<PackedOrDynamicIndexList>($packed_tile_sizes, $tile_sizes, $static_tile_sizes)) \
               (`(` `mapping` `=` $mapping^ `)`)? attr-dict `:` functional-type(operands, results)")]
pub struct TileUsingForallOp {
    target: Operand<TRANSFORM_HANDLE>,
    num_threads: VarOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    tile_sizes: VarOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    packed_num_threads: OptOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    packed_tile_sizes: OptOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    static_num_threads: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    static_tile_sizes: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    mapping: OptProp<DeviceMappingArrayAttr>,
    tiled_op: Res<TRANSFORM_HANDLE>,
    forall_op: Res<TRANSFORM_HANDLE>,
}

fn verify_forall(op: OpRef<'_>) -> CheckResult {
    let view = TileUsingForallOp::view_of(op);
    let (threads, sizes) = (view.static_num_threads().to_vec(), view.static_tile_sizes().to_vec());
    let message = if !threads.is_empty() && view.packed_num_threads().is_some() {
        "num_threads and packed_num_threads are mutually exclusive"
    } else if !sizes.is_empty() && view.packed_tile_sizes().is_some() {
        "tile_sizes and packed_tile_sizes are mutually exclusive"
    } else if threads.is_empty()
        && sizes.is_empty()
        && view.packed_num_threads().is_none()
        && view.packed_tile_sizes().is_none()
    {
        "either (packed_)num_threads or (packed_)tile_sizes must be specified"
    } else {
        return Ok(());
    };
    Err(op_error(op, message.to_owned()))
}

impl TransformOpInterface for TileUsingForallOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = TileUsingForallOp::view_of(op);
        let threads = match view.packed_num_threads() {
            Some(packed) => packed_sizes(op, state, packed)?,
            None => single_sizes(op, state, &mixed(view.num_threads(), view.static_num_threads()))?,
        };
        let sizes = match view.packed_tile_sizes() {
            Some(packed) => packed_sizes(op, state, packed)?,
            None => single_sizes(op, state, &mixed(view.tile_sizes(), view.static_tile_sizes()))?,
        };
        let mapping: Vec<Attr> = view.mapping().map_or(Vec::new(), |mapping| mapping.attrs().to_vec());
        let (mut tiled, mut foralls) = (Vec::new(), Vec::new());
        for target in state.payload_ops(view.target()) {
            let payload = state.op(target);
            let loc = payload.loc();
            if payload.interface::<dyn TilingInterface>().is_none() {
                return Err(
                    TransformFailure::at(op, "only TilingInterface ops are supported").note(loc, "target op")
                );
            }
            let (threads, sizes) =
                (indices_in(op, state, target, &threads)?, indices_in(op, state, target, &sizes)?);
            let of_threads = !threads.is_empty();
            let options = TilingOptions::default()
                .tile_sizes((!of_threads).then_some(TileSizes::Given(sizes)))
                .num_threads(threads)
                .loop_type(LoopType::Forall)
                .mapping(mapping.clone());
            let made = tile(state, target, &options).map_err(|refusal| {
                refusal.into_iter().for_each(|error| state.report(error));
                TransformFailure::failed_to_apply(op, loc)
            })?;
            tiled.extend(handles(target, made.tiled_ops));
            let Some(&forall) = made.loops.first() else {
                return Err(state.definite_at(op, "expected a loop: all tile sizes are zero"));
            };
            let forall = match of_threads {
                true => forall,
                false => state.rewrite(target.body, |rw| {
                    normalize_forall(rw, terrace_dialects_core::scf::ForallOp::assume(forall))
                }),
            };
            foralls.extend(handles(target, [forall]));
        }
        results.set(0, tiled);
        results.set(1, foralls);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
