//! Ops that split loops, and choose the sizes of the parts.

use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::make::{make_apply, map_of_expr};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{I64Attr, UnitAttr};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::tiling::Refusal;
use terrace_ir::{
    Attr, CheckResult, Context, DYNAMIC, Loc, OpFoldResult, OpHandle, OpKind, OpRef, Type, TypeData, Value,
    View, int_attr_kinds,
};
use terrace_macros::op;
use terrace_passes_linalg::split::split;
use terrace_passes_linalg::tile_sizes::{
    continuous_sizes, make_continuous_sizes, make_two_tile_sizes, static_trip_count, two_tile_sizes,
};
use terrace_transform::effects::{
    ConsumesTarget, modifies_payload, only_reads_handle, only_reads_payload, produces_handle,
};
use terrace_transform::types::{
    HandleKind, ParamType, TRANSFORM_ANY_PARAM_OR_ANY_HANDLE, TRANSFORM_HANDLE, handle_kind,
};
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformResult,
    TransformResults, TransformState,
};

use super::actions::check_structured;
use super::sizes::{PayloadSize, index_result, is_param, param_number};

/// Splits ops along a dimension of their iteration domain.
#[op("transform.structured.split", asm = (parse_split, print_split),
     syntax = "$target `after` ($static_chunk_sizes | $dynamic_chunk_sizes) attr-dict `:` type($target) (`,` \
               type($dynamic_chunk_sizes))?",
     verify = verify_split,
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget))]
pub struct SplitOp {
    target: Operand<TRANSFORM_HANDLE>,
    dynamic_chunk_sizes: OptOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    dimension: Prop<I64Attr>,
    static_chunk_sizes: Prop<I64Attr>,
    multiway: OptProp<UnitAttr>,
    split_list: Res<TRANSFORM_HANDLE>,
}

fn parse_split(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let target = p.operand()?;
    p.token("after")?;
    let sizes = p.optional_operand()?;
    let number = match sizes {
        Some(_) => DYNAMIC,
        None => p.integer()?,
    };
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let ty = p.ty()?;
    let target = p.resolve(target, ty)?;
    state.operands.push(target);
    if let Some(sizes) = sizes {
        p.token(",")?;
        let ty = p.ty()?;
        let sizes = p.resolve(sizes, ty)?;
        state.operands.push(sizes);
    }
    let number = p.cx().int_attr(Type::I64, number);
    state.set_prop(p.cx(), "static_chunk_sizes", number);
    state.results.push(ty);
    Ok(())
}

fn print_split(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = SplitOp::view_of(op);
    p.text(" ");
    p.value(view.target());
    p.text(" after ");
    let sizes = view.dynamic_chunk_sizes().filter(|_| view.static_chunk_sizes() == DYNAMIC);
    match sizes {
        Some(sizes) => p.value(sizes),
        None => p.text(&view.static_chunk_sizes().to_string()),
    }
    p.text(" ");
    p.attr_dict(op, &["static_chunk_sizes"]);
    p.text(" : ");
    p.ty(view.target().ty());
    if let Some(sizes) = sizes {
        p.text(", ");
        p.ty(sizes.ty());
    }
}

fn verify_split(op: OpRef<'_>) -> CheckResult {
    let view = SplitOp::view_of(op);
    match (view.static_chunk_sizes() == DYNAMIC) == view.dynamic_chunk_sizes().is_some() {
        true => Ok(()),
        false => {
            let message = "expects either a dynamic or a static split point to be provided";
            Err(op_error(op, message.to_owned()))
        }
    }
}

impl<'s> SplitOpView<'s> {
    /// The split point of each target.
    fn points(self, state: &mut TransformState<'s>, targets: usize) -> TransformResult<Vec<PayloadSize>> {
        let op = self.0;
        let Some(sizes) = self.dynamic_chunk_sizes() else {
            return Ok(vec![PayloadSize::Known(self.static_chunk_sizes()); targets]);
        };
        let mut points = Vec::new();
        if is_param(sizes) {
            for param in state.params(sizes) {
                let Some(number) = param_number(op.cx(), param) else {
                    return Err(state.definite_at(op, "expected IntegerAttr"));
                };
                points.push(PayloadSize::Known(number));
            }
        } else {
            for maker in state.payload_ops(sizes) {
                let maker = state.op(maker);
                let Some(result) = index_result(maker) else {
                    let message =
                        "expected dynamic split point handle to point to a single-result index-typed op";
                    return Err(TransformFailure::at(op, message).note(maker.loc(), "dynamic split point"));
                };
                points.push(PayloadSize::Computed(result));
            }
        }
        if !self.multiway() && points.len() != targets {
            let message = format!(
                "expected the dynamic split point handle to point to as many operations ({}) as the target handle \
                 ({targets})",
                points.len()
            );
            return Err(state.definite_at(op, message));
        }
        Ok(points)
    }

