//! One pattern: plain text, `{{regex}}`, `[[string variables]]` and `[[#numeric blocks]]`.

use super::directive::DirectiveKind;
use super::numeric::{self, Block, EvalError, Expr, Format, Scope};
use super::options::CheckOptions;
use super::source::{Failure, Source};
use super::variables::{NumericVariable, Variables};
use crate::posix::{self, Ere, Flags};
use std::collections::BTreeSet;
use std::ops::Range;

/// The state shared by parsing and matching patterns.
#[derive(Debug)]
pub(super) struct Context<'a> {
    pub(super) options: &'a CheckOptions,
    pub(super) vars: Variables,
    /// String variables that some pattern defines, for collisions with numeric ones.
    defined: BTreeSet<String>,
}

/// A part of an expression that is put together when it is matched.
#[derive(Clone, Debug)]
enum Piece {
    /// Expression source.
    Regex(Vec<u8>),
    /// The value of a string variable, quoted.
    Variable { name: String, offset: usize },
    /// The value of an expression.
    Number { offset: usize, source: String, expr: Expr, format: Format },
}

#[derive(Clone, Debug)]
enum Body {
    Eof,
    Fixed(Vec<u8>),
    /// An expression without substitutions, compiled once.
    Regex(std::sync::Arc<Ere>, Vec<u8>),
    Pieces(Vec<Piece>),
}

/// A parsed pattern.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    body: Body,
    kind: DirectiveKind,
    /// String variables with the groups that capture them.
    strings: Vec<(String, usize)>,
    /// Numeric variables with the groups that capture them.
    numbers: Vec<(String, usize)>,
}

/// A match, relative to the start of the searched region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The reason why a pattern does not match.
#[derive(Debug)]
pub(super) enum NoMatch {
    NotFound,
    /// The pattern cannot be matched at all (undefined variables, overflow): messages with offsets in its source.
    Invalid(Vec<(Option<usize>, String)>),
}

impl<'a> Context<'a> {
    pub(super) fn new(options: &'a CheckOptions) -> Self {
        Self { options, vars: Variables::default(), defined: BTreeSet::new() }
    }

    /// Applies the `-D` options.
    pub(super) fn define_from_command_line(&mut self) -> Result<(), Failure> {
        for (i, define) in self.options.defines.iter().enumerate() {
            let shown = format!("Global define #{}: {define}", i + 1);
            let place = Source { name: "Global defines".to_owned(), text: shown.into_bytes() };
            let base = place.text.len() - define.len();
            let error = |at: usize, message: String| Failure::at(&place, base + at, message);
            let Some((name, value)) = define.split_once('=') else { continue };
            if let Some(name) = name.strip_prefix('#') {
                let block = format!("{name}:{value}");
                let mut scope =
                    Scope { vars: &mut self.vars, strings: &self.defined, in_directive: &[], line: None };
                let parsed = numeric::parse_block(&block, false, &mut scope)
                    .map_err(|(at, text)| error(at + 1, text))?;
                let value = match &parsed.expr {
                    Some(expr) => expr.eval(&self.vars).map_err(|e| error(1, eval_message(&e)))?,
                    None => return Err(error(1, "missing numeric expression".to_owned())),
                };
                if let Some(name) = parsed.defines {
                    let text = parsed.format.print(value).map_err(|text| error(1, text.to_owned()))?;
                    let variable =
                        NumericVariable { format: parsed.format, value: Some(value), text: text.into() };
                    self.vars.numbers.insert(name, variable);
                }
                continue;
            }
            match numeric::variable_name(name) {
                Ok((whole, false)) if whole == name => {}
                _ => return Err(error(0, format!("invalid name in string variable definition '{name}'"))),
            }
            if self.vars.numbers.contains_key(name) {
                return Err(error(0, format!("numeric variable with name '{name}' already exists")));
            }
            self.defined.insert(name.to_owned());
            self.vars.strings.insert(name.to_owned(), value.as_bytes().to_vec());
        }
        Ok(())
    }
}

fn eval_message(error: &EvalError) -> String {
    match error {
        EvalError::Undefined(name, _) => format!("undefined variable: {name}"),
        EvalError::Overflow => {
            "unable to substitute variable or numeric expression: overflow error".to_owned()
        }
    }
}

impl Pattern {
    /// The pattern that matches at the end of the input.
    pub(super) fn eof() -> Self {
        Self { body: Body::Eof, kind: DirectiveKind::Eof, strings: Vec::new(), numbers: Vec::new() }
    }

