//! Invalidation of handles: a use of a consumed handle, or of another handle to the same payload, is an error
//! that names the consumer.

use rustc_hash::FxHashMap;
use terrace_ir::{Diag, Loc, OpHandle, OpRef, ValueHandle, ValueRef};

use crate::failure::{TransformFailure, TransformResult};
use crate::interfaces::TransformOpInterface;
use crate::results::Mapping;
use crate::state::TransformState;
use crate::types::{HandleKind, handle_kind};

/// Why a handle must not be used any more.
#[derive(Clone, Debug)]
pub(crate) struct Invalidation {
    message: &'static str,
    /// The number of the operand that was used up.
    operand: usize,
    notes: Vec<(Loc, String)>,
}

impl Invalidation {
    /// The error of an op that uses the handle.
    fn error(&self, loc: Loc) -> Box<Diag> {
        let error = Diag::error(loc, self.message);
        self.notes.iter().fold(error, |error, (loc, note)| error.note(*loc, note.clone()))
    }
}

const INVALIDATED: &str = "op uses a handle invalidated by a previously executed transform op";
const EMPTY: &str =
    "op uses a handle associated with empty payload and invalidated by a previously executed transform op";

/// The handles that one op invalidates by consuming an operand.
struct Consumer<'a, 's> {
    op: OpRef<'a>,
    operand: usize,
    state: &'a TransformState<'s>,
    newly: FxHashMap<ValueHandle, Invalidation>,
}

/// Checks the operands of an op, and records the handles that it invalidates.
///
/// # Errors
///
/// A definite failure if an operand is invalid, a silenceable one if a consumed operand is associated with
/// one payload object several times.
pub(crate) fn check_and_record(
    state: &mut TransformState<'_>,
    op: OpRef<'_>,
    interface: &dyn TransformOpInterface,
) -> TransformResult {
    let repeated = interface.allows_repeated_handle_operands(op);
    let consumed = state.consumed_operands(op);
    let mut newly = FxHashMap::default();
    for (number, operand) in op.operands().enumerate() {
        let known = state.invalidated.get(&operand.handle());
        let known = known.or_else(|| newly.get(&operand.handle()).filter(|_| !repeated));
        if let Some(invalidation) = known {
            let error = invalidation.error(op.loc());
            return Err(state.definite(error));
        }
        if !consumed.contains(number) {
            continue;
        }
        let mut consumer = Consumer { op, operand: number, state, newly: std::mem::take(&mut newly) };
        match handle_kind(op.cx(), operand.ty()) {
            Some(HandleKind::Op) => consumer.consume_ops(operand),
            Some(HandleKind::Value) => consumer.consume_values(operand),
            _ => {
                let message =
                    format!("unexpectedly consumed a value that is not a handle as operand #{number}");
                let error = Diag::error(op.loc(), message).note(operand.loc(), value_is_here(operand));
                return Err(state.definite(error));
            }
        }
        newly = consumer.newly;
    }
    if state.is_observed() {
        let mut all: Vec<(ValueHandle, usize)> =
            newly.iter().map(|(&handle, invalidation)| (handle, invalidation.operand)).collect();
        all.sort_unstable_by_key(|(handle, _)| (handle.body, handle.value));
        for (handle, operand) in all {
            state.observe(|observer, state| observer.invalidated(state, handle, operand));
        }
    }
    // What made a handle invalid first is told.
    newly.into_iter().for_each(|(handle, invalidation)| {
        state.invalidated.entry(handle).or_insert(invalidation);
    });
    for (number, operand) in op.operands().enumerate() {
        if consumed.contains(number) && !repeated {
            check_repeated(state, op, number, operand)?;
        }
    }
    Ok(())
}

fn value_is_here(operand: ValueRef<'_>) -> String {
    format!("value defined here with type '{}'", operand.cx().type_text(operand.ty()))
}

/// Checks that a consumed handle is associated with no payload object twice.
fn check_repeated(
    state: &TransformState<'_>,
    op: OpRef<'_>,
    number: usize,
    operand: ValueRef<'_>,
) -> TransformResult {
    let repeated = match state.mapping(operand) {
        Some(Mapping::Ops(ops)) => first_repeated(ops).map(|&op| (state.ir.op(op).loc(), "op")),
        Some(Mapping::Values(values)) => {
            first_repeated(values).map(|&value| (state.value(value).loc(), "value"))
        }
        _ => None,
    };
    let Some((loc, what)) = repeated else { return Ok(()) };
    let message = format!(
        "a handle passed as operand #{number} and consumed by this operation points to a payload entity more than once"
    );
    Err(TransformFailure::at(op, message).note(loc, format!("repeated target {what}")))
}

