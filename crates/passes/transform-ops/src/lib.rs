//! Internal to Terrace; no promise of stability. Transform ops on other dialects, as extensions of the dialect
//! transform.
//!
//! The map: a module for each part of the op names. [`debug`] reports payload, [`dlti`] queries target
//! properties, [`func`] has the ops on functions, [`irdl`] matches payload by definitions, [`loops`] has the
//! ops on loops, [`patterns`] adds patterns to apply, [`pdl`] matches payload by patterns, [`structured`] has
//! the ops on structured ops of linalg.

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
pub mod replacements;
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
    &replacements::EXTENSION,
    &structured::EXTENSION,
    &tune::EXTENSION,
];