    /// Parses the pattern in a range of the check text.
    pub(super) fn parse(
        source: &Source,
        range: Range<usize>,
        kind: DirectiveKind,
        literal: bool,
        prefix: &str,
        line: Option<usize>,
        cx: &mut Context<'_>,
    ) -> Result<Self, Failure> {
        let options = cx.options;
        let full_lines = options.match_full_lines && kind != DirectiveKind::Not;
        let mut text = &source.text[range.clone()];
        if !(options.strict_whitespace && options.match_full_lines) {
            while let [rest @ .., b' ' | b'\t'] = text {
                text = rest;
            }
        }
        let fail = |message: String| Err(Failure::at(source, range.start, message));
        let mut pattern = Self { body: Body::Eof, kind, strings: Vec::new(), numbers: Vec::new() };
        match (text.is_empty(), kind) {
            (true, DirectiveKind::Empty) => {
                let ere = Ere::new(b"(\n$)", Flags::default());
                return match ere {
                    Ok(ere) => {
                        pattern.body = Body::Regex(ere.into(), b"(\n$)".to_vec());
                        Ok(pattern)
                    }
                    Err(error) => fail(error.0.to_owned()),
                };
            }
            (false, DirectiveKind::Empty) => {
                return fail(format!("found non-empty check string for empty check with prefix '{prefix}:'"));
            }
            (true, _) => return fail(format!("found empty check string with prefix '{prefix}:'")),
            _ => {}
        }
        let special = |text: &[u8]| text.windows(2).any(|two| two == b"{{" || two == b"[[");
        if literal || (!full_lines && !special(text)) {
            pattern.body = Body::Fixed(text.to_vec());
            return Ok(pattern);
        }
        let mut builder = Builder {
            source,
            base: range.start,
            line,
            pieces: Vec::new(),
            next_group: 1,
            pattern: &mut pattern,
            cx,
        };
        let blanks: &[u8] = if options.strict_whitespace { b"" } else { b" *" };
        if full_lines {
            builder.push(b"^");
            builder.push(blanks);
        }
        builder.build(text)?;
        if full_lines {
            builder.push(blanks);
            builder.push(b"$");
        }
        let mut pieces = builder.pieces;
        pattern.body = match pieces.as_mut_slice() {
            [Piece::Regex(regex)] => match Ere::new(regex, Flags { ignore_case: options.ignore_case }) {
                Ok(ere) => Body::Regex(ere.into(), std::mem::take(regex)),
                // Each part is a valid expression, the whole may not be; then nothing matches.
                Err(_) => Body::Pieces(pieces),
            },
            _ => Body::Pieces(pieces),
        };
        Ok(pattern)
    }

    /// Whether the pattern defines a string variable or uses any variable.
    pub(super) fn has_variable(&self) -> bool {
        let uses = match &self.body {
            Body::Pieces(pieces) => pieces.iter().any(|piece| !matches!(piece, Piece::Regex(_))),
            _ => false,
        };
        uses || !self.strings.is_empty()
    }

    /// The pattern's text, for suggestions of the intended match.
    pub(super) fn example(&self) -> Vec<u8> {
        match &self.body {
            Body::Eof => Vec::new(),
            Body::Fixed(text) | Body::Regex(_, text) => text.clone(),
            Body::Pieces(pieces) => {
                let parts = pieces.iter().filter_map(|piece| match piece {
                    Piece::Regex(regex) => Some(regex.as_slice()),
                    _ => None,
                });
                parts.collect::<Vec<_>>().concat()
            }
        }
    }

    /// Returns notes with the values of the pattern's variables and expressions.
    pub(super) fn substitutions(&self, vars: &Variables) -> Vec<String> {
        let Body::Pieces(pieces) = &self.body else { return Vec::new() };
        let show = |piece: &Piece| match piece {
            Piece::Regex(_) => None,
            Piece::Variable { name, .. } => {
                let value = String::from_utf8_lossy(vars.strings.get(name)?).into_owned();
                Some(format!("with \"{name}\" equal to \"{}\"", value.escape_debug()))
            }
            Piece::Number { source, expr, format, .. } => {
                let value = format.print(expr.eval(vars).ok()?).ok()?;
                Some(format!("with \"{source}\" equal to \"{value}\""))
            }
        };
        pieces.iter().filter_map(show).collect()
    }

