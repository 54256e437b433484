//! Response files: `@file` stands for the arguments in a file.

use std::path::Path;

/// The maximum nesting of response files.
const MAX_DEPTH: usize = 32;

/// Replaces `@file` by the arguments in the file.
pub(super) fn expand_files(args: &[String], cwd: &Path) -> Result<Vec<String>, String> {
    let mut expanded = Vec::new();
    let mut pending: Vec<(String, usize)> = args.iter().rev().map(|arg| (arg.clone(), 0)).collect();
    while let Some((arg, depth)) = pending.pop() {
        let Some(file) = arg.strip_prefix('@') else {
            expanded.push(arg);
            continue;
        };
        let Ok(text) = std::fs::read_to_string(cwd.join(file)) else {
            // As clang: an unreadable response file is taken as an input's name.
            expanded.push(arg);
            continue;
        };
        if depth == MAX_DEPTH {
            return Err(format!("response file '{file}' is nested too deeply"));
        }
        pending.extend(words(&text).into_iter().rev().map(|word| (word, depth + 1)));
    }
    Ok(expanded)
}

/// Splits a response file: whitespace separates, quotes and backslashes quote.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match (quote, char) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(char),
            (_, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some(_), _) => word.get_or_insert_default().push(char),
            (None, '\'' | '"') => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            (None, _) if char.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn response_files() {
        assert_eq!(words("-c 'a b'\\ c \"d\\\"e\"\n''  -DX=1"), ["-c", "a b c", "d\"e", "", "-DX=1"]);
    }
}
