//! Tracking of handles: replacements and erasures in the payload are recorded, and applied to handles after each
//! transform op.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashSet;
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_ir::rewriter::{BodyListener, Edit, IrListener, Listener};
use terrace_ir::traits::TraitSet;
use terrace_ir::{Body, BodyId, Diag, Ir, Loc, Op, OpHandle, OpRef, Value, ValueHandle, ValueRef};

use crate::interfaces::{FindPayloadReplacementOpInterface, TransformOpInterface};
use crate::observe::PayloadChange;
use crate::state::TransformState;

/// Something that happened to the payload.
#[derive(Debug)]
enum Event {
    Replaced(OpHandle, Vec<Value>),
    Erased(OpHandle),
    BodyErased(BodyId),
    NoMatch(OpHandle, Option<&'static str>, String),
    Created(OpHandle),
    Modified(OpHandle),
}

/// The changes of the payload since the last query.
#[derive(Clone, Default)]
pub(crate) struct Events(Arc<Heard>);

#[derive(Default)]
struct Heard {
    events: Mutex<Vec<Event>>,
    outer: Option<Arc<dyn IrListener>>,
    /// Whether all edits are of interest, and why patterns do not match.
    is_observed: bool,
}

impl Heard {
    fn push(&self, event: Event) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }
}

/// The listener of a body, and the one that was there before.
struct BodyEvents {
    heard: Arc<Heard>,
    outer: Option<BodyListener>,
}

impl Listener for BodyEvents {
    fn edit(&mut self, id: BodyId, body: &Body, edit: Edit) {
        match edit {
            Edit::Erased(op) => self.heard.push(Event::Erased(OpHandle { body: id, op })),
            Edit::Inserted(op) if self.heard.is_observed => {
                self.heard.push(Event::Created(OpHandle { body: id, op }));
            }
            Edit::Modified(op) | Edit::Moved(op) if self.heard.is_observed => {
                self.heard.push(Event::Modified(OpHandle { body: id, op }));
            }
            _ => {}
        }
        if let Some(outer) = &mut self.outer {
            outer.edit(id, body, edit);
        }
    }

    fn replaced(&mut self, id: BodyId, body: &Body, op: Op, values: &[Value]) {
        self.heard.push(Event::Replaced(OpHandle { body: id, op }, values.to_vec()));
        if let Some(outer) = &mut self.outer {
            outer.replaced(id, body, op, values);
        }
    }

    fn no_match(&mut self, id: BodyId, body: &Body, op: Op, pattern: Option<&'static str>, reason: &str) {
        // A pattern without a reason explains nothing.
        if self.heard.is_observed && !reason.is_empty() {
            self.heard.push(Event::NoMatch(OpHandle { body: id, op }, pattern, reason.to_owned()));
        }
        if let Some(outer) = &mut self.outer {
            outer.no_match(id, body, op, pattern, reason);
        }
    }
}

impl IrListener for Heard {
    fn listen(&self, _: BodyId, _: &Body) -> BodyListener {
        unreachable!("the events listen in its place")
    }
}

impl IrListener for Events {
    fn listen(&self, id: BodyId, body: &Body) -> BodyListener {
        let outer = self.0.outer.as_ref().map(|outer| outer.listen(id, body));
        Box::new(BodyEvents { heard: Arc::clone(&self.0), outer })
    }

    fn body_erased(&self, id: BodyId) {
        self.0.push(Event::BodyErased(id));
        if let Some(outer) = &self.0.outer {
            outer.body_erased(id);
        }
    }
}

impl Events {
    /// Records the events of an IR, and forwards them to its listener.
    pub(crate) fn listen(ir: &mut Ir, is_observed: bool) -> Self {
        let outer = ir.listener();
        let events = Self(Arc::new(Heard { events: Mutex::default(), outer, is_observed }));
        ir.set_listener(Some(Arc::new(events.clone())));
        events
    }

    /// Restores the previous listener.
    pub(crate) fn stop_listening(&self, ir: &mut Ir) {
        ir.set_listener(self.0.outer.clone());
    }

