//! Observation of running scripts: applied ops, failed matchers, and tracking of handles.
//!
//! Without an observer, the overhead is one branch per step.

use std::sync::{Mutex, PoisonError};

use terrace_ir::{Context, Diag, OpHandle, OpRef, ValueHandle};

use crate::failure::TransformResult;
use crate::state::TransformState;

/// Something that happened to the payload while a transform op worked on it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PayloadChange {
    /// The results of an op were replaced; by the results of these ops, as far as ops define them.
    Replaced(OpHandle, Vec<OpHandle>),
    /// An op was inserted into a block; it may be erased by now.
    Created(OpHandle),
    /// An op was modified in place or moved; it may be erased by now.
    Modified(OpHandle),
    /// An op was erased.
    Erased(OpHandle),
    /// A pattern did not match an op: its name and its reason.
    NoMatch(OpHandle, Option<&'static str>, String),
}

/// The result of running a matcher on a payload op.
#[derive(Debug)]
pub enum MatcherOutcome<'a> {
    /// All of its ops succeeded.
    Matched,
    /// The op of the script that failed, and the reason.
    Refused(OpHandle, &'a [Box<Diag>]),
    /// The op could not be applied: the failure was reported.
    Failed,
}

/// An observer of scripts. An op of the script is entered and left; the ops that it applies are in between.
pub trait Observer: Send {
    /// A script starts with this op.
    fn start(&mut self, _state: &TransformState<'_>, _entry: OpRef<'_>) {}

    /// An op of the script is about to be applied.
    fn enter(&mut self, _state: &TransformState<'_>, _op: OpRef<'_>) {}

    /// An op of the script was applied; `state` has the payload of its results.
    fn leave(&mut self, _state: &TransformState<'_>, _op: OpRef<'_>, _outcome: &TransformResult) {}

    /// A matcher, a named sequence, is about to be tried on an op of the payload.
    fn enter_matcher(&mut self, _state: &TransformState<'_>, _matcher: OpRef<'_>, _candidate: OpHandle) {}

    /// A matcher was tried.
    fn leave_matcher(&mut self, _state: &TransformState<'_>, _outcome: MatcherOutcome<'_>) {}

    /// The payload was modified. Erased ops can still be read.
    fn changed(&mut self, _state: &TransformState<'_>, _change: &PayloadChange) {}

    /// A value of the script must not be used any more, as the op that was entered last uses up its operand of this number.
    fn invalidated(&mut self, _state: &TransformState<'_>, _handle: ValueHandle, _operand: usize) {}

    /// The script ended.
    fn finish(&mut self, _state: &TransformState<'_>) {}
}

/// The observer of all scripts that run in a context.
#[derive(Default)]
struct CurrentObserver(Mutex<Option<Box<dyn Observer>>>);

terrace_ir::context_slot!(CurrentObserver);

impl CurrentObserver {
    fn set(&self, observer: Option<Box<dyn Observer>>) -> Option<Box<dyn Observer>> {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), observer)
    }
}

/// Registers an observer of the scripts that run in a context from now on; returns the previous one.
pub fn set_observer(cx: &Context, observer: Option<Box<dyn Observer>>) -> Option<Box<dyn Observer>> {
    cx.slot::<CurrentObserver>().set(observer)
}

/// Returns whether an observer watches the scripts of a context.
#[must_use]
pub fn is_observed(cx: &Context) -> bool {
    cx.slot::<CurrentObserver>().0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

impl TransformState<'_> {
    /// Notifies the observer, if there is one.
    pub(crate) fn observe(&mut self, tell: impl FnOnce(&mut dyn Observer, &Self)) {
        if let Some(mut observer) = self.observer.take() {
            tell(&mut *observer, self);
            self.observer = Some(observer);
        }
    }

    /// Returns whether an observer watches the script: then matchers are run where it is known that they fail.
    #[must_use]
    pub fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// Takes the observer of the context.
    pub(crate) fn take_observer(cx: &Context) -> Option<Box<dyn Observer>> {
        set_observer(cx, None)
    }

    /// Hands the observer back.
    pub(crate) fn return_observer(&mut self) {
        if let Some(mut observer) = self.observer.take() {
            observer.finish(self);
            set_observer(self.cx(), Some(observer));
        }
    }
}
