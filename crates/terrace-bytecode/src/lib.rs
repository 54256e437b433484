//! The bytecode format, versions 0 to 6.
//!
//! [`check`] reads the structure of a file: header, sections, names, references between them, and the shape
//! of the IR. It makes no IR. Attributes and types in the textual encoding are told apart by how they begin;
//! those in an encoding of their dialect are taken as they are, and so are properties and resources.

#![forbid(unsafe_code)]

mod entries;
mod file;
mod ir;
mod reader;

pub use file::{BytecodeError, check, is_bytecode};
