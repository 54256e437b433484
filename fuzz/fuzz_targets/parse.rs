//! Reads, verifies and prints any bytes: nothing may panic.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "run.rs"]
mod run;

fuzz_target!(|input: &[u8]| {
    run::opt(input, &["--allow-unregistered-dialect"]);
});
