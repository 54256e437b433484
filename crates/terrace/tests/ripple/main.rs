//! Tests of Ripple in Rust: the programs of its pages and of its examples, masked accesses at the ends of arrays, damaged
//! programs, the faults of LLVM that are worked around.

use std::process::ExitCode;

use terrace::tools::native::toolchain::clang;
use terrace_filetest::harness::{self, Test};

mod damage;
mod docs;
mod examples;
mod masked;
mod quirks;
mod setup;

fn main() -> ExitCode {
    let mut tests = vec![
        Test::of("masked_accesses_stay_inside", masked::masked_accesses_stay_inside).needs(clang()),
        Test::of("damaged_modules_do_no_harm", damage::damaged_modules_do_no_harm),
        Test::of(
            "annotations_in_damaged_sources_do_no_harm",
            damage::annotations_in_damaged_sources_do_no_harm,
        ),
        Test::of("damaged_sources_do_no_harm", damage::damaged_sources_do_no_harm).needs(clang()),
        Test::of("faults_are_listed_once", quirks::faults_are_listed_once),
        Test::of("examples_are_listed", examples::examples_are_listed),
    ];
    tests.extend(docs::tests());
    tests.extend(examples::tests());
    tests.extend(quirks::tests());
    harness::run(tests)
}
