//! The syntax of one `expected-*` comment.

use crate::diagnostic::Severity;

/// One expectation as written on a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Designator<'a> {
    /// Offset of `expected-` in the line.
    pub(super) start: usize,
    pub(super) severity: Severity,
    /// `-re`: the text holds `{{regex}}` blocks.
    pub(super) is_regex: bool,
    pub(super) line: Line,
    /// The text between the outermost braces.
    pub(super) text: &'a [u8],
}

/// The line a diagnostic is expected on.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(super) enum Line {
    /// This number of lines after the comment.
    Offset(i32),
    /// The last line before the comment that is no designator.
    Above,
    /// The next line after the comment that is no designator.
    Below,
    /// No line: an unknown location.
    Unknown,
}

impl<'a> Designator<'a> {
    /// The first designator that reaches up to the end of the line, blanks aside.
    pub(super) fn parse(line: &'a [u8]) -> Option<Self> {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r');
        let end = line.iter().rposition(|byte| !blank(byte))? + 1;
        let body = line[..end].strip_suffix(b"}}")?;
        memchr::memmem::find_iter(body, b"expected-").find_map(|start| Self::parse_at(body, start))
    }

    fn parse_at(body: &'a [u8], start: usize) -> Option<Self> {
        let rest = &body[start + b"expected-".len()..];
        let (severity, rest) = [Severity::Error, Severity::Note, Severity::Remark, Severity::Warning]
            .into_iter()
            .find_map(|severity| Some((severity, rest.strip_prefix(severity.as_str().as_bytes())?)))?;
        let (is_regex, rest) = match rest.strip_prefix(b"-re") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let rest = skip_spaces(rest);
        let (line, rest) = match rest.strip_prefix(b"@") {
            Some(rest) => parse_line(rest)?,
            None => (Line::Offset(0), rest),
        };
        let text = skip_spaces(rest).strip_prefix(b"{{")?;
        Some(Designator { start, severity, is_regex, line, text })
    }
}

fn parse_line(text: &[u8]) -> Option<(Line, &[u8])> {
    for (name, line) in [(&b"above"[..], Line::Above), (b"below", Line::Below), (b"unknown", Line::Unknown)] {
        if let Some(rest) = text.strip_prefix(name) {
            return Some((line, rest));
        }
    }
    let (&sign, rest) = text.split_first().filter(|(sign, _)| matches!(sign, b'+' | b'-'))?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = rest.split_at(digits);
    if digits.is_empty() {
        return None;
    }
    // A leading zero means octal, as in LLVM's integer parser.
    let radix = if digits[0] == b'0' { 8 } else { 10 };
    let digits = std::str::from_utf8(digits).ok()?;
    // As upstream, a number that is too large is zero.
    let offset = i32::from_str_radix(digits, radix).unwrap_or(0);
    Some((Line::Offset(if sign == b'+' { offset } else { -offset }), rest))
}

fn skip_spaces(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|&&byte| byte == b' ').count()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<(usize, &'static str, bool, Line, String)> {
        Designator::parse(line.as_bytes()).map(|it| {
            let text = String::from_utf8(it.text.to_vec()).unwrap();
            (it.start, it.severity.as_str(), it.is_regex, it.line, text)
        })
    }

    #[test]
    fn forms() {
        let text = || "x".to_owned();
        assert_eq!(parse("// expected-error {{x}}"), Some((3, "error", false, Line::Offset(0), text())));
        assert_eq!(parse("expected-note{{x}} \t\r"), Some((0, "note", false, Line::Offset(0), text())));
        assert_eq!(parse("expected-note-re @+12{{x}}"), Some((0, "note", true, Line::Offset(12), text())));
        assert_eq!(
            parse("expected-remark@-010  {{x}}"),
            Some((0, "remark", false, Line::Offset(-8), text()))
        );
        assert_eq!(parse("expected-warning@above {{x}}"), Some((0, "warning", false, Line::Above, text())));
        assert_eq!(parse("expected-warning@below{{x}}"), Some((0, "warning", false, Line::Below, text())));
        assert_eq!(parse("expected-error@unknown {{x}}"), Some((0, "error", false, Line::Unknown, text())));
    }

    #[test]
    fn only_up_to_the_end_of_the_line() {
        assert_eq!(parse("expected-error {{x}} more"), None);
        assert_eq!(parse("expected-error @ above {{x}}"), None);
        assert_eq!(parse("expected-error@1 {{x}}"), None);
        assert_eq!(parse("expected-fatal {{x}}"), None);
        assert_eq!(parse("expected-error {{}"), None);
        assert_eq!(parse("expected-error {{x}} expected-note {{y}}").unwrap().4, "x}} expected-note {{y");
        assert_eq!(parse("expected-error, expected-note {{y}}").unwrap().0, 16);
        assert_eq!(parse("expected-error {{}}").unwrap().4, "");
    }
}
