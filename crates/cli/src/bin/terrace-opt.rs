//! `terrace opt` as a program of its own, in place of mlir-opt.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use terrace::tools::{Setup, setup, start};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let (argv0, args) = start::arguments();
    start::opt(&argv0, &args, &Setup { exits_after_run: true, ..setup() })
}
