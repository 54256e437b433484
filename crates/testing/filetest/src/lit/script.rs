//! Reads the keyword lines of a test.

use super::condition;
use super::substitute::Substitutions;

/// A line of the script, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    Run { line: usize, command: String },
    Define { line: usize, name: String, value: String, new: bool },
}

/// The directives of a test file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Script {
    pub(crate) directives: Vec<Directive>,
    pub(crate) requires: Vec<String>,
    pub(crate) unsupported: Vec<String>,
    pub(crate) xfail: Vec<String>,
    pub(crate) retries: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Run,
    Xfail,
    Requires,
    Unsupported,
    Retries,
    End,
    Redefine,
    Define,
}

const KEYWORDS: [(&str, Keyword); 8] = [
    ("RUN:", Keyword::Run),
    ("XFAIL:", Keyword::Xfail),
    ("REQUIRES:", Keyword::Requires),
    ("UNSUPPORTED:", Keyword::Unsupported),
    ("ALLOW_RETRIES:", Keyword::Retries),
    ("END.", Keyword::End),
    ("REDEFINE:", Keyword::Redefine),
    ("DEFINE:", Keyword::Define),
];

/// The first keyword of a line with the text after it.
fn keyword(line: &str) -> Option<(Keyword, &str)> {
    // Every keyword ends in one of two marks, which most lines lack.
    if !line.contains(':') && !line.contains("END.") {
        return None;
    }
    let found = KEYWORDS.iter().filter_map(|&(word, kind)| line.find(word).map(|at| (at, word.len(), kind)));
    found.min_by_key(|&(at, ..)| at).map(|(at, len, kind)| (kind, &line[at + len..]))
}

/// A directive that may go on in the next line of the same keyword.
struct Pending {
    keyword: Keyword,
    line: usize,
    text: String,
}

impl Pending {
    fn goes_on(&self) -> bool {
        self.text.trim_end().ends_with('\\')
    }
}

impl Script {
    /// Whether the file has a command to run.
    pub(crate) fn has_run(text: &[u8]) -> bool {
        memchr::memmem::find(text, b"RUN:").is_some()
    }

    /// Parses a test file. An error describes why it cannot run.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, String> {
        let text = String::from_utf8_lossy(text);
        let mut script = Self::default();
        let mut pending: Vec<Pending> = Vec::new();
        let mut retries = Vec::new();
        for (index, line) in text.split('\n').enumerate() {
            let number = index + 1;
            let Some((keyword, rest)) = keyword(line) else { continue };
            let rest = rest.trim_end_matches('\r');
            match keyword {
                Keyword::Run | Keyword::Define | Keyword::Redefine => {
                    let rest = substitute_line_numbers(number, rest);
                    match pending.last_mut() {
                        Some(last) if last.keyword == keyword && last.goes_on() => {
                            let kept = last.text.trim_end();
                            last.text = if keyword == Keyword::Run {
                                format!("{}{}", &kept[..kept.len() - 1], rest.trim_end())
                            } else {
                                format!("{} {}", kept[..kept.len() - 1].trim_end(), rest.trim_start())
                            };
                        }
                        _ => pending.push(Pending { keyword, line: number, text: rest }),
                    }
                }
                Keyword::Requires => conditions(rest, &mut script.requires)?,
                Keyword::Unsupported => conditions(rest, &mut script.unsupported)?,
                Keyword::Xfail => conditions(rest, &mut script.xfail)?,
                Keyword::Retries => retries.push(rest.trim().parse().map_err(|_| {
                    format!("ALLOW_RETRIES: requires an integer (got {rest}) on test line {number}")
                })?),
                Keyword::End if rest.trim().is_empty() => break,
                Keyword::End => {}
            }
        }
        if retries.len() > 1 {
            return Err("Test has more than one ALLOW_RETRIES lines".to_owned());
        }
        script.retries = retries.first().copied().unwrap_or(0);
        for directive in pending {
            script.directives.push(finish(directive)?);
        }
        if !script.directives.iter().any(|directive| matches!(directive, Directive::Run { .. })) {
            return Err("Test has no 'RUN:' line".to_owned());
        }
        Ok(script)
    }

    /// The commands with all substitutions applied, and their source lines.
    pub(crate) fn expand(
        &self,
        substitutions: &mut Substitutions,
        features: &condition::Features,
    ) -> Result<Vec<(usize, String)>, String> {
        let mut commands = Vec::new();
        for directive in &self.directives {
            match directive {
                Directive::Run { line, command } => {
                    let expanded = substitutions.apply(command, features);
                    commands
                        .push((*line, expanded.map_err(|error| format!("RUN: at line {line}: {error}"))?));
                }
                Directive::Define { line, name, value, new } => {
                    let result = substitutions.define(name, value, *new);
                    result.map_err(|error| format!("at line {line}: {error}"))?;
                }
            }
        }
        Ok(commands)
    }
}

fn finish(directive: Pending) -> Result<Directive, String> {
    let Pending { keyword, line, ref text } = directive;
    if directive.goes_on() {
        return Err(format!("Test has unterminated directive (with '\\') at line {line}"));
    }
    if keyword == Keyword::Run {
        return Ok(Directive::Run { line, command: text.trim().to_owned() });
    }
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("Substitution's definition does not contain '=' at line {line}"));
    };
    let name = name.trim();
    let inner = name.strip_prefix("%{").and_then(|rest| rest.strip_suffix('}'));
    let good = inner.is_some_and(|inner| {
        inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && inner.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':'))
    });
    if !good {
        return Err(format!("Substitution name '{name}' is malformed at line {line}"));
    }
    let new = keyword == Keyword::Define;
    Ok(Directive::Define { line, name: name.to_owned(), value: value.trim().to_owned(), new })
}

/// Replaces `%(line)`, `%(line+1)` and `%(line-1)`.
fn substitute_line_numbers(number: usize, text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("%(line") {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let Some((inner, tail)) = after["%(line".len()..].split_once(')') else {
            out.push_str(after);
            return out;
        };
        let offset = inner.trim();
        let shifted = match offset.split_at_checked(1) {
            None => Some(number),
            Some(("+", by)) => by.trim().parse::<usize>().ok().and_then(|by| number.checked_add(by)),
            Some(("-", by)) => by.trim().parse::<usize>().ok().and_then(|by| number.checked_sub(by)),
            Some(_) => None,
        };
        match shifted {
            Some(line) => out.push_str(&line.to_string()),
            None => out.push_str(&after[..after.len() - tail.len()]),
        }
        rest = tail;
    }
    out.push_str(rest);
    out
}

fn conditions(text: &str, list: &mut Vec<String>) -> Result<(), String> {
    let mut parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    if let Some(last) = list.last_mut().filter(|last| last.ends_with('\\')) {
        last.pop();
        last.push_str(parts.next().unwrap_or_default());
    }
    list.extend(parts.map(str::to_owned));
    for condition in list.iter().filter(|condition| *condition != "*" && !condition.ends_with('\\')) {
        condition::evaluate(condition, &condition::Features::default())?;
    }
    Ok(())
}
