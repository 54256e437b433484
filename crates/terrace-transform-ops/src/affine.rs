//! Ops on ops of `affine`.

use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{CheckResult, OpKind, OpRef};
use terrace_macros::op;
use terrace_transform::effects::{consumes_handle, modifies_payload, only_reads_handle};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

/// What this module adds to the dialect.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[SimplifyBoundedAffineOpsOp::DEF, SimplifyMinMaxAffineOpsOp::DEF],
    ..EMPTY_EXTENSION
};

/// Simplifies ops with bounds of values that are given.
#[op("transform.affine.simplify_bounded_affine_ops", interfaces(dyn TransformOpInterface, dyn MemoryEffects),
     verify = verify_bounded,
     format = "$target `with` `[` ($bounded_values^ `:` type($bounded_values))? `]` `within` $lower_bounds `and` \
               $upper_bounds attr-dict `:` type($target)")]
pub struct SimplifyBoundedAffineOpsOp {
    target: Operand<TRANSFORM_HANDLE>,
    bounded_values: VarOperand<TRANSFORM_HANDLE>,
    lower_bounds: Prop<DenseI64ArrayAttr>,
    upper_bounds: Prop<DenseI64ArrayAttr>,
}

fn verify_bounded(op: OpRef<'_>) -> CheckResult {
    let view = SimplifyBoundedAffineOpsOpView(op);
    let (lower, upper, values) =
        (view.lower_bounds().iter().len(), view.upper_bounds().iter().len(), view.bounded_values().len());
    if lower != values {
        let message = format!("incorrect number of lower bounds, expected {values} but found {lower}");
        return Err(op_error(op, message));
    }
    if upper != values {
        let message = format!("incorrect number of upper bounds, expected {values} but found {upper}");
        return Err(op_error(op, message));
    }
    Ok(())
}

impl MemoryEffects for SimplifyBoundedAffineOpsOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        let view = SimplifyBoundedAffineOpsOpView(op);
        consumes_handle([view.target()], out);
        only_reads_handle(view.bounded_values(), out);
        modifies_payload(out);
    }
}

impl TransformOpInterface for SimplifyBoundedAffineOpsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        Err(state.definite_at(op, "simplification with bounds of values is not supported"))
    }
}

/// Simplifies least and greatest values.
#[op("transform.affine.simplify_min_max_affine_ops", interfaces(dyn TransformOpInterface, dyn MemoryEffects),
     format = "$target attr-dict `:` type($target)")]
pub struct SimplifyMinMaxAffineOpsOp {
    target: Operand<TRANSFORM_HANDLE>,
}

impl MemoryEffects for SimplifyMinMaxAffineOpsOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        consumes_handle(op.operands(), out);
        modifies_payload(out);
    }
}

impl TransformOpInterface for SimplifyMinMaxAffineOpsOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        Err(state.definite_at(op, "simplification of single affine.min and affine.max is not supported"))
    }
}
