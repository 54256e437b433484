//! Actions: units of work that traces show, such as the application of a pattern. Without an observer, the overhead is one
//! load per action.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

use crate::context::Context;
use crate::context_slot;

/// Observes the actions of a context, on any of its threads.
pub trait ActionObserver: Send + Sync {
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

    /// Does some work, of which the observer is notified.
    #[inline]
    pub fn execute_action<R>(
        &self,
        name: &'static str,
        description: impl FnOnce() -> String,
        work: impl FnOnce() -> R,
    ) -> R {
        if !self.observes_actions.load(Ordering::Acquire) {
            return work();
        }
        let observer = self.slot::<Observed>().0.get();
        if let Some(observer) = observer {
            observer.begin(name, &description());
        }
        let result = work();
        if let Some(observer) = observer {
            observer.end(name);
        }
        result
    }

    /// Does the work of a rewrite pattern, which is an action.
    #[inline]
    pub fn apply_pattern_action<R>(&self, pattern: &str, work: impl FnOnce() -> R) -> R {
        self.execute_action("apply-pattern", || format!("`apply-pattern` pattern: {pattern}"), work)
    }
}
