//! The renderer for people: source excerpts with underlines, codes, notes in context and help.

use std::borrow::Cow;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::loader::FileLoader;
use crate::location::{FileLineCol, Location, LocationKind};
use crate::source::{Buffer, SourceMap};

/// The number of context lines before and after a diagnostic's lines.
const CONTEXT_LINES: u32 = 2;

/// The maximum size of an excerpt, in bytes.
const MAX_EXCERPT: usize = 64 * 1024;

/// The maximum number of callers listed.
const CALL_STACK_LIMIT: usize = 10;

/// Renders diagnostics for people.
#[derive(Debug)]
pub struct RichRenderer {
    renderer: Renderer,
    loader: FileLoader,
}

impl RichRenderer {
    /// A renderer with or without terminal colours.
    pub fn new(styled: bool, loader: FileLoader) -> Self {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        RichRenderer { renderer: renderer.decor_style(DecorStyle::Ascii), loader }
    }

    /// Appends a diagnostic with its notes, its call stack and its help, and an empty line.
    pub fn render(&mut self, sources: &SourceMap, diagnostic: &Diagnostic, out: &mut Vec<u8>) {
        let title = level(diagnostic.severity).primary_title(plain(&diagnostic.message));
        let title = match diagnostic.code {
            Some(code) => title.id(code),
            None => title,
        };
        let mut report = vec![self.locate(Group::with_title(title), sources, &diagnostic.location)];

        let mut last = &diagnostic.location;
        for _ in 0..CALL_STACK_LIMIT {
            let Some(caller) = last.call_site_caller() else { break };
            last = caller;
            let group = Group::with_title(Level::NOTE.secondary_title("called from here"));
            report.push(self.locate(group, sources, caller));
        }
        let mut last = &diagnostic.location;
        for note in &diagnostic.notes {
            // A note at the location just shown needs no second excerpt.
            if note.location == *last || note.location.is_unknown() {
                if let Some(group) = report.pop() {
                    report.push(group.element(Level::NOTE.message(plain(&note.message))));
                }
            } else {
                let group = Group::with_title(Level::NOTE.secondary_title(plain(&note.message)));
                report.push(self.locate(group, sources, &note.location));
                last = &note.location;
            }
        }
        for help in &diagnostic.help {
            report.push(Group::with_title(Level::HELP.secondary_title(plain(help))));
        }
        out.extend_from_slice(self.renderer.render(&report).as_bytes());
        out.extend_from_slice(b"\n\n");
    }

    fn locate<'a>(&mut self, group: Group<'a>, sources: &SourceMap, location: &Location) -> Group<'a> {
        let Some(file) = location.find_file() else {
            return if location.is_unknown() {
                group
            } else {
                group.element(Level::NOTE.message(plain(&format!("at {location}"))))
            };
        };
        let name = match location.kind() {
            LocationKind::Name { name, .. } => Some(format!("named \"{}\"", plain(name))),
            _ => None,
        };
        let first = file.start_line.saturating_sub(CONTEXT_LINES);
        let last = file.end_line.max(file.start_line).saturating_add(CONTEXT_LINES);
        let buffer = self.loader.lookup_lines(sources, &file.file, first..=last);
        let excerpt = buffer.and_then(|buffer| Excerpt::new(buffer, file));
        match excerpt {
            Some(excerpt) => group.element(
                Snippet::source(excerpt.text)
                    .path(plain(&file.file).into_owned())
                    .line_start(excerpt.first_line as usize)
                    .annotation(AnnotationKind::Primary.span(excerpt.span).label(name)),
            ),
            // Line 0 is the file as a whole.
            None if file.start_line == 0 => group.element(Origin::path(plain(&file.file).into_owned())),
            None => group.element(
                Origin::path(plain(&file.file).into_owned())
                    .line(file.start_line as usize)
                    .char_column(file.start_col as usize),
            ),
        }
    }
}

/// The lines around a range, as text, with the range in it.
struct Excerpt {
    text: String,
    first_line: u32,
    span: std::ops::Range<usize>,
}

impl Excerpt {
    fn new(buffer: &Buffer, file: &FileLineCol) -> Option<Self> {
        let bytes = buffer.bytes();
        let start = buffer.offset_of(file.start_line, file.start_col)?;
        let end = buffer.offset_of(file.end_line, file.end_col).filter(|&end| end > start);
        let end = end.unwrap_or_else(|| start + token_len(&bytes[start..]));

        let first_line = file.start_line.saturating_sub(CONTEXT_LINES).max(1);
        let last_line = buffer.clamp_line(buffer.line_column(end).line.saturating_add(CONTEXT_LINES));
        let mut from = buffer.offset_of(first_line, 1)?;
        let mut to = buffer.line_around(buffer.offset_of(last_line, 1)?).end.max(end);
        let mut first_line = first_line;
        if to - from > MAX_EXCERPT {
            // Too much context: begin at the line itself, unless the range lies too far into it.
            from = buffer.offset_of(file.start_line, 1)?;
            if start - from > MAX_EXCERPT / 2 {
                return None;
            }
            to = to.min(from + MAX_EXCERPT);
            first_line = file.start_line;
        }
        let (end, to) = (end.min(to), to.max(start));
        let mut text = String::from_utf8_lossy(&bytes[from..start]).into_owned();
        let span_start = text.len();
        text.push_str(&String::from_utf8_lossy(&bytes[start..end.max(start)]));
        let span_end = text.len();
        text.push_str(&String::from_utf8_lossy(&bytes[end.max(start)..to]));
        Some(Excerpt { text, first_line, span: span_start..span_end })
    }
}

