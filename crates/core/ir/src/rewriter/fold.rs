//! Makes ops that fold at once: where they do, they never come into being.

use smallvec::SmallVec;

use super::Rewriter;
use crate::build::OperationState;
use crate::fold::{FoldValue, Folded, constant_value, fold_op};
use crate::ids::{Op, Value};
use crate::traits::TraitSet;

impl Rewriter<'_> {
    /// Creates an op unless it folds; a folded op is not reported to listeners. Returns the replacement of each result.
    pub fn build_or_fold<'b>(&mut self, op: impl Into<OperationState<'b>>) -> SmallVec<[FoldValue; 1]> {
        let op = op.into().create_with(self);
        let view = self.op(op);
        let is_constant = view.has_trait(TraitSet::ConstantLike)
            && view.num_results() == 1
            && constant_value(view.result(0)).is_some();
        match if is_constant { Folded::Unchanged } else { fold_op(view) } {
            Folded::Results(results) => {
                self.body.erase_single_op(op);
                return results;
            }
            Folded::Changed(changes) => self.apply_silently(op, &changes),
            Folded::Unchanged => {}
        }
        self.insert(op);
        self.body.results(op).map(FoldValue::Value).collect()
    }

    /// Like [`Self::build_or_fold`], for an op with one result; a constant becomes an op of the dialect.
    pub fn build_or_fold_value<'b>(&mut self, op: impl Into<OperationState<'b>>) -> Value {
        let op = op.into().create_with(self);
        let view = self.op(op);
        let (ty, loc) = (view.result(0).ty(), view.loc());
        match fold_op(view) {
            Folded::Results(results) => match results[0] {
                FoldValue::Value(value) => {
                    self.body.erase_single_op(op);
                    return value;
                }
                FoldValue::Attr(_) if view.has_trait(TraitSet::ConstantLike) => {}
                FoldValue::Attr(attr) => {
                    if let Some(constant) = self.constant_of(self.body.name(op), attr, ty, loc) {
                        self.body.erase_single_op(op);
                        return self.body.result(constant, 0);
                    }
                }
            },
            Folded::Changed(changes) => self.apply_silently(op, &changes),
            Folded::Unchanged => {}
        }
        self.insert(op);
        self.body.result(op, 0)
    }

    /// Changes an op that no listener has heard of yet.
    fn apply_silently(&mut self, op: Op, changes: &[crate::fold::Change]) {
        let (listener, outer) = (self.listener.take(), self.outer.take());
        self.apply(op, changes);
        (self.listener, self.outer) = (listener, outer);
    }
}
