//! Internal to Terrace; no promise of stability. The translation between LLVM IR and the dialect llvm.
//!
//! The map: [`mod@export`] builds a module of [`terrace_llvm_ir`] from ops, and [`import()`] creates ops from
//! one; text is parsed and printed there. `opcodes` is the table of instructions and ops that both directions
//! use. Entities that ops cannot represent are kept in a separate module (the attribute
//! [`KEPT`](terrace_dialects_llvm::reader::KEPT)), which is defined in the dialect llvm.

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