    /// The dimension that a target is split along.
    fn dimension_of(self, state: &TransformState<'s>, target: OpHandle) -> TransformResult<usize> {
        let payload = state.op(target);
        let fail = |message: String| TransformFailure::at(self.0, message).note(payload.loc(), "target op");
        let Some(structured) = as_structured(payload) else {
            return Err(fail("only applies to structured ops".to_owned()));
        };
        let dimension = self.dimension();
        usize::try_from(dimension)
            .ok()
            .filter(|&dimension| dimension < structured.parallel(payload).len())
            .ok_or_else(|| fail(format!("dimension {dimension} does not exist in target op")))
    }

    /// Splits a target.
    fn split(
        self,
        state: &mut TransformState<'s>,
        target: OpHandle,
        dimension: usize,
        point: PayloadSize,
    ) -> TransformResult<(OpHandle, Option<OpHandle>)> {
        let Some(point) = point.index_in(target.body) else {
            let message = "split point is computed outside of the isolated op that the target is in";
            return Err(state.definite_at(self.0, message));
        };
        let loc = state.op(target).loc();
        let made = state.rewrite(target.body, |rw| split(rw, target.op, dimension, point));
        let here = |op| OpHandle { body: target.body, op };
        match made {
            Ok((first, second)) => Ok((here(first), second.map(here))),
            Err(refusal) => {
                refusal.into_iter().for_each(|error| state.report(error));
                let error = terrace_ir::Diag::error(self.0.loc(), "internal failure in splitting");
                Err(state.definite(error.note(loc, "target op")))
            }
        }
    }

    fn split_several(
        self,
        state: &mut TransformState<'s>,
        target: OpHandle,
    ) -> TransformResult<Vec<OpHandle>> {
        let points = self.points(state, 1)?;
        let dimension = self.dimension_of(state, target)?;
        let (mut parts, mut rest) = (Vec::new(), Some(target));
        for point in points {
            let Some(target) = rest else { break };
            let (first, second) = self.split(state, target, dimension, point)?;
            parts.push(first);
            rest = second;
        }
        parts.extend(rest);
        Ok(parts)
    }
}

impl TransformOpInterface for SplitOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = SplitOp::view_of(op);
        let targets = state.payload_ops(view.target());
        if view.multiway() {
            let &[target] = targets.as_slice() else {
                let message = format!(
                    "requires exactly one target when multiway split is enabled (got {})",
                    targets.len()
                );
                return Err(TransformFailure::at(op, message));
            };
            let parts = view.split_several(state, target)?;
            results.set(0, parts);
            return Ok(());
        }
        let points = view.points(state, targets.len())?;
        let (mut first, mut second, mut without): (Vec<OpHandle>, Vec<OpHandle>, Option<Loc>) =
            (Vec::new(), Vec::new(), None);
        for (&target, &point) in targets.iter().zip(&points) {
            let dimension = view.dimension_of(state, target)?;
            let (low, high) = view.split(state, target, dimension, point)?;
            first.push(low);
            match high {
                Some(high) => second.push(high),
                None => without = Some(state.op(target).loc()),
            }
        }
        if let Some(without) = without.filter(|_| !second.is_empty()) {
            let message = "splitting does not produce the second part for a subset of targets";
            return Err(TransformFailure::at(op, message)
                .note(op.loc(), "expected splitting to produce the second part of all or none of the targets")
                .note(without, "first target with no second part"));
        }
        first.extend(second);
        results.set(0, first);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// `(target) -> result`, where all results have one type.
static ONE_RESULT_TYPE: [CustomDirective; 2] = [
    CustomDirective { name: "MultitileSizesTypes", parse: parse_types, print: print_types },
    CustomDirective { name: "ContinuousTileSizeTypes", parse: parse_types, print: print_types },
];

fn parse_types(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let at = p.loc();
    let ty = p.ty()?;
    let signature = ty.function(p.cx()).map(|(inputs, results)| (inputs.to_vec(), results.to_vec()));
    let Some((inputs, results)) = signature else {
        return Err(p.error(at, "invalid kind of type specified".to_owned()));
    };
    let (&[input], &[result]) = (inputs.as_slice(), results.as_slice()) else {
        let message = "expects a trailing functional type with one argument and one result";
        return Err(p.error(at, message.to_owned()));
    };
    for arg in args {
        match arg {
            CustomArg::OperandType(slot) => state.slots.operand_types[*slot as usize].push(input),
            CustomArg::ResultType(slot) => state.slots.result_types[*slot as usize].push(result),
            _ => {}
        }
    }
    Ok(true)
}

