//! Diagnostics.

use serde_json::{Value as Json, json};
use terrace_ir::diag::Severity;

use super::view::View;

impl View<'_> {
    /// The diagnostics of the file.
    pub(crate) fn diagnostics(&self) -> Json {
        let problems = self.analysis.problems.iter().map(|problem| {
            let severity = match problem.severity {
                Some(Severity::Error) => 1,
                Some(Severity::Warning) => 2,
                Some(Severity::Remark) => 3,
                None => 4,
            };
            let place = |at: Option<usize>| at.map_or(problem.range.clone(), |at| at..at);
            let related: Vec<Json> = (problem.notes.iter())
                .map(|(at, note)| json!({"location": self.location(place(*at)), "message": note}))
                .collect();
            json!({
                "range": self.range(problem.range.clone()),
                "severity": severity,
                "source": "terrace",
                "message": problem.text(),
                "relatedInformation": related,
            })
        });
        problems.collect()
    }
}
