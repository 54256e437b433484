//! The parts of a file, with the names in them.

use std::ops::Range;

use terrace_asm::Recording;

use crate::values::Values;

/// The name of a symbol or an alias where it is written.
pub(crate) struct Word {
    pub(crate) range: Range<usize>,
    /// The number of the op that it is in, or which defines it.
    pub(crate) op: Option<u32>,
    pub(crate) defines: bool,
}

/// A part of a file.
pub(crate) struct Chunk {
    pub(crate) range: Range<usize>,
    pub(crate) notes: Recording,
    /// The symbols, by position; each is `@name`.
    pub(crate) symbols: Vec<Word>,
    /// The aliases, by position; each is `#name` or `!name`.
    pub(crate) aliases: Vec<Word>,
    /// The IR, if it could be read and verified.
    pub(crate) values: Option<Values>,
}

/// The language of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    Mlir,
    LlvmIr,
}

impl Language {
    /// The language of a file by its name.
    pub(crate) fn of(uri: &str) -> Self {
        if uri.ends_with(".ll") { Language::LlvmIr } else { Language::Mlir }
    }
}

/// The kinds of symbols of the protocol.
const MODULE: u32 = 2;
pub(crate) const FUNCTION: u32 = 12;
const VARIABLE: u32 = 13;
const OBJECT: u32 = 19;

/// The kind of the symbol that an op defines, by its name.
pub(crate) fn symbol_kind(op: &str) -> u32 {
    match op.rsplit('.').next() {
        Some("module") => MODULE,
        Some("func" | "named_sequence" | "define" | "declare") => FUNCTION,
        Some("global" | "variable" | "constant") => VARIABLE,
        _ => OBJECT,
    }
}
