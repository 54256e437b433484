//! `terrace reduce` as a user calls it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const INPUT: &str = "
func.func @f(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.addi %a, %c : i32
  %1 = arith.muli %b, %b : i32
  %2 = arith.xori %0, %1 : i32
  return %2 : i32
}
func.func @g() {
  return
}
";

fn reduce(name: &str, args: &[&str]) -> Output {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = dir.join(format!("{name}.mlir"));
    fs::write(&file, INPUT).unwrap();
    Command::new(env!("CARGO_BIN_EXE_terrace")).arg("reduce").arg(file).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_input_shrinks_while_a_text_is_printed() {
    let output = reduce("prints", &["--prints=arith.xori", "--", "--cse"]);
    // An op that nobody uses would be gone after the pass.
    let wanted = "module {
  func.func @f() -> i32 {
    %0 = ub.poison : i32
    %1 = ub.poison : i32
    %2 = arith.xori %0, %1 : i32
    return %2 : i32
  }
}

";
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), wanted));
    assert!(text(&output.stderr).contains(" bytes, 9 to 6 ops, "), "{}", text(&output.stderr));
}

#[test]
fn an_input_shrinks_while_two_pipelines_differ() {
    let output = reduce("differs", &["--differs=--canonicalize", "--quiet", "--"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let wanted = "module {\n  func.func @f() {\n    %c0_i32 = arith.constant 0 : i32\n    return\n  }\n}\n\n";
    assert_eq!(text(&output.stdout), wanted);
}

#[test]
fn an_input_shrinks_while_a_command_fails() {
    let output = reduce("command", &["--command=! grep -q muli {}", "--quiet"]);
    let wanted = "module {\n  func.func @f() {\n    %0 = ub.poison : i32\n    %1 = arith.muli %0, %0 : i32\n    return\n  }\n}\n\n";
    assert_eq!(text(&output.stdout), wanted);
}

#[test]
fn what_cannot_be_done_is_said() {
    let cases: [(&[&str], &str); 6] = [
        (&["--crashes"], "so there is nothing to reduce"),
        (&[], "no test: one of --crashes"),
        (&["--crashes", "--fails"], "there is more than one test"),
        (&["--prints"], "--prints needs a value"),
        (&["--fails", "--max-tries=many"], "--max-tries needs a number"),
        (&["--fail"], "there is no option '--fail'"),
    ];
    for (args, message) in cases {
        let output = reduce("refused", args);
        let code = if message == "so there is nothing to reduce" { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert!(text(&output.stderr).contains(message), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_failure_is_not_traded_for_another() {
    // Without the constant the use is undefined, which is an error too, and a shorter text has it.
    let input = "func.func @f() -> i32 {
  %c = arith.constant 1 : i32
  %d = arith.constant 2 : i64
  %s = arith.addi %c, %d : i32
  return %s : i32
}
func.func @g() {
  return
}
";
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("traded.mlir");
    fs::write(&file, input).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_terrace"))
        .arg("reduce")
        .arg(&file)
        .args(["--fails", "--quiet"])
        .output()
        .unwrap();
    let reduced = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(reduced.len() < input.len(), "{reduced}");
    fs::write(&file, &reduced).unwrap();
    let checked = Command::new(env!("CARGO_BIN_EXE_terrace")).arg("opt").arg(&file).output().unwrap();
    let said = text(&checked.stderr);
    assert!(said.contains("expects different type than prior uses"), "{reduced}{said}");
}
