//! A command line as words.

/// The words of a command line up to the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The words without their quotes; the last one is the one at the cursor, which may be empty.
    pub words: Vec<String>,
    /// The part of the last word that the shell keeps: the number of bytes before what it replaces.
    pub start: usize,
    /// The quote that is open at the cursor.
    pub quote: Option<char>,
}

/// Takes a line apart as a shell does. At each of the characters `breaks`, outside of quotes, what the shell replaces starts
/// anew.
pub fn split_line(line: &str, breaks: &str) -> Line {
    let (mut words, mut word, mut start, mut quote) = (Vec::new(), String::new(), 0, None);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match quote {
            Some(open) if c == open => quote = None,
            Some('"') | None if c == '\\' => word.extend(chars.next()),
            Some(_) => word.push(c),
            None if c.is_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                start = 0;
            }
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                start = word.len();
            }
            None => {
                word.push(c);
                if breaks.contains(c) {
                    start = word.len();
                }
            }
        }
    }
    words.push(word);
    Line { words, start, quote }
}

/// Returns a text with those characters escaped that bash would not take as they are.
pub fn quoted(text: &str, quote: Option<char>) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let special = match quote {
            None => " \t\"'\\$`&|;<>()*?[]{}!#".contains(c),
            Some('"') => "\"\\$`".contains(c),
            Some(_) => false,
        };
        if special {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart_as_a_shell_does() {
        let line = split_line("terrace opt --x=\"a b", "\"'=:");
        assert_eq!(
            (line.words.join("|").as_str(), line.start, line.quote),
            ("terrace|opt|--x=a b", 4, Some('"'))
        );
        let line = split_line("terrace  run a\\ b --emit=l", "=");
        assert_eq!(
            (line.words.join("|").as_str(), line.start, line.quote),
            ("terrace|run|a b|--emit=l", 7, None)
        );
        assert_eq!(split_line("terrace ", "=").words, ["terrace", ""]);
        assert_eq!(split_line("", "=").words, [""]);
    }

    #[test]
    fn what_a_shell_would_take_apart_is_escaped() {
        assert_eq!(quoted("a b(", None), "a\\ b\\(");
        assert_eq!(quoted("a b($x", Some('"')), "a b(\\$x");
        assert_eq!(quoted("a$b", Some('\'')), "a$b");
    }
}
