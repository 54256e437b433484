//! The bridge between LLVM IR and the dialect llvm.
//!
//! The map: [`mod@export`] builds a module of [`terrace_llvm_ir`] from ops, and [`import()`] creates ops of one; text is read and
//! printed there. `opcodes` is the table of instructions and ops that both directions read. What ops cannot hold is kept as parts
//! of a module (the attribute [`KEPT`](terrace_dialects_llvm::reader::KEPT)), which the dialect llvm names.

#![forbid(unsafe_code)]

pub mod export;
pub mod import;
mod kept;
mod opcodes;
mod phi_notes;
mod reader;

pub use export::{build, export, export_imported, type_text};
pub use import::{ImportOptions, Imported, data_layout_spec, import};
pub use reader::EXTENSIONS;
