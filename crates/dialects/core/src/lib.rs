//! Internal to Terrace; no promise of stability. The dialects func, arith, cf, scf, index, math and complex.
//!
//! The map: one module for each dialect; [`indexing`] maps from iterations to elements, [`region_branch`] canonicalization of ops that pass values
//! among their regions, [`region_if`] that of conditions.

#![forbid(unsafe_code)]

pub mod arith;
pub mod cf;
pub mod complex;
pub mod func;
pub mod index;
pub mod indexing;
pub mod math;
pub mod region_branch;
pub mod region_if;
pub mod scf;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines, and those that it is built on.
pub static DIALECTS: &[&DialectDef] = &[
    &terrace_dialects_builtin::builtin::BUILTIN,
    &terrace_dialects_builtin::ub::UB,
    &arith::ARITH,
    &cf::CF,
    &complex::COMPLEX,
    &func::FUNC,
    &index::INDEX_DIALECT,
    &math::MATH,
    &scf::SCF,
];
