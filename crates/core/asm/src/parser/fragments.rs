//! Parsing of single attributes and types, as bytecode stores those without an encoding.

use std::sync::Arc;

use terrace_ir::asm::PResult;
use terrace_ir::{Attr, Context, Diag, Type};

use super::{ParseOptions, Parser, Symbols};
use crate::lexer::TokenKind;

/// Numbers of distinct attributes from this one on mean the same attribute in all texts of a file; lesser ones, as other
/// writers of bytecode have them, in one text alone.
pub const FIRST_SHARED_DISTINCT: u64 = 1 << 32;

/// The state that texts of one file share: the keys that its resources have in the context, and distinct attributes whose numbers
/// are [`FIRST_SHARED_DISTINCT`] or more.
#[derive(Clone, Default)]
pub struct FragmentSymbols(Arc<Symbols>);

impl FragmentSymbols {
    /// Sets the key in the context of a resource of a dialect that texts call by `written`.
    pub fn set_resource_key(&mut self, dialect: &str, written: &str, key: &str) {
        let keys = &mut Arc::make_mut(&mut self.0).resource_keys;
        keys.insert((dialect.to_owned(), written.to_owned()), key.to_owned());
    }

    /// The distinct attributes that texts share, with their numbers, in the order of these.
    pub fn distinct(&self) -> Vec<(u64, Attr)> {
        let mut all: Vec<(u64, Attr)> =
            self.0.distinct.iter().map(|(&number, &attr)| (number, attr)).collect();
        all.sort_unstable_by_key(|&(number, _)| number);
        all
    }

    /// Records the symbols that a text has defined globally.
    fn learn(&mut self, text: &Arc<Symbols>) {
        if Arc::ptr_eq(text, &self.0) {
            return;
        }
        let shared = text.distinct.iter().filter(|(number, _)| **number >= FIRST_SHARED_DISTINCT);
        let shared: Vec<(u64, Attr)> = shared.map(|(&number, &attr)| (number, attr)).collect();
        if shared.len() > self.0.distinct.len() {
            Arc::make_mut(&mut self.0).distinct.extend(shared);
        }
    }
}

/// Reads an attribute from its text; returns it with the number of bytes that it takes.
///
/// # Errors
///
/// If the text does not parse. Positions count from its start.
pub fn parse_attribute_text(
    cx: &Context,
    text: &[u8],
    symbols: &mut FragmentSymbols,
) -> Result<(Attr, usize), Vec<Box<Diag>>> {
    parse_fragment(cx, text, symbols, |parser| parser.attribute(None))
}

/// Reads a type from its text; returns it with the number of bytes that it takes.
///
/// # Errors
///
/// If the text does not parse. Positions count from its start.
pub fn parse_type_text(
    cx: &Context,
    text: &[u8],
    symbols: &mut FragmentSymbols,
) -> Result<(Type, usize), Vec<Box<Diag>>> {
    parse_fragment(cx, text, symbols, Parser::ty)
}

fn parse_fragment<'a, T>(
    cx: &'a Context,
    text: &'a [u8],
    symbols: &mut FragmentSymbols,
    read: impl FnOnce(&mut Parser<'a>) -> PResult<T>,
) -> Result<(T, usize), Vec<Box<Diag>>> {
    let mut parser = Parser::new(cx, text, 0, 0, ParseOptions::default());
    parser.symbols = symbols.0.clone();
    parser.advance();
    let value = read(&mut parser);
    match value {
        Ok(value) if parser.diags.is_empty() => {
            let end = if parser.at(TokenKind::Eof) { text.len() } else { parser.tok.start as usize };
            symbols.learn(&parser.symbols);
            Ok((value, end))
        }
        _ => Err(parser.diags),
    }
}
