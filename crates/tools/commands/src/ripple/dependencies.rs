//! Dependency files, from which the headers of the run are removed: they are part of the program.

use std::path::Path;

/// Returns the rules of a dependency file without the files below a directory.
pub fn without(rules: &str, dir: &Path) -> String {
    let dir = escaped(&dir.to_string_lossy());
    let joined = rules.replace("\\\r\n", " ").replace("\\\n", " ");
    let mut out = String::new();
    for rule in joined.lines() {
        let words: Vec<&str> = split(rule);
        let is_own = |word: &&str| word.starts_with(&dir);
        match words.split_first() {
            // A rule without prerequisites, as -MP writes them.
            Some((target, _)) if is_own(target) => {}
            Some((target, files)) => {
                out.push_str(target);
                for file in files.iter().filter(|file| !is_own(file)) {
                    out.push_str(if file.ends_with(':') { " " } else { " \\\n  " });
                    out.push_str(file);
                }
                out.push('\n');
            }
            None => out.push('\n'),
        }
    }
    out
}

/// Returns the files that rules name, targets among them.
pub fn files(rules: &str) -> Vec<String> {
    let joined = rules.replace("\\\r\n", " ").replace("\\\n", " ");
    let words = joined.lines().flat_map(split);
    words.map(|word| word.replace("\\ ", " ").replace("\\#", "#").replace("$$", "$")).collect()
}

/// A path as dependency files write it.
fn escaped(path: &str) -> String {
    path.replace(' ', "\\ ").replace('#', "\\#").replace('$', "$$")
}

/// Splits a rule at blanks that no backslash precedes.
fn split(rule: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut quoted) = (None, false);
    for (at, char) in rule.char_indices() {
        let separates = char.is_whitespace() && !quoted;
        match (separates, start) {
            (true, Some(from)) => {
                words.push(&rule[from..at]);
                start = None;
            }
            (false, None) => start = Some(at),
            _ => {}
        }
        quoted = char == '\\' && !quoted;
    }
    words.extend(start.map(|from| &rule[from..]));
    words
}

#[cfg(test)]
mod tests {
    use super::{files, without};
    use std::path::Path;

    #[test]
    fn own_headers_are_removed() {
        let rules = "a.o: a\\ b.c /tmp/t/ripple.h \\\n  /usr/include/x.h /tmp/t/ripple/zip.h\n/tmp/t/ripple.h:\n/usr/include/x.h:\n";
        let wanted = "a.o: \\\n  a\\ b.c \\\n  /usr/include/x.h\n/usr/include/x.h:\n";
        assert_eq!(without(rules, Path::new("/tmp/t")), wanted);
    }

    #[test]
    fn files_have_their_names() {
        assert_eq!(files("a.o: a\\ b.c \\\n  c\\#$$.h\n"), ["a.o:", "a b.c", "c#$.h"]);
    }
}
