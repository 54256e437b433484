//! Outcomes of two programs on one input, and their reasons.

use super::MARKER;

/// The output of a program.
pub(crate) struct Output {
    pub(crate) text: String,
    pub(crate) errors: String,
    /// The exit code; `None` where a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) late: bool,
}

impl Output {
    fn succeeds(&self) -> bool {
        self.code == Some(0)
    }

    pub(crate) fn is_crash(&self) -> bool {
        self.code.is_none_or(|code| code > 2) || self.errors.contains("panicked at")
    }

    /// The reason of the first error that satisfies a condition, or of the first line.
    fn reason(&self, takes: impl Fn(&str) -> bool) -> String {
        let lines: Vec<&str> = self.errors.lines().collect();
        let is_error = |line: &str| line.contains("error:") || line.contains("ommand line");
        let index = lines.iter().position(|line| is_error(line) && takes(line));
        let Some(index) = index.or_else(|| lines.iter().position(|line| is_error(line))) else {
            return lines.first().map_or_else(String::new, |line| generic(line));
        };
        let text = lines[index].split_once("error:").map_or(lines[index], |(_, text)| text).trim();
        if text.starts_with("operation being parsed with an unregistered dialect") {
            // The line after it shows the op.
            let quoted = lines.get(index + 1).and_then(|line| line.split('"').nth(1));
            return format!("dialect {}", dialect_of(quoted.map_or("?", |name| name)));
        }
        let in_memory_space = || {
            // The error is at the type.
            let column = column_of(lines[index]).filter(|_| text.starts_with("unsupported memory space"))?;
            let (_, space) = lines.get(index + 1)?.get(column - 1..)?.split_once('#')?;
            Some(format!("dialect {}", dialect_of(space)))
        };
        wanted_dialect(text).or_else(in_memory_space).unwrap_or_else(|| generic(text))
    }
}

/// The outcome of a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Outcome {
    Same,
    BothRefuse,
    /// mlir-opt does not know a pass, or refuses what is taken here.
    OnlyHere,
    OnlyThere,
    Differs,
    Crash,
    Hang,
}

/// The outcome of a chunk, what it is sorted by, and the line that the chunk begins at.
pub(super) struct Verdict {
    pub(super) outcome: Outcome,
    pub(super) reason: String,
    pub(super) line: usize,
}

/// A text with numbers left out, so that equal reasons are equal texts.
pub(crate) fn generic(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().take(120) {
        match c {
            '0'..='9' if out.ends_with('N') => {}
            '0'..='9' => out.push('N'),
            _ => out.push(c),
        }
    }
    out
}

fn dialect_of(name: &str) -> &str {
    name.split_once('.').map_or(name, |(dialect, _)| dialect)
}

/// `dialect NAME` of an error that a dialect that is not registered causes.
fn wanted_dialect(text: &str) -> Option<String> {
    let of = |before: &str, after: &str| {
        let (_, rest) = text.split_once(before)?;
        let (name, _) = rest.split_once(after)?;
        Some(format!("dialect {}", dialect_of(name.trim_start_matches(['!', '#']))))
    };
    let unregistered = || text.contains("unregistered dialect");
    of("Dialect `", "' not found")
        .or_else(|| of("#\"", "\"").filter(|_| unregistered()))
        .or_else(|| of("!\"", "\"").filter(|_| unregistered()))
}

/// The outcome of a file as a whole.
pub(super) fn judge(ours: &Output, theirs: &Output) -> Verdict {
    let verdict = |outcome, reason| Verdict { outcome, reason, line: 1 };
    if ours.late {
        let outcome = if theirs.late { Outcome::BothRefuse } else { Outcome::Hang };
        return verdict(outcome, "too slow".to_owned());
    }
    if ours.is_crash() {
        return verdict(Outcome::Crash, ours.reason(|_| true));
    }
    match (ours.succeeds(), theirs.succeeds()) {
        (true, true) if ours.text == theirs.text => verdict(Outcome::Same, String::new()),
        (true, true) => verdict(Outcome::Differs, first_difference(&ours.text, &theirs.text)),
        (false, false) => verdict(Outcome::BothRefuse, theirs.reason(|_| true)),
        (true, false) => verdict(Outcome::OnlyHere, theirs.reason(|_| true)),
        (false, true) => verdict(Outcome::OnlyThere, ours.reason(|_| true)),
    }
}

