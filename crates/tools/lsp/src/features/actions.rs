//! Code actions and lenses: edits that diagnostics offer, and commands.

use std::ops::Range;

use serde_json::{Value as Json, json};
use terrace_ir::diag::Severity;

use super::View;
use crate::analysis::{Fix, Language};
use crate::run_lines::run_lines;

impl View<'_> {
    /// Whether a diagnostic is an error.
    pub(super) fn has_errors(&self) -> bool {
        self.analysis.problems.iter().any(|problem| problem.severity == Some(Severity::Error))
    }

    /// The edits and commands for a range.
    pub(crate) fn code_actions(&self, range: Range<usize>) -> Json {
        let mut actions = Vec::new();
        let (first, last) = (self.text.line_of(range.start), self.text.line_of(range.end));
        let in_range = |at: usize| (first..=last).contains(&self.text.line_of(at));
        for problem in self.analysis.problems.iter().filter(|problem| in_range(problem.range.start)) {
            actions.extend(problem.fixes.iter().map(|fix| self.fix(fix, problem.fixes.len() == 1)));
        }
        let commands = self.commands();
        let here = commands.iter().filter(|(at, _)| at.is_none_or(in_range));
        actions.extend(
            here.map(|(_, command)| json!({"title": command["title"], "kind": "source", "command": command})),
        );
        actions.into()
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
    pub(crate) fn lenses(&self) -> Json {
        let commands = self.commands().into_iter();
        let lenses = commands.filter_map(|(at, command)| {
            let at = self.text.line_start(at?);
            Some(json!({"range": self.range(at..at), "command": command}))
        });
        lenses.collect()
    }

    /// The commands for this file, each with the place that it is about.
    fn commands(&self) -> Vec<(Option<usize>, Json)> {
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
            add(Some(run.range.start), "Run", "terrace.run", json!({"run": number}));
            if self.analysis.language == Language::Mlir {
                add(Some(run.range.start), "Reduce", "terrace.reduce", json!({"run": number}));
            }
        }
        if self.has_errors() || self.analysis.language == Language::LlvmIr {
            return commands;
        }
        for chunk in &self.analysis.chunks {
            for word in chunk.symbols.iter().filter(|word| word.defines) {
                let Some(op) = word.op.and_then(|op| chunk.notes.ops.get(op as usize)) else { continue };
                let text = &self.text.text[op.start as usize..op.end as usize];
                // Only what has tensors is bufferized.
                if super::symbol_kind(&self.full_name(op)) == super::symbol_kind("func.func")
                    && text.contains("tensor<")
                {
                    let at = op.start as usize;
                    let line = self.text.line_of(at);
                    add(Some(at), "Explain bufferization", "terrace.explain", json!({"line": line}));
                }
            }
        }
        commands
    }
}
