//! The ops that are to be visited again, in sweeps over the ops of a function.
//!
//! A sweep visits ops in their order. An op that is marked is visited in the same sweep if it is after the op that is being visited,
//! and in the next one otherwise: ops are visited as if each sweep visited all of them, without those for which nothing changed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
