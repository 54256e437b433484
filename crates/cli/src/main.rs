//! The terrace command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use terrace::tools::{Setup, commands, setup, start};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let (argv0, args) = start::arguments();
    commands::main(&argv0, &args, &Setup { exits_after_run: true, ..setup() })
}
