//! Walks the input with the check strings.
//!
//! A first pass over each stretch finds the next `-LABEL`; then the strings up to it are matched within that region
//! only, and a failure skips to the next region. Every search is made on a slice that starts where the previous match
//! ended, hence `^` holds there too.

use super::directive::{Check, CheckString, DirectiveKind};
use super::options::CheckOptions;
use super::pattern::{Context, Match, NoMatch};
use super::source::{Failure, Source};

/// The state of one run.
pub(super) struct Checker<'a> {
    options: &'a CheckOptions,
    check: &'a Source,
    input: &'a Source,
    cx: Context<'a>,
    failures: Vec<Failure>,
}

/// A part of the input, as byte offsets.
#[derive(Clone, Copy)]
struct Region {
    start: usize,
    end: usize,
}

/// The check failed and the failure is recorded.
struct Failed;

impl<'a> Checker<'a> {
    pub(super) fn new(
        options: &'a CheckOptions,
        check: &'a Source,
        input: &'a Source,
        cx: Context<'a>,
    ) -> Self {
        Self { options, check, input, cx, failures: Vec::new() }
    }

    pub(super) fn run(mut self, strings: &[CheckString]) -> Vec<Failure> {
        let mut buffer = Region { start: 0, end: self.input.text.len() };
        let mut next = 0;
        while next < strings.len() {
            let label = (next..strings.len()).find(|&i| strings[i].check.kind == DirectiveKind::Label);
            let mut region = buffer;
            let upto = match label {
                None => strings.len(),
                Some(label) => {
                    let Ok(found) = self.find_counted(&strings[label].check, buffer) else {
                        return self.failures;
                    };
                    region.end = found.end;
                    buffer.start = found.end;
                    label + 1
                }
            };
            // The first region keeps definitions of the command line.
            if next != 0 && self.options.enable_var_scope {
                self.cx.vars.clear_locals();
            }
            for string in &strings[next..upto] {
                match self.check_string(string, region) {
                    Ok(found) => region.start = found.end,
                    Err(Failed) => break,
                }
            }
            next = upto;
        }
        self.failures
    }

