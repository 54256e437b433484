//! `--print-match-failures`: why patterns did not match.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashSet;
use terrace_ir::rewriter::{BodyListener, Edit, IrListener, Listener};
use terrace_ir::{Body, BodyId, Context, Diag, Loc, Op, OpName};

/// A pattern that did not match.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Failure {
    loc: Loc,
    op: OpName,
    pattern: &'static str,
}

/// The failures in one body: each once, in the order in which they come.
#[derive(Default)]
struct BodyFailures {
    seen: FxHashSet<(Failure, String)>,
    all: Vec<(Failure, String)>,
}

/// Collects the match-failure reasons of patterns.
#[derive(Default)]
pub(crate) struct MatchFailures {
    bodies: Mutex<BTreeMap<u32, Arc<Mutex<BodyFailures>>>>,
}

struct Collector(Arc<Mutex<BodyFailures>>);

impl Listener for Collector {
    fn edit(&mut self, _id: BodyId, _body: &Body, _edit: Edit) {}

    fn no_match(&mut self, _id: BodyId, body: &Body, op: Op, pattern: Option<&'static str>, reason: &str) {
        let failure =
            Failure { loc: body.loc(op), op: body.name(op), pattern: pattern.unwrap_or("a pattern") };
        let mut failures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if failures.seen.insert((failure, reason.to_owned())) {
            failures.all.push((failure, reason.to_owned()));
        }
    }
}

impl IrListener for MatchFailures {
    fn listen(&self, id: BodyId, _body: &Body) -> BodyListener {
        let mut bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        Box::new(Collector(bodies.entry(id.as_u32()).or_default().clone()))
    }
}

impl MatchFailures {
    /// Returns a remark for each failure, body by body.
    pub(crate) fn remarks(&self, cx: &Context) -> Vec<Box<Diag>> {
        let bodies = self.bodies.lock().unwrap_or_else(PoisonError::into_inner);
        let mut remarks = Vec::new();
        for failures in bodies.values() {
            let failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
            remarks.extend(failures.all.iter().map(|(failure, reason)| {
                let pattern = failure.pattern;
                let why = match &**reason {
                    "" => format!(" '{}'", cx.op_info(failure.op).name.text(cx)),
                    reason => format!(": {reason}"),
                };
                Diag::remark(failure.loc, format!("pattern '{pattern}' does not match{why}"))
            }));
        }
        remarks
    }
}
