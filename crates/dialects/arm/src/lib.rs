//! Internal to Terrace; no promise of stability. The dialects arm_neon, arm_sve and arm_sme: vectors, scalable vectors
//! and matrix tiles of Arm's processors.
//!
//! The map: [`constraints`] are the constraints of operands and results; [`neon`], [`sve`] and [`sme`] are
//! the dialects, each with the LLVM intrinsics that its ops are lowered to.

#![forbid(unsafe_code)]

pub mod constraints;
pub mod neon;
pub mod sme;
pub mod sve;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&neon::ARM_NEON, &sme::ARM_SME, &sve::ARM_SVE];
