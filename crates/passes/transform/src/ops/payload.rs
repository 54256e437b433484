//! Ops that show, check and mark the payload.

use terrace_asm::{PrintOptions, print_op};
use terrace_ir::attr_kind::{StrAttr, UnitAttr};
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Attr, Diag, OpHandle, OpKind, OpRef};
use terrace_macros::op;

use crate::effects::{Navigation, ReadsHandlesModifiesPayload, only_reads_handle, only_reads_payload};
use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::{Each, EachResult, MatchOpInterface, Matcher, TransformEachOp, TransformOpInterface};
use crate::results::TransformResults;
use crate::state::TransformState;
use crate::types::{TRANSFORM_HANDLE, TRANSFORM_PARAM};

/// Sets an attribute of the targets: unit, or the value of a parameter.
#[op("transform.annotate",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ReadsHandlesModifiesPayload),
     format = "$target $name attr-dict (`=` $param^)? `:` type($target) (`,` type($param)^)?")]
pub struct AnnotateOp {
    target: Operand<TRANSFORM_HANDLE>,
    param: OptOperand<TRANSFORM_PARAM>,
    name: Prop<StrAttr>,
}

impl TransformOpInterface for AnnotateOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = AnnotateOp::view_of(op);
        let targets = state.payload_ops(view.target());
        let mut attrs = view.param().map_or(vec![Attr::UNIT], |param| state.params(param));
        if attrs.len() == 1 {
            attrs = vec![attrs[0]; targets.len()];
        }
        if attrs.len() != targets.len() {
            let (a, b) = (attrs.len(), targets.len());
            let message = format!("parameter and target have different payload lengths ({a} vs {b})");
            return Err(TransformFailure::at(op, message));
        }
        for (target, attr) in targets.into_iter().zip(attrs) {
            state.rewrite(target.body, |rw| rw.set_attr(target.op, view.name(), attr));
        }
        Ok(())
    }
}

/// Prints the payload.
#[op("transform.print",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects),
     format = "$target attr-dict (`:` type($target)^)?")]
pub struct PrintOp {
    target: OptOperand<TRANSFORM_HANDLE>,
    name: OptProp<StrAttr>,
    assume_verified: OptProp<UnitAttr>,
    use_local_scope: OptProp<UnitAttr>,
    skip_regions: OptProp<UnitAttr>,
}

impl MemoryEffects for PrintOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        only_reads_handle(op.operands(), out);
        only_reads_payload(out);
        // What is printed has an order.
        out.push(Effect::new(terrace_ir::effects::EffectKind::Write, None));
    }
}

impl TransformOpInterface for PrintOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = PrintOp::view_of(op);
        let mut text = "[[[ IR printer: ".to_owned();
        if let Some(name) = view.name() {
            text.push_str(name);
            text.push(' ');
        }
        let targets = match view.target() {
            Some(target) => state.payload_ops(target),
            None => {
                text.push_str("top-level ");
                vec![state.payload_root()]
            }
        };
        text.push_str("]]]\n");
        let options = PrintOptions::default()
            .assume_verified(view.assume_verified())
            .local_scope(view.use_local_scope())
            .skip_regions(view.skip_regions());
        for target in targets {
            let payload = state.ir.op(target);
            text.push_str(print_op(payload, &options).trim_end_matches('\n'));
            text.push('\n');
            // What has nothing around it is printed as a file is, which ends its last line.
            if payload.parent_op().is_none() && !options.local_scope {
                text.push('\n');
            }
        }
        state.print(&text);
        Ok(())
    }
}

/// Verifies the targets.
#[op("transform.verify",
     interfaces(dyn TransformOpInterface = Each(VerifyOp::MODEL), dyn MemoryEffects = Navigation),
     format = "$target attr-dict `:` type($target)")]
pub struct VerifyOp {
    target: Operand<TRANSFORM_HANDLE>,
}

impl TransformEachOp for VerifyOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        let payload = state.ir.op(target);
        let loc = payload.loc();
        if let Err(errors) = verify(payload, VerifyOptions::default().parallel(false)) {
            errors.into_iter().for_each(|error| state.report(error));
            let error = Diag::error(op.loc(), "failed to verify payload op").note(loc, "payload op");
            return Err(state.definite(error));
        }
        Ok(Vec::new())
    }
}
