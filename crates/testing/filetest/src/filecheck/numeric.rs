//! Numeric formats and expressions: `[[#%.8X,VAR: == EXPR]]`.

use super::variables::{NumericVariable, Variables};

/// The format of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Unsigned,
    Signed,
    HexLower,
    HexUpper,
}

/// A matching format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    pub(super) base: Base,
    pub(super) precision: usize,
    /// A `0x` comes first.
    pub(super) alternate: bool,
}

pub(super) const DEFAULT: Format = Format { base: Base::Unsigned, precision: 0, alternate: false };

impl Format {
    fn spec(self) -> &'static str {
        match self.base {
            Base::Unsigned => "%u",
            Base::Signed => "%d",
            Base::HexLower => "%x",
            Base::HexUpper => "%X",
        }
    }

    /// An expression for any number of this format.
    pub(super) fn wildcard(self) -> String {
        let (sign, first, digit) = match self.base {
            Base::Unsigned => ("", "1-9", "0-9"),
            Base::Signed => ("-?", "1-9", "0-9"),
            Base::HexLower => ("", "1-9a-f", "0-9a-f"),
            Base::HexUpper => ("", "1-9A-F", "0-9A-F"),
        };
        let prefix = if self.alternate { "0x" } else { "" };
        match self.precision {
            0 => format!("{sign}{prefix}[{digit}]+"),
            n => format!("{sign}{prefix}([{first}][{digit}]*)?[{digit}]{{{n}}}"),
        }
    }

    /// The text of `value`.
    pub(super) fn print(self, value: i128) -> Result<String, &'static str> {
        if value < 0 && self.base != Base::Signed {
            return Err("unable to substitute variable or numeric expression: overflow error");
        }
        let width = self.precision;
        let magnitude = value.unsigned_abs();
        let digits = match self.base {
            Base::Unsigned | Base::Signed => format!("{magnitude:0width$}"),
            Base::HexLower => format!("{magnitude:0width$x}"),
            Base::HexUpper => format!("{magnitude:0width$X}"),
        };
        let sign = if value < 0 { "-" } else { "" };
        let prefix = if self.alternate { "0x" } else { "" };
        Ok(format!("{sign}{prefix}{digits}"))
    }

    /// The value of a matched text.
    pub(super) fn read(self, text: &str) -> Result<i128, &'static str> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let radix = if matches!(self.base, Base::HexLower | Base::HexUpper) { 16 } else { 10 };
        let digits = if self.alternate {
            text.strip_prefix("0x").ok_or("missing alternate form prefix")?
        } else {
            text
        };
        let value = i128::from_str_radix(digits, radix).map_err(|_| "unable to represent numeric value")?;
        Ok(if negative { -value } else { value })
    }
}

/// A parsed expression.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    Literal(i128),
    /// The line of the directive.
    Line(i128),
    /// A variable with its format when it was read, and its offset in the block.
    Variable(String, Option<Format>, usize),
    Binary(Operator, Box<Expr>, Box<Expr>, String, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Max,
    Min,
}

/// An error in the evaluation of an expression.
#[derive(Debug)]
pub(super) enum EvalError {
    /// The variable and its offset in the block.
    Undefined(String, usize),
    Overflow,
}

impl Expr {
    /// The value with the variables as they are.
    pub(super) fn eval(&self, vars: &Variables) -> Result<i128, EvalError> {
        match self {
            Self::Literal(value) | Self::Line(value) => Ok(*value),
            Self::Variable(name, _, at) => vars
                .numbers
                .get(name)
                .and_then(|number| number.value)
                .ok_or_else(|| EvalError::Undefined(name.clone(), *at)),
            Self::Binary(operator, lhs, rhs, ..) => {
                let (a, b) = (lhs.eval(vars)?, rhs.eval(vars)?);
                match operator {
                    Operator::Add => a.checked_add(b),
                    Operator::Sub => a.checked_sub(b),
                    Operator::Mul => a.checked_mul(b),
                    Operator::Div => a.checked_div(b),
                    Operator::Max => Some(a.max(b)),
                    Operator::Min => Some(a.min(b)),
                }
                .ok_or(EvalError::Overflow)
            }
        }
    }

