//! The dialects builtin, func, arith, cf, scf, index, math, complex, ml_program, quant and ub.
//!
//! The map: one module for each dialect; [`constraints`] are type constraints they share, [`infer`] result
//! types that follow from operands, [`index_list`] lists of numbers and values, [`indexing`] maps from iterations
//! to elements, [`inline`] what they say about inlining, [`fold`] folding of constants, [`region_branch`]
//! canonicalization of ops that pass values among their regions, [`cast`] what conversions and [`function`] what
//! functions have in common.

#![forbid(unsafe_code)]

pub mod arith;
pub mod builtin;
pub mod cast;
pub mod cf;
pub mod complex;
pub mod constraints;
pub mod fold;
pub mod func;
pub mod function;
pub mod index;
pub mod index_list;
pub mod indexing;
pub mod infer;
pub mod inline;
pub mod math;
pub mod ml_program;
pub mod quant;
pub mod region_branch;
pub mod region_if;
pub mod scf;
pub mod ub;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[
    &arith::ARITH,
    &builtin::BUILTIN,
    &cf::CF,
    &complex::COMPLEX,
    &func::FUNC,
    &quant::QUANT,
    &index::INDEX_DIALECT,
    &math::MATH,
    &scf::SCF,
    &ub::UB,
];

/// The page that shows how, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/define-a-dialect.md")]
pub mod cookbook {}
