//! Attributes and types by themselves, as bytecode keeps those that have no encoding of their own.

use std::sync::Arc;

use terrace_ir::asm::PResult;
use terrace_ir::{Attr, Context, Diag, Type};

use super::{ParseOptions, Parser, Symbols};
use crate::lexer::Kind;

/// What texts of one file share: the keys that its resources have in the context.
#[derive(Clone, Default)]
pub struct FragmentSymbols(Arc<Symbols>);

impl FragmentSymbols {
    /// Sets the key in the context of a resource of a dialect that texts call by `written`.
    pub fn set_resource_key(&mut self, dialect: &str, written: &str, key: &str) {
        let keys = &mut Arc::make_mut(&mut self.0).resource_keys;
        keys.insert((dialect.to_owned(), written.to_owned()), key.to_owned());
    }
}

/// Reads an attribute from its text; returns it with the number of bytes that it takes.
///
/// # Errors
///
/// What is wrong with the text. Positions count from its start.
pub fn parse_attribute_text(
    cx: &Context,
    text: &[u8],
    symbols: &FragmentSymbols,
) -> Result<(Attr, usize), Vec<Box<Diag>>> {
    parse_fragment(cx, text, symbols, |parser| parser.attribute(None))
}

/// Reads a type from its text; returns it with the number of bytes that it takes.
///
/// # Errors
///
/// What is wrong with the text. Positions count from its start.
pub fn parse_type_text(
    cx: &Context,
    text: &[u8],
    symbols: &FragmentSymbols,
) -> Result<(Type, usize), Vec<Box<Diag>>> {
    parse_fragment(cx, text, symbols, Parser::ty)
}

fn parse_fragment<'a, T>(
    cx: &'a Context,
    text: &'a [u8],
    symbols: &FragmentSymbols,
    read: impl FnOnce(&mut Parser<'a>) -> PResult<T>,
) -> Result<(T, usize), Vec<Box<Diag>>> {
    let mut parser = Parser::new(cx, text, 0, 0, ParseOptions::default());
    parser.symbols = symbols.0.clone();
    parser.advance();
    let value = read(&mut parser);
    match value {
        Ok(value) if parser.diags.is_empty() => {
            let end = if parser.at(Kind::Eof) { text.len() } else { parser.tok.start as usize };
            Ok((value, end))
        }
        _ => Err(parser.diags),
    }
}
