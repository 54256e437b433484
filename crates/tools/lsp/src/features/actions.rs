//! Code actions and lenses: edits that diagnostics offer, and commands.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::{Value as Json, json};
use terrace_ir::diag::Severity;
use terrace_opt::Setup;

use super::view::View;
use crate::chunk::{FUNCTION, Language, symbol_kind};
use crate::fixes::{self, Fix};
use crate::problem::Problem;
use crate::run_lines::run_lines;

impl View<'_> {
    /// Whether a diagnostic is an error.
    pub(super) fn has_errors(&self) -> bool {
        self.analysis.problems.iter().any(|problem| problem.severity == Some(Severity::Error))
    }

    /// The edits and commands for a range.
    pub(crate) fn code_actions(&self, range: Range<usize>, setup: &Setup) -> Json {
        let mut actions = Vec::new();
        let (first, last) = (self.text.line_of(range.start), self.text.line_of(range.end));
        let in_range = |at: usize| (first..=last).contains(&self.text.line_of(at));
        // Several diagnostics may have the same edit.
        let mut offered = BTreeSet::new();
        for problem in self.analysis.problems.iter().filter(|problem| in_range(problem.range.start)) {
            let fixes = fixes::of(&self.analysis.cx, problem, &self.text.text);
            let is_only_one = fixes.len() == 1;
            let new = fixes.into_iter().filter(|fix| offered.insert((fix.range.start, fix.text.clone())));
            actions.extend(new.map(|fix| self.fix(&fix, is_only_one)));
            actions.extend(self.expectation(problem).map(|fix| self.fix(&fix, false)));
        }
        let commands = self.commands(setup);
        let here = commands.iter().filter(|(at, _)| at.is_none_or(in_range));
        actions.extend(
            here.map(|(_, command)| json!({"title": command["title"], "kind": "source", "command": command})),
        );
        actions.into()
    }

    /// The comment that expects a diagnostic, in a file that verifies diagnostics.
    fn expectation(&self, problem: &Problem) -> Option<Fix> {
        let mut runs = run_lines(&self.text.text).into_iter();
        let severity = problem.severity.filter(|_| runs.any(|run| run.has_flag("verify-diagnostics")))?;
        let severity = match severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        };
        let start = self.text.line_start(problem.range.start);
        let line = self.text.text[start..].lines().next().unwrap_or("");
        let indent = &line[..line.len() - line.trim_start().len()];
        let message = problem.message.lines().next().unwrap_or("");
        let text = format!("{indent}// expected-{severity} @below {{{{{message}}}}}\n");
        // What is not produced cannot be expected once more.
        let is_own = message.ends_with("was not produced");
        (!is_own).then(|| Fix { title: format!("Expect this {severity}"), range: start..start, text })
    }

    fn fix(&self, fix: &Fix, is_only_one: bool) -> Json {
        let edit = json!({"range": self.range(fix.range.clone()), "newText": fix.text});
        json!({
            "title": fix.title,
            "kind": "quickfix",
            "isPreferred": is_only_one,
            "edit": {"changes": {self.uri: [edit]}},
        })
    }

    /// The commands that are shown above lines.
    pub(crate) fn lenses(&self, setup: &Setup) -> Json {
        let commands = self.commands(setup).into_iter();
        let lenses = commands.filter_map(|(at, command)| {
            let at = self.text.line_start(at?);
            Some(json!({"range": self.range(at..at), "command": command}))
        });
        lenses.collect()
    }

    /// The commands for this file, each with the place that it is about.
    fn commands(&self, setup: &Setup) -> Vec<(Option<usize>, Json)> {
        let uri = self.uri;
        let mut commands = Vec::new();
        let mut add = |at: Option<usize>, title: &str, name: &str, more: Json| {
            let mut argument = json!({"uri": uri});
            if let (Some(all), Some(more)) = (argument.as_object_mut(), more.as_object()) {
                all.extend(more.clone());
            }
            commands.push((at, json!({"title": title, "command": name, "arguments": [argument]})));
        };
        for (number, run) in run_lines(&self.text.text).iter().enumerate() {
            let Ok(stages) = run.stages(setup, "") else { continue };
            add(Some(run.range.start), "Run", "terrace.run", json!({"run": number}));
            if stages.first().and_then(|stage| stage.first()).is_some_and(|command| command == "opt") {
                add(Some(run.range.start), "Reduce", "terrace.reduce", json!({"run": number}));
            }
        }
        if self.has_errors() || self.analysis.language == Language::LlvmIr {
            return commands;
        }
        for chunk in &self.analysis.chunks {
            for word in chunk.symbols.iter().filter(|word| word.defines) {
                let Some(op) = word.op.and_then(|op| chunk.notes.ops.get(op as usize)) else { continue };
                let name = self.full_name(op);
                if symbol_kind(&name) != FUNCTION {
                    continue;
                }
                let at = op.start as usize;
                let text = &self.text.text[at..op.end as usize];
                let symbol = self.word(word);
                if symbol == "@__transform_main" {
                    add(Some(at), "Trace the script", "terrace.trace", json!({}));
                    continue;
                }
                let has_body = text.trim_end().ends_with('}');
                if has_body && self.text.text[word.range.end..].starts_with("()") {
                    let function = symbol.trim_start_matches('@');
                    add(Some(at), "Run the function", "terrace.call", json!({"function": function}));
                }
                // Only what has tensors is bufferized.
                if text.contains("tensor<") {
                    let line = self.text.line_of(at);
                    add(Some(at), "Explain bufferization", "terrace.explain", json!({"line": line}));
                }
            }
        }
        commands
    }
}
