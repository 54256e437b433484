//! Runs file tests in-process, with its own FileCheck.
//!
//! - [`filecheck`]: LLVM's FileCheck, as a library.
//! - [`lit`]: the language of `RUN:` lines, and the tools they call.
//! - [`runner`]: finds tests and runs them in parallel.
//! - [`update`]: regenerates the checks of a test.
//! - [`conform`]: upstream's tests as a scoreboard.
//! - [`harness`]: tests that state their requirements of the machine.
//!
//! The crate does not depend on the compiler: the caller passes its programs as [`lit::Tool`]s.

#![forbid(unsafe_code)]

mod builtins;
pub mod conform;
pub mod filecheck;
pub mod harness;
pub mod lit;
mod posix;
pub mod runner;
pub mod update;
