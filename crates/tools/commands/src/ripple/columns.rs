//! Columns of sources: clang compiles preprocessed text, in which lines with macros are longer.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::PathBuf;

/// Maps columns of preprocessed text to those of its source.
pub struct Columns {
    /// The preprocessed text, with line markers.
    text: Vec<u8>,
    /// The directory in which names of files begin.
    cwd: PathBuf,
    /// The lines of the text, by file and number; `None` if it has several parts of one.
    lines: OnceCell<HashMap<(String, u32), Option<std::ops::Range<usize>>>>,
    files: std::cell::RefCell<HashMap<String, Vec<Vec<u8>>>>,
}

/// Lines with more tokens are not compared.
const MOST_TOKENS: usize = 1000;

impl Columns {
    /// The columns of a preprocessed text.
    pub fn new(text: Vec<u8>, cwd: PathBuf) -> Self {
        Self { text, cwd, lines: OnceCell::new(), files: std::cell::RefCell::default() }
    }

    /// Returns the column of a source for a column of the preprocessed text: that of the macro's name within
    /// an expansion; the same column if the mapping is unknown. Both are in bytes, from one.
    pub fn column(&self, file: &str, line: u32, column: u32) -> u32 {
        let lines = self.lines.get_or_init(|| lines_of(&self.text));
        let Some(Some(range)) = lines.get(&(file.to_owned(), line)) else { return column };
        let expanded = &self.text[range.clone()];
        let mut files = self.files.borrow_mut();
        let source = files.entry(file.to_owned()).or_insert_with(|| {
            let text = std::fs::read(self.cwd.join(file)).unwrap_or_default();
            text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
        });
        let Some(source) = (line as usize).checked_sub(1).and_then(|line| source.get(line)) else {
            return column;
        };
        original(source, expanded, column)
    }
}

/// The lines of a preprocessed text, by its line markers.
fn lines_of(text: &[u8]) -> HashMap<(String, u32), Option<std::ops::Range<usize>>> {
    let mut lines = HashMap::new();
    let (mut file, mut number, mut start) = (String::new(), 1_u32, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let range = start..start + line.len();
        start = range.end;
        if let Some((to, name)) = marker(line) {
            (number, file) = (to, name);
            continue;
        }
        if !line.trim_ascii().is_empty() {
            lines.entry((file.clone(), number)).and_modify(|range| *range = None).or_insert(Some(range));
        }
        number = number.saturating_add(1);
    }
    lines
}

/// The line and the file that a line marker is about.
fn marker(line: &[u8]) -> Option<(u32, String)> {
    let text = std::str::from_utf8(line.strip_prefix(b"# ")?).ok()?;
    let (number, rest) = text.split_once(" \"")?;
    let name = rest.rsplit_once('"')?.0;
    Some((number.parse().ok()?, name.replace("\\\\", "\\").replace("\\\"", "\"")))
}

/// The tokens of a line, without comments: from where to where each is.
fn tokens(line: &[u8]) -> Vec<std::ops::Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let (mut found, mut at) = (Vec::new(), 0);
    while at < line.len() {
        let rest = &line[at..];
        let length = match rest[0] {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if rest.starts_with(b"//") => break,
            b'/' if rest.starts_with(b"/*") => {
                at += rest.windows(2).position(|two| two == b"*/").map_or(rest.len(), |end| end + 2);
                continue;
            }
            byte if is_word(byte) => rest.iter().take_while(|&&byte| is_word(byte)).count(),
            quote @ (b'"' | b'\'') => {
                let mut end = 1;
                while end < rest.len() && rest[end] != quote {
                    end += if rest[end] == b'\\' { 2 } else { 1 };
                }
                (end + 1).min(rest.len())
            }
            _ => 1,
        };
        found.push(at..at + length);
        at += length;
    }
    found
}

/// Maps a column of a preprocessed line to the original line. Their tokens are matched by a longest common
/// subsequence.
fn original(source: &[u8], expanded: &[u8], column: u32) -> u32 {
    let (from, to) = (tokens(source), tokens(expanded));
    if from.len() > MOST_TOKENS || to.len() > MOST_TOKENS || from.is_empty() {
        return column;
    }
    let same = |i: usize, j: usize| source[from[i].clone()] == expanded[to[j].clone()];
    let width = to.len() + 1;
    let mut longest = vec![0_u16; (from.len() + 1) * width];
    for i in (0..from.len()).rev() {
        for j in (0..to.len()).rev() {
            longest[i * width + j] = match same(i, j) {
                true => longest[(i + 1) * width + j + 1] + 1,
                false => longest[(i + 1) * width + j].max(longest[i * width + j + 1]),
            };
        }
    }
    let wanted = (column as usize).saturating_sub(1);
    let (mut i, mut j) = (0, 0);
    while i < from.len() && j < to.len() {
        if same(i, j) {
            if wanted < to[j].end {
                let inside = wanted.saturating_sub(to[j].start);
                return (from[i].start + inside) as u32 + 1;
            }
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] > longest[i * width + j + 1] {
            i += 1;
        } else {
            // Tokens that are not in the source are attributed to the next macro in it.
            if wanted < to[j].end {
                return from[i].start as u32 + 1;
            }
            j += 1;
        }
    }
    from.get(i).or(from.last()).map_or(column, |token| token.start as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_the_source() {
        let source = b"void f(float *x) { block B = BLOCK(8); size v = id(B, 0); /* id */ x[0] = x[v]; }";
        let expanded = b"void f(float *x) { block B = set((8), 1, 2, id); size v = id(B, 0); x[0] = x[v]; }";
        let at = |text: &[u8], of: &[u8]| {
            text.windows(of.len()).rposition(|part| part == of).expect("it is there") as u32 + 1
        };
        for same in [&b"x[v]"[..], b"x[0]", b"id(B", b"size v", b"block B", b"float"] {
            assert_eq!(original(source, expanded, at(expanded, same)), at(source, same));
        }
        // All tokens of an expansion map to the macro's name.
        let name = at(source, b"BLOCK");
        assert_eq!(original(source, expanded, at(expanded, b"set")), name);
        assert_eq!(original(source, source, 12), 12);
        assert_eq!(original(b"", expanded, 7), 7);
    }

    #[test]
    fn lines_of_several_parts_stay_as_they_are() {
        let columns = Columns::new(b"# 3 \"a.c\"\nint x;\n# 3 \"a.c\" 3\nint y;\n".to_vec(), PathBuf::new());
        assert_eq!(columns.column("a.c", 3, 5), 5);
        assert_eq!(columns.column("b.c", 3, 5), 5);
    }
}
