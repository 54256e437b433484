//! The dialects builtin, func, arith, cf, scf, index, math, complex and ub.

#![forbid(unsafe_code)]

pub mod cf;
pub mod ub;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&cf::CF, &ub::UB];
