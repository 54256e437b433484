//! Ops of the dialect transform that transform what other dialects have, as extensions of it.
//!
//! The map: a module for each part of the op's names. [`debug`] tells what a script sees, [`dlti`] asks for properties of targets, [`func`] has the ops on functions, [`irdl`] finds payload by definitions, [`loops`] has the ops on loops, [`patterns`] describes patterns to apply, [`pdl`] finds payload by patterns, [`structured`] has the ops on
//! structured ops of linalg.

#![forbid(unsafe_code)]

pub mod affine;
pub mod bufferization;
pub mod debug;
pub mod dlti;
pub mod func;
pub mod irdl;
pub mod loops;
pub mod memref;
pub mod patterns;
pub mod pdl;
pub mod structured;
pub mod tune;
pub mod types;

use terrace_ir::extension::DialectExtension;

/// The extensions this crate defines.
pub static EXTENSIONS: &[&DialectExtension] = &[
    &affine::EXTENSION,
    &bufferization::EXTENSION,
    &debug::EXTENSION,
    &dlti::EXTENSION,
    &func::EXTENSION,
    &irdl::EXTENSION,
    &loops::EXTENSION,
    &memref::EXTENSION,
    &patterns::CONFIGURED,
    &patterns::PLAIN,
    &pdl::EXTENSION,
    &pdl::PDL_EXTENSION,
    &structured::EXTENSION,
    &tune::EXTENSION,
];
