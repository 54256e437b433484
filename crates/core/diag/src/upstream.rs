//! The renderer whose output equals mlir-opt's, byte for byte.
//!
//! The rules are those of LLVM's source manager and of MLIR's handler on top of it: which location of a tree is
//! shown, when the source line is shown, how tabs and carets are laid out.

use std::io::Write;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity};
use crate::loader::FileLoader;
use crate::location::Location;
use crate::source::{Buffer, SourceMap};

/// The distance between tab stops in a shown source line.
const TAB_STOP: usize = 8;

/// The maximum number of callers listed below a diagnostic in inlined code.
const CALL_STACK_LIMIT: usize = 10;

/// Renders diagnostics as mlir-opt prints them to its error stream.
#[derive(Debug)]
pub struct UpstreamRenderer {
    loader: FileLoader,
    color: bool,
    longest_line: Option<usize>,
}

impl UpstreamRenderer {
    /// A renderer that finds source text with the given loader; mlir-opt reads files from disk.
    pub fn new(loader: FileLoader) -> Self {
        UpstreamRenderer { loader, color: false, longest_line: None }
    }

    /// Shows of source lines with more bytes only what is near the place of the message.
    pub fn with_longest_line(mut self, bytes: Option<usize>) -> Self {
        self.longest_line = bytes;
        self
    }

    /// Turns LLVM's terminal colours on or off.
    pub fn with_color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Appends a diagnostic with its call stack and notes.
    pub fn render(&mut self, sources: &SourceMap, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
        self.message(sources, &diagnostic.location, diagnostic.severity, &diagnostic.message, true, out);
        let mut last = &diagnostic.location;
        for _ in 0..CALL_STACK_LIMIT {
            let Some(caller) = last.call_site_caller() else { break };
            last = caller;
            self.message(sources, last, Severity::Note, "called from", true, out);
        }
        for note in &diagnostic.notes {
            // The line is not shown again for a note at the same place.
            let show = *last != note.location;
            self.message(sources, &note.location, note.severity, &note.message, show, out);
            last = &note.location;
        }
    }

    /// Appends one message at a location, with its source line if that is wanted and can be found.
    pub fn message(
        &mut self,
        sources: &SourceMap,
        location: &Location,
        severity: Severity,
        message: &str,
        show_line: bool,
        out: &mut Vec<u8>,
    ) {
        let Some(file) = location.find_file() else {
            if location.is_unknown() {
                push_header(UNLOCATED, severity, message.as_bytes(), self.color, out);
            } else {
                let message = format!("{location}: {message}");
                push_header(UNLOCATED, severity, message.as_bytes(), self.color, out);
            }
            return;
        };
        if show_line
            && file.start_line != 0
            && file.start_col != 0
            && let Some(buffer) =
                self.loader.lookup_lines(sources, &file.file, file.start_line..=file.start_line)
            && let Some(offset) = buffer.offset_of(file.start_line, file.start_col)
        {
            let line = buffer.line_around(offset);
            let shown = match self.longest_line {
                Some(longest) if line.len() > longest => near(buffer.bytes(), &line, offset),
                _ => line,
            };
            let excerpt = Excerpt { offset, underline: None, shown };
            print_excerpt(buffer, excerpt, severity, message, self.color, out);
            return;
        }
        let place = format!("{}:{}:{}: ", file.file, file.start_line, file.start_col);
        push_header(&place, severity, message.as_bytes(), self.color, out);
    }
}

/// The place of a message that belongs to no file.
const UNLOCATED: &str = "<unknown>:0: ";

/// Appends a message that belongs to no place in a file.
pub fn print_unlocated(severity: Severity, message: &str, out: &mut Vec<u8>) {
    push_header(UNLOCATED, severity, message.as_bytes(), false, out);
}