    /// The format that its variables imply.
    fn format(&self) -> Result<Option<Format>, String> {
        match self {
            Self::Literal(_) => Ok(None),
            Self::Line(_) => Ok(Some(DEFAULT)),
            Self::Variable(_, format, _) => Ok(*format),
            Self::Binary(_, lhs, rhs, left, right) => match (lhs.format()?, rhs.format()?) {
                (Some(a), Some(b)) if a != b => Err(format!(
                    "implicit format conflict between '{left}' ({}) and '{right}' ({}), need an explicit format \
                     specifier",
                    a.spec(),
                    b.spec()
                )),
                (a, b) => Ok(a.or(b)),
            },
        }
    }
}

/// A numeric block: its definition, its constraint, and its format.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) defines: Option<String>,
    pub(super) expr: Option<Expr>,
    pub(super) format: Format,
}

/// An error with the offset in the block that it points to.
pub(super) type ParseError = (usize, String);

/// The variables that a numeric block may refer to.
pub(super) struct Scope<'a> {
    pub(super) vars: &'a mut Variables,
    /// The string variables defined by the patterns read so far.
    pub(super) strings: &'a std::collections::BTreeSet<String>,
    /// The numeric variables that this directive defines.
    pub(super) in_directive: &'a [String],
    /// The directive's line; none on the command line.
    pub(super) line: Option<usize>,
}

/// Parses a block after its `#`; `legacy` for `[[@LINE+1]]`.
pub(super) fn parse_block(text: &str, legacy: bool, scope: &mut Scope<'_>) -> Result<Block, ParseError> {
    let mut start = 0;
    let mut explicit = None;
    let mut precision = 0;
    let paren = text.find('(').unwrap_or(usize::MAX);
    if let Some(comma) = text.find(',').filter(|&at| at < paren) {
        (explicit, precision) = parse_format(&text[..comma]).map_err(|message| (0, message))?;
        start = comma + 1;
    }
    let mut definition = None;
    if let Some(colon) = text[start..].find(':') {
        definition = Some((start, &text[start..start + colon]));
        start += colon + 1;
    }
    let mut parser =
        Parser { text: text.trim_end_matches(BLANKS), pos: start.min(text.len()), scope, depth: 0 };
    parser.pos = parser.pos.min(parser.text.len());
    parser.blanks();
    let constraint = parser.eat("==");
    parser.blanks();
    let expr = if parser.rest().is_empty() {
        if constraint {
            return Err((start, "empty numeric expression should not have a constraint".to_owned()));
        }
        None
    } else if legacy {
        Some(parser.legacy_line()?)
    } else {
        let expr = parser.expression(!constraint, None)?;
        Some(expr)
    };
    let implicit = match (&explicit, &expr) {
        (None, Some(expr)) => expr.format().map_err(|message| (start, message))?,
        _ => None,
    };
    let format = explicit.or(implicit).unwrap_or(Format { precision, ..DEFAULT });
    let defines = match definition {
        Some((at, name)) => Some(parse_definition(name, format, scope).map_err(|message| (at, message))?),
        None => None,
    };
    Ok(Block { defines, expr, format })
}

const BLANKS: [char; 2] = [' ', '\t'];

fn parse_format(text: &str) -> Result<(Option<Format>, usize), String> {
    const INVALID: &str = "invalid matching format specification in expression";
    let text = text.trim_matches(BLANKS);
    let mut rest = text.strip_prefix('%').ok_or(INVALID)?;
    let alternate = rest.starts_with('#');
    rest = &rest[usize::from(alternate)..];
    let mut precision = 0;
    if let Some(after) = rest.strip_prefix('.') {
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        precision = after[..digits].parse().map_err(|_| "invalid precision in format specifier")?;
        // The limit of a repetition count in a regular expression.
        if precision > 255 {
            return Err("invalid precision in format specifier".to_owned());
        }
        rest = &after[digits..];
    }
    let mut chars = rest.chars();
    let base = match chars.next() {
        None => None,
        Some('u') => Some(Base::Unsigned),
        Some('d') => Some(Base::Signed),
        Some('x') => Some(Base::HexLower),
        Some('X') => Some(Base::HexUpper),
        Some(_) => return Err("invalid format specifier in expression".to_owned()),
    };
    if alternate && !matches!(base, Some(Base::HexLower | Base::HexUpper)) {
        return Err("alternate form only supported for hex values".to_owned());
    }
    if !chars.as_str().trim_start_matches(BLANKS).is_empty() {
        return Err(INVALID.to_owned());
    }
    Ok((base.map(|base| Format { base, precision, alternate }), precision))
}

