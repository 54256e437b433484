//! Selections that another one makes already.

use terrace_dialects_llvm::ops::{SelectOp, XOrOp};
use terrace_ir::Value;

use super::emit::Emitter;
use crate::evaluate::is_everywhere;

impl Emitter<'_, '_> {
    /// The value that a selection folds to whose other operand selects the same value for some of the elements that are
    /// wanted: `m ? (m && c ? x : y) : y` is the inner selection.
    pub(super) fn selected_within(&self, condition: Value, yes: Value, no: Value) -> Option<Value> {
        let value = |value: Value| self.rw.value(value);
        let inner = value(no).defining_op()?.cast::<SelectOp>()?;
        let within = inner.condition().defining_op()?.cast::<SelectOp>()?;
        let negation = value(condition).defining_op()?.cast::<XOrOp>()?;
        let (mask, ones) = (negation.lhs(), negation.rhs());
        let is_same = within.condition().id() == mask.id() && inner.false_value().id() == yes;
        (is_same && is_everywhere(within.false_value(), 0) && is_everywhere(ones, -1)).then_some(no)
    }
}
