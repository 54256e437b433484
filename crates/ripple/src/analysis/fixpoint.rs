//! The fixed point over a function: ops are visited again when what they depend on changes.
//!
//! An op depends on its operands, and a marked argument on the conditions that choose it. What is constant may depend on the sizes of
//! blocks that are not known yet.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::ops::StoreOp;
use terrace_ir::{BlockRef, Op, OpRef, Value};

use super::FunctionAnalysis;
use super::worklist::Worklist;

/// The ops of a function, and which of them are to be visited.
#[derive(Default)]
pub(super) struct Pending<'a> {
    ops: Vec<OpRef<'a>>,
    numbers: FxHashMap<Op, usize>,
    /// The ops that depend on a value that is no operand.
    readers: FxHashMap<Value, Vec<usize>>,
    transfers: Worklist,
    /// The stores that may expand an array.
    stores: Worklist,
}

impl<'a> Pending<'a> {
    /// All ops of blocks.
    pub(super) fn new(blocks: &[BlockRef<'a>]) -> Self {
        let ops: Vec<OpRef<'a>> = blocks.iter().flat_map(|block| block.ops()).collect();
        let numbers = ops.iter().enumerate().map(|(number, op)| (op.id(), number)).collect();
        let is_store = |&number: &usize| ops[number].isa::<StoreOp>();
        let stores = Worklist::new(ops.len(), (0..ops.len()).filter(is_store));
        let transfers = Worklist::new(ops.len(), 0..ops.len());
        Self { ops, numbers, readers: FxHashMap::default(), transfers, stores }
    }

    /// Makes an op depend on a value that is no operand of it.
    pub(super) fn depend(&mut self, op: Op, value: Value) {
        if let Some(&number) = self.numbers.get(&op) {
            let readers = self.readers.entry(value).or_default();
            if readers.last() != Some(&number) {
                readers.push(number);
            }
        }
    }

    /// Marks an op.
    fn mark(&mut self, number: usize) {
        self.transfers.mark(number);
        if self.ops[number].isa::<StoreOp>() {
            self.stores.mark(number);
        }
    }
}

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
        for user in body.uses(value).map(|used| body.use_owner(used)) {
            if let Some(&number) = self.pending.numbers.get(&user) {
                self.pending.mark(number);
            }
        }
        for number in self.pending.readers.get(&value).cloned().unwrap_or_default() {
            self.pending.mark(number);
        }
    }
}
