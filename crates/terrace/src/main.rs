//! The terrace command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let (argv0, args) = terrace::start::arguments();
    terrace::commands::main(&argv0, &args, &terrace::setup())
}
