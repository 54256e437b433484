//! Actions: units of work that traces show, such as the application of a pattern. Without an observer, the overhead is one
//! load per action.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

use crate::context::Context;
use crate::context_slot;

/// Observes the actions of a context, on any of its threads.
pub trait ActionObserver: Send + Sync {
    /// Whether an action is executed, asked once for each before it begins; one that is not is left out.
    fn allows(&self, _name: &'static str) -> bool {
        true
    }

    /// An action begins on this thread.
    fn begin(&self, name: &'static str, description: &str);

    /// The action that began last on this thread has ended.
    fn end(&self, name: &'static str);
}

#[derive(Default)]
struct Observed(OnceLock<Arc<dyn ActionObserver>>);

context_slot!(Observed);

impl Context {
    /// Observes the actions of this context from now on. A context has one observer: the first stays.
    pub fn observe_actions(&self, observer: Arc<dyn ActionObserver>) {
        if self.slot::<Observed>().0.set(observer).is_ok() {
            self.observes_actions.store(true, Ordering::Release);
        }
    }

    /// Returns the observer of actions, if there is one.
    #[inline]
    pub fn action_observer(&self) -> Option<&dyn ActionObserver> {
        if !self.observes_actions.load(Ordering::Acquire) {
            return None;
        }
        self.slot::<Observed>().0.get().map(|observer| &**observer)
    }

    /// Does some work, of which the observer is notified; `None` if the observer does not allow it.
    #[inline]
    pub fn execute_action<R>(
        &self,
        name: &'static str,
        description: impl FnOnce() -> String,
        work: impl FnOnce() -> R,
    ) -> Option<R> {
        let Some(observer) = self.action_observer() else { return Some(work()) };
        if !observer.allows(name) {
            return None;
        }
        observer.begin(name, &description());
        let result = work();
        observer.end(name);
        Some(result)
    }

    /// Does the work of a rewrite pattern, which is an action; a pattern that is not allowed does not match.
    #[inline]
    pub fn apply_pattern_action(&self, pattern: &str, work: impl FnOnce() -> Option<()>) -> Option<()> {
        self.execute_action("apply-pattern", || format!("`apply-pattern` pattern: {pattern}"), work)?
    }
}