fn parse_definition(text: &str, format: Format, scope: &mut Scope<'_>) -> Result<String, String> {
    let text = text.trim_start_matches(BLANKS);
    let (name, pseudo) = variable_name(text)?;
    if pseudo {
        return Err("definition of pseudo numeric variable unsupported".to_owned());
    }
    if scope.strings.contains(name) {
        return Err(format!("string variable with name '{name}' already exists"));
    }
    if !text[name.len()..].trim_start_matches(BLANKS).is_empty() {
        return Err("unexpected characters after numeric variable name".to_owned());
    }
    match scope.vars.numbers.get(name) {
        Some(existing) if existing.format != format => {
            return Err("format different from previous variable definition".to_owned());
        }
        Some(_) => {}
        None => {
            let variable = NumericVariable { format, value: None, text: Vec::new() };
            scope.vars.numbers.insert(name.to_owned(), variable);
        }
    }
    Ok(name.to_owned())
}

/// The variable name at the start of `text`, and whether it is a pseudo variable (`@LINE`).
pub(super) fn variable_name(text: &str) -> Result<(&str, bool), &'static str> {
    let bytes = text.as_bytes();
    let pseudo = *bytes.first().ok_or("empty variable name")? == b'@';
    let start = usize::from(pseudo || bytes[0] == b'$');
    if !bytes.get(start).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_') {
        return Err("invalid variable name");
    }
    let len = bytes[start..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    Ok((&text[..start + len], pseudo))
}

struct Parser<'t, 's, 'v> {
    text: &'t str,
    pos: usize,
    scope: &'s mut Scope<'v>,
    depth: usize,
}

