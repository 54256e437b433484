//! Ops that compute structured ops on vectors.

use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_dialects_linalg::structured::Structured;
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp};
use terrace_ir::attr_kind::{DenseI64ArrayAttr, UnitAttr};
use terrace_ir::context::OpInfo;
use terrace_ir::def::op_error;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::pattern::{Pattern, Root};
use terrace_ir::traits::TraitSet;
use terrace_ir::{CheckResult, Diag, Op, OpHandle, OpKind, OpRef, Rewriter};
use terrace_macros::op;
use terrace_passes_linalg::decompose_pad::DECOMPOSE_PAD;
use terrace_passes_linalg::vectorize::copy::COPY_VECTORIZATION;
use terrace_passes_linalg::vectorize::pad_patterns::PAD_VECTORIZATION;
use terrace_passes_linalg::vectorize::{VectorizeOptions, has_vectorization, vectorize};
use terrace_passes_memref_tensor::tensor::subset_transfers::SUBSET_INTO_TRANSFER;
use terrace_passes_vector::fold_extension::FOLD_ARITH_EXTENSION;
use terrace_passes_vector::reduction_to_contract::REDUCTION_TO_CONTRACT;
use terrace_passes_vector::sink::SINK_OPS;
use terrace_passes_vector::step::STEP_LOWERING;
use terrace_passes_vector::transfer_permutation::TRANSFER_PERMUTATION_LOWERING;
use terrace_rewrite::{GreedyOptions, PatternSet};
use terrace_transform::effects::{ConsumesTarget, FunctionalStyle};
use terrace_transform::ops::apply::apply_patterns;
use terrace_transform::types::{TRANSFORM_ANY_PARAM_OR_ANY_HANDLE, TRANSFORM_HANDLE};
use terrace_transform::{
    Each, EachResult, Mapping, TransformEachOp, TransformFailure, TransformOpInterface, TransformResult,
    TransformResults, TransformState,
};

use super::actions::definitely_not_applied;
use super::checks::fail;
use super::sizes::{DenseBoolArrayAttr, constant_sizes, mixed, no_flags, no_numbers};
use terrace_passes_shared::greedy::canonicalization_of;

/// Computes ops on vectors.
#[op("transform.structured.vectorize", customs(&DYNAMIC_INDEX_LIST), verify = verify_vectorize,
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget),
     format = "$target oilist(`vector_sizes` custom<DynamicIndexList>($vector_sizes, $static_vector_sizes, $scalable_sizes)) \
               attr-dict `:` type($target) (`,` type($vector_sizes)^)?")]
pub struct VectorizeOp {
    target: Operand<TRANSFORM_HANDLE>,
    vector_sizes: VarOperand<TRANSFORM_ANY_PARAM_OR_ANY_HANDLE>,
    static_vector_sizes: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    vectorize_nd_extract: OptProp<UnitAttr>,
    assume_dynamic_dims_match_vec_sizes: OptProp<UnitAttr>,
    create_named_contraction: OptProp<UnitAttr>,
    scalable_sizes: OptDefaultProp<DenseBoolArrayAttr, no_flags>,
}

fn verify_vectorize(op: OpRef<'_>) -> CheckResult {
    let view = VectorizeOp::view_of(op);
    let (sizes, scalable) = (view.static_vector_sizes().to_vec().len(), view.scalable_sizes().len());
    match sizes == scalable {
        true => Ok(()),
        false => fail(
            op,
            format!("expected same number of vector sizes ({sizes}) and scalable sizes ({scalable})"),
        ),
    }
}

