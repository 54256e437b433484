//! Compiles patterns of pdl, and applies those of one module to another: nothing may panic.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "run.rs"]
mod run;

fuzz_target!(|input: &[u8]| {
    for pass in ["--convert-pdl-to-pdl-interp", "--test-pdl-bytecode-pass"] {
        run::opt(input, &["--allow-unregistered-dialect", pass]);
    }
});
