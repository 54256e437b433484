//! Recursive descent over tokens.
//!
//! [`Parser`] holds the position, the body under construction and the open name scopes. Its methods are in the files of
//! this module, by the construct that they parse: [`types`], [`attrs`], [`elements`], [`affine`], [`locations`],
//! [`symbols`] (of dialects), [`ops`], [`regions`], [`metadata`], and [`hooks`], the interface of custom parsers.
//! [`recording`] takes notes for editors, and goes on after errors.

mod affine;
mod attrs;
mod definitions;
mod dense_fast;
mod elements;
mod fragments;
mod hooks;
mod locations;
mod metadata;
mod names;
mod ops;
mod parallel;
mod params;
mod recording;
mod regions;
mod suggest;
mod symbols;
mod token_interning;
mod top;
mod types;
mod wrapped;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_diag::SourceMap;
use terrace_ir::asm::{Failed, PResult, Slots};
use terrace_ir::blob::ByteOwner;
use terrace_ir::{Attr, BodyBuilder, BodyId, Context, Diag, Ir, Loc, OpName, Str, Type, Value};

use crate::lexer::{Lexer, Token, TokenKind};
pub use fragments::{FIRST_SHARED_DISTINCT, FragmentSymbols, parse_attribute_text, parse_type_text};
pub(crate) use hooks::Hooks;
pub use metadata::ExternalResource;
use names::NameScope;
pub use recording::{Entity, Occurrence, Recording, WrittenOp};
pub use top::{ParseOptions, ParseOutput, TopLevel, finish_top_level, parse_recorded, parse_source};

/// A use of a location alias that is not defined yet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LocSlot {
    Op(terrace_ir::Op),
    Arg(terrace_ir::Block, u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct DeferredLoc {
    body: BodyId,
    slot: LocSlot,
    /// The alias, with its `#`.
    name: (u32, u32),
}

/// A location, or the alias that is resolved to one later.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ParsedLoc {
    Known(Loc),
    Alias((u32, u32)),
}

/// State shared by the whole file.
#[derive(Clone, Default)]
pub(crate) struct Symbols {
    pub(crate) attrs: FxHashMap<Box<str>, Attr>,
    pub(crate) types: FxHashMap<Box<str>, Type>,
    pub(crate) distinct: FxHashMap<u64, Attr>,
    /// Written keys of resources, by dialect, to the keys they got in the context.
    pub(crate) resource_keys: FxHashMap<(String, String), String>,
    /// Aliases of locations that were defined after a body was deferred.
    pub(crate) late: FxHashSet<Box<str>>,
    /// An alias of another kind was, so the order of reading matters.
    pub(crate) order_matters: bool,
    /// The length of the text of each attribute alias, with nested aliases expanded, in bytes.
    pub(crate) attr_sizes: FxHashMap<Box<str>, u64>,
    /// The same for types.
    pub(crate) type_sizes: FxHashMap<Box<str>, u64>,
}

/// The body being filled for one isolated op, with its names.
pub(crate) struct Frame {
    pub(crate) body: BodyBuilder,
    pub(crate) id: BodyId,
    pub(crate) names: NameScope,
    /// Names used before their definition, by their placeholder, with the position of the first use.
    pub(crate) forward: FxHashMap<Value, u32>,
    /// Whether names may be those of values around it.
    pub(crate) shadows: bool,
    /// Regions whose text is read later.
    pub(crate) deferred_body: Vec<parallel::PutOff>,
    /// The position of its text, and an upper bound of the text's end.
    pub(crate) text: (u32, u32),
}

/// An op whose custom form is being read.
pub(crate) struct OpenOp {
    /// Body of its regions, if it is isolated and has begun a region.
    pub(crate) inner: Option<Box<Frame>>,
    pub(crate) isolated: bool,
    pub(crate) name: terrace_ir::Str,
    pub(crate) name_pos: u32,
    /// The start of the op, where the names of its results are written.
    pub(crate) start: u32,
    pub(crate) results_written: usize,
    /// Whether names in its regions may be those of values around it, if it is isolated.
    pub(crate) shadows: bool,
}

