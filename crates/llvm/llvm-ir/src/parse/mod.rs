//! The parser from LLVM IR text to a module in memory.
//!
//! Types and constants are uniqued, so that equality is as in LLVM. Metadata are nodes by number, with fields
//! by name. Entities that may be referenced before their definition (values, blocks, globals, types, nodes,
//! attribute groups) have ids that are assigned at the first reference.

mod attributes;
mod calls;
mod constants;
mod functions;
mod globals;
mod instructions;
mod lexer;
mod memory;
mod metadata;
mod parser;
mod records;
mod state;
mod types;

pub use parser::{ParseOptions, parse};

/// A parse error: the message, and the position in the text.
#[derive(Debug)]
pub struct Failure {
    /// The place in the text, in bytes.
    pub offset: usize,
    /// The message.
    pub message: String,
}

impl Failure {
    /// A failure at a place.
    #[cold]
    pub fn new(offset: usize, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { offset, message: message.into() })
    }
}

/// The result of reading, or the error.
///
/// The error is boxed, so that results of parser functions are returned in registers.
type Read<T = ()> = Result<T, Box<Failure>>;
