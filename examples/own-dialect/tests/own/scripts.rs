//! The ops of scripts.

use super::{print, refuse};

const SCRIPT: &str = "
module attributes {transform.with_named_sequence} {
  transform.named_sequence @opens(%op: !transform.any_op {transform.readonly}) -> (!transform.any_op, !transform.any_param) {
    %low, %high = transform.match.my.range %op : (!transform.any_op) -> (!transform.any_param, !transform.any_param)
    %zero = transform.param.constant 0 : i64 -> !transform.any_param
    transform.match.param.cmpi eq %low, %zero : !transform.any_param
    transform.yield %op, %high : !transform.any_op, !transform.any_param
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %opens, %ends = transform.collect_matching @opens in %root
      : (!transform.any_op) -> (!transform.any_op, !transform.any_param)
    transform.my.set_mode %opens to slow : !transform.any_op
    transform.annotate %opens \"until\" = %ends : !transform.any_op, !transform.any_param
    transform.yield
  }
}";

#[test]
fn what_matches_is_changed() {
    let payload = "
func.func @f(%b: !my.box<3, i32>) -> (i32, i32) {
  %0 = my.open %b by <0, 2> : !my.box<3, i32> -> i32
  %1 = my.open %b by <1, 2> : !my.box<3, i32> -> i32
  return %0, %1 : i32, i32
}";
    let printed = print(&format!("{payload}{SCRIPT}"), &["--transform-interpreter"]);
    assert!(printed.contains("by #range mode slow {until = 2 : i64}"), "{printed}");
    assert!(printed.contains("by #range1 : !box"), "{printed}");
}

#[test]
fn other_payload_is_refused() {
    refuse(
        "
// expected-note@+1 {{offending payload}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error@+1 {{only applies to my.open payloads}}
    transform.my.set_mode %root to fast : !transform.any_op
    transform.yield
  }
}
",
        &["--transform-interpreter"],
    );
}
