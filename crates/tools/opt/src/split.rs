//! `--split-input-file`: one input in several parts, one output.
//!
//! The rules are mlir-opt's, oddities included. A marker counts by its text alone, wherever it is in a line; a text
//! that lacks no more than the marker's last two characters is a near miss and is warned about. Locations in a part
//! count lines from the start of the whole input.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;

use terrace_diag::upstream::print_message;
use terrace_diag::{Buffer, Severity};

/// The number of characters at the marker's end that may differ in a near miss.
const CHECKED: usize = 2;

/// The parts of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputParts {
    /// The byte range of each part.
    pub chunks: Vec<Range<usize>>,
    /// The near misses to warn about, in order: the offset after the matching part of the marker.
    pub near_misses: Vec<usize>,
}

/// The error for a marker that is too short to be distinguished from a near miss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkerTooShort;

impl fmt::Display for MarkerTooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input split marker must be longer than {CHECKED} characters")
    }
}

impl std::error::Error for MarkerTooShort {}

/// Splits an input at a marker; an empty marker leaves it whole.
///
/// # Errors
///
/// If the marker has one or two characters, on which mlir-opt 22 does not terminate.
pub fn split(input: &[u8], marker: &str) -> Result<InputParts, MarkerTooShort> {
    let marker = marker.as_bytes();
    if marker.is_empty() {
        return Ok(InputParts { chunks: std::iter::once(0..input.len()).collect(), near_misses: Vec::new() });
    }
    let stem_len = marker.len().checked_sub(CHECKED).filter(|&len| len > 0).ok_or(MarkerTooShort)?;
    let (stem, suffix) = marker.split_at(stem_len);

    let mut parts = InputParts { chunks: Vec::new(), near_misses: Vec::new() };
    let mut chunk = 0..0;
    let mut piece_start = 0;
    let stops = memchr::memmem::find_iter(input, stem).map(|at| (at, at + stem_len));
    for (piece_end, next_start) in stops.chain(std::iter::once((input.len(), input.len()))) {
        let piece = piece_start..piece_end;
        if chunk.is_empty() {
            // There is no previous chunk to end: the piece starts a chunk unchecked, and keeps the rest of
            // its marker.
            chunk = piece;
        } else if ends_marker(&input[piece.clone()], suffix) {
            parts.chunks.push(std::mem::replace(&mut chunk, piece.start + CHECKED..piece.end));
        } else {
            parts.near_misses.push(piece.start);
            chunk.end = piece.end;
        }
        piece_start = next_start;
    }
    if !chunk.is_empty() {
        parts.chunks.push(chunk);
    }
    Ok(parts)
}

/// Whether the text after a marker's stem completes the marker; it must go on after it, and not with a zero.
fn ends_marker(text: &[u8], suffix: &[u8]) -> bool {
    text.strip_prefix(suffix).and_then(<[u8]>::first).is_some_and(|&next| next != b'0')
}

/// Appends the warnings about near misses, as mlir-opt prints them.
pub fn print_near_misses(buffer: &Buffer, parts: &InputParts, out: &mut Vec<u8>) {
    for &offset in &parts.near_misses {
        print_message(buffer, offset, None, Severity::Warning, "near miss with file split marker", out);
    }
}

/// Processes every part in order, failed ones or not, with the output marker between their outputs.
///
/// `process` writes the output of a part and returns whether it succeeded; the result is whether all did.
///
/// # Errors
///
/// If the output cannot be written.
pub fn process_parts(
    parts: &InputParts,
    output_marker: &str,
    out: &mut dyn Write,
    mut process: impl FnMut(Range<usize>, &mut dyn Write) -> io::Result<bool>,
) -> io::Result<bool> {
    let mut ok = true;
    for (index, chunk) in parts.chunks.iter().enumerate() {
        if index > 0 {
            out.write_all(output_marker.as_bytes())?;
            out.write_all(b"\n")?;
        }
        ok &= process(chunk.clone(), out)?;
    }
    Ok(ok)
}

#[cfg(test)]
mod tests {
    use terrace_diag::SourceMap;

    use super::*;

    const MARKER: &str = "// -----";

    fn chunks(input: &str, marker: &str) -> (Vec<String>, String) {
        let parts = split(input.as_bytes(), marker).unwrap();
        let mut sources = SourceMap::new();
        let id = sources.add("n.mlir", input.to_owned()).unwrap();
        let mut warnings = Vec::new();
        print_near_misses(sources.buffer(id), &parts, &mut warnings);
        let texts = parts.chunks.iter().map(|chunk| input[chunk.clone()].to_owned()).collect();
        (texts, String::from_utf8(warnings).unwrap())
    }

    #[test]
    fn near_misses_join_the_parts() {
        let input = "module {}\n// ---- \nmodule {}\n// -----\nmodule @b {}\n// ------\nmodule @c {}\n  \
                     // -----  x\n// -----0\n// -----";
        let (texts, warnings) = chunks(input, MARKER);
        assert_eq!(
            texts,
            [
                "module {}\n// ---- \nmodule {}\n",
                "\nmodule @b {}\n",
                "-\nmodule @c {}\n  ",
                "  x\n// -----0\n// -----"
            ]
        );
        assert_eq!(
            warnings,
            "n.mlir:2:7: warning: near miss with file split marker\n// ---- \n      ^\n\
             n.mlir:9:7: warning: near miss with file split marker\n// -----0\n      ^\n\
             n.mlir:10:7: warning: near miss with file split marker\n// -----\n      ^\n"
        );
    }

    #[test]
    fn a_leading_marker_is_left_over() {
        let (texts, warnings) =
            chunks("// -----\nmodule {}\n// -----\n\n// -----\nmodule @b {}\n// -----", MARKER);
        assert_eq!(texts, ["--\nmodule {}\n", "\n\n", "\nmodule @b {}\n// -----"]);
        assert_eq!(warnings, "n.mlir:7:7: warning: near miss with file split marker\n// -----\n      ^\n");
    }

    #[test]
    fn empty_inputs_and_parts() {
        assert_eq!(chunks("", MARKER).0, [""; 0]);
        assert_eq!(chunks("\n// -----\n// -----\n", MARKER).0, ["\n", "\n", "\n"]);
        assert_eq!(chunks("abc", "").0, ["abc"]);
        assert_eq!(split(b"abc", "--"), Err(MarkerTooShort));
    }

    #[test]
    fn other_markers() {
        let (texts, warnings) = chunks("module @a {}\n//ab-xabc--\nmodule @b {}\n", "abc");
        assert_eq!(texts, ["module @a {}\n//ab-x", "--\nmodule @b {}\n"]);
        assert_eq!(
            warnings,
            "n.mlir:1:10: warning: near miss with file split marker\nmodule @a {}\n         ^\n\
             n.mlir:2:4: warning: near miss with file split marker\n//ab-xabc--\n   ^\n"
        );
    }

    #[test]
    fn every_part_is_processed() {
        let input = b"a\n// -----\nb\n// -----\nc\n";
        let parts = split(input, MARKER).unwrap();
        let mut out = Vec::new();
        let ok = process_parts(&parts, "// zz", &mut out, |chunk, out| {
            out.write_all(input[chunk.clone()].trim_ascii())?;
            out.write_all(b"\n")?;
            Ok(!input[chunk].contains(&b'b'))
        })
        .unwrap();
        assert!(!ok);
        assert_eq!(out, b"a\n// zz\nb\n// zz\nc\n");
    }
}
