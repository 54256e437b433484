//! The syntax of POSIX extended regular expressions, with the choices of the library that `llvm::Regex` is
//! based on.

use super::byte_set::ByteSet;

/// An error in an expression; the text is the library's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError(pub(crate) &'static str);

/// A parsed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Empty,
    Byte(u8),
    /// Any byte but a newline.
    Any,
    Class(ByteSet),
    LineStart,
    LineEnd,
    WordStart,
    WordEnd,
    Group(usize, Box<Node>),
    Backref(usize),
    Concat(Vec<Node>),
    Alternate(Vec<Node>),
    Repeat {
        node: Box<Node>,
        min: u32,
        max: Option<u32>,
    },
}

/// An expression with the properties that an engine needs.
#[derive(Debug)]
pub(crate) struct Ast {
    pub(crate) root: Node,
    pub(crate) groups: usize,
    pub(crate) has_backref: bool,
}

/// Nesting beyond this is refused, so that no input exhausts the stack.
const MAX_DEPTH: usize = 200;
/// The largest count in a bound, by POSIX.
const MAX_REPEAT: u32 = 255;

const NOT_BALANCED: SyntaxError = SyntaxError("parentheses not balanced");
const BAD_REPEAT: SyntaxError = SyntaxError("repetition-operator operand invalid");
const BRACKET: SyntaxError = SyntaxError("brackets ([ ]) not balanced");
const BRACE: SyntaxError = SyntaxError("braces not balanced");
const BAD_COUNT: SyntaxError = SyntaxError("invalid repetition count(s)");

/// Parses an extended expression.
pub(crate) fn parse(pattern: &[u8]) -> Result<Ast, SyntaxError> {
    let mut parser =
        Parser { text: pattern, pos: 0, groups: 0, closed: Vec::new(), has_backref: false, depth: 0 };
    if pattern.is_empty() {
        return Err(SyntaxError("empty (sub)expression"));
    }
    let root = parser.alternation(None)?;
    if parser.pos < pattern.len() {
        return Err(NOT_BALANCED);
    }
    Ok(Ast { root, groups: parser.groups, has_backref: parser.has_backref })
}

