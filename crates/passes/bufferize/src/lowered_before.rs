//! Dialects whose ops are lowered before bufferization.

use terrace_ir::Diag;

/// The dialects, each with the flags of passes that lower it.
const DIALECTS: [(&str, &str); 2] = [
    ("tosa", "tosa-to-scf --tosa-to-linalg-pipeline --tosa-to-tensor --tosa-to-arith=include-apply-rescale"),
    ("shape", "convert-shape-constraints --convert-shape-to-std"),
];

fn reason(dialect: &str) -> String {
    format!("ops of {dialect} are lowered before tensors are bufferized")
}

/// Returns the passes that lower the op that an error is about, as flags without the first `--`; `None` if it is of no such
/// dialect.
pub(crate) fn of_error(error: &Diag) -> Option<&'static str> {
    let is_about = |dialect: &str| {
        let reason = reason(dialect);
        error.notes.iter().any(|(_, note)| note.starts_with(&reason))
    };
    DIALECTS.iter().find(|(dialect, _)| is_about(dialect)).map(|(_, passes)| *passes)
}

/// Returns why ops of this name are not bufferized, and the passes that lower them, as flags without the first `--`; `None`
/// if they are of no such dialect.
pub(crate) fn of_op(name: &str) -> Option<(String, &'static str)> {
    let is_of = |dialect: &str| name.strip_prefix(dialect).is_some_and(|rest| rest.starts_with('.'));
    DIALECTS.iter().find(|(dialect, _)| is_of(dialect)).map(|(dialect, passes)| (reason(dialect), *passes))
}