/// Vectorizes the ops nested in isolated ops, and simplifies the result.
#[op("transform.structured.vectorize_children_and_apply_patterns",
     interfaces(dyn TransformOpInterface = Each(VectorizeChildrenAndApplyPatternsOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct VectorizeChildrenAndApplyPatternsOp {
    target: Operand<TRANSFORM_HANDLE>,
    fold_type_extensions_into_contract: OptProp<UnitAttr>,
    vectorize_padding: OptProp<UnitAttr>,
    vectorize_nd_extract: OptProp<UnitAttr>,
    flatten_1d_depthwise_conv: OptProp<UnitAttr>,
    disable_multi_reduction_to_contract_patterns: OptProp<UnitAttr>,
    disable_transfer_permutation_map_lowering_patterns: OptProp<UnitAttr>,
    transformed: Res<TRANSFORM_HANDLE>,
}

/// Whether a pattern that vectorizes may apply to ops.
fn may_vectorize(info: &OpInfo) -> bool {
    let relayouts = ["tensor.pad", "linalg.pack", "linalg.unpack", "tensor.insert_slice"];
    info.interface::<dyn Structured>().is_some()
        || info.def().is_some_and(|def| relayouts.contains(&def.name))
}

impl TransformEachOp for VectorizeChildrenAndApplyPatternsOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let (cx, view) = (op.cx(), VectorizeChildrenAndApplyPatternsOp::view_of(op));
        let payload = state.op(target);
        let loc = payload.loc();
        if !payload.has_trait(TraitSet::IsolatedFromAbove) {
            let error = op_error(op, "requires isolated-from-above targets");
            return Err(state.definite_about(op, error.note(loc, "non-isolated target")));
        }
        let options = VectorizeOptions::default()
            .vectorize_nd_extract(view.vectorize_nd_extract())
            .flatten_1d_depthwise_conv(view.flatten_1d_depthwise_conv());
        // Patterns for ops with an interface are for those of loaded dialects; these are created on the way.
        for dialect in ["arith", "linalg", "vector"] {
            cx.dialect(dialect);
        }
        let mut patterns = PatternSet::new();
        let vectorize = Box::new(move |rw: &mut Rewriter<'_>, op: Op| {
            let values = vectorize(rw, op, &options)?;
            match values.is_empty() {
                true => rw.erase_op(op),
                false => rw.replace_op(op, &values),
            }
            Some(())
        });
        patterns.add_action(cx, "VectorizationPattern", Root::Having(may_vectorize), 1, vectorize);
        if !view.disable_transfer_permutation_map_lowering_patterns() {
            patterns.add_all(cx, TRANSFER_PERMUTATION_LOWERING);
        }
        if !view.disable_multi_reduction_to_contract_patterns() {
            patterns.add_all(cx, REDUCTION_TO_CONTRACT);
        }
        patterns.add_all(cx, SINK_OPS);
        for def in [TransferReadOp::DEF, TransferWriteOp::DEF] {
            patterns.add_all(cx, &canonicalization_of(def).collect::<Vec<Pattern>>());
        }
        patterns.add_all(cx, SUBSET_INTO_TRANSFER);
        patterns.add_all(cx, COPY_VECTORIZATION);
        if view.fold_type_extensions_into_contract() {
            patterns.add_all(cx, FOLD_ARITH_EXTENSION);
        }
        if view.vectorize_padding() {
            patterns.add_all(cx, PAD_VECTORIZATION);
            patterns.add_all(cx, DECOMPOSE_PAD);
        }
        patterns.add_all(cx, STEP_LOWERING);
        if !apply_patterns(state, target, &patterns, &GreedyOptions::bottom_up()) {
            return Err(definitely_not_applied(op, state, target));
        }
        Ok(vec![Mapping::Ops(vec![target])])
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

impl TransformOpInterface for VectorizeOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = VectorizeOp::view_of(op);
        let targets = state.payload_ops(view.target());
        if targets.is_empty() {
            return Ok(());
        }
        let sizes = mixed(view.vector_sizes(), view.static_vector_sizes());
        let options = VectorizeOptions::default()
            .sizes(constant_sizes(op, state, &sizes)?)
            .scalable(view.scalable_sizes())
            .vectorize_nd_extract(view.vectorize_nd_extract())
            .flatten_1d_depthwise_conv(false)
            .assume_dynamic_dims_match(view.assume_dynamic_dims_match_vec_sizes())
            .create_named_contraction(view.create_named_contraction());
        for target in targets {
            let payload = state.op(target);
            let loc = payload.loc();
            let failure = |message: &str| TransformFailure::silenceable(Diag::error(loc, message));
            if !has_vectorization(payload) {
                return Err(failure("Unsupported Op, cannot vectorize"));
            }
            let made = state.rewrite(target.body, |rw| {
                let values = vectorize(rw, target.op, &options)?;
                match values.is_empty() {
                    true => rw.erase_op(target.op),
                    false => rw.replace_op(target.op, &values),
                }
                Some(())
            });
            if made.is_none() {
                return Err(failure("Attempted to vectorize, but failed"));
            }
        }
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
