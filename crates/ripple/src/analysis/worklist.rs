//! The ops that are to be visited again, in sweeps over the ops of a function.
//!
//! A sweep visits ops in their order. An op that is marked is visited in the same sweep if it is after the op that is being visited,
//! and in the next one otherwise: ops are visited as if each sweep visited all of them, without those for which nothing changed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::ops::StoreOp;
use terrace_ir::{BlockRef, Op, OpRef, Value};

/// Ops that are to be visited, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Worklist {
    /// Those of this sweep.
    current: BinaryHeap<Reverse<usize>>,
    /// Those of the next sweep.
    next: BinaryHeap<Reverse<usize>>,
    /// Whether an op is in one of both.
    is_marked: Vec<bool>,
    /// The op that is being visited; `None` between sweeps.
    at: Option<usize>,
}

impl Worklist {
    /// A list that has the ops with these numbers below `count`.
    pub(super) fn new(count: usize, marked: impl IntoIterator<Item = usize>) -> Self {
        let mut list = Self { is_marked: vec![false; count], ..Self::default() };
        marked.into_iter().for_each(|op| list.mark(op));
        list
    }

    /// Adds an op, unless it is there.
    pub(super) fn mark(&mut self, op: usize) {
        if std::mem::replace(&mut self.is_marked[op], true) {
            return;
        }
        match self.at {
            Some(at) if at < op => self.current.push(Reverse(op)),
            _ => self.next.push(Reverse(op)),
        }
    }

    /// Whether there are no ops.
    pub(super) fn is_empty(&self) -> bool {
        self.current.is_empty() && self.next.is_empty()
    }

    /// Begins a sweep.
    pub(super) fn begin(&mut self) {
        std::mem::swap(&mut self.current, &mut self.next);
    }

    /// Removes the next op of the sweep; `None` ends the sweep.
    pub(super) fn pop(&mut self) -> Option<usize> {
        self.at = self.current.pop().map(|Reverse(op)| op);
        if let Some(op) = self.at {
            self.is_marked[op] = false;
        }
        self.at
    }
}

/// The ops of a function, and which of them are to be visited.
#[derive(Default)]
pub(crate) struct Pending<'a> {
    pub(super) ops: Vec<OpRef<'a>>,
    numbers: FxHashMap<Op, usize>,
    /// The ops that depend on a value that is no operand.
    readers: FxHashMap<Value, Vec<usize>>,
    /// The ops whose results may grow.
    pub(super) transfers: Worklist,
    /// The stores that may expand an array.
    pub(super) stores: Worklist,
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
    pub(crate) fn depend(&mut self, op: Op, value: Value) {
        if let Some(&number) = self.numbers.get(&op) {
            let readers = self.readers.entry(value).or_default();
            if readers.last() != Some(&number) {
                readers.push(number);
            }
        }
    }

    /// Marks the ops that depend on a value, which has changed: its users, and others.
    pub(super) fn touch(&mut self, value: Value, users: impl Iterator<Item = Op>) {
        for user in users {
            if let Some(&number) = self.numbers.get(&user) {
                self.mark(number);
            }
        }
        for at in 0..self.readers.get(&value).map_or(0, Vec::len) {
            self.mark(self.readers[&value][at]);
        }
    }

    fn mark(&mut self, number: usize) {
        self.transfers.mark(number);
        if self.ops[number].isa::<StoreOp>() {
            self.stores.mark(number);
        }
    }
}
