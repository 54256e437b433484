//! Internal to Terrace; no promise of stability. Reads and writes the textual form of the IR.
//!
//! - [`lexer`] cuts the bytes into tokens, one ahead; there is no token vector.
//! - [`parser`] is recursive descent over them, with a file for each part of the language.
//! - [`mod@format`] compiles the declarative assembly formats and interprets them for parsing and printing.
//! - [`printer`] numbers and writes.

#![forbid(unsafe_code)]

pub mod format;
pub mod lexer;
pub mod parser;
pub mod printer;

pub use parser::{
    Entity, FIRST_SHARED_DISTINCT, FragmentSymbols, Occurrence, ParseOptions, ParseOutput, Recording,
    TopLevel, WrittenOp, assemble, finish_top_level, parse_attribute_text, parse_recorded, parse_source,
    parse_type_text,
};
pub use printer::{
    Mark, Marked, PrintOptions, ValueNames, What, print_block, print_ir, print_ir_marked, print_op,
    print_op_in_diagnostic, print_op_marked,
};

/// Stack that must be left to go one level deeper; below it, another segment is taken.
pub(crate) const RED_ZONE: usize = 192 << 10;
/// Size of such a segment.
pub(crate) const SEGMENT: usize = 8 << 20;