    /// Finds the first match in `region` and records the variables that it defines.
    pub(super) fn find(&self, region: &[u8], cx: &mut Context<'_>) -> Result<Match, NoMatch> {
        let flags = Flags { ignore_case: cx.options.ignore_case };
        let regex = match &self.body {
            Body::Eof => return Ok(Match { start: region.len(), end: region.len() }),
            Body::Fixed(text) => {
                let start = if flags.ignore_case {
                    find_ignoring_case(region, text)
                } else {
                    memchr::memmem::find(region, text)
                };
                return start.map(|start| Match { start, end: start + text.len() }).ok_or(NoMatch::NotFound);
            }
            Body::Regex(regex, _) => regex.clone(),
            Body::Pieces(pieces) => {
                let source = assemble(pieces, &cx.vars)?;
                Ere::new(&source, flags).map_err(|_| NoMatch::NotFound)?.into()
            }
        };
        if self.strings.is_empty() && self.numbers.is_empty() {
            let (start, end) = regex.find(region).ok_or(NoMatch::NotFound)?;
            return Ok(self.range(start, end));
        }
        let spans = regex.captures(region).ok_or(NoMatch::NotFound)?;
        let group = |index: usize| {
            spans.get(index).copied().flatten().map_or(&b""[..], |(from, to)| &region[from..to])
        };
        for (name, index) in &self.strings {
            let value = group(*index).to_vec();
            match cx.vars.strings.get_mut(name) {
                Some(slot) => *slot = value,
                None => drop(cx.vars.strings.insert(name.clone(), value)),
            }
        }
        for (name, index) in &self.numbers {
            let text = group(*index).to_vec();
            let Some(variable) = cx.vars.numbers.get_mut(name) else { continue };
            let value = variable.format.read(&String::from_utf8_lossy(&text));
            variable.value =
                Some(value.map_err(|message| NoMatch::Invalid(vec![(None, message.to_owned())]))?);
            variable.text = text;
        }
        let (start, end) = spans[0].ok_or(NoMatch::NotFound)?;
        Ok(self.range(start, end))
    }

    /// A match of `-EMPTY` begins after the newline that it needs.
    fn range(&self, start: usize, end: usize) -> Match {
        let start = start + usize::from(self.kind == DirectiveKind::Empty);
        Match { start, end: end.max(start) }
    }
}

fn assemble(pieces: &[Piece], vars: &Variables) -> Result<Vec<u8>, NoMatch> {
    let mut source = Vec::new();
    let mut errors = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Regex(regex) => source.extend(regex),
            Piece::Variable { name, offset } => match vars.strings.get(name) {
                Some(value) => posix::escape(value, &mut source),
                None => errors.push((Some(*offset), format!("undefined variable: {name}"))),
            },
            Piece::Number { expr, format, offset, .. } => match expr.eval(vars) {
                Ok(value) => match format.print(value) {
                    Ok(text) => posix::escape(text.as_bytes(), &mut source),
                    Err(message) => errors.push((Some(*offset), message.to_owned())),
                },
                Err(error) => {
                    let at = if let EvalError::Undefined(_, at) = &error { *at } else { 0 };
                    errors.push((Some(*offset + at), eval_message(&error)));
                }
            },
        }
    }
    if errors.is_empty() { Ok(source) } else { Err(NoMatch::Invalid(errors)) }
}

fn find_ignoring_case(region: &[u8], text: &[u8]) -> Option<usize> {
    let mut regex = Vec::new();
    posix::escape(text, &mut regex);
    Ere::new(&regex, Flags { ignore_case: true }).ok()?.find(region).map(|(start, _)| start)
}

/// A builder of patterns from pieces.
struct Builder<'p, 'o> {
    source: &'p Source,
    base: usize,
    line: Option<usize>,
    pieces: Vec<Piece>,
    next_group: usize,
    pattern: &'p mut Pattern,
    cx: &'p mut Context<'o>,
}

impl Builder<'_, '_> {
    fn push(&mut self, regex: &[u8]) {
        match self.pieces.last_mut() {
            Some(Piece::Regex(last)) => last.extend(regex),
            _ => self.pieces.push(Piece::Regex(regex.to_vec())),
        }
    }

    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, Failure> {
        Err(Failure::at(self.source, self.base + at, message))
    }

    fn push_regex(&mut self, at: usize, regex: &[u8]) -> Result<(), Failure> {
        match posix::ere::parse(regex) {
            Ok(ast) => {
                self.next_group += ast.groups;
                self.push(regex);
                Ok(())
            }
            Err(error) => self.error(at, format!("invalid regex: {}", error.0)),
        }
    }

    fn build(&mut self, text: &[u8]) -> Result<(), Failure> {
        let mut pos = 0;
        while pos < text.len() {
            let rest = &text[pos..];
            if rest.starts_with(b"{{") {
                let Some(len) = memchr::memmem::find(rest, b"}}") else {
                    return self.error(pos, "found start of regex string with no end '}}'");
                };
                // Without a group an alternative would take in the text around the braces.
                let alternation = rest.contains(&b'|');
                if alternation {
                    self.push(b"(");
                    self.next_group += 1;
                }
                self.push_regex(pos + 2, &rest[2..len.max(2)])?;
                if alternation {
                    self.push(b")");
                }
                pos += len + 2;
            } else if rest.starts_with(b"[[") && !rest.starts_with(b"[[[") {
                let Some(len) =
                    block_end(&rest[2..]).or_else(|Unopened(at)| self.error(pos + 2 + at, UNCLOSED))?
                else {
                    return self.error(pos, "Invalid substitution block, no ]] found");
                };
                let block = &rest[2..2 + len];
                match block.strip_prefix(b"#") {
                    Some(block) => self.numeric(pos + 3, block, false)?,
                    None => self.string(pos + 2, block)?,
                }
                pos += len + 4;
            } else {
                let next = rest[1..].windows(2).position(|two| two == b"{{" || two == b"[[");
                let len = next.map_or(rest.len(), |at| at + 1);
                let mut quoted = Vec::new();
                posix::escape(&rest[..len], &mut quoted);
                self.push(&quoted);
                pos += len;
            }
        }
        Ok(())
    }

