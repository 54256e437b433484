//! Internal to Terrace; no promise of stability. The dialects builtin and ub, and the common parts of the dialects of
//! arithmetic, functions and control flow and of the dialect llvm.
//!
//! The map: [`builtin`] and [`ub`] are dialects. [`constraints`] are type constraints that dialects share,
//! [`infer`] has result type inference, [`index_list`] lists of numbers and values, [`dialect_interfaces`]
//! common implementations of dialect interfaces, [`fold`] constant folding, [`divisors`] divisibility,
//! [`broadcast`] shapes that are broadcast, [`cast`] the common parts of conversions and [`function`] those of functions.

#![forbid(unsafe_code)]

pub mod broadcast;
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
