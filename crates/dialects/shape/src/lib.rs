//! Internal to Terrace; no promise of stability. The dialects shape, quant and ml_program: shapes as values, quantized
//! types, and globals of programs.

#![forbid(unsafe_code)]

pub mod ml_program;
pub mod quant;
pub mod shape;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&ml_program::ML_PROGRAM, &quant::QUANT, &shape::SHAPE];