    fn string(&mut self, at: usize, block: &[u8]) -> Result<(), Failure> {
        let colon = block.iter().position(|&b| b == b':');
        let head = &block[..colon.unwrap_or(block.len())];
        if let Some(blank) = head.iter().position(|b| matches!(b, b' ' | b'\t')) {
            return self.error(at + blank, "unexpected whitespace");
        }
        let head = String::from_utf8_lossy(head).into_owned();
        let (name, pseudo) = match numeric::variable_name(&head) {
            Ok(parsed) => parsed,
            Err(message) => return self.error(at, message),
        };
        let Some(colon) = colon else {
            if pseudo {
                return self.numeric(at, block, true);
            }
            if name != head {
                return self.error(at, "invalid name in string variable use");
            }
            return self.use_string(at, name);
        };
        if pseudo || name != head {
            return self.error(at, "invalid name in string variable definition");
        }
        if self.cx.vars.numbers.contains_key(name) {
            return self.error(at, format!("numeric variable with name '{name}' already exists"));
        }
        self.push(b"(");
        let group = self.next_group;
        self.next_group += 1;
        let strings = &mut self.pattern.strings;
        strings.retain(|(defined, _)| defined != name);
        strings.push((name.to_owned(), group));
        self.cx.defined.insert(name.to_owned());
        let regex = &block[colon + 1..];
        if !regex.is_empty() {
            self.push_regex(at + colon + 1, regex)?;
        }
        self.push(b")");
        Ok(())
    }

    fn use_string(&mut self, at: usize, name: &str) -> Result<(), Failure> {
        match self.pattern.strings.iter().find(|(defined, _)| defined == name) {
            Some(&(_, group @ 1..=9)) => {
                self.push(format!("\\{group}").as_bytes());
                Ok(())
            }
            Some(_) => self.error(at, "Can't back-reference more than 9 variables"),
            None => {
                self.pieces.push(Piece::Variable { name: name.to_owned(), offset: self.base + at });
                Ok(())
            }
        }
    }

    fn numeric(&mut self, at: usize, block: &[u8], legacy: bool) -> Result<(), Failure> {
        let text = String::from_utf8_lossy(block).into_owned();
        let in_directive: Vec<String> = self.pattern.numbers.iter().map(|(name, _)| name.clone()).collect();
        let mut scope = Scope {
            vars: &mut self.cx.vars,
            strings: &self.cx.defined,
            in_directive: &in_directive,
            line: self.line,
        };
        let Block { defines, expr, format } = match numeric::parse_block(&text, legacy, &mut scope) {
            Ok(block) => block,
            Err((offset, message)) => return self.error(at + offset, message),
        };
        let group = self.next_group;
        if defines.is_some() {
            self.push(b"(");
            self.next_group += 1;
        }
        match expr {
            Some(expr) => {
                self.pieces.push(Piece::Number { offset: self.base + at, source: text, expr, format })
            }
            None => self.push_regex(at, format.wildcard().as_bytes())?,
        }
        if let Some(name) = defines {
            self.push(b")");
            self.pattern.numbers.retain(|(defined, _)| *defined != name);
            self.pattern.numbers.push((name, group));
        }
        Ok(())
    }
}

const UNCLOSED: &str = "missing closing \"]\" for regex variable";

/// The bracket at this offset is unmatched.
struct Unopened(usize);

/// The length of a block up to its `]]`, `None` if it has no end; an error if a closing bracket is unmatched.
fn block_end(text: &[u8]) -> Result<Option<usize>, Unopened> {
    let mut depth = 0usize;
    let mut pos = 0;
    while pos < text.len() {
        if depth == 0 && text[pos..].starts_with(b"]]") {
            return Ok(Some(pos));
        }
        match text[pos] {
            b'\\' => pos += 1,
            b'[' => depth += 1,
            b']' => depth = depth.checked_sub(1).ok_or(Unopened(pos))?,
            _ => {}
        }
        pos += 1;
    }
    Ok(None)
}
