//! Figures of functions: how long they are, and what their docs say.

use super::Figures;
use super::sources::Source;

/// The lengths, in lines, from which functions are counted.
const LENGTHS: [usize; 3] = [60, 100, 150];

/// A function that is public, with its doc.
struct Documented<'s> {
    /// The lines of the doc, without slashes.
    doc: Vec<&'s str>,
    /// The lines from `fn` to the body.
    head: String,
}

/// The figures by their names.
pub(super) fn figures(sources: &[Source]) -> Figures {
    let lengths: Vec<usize> = sources.iter().flat_map(lengths).collect();
    let documented: Vec<Documented<'_>> = sources.iter().flat_map(documented).collect();
    let mut figures = Figures::default();
    for least in LENGTHS {
        let count = lengths.iter().filter(|&&length| length > least).count();
        figures.insert(format!("functions: above {least} lines"), count as u64);
    }
    let short = documented.iter().filter(|function| {
        let words: usize = function.doc.iter().map(|line| line.split_whitespace().count()).sum();
        words <= 3
    });
    figures.insert("docs: public functions with at most 3 words".to_owned(), short.count() as u64);
    let silent = documented.iter().filter(|function| {
        let result = function.head.rsplit_once("->").map_or("", |(_, result)| result.trim_start());
        let is_result = result.starts_with("Result<") || result.starts_with("io::Result");
        is_result && !function.doc.iter().any(|line| line.starts_with("# Errors"))
    });
    figures
        .insert("docs: public functions with a Result and no '# Errors'".to_owned(), silent.count() as u64);
    figures
}

/// The lengths of the functions of a file, in lines.
fn lengths(source: &Source) -> Vec<usize> {
    let lines: Vec<&str> = source.text.lines().collect();
    let mut lengths = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if !is_function(line) || line.trim_end().ends_with(';') {
            continue;
        }
        let closes =
            |line: &&str| line.len() > indent && line[indent..] == *"}" && line[..indent].trim().is_empty();
        if let Some(length) = lines[start..].iter().position(closes) {
            lengths.push(length + 1);
        }
    }
    lengths
}

/// Whether a line begins a function.
fn is_function(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.find(|word| !["const", "unsafe", "extern", "async"].contains(word) && !word.starts_with("pub"))
        == Some("fn")
}

/// The public functions of a file that have a doc.
fn documented(source: &Source) -> Vec<Documented<'_>> {
    let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        if !line.starts_with("pub ") || !is_function(line) {
            continue;
        }
        let before = lines[..start].iter().rev().skip_while(|line| line.starts_with("#["));
        let mut doc: Vec<&str> = before.map_while(|line| line.strip_prefix("///")).map(str::trim).collect();
        doc.reverse();
        let is_head = |line: &&&str| !line.ends_with('{') && !line.ends_with(';');
        let length = lines[start..].iter().take_while(is_head).count();
        found.push(Documented { doc, head: lines[start..=(start + length).min(lines.len() - 1)].join(" ") });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> [Source; 1] {
        [Source { krate: "a".to_owned(), path: "a.rs".into(), module: Vec::new(), text: text.to_owned() }]
    }

    #[test]
    fn lengths_are_those_from_the_head_to_the_closing_brace() {
        let text = "impl A {\n    pub fn a(\n        x: u8,\n    ) {\n        if x {\n        }\n    }\n\n    fn b() {}\n}\n";
        assert_eq!(lengths(&source(text)[0]), [6]);
    }

    #[test]
    fn docs_are_short_or_lack_errors() {
        let text = "/// One two three.\npub fn a() -> Result<(), ()> {\n}\n\
                    /// One two three four.\n///\n/// # Errors\n#[inline]\npub fn b(\n    x: u8,\n) -> Result<(), ()> {\n}\n";
        let figures = figures(&source(text));
        assert_eq!(figures["docs: public functions with at most 3 words"], 1);
        assert_eq!(figures["docs: public functions with a Result and no '# Errors'"], 1);
    }
}
