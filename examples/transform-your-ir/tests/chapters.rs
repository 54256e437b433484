//! The ops of each chapter, in the driver.

use std::path::Path;

use terrace::prelude::*;
use terrace::tools::{Io, help, opt, transform};
use transform_your_ir::{chapter2, chapter3, chapter4, setup};

/// Runs the driver with a chapter's ops on a text; returns its exit code, and what it writes.
fn run(extension: &'static DialectExtension, text: &str, args: &[&str]) -> (i32, String, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (text.as_bytes(), Vec::new(), Vec::new());
    let io = Io {
        stdin: &mut stdin,
        interactive: false,
        color: false,
        stdout: &mut stdout,
        stderr: &mut stderr,
        cwd: Path::new(""),
    };
    let code = opt("transform-opt", &args, io, &setup(extension));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the driver writes UTF-8");
    (code, text(stdout), text(stderr))
}

/// Runs a script, which succeeds.
fn transform(extension: &'static DialectExtension, text: &str) -> String {
    let (code, stdout, stderr) =
        run(extension, text, &["--transform-interpreter", "--allow-unregistered-dialect"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    stdout
}

/// Runs a script, which fails; the comments in the text tell how.
fn refuse(extension: &'static DialectExtension, text: &str) {
    let args = ["--transform-interpreter", "--split-input-file", "--verify-diagnostics"];
    let (code, _, stderr) = run(extension, text, &args);
    assert_eq!((code, stderr.as_str()), (0, ""));
}

/// Puts a payload and the ops of an entry point in one text.
fn program(payload: &str, script: &str) -> String {
    format!(
        "{payload}
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op) {{
    {script}
    transform.yield
  }}
}}
"
    )
}

const CALLS: &str = "
func.func private @slow(i32, f32) -> i64
func.func private @fast(i32, f32) -> i64
func.func @main(%a: i32, %b: f32) -> i64 {
  %0 = call @slow(%a, %b) : (i32, f32) -> i64
  return %0 : i64
}";

