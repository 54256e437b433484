//! The dialects builtin, func, arith, cf, scf, index, math, complex and ub.
//!
//! The map: one module for each dialect; [`constraints`] are type constraints they share, [`infer`] result
//! types that follow from operands, [`cast`] what conversions and [`function`] what functions have in common.

#![forbid(unsafe_code)]

pub mod arith;
pub mod builtin;
pub mod cast;
pub mod cf;
pub mod constraints;
pub mod func;
pub mod function;
pub mod index;
pub mod infer;
pub mod ub;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] =
    &[&arith::ARITH, &builtin::BUILTIN, &cf::CF, &func::FUNC, &index::INDEX_DIALECT, &ub::UB];
