//! Sparse forward analyses: lattice elements of values, propagated along control flow.
//!
//! A block is executable if it is reachable, and the states of its arguments are joined from the passed
//! values. Elements are monotone, so that the iteration terminates; ops are visited again when the states of
//! their operands change. Branches on constants are resolved; regions follow
//! [`RegionBranchOp`](terrace_ir::interfaces::RegionBranchOp); the arguments of a function with known callers
//! are joined from its calls, and its results are propagated from its returns.
//!
//! The algorithm is Wegman and Zadeck, "Constant Propagation with Conditional Branches" (1991), for any lattices: several
//! analyses run together, each deciding branches whose operands it knows.

use std::any::Any;

use rustc_hash::FxHashMap;
use terrace_ir::ids::ValueHandle;
use terrace_ir::{Attr, OpHandle, OpRef, ValueRef};

use crate::lattice::{ForwardLattice, ValueStates};

mod engine;
mod settled;

pub(crate) use engine::{Engine, without};

/// An analysis of values from their definitions on.
pub trait SparseForwardAnalysis {
    /// The lattice of values.
    type Lattice: ForwardLattice;
    /// Returns the element of a value of unknown origin.
    fn entry_state(&self, value: ValueRef<'_>) -> Self::Lattice;
    /// Returns the elements of the results of an op without control flow; `None` if they are unknown. `known`
    /// returns those of other values of the same body.
    fn transfer(
        &self,
        op: OpRef<'_>,
        operands: &[Self::Lattice],
        known: &dyn Fn(ValueRef<'_>) -> Self::Lattice,
    ) -> Option<Vec<Self::Lattice>>;
    /// Returns the element of an argument of a region that is not passed to it, such as an induction variable; `known`
    /// returns those of the op's operands.
    fn implicit_argument(
        &self,
        _op: OpRef<'_>,
        arg: ValueRef<'_>,
        _known: &dyn Fn(ValueRef<'_>) -> Self::Lattice,
    ) -> Self::Lattice {
        self.entry_state(arg)
    }
    /// Whether an op waits until something has reached all of its operands.
    fn waits_for_operands(&self) -> bool {
        true
    }
    /// Joins the computed state of an op's own result or argument; returns whether it changed. May widen, so that
    /// growing states reach a fixed point.
    fn join_computed(&self, _value: ValueRef<'_>, element: &mut Self::Lattice, new: &Self::Lattice) -> bool {
        crate::lattice::Lattice::join(element, new)
    }
}

/// The join of the operands of a callable's reached returns.
struct Returned<L> {
    values: Vec<L>,
    /// Whether they return different numbers of values.
    mixed: bool,
}

/// A sparse forward analysis with its elements, whatever their type. `read` copies elements, which the functions about
/// operands are about then.
pub(crate) trait Loaded<'a> {
    /// Copies the elements of values.
    fn read(&mut self, values: &[ValueRef<'a>]);
    /// Whether nothing has reached a value that was read.
    fn is_uninitialized(&self, at: usize) -> bool;
    /// Returns the constant that a value is that was read.
    fn constant(&self, at: usize) -> Option<Attr>;
    /// Returns the constant that a value is.
    fn constant_of(&self, value: ValueRef<'_>) -> Option<Attr>;
    /// Joins the element that was read of one value to that of another; returns whether that was new.
    fn join_read(&mut self, at: usize, to: ValueRef<'a>) -> bool;
    /// Joins the element of a value to that of another; returns whether that was new.
    fn join_value(&mut self, from: ValueRef<'a>, to: ValueRef<'a>) -> bool;
    /// Joins the state for an unknown origin into a value; returns whether its state changed.
    fn join_entry_state(&mut self, value: ValueRef<'a>) -> bool;
    /// Joins the state of an argument that is not forwarded; returns whether it changed.
    fn join_implicit_argument(&mut self, op: OpRef<'a>, arg: ValueRef<'a>) -> bool;
    /// Computes the states of an op's results from the operands that were read, unless they are not ready; returns
    /// whether it did. Other values that it reads are added to `asked`.
    fn transfer(&mut self, op: OpRef<'a>, asked: &mut Vec<ValueHandle>) -> bool;
    /// Joins the element that was computed of a result; returns whether that was new.
    fn join_result(&mut self, index: usize, result: ValueRef<'a>) -> bool;
    /// Joins the operands that were read of a return; returns whether that was new.
    fn join_returned(&mut self, callable: OpHandle) -> bool;
    /// Joins the states returned by a callable into the results of a call, which is known to return.
    fn join_call_result(
        &mut self,
        callee: OpHandle,
        index: usize,
        results: usize,
        result: ValueRef<'a>,
    ) -> bool;
    /// The elements, [`ValueStates`].
    fn states(&self) -> &dyn Any;
    /// The elements.
    fn into_states(self: Box<Self>) -> Box<dyn Any>;
}

/// An analysis with its elements.
pub(crate) struct LoadedAnalysis<A: SparseForwardAnalysis> {
    analysis: A,
    states: ValueStates<A::Lattice>,
    read: Vec<A::Lattice>,
    /// The result of the last transfer: `None` if it ran without a result.
    found: Option<Vec<A::Lattice>>,
    /// Whether the last transfer ran.
    ran: bool,
    returned: FxHashMap<OpHandle, Returned<A::Lattice>>,
}

impl<A: SparseForwardAnalysis> LoadedAnalysis<A> {
    pub(crate) fn new(analysis: A) -> Self {
        Self {
            analysis,
            states: ValueStates::default(),
            read: Vec::new(),
            found: None,
            ran: false,
            returned: FxHashMap::default(),
        }
    }
}

impl<'a, A: SparseForwardAnalysis> Loaded<'a> for LoadedAnalysis<A> {
    fn read(&mut self, values: &[ValueRef<'a>]) {
        self.read.clear();
        self.read.extend(values.iter().map(|&value| self.states.of(value).clone()));
    }

    fn is_uninitialized(&self, at: usize) -> bool {
        self.read[at].is_uninitialized()
    }

    fn constant(&self, at: usize) -> Option<Attr> {
        self.read[at].constant()
    }

    fn constant_of(&self, value: ValueRef<'_>) -> Option<Attr> {
        self.states.of(value).constant()
    }

    fn join_read(&mut self, at: usize, to: ValueRef<'a>) -> bool {
        crate::lattice::Lattice::join(self.states.entry(to), &self.read[at])
    }

    fn join_value(&mut self, from: ValueRef<'a>, to: ValueRef<'a>) -> bool {
        let element = self.states.of(from).clone();
        crate::lattice::Lattice::join(self.states.entry(to), &element)
    }

    fn join_entry_state(&mut self, value: ValueRef<'a>) -> bool {
        let element = self.analysis.entry_state(value);
        crate::lattice::Lattice::join(self.states.entry(value), &element)
    }

    fn join_implicit_argument(&mut self, op: OpRef<'a>, arg: ValueRef<'a>) -> bool {
        let states = &self.states;
        let known = |value: ValueRef<'_>| states.of(value).clone();
        let element = self.analysis.implicit_argument(op, arg, &known);
        self.analysis.join_computed(arg, self.states.entry(arg), &element)
    }

    fn transfer(&mut self, op: OpRef<'a>, asked: &mut Vec<ValueHandle>) -> bool {
        self.ran =
            !(self.analysis.waits_for_operands() && self.read.iter().any(ForwardLattice::is_uninitialized));
        if self.ran {
            let (states, asked) = (&self.states, std::cell::RefCell::new(asked));
            let known = |value: ValueRef<'_>| {
                asked.borrow_mut().push(value.handle());
                states.of(value).clone()
            };
            self.found = self.analysis.transfer(op, &self.read, &known);
        }
        self.ran
    }

    fn join_result(&mut self, index: usize, result: ValueRef<'a>) -> bool {
        if !self.ran {
            return false;
        }
        match &self.found {
            None => self.join_entry_state(result),
            Some(found) => match found.get(index) {
                Some(new) => self.analysis.join_computed(result, self.states.entry(result), new),
                None => false,
            },
        }
    }

    fn join_returned(&mut self, callable: OpHandle) -> bool {
        let Some(returned) = self.returned.get_mut(&callable) else {
            self.returned.insert(callable, Returned { values: self.read.clone(), mixed: false });
            return true;
        };
        if returned.values.len() != self.read.len() {
            return !std::mem::replace(&mut returned.mixed, true);
        }
        let mut changed = false;
        for (known, new) in returned.values.iter_mut().zip(&self.read) {
            changed |= crate::lattice::Lattice::join(known, new);
        }
        changed
    }

    fn join_call_result(
        &mut self,
        callee: OpHandle,
        index: usize,
        results: usize,
        result: ValueRef<'a>,
    ) -> bool {
        match self.returned.get(&callee) {
            None => false,
            Some(returned) if returned.mixed || returned.values.len() != results => {
                self.join_entry_state(result)
            }
            Some(returned) => {
                crate::lattice::Lattice::join(self.states.entry(result), &returned.values[index])
            }
        }
    }

    fn states(&self) -> &dyn Any {
        &self.states
    }

    fn into_states(self: Box<Self>) -> Box<dyn Any> {
        Box::new(self.states)
    }
}
