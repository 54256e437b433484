//! Ops that fail if the payload does not meet a condition.

use terrace_ir::attr_kind::StrAttr;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{AttrData, OpKind, OpRef, attr_kinds};
use terrace_macros::op;
use terrace_support::apint::ApInt;

use super::{MatchCmpIPredicate, MatchCmpIPredicateAttr};
use crate::effects::Navigation;
use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::{MatchOpInterface, Matcher, TransformOpInterface};
use crate::results::TransformResults;
use crate::state::TransformState;
use crate::types::{TRANSFORM_HANDLE, TRANSFORM_PARAM};

attr_kinds! {
    /// Strings.
    pub StrArrayAttr("string array attribute") { array_of: StrAttr }
}

/// Fails unless the handle is empty.
#[op("transform.match.operation_empty",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$operand_handle attr-dict `:` type($operand_handle)")]
pub struct MatchOperationEmptyOp {
    operand_handle: Operand<TRANSFORM_HANDLE>,
}

impl TransformOpInterface for MatchOperationEmptyOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let count = state.payload_ops(MatchOperationEmptyOp::view_of(op).operand_handle()).len();
        match count {
            0 => Ok(()),
            1 => Err(TransformFailure::at(op, "operation is not empty")),
            _ => {
                let message = "AtMostOneOpMatcherOpTrait requires the operand handle to point to at most one payload op";
                Err(state.definite_at(op, message))
            }
        }
    }
}

/// Fails unless the op has one of these names.
#[op("transform.match.operation_name",
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$operand_handle $op_names attr-dict `:` type($operand_handle)")]
pub struct MatchOperationNameOp {
    operand_handle: Operand<TRANSFORM_HANDLE>,
    op_names: Prop<StrArrayAttr>,
}

impl TransformOpInterface for MatchOperationNameOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let view = MatchOperationNameOp::view_of(op);
        let &[payload] = state.payload_ops(view.operand_handle()).as_slice() else {
            return Err(state.definite_at(
                op,
                "SingleOpMatchOpTrait requires the operand handle to point to a single payload op",
            ));
        };
        let name = state.ir.op(payload).name_text();
        match view.op_names().iter().any(|accepted| accepted == name) {
            true => Ok(()),
            false => Err(TransformFailure::at(op, "wrong operation name")),
        }
    }
}

fn signed(number: &ApInt) -> String {
    let mut text = String::new();
    number.write_signed(&mut text);
    text
}

/// Fails unless numbers compare so, each with its counterpart.
#[op("transform.match.param.cmpi", traits(SameTypeOperands),
     interfaces(dyn TransformOpInterface, dyn MatchOpInterface = Matcher, dyn MemoryEffects = Navigation),
     format = "$predicate $param `,` $reference attr-dict `:` type($param)")]
pub struct MatchParamCmpIOp {
    param: Operand<TRANSFORM_PARAM>,
    reference: Operand<TRANSFORM_PARAM>,
    predicate: Prop<MatchCmpIPredicateAttr>,
}

impl TransformOpInterface for MatchParamCmpIOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        _results: &mut TransformResults,
    ) -> TransformResult {
        let (cx, view) = (op.cx(), MatchParamCmpIOp::view_of(op));
        let (params, references) = (state.params(view.param()), state.params(view.reference()));
        if params.len() != references.len() {
            let (a, b) = (params.len(), references.len());
            return Err(TransformFailure::at(
                op,
                format!("parameters have different payload lengths ({a} vs {b})"),
            ));
        }
        for (i, (&param, &reference)) in params.iter().zip(&references).enumerate() {
            let (AttrData::Integer { ty: a, value: x }, AttrData::Integer { ty: b, value: y }) =
                (param.data(cx), reference.data(cx))
            else {
                return Err(state.definite_at(op, "non-integer parameter value not expected"));
            };
            if a != b {
                return Err(state.definite_at(
                    op,
                    "mismatching integer attribute types in parameter #".to_owned() + &i.to_string(),
                ));
            }
            let order = x.scmp(y);
            let (holds, word) = match view.predicate() {
                MatchCmpIPredicate::Eq => (order.is_eq(), "equal to"),
                MatchCmpIPredicate::Ne => (order.is_ne(), "not equal to"),
                MatchCmpIPredicate::Lt => (order.is_lt(), "less than"),
                MatchCmpIPredicate::Le => (order.is_le(), "less than or equal to"),
                MatchCmpIPredicate::Gt => (order.is_gt(), "greater than"),
                MatchCmpIPredicate::Ge => (order.is_ge(), "greater than or equal to"),
            };
            if !holds {
                let (wanted, found) = (signed(y), signed(x));
                let message = format!("expected parameter to be {word} {wanted}, got {found}");
                let note = format!("value # {i} associated with the parameter defined here");
                return Err(TransformFailure::at(op, message).note(view.param().loc(), note));
            }
        }
        Ok(())
    }
}