/// Appends a message at an offset of a buffer with its source line, a caret and an optional underline.
pub fn print_message(
    buffer: &Buffer,
    offset: usize,
    underline: Option<Range<usize>>,
    severity: Severity,
    message: impl AsRef<[u8]>,
    out: &mut Vec<u8>,
) {
    let excerpt = Excerpt { offset, underline, shown: buffer.line_around(offset) };
    print_excerpt(buffer, excerpt, severity, message, false, out);
}

/// The bytes of a line that are at most this far from an offset, in whole characters.
const NEAR: usize = 120;

fn near(bytes: &[u8], line: &Range<usize>, offset: usize) -> Range<usize> {
    let continues = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let mut start = offset.saturating_sub(NEAR).max(line.start);
    let mut end = offset.saturating_add(NEAR).min(line.end);
    while start > line.start && continues(start) {
        start -= 1;
    }
    while end < line.end && continues(end) {
        end += 1;
    }
    start..end
}

/// The part of a line that is shown.
struct Excerpt {
    /// The place of the caret.
    offset: usize,
    underline: Option<Range<usize>>,
    /// A part of the line around the offset.
    shown: Range<usize>,
}

fn print_excerpt(
    buffer: &Buffer,
    Excerpt { offset, underline, shown: span }: Excerpt,
    severity: Severity,
    message: impl AsRef<[u8]>,
    color: bool,
    out: &mut Vec<u8>,
) {
    let name = match &**buffer.name() {
        "-" => "<stdin>",
        name => name,
    };
    let at = buffer.line_column(offset);
    let colon = if name.is_empty() { "" } else { ":" };
    push_header(&format!("{name}{colon}{}:{}: ", at.line, at.column), severity, message.as_ref(), color, out);

    let whole = buffer.line_around(offset);
    let cut = |is_cut: bool| if is_cut { b"...".as_slice() } else { b"" };
    let before = cut(span.start > whole.start);
    let line = [before, &buffer.bytes()[span.clone()], cut(span.end < whole.end)].concat();
    let line = line.as_slice();
    push_source_line(line, out);
    // Columns are bytes: with anything but ASCII the caret would be misplaced, so there is none.
    if !line.is_ascii() {
        return;
    }
    let mut marks = vec![b' '; line.len() + 1];
    if let Some(underline) = underline.filter(|range| range.start <= span.end && range.end >= span.start) {
        let column = |at: usize| at.clamp(span.start, span.end) - span.start + before.len();
        let (from, to) = (column(underline.start), column(underline.end));
        if from < to {
            marks[from..to].fill(b'~');
        }
    }
    let caret = (offset - span.start + before.len()).min(line.len());
    marks[caret] = b'^';
    let used = marks.iter().rposition(|&mark| mark != b' ').map_or(0, |at| at + 1);

    if color {
        out.extend_from_slice(b"\x1b[0;1;32m");
    }
    let mut column = 0;
    for (index, &mark) in marks[..used].iter().enumerate() {
        let width = if line.get(index) == Some(&b'\t') { TAB_STOP - column % TAB_STOP } else { 1 };
        out.extend(std::iter::repeat_n(mark, width));
        column += width;
    }
    out.push(b'\n');
    if color {
        out.extend_from_slice(RESET);
    }
}

const RESET: &[u8] = b"\x1b[0m";

fn push_header(place: &str, severity: Severity, message: &[u8], color: bool, out: &mut Vec<u8>) {
    if !color {
        // Writing to a vector cannot fail.
        let _ = write!(out, "{place}{severity}: ");
        out.extend_from_slice(message);
        out.push(b'\n');
        return;
    }
    let ansi = match severity {
        Severity::Error => 31,
        Severity::Warning => 35,
        Severity::Remark => 34,
        Severity::Note => 30,
    };
    let _ = write!(out, "\x1b[1m{place}\x1b[0m\x1b[0;1;{ansi}m{severity}: \x1b[0m\x1b[1m");
    out.extend_from_slice(message);
    out.push(b'\n');
    out.extend_from_slice(RESET);
}

