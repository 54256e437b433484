//! Comments `// expected-error`: what they expect is no error, and what does not come is one.

use terrace_diag::verify::Level;
use terrace_diag::{Diagnostic, FileLoader, Location, Severity, SourceMap, Verifier};
use terrace_ir::diag;

use crate::problem::Problem;
use crate::text::Text;

/// The expectations of a file.
pub(crate) struct Expectations {
    name: String,
    verifier: Verifier,
}

impl Expectations {
    /// The expectations in a text; `None` if there are none.
    pub(crate) fn of(name: &str, text: &Text, sources: &SourceMap) -> Option<Self> {
        let has_any = text.text.contains("expected-");
        has_any.then(|| Self {
            name: name.to_owned(),
            verifier: Verifier::new(Level::All, sources, FileLoader::from_disk, &mut Vec::new()),
        })
    }

    /// Whether a diagnostic is expected; its notes may be, too.
    pub(crate) fn meets(&mut self, sources: &SourceMap, problem: &Problem, text: &Text) -> bool {
        let place = |at: usize| Location::file(self.name.as_str(), text.line_of(at) as u32 + 1, 1);
        let severity = match problem.severity {
            Some(diag::Severity::Error) => Severity::Error,
            Some(diag::Severity::Warning) => Severity::Warning,
            Some(diag::Severity::Remark) | None => Severity::Remark,
        };
        let mut diagnostic = Diagnostic::new(severity, place(problem.range.start), problem.message.as_str());
        for (at, note) in &problem.notes {
            let at = at.unwrap_or(problem.range.start);
            diagnostic.push_note(place(at), note.as_str());
        }
        self.verifier.meets(sources, &diagnostic)
    }

    /// The expectations that are not met. Passes of a `RUN:` line may report what reading does not.
    pub(crate) fn unmet(&self, text: &Text, only_reads: bool) -> impl Iterator<Item = Problem> {
        self.verifier.unmet(&self.name).into_iter().map(move |(at, message)| {
            let range = at..at + text.text[at..].lines().next().map_or(0, |line| line.trim_end().len());
            let (severity, end) = match only_reads {
                true => (Some(diag::Severity::Error), ""),
                false => (None, " by reading the file; a pass of the RUN line may produce it"),
            };
            let message = format!("{message}{end}");
            Problem { severity, range, message, notes: Vec::new(), help: Vec::new() }
        })
    }
}