fn first_repeated<T: std::hash::Hash + Eq>(all: &[T]) -> Option<&T> {
    let mut seen = rustc_hash::FxHashSet::default();
    all.iter().find(|&at| !seen.insert(at))
}

impl Consumer<'_, '_> {
    fn by_this_op(&self, what: &str) -> (Loc, String) {
        let number = self.operand;
        (self.op.loc(), format!("invalidated by this transform op that consumes its operand #{number}{what}"))
    }

    /// Invalidates all handles to the payload ops of a consumed handle, and to ops and values nested in them.
    fn consume_ops(&mut self, operand: ValueRef<'_>) {
        let ops = self.state.payload_ops(operand);
        if ops.is_empty() {
            let notes = vec![self.by_this_op("")];
            self.newly
                .insert(operand.handle(), Invalidation { message: EMPTY, operand: self.operand, notes });
            return;
        }
        self.invalidate_below(&ops, None);
    }

    /// Invalidates handles to the values of a consumed handle, and to the ops that define them.
    fn consume_values(&mut self, operand: ValueRef<'_>) {
        let state = self.state;
        for value in state.payload_values(operand) {
            let view = state.value(value);
            for &other in state.handles_of_value(value) {
                let notes = vec![
                    (self.script_value(other).loc(), "invalidated handle".to_owned()),
                    self.by_this_op(" and invalidates handles to the same values as associated with it"),
                    (view.loc(), "payload value".to_owned()),
                ];
                self.newly.insert(other, Invalidation { message: INVALIDATED, operand: self.operand, notes });
            }
            let ops: Vec<OpHandle> = match (view.defining_op(), view.owner_block()) {
                (Some(op), _) => vec![op.handle()],
                (None, Some(block)) => block.ops().map(OpRef::handle).collect(),
                (None, None) => Vec::new(),
            };
            self.invalidate_below(&ops, Some(view.loc()));
        }
    }

    fn script_value(&self, handle: ValueHandle) -> ValueRef<'_> {
        let script = self.state.script();
        ValueRef::in_body(script, script.body(handle.body), handle.body, handle.value)
    }

    /// Invalidates handles to some ops, and to all payload nested in them.
    fn invalidate_below(&mut self, ancestors: &[OpHandle], through: Option<Loc>) {
        let state = self.state;
        let set: rustc_hash::FxHashSet<OpHandle> = ancestors.iter().copied().collect();
        let ancestor_of =
            |op: OpRef<'_>| op.self_and_ancestors().find(|op| set.contains(&op.handle())).map(|op| op.loc());
        let consumed = " and invalidates all handles to payload IR entities associated with this operand and entities \
                        nested in them";
        for (other, mapping) in state.mappings_below(ancestors) {
            // Handles of sequences that include this one are those of their own arguments.
            let is_known = self.newly.contains_key(&other) || state.invalidated.contains_key(&other);
            if other.body != self.op.body_id() || is_known {
                continue;
            }
            let handle_loc = self.script_value(other).loc();
            let notes = match mapping {
                Mapping::Ops(ops) => ops.iter().find_map(|&op| {
                    let op = state.ir.op(op);
                    let ancestor = ancestor_of(op)?;
                    let mut notes = vec![
                        (handle_loc, "handle to invalidated ops".to_owned()),
                        self.by_this_op(consumed),
                        (ancestor, "ancestor payload op".to_owned()),
                        (op.loc(), "nested payload op".to_owned()),
                    ];
                    notes.extend(
                        through.map(|loc| (loc, "consumed handle points to this payload value".to_owned())),
                    );
                    Some(notes)
                }),
                Mapping::Values(values) => values.iter().find_map(|&value| {
                    let value = state.value(value);
                    let (owner, how) = owner_of(value)?;
                    let ancestor = ancestor_of(owner)?;
                    Some(vec![
                        (handle_loc, "invalidated handle".to_owned()),
                        self.by_this_op(consumed),
                        (ancestor, "ancestor op associated with the consumed handle".to_owned()),
                        (owner.loc(), format!("op defining the value as {how}")),
                        (value.loc(), "payload value".to_owned()),
                    ])
                }),
                Mapping::Params(_) => None,
            };
            if let Some(notes) = notes {
                self.newly.insert(other, Invalidation { message: INVALIDATED, operand: self.operand, notes });
            }
        }
    }
}

/// The op that defines a value, or that has the block whose argument it is; with a description of the value.
fn owner_of(value: ValueRef<'_>) -> Option<(OpRef<'_>, String)> {
    if let Some(op) = value.defining_op() {
        return Some((op, format!("result #{}", value.index())));
    }
    let block = value.owner_block()?;
    let region = block.region()?;
    let (block, region_number) = (block.number(), region.index());
    let how = format!("block argument #{} of block #{block} in region #{region_number}", value.index());
    Some((region.parent_op()?, how))
}