impl<'t> Parser<'t, '_, '_> {
    fn rest(&self) -> &'t str {
        &self.text[self.pos..]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.pos += rest.len() - rest.trim_start_matches(BLANKS).len();
    }

    fn eat(&mut self, token: &str) -> bool {
        let hit = self.rest().starts_with(token);
        self.pos += if hit { token.len() } else { 0 };
        hit
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err((self.pos, message.into()))
    }

    /// `@LINE`, `@LINE+1` or `@LINE-1`.
    fn legacy_line(&mut self) -> Result<Expr, ParseError> {
        let start = self.pos;
        let lhs = self.operand(false)?;
        let left = self.text[start..self.pos].to_owned();
        self.blanks();
        if self.rest().is_empty() {
            return Ok(lhs);
        }
        let operator = self.operator()?;
        let from = self.pos;
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let Ok(value) = self.rest()[..digits].parse() else { return self.error("invalid operand format") };
        self.pos += digits;
        if !self.rest().is_empty() {
            let rest = self.rest().to_owned();
            return self.error(format!("unexpected characters at end of expression '{rest}'"));
        }
        let right = self.text[from..self.pos].to_owned();
        Ok(Expr::Binary(operator, Box::new(lhs), Box::new(Expr::Literal(value)), left, right))
    }

    fn operator(&mut self) -> Result<Operator, ParseError> {
        let operator = match self.rest().chars().next() {
            Some('+') => Operator::Add,
            Some('-') => Operator::Sub,
            other => return self.error(format!("unsupported operation '{}'", other.unwrap_or(' '))),
        };
        self.pos += 1;
        self.blanks();
        if self.rest().is_empty() {
            return self.error("missing operand in expression");
        }
        Ok(operator)
    }

    /// Operands and operators from left to right, up to the end or one of the characters of `stop`.
    fn expression(&mut self, maybe_constraint: bool, stop: Option<&[u8]>) -> Result<Expr, ParseError> {
        let start = self.pos;
        let mut lhs = self.operand(maybe_constraint)?;
        loop {
            let left = self.text[start..self.pos].trim_end_matches(BLANKS).to_owned();
            self.blanks();
            let next = self.rest().bytes().next();
            match (next, stop) {
                (None, _) => return Ok(lhs),
                (Some(byte), Some(stop)) if stop.contains(&byte) => return Ok(lhs),
                _ => {}
            }
            let operator = self.operator()?;
            let from = self.pos;
            let rhs = self.operand(false)?;
            let right = self.text[from..self.pos].to_owned();
            lhs = Expr::Binary(operator, Box::new(lhs), Box::new(rhs), left, right);
        }
    }

    fn operand(&mut self, maybe_constraint: bool) -> Result<Expr, ParseError> {
        self.depth += 1;
        if self.depth > 100 {
            return self.error("expression nested too deeply");
        }
        let result = self.operand_inner(maybe_constraint);
        self.depth -= 1;
        result
    }

    fn operand_inner(&mut self, maybe_constraint: bool) -> Result<Expr, ParseError> {
        if self.eat("(") {
            self.blanks();
            if self.rest().is_empty() {
                return self.error("missing operand in expression");
            }
            let inner = self.expression(false, Some(b")"))?;
            if !self.eat(")") {
                return self.error("missing ')' at end of nested expression");
            }
            return Ok(inner);
        }
        if let Ok((name, pseudo)) = variable_name(self.rest()) {
            let at = self.pos;
            self.pos += name.len();
            if self.rest().trim_start_matches(BLANKS).starts_with('(') {
                return self.call(at, name);
            }
            return self.variable(at, name, pseudo);
        }
        let start = self.pos;
        let negative = self.eat("-");
        match self.integer() {
            Some(value) => Ok(Expr::Literal(if negative { -value } else { value })),
            None => {
                self.pos = start;
                let or = if maybe_constraint { "matching constraint or " } else { "" };
                self.error(format!("invalid {or}operand format"))
            }
        }
    }

    /// An integer with an optional `0x`, `0b`, `0o` or `0` before it.
    fn integer(&mut self) -> Option<i128> {
        let rest = self.rest();
        let lower = rest.get(..2).map(str::to_ascii_lowercase);
        let (skip, radix) = match lower.as_deref() {
            Some("0x") => (2, 16),
            Some("0b") => (2, 2),
            Some("0o") => (2, 8),
            Some(two) if two.starts_with('0') && two.as_bytes()[1].is_ascii_digit() => (1, 8),
            _ => (0, 10),
        };
        let digits: usize = rest[skip..].chars().take_while(|c| c.is_digit(radix)).count();
        let value = i128::from_str_radix(&rest[skip..skip + digits], radix).ok()?;
        self.pos += skip + digits;
        Some(value)
    }

    fn variable(&mut self, at: usize, name: &str, pseudo: bool) -> Result<Expr, ParseError> {
        if pseudo {
            return match self.scope.line {
                Some(line) if name == "@LINE" => Ok(Expr::Line(i128::try_from(line).unwrap_or(i128::MAX))),
                _ => Err((at, format!("invalid pseudo numeric variable '{name}'"))),
            };
        }
        if self.scope.in_directive.iter().any(|defined| defined == name) {
            return Err((
                at,
                format!("numeric variable '{name}' defined earlier in the same CHECK directive"),
            ));
        }
        let format = self.scope.vars.numbers.get(name).map(|number| number.format);
        Ok(Expr::Variable(name.to_owned(), format, at))
    }

    fn call(&mut self, at: usize, name: &str) -> Result<Expr, ParseError> {
        let operator = match name {
            "add" => Operator::Add,
            "sub" => Operator::Sub,
            "mul" => Operator::Mul,
            "div" => Operator::Div,
            "max" => Operator::Max,
            "min" => Operator::Min,
            _ => return Err((at, format!("call to undefined function '{name}'"))),
        };
        self.blanks();
        self.pos += 1;
        let mut args: Vec<(Expr, String)> = Vec::new();
        self.blanks();
        while !self.rest().is_empty() && !self.rest().starts_with(')') {
            if self.rest().starts_with(',') {
                return self.error("missing argument");
            }
            let start = self.pos;
            let arg = self.expression(false, Some(b",)"))?;
            args.push((arg, self.text[start..self.pos].trim_end_matches(BLANKS).to_owned()));
            self.blanks();
            if !self.eat(",") {
                break;
            }
            self.blanks();
            if self.rest().starts_with(')') {
                return self.error("missing argument");
            }
        }
        if !self.eat(")") {
            return self.error("missing ')' at end of call expression");
        }
        let count = args.len();
        let mut args = args.into_iter();
        match (args.next(), args.next(), count) {
            (Some((lhs, left)), Some((rhs, right)), 2) => {
                Ok(Expr::Binary(operator, Box::new(lhs), Box::new(rhs), left, right))
            }
            _ => Err((at, format!("function '{name}' takes 2 arguments but {count} given"))),
        }
    }
}
