//! Diagnostics of code that sees the IR alone, such as patterns: reported when the pass is done.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use crate::context::Context;
use crate::context_slot;
use crate::diag::Diag;
use crate::loc::Loc;

/// Diagnostics that wait for the end of a pass, and which of them were there before.
#[derive(Debug, Default)]
struct Deferred {
    any: AtomicBool,
    list: Mutex<(Vec<Box<Diag>>, FxHashSet<(Loc, String)>)>,
}

context_slot!(Deferred);

impl Context {
    /// Keeps a diagnostic until the end of the pass; one with the same location and message as an earlier one is dropped.
    pub fn defer(&self, diag: Box<Diag>) {
        let deferred = self.slot::<Deferred>();
        let mut list = deferred.list.lock().unwrap_or_else(|e| e.into_inner());
        let loc = diag.loc.as_attr(self).map_or(diag.loc, Loc::from_attr);
        if list.1.insert((loc, diag.message.clone())) {
            list.0.push(diag);
            deferred.any.store(true, Ordering::Release);
        }
    }

    /// Takes the deferred diagnostics, in source order, independent of the scheduling of threads.
    pub fn take_deferred(&self) -> Vec<Box<Diag>> {
        let deferred = self.slot::<Deferred>();
        if !deferred.any.swap(false, Ordering::AcqRel) {
            return Vec::new();
        }
        let list = std::mem::take(&mut deferred.list.lock().unwrap_or_else(|e| e.into_inner()).0);
        let place = |loc: Loc| (loc.as_source(), loc.as_attr(self).map(|attr| self.attr_text(attr)));
        let mut list: Vec<_> = list.into_iter().map(|diag| (place(diag.loc), diag)).collect();
        list.sort_by(|(a, first), (b, second)| a.cmp(b).then_with(|| first.message.cmp(&second.message)));
        list.into_iter().map(|(_, diag)| diag).collect()
    }
}