#[test]
fn a_call_gets_another_target() {
    let script = "
    %calls = transform.structured.match ops{[\"func.call\"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.my.change_call_target %calls, \"fast\" : !transform.any_op
    // The handle was only read.
    transform.annotate %calls \"changed\" : !transform.any_op";
    for extension in [&chapter2::EXTENSION, &chapter3::EXTENSION] {
        let found = transform(extension, &program(CALLS, script));
        assert!(found.contains("call @fast(%arg0, %arg1) {changed} : (i32, f32) -> i64"), "{found}");
        assert!(
            found.contains("transform.my.change_call_target %0, \"fast\" : !transform.any_op"),
            "{found}"
        );
    }
}

#[test]
fn what_is_no_call_gets_no_target() {
    refuse(
        &chapter2::EXTENSION,
        "
module attributes {transform.with_named_sequence} {
  // expected-note @below {{offending payload}}
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %all = transform.structured.match ops{[\"transform.named_sequence\"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only applies to func.call payloads}}
    transform.my.change_call_target %all, \"fast\" : !transform.any_op
    transform.yield
  }
}",
    );
    refuse(
        &chapter3::EXTENSION,
        "
// expected-note @below {{when applied to this op}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{transform applied to the wrong op kind}}
    transform.my.change_call_target %root, \"fast\" : !transform.any_op
    transform.yield
  }
}",
    );
}

#[test]
fn a_call_becomes_an_op() {
    let script = "
    %calls = transform.structured.match ops{[\"func.call\"]} in %root
        : (!transform.any_op) -> !transform.my.call_op_interface
    %new = transform.my.call_to_op %calls : (!transform.my.call_op_interface) -> !transform.any_op
    transform.annotate %new \"new\" : !transform.any_op";
    let found = transform(&chapter3::EXTENSION, &program(CALLS, script));
    assert!(found.contains("%0 = \"my.mm4\"(%arg0, %arg1) {new} : (i32, f32) -> i64"), "{found}");
    assert!(found.contains("return %0 : i64") && !found.contains("call @slow"), "{found}");
    assert!(
        found.contains(
            "%1 = transform.my.call_to_op %0 : (!transform.my.call_op_interface) -> !transform.any_op"
        ),
        "{found}"
    );
}

#[test]
fn a_handle_to_calls_takes_no_other_op() {
    refuse(
        &chapter3::EXTENSION,
        "
// expected-note @below {{offending operation}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{expected the payload operation to implement CallOpInterface}}
    %calls = transform.cast %root : !transform.any_op to !transform.my.call_op_interface
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{operand #0 must be handle to ops that call something, but got '!transform.any_op'}}
    transform.my.call_to_op %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}",
    );
}

#[test]
fn a_handle_to_a_call_that_was_replaced_is_used_up() {
    refuse(
        &chapter3::EXTENSION,
        "
func.func private @slow()
func.func @main() {
  // expected-note @below {{ancestor payload op}}
  // expected-note @below {{nested payload op}}
  call @slow() : () -> ()
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-note @below {{handle to invalidated ops}}
    %calls = transform.structured.match ops{[\"func.call\"]} in %root
        : (!transform.any_op) -> !transform.my.call_op_interface
    // expected-note @below {{invalidated by this transform op that consumes its operand #0}}
    transform.my.call_to_op %calls : (!transform.my.call_op_interface) -> !transform.any_op
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.annotate %calls \"late\" : !transform.my.call_op_interface
    transform.yield
  }
}",
    );
}

/// A maximum with the sum on either side, and one that does not qualify: no operand of it is a sum.
const LAYERS: &str = "
func.func @sum_first(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %product = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  %sum = linalg.elementwise kind=#linalg.elementwise_kind<add>
    ins(%product, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-remark @below {{sum is operand 0}}
  %max = linalg.elementwise kind=#linalg.elementwise_kind<max_signed>
    ins(%sum, %zero : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %max : tensor<4x4xf32>
}
func.func @sum_last(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %product = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  %sum = linalg.elementwise kind=#linalg.elementwise_kind<add>
    ins(%product, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-remark @below {{sum is operand 1}}
  %max = linalg.elementwise kind=#linalg.elementwise_kind<max_signed>
    ins(%zero, %sum : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %max : tensor<4x4xf32>
}
func.func @no_sum(%x: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %max = linalg.elementwise kind=#linalg.elementwise_kind<max_signed>
    ins(%zero, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %max : tensor<4x4xf32>
}
";

const MATCH_EITHER_OPERAND: &str = "
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    transform.foreach_match in %root @match_layer -> @show_layer : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @show_layer(%product: !transform.any_op {transform.readonly},
      %max: !transform.any_op {transform.readonly}, %pos: !transform.param<i32> {transform.readonly}) {
    transform.debug.emit_param_as_remark %pos, \"sum is operand\" at %max : !transform.param<i32>, !transform.any_op
    transform.yield
  }
  transform.named_sequence @match_layer(%last: !transform.any_op {transform.readonly})
      -> (!transform.any_op, !transform.any_op, !transform.param<i32>) {
    transform.match.operation_name %last [\"linalg.elementwise\"] : !transform.any_op
    %pos, %middle = transform.match.my.has_operand_satisfying %last
        : (!transform.any_op) -> (!transform.param<i32>, !transform.any_op) {
    ^bb0(%operand: !transform.any_value):
      %def = transform.get_defining_op %operand : (!transform.any_value) -> !transform.any_op
      transform.match.operation_name %def [\"linalg.elementwise\"] : !transform.any_op
      transform.yield %def : !transform.any_op
    }
    %product = transform.get_producer_of_operand %middle[0] : (!transform.any_op) -> !transform.any_op
    transform.match.operation_name %product [\"linalg.matmul\"] : !transform.any_op
    transform.yield %product, %last, %pos : !transform.any_op, !transform.any_op, !transform.param<i32>
  }
}
";

#[test]
fn either_operand_may_satisfy() {
    refuse(&chapter4::EXTENSION, &format!("{LAYERS}{MATCH_EITHER_OPERAND}"));
}

#[test]
fn a_matcher_tells_why_operands_do_not_do() {
    let args = ["--transform-interpreter", "--verify-diagnostics", "--debug-only=transform-matcher"];
    let (code, _, told) = run(&chapter4::EXTENSION, &format!("{LAYERS}{MATCH_EITHER_OPERAND}"), &args);
    assert_eq!(code, 0, "{told}");
    // %zero is a constant, %x an argument.
    assert!(
        told.contains("[transform-matcher] failed to match operand #0: wrong operation name\n"),
        "{told}"
    );
    assert!(
        told.contains(
            "[transform-matcher] failed to match operand #1: cannot get defining op of block argument"
        ),
        "{told}"
    );
    assert!(
        told.contains(
            "[transform-matcher] matcher match_layer failed: none of the operands satisfied the conditions\n"
        ),
        "{told}"
    );
}

#[test]
fn a_trace_shows_what_was_refused_in_the_region() {
    let text = format!("{LAYERS}{MATCH_EITHER_OPERAND}");
    let args = ["-", "--trace=text"].map(str::to_owned);
    let (mut stdin, mut stdout, mut stderr) = (text.as_bytes(), Vec::new(), Vec::new());
    let io = Io {
        stdin: &mut stdin,
        interactive: false,
        color: false,
        stdout: &mut stdout,
        stderr: &mut stderr,
        cwd: Path::new(""),
    };
    assert_eq!(transform::transform(&args, io, &setup(&chapter4::EXTENSION)), 0);
    let trace = String::from_utf8(stdout).expect("it writes UTF-8");
    let lines: Vec<&str> = trace.lines().map(str::trim).collect();
    // The maximum without a sum: its operands are a constant and two arguments.
    let refused = lines.iter().position(|line| {
        line.starts_with(
            "@match_layer refuses linalg.elementwise (<stdin>:24:10) at %pos, %middle = transform.match.my.",
        )
    });
    let refused = refused.unwrap_or_else(|| panic!("{trace}"));
    assert!(lines[refused].ends_with("none of the operands satisfied the conditions"), "{trace}");
    let inner: Vec<&str> =
        lines[refused + 1..refused + 4].iter().filter_map(|line| Some(line.rsplit_once(": ")?.1)).collect();
    let argument = "cannot get defining op of block argument";
    assert_eq!(inner, ["wrong operation name", argument, argument], "{trace}");
}

#[test]
fn a_matcher_takes_one_op_and_says_what_its_region_must_be() {
    refuse(
        &chapter4::EXTENSION,
        "
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %all = transform.structured.match ops{[\"transform.yield\"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected single payload}}
    %pos = transform.match.my.has_operand_satisfying %all : (!transform.any_op) -> !transform.param<i32> {
    ^bb0(%operand: !transform.any_value):
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{expects the body to have one value handle argument}}
    %pos = transform.match.my.has_operand_satisfying %root : (!transform.any_op) -> !transform.param<i32> {
    ^bb0(%operand: !transform.any_op):
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{expects the body to yield what the results after the first one are}}
    %pos, %def = transform.match.my.has_operand_satisfying %root
        : (!transform.any_op) -> (!transform.param<i32>, !transform.any_op) {
    ^bb0(%operand: !transform.any_value):
      // expected-note @below {{terminator}}
      transform.yield %operand : !transform.any_value
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{expects the body to contain match ops}}
    %pos = transform.match.my.has_operand_satisfying %root : (!transform.any_op) -> !transform.param<i32> {
    ^bb0(%operand: !transform.any_value):
      // expected-note @below {{op without interface}}
      transform.apply_cse to %root : !transform.any_op
    }
    transform.yield
  }
}",
    );
}

#[test]
fn the_matcher_has_a_page_of_help() {
    let page =
        help::topic("transform.match.my.has_operand_satisfying", &setup(&chapter4::EXTENSION)).unwrap();
    for line in [
        "transform.match.my.has_operand_satisfying: Succeed if any of the operands matches all nested criteria.",
        "$op `:` functional-type($op, results) attr-dict-with-keyword $body",
        "TransformHandleTypeInterface instance",
        "TransformParamTypeInterface instance",
        "any number of any transform handle or parameter",
        "Regions: body",
        "SingleBlockImplicitTerminator",
    ] {
        assert!(page.contains(line), "{line}: {page}");
    }
}
