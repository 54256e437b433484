//! Creation of ops with immediate folding: a folded op is never inserted.

use smallvec::SmallVec;

use super::Rewriter;
use crate::build::NewOp;
use crate::fold::{FoldValue, Folded, constant_value, fold_op};
use crate::ids::{Op, Value};
use crate::traits::TraitSet;

/// The maximum number of in-place folds of a new op.
const MOST_FOLDS: usize = 16;

impl Rewriter<'_> {
    /// Creates an op unless it folds; a folded op is not reported to listeners. Returns the replacement of each result.
    #[track_caller]
    pub fn build_or_fold<'b>(&mut self, op: impl NewOp<'b>) -> SmallVec<[FoldValue; 1]> {
        let op = op.state().create_with(self);
        match self.fold_new(op) {
            Some(results) => {
                self.body.erase_single_op(op);
                results
            }
            None => {
                self.insert(op);
                self.body.results(op).map(FoldValue::Value).collect()
            }
        }
    }

    /// Like [`Self::build_or_fold`], for an op with one result; a constant becomes an op of the dialect.
    #[track_caller]
    pub fn build_or_fold_value<'b>(&mut self, op: impl NewOp<'b>) -> Value {
        let op = op.state().create_with(self);
        let value = match self.fold_new(op).as_deref() {
            Some(&[FoldValue::Value(value)]) => Some(value),
            Some(&[FoldValue::Attr(attr)]) => {
                let view = self.op(op);
                let (ty, loc) = (view.single_result().ty(), view.loc());
                let constant = self.constant_of(self.body.name(op), attr, ty, loc);
                constant.map(|constant| self.body.result(constant, 0))
            }
            _ => None,
        };
        if let Some(value) = value {
            self.body.erase_single_op(op);
            return value;
        }
        self.insert(op);
        self.body.result(op, 0)
    }

    /// Folds a detached op; in-place folds are repeated to a fixed point. Returns the replacement of each
    /// result; `None` if the op is not replaced, as a constant is not.
    fn fold_new(&mut self, op: Op) -> Option<SmallVec<[FoldValue; 1]>> {
        for _ in 0..MOST_FOLDS {
            let view = self.op(op);
            let is_constant = view.has_trait(TraitSet::ConstantLike)
                && view.num_results() == 1
                && constant_value(view.result(0)).is_some();
            if is_constant {
                return None;
            }
            match fold_op(view) {
                Folded::Results(results) => return Some(results),
                Folded::Changed(changes) if self.change(op, &changes) => {}
                // What is not there yet is not moved.
                Folded::Changed(_) | Folded::Unchanged | Folded::Hoisted(_) => return None,
            }
        }
        None
    }
}
