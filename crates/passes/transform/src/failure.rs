//! The result of a transform op: success, a silenceable failure, or a definite one.

use terrace_ir::{Diag, Loc, OpRef};

/// Why a transform op did not succeed.
#[derive(Debug)]
pub enum TransformFailure {
    /// The payload is unmodified, or a precondition is not met: the caller decides whether this is an error.
    /// Holds the errors, which are not reported yet.
    Silenceable(Vec<Box<Diag>>),
    /// The script cannot go on; the error was reported.
    Definite,
}

/// The result of applying a transform op.
pub type TransformResult<T = ()> = Result<T, TransformFailure>;

impl TransformFailure {
    /// Returns a silenceable failure with one error.
    #[must_use]
    pub fn silenceable(error: Box<Diag>) -> Self {
        Self::Silenceable(vec![error])
    }

    /// Returns a silenceable failure with an error at an op of the script.
    #[must_use]
    pub fn at(op: OpRef<'_>, message: impl Into<String>) -> Self {
        Self::silenceable(Diag::error(op.loc(), message))
    }

    /// Returns the silenceable failure of an op of the script that could not be applied to an op of the payload.
    #[must_use]
    pub fn failed_to_apply(op: OpRef<'_>, target: Loc) -> Self {
        Self::silenceable(
            Diag::error(op.loc(), format!("{} failed to apply", op.name_text()))
                .note(target, "when applied to this op"),
        )
    }

    /// Adds a note to the last error of a silenceable failure.
    #[must_use]
    pub fn note(mut self, loc: Loc, message: impl Into<String>) -> Self {
        if let Self::Silenceable(errors) = &mut self
            && let Some(last) = errors.pop()
        {
            errors.push(last.note(loc, message));
        }
        self
    }

    /// Returns whether this may be suppressed.
    #[must_use]
    pub fn is_silenceable(&self) -> bool {
        matches!(self, Self::Silenceable(_))
    }

    /// Returns the messages of a silenceable failure, one below the other.
    #[must_use]
    pub fn message(&self) -> String {
        let Self::Silenceable(errors) = self else { return String::new() };
        errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("\n")
    }
}
