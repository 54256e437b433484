//! The check that formats round-trip: the printed form of any op parses to the same op.
//!
//! The parser has one token of lookahead. So an element that may be absent or repeated must not be followed
//! by one that begins with the same token, and elements that are printed without a space must not merge into
//! one token. The first tokens of an attribute depend on its kind, which the macro does not know: the check
//! obtains them through a callback.

use std::collections::HashSet;

use crate::{Clause, Directive, Element, Group};

/// The number of values, regions or successors of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number, with commas between.
    Variadic,
    /// Any number of lists in parentheses.
    Nested,
}

/// The slot that a name in a format refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Operands.
    Operand(Count),
    /// Results.
    Result(Count),
    /// An attribute, which may be absent if this is true.
    Attribute(bool),
    /// Regions.
    Region(Count),
    /// Successors.
    Successor(Count),
}

/// The tokens that decide whether an element round-trips.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Token {
    /// `:`.
    Colon,
    /// `,`.
    Comma,
    /// `%name`.
    Percent,
    /// `#name`, `#0`.
    Hash,
    /// `^name`.
    Caret,
    /// `{`.
    Brace,
    /// `[`.
    Square,
    /// `(`.
    Paren,
    /// `<`.
    Less,
    /// A word that begins a type or an attribute of any kind.
    Word,
    /// `!name`.
    Exclamation,
    /// `@name`.
    At,
    /// `"text"`.
    String,
    /// A number.
    Number,
    /// A letter or digit, which a word before would take for its own.
    Letter,
}

/// A question about an attribute's syntax, to be answered by the caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// True if the syntax of the named attribute may begin with the token.
    Begins(String, Token),
    /// True if the syntax of the named attribute may continue with the token.
    GoesOn(String, Token),
}

/// An ambiguity of a format, provided that the answer to all questions is yes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ambiguity {
    /// The error message.
    pub message: String,
    /// The questions.
    pub questions: Vec<Question>,
}

/// A first token of an element.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum First {
    Token(Token),
    /// A literal that is no such token.
    Literal(String),
    /// A token that an attribute of this name begins with.
    Attribute(String),
}

/// The first tokens of a sequence of elements.
#[derive(Clone, Default)]
struct Ahead {
    first: Vec<(First, String)>,
    /// Whether they may all be absent.
    nullable: bool,
}

impl Ahead {
    fn nothing() -> Self {
        Ahead { first: Vec::new(), nullable: true }
    }

    fn of(first: Vec<First>, what: &str, nullable: bool) -> Self {
        Ahead { first: first.into_iter().map(|first| (first, what.to_owned())).collect(), nullable }
    }

    /// Returns the first tokens of `self` followed by `next`.
    fn then(mut self, next: &Ahead) -> Self {
        if self.nullable {
            self.first.extend(next.first.iter().cloned());
            self.nullable = next.nullable;
        }
        self
    }
}

const TYPE: [First; 3] =
    [First::Token(Token::Paren), First::Token(Token::Word), First::Token(Token::Exclamation)];

const ATTR_DICT: &str = "`attr-dict` directive";

/// The words that a type begins with.
pub const TYPE_WORDS: &[&str] = &["memref", "tensor", "complex", "tuple", "vector", "index", "none"];
/// The words that other attributes begin with.
pub const ATTRIBUTE_WORDS: &[&str] = &[
    "affine_map",
    "affine_set",
    "dense",
    "dense_resource",
    "false",
    "loc",
    "sparse",
    "true",
    "unit",
    "array",
    "strided",
    "distinct",
];

fn literal_first(text: &str) -> First {
    First::Token(match text {
        ":" => Token::Colon,
        "," => Token::Comma,
        "{" => Token::Brace,
        "[" => Token::Square,
        "(" => Token::Paren,
        "<" => Token::Less,
        _ => return First::Literal(text.to_owned()),
    })
}

fn is_word(text: &str) -> bool {
    text.bytes().next().is_some_and(|c| c.is_ascii_alphabetic() || c == b'_')
}

