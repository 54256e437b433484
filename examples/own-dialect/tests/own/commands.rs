//! The program and its commands.

use std::process::{Command, Output};

/// Runs the program on a file of the directory of the test, which `text` is written to.
fn run(name: &str, text: &str, args: &[&str]) -> Output {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).unwrap();
    Command::new(env!("CARGO_BIN_EXE_own-dialect")).args(args).arg(file).output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

const PROGRAM: &str = "
func.func @f(%b: !my.box<3, i32>, %t: tensor<4xf32>) -> (i32, tensor<4xf32>) {
  %0 = my.open %b by <0, 2> : !my.box<3, i32> -> i32
  %1 = my.zero %t : tensor<4xf32> -> tensor<4xf32>
  return %0, %1 : i32, tensor<4xf32>
}";

#[test]
fn programs_are_bufferized_by_an_analysis() {
    let copied = |analysis| {
        let output = run(&format!("{analysis}.mlir"), PROGRAM, &["bufferize", analysis]);
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        assert!(output.status.success() && stdout.contains("my.zero"), "{stdout}{stderr}");
        stdout.contains("memref.alloc")
    };
    assert_eq!(["one-shot", "promised", "always-copy"].map(copied), [false, true, true]);
}

#[test]
fn programs_are_written_in_a_version_of_the_dialect() {
    for (version, mode) in [("1", " mode slow"), ("2", "")] {
        let bytes = run(&format!("{version}.mlir"), PROGRAM, &["write", version]).stdout;
        let (code, printed, stderr) = super::run(&bytes, &[]);
        let printed = text(printed);
        assert!(code == 0 && printed.contains(&format!("by #range{mode} :")), "{printed}{stderr}");
    }
}

#[test]
fn mistakes_are_told() {
    let error = |name, program, args| {
        let output = run(name, program, args);
        assert!(!output.status.success());
        text(output.stderr)
    };
    let usage = "usage: own-dialect bufferize one-shot|promised|always-copy FILE\n";
    assert_eq!(error("mistakes.mlir", PROGRAM, &["bufferize", "never"]), usage);
    let versions = "error: the dialect has versions 1 to 2\n";
    assert_eq!(error("mistakes.mlir", PROGRAM, &["write", "3"]), versions);
    let unknown = error("unknown.mlir", "my.unknown", &["write", "2"]);
    assert!(unknown.contains("custom op 'my.unknown' is unknown"), "{unknown}");
}