fn print_types(p: &mut dyn OpPrinter, op: OpRef<'_>, args: &[CustomArg]) {
    let [CustomArg::OperandType(target), CustomArg::ResultType(result), ..] = args else { return };
    let input = op.operand_group(*target as usize).next().map(|value| value.ty());
    let output = op.result_group(*result as usize).next().map(|value| value.ty());
    let (Some(input), Some(output)) = (input, output) else { return };
    let is_function = matches!(output.data(op.cx()), TypeData::Function { .. });
    p.text("(");
    p.ty(input);
    p.text(if is_function { ") -> (" } else { ") -> " });
    p.ty(output);
    if is_function {
        p.text(")");
    }
}

fn verify_same_results(op: OpRef<'_>) -> CheckResult {
    let types = op.result_types();
    match types.windows(2).all(|pair| pair[0] == pair[1]) {
        true => Ok(()),
        false => Err(op_error(op, "expects all results type to be the same".to_owned())),
    }
}

/// The effects of an op that reads its operands and produces its results; without modifications of the
/// payload if these are parameters.
pub struct ComputesSizes;

impl MemoryEffects for ComputesSizes {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        match op.results().all(is_param) {
            true => only_reads_payload(out),
            false => modifies_payload(out),
        }
        only_reads_handle(op.operands(), out);
        produces_handle(op.results(), out);
    }
}

fn one(cx: &Context) -> Attr {
    cx.int_attr(Type::I64, 1)
}

/// The failure for ops of which parameters cannot be computed.
fn not_static(op: OpRef<'_>, loc: Loc) -> TransformFailure {
    TransformFailure::at(op, "cannot compute parametric tile sizes for dynamically shaped payload op")
        .note(loc, "payload op")
}

/// Whether no extent of an op's operands is dynamic.
fn has_static_shape(op: OpRef<'_>) -> bool {
    op.operand_types().iter().all(|ty| ty.shape(op.cx()).is_none_or(|shape| !shape.contains(&DYNAMIC)))
}

/// Computes two sizes of tiles that cover a dimension without a rest.
#[op("transform.structured.multitile_sizes", verify = verify_same_results, customs(&ONE_RESULT_TYPE[0]),
     interfaces(dyn TransformOpInterface = Each(MultiTileSizesOp::MODEL), dyn MemoryEffects = ComputesSizes),
     format = "$target attr-dict `:` custom<MultitileSizesTypes>(type($target), type($low_size), type($high_size), \
               type($split_point))")]
pub struct MultiTileSizesOp {
    target: Operand<TRANSFORM_HANDLE>,
    dimension: Prop<I64Attr>,
    target_size: Prop<I64Attr>,
    divisor: DefaultProp<I64Attr, one>,
    low_size: Res<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    high_size: Res<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    split_point: Res<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
}

impl TransformEachOp for MultiTileSizesOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_structured(op, state, target)?;
        let (cx, view) = (op.cx(), MultiTileSizesOp::view_of(op));
        if !is_param(view.low_size()) {
            return sizes_in_payload(view, target, state);
        }
        let payload = state.op(target);
        if !has_static_shape(payload) {
            return Err(not_static(op, payload.loc()));
        }
        let count = usize::try_from(view.dimension()).ok().and_then(|dim| static_trip_count(payload, dim));
        let sizes = count.and_then(|count| two_tile_sizes(count, view.target_size(), view.divisor()));
        let Some(sizes) = sizes else {
            return Err(TransformFailure::at(op, "failed to compute multi-size tiling sizes"));
        };
        let param = view.low_size().ty().dyn_cast::<ParamType>(cx);
        let ty = param.map_or(Type::I64, |param| param.type_(cx));
        let numbers = [sizes.low.0, sizes.high.0, sizes.low.0 * sizes.low.1];
        Ok(numbers.iter().map(|&number| Mapping::Params(vec![cx.int_attr(ty, number)])).collect())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Computes the sizes by ops of the payload, which are the results.
