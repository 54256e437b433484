//! Ops on tuning choices.

use terrace_ir::attr_kind::{AnyAttr, StrAttr};
use terrace_ir::def::op_error;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{CheckResult, OpKind, OpRef};
use terrace_macros::op;
use terrace_transform::effects::{only_reads_payload, produces_handle};
use terrace_transform::types::TRANSFORM_PARAM;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "transform", ops: &[KnobOp::DEF], ..EMPTY_EXTENSION };

/// A parameter of which one of several values is selected.
#[op("transform.tune.knob", interfaces(dyn TransformOpInterface, dyn MemoryEffects), verify = verify_knob,
     format = "`<` $name `>` (`=` $selected^ `from`)? `options` `=` $options attr-dict `->` type(results)")]
pub struct KnobOp {
    name: Prop<StrAttr>,
    options: Prop<AnyAttr>,
    selected: OptProp<AnyAttr>,
    result: Res<TRANSFORM_PARAM>,
}

fn verify_knob(op: OpRef<'_>) -> CheckResult {
    let view = KnobOp::view_of(op);
    match (view.selected(), view.options().as_array(op.cx())) {
        (Some(selected), Some(options)) if !options.contains(&selected) => {
            let message = "provided `selected` attribute is not an element of `options` array of attributes";
            Err(op_error(op, message))
        }
        _ => Ok(()),
    }
}

impl MemoryEffects for KnobOp {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        produces_handle(op.results(), out);
        only_reads_payload(out);
    }
}

impl TransformOpInterface for KnobOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = KnobOp::view_of(op);
        let Some(selected) = view.selected() else {
            let name = op.cx().attr_text(view.name_attr());
            let message = format!(
                "non-deterministic choice {name} is only resolved through providing a `selected` attr"
            );
            return Err(state.definite_at(op, message));
        };
        results.set_params(0, vec![selected]);
        Ok(())
    }
}
