//! The reader of the format grammar.

use std::fmt;

use crate::{Clause, Directive, Element, Group, is_valid_literal};

/// An error in a format, with its byte offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    /// Byte offset.
    pub at: usize,
    /// The error message.
    pub message: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {} of the format)", self.message, self.at)
    }
}

impl std::error::Error for FormatError {}

type Result<T> = std::result::Result<T, FormatError>;

/// Reads a format.
///
/// # Errors
///
/// If the format is not well-formed.
pub fn parse(text: &str) -> Result<Vec<Element>> {
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    let elements = reader.elements(&mut None)?;
    reader.skip_space();
    if reader.at < reader.text.len() {
        return Err(reader.error("unexpected character"));
    }
    Ok(elements)
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn error(&self, message: impl Into<String>) -> FormatError {
        FormatError { at: self.at, message: message.into() }
    }

    fn skip_space(&mut self) {
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<u8> {
        self.skip_space();
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, c: u8) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, c: u8) -> Result<()> {
        if self.eat(c) { Ok(()) } else { Err(self.error(format!("expected '{}'", c as char))) }
    }

    fn word(&mut self) -> Result<String> {
        self.skip_space();
        let start = self.at;
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-')) {
            self.at += 1;
        }
        if start == self.at {
            return Err(self.error("expected a name"));
        }
        Ok(String::from_utf8_lossy(&self.text[start..self.at]).into_owned())
    }

    /// Elements up to a closing parenthesis, a `|` or the end. The index of an anchor is stored to `anchor`.
    fn elements(&mut self, anchor: &mut Option<usize>) -> Result<Vec<Element>> {
        let mut out = Vec::new();
        while let Some(c) = self.peek() {
            if matches!(c, b')' | b'|') {
                break;
            }
            out.push(self.element()?);
            if self.eat(b'^') {
                if anchor.is_some() {
                    return Err(self.error("an optional group has one anchor"));
                }
                *anchor = Some(out.len() - 1);
            }
        }
        Ok(out)
    }

    fn element(&mut self) -> Result<Element> {
        match self.peek() {
            Some(b'`') => self.literal(),
            Some(b'$') => {
                self.at += 1;
                Ok(Element::Variable(self.word()?))
            }
            Some(b'(') => {
                self.at += 1;
                self.group()
            }
            Some(_) => self.directive(),
            None => Err(self.error("expected an element")),
        }
    }

    fn literal(&mut self) -> Result<Element> {
        self.at += 1;
        let start = self.at;
        while self.text.get(self.at).is_some_and(|&c| c != b'`') {
            self.at += 1;
        }
        if self.at == self.text.len() {
            return Err(self.error("unterminated literal"));
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        self.at += 1;
        match &*text {
            "" => Ok(Element::NoSpace),
            " " => Ok(Element::Space),
            "\\n" | "\n" => Ok(Element::Newline),
            _ if is_valid_literal(&text) => Ok(Element::Literal(text)),
            _ => Err(self.error(format!("'{text}' is not a valid literal"))),
        }
    }

    fn group(&mut self) -> Result<Element> {
        let (mut anchor, mut else_anchor) = (None, None);
        let then = self.elements(&mut anchor)?;
        self.expect(b')')?;
        let mut otherwise = Vec::new();
        if self.eat(b':') {
            self.expect(b'(')?;
            otherwise = self.elements(&mut else_anchor)?;
            self.expect(b')')?;
        }
        self.expect(b'?')?;
        let (anchor, inverted) = match (anchor, else_anchor) {
            (Some(anchor), None) => (anchor, false),
            (None, Some(anchor)) => (anchor, true),
            _ => return Err(self.error("an optional group has one anchor")),
        };
        Ok(Element::Optional(Group { then, otherwise, anchor, inverted }))
    }

    fn args(&mut self) -> Result<Vec<Element>> {
        self.expect(b'(')?;
        let mut out = Vec::new();
        while self.peek() != Some(b')') {
            if !out.is_empty() {
                self.expect(b',')?;
            }
            if self.peek() == Some(b'"') {
                self.at += 1;
                let start = self.at;
                while self.text.get(self.at).is_some_and(|&c| c != b'"') {
                    self.at += 1;
                }
                out.push(Element::Literal(String::from_utf8_lossy(&self.text[start..self.at]).into_owned()));
                self.expect(b'"')?;
            } else {
                out.push(self.element()?);
            }
        }
        self.expect(b')')?;
        Ok(out)
    }

    fn one(&mut self) -> Result<Box<Element>> {
        let at = self.at;
        let mut args = self.args()?;
        match (args.pop(), args.is_empty()) {
            (Some(arg), true) => Ok(Box::new(arg)),
            _ => Err(FormatError { at, message: "expected one argument".into() }),
        }
    }

    fn directive(&mut self) -> Result<Element> {
        let at = self.at;
        let name = self.word()?;
        let directive = match &*name {
            "type" => Directive::Type(self.one()?),
            "operands" => Directive::Operands,
            "results" => Directive::Results,
            "regions" => Directive::Regions,
            "successors" => Directive::Successors,
            "attr-dict" => Directive::AttrDict,
            "attr-dict-with-keyword" => Directive::AttrDictWithKeyword,
            "prop-dict" => Directive::PropDict,
            "qualified" => Directive::Qualified(self.one()?),
            "ref" => Directive::Ref(self.one()?),
            "params" => Directive::Params,
            "struct" => {
                let args = self.args()?;
                let all = matches!(args[..], [Element::Directive(Directive::Params)]);
                Directive::Struct(if all { Vec::new() } else { args })
            }
            "functional-type" => {
                let args = self.args()?;
                match <[Element; 2]>::try_from(args) {
                    Ok([inputs, results]) => Directive::FunctionalType(Box::new(inputs), Box::new(results)),
                    Err(_) => return Err(FormatError { at, message: "expected two arguments".into() }),
                }
            }
            "custom" => {
                self.expect(b'<')?;
                let name = self.word()?;
                self.expect(b'>')?;
                Directive::Custom { name, args: self.args()? }
            }
            "oilist" => return self.oilist(),
            _ => return Err(FormatError { at, message: format!("'{name}' is not a directive") }),
        };
        Ok(Element::Directive(directive))
    }

    fn oilist(&mut self) -> Result<Element> {
        self.expect(b'(')?;
        let mut clauses = Vec::new();
        loop {
            let at = self.at;
            let mut elements = self.elements(&mut None)?;
            match elements.first() {
                Some(Element::Literal(_)) => {
                    if let Element::Literal(keyword) = elements.remove(0) {
                        clauses.push(Clause { keyword, elements });
                    }
                }
                _ => return Err(FormatError { at, message: "a clause starts with a literal".into() }),
            }
            if !self.eat(b'|') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(Element::OiList(clauses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_an_op_format() {
        let elements = parse("$lhs `,` $rhs (`overflow` `` $flags^)? attr-dict `:` type($result)");
        let elements = elements.expect("a valid format");
        assert_eq!(elements.len(), 7);
        let Element::Optional(group) = &elements[3] else { panic!("{:?}", elements[3]) };
        assert_eq!((group.anchor, group.inverted), (2, false));
        assert_eq!(group.then[1], Element::NoSpace);
    }

    #[test]
    fn reads_directives() {
        let text = "custom<A>($x, type($y), \"t\") functional-type(operands, results) oilist(`a` $x | `b`) \
                    (`c`) : (`d` $y^)? struct(params) ref($z)";
        let elements = parse(text).expect("a valid format");
        assert!(
            matches!(&elements[0], Element::Directive(Directive::Custom { args, .. }) if args.len() == 3)
        );
        assert!(matches!(&elements[2], Element::OiList(clauses) if clauses.len() == 2));
        assert!(matches!(&elements[3], Element::Optional(Group { inverted: true, anchor: 1, .. })));
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(parse("(`a` $x)?").expect_err("no anchor").message, "an optional group has one anchor");
        assert_eq!(parse("nonsense").expect_err("no directive").message, "'nonsense' is not a directive");
        assert_eq!(parse("`a b`").expect_err("bad literal").message, "'a b' is not a valid literal");
        assert!(parse("`a").is_err() && parse("type()").is_err() && parse(")").is_err());
    }
}
