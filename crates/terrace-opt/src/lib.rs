//! The mlir-opt compatible driver, as a library.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`cl`] | the command line: LLVM's rules, mlir-opt's options |
//! | [`split`] | `--split-input-file`: chunks in, one output |
#![forbid(unsafe_code)]

pub mod cl;
pub mod split;
