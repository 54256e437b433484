//! The dialect in its two versions.

use own_dialect::{MY, bytecode::CURRENT, setup};
use terrace::prelude::*;

use super::run;

const PROGRAM: &str = "\
!box = !my.box<3, i32>
#range = #my.range<0, 2>
#range1 = #my.range<1, 2>
#range2 = #my.range<2, 5>
module {
  func.func @f(%arg0: !box) -> i32 {
    %0 = my.open %arg0 by #range : !box -> i32
    %1 = my.open %arg0 by #range1 mode fast {note = #range2} : !box -> i32
    return %0 : i32
  }
}";

/// The program as bytecode with a version of the dialect.
fn write(version: u64) -> Vec<u8> {
    let ir = terrace::parse(&terrace::context_of(&setup()), PROGRAM).unwrap();
    let config = terrace::BytecodeWriterConfig::default()
        .dialect_versions(vec![(MY.name.to_owned(), Arc::new(version))]);
    terrace::bytecode(&ir, &config).unwrap()
}

fn text_of(bytes: &[u8]) -> String {
    let (code, stdout, stderr) = run(bytes, &[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    String::from_utf8(stdout).unwrap()
}

#[test]
fn the_current_version_comes_back() {
    assert_eq!(text_of(&write(CURRENT)).trim(), PROGRAM);
}

#[test]
fn version_1_is_upgraded() {
    let upgraded = text_of(&write(1));
    assert!(upgraded.contains("my.open %arg0 by #range mode slow"), "{upgraded}");
    assert!(upgraded.contains("my.open %arg0 by #range1 mode fast {note = #range2}"), "{upgraded}");
    assert!(upgraded.contains("#range2 = #my.range<2, 5>"), "{upgraded}");
}

#[test]
fn versions_that_are_not_there_are_refused() {
    for version in [0, CURRENT + 1] {
        let (code, _, stderr) = run(&write(version), &[]);
        let message = format!("version {version} of 'my' is not one of 1 to {CURRENT}");
        assert!(code != 0 && stderr.contains(&message), "{stderr}");
    }
}
