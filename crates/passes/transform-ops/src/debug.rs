//! Ops that report the payload that a script sees.

use terrace_ir::attr_kind::StrAttr;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Diag, OpKind, OpRef};
use terrace_macros::op;
use terrace_transform::effects::Navigation;
use terrace_transform::types::{TRANSFORM_ANY_HANDLE, TRANSFORM_HANDLE, TRANSFORM_PARAM};
use terrace_transform::{
    Mapping, MatchOpInterface, Matcher, TransformOpInterface, TransformResult, TransformResults,
    TransformState,
};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[EmitRemarkAtOp::DEF, EmitParamAsRemarkOp::DEF],
    ..EMPTY_EXTENSION
};

/// Emits a remark at each payload object.
#[op("transform.debug.emit_remark_at",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$at `,` $message attr-dict `:` type($at)")]
pub struct EmitRemarkAtOp {
    at: Operand<TRANSFORM_ANY_HANDLE>,
    message: Prop<StrAttr>,
}

impl TransformOpInterface for EmitRemarkAtOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = EmitRemarkAtOp::view_of(op);
        let message = view.message();
        let mut remarks = Vec::new();
        match state.mapping(view.at()) {
            Some(Mapping::Ops(ops)) => {
                remarks.extend(ops.iter().map(|&op| Diag::remark(state.op(op).loc(), message).about(op)));
            }
            Some(Mapping::Values(values)) => {
                for &value in values {
                    let value = state.value(value);
                    let note = match (value.defining_op(), value.owner_block()) {
                        (None, Some(block)) => {
                            let region = block.region().map_or(0, |region| region.index());
                            let (number, block) = (value.index(), block.number());
                            format!(
                                "value handle points to a block argument #{number} in block #{block} in region #{region}"
                            )
                        }
                        _ => format!("value handle points to an op result #{}", value.index()),
                    };
                    remarks.push(Diag::remark(value.loc(), message).note(value.loc(), note));
                }
            }
            _ => {}
        }
        remarks.into_iter().for_each(|remark| state.report(remark));
        Ok(())
    }
}

/// Emits a remark with the value of a parameter.
#[op("transform.debug.emit_param_as_remark",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$param (`,` $message^)? (`at` $anchor^)? attr-dict `:` type($param) (`,` type($anchor)^)?")]
pub struct EmitParamAsRemarkOp {
    param: Operand<TRANSFORM_PARAM>,
    anchor: OptOperand<TRANSFORM_HANDLE>,
    message: OptProp<StrAttr>,
}

impl TransformOpInterface for EmitParamAsRemarkOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), EmitParamAsRemarkOp::view_of(op));
        let params: Vec<String> =
            state.params(view.param()).into_iter().map(|param| cx.attr_text(param)).collect();
        let mut text = view.message().map_or(String::new(), |message| format!("{message} "));
        text.push_str(&params.join(", "));
        let Some(anchor) = view.anchor() else {
            state.report_about(op, Diag::remark(op.loc(), text));
            return Ok(());
        };
        for anchor in state.payload_ops(anchor) {
            state.report(Diag::remark(state.op(anchor).loc(), text.clone()));
        }
        Ok(())
    }
}
