//! Internal to Terrace; no promise of stability. The declarative assembly format: its grammar, read into a tree.
//!
//! The same reader serves the macro that checks a format when it is compiled and the interpreter that
//! runs it, so a format that compiles is one that runs.

pub mod check;
pub mod params;
mod parse;

pub use parse::{FormatError, parse};

/// A piece of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// `` `text` ``.
    Literal(String),
    /// `` ` ` ``: a space that is printed.
    Space,
    /// ` `` `: no space is printed here.
    NoSpace,
    /// `` `\n` ``.
    Newline,
    /// `$name`.
    Variable(String),
    /// `attr-dict`, `type(...)`, ...
    Directive(Directive),
    /// `( ... )? : ( ... )`.
    Optional(Group),
    /// `oilist(...)`: clauses in any order.
    OiList(Vec<Clause>),
}

/// A clause of an `oilist`: a keyword and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The keyword that starts it.
    pub keyword: String,
    /// The elements of the clause.
    pub elements: Vec<Element>,
}

/// An optional group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The elements if the anchor is present.
    pub then: Vec<Element>,
    /// The elements if the anchor is absent.
    pub otherwise: Vec<Element>,
    /// The anchor's place in `then`, or in `otherwise` when `inverted`.
    pub anchor: usize,
    /// Whether the anchor is in `otherwise`.
    pub inverted: bool,
}

/// A directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Directive {
    /// `type(x)`.
    Type(Box<Element>),
    /// `operands`.
    Operands,
    /// `results`, inside `type`.
    Results,
    /// `regions`.
    Regions,
    /// `successors`.
    Successors,
    /// `attr-dict`.
    AttrDict,
    /// `attr-dict-with-keyword`.
    AttrDictWithKeyword,
    /// `prop-dict`.
    PropDict,
    /// `functional-type(inputs, results)`.
    FunctionalType(Box<Element>, Box<Element>),
    /// `qualified(x)`.
    Qualified(Box<Element>),
    /// `ref(x)`.
    Ref(Box<Element>),
    /// `custom<Name>(args)`.
    Custom {
        /// The hand-written directive.
        name: String,
        /// Its arguments: variables, directives, or text as a literal.
        args: Vec<Element>,
    },
    /// `params`: all parameters, comma separated.
    Params,
    /// `struct(params)` or `struct($a, $b)`: `name = value` pairs in any order; empty for all.
    Struct(Vec<Element>),
}

/// Whether the literal text may stand as a format's literal: punctuation, or a keyword.
pub fn is_valid_literal(text: &str) -> bool {
    // The tokens of the language that are nothing but punctuation.
    const PUNCTUATION: &[&str] =
        &[":", ",", "=", "<", ">", "(", ")", "{", "}", "[", "]", "->", "?", "+", "*", "...", "|", "-", "/"];
    if PUNCTUATION.contains(&text) {
        return true;
    }
    let mut chars = text.chars();
    matches!(chars.next(), Some(c) if c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))
}
