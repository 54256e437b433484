//! The `-verify-diagnostics` matcher: holds diagnostics against `expected-*` comments in the sources.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Severity};
use crate::loader::FileLoader;
use crate::location::Location;
use crate::posix;
use crate::source::{Buffer, SourceMap};
use crate::upstream::{UpstreamRenderer, print_message, print_unlocated};

mod designator;

use designator::{Designator, Line};

/// The diagnostics that [`Verifier`] requires to be expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Unmet expectations and unexpected diagnostics.
    #[default]
    All,
    /// Expectations that were not met.
    OnlyExpected,
}

/// Compares diagnostics with the expectations in the sources.
///
/// The protocol: scan the buffers with [`Verifier::new`], pass each diagnostic to [`Verifier::process`], then
/// call [`Verifier::finish`]. All reports are appended to `out`, in mlir-opt's wording.
///
/// mlir-opt scans and finishes even without its flag, so that leftovers are reported (though not counted as a failure);
/// with the flag it finishes twice, which repeats the leftovers at unknown locations.
#[derive(Debug)]
pub struct Verifier {
    level: Level,
    files: Vec<FileExpectations>,
    by_name: FxHashMap<String, usize>,
    unknown: Vec<Expectation>,
    failed: bool,
    loader: FileLoader,
    renderer: UpstreamRenderer,
}

#[derive(Debug)]
struct FileExpectations {
    name: String,
    list: Vec<Expectation>,
    // Indices into the list, in order, by the line the diagnostic must be on.
    by_line: FxHashMap<u32, Vec<u32>>,
}

#[derive(Debug)]
struct Expectation {
    severity: Severity,
    /// Offset of the designator in its buffer.
    offset: usize,
    text: Vec<u8>,
    regex: Option<posix::Matcher>,
    matched: bool,
}

impl Expectation {
    fn accepts(&self, message: &str) -> bool {
        match &self.regex {
            Some(regex) => regex.is_match(message.as_bytes()),
            None => memchr::memmem::find(message.as_bytes(), &self.text).is_some(),
        }
    }

    fn complain(&self, buffer: Option<&Buffer>, message: &[u8], out: &mut Vec<u8>) {
        match buffer {
            Some(buffer) => {
                let span = self.offset..self.offset + self.text.len();
                print_message(buffer, self.offset, Some(span), Severity::Error, message, out);
            }
            None => print_unlocated(Severity::Error, &String::from_utf8_lossy(message), out),
        }
    }
}

impl Verifier {
    /// Scans every buffer; malformed expectations are reported at once and make [`Verifier::finish`] fail.
    ///
    /// Files that a location refers to but that are not buffers are loaded with `loader` and scanned as well.
    pub fn new(level: Level, sources: &SourceMap, loader: fn() -> FileLoader, out: &mut Vec<u8>) -> Self {
        let mut verifier = Verifier {
            level,
            files: Vec::new(),
            by_name: FxHashMap::default(),
            unknown: Vec::new(),
            failed: false,
            loader: loader(),
            renderer: UpstreamRenderer::new(loader()),
        };
        for buffer in sources.buffers() {
            verifier.scan(buffer, out);
        }
        verifier
    }

    /// Matches a diagnostic and its notes, each for itself.
    pub fn process(&mut self, sources: &SourceMap, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
        for part in std::iter::once(diagnostic).chain(&diagnostic.notes) {
            self.process_one(sources, &part.location, part.severity, &part.message, out);
        }
    }

    /// Reports the expectations that were not met; true if all were and nothing unexpected came.
    ///
    /// Expectations in files are forgotten, those at unknown locations are not.
    pub fn finish(&mut self, sources: &SourceMap, out: &mut Vec<u8>) -> bool {
        self.by_name.clear();
        for file in std::mem::take(&mut self.files) {
            let buffer = self.loader.lookup(sources, &file.name);
            for expectation in file.list.iter().filter(|expectation| !expectation.matched) {
                expectation.complain(buffer, &not_produced(expectation), out);
                self.failed = true;
            }
        }
        for expectation in self.unknown.iter().filter(|expectation| !expectation.matched) {
            expectation.complain(None, &not_produced(expectation), out);
            self.failed = true;
        }
        !self.failed
    }

    fn process_one(
        &mut self,
        sources: &SourceMap,
        location: &Location,
        severity: Severity,
        message: &str,
        out: &mut Vec<u8>,
    ) {
        let file =
            location.find_file().map(|file| (self.file_index(sources, &file.file, out), file.start_line));
        let (found, near_miss) = self.meet(file, severity, message);
        if found || self.level == Level::OnlyExpected {
            return;
        }
        self.failed = true;
        match near_miss {
            Some((index, expected)) => {
                let text = format!("'{severity}' diagnostic emitted when expecting a '{expected}'");
                match file.and_then(|(file, _)| file) {
                    Some(file) => {
                        let file = &self.files[file];
                        if let Some(buffer) = self.loader.lookup(sources, &file.name) {
                            print_message(buffer, file.list[index].offset, None, Severity::Error, text, out);
                        }
                    }
                    None => print_unlocated(Severity::Error, &text, out),
                }
            }
            None => {
                let text = format!("unexpected {severity}: {message}");
                self.renderer.message(sources, location, Severity::Error, &text, true, out);
            }
        }
    }

