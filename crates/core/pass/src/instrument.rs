//! Watches a pipeline run.

use terrace_ir::{Diag, Ir, OpHandle};

use crate::pipeline::PassNode;

/// Observes each pass before and after it runs on an op, and its diagnostics.
pub trait Instrument {
    /// A diagnostic, when the IR can be read.
    fn diag(&mut self, ir: &Ir, diag: &Diag);

    /// Text of a pass for the error stream; often empty.
    fn say(&mut self, _text: &str) {}

    /// Text of a pass for the output; often empty.
    fn print(&mut self, _text: &str) {}

    /// A piece of work with a name begins: a nested pipeline, or a pass on some ops. `place` is its place among the steps
    /// of the work around it.
    fn enter(&mut self, _name: &str, _place: usize) {}

    /// The piece of work that began last ends; with its time over all threads.
    fn leave(&mut self, _user: Option<std::time::Duration>) {}

    /// Whether times are measured, those of analyses as well.
    fn is_timed(&self) -> bool {
        false
    }

    /// An analysis took this long in the piece of work that began last.
    fn analysis(&mut self, _name: &str, _time: std::time::Duration) {}

    /// Called with the counts of a pass, by the index of the statistic.
    fn counts(&mut self, _pass: &PassNode, _counts: &[u64]) {}

    /// Whether a pass runs on an op, or with `None` the nested pipelines on the ops in it: asked once for each, before
    /// [`Self::before`]. What does not run has succeeded.
    fn allows(&mut self, _ir: &Ir, _pass: Option<&PassNode>, _op: OpHandle) -> bool {
        true
    }

    /// A pass is about to run on an op.
    fn before(&mut self, _ir: &Ir, _pass: &PassNode, _op: OpHandle) {}

    /// A pass has run on an op; `changed` where it may have changed something.
    fn after(&mut self, _ir: &Ir, _pass: &PassNode, _op: OpHandle, _failed: bool, _changed: bool) {}

    /// Whether `before` and `after` are wanted: if so, ops are worked on one after the other, each through its
    /// whole pipeline.
    fn in_sequence(&self) -> bool {
        false
    }
}

/// Collects the diagnostics of passes that a pass runs.
pub struct Collect<'a>(pub &'a mut Vec<Box<Diag>>);

impl Instrument for Collect<'_> {
    fn diag(&mut self, _ir: &Ir, diag: &Diag) {
        self.0.push(Box::new(diag.clone()));
    }
}

/// Watches nothing and drops all diagnostics.
pub struct Silent;

impl Instrument for Silent {
    fn diag(&mut self, _ir: &Ir, _diag: &Diag) {}
}
