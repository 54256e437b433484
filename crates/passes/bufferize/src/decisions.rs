//! The decisions of One-Shot Analysis: the operands that are in place, alias sets and equivalence classes.

use std::cell::RefCell;

use terrace_ir::{Body, Value};
use terrace_support::entity::Entity;

use crate::interface::Operand;
use crate::state::{Decisions, OperandSet, State};

/// Classes of values.
#[derive(Debug, Default)]
pub struct Classes {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl Classes {
    fn new(values: usize) -> Self {
        Self { parent: (0..values as u32).collect(), size: vec![1; values] }
    }

    /// The representative of a value's class.
    pub fn find(&mut self, value: usize) -> usize {
        let mut at = value;
        while self.parent.get(at).is_some_and(|&parent| parent as usize != at) {
            let next = self.parent[self.parent[at] as usize];
            self.parent[at] = next;
            at = next as usize;
        }
        at
    }

    /// Merges two classes: returns the new representative, and the value that is no longer one.
    pub(crate) fn union(&mut self, a: usize, b: usize) -> Option<(usize, usize)> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b || a.max(b) >= self.parent.len() {
            return None;
        }
        let (winner, loser) = if self.size[a] >= self.size[b] { (a, b) } else { (b, a) };
        self.parent[loser] = winner as u32;
        self.size[winner] += self.size[loser];
        Some((winner, loser))
    }
}

/// The decisions of One-Shot Analysis for one body.
#[derive(Debug, Default)]
pub struct OneShotDecisions {
    pub(crate) in_place: RefCell<OperandSet>,
    pub(crate) undefined: RefCell<OperandSet>,
    equivalence: RefCell<Classes>,
    pub(crate) aliases: RefCell<Classes>,
    /// The values of each alias class, by its representative.
    pub(crate) members: RefCell<Members>,
}

/// Lists of values, which are joined in constant time.
#[derive(Debug, Default)]
pub(crate) struct Members {
    /// After each value the next one of its list; none after the last.
    next: Vec<Option<Value>>,
    /// The first and the last value of each list, by the number of the list.
    ends: Vec<Option<(Value, Value)>>,
}

impl Members {
    fn new(values: usize) -> Self {
        Self { next: vec![None; values], ends: vec![None; values] }
    }

    /// Creates a list of one value, with its index.
    pub(crate) fn begin(&mut self, value: Value) {
        self.ends[value.index()] = Some((value, value));
    }

    /// Appends list `b` to list `a`; the result is list `to`, one of them.
    pub(crate) fn join(&mut self, a: usize, b: usize, to: usize) {
        let joined = match (self.ends[a].take(), self.ends[b].take()) {
            (Some((first, middle)), Some((after, last))) => {
                self.next[middle.index()] = Some(after);
                Some((first, last))
            }
            (one, other) => one.or(other),
        };
        self.ends[to] = joined;
    }

    /// The values of a list.
    pub(crate) fn of(&self, list: usize) -> impl Iterator<Item = Value> + '_ {
        let first = self.ends.get(list).copied().flatten().map(|ends| ends.0);
        std::iter::successors(first, |value| self.next[value.index()])
    }
}

impl OneShotDecisions {
    /// Decisions about a body of which none was taken.
    pub fn new(body: &Body) -> Self {
        let n = body.num_values();
        Self {
            equivalence: RefCell::new(Classes::new(n)),
            aliases: RefCell::new(Classes::new(n)),
            members: RefCell::new(Members::new(n)),
            ..Self::default()
        }
    }

    /// Merges the equivalence classes of two values.
    pub fn unite_equivalence_classes(&self, a: Value, b: Value) {
        self.equivalence.borrow_mut().union(a.index(), b.index());
    }
}

impl Decisions for OneShotDecisions {
    fn is_in_place(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        self.in_place.borrow().contains(&operand.key())
    }

    fn are_equivalent(&self, a: Value, b: Value) -> bool {
        let mut classes = self.equivalence.borrow_mut();
        a == b || classes.find(a.index()) == classes.find(b.index())
    }

    fn are_aliasing(&self, a: Value, b: Value) -> bool {
        let mut classes = self.aliases.borrow_mut();
        a == b || classes.find(a.index()) == classes.find(b.index())
    }

    fn aliases(&self, value: Value) -> Option<Vec<Value>> {
        let class = self.aliases.borrow_mut().find(value.index());
        Some(self.members.borrow().of(class).collect())
    }

    fn alias_set(&self, value: Value) -> Option<usize> {
        Some(self.aliases.borrow_mut().find(value.index()))
    }

    fn equivalence_set(&self, value: Value) -> Option<usize> {
        Some(self.equivalence.borrow_mut().find(value.index()))
    }

    fn has_undefined_contents(&self, operand: Operand<'_>) -> bool {
        self.undefined.borrow().contains(&operand.key())
    }
}