/// The length of the word at the start of a text, or of one character: the extent that is underlined for a
/// position without a range.
fn token_len(text: &[u8]) -> usize {
    let sigil = usize::from(matches!(text.first(), Some(b'%' | b'@' | b'#' | b'!' | b'^' | b'"')));
    let word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    let len = text[sigil..].iter().take_while(word).count();
    match text.get(sigil + len) {
        // The name of an operation in the generic form includes its quotes.
        Some(b'"') if text[0] == b'"' => sigil + len + 1,
        _ if sigil + len > 0 => sigil + len,
        Some(b'\n' | b'\r') | None => 0,
        Some(first) if first.is_ascii() => 1,
        // All bytes of the character, so that it is not torn apart.
        Some(_) => 1 + text[1..].iter().take_while(|&&byte| byte & 0xc0 == 0x80).count(),
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Remark => Level::INFO.with_name("remark"),
        Severity::Note => Level::NOTE,
    }
}

/// Text from the input without control characters, which a terminal would obey.
fn plain(text: &str) -> Cow<'static, str> {
    text.trim_end_matches('\n')
        .chars()
        .map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c })
        .collect::<String>()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "module {\n  func.func @a() -> i32 {\n    \"func.return\"() : () -> ()\n  }\n}\n";

    fn render(text: &[u8], diagnostic: &Diagnostic) -> String {
        let mut sources = SourceMap::new();
        sources.add("a.mlir", text.to_vec()).unwrap();
        let mut out = Vec::new();
        RichRenderer::new(false, FileLoader::buffers_only()).render(&sources, diagnostic, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn everything_at_once() {
        let diag = Diagnostic::error(Location::file("a.mlir", 3, 5), "has 0 operands")
            .code("verify")
            .note_here("see current operation")
            .note(Location::range("a.mlir", (2, 13), (2, 15)), "function defined here")
            .note(Location::file("other.mlir", 7, 8), "elsewhere")
            .help("return a value");
        assert_eq!(
            render(TEXT.as_bytes(), &diag),
            "\
error[verify]: has 0 operands
 --> a.mlir:3:5
  |
3 |     \"func.return\"() : () -> ()
  |     ^^^^^^^^^^^^^
  |
  = note: see current operation
note: function defined here
 --> a.mlir:2:13
  |
2 |   func.func @a() -> i32 {
  |             ^^
note: elsewhere
 --> other.mlir:7:8
help: return a value

"
        );
    }

    #[test]
    fn no_place() {
        assert_eq!(
            render(b"", &Diagnostic::warning(Location::unknown(), "w\u{1b}[0m")),
            "warning: w\u{fffd}[0m\n\n"
        );
        let named = Location::name("nm", Location::unknown());
        assert_eq!(
            render(b"", &Diagnostic::remark(named, "r")),
            "remark: r\n |\n = note: at loc(\"nm\")\n\n"
        );
    }

    #[test]
    fn call_stacks() {
        let loc = Location::call_site(Location::file("a.mlir", 3, 5), Location::file("a.mlir", 2, 3));
        let out = render(TEXT.as_bytes(), &Diagnostic::error(loc, "bad"));
        assert!(out.contains("note: called from here\n --> a.mlir:2:3\n"), "{out}");
    }

    #[test]
    fn odd_sources_are_harmless() {
        let mut state = 1u32;
        let mut next = |bound: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % bound
        };
        let alphabet = b"a\"%.\n\r\t\xc3\xa9\xff \x00\x1b{";
        for _ in 0..3_000 {
            let len = next(40);
            let text: Vec<u8> = (0..len).map(|_| alphabet[next(alphabet.len() as u32) as usize]).collect();
            let start = (next(6), next(12));
            let end = (next(6), next(12));
            let diag = Diagnostic::error(Location::range("a.mlir", start, end), "bad").note_here("n");
            assert!(render(&text, &diag).contains("bad"));
        }
    }

    #[test]
    fn line_zero_is_the_file_as_a_whole() {
        let out = render(b"text", &Diagnostic::error(Location::file("a.mlir", 0, 0), "bad"));
        assert_eq!(out, "error: bad\n--> a.mlir\n\n");
    }

    #[test]
    fn long_lines_are_cut() {
        let text = vec![b'x'; 1 << 20];
        let at = |column| render(&text, &Diagnostic::error(Location::file("a.mlir", 1, column), "bad"));
        assert_eq!(at(500_002), "error: bad\n--> a.mlir:1:500002\n\n");
        assert!(at(10).starts_with("error: bad\n --> a.mlir:1:10\n") && at(10).len() < 4 * MAX_EXCERPT);
    }
}
