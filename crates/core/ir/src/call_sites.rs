//! Locations of inlined ops.
//!
//! The location of an inlined op is its old one, called at the location of the call. As an attribute, that is
//! a stack of call sites, and one such stack for each op of a chain of calls takes time and memory quadratic
//! in its length. So an inlining records its two locations only, and the stack is materialized on demand.

use std::sync::RwLock;

use rustc_hash::FxHashMap;
use terrace_support::interner::Interner;

use crate::attrs::{Attr, LocData};
use crate::context::Context;
use crate::context_slot;
use crate::loc::Loc;

/// A location called at another; neither is a source position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct CalledAt {
    callee: Loc,
    caller: Loc,
}

/// The locations that inlining made.
#[derive(Default)]
struct CallSites {
    noted: Interner<CalledAt>,
    /// The attributes of those requested so far.
    attrs: RwLock<FxHashMap<u32, Attr>>,
}

context_slot!(CallSites);

impl Context {
    /// Notes that `callee` was called at `caller`.
    pub(crate) fn note_call_site(&self, callee: Loc, caller: Loc) -> Loc {
        Loc::call_site(self.slot::<CallSites>().noted.intern(CalledAt { callee, caller }))
    }

    /// The attribute of a noted location.
    pub(crate) fn call_site_attr(&self, id: u32) -> Attr {
        self.slot::<CallSites>().attr(self, id)
    }
}

impl CallSites {
    fn attr(&self, cx: &Context, id: u32) -> Attr {
        if let Ok(known) = self.attrs.read()
            && let Some(&attr) = known.get(&id)
        {
            return attr;
        }
        let attr = self.spell_out(cx, id);
        if let Ok(mut known) = self.attrs.write() {
            known.insert(id, attr);
        }
        attr
    }

    /// Materializes the stack of call sites of a recorded location.
    fn spell_out(&self, cx: &Context, id: u32) -> Attr {
        let mut parts: Vec<Attr> = Vec::new();
        let mut pending = vec![Loc::call_site(id)];
        while let Some(loc) = pending.pop() {
            match loc.as_call_site() {
                Some(id) => {
                    let &CalledAt { callee, caller } = self.noted.get(id);
                    pending.extend([caller, callee]);
                }
                None => parts.push(loc.as_attr(cx).unwrap_or(Attr::UNKNOWN_LOC)),
            }
        }
        let outermost = parts.pop().unwrap_or(Attr::UNKNOWN_LOC);
        let mut callees: Vec<Attr> = Vec::new();
        for mut part in parts {
            while let Some(&LocData::CallSite { callee, caller }) = part.as_loc(cx) {
                callees.push(callee);
                part = caller;
            }
            callees.push(part);
        }
        let stack = |caller, callee| cx.loc_attr(LocData::CallSite { callee, caller });
        callees.into_iter().rev().fold(outermost, stack)
    }
}
