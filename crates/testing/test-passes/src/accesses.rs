//! The ops that access the memory of values, for tests of data-flow analyses.

use terrace_analysis::{ForwardLattice, Lattice, SparseForwardAnalysis, ValueStates};
use terrace_ir::ids::ValueHandle;
use terrace_ir::{OpHandle, OpRef, ValueRef};

/// The unique value that a value always equals according to control flow.
#[derive(Clone, Copy, PartialEq, Default)]
pub(crate) enum Underlying {
    /// Uninitialized.
    #[default]
    Unreached,
    /// This one.
    Is(ValueHandle),
    /// One of several.
    Several,
}

impl ForwardLattice for Underlying {
    fn is_uninitialized(&self) -> bool {
        *self == Underlying::Unreached
    }
}

impl Lattice for Underlying {
    fn join(&mut self, other: &Self) -> bool {
        let joined = match (*self, *other) {
            (Underlying::Unreached, other) => other,
            (this, Underlying::Unreached) => this,
            (a, b) if a == b => a,
            _ => Underlying::Several,
        };
        let changed = joined != *self;
        *self = joined;
        changed
    }
}

/// Follows values through control flow.
pub(crate) struct UnderlyingValues;

fn handle(value: ValueRef<'_>) -> ValueHandle {
    ValueHandle { body: value.body_id(), value: value.id() }
}

impl SparseForwardAnalysis for UnderlyingValues {
    type Lattice = Underlying;

    fn entry_state(&self, value: ValueRef<'_>) -> Underlying {
        Underlying::Is(handle(value))
    }

    fn transfer(
        &self,
        _op: OpRef<'_>,
        _operands: &[Underlying],
        _known: &dyn Fn(ValueRef<'_>) -> Underlying,
    ) -> Option<Vec<Underlying>> {
        None
    }
}

/// The value at the end of the chain.
pub(crate) fn underlying(states: &ValueStates<Underlying>, value: ValueRef<'_>) -> Option<ValueHandle> {
    let mut at = handle(value);
    loop {
        match *states.get(at) {
            Underlying::Is(next) if next == at => return Some(at),
            Underlying::Is(next) => at = next,
            _ => return None,
        }
    }
}

/// The ops nearest to a program point that access the memory of values. The unknown state of a value lasts
/// until its next access.
#[derive(Clone, Default)]
pub(crate) struct Accesses(Vec<(ValueHandle, Option<Vec<OpHandle>>)>);

/// Independent of the order of discovery, which might alternate forever in a loop.
impl PartialEq for Accesses {
    fn eq(&self, other: &Self) -> bool {
        let same = |value: &ValueHandle, ops: &Option<Vec<OpHandle>>| {
            let known = other.0.iter().find(|(known, _)| known == value).map(|(_, known)| known);
            match (ops, known) {
                (None, Some(None)) => true,
                (Some(ops), Some(Some(known))) => {
                    ops.len() == known.len() && ops.iter().all(|op| known.contains(op))
                }
                _ => false,
            }
        };
        self.0.len() == other.0.len() && self.0.iter().all(|(value, ops)| same(value, ops))
    }
}

impl Accesses {
    /// The ops for a value; `None` if it is unknown.
    pub(crate) fn get(&self, value: ValueHandle) -> Option<&[OpHandle]> {
        self.0.iter().find(|(known, _)| *known == value).and_then(|(_, ops)| ops.as_deref())
    }

    /// Sets an op as the only access of a value.
    pub(crate) fn set(&mut self, value: ValueHandle, op: OpHandle) {
        match self.0.iter_mut().find(|(known, _)| *known == value) {
            Some((_, ops)) => *ops = Some(vec![op]),
            None => self.0.push((value, Some(vec![op]))),
        }
    }

    /// Clears the states of all values.
    pub(crate) fn forget(&mut self) {
        self.0.iter_mut().for_each(|(_, ops)| *ops = None);
    }
}

impl Lattice for Accesses {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (value, new) in &other.0 {
            let Some((_, ops)) = self.0.iter_mut().find(|(known, _)| known == value) else {
                self.0.push((*value, new.clone()));
                changed = true;
                continue;
            };
            match (&mut *ops, new) {
                (None, _) => {}
                (Some(_), None) => {
                    *ops = None;
                    changed = true;
                }
                (Some(ops), Some(new)) => {
                    let before = ops.len();
                    for op in new {
                        if !ops.contains(op) {
                            ops.push(*op);
                        }
                    }
                    changed |= ops.len() != before;
                }
            }
        }
        changed
    }
}