fn push_source_line(line: &[u8], out: &mut Vec<u8>) {
    let mut column = 0;
    for &byte in line {
        let width = if byte == b'\t' { TAB_STOP - column % TAB_STOP } else { 1 };
        out.extend(std::iter::repeat_n(if byte == b'\t' { b' ' } else { byte }, width));
        column += width;
    }
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const L2: &str = "line one of l2\n\t\tline two\tof l2\n\nline four \u{e9} of\n";

    fn render(diagnostic: &Diagnostic) -> String {
        let mut sources = SourceMap::new();
        sources.add("l2.mlir", L2).unwrap();
        sources.add("z.txt", "a\tb\t\tc\td").unwrap();
        let mut out = Vec::new();
        UpstreamRenderer::new(FileLoader::buffers_only()).render(&sources, diagnostic, &mut out);
        String::from_utf8(out).unwrap()
    }

    fn error(location: Location) -> String {
        render(&Diagnostic::error(location, "bad"))
    }

    fn named(text: &str) -> Location {
        Location::name(text, Location::unknown())
    }

    #[test]
    fn places() {
        assert_eq!(error(Location::unknown()), "<unknown>:0: error: bad\n");
        assert_eq!(error(named("nm")), "<unknown>:0: error: loc(\"nm\"): bad\n");
        let range = Location::range("l2.mlir", (1, 5), (3, 1));
        let shown = "l2.mlir:1:5: error: bad\nline one of l2\n    ^\n";
        assert_eq!(error(range.clone()), shown);
        assert_eq!(error(Location::name("nm", range.clone())), shown);
        assert_eq!(error(Location::fused(None, vec![range, Location::file("l2.mlir", 2, 5)])), shown);
        assert_eq!(error(Location::file("nofile.mlir", 1, 5)), "nofile.mlir:1:5: error: bad\n");
    }

    #[test]
    fn places_without_a_line() {
        for (line, col) in [(100, 5), (1, 500), (0, 5), (1, 0), (3, 3)] {
            assert_eq!(
                error(Location::file("l2.mlir", line, col)),
                format!("l2.mlir:{line}:{col}: error: bad\n")
            );
        }
        assert_eq!(error(Location::file("l2.mlir", 3, 1)), "l2.mlir:3:1: error: bad\n\n^\n");
        assert_eq!(error(Location::file("l2.mlir", 5, 1)), "l2.mlir:5:1: error: bad\n\n^\n");
    }

    #[test]
    fn tabs_and_other_odd_characters() {
        assert_eq!(
            error(Location::file("l2.mlir", 2, 5)),
            "l2.mlir:2:5: error: bad\n                line two        of l2\n                  ^\n"
        );
        assert_eq!(error(Location::file("l2.mlir", 4, 1)), "l2.mlir:4:1: error: bad\nline four \u{e9} of\n");
        let shown = "a       b               c       d\n";
        let caret = " ".repeat(24);
        assert_eq!(error(Location::file("z.txt", 1, 6)), format!("z.txt:1:6: error: bad\n{shown}{caret}^\n"));
        let caret = " ".repeat(33);
        assert_eq!(error(Location::file("z.txt", 1, 9)), format!("z.txt:1:9: error: bad\n{shown}{caret}^\n"));
        assert_eq!(error(Location::file("z.txt", 1, 10)), "z.txt:1:10: error: bad\n");
    }

    #[test]
    fn long_lines_are_shown_near_the_place() {
        let mut sources = SourceMap::new();
        sources.add("t", format!("{}!{}", "a".repeat(500), "b".repeat(500))).unwrap();
        let render = |column: u32, longest: Option<usize>| {
            let mut out = Vec::new();
            let diag = Diagnostic::error(Location::file("t", 1, column), "bad");
            let renderer = UpstreamRenderer::new(FileLoader::buffers_only());
            renderer.with_longest_line(longest).render(&sources, &diag, &mut out);
            String::from_utf8(out).unwrap()
        };
        let (a, b) = ("a".repeat(120), "b".repeat(119));
        let caret = " ".repeat(123);
        assert_eq!(render(501, Some(1000)), format!("t:1:501: error: bad\n...{a}!{b}...\n{caret}^\n"));
        assert_eq!(render(1, Some(1000)), format!("t:1:1: error: bad\n{a}...\n^\n"));
        assert!(render(501, Some(1001)).contains(&"a".repeat(500)));
        assert!(render(501, None).contains(&"a".repeat(500)));
    }

    #[test]
    fn a_caret_on_a_tab_fills_it() {
        let mut sources = SourceMap::new();
        sources.add("t", "a\tb").unwrap();
        let mut out = Vec::new();
        let diag = Diagnostic::error(Location::file("t", 1, 2), "bad");
        UpstreamRenderer::new(FileLoader::buffers_only()).render(&sources, &diag, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "t:1:2: error: bad\na       b\n ^^^^^^^\n");
    }

    #[test]
    fn colors_are_llvms() {
        let mut sources = SourceMap::new();
        sources.add("t", "a b").unwrap();
        let mut out = Vec::new();
        let diag = Diagnostic::error(Location::file("t", 1, 3), "bad").note(Location::unknown(), "why");
        let mut renderer = UpstreamRenderer::new(FileLoader::buffers_only()).with_color(true);
        renderer.render(&sources, &diag, &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "\x1b[1mt:1:3: \x1b[0m\x1b[0;1;31merror: \x1b[0m\x1b[1mbad\n\x1b[0ma b\n\x1b[0;1;32m  ^\n\x1b[0m\
             \x1b[1m<unknown>:0: \x1b[0m\x1b[0;1;30mnote: \x1b[0m\x1b[1mwhy\n\x1b[0m"
        );
    }

    #[test]
    fn call_sites() {
        let one = Location::file("l2.mlir", 1, 1);
        let two = Location::file("nofile", 10, 8);
        assert_eq!(
            error(Location::call_site(one.clone(), two.clone())),
            "l2.mlir:1:1: error: bad\nline one of l2\n^\nnofile:10:8: note: called from\n"
        );
        assert_eq!(
            error(Location::call_site(named("foo"), Location::call_site(named("bar"), two))),
            "nofile:10:8: error: bad\nnofile:10:8: note: called from\nnofile:10:8: note: called from\n"
        );
        assert_eq!(
            error(Location::fused(None, vec![named("a"), Location::call_site(named("foo"), named("bar"))])),
            "<unknown>:0: error: loc(fused[\"a\", callsite(\"foo\" at \"bar\")]): bad\n\
             <unknown>:0: note: loc(\"bar\"): called from\n"
        );
        assert_eq!(
            error(Location::call_site(Location::unknown(), Location::unknown())),
            "<unknown>:0: error: loc(callsite(unknown at unknown)): bad\n<unknown>:0: note: called from\n"
        );
        let mut deep = one;
        for _ in 0..20 {
            deep = Location::call_site(Location::unknown(), deep);
        }
        assert_eq!(error(deep).matches("called from").count(), 10);
    }

    #[test]
    fn notes_show_the_line_when_the_place_changes() {
        let one = Location::file("l2.mlir", 1, 1);
        let diag = Diagnostic::warning(one.clone(), "w")
            .note_here("same")
            .note(Location::file("l2.mlir", 1, 6), "other")
            .note(one, "back")
            .note_here("again");
        assert_eq!(
            render(&diag),
            "l2.mlir:1:1: warning: w\nline one of l2\n^\nl2.mlir:1:1: note: same\n\
             l2.mlir:1:6: note: other\nline one of l2\n     ^\n\
             l2.mlir:1:1: note: back\nline one of l2\n^\nl2.mlir:1:1: note: again\n"
        );
    }
}