/// The tokens that several kinds of attributes begin with.
const ATTRIBUTE: [Token; 10] = [
    Token::Hash,
    Token::Brace,
    Token::Square,
    Token::Paren,
    Token::Less,
    Token::Word,
    Token::Exclamation,
    Token::At,
    Token::String,
    Token::Number,
];

/// The questions that decide whether two elements may begin with the same token: all of one list must be
/// true.
fn alike(one: &First, other: &First) -> Vec<Vec<Question>> {
    let begins = |name: &String, token: Token| Question::Begins(name.clone(), token);
    match (one, other) {
        (First::Attribute(a), First::Attribute(b)) => {
            ATTRIBUTE.map(|token| vec![begins(a, token), begins(b, token)]).to_vec()
        }
        (First::Attribute(name), First::Token(token)) | (First::Token(token), First::Attribute(name)) => {
            vec![vec![begins(name, *token)]]
        }
        (First::Attribute(name), First::Literal(text)) | (First::Literal(text), First::Attribute(name)) => {
            match TYPE_WORDS.contains(&&**text) || ATTRIBUTE_WORDS.contains(&&**text) {
                true => vec![vec![begins(name, Token::Word)]],
                false => Vec::new(),
            }
        }
        (First::Token(Token::Word), First::Literal(text))
        | (First::Literal(text), First::Token(Token::Word)) => match TYPE_WORDS.contains(&&**text) {
            true => vec![Vec::new()],
            false => Vec::new(),
        },
        _ if one == other => vec![Vec::new()],
        _ => Vec::new(),
    }
}

/// Returns the ambiguities due to which a format does not round-trip for some op with such slots.
pub fn ambiguities(elements: &[Element], slot: &dyn Fn(&str) -> Option<Slot>) -> Vec<Ambiguity> {
    let mut check = Check { slot, found: Vec::new(), anchors: Vec::new(), bound: HashSet::new() };
    check.bindings(elements);
    check.sequence(elements, &Ahead::nothing());
    check.found
}

struct Check<'a> {
    slot: &'a dyn Fn(&str) -> Option<Slot>,
    found: Vec<Ambiguity>,
    /// The names that decide whether the open optional groups are there.
    anchors: Vec<String>,
    bound: HashSet<String>,
}

