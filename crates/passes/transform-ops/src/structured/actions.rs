//! Ops that rewrite single structured ops.

use terrace_dialects_linalg::builders::make_named;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::named_elementwise::CopyOp;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::index_values::{indices, known_index, split};
use terrace_dialects_mem::slices::mixed;
use terrace_dialects_mem::tensor::{ExtractSliceOp, InsertSliceOp, ParallelInsertSliceOp, with_shape};
use terrace_ir::attr_kind::DenseI64Array;
use terrace_ir::def::{AttrSyntax, op_error};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::tiling::{Refusal, TilingInterface};
use terrace_ir::{
    CheckResult, Context, Diag, Op, OpFoldResult, OpHandle, OpKind, OpRef, Rewriter, Type, attr_kinds, enums,
};
use terrace_macros::op;
use terrace_passes_linalg::destination_style::rewrite_in_destination_style;
use terrace_passes_linalg::generalize::generalize;
use terrace_passes_linalg::interchange::interchange;
use terrace_passes_linalg::specialize::specialize;
use terrace_passes_linalg::transpose_matmul::transpose_matmul;
use terrace_passes_scf::tile::to_loops::lower_to_loops;
use terrace_passes_scf::tile::{TileSizes, TilingOptions, tile_using_scf};
use terrace_passes_shared::destinations::tiling_of;
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformResult,
    TransformResults, TransformState,
};

use super::semi_function_type::SEMI_FUNCTION_TYPE;
use super::sizes::no_numbers;
use super::tile::{handles, loop_order};

/// Fails where the target is no op of a kind.
pub(super) fn check_kind(
    op: OpRef<'_>,
    state: &TransformState<'_>,
    target: OpHandle,
    is_kind: impl Fn(OpRef<'_>) -> bool,
) -> TransformResult {
    let payload = state.op(target);
    match is_kind(payload) {
        true => Ok(()),
        false => Err(TransformFailure::at(op, "transform applied to the wrong op kind")
            .note(payload.loc(), "when applied to this op")),
    }
}

/// Fails where the target is no structured op.
pub(super) fn check_structured(
    op: OpRef<'_>,
    state: &TransformState<'_>,
    target: OpHandle,
) -> TransformResult {
    check_kind(op, state, target, |payload| as_structured(payload).is_some())
}

/// The failure of an op that could not be applied to a target.
pub(super) fn not_applied(op: OpRef<'_>, state: &TransformState<'_>, target: OpHandle) -> TransformFailure {
    TransformFailure::failed_to_apply(op, state.op(target).loc())
}

/// The failure of an op that cannot be applied to a target, after which a script does not go on.
pub(super) fn definitely_not_applied(
    op: OpRef<'_>,
    state: &mut TransformState<'_>,
    target: OpHandle,
) -> TransformFailure {
    let target = state.op(target).loc();
    let error = Diag::error(op.loc(), "failed to apply");
    state.definite(error.note(target, "attempted to apply to this op"))
}

/// Defines ops with a target and a result, the transformed op. The format is followed by a function that
/// applies the op to a target and returns the result.
macro_rules! unary_actions {
    ($($(#[$meta:meta])* $op:ident ($name:literal, $format:literal, $customs:tt) = $apply:path;)*) => {$(
        $(#[$meta])*
        #[op($name, customs $customs,
             interfaces(dyn TransformOpInterface = Each($op::MODEL), dyn MemoryEffects = FunctionalStyle), format = $format)]
        pub struct $op {
            target: Operand<TRANSFORM_HANDLE>,
            transformed: Res<TRANSFORM_HANDLE>,
        }

        impl TransformEachOp for $op {
            fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
                let made = $apply(op, target, state)?;
                Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])])
            }

            fn reports_tracking_failures(&self) -> bool {
                true
            }
        }
    )*};
}

unary_actions! {
    /// Writes ops as `linalg.generic`.
    GeneralizeOp("transform.structured.generalize",
        "$target attr-dict `:` custom<SemiFunctionType>(type($target), type($transformed), \"false\")",
        (&SEMI_FUNCTION_TYPE)) = generalize_target;
    /// Writes `linalg.generic` as the named op that computes the same.
    SpecializeOp("transform.structured.specialize",
        "$target attr-dict `:` custom<SemiFunctionType>(type($target), type($transformed), \"false\")",
        (&SEMI_FUNCTION_TYPE)) = specialize_target;
    /// Rewrites ops that create tensors to write to existing tensors.
    RewriteInDestinationPassingStyleOp("transform.structured.rewrite_in_destination_passing_style",
        "$target attr-dict `:` functional-type($target, results)", ()) = destination_style;
    /// Replaces the insertion of a slice by a copy of it, which later ops can replace.
    InsertSliceToCopyOp("transform.structured.insert_slice_to_copy",
        "$target attr-dict `:` functional-type(operands, results)", ()) = copy_inserted;
}