    fn slice(&self, region: Region) -> &'a [u8] {
        &self.input.text[region.start..region.end]
    }

    /// Matches a pattern once; a failure is recorded.
    fn find(&mut self, check: &Check, region: Region, nth: u32) -> Result<Match, Failed> {
        let slice = self.slice(region);
        match check.pattern.find(slice, &mut self.cx) {
            Ok(found) => Ok(Match { start: region.start + found.start, end: region.start + found.end }),
            Err(reason) => {
                self.report_missing(check, region, nth, reason);
                Err(Failed)
            }
        }
    }

    /// Matches a pattern as often as its `-COUNT` requires: from the start of the first match to the end of the last.
    fn find_counted(&mut self, check: &Check, region: Region) -> Result<Match, Failed> {
        let mut whole = self.find(check, region, 1)?;
        for nth in 2..=check.count {
            whole.end = self.find(check, Region { start: whole.end, ..region }, nth)?.end;
        }
        Ok(whole)
    }

    fn check_string(&mut self, string: &CheckString, region: Region) -> Result<Match, Failed> {
        let mut nots = Vec::new();
        let start = self.check_dags(&string.before, region, &mut nots)?;
        let found = self.find_counted(&string.check, Region { start, ..region })?;
        let skipped = Region { start, end: found.start };
        self.check_lines(&string.check, skipped)?;
        self.check_nots(&nots, skipped)?;
        Ok(found)
    }

    /// Matches the `-DAG` groups of `before`, collects the `-NOT` patterns after the last group in `nots`, and returns
    /// the offset at which the positive check continues.
    fn check_dags<'c>(
        &mut self,
        before: &'c [Check],
        region: Region,
        nots: &mut Vec<&'c Check>,
    ) -> Result<usize, Failed> {
        let mut start = region.start;
        // The matches of the current group, disjoint and ascending.
        let mut taken: Vec<Match> = Vec::new();
        for (i, check) in before.iter().enumerate() {
            if check.kind == DirectiveKind::Not {
                nots.push(check);
                continue;
            }
            let mut from = start;
            loop {
                let found = self.find(check, Region { start: from, ..region }, 1)?;
                if self.options.allow_deprecated_dag_overlap {
                    match taken.first_mut() {
                        Some(all) => {
                            *all = Match { start: all.start.min(found.start), end: all.end.max(found.end) };
                        }
                        None => taken.push(found),
                    }
                    break;
                }
                let at = taken.partition_point(|other| other.end <= found.start);
                match taken.get(at) {
                    Some(other) if other.start < found.end => from = other.end,
                    _ => {
                        taken.insert(at, found);
                        break;
                    }
                }
            }
            let group_ends = before.get(i + 1).is_none_or(|next| next.kind == DirectiveKind::Not);
            if group_ends && let (Some(first), Some(last)) = (taken.first().copied(), taken.last().copied()) {
                let pending = std::mem::take(nots);
                self.check_nots(&pending, Region { start, end: first.start })?;
                start = last.end;
                taken.clear();
            }
        }
        Ok(start)
    }

    /// The rules of `-NEXT`, `-EMPTY` and `-SAME` on the lines between two matches.
    fn check_lines(&mut self, check: &Check, skipped: Region) -> Result<(), Failed> {
        let (count, first) = count_newlines(self.slice(skipped));
        let name = format!("{}{}", check.prefix, check.kind.suffix());
        let problem = match check.kind {
            DirectiveKind::Next | DirectiveKind::Empty if count == 0 => {
                "is on the same line as previous match"
            }
            DirectiveKind::Next | DirectiveKind::Empty if count > 1 => {
                "is not on the line after the previous match"
            }
            DirectiveKind::Same if count > 0 => "is not on the same line as the previous match",
            _ => return Ok(()),
        };
        let mut failure = self
            .error(check, format!("{name}: {problem}"))
            .note(self.input, skipped.end, "'next' match was here")
            .note(self.input, skipped.start, "previous match ended here");
        if count > 1 && check.kind != DirectiveKind::Same {
            let message = "non-matching line after previous match is here";
            failure = failure.note(self.input, skipped.start + first, message);
        }
        self.failures.push(failure);
        Err(Failed)
    }

    fn check_nots(&mut self, nots: &[&Check], region: Region) -> Result<(), Failed> {
        let mut result = Ok(());
        for check in nots {
            match check.pattern.find(self.slice(region), &mut self.cx) {
                Ok(found) => {
                    let message = format!("{}: excluded string found in input", check.describe());
                    let mut failure =
                        self.error(check, message).note(self.input, region.start + found.start, "found here");
                    for note in check.pattern.substitutions(&self.cx.vars) {
                        failure = failure.note(self.input, region.start + found.start, note);
                    }
                    self.failures.push(failure);
                    result = Err(Failed);
                }
                Err(NoMatch::NotFound) => {}
                Err(reason @ NoMatch::Invalid(_)) => {
                    self.report_missing(check, region, 1, reason);
                    result = Err(Failed);
                }
            }
        }
        result
    }

    fn error(&self, check: &Check, message: impl Into<String>) -> Failure {
        match check.offset {
            Some(offset) => Failure::at(self.check, offset, message),
            None => Failure::plain(format!("command line: error: {}", message.into())),
        }
    }

    fn report_missing(&mut self, check: &Check, region: Region, nth: u32, reason: NoMatch) {
        let failure = match reason {
            NoMatch::Invalid(messages) => {
                for (offset, message) in messages {
                    let failure = match offset.filter(|_| check.offset.is_some()) {
                        Some(offset) => Failure::at(self.check, offset, message),
                        None => self.error(check, message),
                    };
                    self.failures.push(failure);
                }
                return;
            }
            NoMatch::NotFound => {
                let mut message = format!("{}: expected string not found in input", check.describe());
                if check.count > 1 {
                    message += &format!(" ({nth} out of {})", check.count);
                }
                self.error(check, message).note(self.input, region.start, "scanning from here")
            }
        };
        let mut failure = failure;
        for note in check.pattern.substitutions(&self.cx.vars) {
            failure = failure.note(self.input, region.start, note);
        }
        if let Some(guess) = intended(&check.pattern.example(), self.slice(region)) {
            failure = failure.note(self.input, region.start + guess, "possible intended match here");
        }
        self.failures.push(failure);
    }
}

/// The number of line ends, with `\r\n` as one, and the offset after the first.
fn count_newlines(text: &[u8]) -> (usize, usize) {
    let mut count = 0;
    let mut first = 0;
    let mut pos = 0;
    while let Some(len) = memchr::memchr2(b'\n', b'\r', &text[pos..]) {
        pos += len;
        let pair = text.get(pos + 1).is_some_and(|&next| matches!(next, b'\n' | b'\r') && next != text[pos]);
        pos += 1 + usize::from(pair);
        count += 1;
        if count == 1 {
            first = pos;
        }
    }
    (count, first)
}

/// The start of the line within reach that looks most like the pattern.
fn intended(example: &[u8], region: &[u8]) -> Option<usize> {
    const REACH: usize = 4096;
    const LONGEST: usize = 200;
    let example = &example[..example.len().min(LONGEST)];
    let reach = &region[..region.len().min(REACH)];
    let mut best: Option<(usize, usize)> = None;
    let mut start = 0;
    for line in reach.split(|&b| b == b'\n') {
        let blanks = line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let text = &line[blanks..line.len().min(blanks + example.len())];
        if !text.is_empty() {
            let distance = edit_distance(text, example);
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, start + blanks));
            }
        }
        start += line.len() + 1;
    }
    best.filter(|&(distance, at)| at > 0 && distance < 50.min(example.len())).map(|(_, at)| at)
}

fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
