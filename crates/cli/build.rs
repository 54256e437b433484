//! How the two commands are linked.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The tables of ops, passes and patterns are static data that holds some 26,000 pointers. In a
    // position-independent executable the loader adjusts each of them: 30 % of the instructions of a run on an empty
    // file, and the pages that hold them are copied.
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|actual| actual == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