/// The reader of one file or chunk.
pub(crate) struct Parser<'a> {
    pub(crate) src: &'a [u8],
    /// An owner of the source's bytes, if blobs may stay part of it.
    pub(crate) text: Option<ByteOwner>,
    /// The offset at which parsing starts.
    pub(crate) start: u32,
    /// Position of the source's first byte among all loaded sources.
    pub(crate) base: u32,
    pub(crate) lexer: Lexer<'a>,
    pub(crate) tok: Token,
    /// End of the token before.
    pub(crate) last_end: u32,
    pub(crate) cx: &'a Context,
    pub(crate) symbols: Arc<Symbols>,
    pub(crate) frame: Box<Frame>,
    pub(crate) outer: Vec<Box<Frame>>,
    pub(crate) open: Vec<OpenOp>,
    /// Whether the parser is between the brackets of a dialect's type or attribute, where errors do not name the op.
    pub(crate) in_symbol: bool,
    /// The identified types whose bodies are being read.
    pub(crate) cyclic: terrace_ir::identified::CyclicTypes,
    /// Whether everything is parsed in order, without deferred bodies.
    pub(crate) in_order: bool,
    pub(crate) bodies: Vec<(BodyId, BodyBuilder)>,
    pub(crate) next_body: Arc<AtomicU32>,
    pub(crate) diags: Vec<Box<Diag>>,
    pub(crate) deferred: Vec<DeferredLoc>,
    pub(crate) default_dialects: Vec<&'static str>,
    pub(crate) op_names: token_interning::Words<OpName>,
    /// Names of attributes, as they are written.
    pub(crate) attr_names: token_interning::Words<Str>,
    /// Aliases of types, and of attributes that are no locations, as they are written.
    pub(crate) type_aliases: token_interning::Words<Type>,
    pub(crate) attr_aliases: token_interning::Words<Attr>,
    /// Types with brackets, by their text; an alias may give that another meaning.
    pub(crate) long_types: token_interning::LongTexts<Type>,
    /// Attributes with brackets, by their text.
    pub(crate) long_attrs: token_interning::LongTexts<Attr>,
    /// Whether a location was read as an attribute since the last alias definition began.
    pub(crate) met_loc_attr: bool,
    pub(crate) integers: token_interning::Integers,
    pub(crate) orders: token_interning::Orders,
    /// The last type that was a short word, by its text.
    pub(crate) recent_type: (u64, Type),
    /// Argument locations written as aliases, by position.
    pub(crate) alias_locs: FxHashMap<u32, (u32, u32)>,
    pub(crate) blocks: Vec<regions::BlockScope>,
    /// Unused slots of formats, kept for reuse.
    pub(crate) spare_slots: Vec<Box<Slots>>,
    /// Whether bodies are deferred, to be parsed on several cores.
    pub(crate) parallel: bool,
    /// Values go by the names they have in the source.
    pub(crate) keep_names: bool,
    pub(crate) slashes: parallel::NextSlashes,
    /// Deferred tasks.
    pub(crate) tasks: Vec<parallel::Task>,
    /// Notes for editors; with them, reading goes on after an error.
    pub(crate) recording: Option<Box<Recording>>,
}

pub(crate) use crate::{RED_ZONE, SEGMENT};

impl<'a> Parser<'a> {
    // ---- tokens ---------------------------------------------------------------------------------

    #[inline]
    pub(crate) fn advance(&mut self) {
        self.last_end = self.tok.end;
        self.tok = self.lexer.next_token();
        if self.tok.kind == TokenKind::Error {
            self.report_lex_error();
        }
    }

    #[cold]
    fn report_lex_error(&mut self) {
        if let Some((at, message)) = self.lexer.error.take() {
            let diag = Diag::error(self.loc_at(at), message);
            self.diags.push(diag);
        }
    }

    /// Continues at byte `at`.
    pub(crate) fn reset_to(&mut self, at: u32) {
        self.lexer = Lexer::new(self.src, at as usize);
        self.tok = self.lexer.next_token();
        if self.tok.kind == TokenKind::Error {
            self.report_lex_error();
        }
    }

