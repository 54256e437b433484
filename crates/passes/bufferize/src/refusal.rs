//! Errors of an analysis.

use terrace_ir::Diag;

/// Why a body was not analyzed.
#[derive(Debug)]
pub struct Refusal {
    /// The errors, chained.
    pub diag: Box<Diag>,
    /// Whether all operands were decided, and these are the errors of the ops: then they are complete.
    pub decided: bool,
}

impl From<Box<Diag>> for Refusal {
    fn from(diag: Box<Diag>) -> Self {
        Self { diag, decided: false }
    }
}

impl From<Refusal> for Box<Diag> {
    fn from(refusal: Refusal) -> Self {
        refusal.diag
    }
}

/// Errors as one, in order; none of none.
pub(crate) fn chain_errors(errors: Vec<Box<Diag>>) -> Option<Box<Diag>> {
    errors.into_iter().rev().reduce(|behind, error| error.followed_by(behind))
}
