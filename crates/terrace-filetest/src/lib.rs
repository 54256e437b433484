//! Runs file tests in-process, with its own FileCheck.
//!
//! - [`filecheck`]: LLVM's FileCheck, as a library.

#![forbid(unsafe_code)]

pub mod filecheck;
mod posix;
