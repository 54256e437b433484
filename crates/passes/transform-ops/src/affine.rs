//! Ops on ops of `affine`.

use terrace_dialects_mem::affine::{AffineMaxOp, AffineMinOp};
use terrace_ir::attr_kind::DenseI64ArrayAttr;
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{BodyId, CheckResult, Diag, Op, OpKind, OpRef};
use terrace_macros::op;
use terrace_passes_affine::simplify_min_max::simplify_min_max_ops;
use terrace_transform::effects::{consumes_handle, modifies_payload, only_reads_handle};
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

/// The transform ops of this module.
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
    let view = SimplifyBoundedAffineOpsOp::view_of(op);
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
        let view = SimplifyBoundedAffineOpsOp::view_of(op);
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
        let mut bodies: Vec<(BodyId, Vec<Op>)> = Vec::new();
        for target in state.payload_ops(SimplifyMinMaxAffineOpsOp::view_of(op).target()) {
            let payload = state.op(target);
            if !payload.isa::<AffineMinOp>() && !payload.isa::<AffineMaxOp>() {
                let error = Diag::error(op.loc(), "target must be affine.min or affine.max");
                let error = error.note(payload.loc(), "target op");
                return Err(state.definite(error));
            }
            match bodies.iter_mut().find(|(body, _)| *body == target.body) {
                Some((_, ops)) => ops.push(target.op),
                None => bodies.push((target.body, vec![target.op])),
            }
        }
        let mut changed = false;
        for (body, ops) in bodies {
            match state.rewrite(body, |rw| simplify_min_max_ops(rw, &ops)) {
                Some(changes) => changed |= changes,
                None => return Err(state.definite_at(op, "affine.min/max simplification did not converge")),
            }
        }
        match changed {
            true => Ok(()),
            false => {
                let message = "the transform failed to simplify any of the target operations";
                Err(TransformFailure::at(op, message))
            }
        }
    }
}
