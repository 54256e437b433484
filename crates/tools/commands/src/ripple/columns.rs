//! Columns of sources: clang compiles preprocessed text, in which lines with macros are longer.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;

/// Maps columns of preprocessed text to those of its source.
pub struct Columns {
    /// The preprocessed text, with line markers.
    text: Vec<u8>,
    /// The directory in which names of files begin.
    cwd: PathBuf,
    /// The lines of the text, by file and number; `None` if it has several parts of one.
    lines: OnceCell<HashMap<(String, u32), Option<Range<usize>>>>,
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
fn lines_of(text: &[u8]) -> HashMap<(String, u32), Option<Range<usize>>> {
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
fn tokens(line: &[u8]) -> Vec<Range<usize>> {
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

/// Maps a column of a preprocessed line to the original line: of what a macro became, to the argument it is, or else to
/// the macro's name.
fn original(source: &[u8], expanded: &[u8], column: u32) -> u32 {
    let (from, to) = (tokens(source), tokens(expanded));
    if from.len() > MOST_TOKENS || to.len() > MOST_TOKENS || from.is_empty() {
        return column;
    }
    let lines = Lines { source, from, expanded, to };
    let wanted = (column as usize).saturating_sub(1);
    let Some(at) = lines.to.iter().position(|token| wanted < token.end) else {
        return lines.from.last().map_or(column, |token| token.end as u32);
    };
    let of = lines.aligned().unwrap_or_else(|| {
        let all = 0..lines.from.len();
        let matched = lines.common(all, 0..lines.to.len());
        // Tokens that are not in the source are attributed to the next one that is.
        let mut next = lines.from.len() - 1;
        let mut found: Vec<usize> = matched
            .iter()
            .rev()
            .map(|of| {
                next = of.unwrap_or(next);
                next
            })
            .collect();
        found.reverse();
        found
    })[at];
    let (token, start) = (&lines.to[at], lines.from[of].start);
    let inside = if lines.same(of, at) { wanted.saturating_sub(token.start) } else { 0 };
    (start + inside) as u32 + 1
}

/// The tokens of a line of the source, and of the same line after preprocessing.
struct Lines<'l> {
    source: &'l [u8],
    from: Vec<Range<usize>>,
    expanded: &'l [u8],
    to: Vec<Range<usize>>,
}

/// The cost of what cannot be.
const NEVER: u16 = u16::MAX;

impl Lines<'_> {
    fn text(&self, token: usize) -> &[u8] {
        &self.source[self.from[token].clone()]
    }

    fn same(&self, from: usize, to: usize) -> bool {
        self.text(from) == &self.expanded[self.to[to].clone()]
    }

    /// The token after the arguments of a macro, if it has any.
    fn after_arguments(&self, name: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in name + 1..self.from.len() {
            match self.text(at) {
                b"(" => depth += 1,
                b")" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return (at > name + 1).then_some(at + 1);
            }
        }
        None
    }

    /// The tokens of the source of which those of the preprocessed line are, if the lines differ by macros alone: all
    /// other tokens are the same. Of several ways, one with the fewest macros is taken.
    fn aligned(&self) -> Option<Vec<usize>> {
        let (count, width) = (self.from.len(), self.to.len() + 1);
        // The fewest macros from a token of each line on, and where a macro may go on before.
        let mut fewest = vec![NEVER; (count + 1) * width];
        let mut within = vec![NEVER; (count + 1) * width];
        fewest[count * width + width - 1] = 0;
        within[count * width..].fill(0);
        let after: Vec<Option<usize>> = (0..count).map(|name| self.after_arguments(name)).collect();
        let is_name = |token: usize| {
            self.text(token).first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
        };
        for i in (0..count).rev() {
            for j in (0..width).rev() {
                let mut best = match j + 1 < width && self.same(i, j) {
                    true => fewest[(i + 1) * width + j + 1],
                    false => NEVER,
                };
                if is_name(i) {
                    let arguments = after[i].map_or(NEVER, |end| within[end * width + j]);
                    best = best.min(within[(i + 1) * width + j].min(arguments).saturating_add(1));
                }
                fewest[i * width + j] = best;
                let later = if j + 1 < width { within[i * width + j + 1] } else { NEVER };
                within[i * width + j] = best.min(later);
            }
        }
        if fewest[0] == NEVER {
            return None;
        }
        let mut found = Vec::with_capacity(self.to.len());
        let mut i = 0;
        while i < count {
            let j = found.len();
            let best = fewest[i * width + j];
            if j + 1 < width && self.same(i, j) && fewest[(i + 1) * width + j + 1] == best {
                found.push(i);
                i += 1;
                continue;
            }
            let is_macro = |&end: &usize| within[end * width + j].saturating_add(1) == best;
            let end = after[i].filter(is_macro).unwrap_or(i + 1);
            let rest = (j..width).find(|&rest| fewest[end * width + rest] == within[end * width + j])?;
            found.extend(self.common(i + 1..end, j..rest).into_iter().map(|of| of.unwrap_or(i)));
            i = end;
        }
        (found.len() + 1 == width).then_some(found)
    }

    /// For each of some tokens of the preprocessed line, which of some tokens of the source it is, by a longest common
    /// subsequence.
    fn common(&self, from: Range<usize>, to: Range<usize>) -> Vec<Option<usize>> {
        let width = to.len() + 1;
        let mut longest = vec![0_u16; (from.len() + 1) * width];
        for (row, i) in from.clone().enumerate().rev() {
            for (at, j) in to.clone().enumerate().rev() {
                longest[row * width + at] = match self.same(i, j) {
                    true => longest[(row + 1) * width + at + 1] + 1,
                    false => longest[(row + 1) * width + at].max(longest[row * width + at + 1]),
                };
            }
        }
        let (mut row, mut found) = (0, Vec::with_capacity(to.len()));
        while found.len() < to.len() {
            let at = found.len();
            if row == from.len() {
                found.push(None);
            } else if self.same(from.start + row, to.start + at) {
                found.push(Some(from.start + row));
                row += 1;
            } else if longest[(row + 1) * width + at] > longest[row * width + at + 1] {
                row += 1;
            } else {
                found.push(None);
            }
        }
        found
    }
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
        // The same tokens are in macros and beside them.
        let source = b"for (i = 0; i < n; ++i) y[i] = x[IDX(i, n)] * q; y[2] = IDX(x[v], q);";
        let expanded = b"for (i = 0; i < n; ++i) y[i] = x[((i) * (n) + 1)] * q; y[2] = ((x[v]) * (q) + 1);";
        for same in [&b"y[2]"[..], b"= x[", b"x[v]", b"q; y"] {
            assert_eq!(original(source, expanded, at(expanded, same)), at(source, same));
        }
        assert_eq!(original(source, expanded, at(expanded, b"= ((x")), at(source, b"= IDX(x"));
        assert_eq!(original(source, expanded, at(expanded, b"+ 1)] *")), at(source, b"IDX(i"));
        assert_eq!(original(b"", expanded, 7), 7);
    }

    #[test]
    fn lines_of_several_parts_stay_as_they_are() {
        let columns = Columns::new(b"# 3 \"a.c\"\nint x;\n# 3 \"a.c\" 3\nint y;\n".to_vec(), PathBuf::new());
        assert_eq!(columns.column("a.c", 3, 5), 5);
        assert_eq!(columns.column("b.c", 3, 5), 5);
    }
}
