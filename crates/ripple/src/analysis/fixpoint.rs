//! The fixed point over a function: ops are visited again when what they depend on changes.
//!
//! An op depends on its operands, and a marked argument on the conditions that choose it. What is constant may depend on the sizes of
//! blocks that are not known yet.

use terrace_ir::{Op, Value};

use super::FunctionAnalysis;

impl<'a> FunctionAnalysis<'a, '_> {
    /// Computes shapes until nothing changes.
    pub(super) fn solve(&mut self) {
        let conditions: Vec<(Op, Value)> = self
            .conditions
            .iter()
            .flat_map(|(&op, conditions)| conditions.iter().map(move |&condition| (op, condition)))
            .collect();
        conditions.into_iter().for_each(|(op, condition)| self.pending.depend(op, condition));
        while !self.pending.transfers.is_empty() {
            while !self.pending.transfers.is_empty() {
                self.pending.transfers.begin();
                while let Some(number) = self.pending.transfers.pop() {
                    self.transfer(self.pending.ops[number]);
                }
            }
            // Arrays are looked at last: what is stored where indices differ needs only one of them.
            self.pending.stores.begin();
            while let Some(number) = self.pending.stores.pop() {
                self.expand_array(self.pending.ops[number]);
            }
        }
    }

    /// Marks the ops that depend on a value, which has changed.
    pub(super) fn touch(&mut self, value: Value) {
        let body = self.function.region(0).body();
        let users = body.uses(value).map(|used| body.use_owner(used));
        self.pending.touch(value, users);
    }
}