    fn take(&self) -> Vec<Event> {
        std::mem::take(&mut *self.0.events.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Updates the handles after modifications of the payload by the transform op `op`. Returns the error, if a
/// live handle lost replaced payload.
pub(crate) fn follow(state: &mut TransformState<'_>, op: OpRef<'_>) -> Option<Box<Diag>> {
    let mut lost: Option<(Box<Diag>, usize)> = None;
    let mut bodies = FxHashSet::default();
    for event in state.events.clone().take() {
        match event {
            Event::Created(payload) => {
                state.observe(|observer, state| observer.changed(state, &PayloadChange::Created(payload)));
            }
            Event::Modified(payload) => {
                state.observe(|observer, state| observer.changed(state, &PayloadChange::Modified(payload)));
            }
            Event::NoMatch(payload, pattern, reason) => {
                let change = PayloadChange::NoMatch(payload, pattern, reason);
                state.observe(|observer, state| observer.changed(state, &change));
            }
            Event::Erased(erased) => {
                state.observe(|observer, state| observer.changed(state, &PayloadChange::Erased(erased)));
                state.replace_payload_op(erased, None);
                forget_values(state, erased);
            }
            Event::BodyErased(body) => {
                bodies.insert(body);
            }
            Event::Replaced(replaced, values) => {
                state.observe(|observer, state| {
                    observer.changed(state, &replacement(state, replaced, &values));
                });
                if let Some((error, notes)) = replace(state, op, replaced, &values) {
                    let number = lost.as_ref().map_or(0, |(_, number)| *number);
                    let mut error = match lost.take() {
                        Some((first, _)) => first,
                        None => error,
                    };
                    for (loc, text) in notes {
                        error = error.note(loc, format!("[{number}] {text}"));
                    }
                    lost = Some((error, number + 1));
                }
            }
        }
    }
    if !bodies.is_empty() {
        state.forget_bodies(&bodies);
    }
    lost.map(|(error, _)| error)
}

/// The change that an op was replaced by values.
fn replacement(state: &TransformState<'_>, op: OpHandle, values: &[Value]) -> PayloadChange {
    let body = state.ir.find_body(op.body);
    let mut by: Vec<OpHandle> = Vec::new();
    for &value in values.iter().filter(|_| body.is_some()) {
        let owner = state.value(ValueHandle { body: op.body, value }).defining_op().map(OpRef::handle);
        by.extend(owner.filter(|owner| !by.contains(owner)));
    }
    PayloadChange::Replaced(op, by)
}

/// Drops the results of an op that was erased.
fn forget_values(state: &mut TransformState<'_>, erased: OpHandle) {
    if state.ir.find_body(erased.body).is_none() {
        return;
    }
    let results: Vec<ValueHandle> = state.ir.op(erased).results().map(ValueRef::handle).collect();
    for result in results {
        state.replace_payload_value(result, None);
    }
}

type Notes = Vec<(terrace_ir::Loc, String)>;

/// Updates the handles of a replaced op to its replacement. Returns an error, and a note about the op, if a
/// live handle cannot be updated.
fn replace(
    state: &mut TransformState<'_>,
    by: OpRef<'_>,
    op: OpHandle,
    values: &[Value],
) -> Option<(Box<Diag>, Notes)> {
    state.ir.find_body(op.body)?;
    let results: Vec<ValueHandle> = state.ir.op(op).results().map(ValueRef::handle).collect();
    for (result, &value) in results.iter().zip(values) {
        state.replace_payload_value(*result, Some(ValueHandle { body: op.body, value }));
    }
    let handles = state.handles_of_op(op).to_vec();
    // Handles of sequences that include this one are not looked at.
    let handles: Vec<ValueHandle> =
        handles.into_iter().filter(|handle| handle.body == by.body_id()).collect();
    let used_up = state.consumed_operands(by);
    let consumed = used_up.handles(by).any(|operand| handles.contains(&operand.handle()));
    let alive = handles.iter().find(|handle| is_needed_after(state.script(), **handle, by)).copied();
    let Some(alive) = alive.filter(|_| !consumed) else {
        state.replace_payload_op(op, None);
        return None;
    };
    let any_name = by.interface::<dyn TransformOpInterface>().is_some_and(|by| by.follows_any_replacement());
    match find_replacement(state.ir, by.loc(), op, values, any_name) {
        Ok(replacement) => {
            state.replace_payload_op(op, Some(replacement));
            None
        }
        Err(error) => {
            let script = state.script();
            let handle = ValueRef::in_body(script, script.body(alive.body), alive.body, alive.value);
            let error =
                error.note(handle.loc(), "replacement is required because this handle must be updated");
            let mut notes = vec![(state.ir.op(op).loc(), "replaced op".to_owned())];
            for (i, &value) in values.iter().enumerate() {
                let value = state.value(ValueHandle { body: op.body, value });
                notes.push((value.loc(), format!("replacement value {i}")));
            }
            state.replace_payload_op(op, None);
            Some((error, notes))
        }
    }
}

/// Whether a handle of the script has a use after `by`.
fn is_needed_after(script: &Ir, handle: ValueHandle, by: OpRef<'_>) -> bool {
    let value = ValueRef::in_body(script, script.body(handle.body), handle.body, handle.value);
    value.uses().any(|(user, _)| user.handle() != by.handle() && !comes_before(user, by))
}

/// Whether one op of the script, or one around it, is before another one, or one around that.
fn comes_before(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    let mut inner = Some(b);
    while let Some(b) = inner {
        let same_block = a.body_id() == b.body_id() && a.block().map(|x| x.id()) == b.block().map(|x| x.id());
        if same_block {
            return a.handle() != b.handle() && a.body().is_before(a.id(), b.id());
        }
        inner = b.parent_op();
    }
    false
}

/// The op that replaces `op`, whose results were replaced by `values` of its body: the op of that name or the constant
/// that computes all of them, through casts.
///
/// # Errors
///
/// If there is none. The error is about the op at `loc`, which replaced the values.
pub fn find_replacement_op(ir: &Ir, loc: Loc, op: OpHandle, values: &[Value]) -> Result<OpHandle, Box<Diag>> {
    find_replacement(ir, loc, op, values, false)
}

/// As [`find_replacement_op`]; with `any_name`, the op that computes the values may have another name, and the casts that
/// a conversion inserts are looked through.
fn find_replacement(
    ir: &Ir,
    loc: Loc,
    op: OpHandle,
    values: &[Value],
    any_name: bool,
) -> Result<OpHandle, Box<Diag>> {
    let message = "tracking listener failed to find replacement op during application of this transform op";
    let mut error = Diag::error(loc, message);
    let name = ir.op(op).name();
    let mut values = values.to_vec();
    while !values.is_empty() {
        let mut owners = values.iter().map(|&value| {
            ValueRef::in_body(ir, ir.body(op.body), op.body, value).defining_op().map(OpRef::handle)
        });
        let first = owners.next().flatten();
        let Some(owner) = first.filter(|_| owners.all(|owner| owner == first)) else {
            return Err(error.note(loc, "replacement values belong to different ops"));
        };
        let view = ir.op(owner);
        if view.name() == name || view.has_trait(TraitSet::ConstantLike) {
            return Ok(owner);
        }
        if any_name && view.isa::<UnrealizedConversionCastOp>() {
            values = view.operands().map(|operand| operand.id()).collect();
            continue;
        }
        if any_name {
            return Ok(owner);
        }
        if let Some(next) = view.interface::<dyn FindPayloadReplacementOpInterface>() {
            error = error.note(view.loc(), "using operands provided by 'FindPayloadReplacementOpInterface'");
            values = next.next_operands(view);
        } else if view.has_trait(TraitSet::CastLike) {
            error = error.note(view.loc(), "using output of 'CastOpInterface' op");
            values = view.operands().map(|operand| operand.id()).collect();
        } else {
            values.clear();
        }
    }
    Err(error.note(loc, "ran out of suitable replacement values"))
}