struct Parser<'a> {
    text: &'a [u8],
    pos: usize,
    groups: usize,
    /// Whether group `i + 1` is closed, hence may be referred to.
    closed: Vec<bool>,
    has_backref: bool,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.pos).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let hit = self.peek() == Some(byte);
        self.pos += usize::from(hit);
        hit
    }

    fn alternation(&mut self, stop: Option<u8>) -> Result<Node, SyntaxError> {
        let mut branches = Vec::new();
        loop {
            let mut parts = Vec::new();
            while let Some(byte) = self.peek() {
                if byte == b'|' || Some(byte) == stop {
                    break;
                }
                parts.push(self.piece()?);
            }
            branches.push(match parts.len() {
                0 => return Err(SyntaxError("empty (sub)expression")),
                1 => parts.remove(0),
                _ => Node::Concat(parts),
            });
            if !self.eat(b'|') {
                break;
            }
        }
        // POSIX wants the longest alternative: for plain literals that is a matter of order.
        if branches.iter().all(|branch| literal_len(branch).is_some()) {
            branches.sort_by_key(|branch| std::cmp::Reverse(literal_len(branch)));
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Alternate(branches) })
    }

    fn piece(&mut self) -> Result<Node, SyntaxError> {
        let (atom, anchor) = self.atom()?;
        let Some((min, max)) = self.bound()? else { return Ok(atom) };
        if anchor || self.at_bound() {
            return Err(BAD_REPEAT);
        }
        Ok(Node::Repeat { node: Box::new(atom), min, max })
    }

    /// Whether a repetition operator stands here; a brace without a digit is an ordinary character.
    fn at_bound(&self) -> bool {
        match self.peek() {
            Some(b'*' | b'+' | b'?') => true,
            Some(b'{') => self.text.get(self.pos + 1).is_some_and(u8::is_ascii_digit),
            _ => false,
        }
    }

    fn bound(&mut self) -> Result<Option<(u32, Option<u32>)>, SyntaxError> {
        if !self.at_bound() {
            return Ok(None);
        }
        let operator = self.text[self.pos];
        self.pos += 1;
        Ok(Some(match operator {
            b'*' => (0, None),
            b'+' => (1, None),
            b'?' => (0, Some(1)),
            _ => {
                let min = self.count()?;
                let max = match self.eat(b',') {
                    false => Some(min),
                    true if self.peek().is_some_and(|b| b.is_ascii_digit()) => Some(self.count()?),
                    true => None,
                };
                if max.is_some_and(|max| max < min) {
                    return Err(BAD_COUNT);
                }
                if !self.eat(b'}') {
                    return Err(if self.text[self.pos..].contains(&b'}') { BAD_COUNT } else { BRACE });
                }
                (min, max)
            }
        }))
    }

    fn count(&mut self) -> Result<u32, SyntaxError> {
        let mut count = 0;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            count = count * 10 + u32::from(digit - b'0');
            if count > MAX_REPEAT {
                return Err(BAD_COUNT);
            }
            self.pos += 1;
        }
        Ok(count)
    }

    /// One atom, and whether it is an anchor that may not be repeated.
    fn atom(&mut self) -> Result<(Node, bool), SyntaxError> {
        let byte = self.text[self.pos];
        self.pos += 1;
        let node = match byte {
            b'(' => self.group()?,
            b')' => return Err(NOT_BALANCED),
            b'^' => return Ok((Node::LineStart, true)),
            b'$' => Node::LineEnd,
            b'*' | b'+' | b'?' => return Err(BAD_REPEAT),
            b'.' => Node::Any,
            b'[' => self.bracket()?,
            b'\\' => {
                let escaped = self.peek().ok_or(SyntaxError("trailing backslash (\\)"))?;
                self.pos += 1;
                match escaped {
                    b'1'..=b'9' => {
                        let group = usize::from(escaped - b'0');
                        if !self.closed.get(group - 1).copied().unwrap_or(false) {
                            return Err(SyntaxError("invalid backreference number"));
                        }
                        self.has_backref = true;
                        Node::Backref(group)
                    }
                    _ => Node::Byte(escaped),
                }
            }
            b'{' if self.peek().is_some_and(|b| b.is_ascii_digit()) => return Err(BAD_REPEAT),
            _ => Node::Byte(byte),
        };
        Ok((node, false))
    }

    fn group(&mut self) -> Result<Node, SyntaxError> {
        self.groups += 1;
        let index = self.groups;
        self.closed.push(false);
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(SyntaxError("out of memory"));
        }
        let inner = if self.peek() == Some(b')') { Node::Empty } else { self.alternation(Some(b')'))? };
        self.depth -= 1;
        if !self.eat(b')') {
            return Err(NOT_BALANCED);
        }
        self.closed[index - 1] = true;
        Ok(Node::Group(index, Box::new(inner)))
    }

    /// A bracket expression after its `[`; a backslash in it is an ordinary character.
    fn bracket(&mut self) -> Result<Node, SyntaxError> {
        for (word, node) in [(b"[:<:]]", Node::WordStart), (b"[:>:]]", Node::WordEnd)] {
            if self.text[self.pos..].starts_with(word) {
                self.pos += word.len();
                return Ok(node);
            }
        }
        let mut set = ByteSet::default();
        let negated = self.eat(b'^');
        if self.eat(b']') {
            set.insert(b']');
        } else if self.eat(b'-') {
            set.insert(b'-');
        }
        loop {
            match self.peek().ok_or(BRACKET)? {
                b']' => break,
                b'-' if self.text.get(self.pos + 1) == Some(&b']') => {
                    set.insert(b'-');
                    self.pos += 1;
                }
                b'[' if self.text.get(self.pos + 1) == Some(&b':') => {
                    let name = self.delimited(b':')?;
                    set.insert_all(class(name).ok_or(SyntaxError("invalid character class"))?);
                }
                b'[' if self.text.get(self.pos + 1) == Some(&b'=') => {
                    let element = collating(self.delimited(b'=')?)?;
                    set.insert(element);
                }
                b'-' => return Err(SyntaxError("invalid character range")),
                _ => {
                    let start = self.bracket_symbol()?;
                    let is_range = self.peek() == Some(b'-')
                        && self.text.get(self.pos + 1).is_some_and(|&next| next != b']');
                    let end = if is_range {
                        self.pos += 1;
                        if self.eat(b'-') { b'-' } else { self.bracket_symbol()? }
                    } else {
                        start
                    };
                    if start > end {
                        return Err(SyntaxError("invalid character range"));
                    }
                    set.insert_all(start..=end);
                }
            }
        }
        self.pos += 1;
        if negated {
            set.complement();
            set.remove(b'\n');
        }
        Ok(Node::Class(set))
    }

    fn bracket_symbol(&mut self) -> Result<u8, SyntaxError> {
        if self.text[self.pos..].starts_with(b"[.") {
            return collating(self.delimited(b'.')?);
        }
        let byte = self.peek().ok_or(BRACKET)?;
        self.pos += 1;
        Ok(byte)
    }

    /// The text of `[:text:]`, `[=text=]` or `[.text.]`.
    fn delimited(&mut self, mark: u8) -> Result<&[u8], SyntaxError> {
        let start = self.pos + 2;
        let rest = self.text.get(start..).ok_or(BRACKET)?;
        let len = rest.windows(2).position(|pair| pair == [mark, b']']).ok_or(BRACKET)?;
        self.pos = start + len + 2;
        Ok(&rest[..len])
    }
}

