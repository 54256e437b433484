//! The driver with the test dialect, in place of the mlir-opt of upstream's tests.

#![forbid(unsafe_code)]

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let (argv0, args) = terrace::tools::start::arguments();
    terrace::tools::start::opt(&argv0, &args, &terrace_test_opt::setup())
}
