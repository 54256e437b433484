//! `terrace translate` as a program of its own, in place of mlir-translate.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use terrace::tools::{setup, start, translate};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let (argv0, args) = start::arguments();
    translate::main(&argv0, &args, &setup())
}
