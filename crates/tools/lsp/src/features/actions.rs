//! Code actions and lenses: edits that diagnostics offer, and commands.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::{Value as Json, json};
use terrace_asm::lexer::{Lexer, TokenKind};
use terrace_ir::Trait;
use terrace_ir::def::Arity;
use terrace_ir::diag::Severity;
use terrace_opt::Setup;

use super::view::{View, op_named};
use crate::chunk::{Chunk, FUNCTION, Language, symbol_kind};
use crate::fixes::{self, Fix};
use crate::problem::Problem;
use crate::run_lines::run_lines;

/// The most diagnostics that one request is answered for.
const MOST: usize = 100;

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
        let verifies = run_lines(&self.text.text).iter().any(|run| run.has_flag("verify-diagnostics"));
        let problems = self.analysis.problems.iter().filter(|problem| in_range(problem.range.start));
        for problem in problems.take(MOST) {
            let mut fixes = fixes::of(&self.analysis.cx, problem, &self.text.text);
            fixes.extend(self.missing_types(problem, setup));
            let is_only_one = fixes.len() == 1;
            let new = fixes.into_iter().filter(|fix| offered.insert((fix.range.start, fix.text.clone())));
            actions.extend(new.map(|fix| self.fix(&fix, is_only_one)));
            if problem.severity == Some(Severity::Error) && self.analysis.language == Language::Mlir {
                let argument = json!({"uri": self.uri, "message": problem.message});
                let title = "Reduce the file to this error";
                let command = json!({"title": title, "command": "terrace.reduce", "arguments": [argument]});
                actions.push(json!({"title": title, "kind": "source", "command": command}));
            }
            let expectation = self.expectation(problem).filter(|_| verifies);
            actions.extend(expectation.map(|fix| self.fix(&fix, false)));
        }
        let commands = self.commands(setup);
        let here = commands.iter().filter(|(at, _)| at.is_none_or(in_range));
        actions.extend(
            here.map(|(_, command)| json!({"title": command["title"], "kind": "source", "command": command})),
        );
        actions.into()
    }

    /// The types that an op lacks whose syntax ends with those of an operand: they are those of the values.
    fn missing_types(&self, problem: &Problem, setup: &Setup) -> Option<Fix> {
        let is_colon = problem.message == "expected ':'";
        let chunk = self.analysis.chunk_at(problem.range.start).filter(|_| is_colon)?;
        let op = &chunk.notes.ops[self.op_at(chunk, problem.range.start)? as usize];
        let name = self.full_name(op);
        let def = op_named(setup, &name)?;
        let mut types = def.format?.split("type($").skip(1);
        let (operand, rest) = types.next()?.split_once(')')?;
        let slot = def.operands.iter().position(|slot| slot.name == operand);
        // The type of a result is that of all operands.
        let are_same = def.traits.iter().any(|known| matches!(known, Trait::SameOperandsAndResultType));
        let slot = slot.or(are_same.then_some(0))?;
        // Only what comes last is missing, and slots before it have one value each.
        let is_last = rest.trim().trim_matches([')', '?', ' ']).is_empty() && types.next().is_none();
        let are_single = def.operands[..slot].iter().all(|slot| slot.arity == Arity::One);
        if !is_last || !are_single {
            return None;
        }
        let line_end =
            op.name_end as usize + self.text.text[op.name_end as usize..].lines().next()?.trim_end().len();
        let mut values = self.values_between(chunk, op.name_end as usize..line_end).skip(slot);
        let types: Option<Vec<String>> = match def.operands.get(slot)?.arity {
            Arity::One => Some(vec![values.next()??]),
            _ => values.collect(),
        };
        let text = format!(" : {}", types.filter(|types| !types.is_empty())?.join(", "));
        Some(Fix { title: format!("Add '{}'", text.trim_start()), range: line_end..line_end, text })
    }

    /// The types of the values that are written in a range, by the last definition of each name before it.
    fn values_between<'c>(
        &'c self,
        chunk: &'c Chunk,
        range: Range<usize>,
    ) -> impl Iterator<Item = Option<String>> + 'c {
        let mut lexer = Lexer::new(&self.text.text.as_bytes()[..range.end], range.start);
        let tokens = std::iter::from_fn(move || Some(lexer.next_token()));
        let tokens = tokens.take_while(|token| !matches!(token.kind, TokenKind::Eof | TokenKind::Error));
        let names = tokens.filter(|token| token.kind == TokenKind::Percent);
        names.map(move |token| {
            let written = &self.text.text[token.start as usize..token.end as usize];
            let before = chunk.notes.occurrences.partition_point(|name| (name.start as usize) < range.start);
            let mut definitions = chunk.notes.occurrences[..before].iter().rev().filter(|name| name.defines);
            let definition = definitions
                .find(|name| &self.text.text[name.start as usize..name.end as usize] == written)?;
            let entity = &chunk.notes.entities[definition.entity as usize];
            let ty = entity.types.first().filter(|_| entity.types.len() == 1)?;
            Some(self.analysis.cx.type_text(*ty).to_string())
        })
    }

    /// The comment that expects a diagnostic.
    fn expectation(&self, problem: &Problem) -> Option<Fix> {
        let severity = match problem.severity? {
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