fn sizes_in_payload(
    view: View<'_, MultiTileSizesOp>,
    target: OpHandle,
    state: &mut TransformState<'_>,
) -> EachResult {
    let (dimension, target_size, divisor) = (view.dimension(), view.target_size(), view.divisor());
    let made = state.rewrite(target.body, |rw| {
        let dimension = usize::try_from(dimension).map_err(|_| None)?;
        let sizes = make_two_tile_sizes(rw, target.op, dimension, target_size, divisor)?;
        let [s0, s1] = [0, 1].map(terrace_affine::AffineExpr::symbol);
        let (map, loc) = (map_of_expr(s0 * s1), rw.body().loc(target.op));
        let operands = [sizes.low.0, sizes.low.1].map(OpFoldResult::Value);
        let split_point = make_apply(rw, loc, &map, &operands);
        let values = [sizes.low.0, sizes.high.0, split_point];
        Ok::<_, Refusal>(values.map(|value| rw.value(value).defining_op().map(OpRef::handle)))
    });
    match made {
        Ok(made) => Ok(made.map(|maker| Mapping::Ops(maker.into_iter().collect())).into()),
        Err(refusal) => {
            refusal.into_iter().for_each(|error| state.report(error));
            let message = "could not generate tile size computation";
            Err(TransformFailure::at(view.0, message))
        }
    }
}

int_attr_kinds! {
    /// An `i64` integer that is not negative.
    pub NonNegativeI64Attr("64-bit signless integer attribute whose value is non-negative", Type::I64, |value| value >= 0);
}

/// Computes sizes of tiles that get smaller and cover a dimension without a rest.
#[op("transform.structured.continuous_tile_sizes", verify = verify_same_results, customs(&ONE_RESULT_TYPE[1]),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ComputesSizes),
     format = "$target attr-dict `:` custom<ContinuousTileSizeTypes>(type($target), type($tile_sizes), type($chunk_sizes))")]
pub struct ContinuousTileSizesOp {
    target: Operand<TRANSFORM_HANDLE>,
    dimension: Prop<NonNegativeI64Attr>,
    target_size: Prop<NonNegativeI64Attr>,
    tile_sizes: Res<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    chunk_sizes: Res<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
}

impl TransformOpInterface for ContinuousTileSizesOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), ContinuousTileSizesOp::view_of(op));
        let targets = state.payload_ops(view.target());
        let &[target] = targets.as_slice() else {
            let message = format!("requires exactly one target (got {})", targets.len());
            return Err(TransformFailure::at(op, message));
        };
        let payload = state.op(target);
        if as_structured(payload).is_none() {
            return Err(state.definite_at(op, "expected Linalg Op"));
        }
        let (dimension, target_size) = (view.dimension() as usize, view.target_size() as u64);
        if target_size == 0 {
            return Err(TransformFailure::at(op, "failed to compute multi-size tiling sizes"));
        }
        if handle_kind(cx, view.chunk_sizes().ty()) == Some(HandleKind::Param) {
            if !has_static_shape(payload) {
                return Err(not_static(op, payload.loc()));
            }
            let Some(count) = static_trip_count(payload, dimension) else {
                return Err(TransformFailure::at(op, "failed to compute multi-size tiling sizes"));
            };
            let sizes = continuous_sizes(count, target_size);
            let param = |number: i64| cx.int_attr(Type::I64, number);
            results.set_params(0, sizes.iter().map(|&(size, _)| param(size)).collect());
            results.set_params(1, sizes.iter().map(|&(size, tiles)| param(size * tiles)).collect());
            return Ok(());
        }
        let made = state.rewrite(target.body, |rw| {
            let sizes = make_continuous_sizes(rw, target.op, dimension, target_size)?;
            let [s0, s1] = [0, 1].map(terrace_affine::AffineExpr::symbol);
            let (map, loc) = (map_of_expr(s0 * s1), rw.body().loc(target.op));
            let one = |&(size, tiles): &(Value, Value)| {
                (size, make_apply(rw, loc, &map, &[OpFoldResult::Value(size), OpFoldResult::Value(tiles)]))
            };
            let pairs: Vec<(Value, Value)> = sizes.iter().map(one).collect();
            let maker = |value: Value| rw.value(value).defining_op().map(OpRef::handle);
            Ok::<_, Refusal>((
                pairs.iter().filter_map(|pair| maker(pair.0)).collect::<Vec<OpHandle>>(),
                pairs.iter().filter_map(|pair| maker(pair.1)).collect::<Vec<OpHandle>>(),
            ))
        });
        let (sizes, chunks) = made.map_err(|refusal| {
            refusal.into_iter().for_each(|error| state.report(error));
            TransformFailure::at(op, "could not generate tile size computation")
        })?;
        results.set(0, sizes);
        results.set(1, chunks);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