    #[inline]
    pub(crate) fn text_of(&self, token: Token) -> &'a [u8] {
        &self.src[token.start as usize..token.end as usize]
    }

    #[inline]
    pub(crate) fn text(&self) -> &'a [u8] {
        self.text_of(self.tok)
    }

    pub(crate) fn str_of(&self, token: Token) -> &'a str {
        std::str::from_utf8(self.text_of(token)).unwrap_or("")
    }

    #[inline]
    pub(crate) fn at(&self, kind: TokenKind) -> bool {
        self.tok.kind == kind
    }

    #[inline]
    pub(crate) fn eat(&mut self, kind: TokenKind) -> bool {
        if self.tok.kind == kind {
            self.advance();
            true
        } else {
            false
        }
    }

    /// Whether the current token is this word.
    #[inline]
    pub(crate) fn at_word(&self, word: &str) -> bool {
        self.tok.kind == TokenKind::Bare && self.text() == word.as_bytes()
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    #[inline]
    pub(crate) fn expect(&mut self, kind: TokenKind, message: &str) -> PResult<()> {
        if self.tok.kind == kind {
            self.advance();
            return Ok(());
        }
        Err(self.wrong_token(message))
    }

    // ---- errors ---------------------------------------------------------------------------------

    #[inline]
    pub(crate) fn loc_at(&self, at: u32) -> Loc {
        Loc::source(self.base + at)
    }

    pub(crate) fn error_at(&mut self, at: u32, message: impl Into<String>) -> Failed {
        // The lexer has reported what is wrong with this token already.
        if self.tok.kind != TokenKind::Error {
            let diag = Diag::error(self.loc_at(at), message);
            self.diags.push(diag);
        }
        Failed
    }

    /// An error at the current token; at the end of the file, at its last byte.
    pub(crate) fn error(&mut self, message: impl Into<String>) -> Failed {
        let at = self.tok.start;
        let at = if self.tok.kind == TokenKind::Eof { at.saturating_sub(1) } else { at };
        self.error_at(at, message)
    }

    /// An error about a missing token: at the end of the line before, if the current token starts a line.
    pub(crate) fn wrong_token(&mut self, message: impl Into<String>) -> Failed {
        let original =
            if self.tok.kind == TokenKind::Eof { self.tok.start.saturating_sub(1) } else { self.tok.start };
        let start = (self.start as usize).min(original as usize);
        let mut before = &self.src[start..original as usize];
        loop {
            let end = before.iter().rposition(|c| !matches!(c, b' ' | b'\t')).map_or(0, |i| i + 1);
            before = &before[..end];
            match before.last() {
                None => return self.error_at(original, message),
                Some(b'\n' | b'\r') => {}
                Some(_) => {
                    let at = (start + before.len()) as u32;
                    return self.error_at(at, message);
                }
            }
            before = &before[..before.len() - 1];
            let line = before.iter().rposition(|c| matches!(c, b'\n' | b'\r')).unwrap_or(0);
            if let Some(comment) = memchr::memmem::find(&before[line..], b"//") {
                before = &before[..line + comment];
            }
        }
    }

    pub(crate) fn diag(&mut self, diag: Box<Diag>) -> Failed {
        self.diags.push(diag);
        Failed
    }

    // ---- lists ----------------------------------------------------------------------------------

    /// Items up to a closing token, separated by commas.
    pub(crate) fn list_until(
        &mut self,
        close: TokenKind,
        close_text: char,
        allow_empty: bool,
        mut item: impl FnMut(&mut Self) -> PResult<()>,
    ) -> PResult<()> {
        if self.at(close) {
            if !allow_empty {
                return Err(self.wrong_token("expected list element"));
            }
            self.advance();
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        // The message is made where it is needed.
        if self.eat(close) {
            return Ok(());
        }
        Err(self.wrong_token(format!("expected ',' or '{close_text}'")))
    }

    /// Items in brackets, separated by commas; `context` ends the message for a missing bracket.
    pub(crate) fn delimited(
        &mut self,
        open: (TokenKind, char),
        close: (TokenKind, char),
        context: &str,
        mut item: impl FnMut(&mut Self) -> PResult<()>,
    ) -> PResult<()> {
        if !self.eat(open.0) {
            return Err(self.wrong_token(format!("expected '{}'{context}", open.1)));
        }
        if self.eat(close.0) {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        if self.eat(close.0) {
            return Ok(());
        }
        Err(self.wrong_token(format!("expected '{}'{context}", close.1)))
    }

    /// The unsigned value of an integer token; `None` if it is out of range.
    pub(crate) fn u64_of(&self, token: Token) -> Option<u64> {
        parse_u64(self.text_of(token))
    }

    /// The number after `#` or `%`; `None` if it is not a number or exceeds 32 bits.
    pub(crate) fn suffix_number(&self, token: Token) -> Option<u32> {
        let digits = &self.text_of(token)[1..];
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        parse_u64(digits).and_then(|v| u32::try_from(v).ok())
    }
}

pub(crate) fn parse_u64(text: &[u8]) -> Option<u64> {
    if let Some(hex) = text.strip_prefix(b"0x") {
        if hex.is_empty() {
            return None;
        }
        return hex.iter().try_fold(0u64, |v, &c| {
            let digit = (c as char).to_digit(16)?;
            if v >> 60 != 0 { None } else { Some(v << 4 | u64::from(digit)) }
        });
    }
    if text.len() < 20 {
        return Some(text.iter().fold(0, |v, &c| v * 10 + u64::from(c.wrapping_sub(b'0'))));
    }
    text.iter().try_fold(0u64, |v, &c| v.checked_mul(10)?.checked_add(u64::from(c.wrapping_sub(b'0'))))
}

/// Assembles the IR from the results of the parser.
pub fn assemble(
    cx: &Arc<Context>,
    sources: Arc<SourceMap>,
    bodies: Vec<(BodyId, BodyBuilder)>,
    count: u32,
) -> Ir {
    let mut ir = Ir::new(cx.clone(), sources);
    while (ir.num_bodies() as u32) < count {
        ir.reserve_body();
    }
    for (id, body) in bodies {
        ir.put_new_body(id, body);
    }
    ir
}
