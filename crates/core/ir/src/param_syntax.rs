//! The tokens that parameters of dialect types and attributes begin and end with, evaluated at compile time by the check
//! of their formats, and by the parser to distinguish an empty list from an element.

use terrace_format::check::{ATTRIBUTE_WORDS, TYPE_WORDS};
use terrace_format::params::{Param, ParamQuestion, param_faults};

use crate::def::{EnumDef, ParamDef, ParamKind, TypeOrAttrDef};

/// A set of first tokens.
type Tokens = u32;

/// A token that is no word and closes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstToken {
    /// A number, or `-`.
    Number,
    /// `"text"`.
    String,
    /// `!name`.
    Exclamation,
    /// `#name`.
    Hash,
    /// `@name`.
    At,
    /// `(`.
    Paren,
    /// `[`.
    Square,
    /// `{`.
    Brace,
    /// `<`.
    Less,
    /// Another one.
    Other,
}

const NUMBER: Tokens = 1 << FirstToken::Number as u32;
const STRING: Tokens = 1 << FirstToken::String as u32;
const EXCLAMATION: Tokens = 1 << FirstToken::Exclamation as u32;
const HASH: Tokens = 1 << FirstToken::Hash as u32;
const AT: Tokens = 1 << FirstToken::At as u32;
const PAREN: Tokens = 1 << FirstToken::Paren as u32;
const SQUARE: Tokens = 1 << FirstToken::Square as u32;
const BRACE: Tokens = 1 << FirstToken::Brace as u32;
const LESS: Tokens = 1 << FirstToken::Less as u32;
/// Any word.
const WORD: Tokens = 1 << 16;
/// A word that begins a type.
const TYPE_WORD: Tokens = 1 << 17;
/// A word that begins an attribute that is no type.
const ATTR_WORD: Tokens = 1 << 18;
const ANY_TYPE: Tokens = TYPE_WORD | EXCLAMATION | PAREN;
const ANY_ATTR: Tokens = ANY_TYPE | NUMBER | STRING | ATTR_WORD | HASH | AT | SQUARE | BRACE;
/// Whatever does not close something: of a format that is not known here.
const UNKNOWN: Tokens = u32::MAX;

const fn first_tokens(kind: &ParamKind) -> Tokens {
    match kind {
        ParamKind::Type | ParamKind::TypeOf(_) => ANY_TYPE,
        ParamKind::Attr | ParamKind::AttrWhere(..) => ANY_ATTR,
        ParamKind::AffineMap => PAREN,
        ParamKind::Int(_) | ParamKind::UInt(_) | ParamKind::Float => NUMBER,
        ParamKind::Bool => WORD,
        ParamKind::Str => STRING,
        ParamKind::Keyword | ParamKind::Enum(_) | ParamKind::EnumField(_) => WORD | STRING,
        ParamKind::Bracketed(_) => SQUARE,
        ParamKind::Array(inner) => first_tokens(inner),
        ParamKind::Dialect(def) if is_angled(def) => LESS | HASH,
        ParamKind::Dialect(_) | ParamKind::Recursive(_) | ParamKind::Custom(_) => UNKNOWN,
    }
}

/// Whether the parameters of an attribute begin with `<` whatever they are.
const fn is_angled(def: &TypeOrAttrDef) -> bool {
    match def.format {
        Some(format) => {
            let format = format.as_bytes();
            format.len() > 3 && format[0] == b'`' && format[1] == b'<' && format[2] == b'`'
        }
        None => false,
    }
}

/// Whether a parameter is a list without brackets.
pub const fn is_list(kind: &ParamKind) -> bool {
    matches!(kind, ParamKind::Array(_))
}

const fn element(kind: &ParamKind) -> &ParamKind {
    match kind {
        ParamKind::Array(inner) => inner,
        _ => kind,
    }
}

/// Whether a parameter may be written by nothing, although it is present.
pub const fn is_silent(kind: &ParamKind) -> bool {
    match kind {
        ParamKind::Array(_) => true,
        ParamKind::Dialect(def) => {
            !is_angled(def)
                && match def.format {
                    Some(format) => format.is_empty() || format.as_bytes()[0] == b'(',
                    None => def.asm.is_none(),
                }
        }
        // No flag.
        ParamKind::Enum(def) => def.separator.is_some(),
        _ => false,
    }
}

/// Whether a parameter is a list, with or without brackets, an element of which may be written by nothing.
pub const fn has_silent_elements(kind: &ParamKind) -> bool {
    match kind {
        ParamKind::Array(inner) => is_silent(inner),
        ParamKind::Bracketed(inner) => has_silent_elements(inner),
        _ => false,
    }
}

pub(crate) const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if one[i] != other[i] {
            return false;
        }
        i += 1;
    }
    true
}

