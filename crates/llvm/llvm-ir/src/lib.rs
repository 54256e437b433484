//! LLVM IR without LLVM: modules in memory, parsed from text and printed as text.
//!
//! The map: [`model`] has the parts of a [`Module`]; [`parse()`] reads one, [`print()`] writes one, so that
//! the text of LLVM's tools stays the same byte for byte. [`types`], [`strings`] and [`constants`] are
//! uniqued within a module. [`numbering`] numbers unnamed entities, as LLVM does. [`layout`] reads data
//! layouts; [`opcodes`], [`attribute_names`] and [`conventions`] are LLVM's words.

#![forbid(unsafe_code)]

mod aggregates;
pub mod attribute_names;
mod build;
pub mod constants;
pub mod conventions;
pub mod copy;
pub mod fold;
mod fold_scalars;
mod ids;
pub mod kinds;
pub mod layout;
pub mod model;
pub mod names;
pub mod numbering;
pub mod opcodes;
pub mod parse;
pub mod print;
pub mod signatures;
pub mod strings;
pub mod structures;
pub mod types;

pub use model::Module;
pub use parse::{Failure, ParseOptions, parse};
pub use print::print;
pub use strings::Str;
pub use types::Type;
