//! LLVM IR text as a module in memory.
//!
//! Types and constants are unique, so that what is equal in LLVM is equal here. Metadata are nodes by number,
//! with fields by name. Whatever a name may stand for before its definition (values, blocks, globals, types, nodes, groups of attributes) is a number
//! that is known before what it stands for.

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

/// Why a text is not LLVM IR: what is expected or wrong, and where.
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