const fn is_one_of(word: &[u8], words: &[&str]) -> bool {
    let mut i = 0;
    while i < words.len() {
        if is_same(word, words[i].as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

const fn has_case(def: &EnumDef, word: &[u8]) -> bool {
    let mut i = 0;
    while i < def.cases.len() {
        if is_same(word, def.cases[i].name.as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

/// `i32`, `si8`, `ui1`, `f32`, `bf16`, `tf32`, `f8E4M3FN`.
const fn is_number_type(word: &[u8]) -> bool {
    let mut at = 0;
    while at < word.len() && at < 2 && matches!(word[at], b's' | b'u' | b'b' | b't') {
        at += 1;
    }
    at + 1 < word.len() && matches!(word[at], b'i' | b'f') && word[at + 1].is_ascii_digit()
}

const fn is_type_word(word: &[u8]) -> bool {
    is_number_type(word) || is_one_of(word, TYPE_WORDS)
}

const fn is_attr_word(word: &[u8]) -> bool {
    is_one_of(word, ATTRIBUTE_WORDS)
}

/// Whether a parameter, or an element of a list, may begin with a word.
pub const fn begins_with_word(kind: &ParamKind, word: &[u8]) -> bool {
    match element(kind) {
        ParamKind::Enum(def) => has_case(def, word),
        ParamKind::EnumField(field) => has_case(field.def, word),
        ParamKind::Bool => is_one_of(word, &["true", "false"]),
        kind => {
            let first = first_tokens(kind);
            first & WORD != 0
                || (first & TYPE_WORD != 0 && is_type_word(word))
                || (first & ATTR_WORD != 0 && is_attr_word(word))
        }
    }
}

/// Whether a parameter, or an element of a list, may begin with a token.
pub const fn may_begin(kind: &ParamKind, token: FirstToken) -> bool {
    first_tokens(kind) & (1 << token as u32) != 0
}

/// Whether a parameter, or an element of a list, may begin with a literal.
pub const fn begins_with_literal(kind: &ParamKind, literal: &str) -> bool {
    let token = match literal.as_bytes() {
        b">" | b")" | b"]" | b"}" | b"," => return false,
        b"-" => FirstToken::Number,
        b"(" => FirstToken::Paren,
        b"[" => FirstToken::Square,
        b"{" => FirstToken::Brace,
        b"<" => FirstToken::Less,
        [c, ..] if c.is_ascii_alphabetic() || *c == b'_' => {
            return begins_with_word(kind, literal.as_bytes());
        }
        _ => FirstToken::Other,
    };
    may_begin(kind, token)
}

/// Whether two parameters may begin with the same token.
pub const fn begin_alike(one: &ParamKind, other: &ParamKind) -> bool {
    const WORDS: Tokens = WORD | TYPE_WORD | ATTR_WORD;
    let (one, other) = (first_tokens(one), first_tokens(other));
    one & other != 0 || ((one | other) & WORD != 0 && one & WORDS != 0 && other & WORDS != 0)
}

/// Whether a parameter, or the last element of a list, may go on with a literal.
pub const fn goes_on_with(kind: &ParamKind, literal: &str) -> bool {
    match (element(kind), literal.as_bytes()) {
        // A type follows `:`, parameters follow `<`; a definition is printed without its name.
        (ParamKind::Attr | ParamKind::AttrWhere(..), b":" | b"<") | (ParamKind::Type, b"<") => true,
        (ParamKind::Dialect(def), b"<") => !is_angled(def),
        (ParamKind::Enum(def), b"|") => def.separator.is_some(),
        (ParamKind::Enum(def), b",") => def.separator.is_some(),
        _ => false,
    }
}

/// Whether a parameter may go on with a token that the next one may begin with.
pub const fn goes_on_as(kind: &ParamKind, next: &ParamKind) -> bool {
    first_tokens(next) & LESS != 0 && goes_on_with(kind, "<")
}

/// Whether a parameter may begin with a letter or a digit.
pub const fn begins_as_word(kind: &ParamKind) -> bool {
    first_tokens(kind) & (WORD | TYPE_WORD | ATTR_WORD | NUMBER) != 0
}

/// Whether a parameter may end with a letter or a digit.
pub const fn ends_as_word(kind: &ParamKind) -> bool {
    !matches!(element(kind), ParamKind::Str | ParamKind::Bracketed(_) | ParamKind::AffineMap)
}

/// Checks that a format of parameters round-trips: what is printed is parsed to the same parameters.
///
/// # Errors
///
/// If it does not for some values, or is not well-formed; the message says which part is ambiguous.
pub fn check_format(def: &TypeOrAttrDef, format: &str) -> Result<(), String> {
    let elements = terrace_format::parse(format).map_err(|error| error.to_string())?;
    let params: Vec<Param> = def
        .params
        .iter()
        .map(|param| Param {
            name: param.name.to_owned(),
            optional: param.optional,
            has_default: param.default.is_some(),
        })
        .collect();
    let faults = param_faults(&elements, &params, def.self_type);
    let found =
        faults.into_iter().find(|fault| fault.questions.iter().all(|question| holds(def.params, question)));
    found.map_or(Ok(()), |fault| Err(fault.message))
}

/// Answers a question about the parameters.
fn holds(params: &[ParamDef<'_>], question: &ParamQuestion) -> bool {
    let kind = |name: &str| params.iter().find(|param| param.name == name).map(|param| &param.kind);
    let about = |name: &str, answer: fn(&ParamKind) -> bool| kind(name).is_some_and(answer);
    match question {
        ParamQuestion::IsList(name) => about(name, is_list),
        ParamQuestion::IsNoList(name) => about(name, |kind| !is_list(kind)),
        ParamQuestion::IsSilent(name) => about(name, is_silent),
        ParamQuestion::HasSilentElements(name) => about(name, has_silent_elements),
        ParamQuestion::BeginsWord(name) => about(name, begins_as_word),
        ParamQuestion::EndsWord(name) => about(name, ends_as_word),
        ParamQuestion::Begins(name, text) => kind(name).is_some_and(|kind| begins_with_literal(kind, text)),
        ParamQuestion::GoesOn(name, text) => kind(name).is_some_and(|kind| goes_on_with(kind, text)),
        ParamQuestion::Alike(one, other) => {
            kind(one).zip(kind(other)).is_some_and(|(one, other)| begin_alike(one, other))
        }
        ParamQuestion::GoesOnAs(one, other) => {
            kind(one).zip(kind(other)).is_some_and(|(one, other)| goes_on_as(one, other))
        }
    }
}