    /// Marks the expectation that a message meets, if there is one; otherwise returns one of another severity.
    fn meet(
        &mut self,
        file: Option<(Option<usize>, u32)>,
        severity: Severity,
        message: &str,
    ) -> (bool, Option<(usize, Severity)>) {
        let mut near_miss = None;
        let mut consider = |index: usize, expectation: &mut Expectation| {
            if !expectation.accepts(message) {
                return false;
            }
            if expectation.severity == severity {
                expectation.matched = true;
                return true;
            }
            near_miss = Some((index, expectation.severity));
            false
        };
        let found = match file {
            Some((Some(file), line)) => {
                let FileExpectations { list, by_line, .. } = &mut self.files[file];
                let indices = by_line.get(&line).map_or(&[][..], Vec::as_slice);
                indices.iter().any(|&index| consider(index as usize, &mut list[index as usize]))
            }
            Some((None, _)) => false,
            None => {
                self.unknown.iter_mut().enumerate().any(|(index, expectation)| consider(index, expectation))
            }
        };
        (found, near_miss)
    }

    /// Marks the expectations that a diagnostic and its notes meet, without a report; returns whether the diagnostic meets one.
    pub fn meets(&mut self, sources: &SourceMap, diagnostic: &Diagnostic) -> bool {
        let mut met = Vec::new();
        for part in std::iter::once(diagnostic).chain(&diagnostic.notes) {
            let file = part.location.find_file();
            let file =
                file.map(|file| (self.file_index(sources, &file.file, &mut Vec::new()), file.start_line));
            met.push(self.meet(file, part.severity, &part.message).0);
        }
        met.first() == Some(&true)
    }

    /// Returns the expectations in a file that are not met yet, in order: the byte at which each begins, and what
    /// [`Verifier::finish`] would report.
    pub fn unmet(&self, name: &str) -> Vec<(usize, String)> {
        let file = self.by_name.get(name).and_then(|&file| self.files.get(file));
        let list = file.map_or(&[][..], |file| &file.list);
        let unmet = list.iter().filter(|expectation| !expectation.matched);
        let report = |it: &Expectation| String::from_utf8_lossy(&not_produced(it)).into_owned();
        unmet.map(|expectation| (expectation.offset, report(expectation))).collect()
    }

    /// The expectations of the file a location names, which may have to be loaded and scanned first.
    fn file_index(&mut self, sources: &SourceMap, name: &str, out: &mut Vec<u8>) -> Option<usize> {
        if let Some(&index) = self.by_name.get(name) {
            return Some(index);
        }
        let buffer = self.loader.lookup(sources, name)?.clone();
        Some(self.scan(&buffer, out))
    }

    fn scan(&mut self, buffer: &Buffer, out: &mut Vec<u8>) -> usize {
        let bytes = buffer.bytes();
        let mut list: Vec<Expectation> = Vec::new();
        let mut lines: Vec<u32> = Vec::new();
        let mut last_plain_line = 1;
        let mut waiting = Vec::new();
        let mut number = 0u32;
        let mut start = 0;
        loop {
            let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |at| start + at);
            number += 1;
            if let Some(designator) = Designator::parse(&bytes[start..end]) {
                let offset = start + designator.start;
                if let Some(expectation) = self.expectation(buffer, offset, &designator, out) {
                    match designator.line {
                        Line::Unknown => self.unknown.push(expectation),
                        Line::Below => {
                            waiting.push(list.len());
                            lines.push(u32::MAX);
                            list.push(expectation);
                        }
                        Line::Above => {
                            lines.push(last_plain_line);
                            list.push(expectation);
                        }
                        Line::Offset(offset) => {
                            lines.push(number.wrapping_add_signed(offset));
                            list.push(expectation);
                        }
                    }
                }
            } else {
                waiting.drain(..).for_each(|index| lines[index] = number);
                last_plain_line = number;
            }
            if end == bytes.len() {
                break;
            }
            start = end + 1;
        }
        // A dangling `below` expects its diagnostic on the last line.
        waiting.drain(..).for_each(|index| lines[index] = number);

        let mut by_line: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (index, line) in lines.into_iter().enumerate() {
            by_line.entry(line).or_default().push(index as u32);
        }
        let index = *self.by_name.entry(buffer.name().to_string()).or_insert(self.files.len());
        if index == self.files.len() {
            self.files.push(FileExpectations { name: buffer.name().to_string(), list, by_line });
        }
        index
    }

    fn expectation(
        &mut self,
        buffer: &Buffer,
        offset: usize,
        designator: &Designator<'_>,
        out: &mut Vec<u8>,
    ) -> Option<Expectation> {
        let mut expectation = Expectation {
            severity: designator.severity,
            offset,
            text: designator.text.to_vec(),
            regex: None,
            matched: false,
        };
        if designator.is_regex {
            match compile(designator.text) {
                Ok(regex) => expectation.regex = Some(regex),
                Err(message) => {
                    expectation.complain(Some(buffer), message.as_bytes(), out);
                    self.failed = true;
                    return None;
                }
            }
        }
        Some(expectation)
    }
}

fn not_produced(expectation: &Expectation) -> Vec<u8> {
    let mut text = format!("expected {} \"", expectation.severity).into_bytes();
    text.extend_from_slice(&expectation.text);
    text.extend_from_slice(b"\" was not produced");
    text
}

/// Compiles text with `{{regex}}` blocks.
fn compile(text: &[u8]) -> Result<posix::Matcher, String> {
    let invalid = |error: posix::PatternError| format!("invalid regex: {error}");
    let mut pattern = String::new();
    let mut rest = text;
    while let Some(open) = memchr::memmem::find(rest, b"{{") {
        pattern.push_str(&posix::escape(&rest[..open]));
        rest = &rest[open + 2..];
        let close = memchr::memmem::find(rest, b"}}")
            .ok_or_else(|| "found start of regex with no end '}}'".to_owned())?;
        let block = posix::translate(&rest[..close]).map_err(invalid)?;
        pattern.extend(["(", &block, ")"]);
        rest = &rest[close + 2..];
    }
    pattern.push_str(&posix::escape(rest));
    posix::compile(&pattern).map_err(invalid)
}

#[cfg(test)]
mod tests;
