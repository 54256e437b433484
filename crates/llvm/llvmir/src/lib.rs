//! LLVM IR as text: how modules in the dialect llvm leave for LLVM's tools.
//!
//! The map: [`mod@export`] writes a module. [`layout`] reads what LLVM calls a data layout, [`names`] writes identifiers,
//! [`types`] types, `signatures` knows LLVM's intrinsics, and [`constants`] holds constants and folds what LLVM would fold while it builds instructions.

#![forbid(unsafe_code)]

mod attribute_names;
pub mod constants;
mod conventions;
pub mod export;
mod fold;
mod fold_scalars;
pub mod import;
mod kept;
pub mod layout;
pub mod names;
mod phi_notes;
pub mod read;
mod signatures;
pub mod types;

pub use export::{export, export_imported};
pub use import::{ImportOptions, Imported, import};
pub use kept::KEPT;
