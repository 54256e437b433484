//! The pass with its options and its statistics.

use super::{print, refuse, run};

const PROGRAM: &str = "
func.func @f(%t: tensor<4xf32>, %i: index, %x: f32) -> tensor<4xf32> {
  %0 = my.set %x into %t[%i] : f32, tensor<4xf32>
  %1 = my.set %x into %0[%i] : f32, tensor<4xf32>
  %2 = my.zero %1 : tensor<4xf32> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}";

/// The report of the pass for `--mlir-pass-statistics`.
fn counted(pass: &str) -> String {
    let (code, _, stderr) = run(PROGRAM.as_bytes(), &[pass, "--mlir-pass-statistics"]);
    assert_eq!(code, 0, "{stderr}");
    format!("{}\n", stderr[stderr.find("MyCountPass").expect("the pass is in the report")..].trim_end())
}

#[test]
fn ops_are_counted_by_name() {
    let expected = "\
MyCountPass
  (S) 2 num-ops - Number of ops that were found
";
    assert_eq!(counted("--my-count"), expected);
    assert_eq!(counted("--my-count=name=my.zero"), expected.replace('2', "1"));
    assert_eq!(counted("--my-count=name=my.pick"), expected.replace('2', "0"));
}

#[test]
fn ops_are_reported_on_demand() {
    refuse(
        "
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark@+1 {{found}}
  %0 = my.zero %t : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
",
        &["--my-count=name=my.zero remark"],
    );
    // Nothing is changed.
    assert_eq!(print(PROGRAM, &["--my-count"]), print(PROGRAM, &[]));
}

#[test]
fn options_are_checked() {
    let (code, _, stderr) = run(PROGRAM.as_bytes(), &["--my-count=color=red"]);
    assert!(code != 0 && stderr.contains("color"), "{stderr}");
}