/// The outcomes of the chunks that begin at `lines`; `None` if the outputs do not have one part for each.
pub(super) fn judge_chunks(ours: &Output, theirs: &Output, lines: &[usize]) -> Option<Vec<Verdict>> {
    if ours.late || ours.is_crash() || theirs.late || theirs.is_crash() {
        return None;
    }
    let (our_parts, their_parts) = (parts(&ours.text), parts(&theirs.text));
    if our_parts.len() != lines.len() || their_parts.len() != lines.len() {
        return None;
    }
    let mut verdicts = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let end = lines.get(index + 1).copied();
        let is_here =
            |error: &str| line_of(error).is_some_and(|at| at >= *line && end.is_none_or(|end| at < end));
        let (our, their) = (our_parts[index].trim_end(), their_parts[index].trim_end());
        let (outcome, reason) = match (our.is_empty(), their.is_empty()) {
            (false, false) if our == their => (Outcome::Same, String::new()),
            (false, false) => (Outcome::Differs, first_difference(our, their)),
            (true, true) => (Outcome::BothRefuse, theirs.reason(is_here)),
            (false, true) => (Outcome::OnlyHere, theirs.reason(is_here)),
            (true, false) => (Outcome::OnlyThere, ours.reason(is_here)),
        };
        verdicts.push(Verdict { outcome, reason, line: *line });
    }
    Some(verdicts)
}

/// The parts of an output between markers.
pub(crate) fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.lines() {
        if line == MARKER {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    parts
}

/// The line that an error is at.
fn line_of(error: &str) -> Option<usize> {
    let (place, _) = error.split_once(": error:")?;
    let (place, _) = place.rsplit_once(':')?;
    place.rsplit_once(':')?.1.parse().ok()
}

/// The column that an error is at.
fn column_of(error: &str) -> Option<usize> {
    let (place, _) = error.split_once(": error:")?;
    place.rsplit_once(':')?.1.parse().ok()
}

/// The ops of the first lines that differ.
pub(crate) fn first_difference(ours: &str, theirs: &str) -> String {
    let differing = ours.lines().zip(theirs.lines()).find(|(a, b)| a != b);
    let Some((a, b)) = differing else { return "one is longer".to_owned() };
    let op = |line: &str| {
        let words = line.split_whitespace();
        let named = words.into_iter().find(|word| word.contains('.') && !word.starts_with(['%', '#', '!']));
        named.map_or_else(|| line.trim().chars().take(30).collect(), str::to_owned)
    };
    format!("{} here, {} there", op(a), op(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: &str, errors: &str) -> Output {
        Output {
            text: text.to_owned(),
            errors: errors.to_owned(),
            code: Some(i32::from(!errors.is_empty())),
            late: false,
        }
    }

    #[test]
    fn a_refused_chunk_does_not_hide_the_others() {
        let text = "module {\n}\n\n// -----\n// -----\nmodule {\n}\n\n";
        let ours = output(text, "a.mlir:3:1: error: Dialect `x' not found for custom op 'x.y'");
        let theirs = output(text, "a.mlir:3:1: error: Dialect `x' not found for custom op 'x.y'");
        let verdicts = judge_chunks(&ours, &theirs, &[1, 3, 5]).unwrap();
        let outcomes: Vec<_> =
            verdicts.iter().map(|verdict| (verdict.outcome, verdict.reason.as_str())).collect();
        assert_eq!(outcomes, [(Outcome::Same, ""), (Outcome::BothRefuse, "dialect x"), (Outcome::Same, "")]);
        assert!(judge_chunks(&ours, &theirs, &[1, 3]).is_none());
    }

    #[test]
    fn memory_spaces_of_absent_dialects_name_the_dialect() {
        let errors = "a.mlir:1:7: error: unsupported memory space Attribute\n\"a\"(, memref<4xi8, #x.y<z>>)";
        assert_eq!(output("", errors).reason(|_| true), "dialect x");
    }

    #[test]
    fn errors_of_absent_dialects_name_the_dialect() {
        for text in [
            "Dialect `x' not found for custom op 'x.y'",
            "#\"x\"<\"a\"> : 'none' attribute created with unregistered dialect. If this is intended",
            "`!\"x\"<\"a\">` type created with unregistered dialect. If this is intended",
        ] {
            assert_eq!(wanted_dialect(text).as_deref(), Some("dialect x"), "{text}");
        }
    }
}
