//! Ops that compute structured ops on vectors.

use terrace_dialects_core::index_list::DYNAMIC_INDEX_LIST;
use terrace_ir::attr_kind::{DenseI64ArrayAttr, UnitAttr};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{CheckResult, Diag, OpRef};
use terrace_macros::op;
use terrace_transform::effects::ConsumesTarget;
use terrace_transform::types::{TRANSFORM_ANY_PARAM_OR_ANY_HANDLE, TRANSFORM_HANDLE};
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};
use terrace_transforms::linalg::vectorize::{VectorizeOptions, has_vectorization, vectorize};

use super::missing::fail;
use super::sizes::{DenseBoolArrayAttr, constant_sizes, mixed, no_flags, no_numbers};

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
    let view = VectorizeOpView(op);
    let (sizes, scalable) = (view.static_vector_sizes().to_vec().len(), view.scalable_sizes().len());
    match sizes == scalable {
        true => Ok(()),
        false => fail(
            op,
            format!("expected same number of vector sizes ({sizes}) and scalable sizes ({scalable})"),
        ),
    }
}

impl TransformOpInterface for VectorizeOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = VectorizeOpView(op);
        let targets = state.payload_ops(view.target());
        if targets.is_empty() {
            return Ok(());
        }
        let sizes = mixed(view.vector_sizes(), view.static_vector_sizes());
        let options = VectorizeOptions {
            sizes: constant_sizes(op, state, &sizes)?,
            scalable: view.scalable_sizes(),
            vectorize_nd_extract: view.vectorize_nd_extract(),
            flatten_1d_depthwise_conv: false,
            assume_dynamic_dims_match: view.assume_dynamic_dims_match_vec_sizes(),
            create_named_contraction: view.create_named_contraction(),
        };
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