impl Check<'_> {
    fn fail(&mut self, message: String, questions: Vec<Question>) {
        self.found.push(Ambiguity { message, questions });
    }

    /// Each name is read once.
    fn bindings(&mut self, elements: &[Element]) {
        for element in elements {
            match element {
                Element::Variable(name) if !self.bound.insert(name.clone()) => {
                    self.fail(format!("'{name}' is already bound"), Vec::new());
                }
                Element::Directive(Directive::Qualified(inner)) => self.bindings(std::slice::from_ref(inner)),
                Element::Optional(group) => {
                    self.bindings(&group.then);
                    self.bindings(&group.otherwise);
                }
                Element::OiList(clauses) => clauses.iter().for_each(|clause| self.bindings(&clause.elements)),
                _ => {}
            }
        }
    }

    /// Checks elements that follow each other, where `after` follows them; returns their first tokens.
    fn sequence(&mut self, elements: &[Element], after: &Ahead) -> Ahead {
        let mut ahead = after.clone();
        for (i, element) in elements.iter().enumerate().rev() {
            if matches!(element, Element::Space | Element::NoSpace | Element::Newline) {
                continue;
            }
            match elements.get(i + 1) {
                Some(Element::NoSpace) => self.glued(element, elements.get(i + 2), ahead.clone()),
                Some(Element::Literal(other)) => self.one_token(element, other),
                _ => {}
            }
            let own = self.element(element, &ahead);
            ahead = own.then(&ahead);
        }
        ahead
    }

    /// Punctuation that is printed without a space between must not be one token.
    fn one_token(&mut self, element: &Element, other: &str) {
        if let Element::Literal(one) = element
            && is_one_token(one, other)
        {
            self.fail(format!("literals `{one}` and `{other}` are printed as one token"), Vec::new());
        }
    }

    /// Reports elements that end with a word and would be printed without a space before one that begins with a word.
    fn glued(&mut self, element: &Element, next: Option<&Element>, ahead: Ahead) {
        let Some(next) = next else { return };
        if let Element::Literal(other) = next {
            self.one_token(element, other);
        }
        let ends_with_word = match element {
            Element::Variable(name) => !matches!((self.slot)(name), Some(Slot::Region(_)) | None),
            Element::Literal(text) => is_word(text),
            Element::Directive(directive) => {
                matches!(directive, Directive::Type(_) | Directive::Operands | Directive::Successors)
            }
            _ => false,
        };
        if !ends_with_word {
            return;
        }
        let own = match next {
            Element::Optional(group) => group.then.len() + group.otherwise.len(),
            _ => 1,
        };
        for (first, what) in ahead.first.iter().take(own.max(3)) {
            let questions = match first {
                First::Literal(text) if is_word(text) => Vec::new(),
                First::Token(Token::Word) => Vec::new(),
                First::Attribute(name) => vec![Question::Begins(name.clone(), Token::Letter)],
                _ => continue,
            };
            self.fail(
                format!("no space before {what}, which is printed as one token with what is before"),
                questions,
            );
        }
    }

    /// Reports an ambiguity if an element may continue with the tokens ahead, or if they may begin it when it is
    /// optional.
    fn follows(&mut self, what: &str, begins: &[First], goes_on: &[Token], ahead: &Ahead) {
        for (first, next) in &ahead.first {
            let absent = begins.iter().flat_map(|own| alike(own, first));
            let more = goes_on.iter().flat_map(|&token| alike(&First::Token(token), first));
            let all: Vec<Vec<Question>> = absent.chain(more).collect();
            for questions in all {
                self.fail(format!("format ambiguity caused by {next} found after {what}"), questions);
            }
        }
    }

    /// Checks an element, given the tokens ahead; returns its first tokens.
    fn element(&mut self, element: &Element, ahead: &Ahead) -> Ahead {
        match element {
            Element::Literal(text) => {
                Ahead::of(vec![literal_first(text)], &format!("`{text}` literal"), false)
            }
            Element::Space | Element::NoSpace | Element::Newline => Ahead::nothing(),
            Element::Variable(name) => self.variable(name, ahead),
            Element::Directive(directive) => self.directive(directive, ahead),
            Element::Optional(group) => self.group(group, ahead),
            Element::OiList(clauses) => self.oilist(clauses, ahead),
        }
    }

    fn list(&mut self, what: &str, first: First, count: Count, goes_on: &[Token], ahead: &Ahead) -> Ahead {
        let nullable = count != Count::One;
        let mut more = goes_on.to_vec();
        if matches!(count, Count::Variadic | Count::Nested) {
            more.push(Token::Comma);
        }
        let begins = if nullable { vec![first.clone()] } else { Vec::new() };
        self.follows(what, &begins, &more, ahead);
        Ahead::of(vec![first], what, nullable)
    }

    fn variable(&mut self, name: &str, ahead: &Ahead) -> Ahead {
        // The anchor of a group is present in the group.
        let is_anchor = self.anchors.iter().any(|anchor| anchor == name);
        let there = |mut ahead: Ahead| {
            ahead.nullable &= !is_anchor;
            ahead
        };
        match (self.slot)(name) {
            Some(Slot::Operand(count)) => {
                let what = format!("operand `{name}`");
                let first = if count == Count::Nested { Token::Paren } else { Token::Percent };
                let goes_on: &[Token] = if count == Count::Nested { &[] } else { &[Token::Hash] };
                let count = anchored(count, is_anchor);
                there(self.list(&what, First::Token(first), count, goes_on, ahead))
            }
            Some(Slot::Region(count)) => {
                let what = format!("region `{name}`");
                let count = anchored(count, is_anchor);
                there(self.list(&what, First::Token(Token::Brace), count, &[], &without_attr_dict(ahead)))
            }
            Some(Slot::Successor(count)) => {
                let what = format!("successor `{name}`");
                let count = anchored(count, is_anchor);
                there(self.list(&what, First::Token(Token::Caret), count, &[], ahead))
            }
            Some(Slot::Attribute(optional)) => {
                let what = format!("attribute `{name}`");
                let own = First::Attribute(name.to_owned());
                for (first, next) in &ahead.first {
                    let message = format!("format ambiguity caused by {next} found after {what}");
                    // A type follows `:`, parameters follow `<`.
                    if let First::Token(token @ (Token::Colon | Token::Less)) = first {
                        self.fail(message.clone(), vec![Question::GoesOn(name.to_owned(), *token)]);
                    }
                    if optional && !is_anchor {
                        for questions in alike(&own, first) {
                            self.fail(message.clone(), questions);
                        }
                    }
                }
                Ahead::of(vec![own], &what, optional && !is_anchor)
            }
            Some(Slot::Result(_)) | None => Ahead::nothing(),
        }
    }

    fn type_of(&mut self, inner: &Element, ahead: &Ahead) -> Ahead {
        let (what, count, is_anchor) = match inner {
            Element::Variable(name) => {
                let count = match (self.slot)(name) {
                    Some(Slot::Operand(count) | Slot::Result(count)) => count,
                    _ => return Ahead::nothing(),
                };
                (format!("type of `{name}`"), count, self.anchors.contains(name))
            }
            Element::Directive(Directive::Operands) => {
                ("types of `operands`".to_owned(), Count::Variadic, false)
            }
            Element::Directive(Directive::Results) => {
                ("types of `results`".to_owned(), Count::Variadic, false)
            }
            Element::Directive(Directive::Qualified(inner)) => return self.type_of(inner, ahead),
            _ => return Ahead::nothing(),
        };
        let nullable = count != Count::One && !is_anchor;
        let begins = match count {
            Count::Nested => vec![First::Token(Token::Paren)],
            _ => TYPE.to_vec(),
        };
        let more: &[Token] = match count {
            Count::Variadic | Count::Nested => &[Token::Comma, Token::Less],
            _ => &[Token::Less],
        };
        self.follows(&what, if nullable { &begins } else { &[] }, more, ahead);
        Ahead::of(begins, &what, nullable)
    }

    fn directive(&mut self, directive: &Directive, ahead: &Ahead) -> Ahead {
        let whole = |token: Token| First::Token(token);
        match directive {
            Directive::AttrDict => {
                let first = whole(Token::Brace);
                self.follows(ATTR_DICT, std::slice::from_ref(&first), &[], ahead);
                Ahead::of(vec![first], ATTR_DICT, true)
            }
            Directive::AttrDictWithKeyword => {
                let first = First::Literal("attributes".to_owned());
                self.follows("`attr-dict-with-keyword` directive", std::slice::from_ref(&first), &[], ahead);
                Ahead::of(vec![first], "`attr-dict-with-keyword` directive", true)
            }
            Directive::PropDict => Ahead::of(vec![whole(Token::Less)], "`prop-dict` directive", true),
            Directive::Operands => self.list(
                "`operands` directive",
                whole(Token::Percent),
                Count::Variadic,
                &[Token::Hash],
                ahead,
            ),
            Directive::Regions => {
                let ahead = without_attr_dict(ahead);
                self.list("`regions` directive", whole(Token::Brace), Count::Variadic, &[], &ahead)
            }
            Directive::Successors => {
                self.list("`successors` directive", whole(Token::Caret), Count::Variadic, &[], ahead)
            }
            Directive::Type(inner) => self.type_of(inner, ahead),
            Directive::FunctionalType(..) => {
                self.follows("`functional-type` directive", &[], &[Token::Less], ahead);
                Ahead::of(vec![whole(Token::Paren)], "`functional-type` directive", false)
            }
            Directive::Qualified(inner) => self.element(inner, ahead),
            // The first tokens of a custom directive are unknown.
            Directive::Custom { .. }
            | Directive::Results
            | Directive::Ref(_)
            | Directive::Params
            | Directive::Struct(_) => Ahead { first: Vec::new(), nullable: false },
        }
    }

    fn group(&mut self, group: &Group, ahead: &Ahead) -> Ahead {
        let anchored = if group.inverted { &group.otherwise } else { &group.then };
        let open = self.anchors.len();
        let names = anchored.get(group.anchor).map(names_of).unwrap_or_default();
        // A unit attribute is implied by the elements next to it.
        let side = |check: &mut Self, elements: &[Element], holds: bool| {
            if holds {
                check.anchors.extend(names.iter().cloned());
            }
            let ahead = check.sequence(elements, ahead);
            check.anchors.truncate(open);
            ahead
        };
        let then = side(self, &group.then, !group.inverted);
        let otherwise = side(self, &group.otherwise, group.inverted);
        let alone = self.begins(&group.then, if group.inverted { &[] } else { &names });
        let what = "optional group";
        if alone.nullable && !group.then.is_empty() {
            let message =
                "first element of an operation format optional group must begin it whenever it is there";
            self.fail(message.to_owned(), Vec::new());
        }
        // The group is there if its first token is.
        let rest: &Ahead = if group.otherwise.is_empty() { ahead } else { &otherwise };
        let is_region = |(_, what): &(First, String)| what.starts_with("region `");
        let rest = if alone.first.iter().all(is_region) { without_attr_dict(rest) } else { rest.clone() };
        let begins: Vec<First> = alone.first.iter().map(|(first, _)| first.clone()).collect();
        self.follows(what, &begins, &[], &rest);
        let mut first = then.first;
        first.extend(if group.otherwise.is_empty() { Vec::new() } else { otherwise.first });
        Ahead { first, nullable: group.otherwise.is_empty() }
    }

    /// Returns the first tokens of the elements alone, without reporting errors.
    fn begins(&mut self, elements: &[Element], anchors: &[String]) -> Ahead {
        let (open, known) = (self.anchors.len(), self.found.len());
        self.anchors.extend(anchors.iter().cloned());
        let ahead = self.sequence(elements, &Ahead::nothing());
        self.anchors.truncate(open);
        self.found.truncate(known);
        ahead
    }

    fn oilist(&mut self, clauses: &[Clause], ahead: &Ahead) -> Ahead {
        let keywords: Vec<First> = clauses.iter().map(|clause| literal_first(&clause.keyword)).collect();
        let own = Ahead::of(keywords.clone(), "`oilist` directive", true);
        self.follows("`oilist` directive", &keywords, &[], ahead);
        let next = own.clone().then(ahead);
        for clause in clauses {
            let names: Vec<String> = clause.elements.iter().flat_map(names_of).collect();
            let open = self.anchors.len();
            // A clause with one element is there if that is.
            if clause.elements.len() == 1 {
                self.anchors.extend(names);
            }
            self.sequence(&clause.elements, &next);
            self.anchors.truncate(open);
        }
        own
    }
}

/// Whether two literals without a space between are one token.
pub(crate) fn is_one_token(one: &str, other: &str) -> bool {
    matches!((one, other), ("-", ">") | (":", ":") | (".", "."))
}

fn anchored(count: Count, is_anchor: bool) -> Count {
    if is_anchor && count == Count::Optional { Count::One } else { count }
}

/// Removes `attr-dict` from the tokens ahead of regions: the parser looks ahead to distinguish a region from
/// a dictionary.
fn without_attr_dict(ahead: &Ahead) -> Ahead {
    let mut ahead = ahead.clone();
    ahead.first.retain(|(_, next)| next != ATTR_DICT);
    ahead
}

/// Returns the names of an element's variables.
fn names_of(element: &Element) -> Vec<String> {
    match element {
        Element::Variable(name) => vec![name.clone()],
        Element::Directive(Directive::Type(inner) | Directive::Qualified(inner)) => names_of(inner),
        _ => Vec::new(),
    }
}
