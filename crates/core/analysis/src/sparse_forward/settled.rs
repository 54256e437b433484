//! Incremental propagation: only changed operands are forwarded, so that a loop with many values is not
//! visited as a whole for each of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use terrace_ir::ids::ValueHandle;
use terrace_ir::{Ir, OpRef, ValueRef};

use super::engine::Engine;

/// Ops with fewer operands and results are visited as a whole.
pub(super) const FEW: usize = 8;

/// The targets of an op that forwards its operands to all its successors: when some operands change, only those are
/// forwarded again.
pub(super) struct Settled {
    /// For each successor the index of its first forwarded operand, and the values that receive them.
    targets: Vec<(usize, Vec<ValueHandle>)>,
    /// Whether changed operands are propagated in order with the rest, as in a full propagation.
    in_place: bool,
    /// The operands that changed since.
    pub(super) changed: Vec<usize>,
}

fn view(ir: &Ir, value: ValueHandle) -> ValueRef<'_> {
    ValueRef::in_body(ir, ir.body(value.body), value.body, value.value)
}

impl<'a> Engine<'a, '_> {
    /// Notes that an op passes values wherever it may from now on.
    pub(super) fn settle<T: Copy>(
        &mut self,
        op: OpRef<'a>,
        in_place: bool,
        passed: impl Fn(T) -> (Range<usize>, Vec<ValueRef<'a>>),
        targets: &[T],
    ) {
        let targets = targets.iter().map(|&target| {
            let (operands, inputs) = passed(target);
            let inputs = operands.clone().zip(inputs).map(|(_, input)| input.handle()).collect();
            (operands.start, inputs)
        });
        let settled = Settled { targets: targets.collect(), in_place, changed: Vec::new() };
        self.settled.insert(op.handle(), settled);
    }

    /// Passes on the operands of a settled op that changed; whether there is nothing else to do for it.
    pub(super) fn pass_on_changes(&mut self, op: OpRef<'a>) -> bool {
        if self.settled.is_empty() {
            return false;
        }
        let handle = op.handle();
        let Some(mut settled) = self.settled.remove(&handle) else { return false };
        let mut changed = std::mem::take(&mut settled.changed);
        changed.sort_unstable();
        changed.dedup();
        let is_passed = |&at: &usize| {
            settled.targets.iter().any(|(start, inputs)| (*start..start + inputs.len()).contains(&at))
        };
        if !changed.iter().all(is_passed) {
            return false;
        }
        let (targets, in_place) = (std::mem::take(&mut settled.targets), settled.in_place);
        self.settled.insert(handle, settled);
        if !in_place {
            let values: Vec<ValueRef<'a>> = changed.iter().map(|&at| op.operand(at)).collect();
            self.read(&values);
        }
        for (start, inputs) in &targets {
            let input = |at: usize| at.checked_sub(*start).and_then(|at| inputs.get(at)).copied();
            if !in_place {
                for (place, &at) in changed.iter().enumerate() {
                    if let Some(input) = input(at) {
                        let input = view(self.ir, input);
                        self.update(input, |analysis| analysis.join_read(place, input));
                    }
                }
                continue;
            }
            // What changes after the operand that is passed on is passed on in its turn.
            let mut pending: BinaryHeap<Reverse<usize>> = changed.iter().copied().map(Reverse).collect();
            while let Some(Reverse(at)) = pending.pop() {
                let Some(input) = input(at) else { continue };
                let (operand, input) = (op.operand(at), view(self.ir, input));
                let seen = self.settled.get(&handle).map_or(0, |settled| settled.changed.len());
                self.update(input, |analysis| analysis.join_value(operand, input));
                let new = self.settled.get(&handle).map_or(&[][..], |settled| &settled.changed[seen..]);
                pending.extend(new.iter().filter(|new| **new > at).copied().map(Reverse));
                changed.extend(new);
            }
        }
        if let Some(settled) = self.settled.get_mut(&handle) {
            settled.targets = targets;
        }
        true
    }
}