fn destination_style(op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> TransformResult<Op> {
    let made = state.rewrite(target.body, |rw| rewrite_in_destination_style(rw, target.op));
    made.ok_or_else(|| not_applied(op, state, target))
}

fn generalize_target(op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> TransformResult<Op> {
    check_structured(op, state, target)?;
    if state.op(target).isa::<GenericOp>() {
        return Ok(target.op);
    }
    let made = state.rewrite(target.body, |rw| {
        rw.set_insertion_point_before(target.op);
        generalize(rw, target.op)
    });
    made.ok_or_else(|| not_applied(op, state, target))
}

fn specialize_target(op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> TransformResult<Op> {
    check_structured(op, state, target)?;
    if !state.op(target).isa::<GenericOp>() {
        return Ok(target.op);
    }
    let made = state.rewrite(target.body, |rw| {
        rw.set_insertion_point_before(target.op);
        specialize(rw, target.op)
    });
    made.ok_or_else(|| not_applied(op, state, target))
}

fn copy_inserted(op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> TransformResult<Op> {
    let payload = state.op(target);
    let is_parallel = payload.isa::<ParallelInsertSliceOp>();
    if !is_parallel && !payload.isa::<InsertSliceOp>() {
        let message = "only InsertSliceOp and ParallelInsertSliceOp ops are supported";
        return Err(TransformFailure::at(op, message).note(payload.loc(), "target op"));
    }
    let made = state.rewrite(target.body, |rw| copy_source(rw, target.op, is_parallel));
    made.ok_or_else(|| not_applied(op, state, target))
}

/// The copy that a slice inserts; made, if it is not there yet.
fn copy_source(rw: &mut Rewriter<'_>, slice: Op, is_parallel: bool) -> Option<Op> {
    let view = rw.op(slice);
    let (source, dest) = match is_parallel {
        true => (ParallelInsertSliceOp::view_of(view).source(), ParallelInsertSliceOp::view_of(view).dest()),
        false => (InsertSliceOp::view_of(view).source(), InsertSliceOp::view_of(view).dest()),
    };
    if let Some(copy) = source.defining_op().filter(|maker| maker.isa::<CopyOp>()) {
        return Some(copy.id());
    }
    let (source, dest, loc) = (source.id(), dest.id(), view.loc());
    let [offsets, sizes, strides] = [0, 1, 2].map(|which| indices(&mixed(view, which)));
    let around = view.parent_op().map(|parent| parent.id());
    // Where parts are combined, nothing else may be.
    match around.filter(|_| is_parallel) {
        Some(combining) => rw.set_insertion_point_before(combining),
        None => rw.set_insertion_point_before(slice),
    }
    let ty = with_shape(rw.cx(), rw.value(dest).ty(), &split(&sizes).1);
    let part = rw.build_value(
        ExtractSliceOp::of(dest)
            .loc(loc)
            .mixed_offsets(&offsets)
            .mixed_sizes(&sizes)
            .mixed_strides(&strides)
            .result(ty),
    );
    let copy = make_named(rw, CopyOp::DEF, &[source], &[part], &[], loc)?;
    let copied = rw.body().results(copy).next()?;
    rw.set_operand(slice, 0, copied);
    Some(copy)
}

attr_kinds! {
    /// Numbers that are not negative.
    pub NonNegativeI64ArrayAttr("i64 dense array attribute whose value is non-negative") -> DenseI64Array<'a> {
        value: |cx, attr| DenseI64Array::new(cx, attr).filter(|array| array.to_vec().iter().all(|&n| n >= 0)),
        attr: |cx, array| cx.i64_array(&array.to_vec()),
        syntax: AttrSyntax::DenseArray(Type::I64),
    }
}

/// Changes the order of the loops of `linalg.generic`.
#[op("transform.structured.interchange", customs(&SEMI_FUNCTION_TYPE), verify = verify_interchange,
     interfaces(dyn TransformOpInterface = Each(InterchangeOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target (`iterator_interchange` `=` $iterator_interchange^)? attr-dict `:` \
               custom<SemiFunctionType>(type($target), type($transformed), \"false\")")]
pub struct InterchangeOp {
    target: Operand<TRANSFORM_HANDLE>,
    iterator_interchange: OptDefaultProp<NonNegativeI64ArrayAttr, no_numbers>,
    transformed: Res<TRANSFORM_HANDLE>,
}

/// Numbers as messages show them.
pub(super) fn number_list(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

fn verify_interchange(op: OpRef<'_>) -> CheckResult {
    let numbers = InterchangeOp::view_of(op).iterator_interchange().to_vec();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    match sorted.iter().copied().eq(0..sorted.len() as i64) {
        true => Ok(()),
        false => {
            let found = number_list(&numbers);
            let message = format!("expects iterator_interchange to be a permutation, found {found}");
            Err(op_error(op, message))
        }
    }
}

impl TransformEachOp for InterchangeOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_kind(op, state, target, |payload| payload.isa::<GenericOp>())?;
        let order = InterchangeOp::view_of(op).iterator_interchange().to_vec();
        let payload = state.op(target);
        let loops = as_structured(payload).map_or(0, |structured| structured.parallel(payload).len());
        if !order.is_empty() {
            if order.len() != loops {
                let message = format!(
                    "\"iterator_interchange\" has length ({}) different from the number of loops in the target operation \
                     ({loops})",
                    order.len()
                );
                return Err(TransformFailure::at(op, message));
            }
            let order = loop_order(&order);
            if state.rewrite(target.body, |rw| interchange(rw, target.op, &order)).is_none() {
                return Err(state.definite_at(op, "failed to apply"));
            }
        }
        Ok(vec![Mapping::Ops(vec![target])])
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Tiles dynamic dimensions with tiles of one point.
#[op("transform.structured.scalarize", customs(&SEMI_FUNCTION_TYPE),
     interfaces(dyn TransformOpInterface = Each(ScalarizeOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` custom<SemiFunctionType>(type($target), type($result), \"false\")")]
pub struct ScalarizeOp {
    target: Operand<TRANSFORM_HANDLE>,
    result: Res<TRANSFORM_HANDLE>,
}

/// One for dimensions of the iteration domain whose extent is not static, zero for the others.
fn scalar_sizes(rw: &mut Rewriter<'_>, op: Op) -> Vec<OpFoldResult> {
    let domain = tiling_of(rw, op).and_then(|tiling| tiling.iteration_domain(rw, op)).unwrap_or_default();
    let size = |range: &terrace_ir::tiling::Range| match known_index(rw, range.size) {
        Some(_) => OpFoldResult::Static(0),
        None => OpFoldResult::Static(1),
    };
    domain.iter().map(size).collect()
}

impl TransformEachOp for ScalarizeOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_structured(op, state, target)?;
        let options = TilingOptions::default().tile_sizes(Some(TileSizes::Computed(Box::new(scalar_sizes))));
        let made = state.rewrite(target.body, |rw| {
            rw.set_insertion_point_before(target.op);
            let made = tile_using_scf(rw, target.op, &options)?;
            rw.replace_op(target.op, &made.replacements);
            Ok::<_, Refusal>(made)
        });
        let made = made.map_err(|refusal| {
            refusal.into_iter().for_each(|error| state.report(error));
            not_applied(op, state, target)
        })?;
        Ok(handles(target, made.tiled_ops).map(|op| Mapping::Ops(vec![op])).collect())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Writes ops on buffers as loops over points.
#[op("transform.structured.convert_to_loops",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct ConvertToLoopsOp {
    target: Operand<TRANSFORM_HANDLE>,
    result: Res<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for ConvertToLoopsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let mut loops = Vec::new();
        for target in state.payload_ops(ConvertToLoopsOp::view_of(op).target()) {
            let payload = state.op(target);
            if payload.interface::<dyn TilingInterface>().is_none() {
                let message = "expected the payload to implement TilingInterface";
                return Err(TransformFailure::at(op, message).note(payload.loc(), "payload op"));
            }
            let made = state.rewrite(target.body, |rw| {
                let made = lower_to_loops(rw, target.op)?;
                rw.erase_op(target.op);
                Ok::<_, Refusal>(made)
            });
            let made = match made {
                Ok(made) => made,
                Err(refusal) => {
                    refusal.into_iter().for_each(|error| state.report(error));
                    return Err(definitely_not_applied(op, state, target));
                }
            };
            loops.extend(handles(target, made));
        }
        results.set(0, loops);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

enums! {
    /// An input of a product of matrices.
    pub enum TransposeMatmulInput("mlir::transform::TransposeMatmulInput", 32) {
        Lhs = 0 => "lhs",
        Rhs = 1 => "rhs",
    }
}

attr_kinds! {
    /// An input of a product of matrices.
    pub TransposeMatmulInputAttr("Input to transpose when converting matmul ops to transposed variants")
        -> TransposeMatmulInput { stored_as_integer }
}

fn left(cx: &Context) -> terrace_ir::Attr {
    terrace_ir::enum_attr::enum_attr(cx, TransposeMatmulInput::Lhs)
}

/// Folds a transposition of an input into a matrix product.
#[op("transform.structured.transpose_matmul",
     interfaces(dyn TransformOpInterface = Each(TransposeMatmulOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target (`<` $inputToTranspose^ `>`)? attr-dict `:` functional-type($target, results)")]
pub struct TransposeMatmulOp {
    target: Operand<TRANSFORM_HANDLE>,
    inputToTranspose: DefaultProp<TransposeMatmulInputAttr, left>,
    transformed: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for TransposeMatmulOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_structured(op, state, target)?;
        let input = match TransposeMatmulOp::view_of(op).input_to_transpose() {
            TransposeMatmulInput::Lhs => 0,
            TransposeMatmulInput::Rhs => 1,
        };
        let Some(made) = state.rewrite(target.body, |rw| transpose_matmul(rw, target.op, input)) else {
            let loc = state.op(target).loc();
            return Err(TransformFailure::silenceable(terrace_ir::Diag::error(loc, "not supported")));
        };
        Ok(vec![Mapping::Ops(vec![OpHandle { body: target.body, op: made }])])
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