/// The length of the matches of an expression without alternatives and repetitions.
fn literal_len(node: &Node) -> Option<usize> {
    match node {
        Node::Byte(_) | Node::Any | Node::Class(_) => Some(1),
        Node::Concat(parts) => parts.iter().map(literal_len).sum(),
        _ => None,
    }
}

fn collating(name: &[u8]) -> Result<u8, SyntaxError> {
    match name {
        [byte] => Ok(*byte),
        b"tab" => Ok(b'\t'),
        b"newline" => Ok(b'\n'),
        b"space" => Ok(b' '),
        _ => Err(SyntaxError("invalid collating element")),
    }
}

fn class(name: &[u8]) -> Option<Vec<u8>> {
    let test: fn(&u8) -> bool = match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |b| matches!(b, b' ' | b'\t'),
        b"cntrl" => u8::is_ascii_control,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |b| b.is_ascii_graphic() || *b == b' ',
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |b| matches!(b, b' ' | b'\t'..=b'\r'),
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    };
    Some((0..=255).filter(test).collect())
}

/// Rewrites a basic expression as an extended one: the escaped and the plain form of `(){}|+?` change places.
pub(crate) fn basic_to_extended(pattern: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(pattern.len() + 8);
    let mut pos = 0;
    while pos < pattern.len() {
        let byte = pattern[pos];
        pos += 1;
        match byte {
            b'\\' if pos < pattern.len() => {
                let next = pattern[pos];
                pos += 1;
                match next {
                    b'(' | b')' | b'{' | b'}' | b'|' | b'+' | b'?' => out.push(next),
                    _ => out.extend([b'\\', next]),
                }
            }
            b'(' | b')' | b'{' | b'}' | b'|' | b'+' | b'?' => out.extend([b'\\', byte]),
            // A star without an operand is literal.
            b'*' if out.is_empty() || out.as_slice() == b"^" || out.ends_with(b"(") => out.extend(b"\\*"),
            b'[' => {
                let close = bracket_end(&pattern[pos..]).map_or(pattern.len(), |len| pos + len);
                out.push(b'[');
                out.extend(&pattern[pos..close]);
                pos = close;
            }
            _ => out.push(byte),
        }
    }
    out
}

/// The length of a bracket expression after its `[`, with its `]`.
fn bracket_end(text: &[u8]) -> Option<usize> {
    let mut pos = usize::from(text.first() == Some(&b'^'));
    pos += usize::from(text.get(pos) == Some(&b']'));
    while pos < text.len() {
        match (text[pos], text.get(pos + 1)) {
            (b']', _) => return Some(pos + 1),
            (b'[', Some(&mark @ (b':' | b'.' | b'='))) => {
                let rest = &text[pos + 2..];
                pos += 4 + rest.windows(2).position(|pair| pair == [mark, b']'])?;
            }
            _ => pos += 1,
        }
    }
    None
}
