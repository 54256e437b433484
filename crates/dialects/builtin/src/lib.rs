//! The dialects builtin and ub, and what the dialects of arithmetic, functions and control flow share with the dialect llvm.
//!
//! The map: [`builtin`] and [`ub`] are dialects. [`constraints`] are type constraints that dialects share, [`infer`] result types that follow from
//! operands, [`index_list`] lists of numbers and values, [`dialect_interfaces`] interfaces that many implement alike, [`fold`] folding of constants,
//! [`divisors`] what divides, [`cast`] what conversions and [`function`] what functions have in common.

#![forbid(unsafe_code)]

pub mod builtin;
pub mod cast;
pub mod constraints;
pub mod dialect_interfaces;
pub mod divisors;
pub mod fold;
pub mod function;
pub mod index_list;
pub mod infer;
pub mod ub;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&builtin::BUILTIN, &ub::UB];
