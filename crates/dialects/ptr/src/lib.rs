//! Internal to Terrace; no promise of stability. The dialects ptr and dlti: pointers, and the layout of data in memory.

#![forbid(unsafe_code)]

pub mod dlti;
pub mod ptr;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&dlti::DLTI, &ptr::PTR];
