//! The dialects builtin, func, arith, cf, scf, index, math, complex and ub.
//!
//! The map: one module for each dialect; [`constraints`] are type constraints they share, [`infer`] result
//! types that follow from operands, [`cast`] what conversions and [`function`] what functions have in common.

#![forbid(unsafe_code)]

<<<<<<< HEAD
pub mod arith;
pub mod builtin;
pub mod cast;
pub mod constraints;
pub mod func;
pub mod function;
pub mod index;
pub mod infer;
=======
pub mod cf;
pub mod ub;
>>>>>>> wt-e

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
<<<<<<< HEAD
pub static DIALECTS: &[&DialectDef] = &[&arith::ARITH, &builtin::BUILTIN, &func::FUNC, &index::INDEX_DIALECT];
=======
pub static DIALECTS: &[&DialectDef] = &[&cf::CF, &ub::UB];
>>>>>>> wt-e
