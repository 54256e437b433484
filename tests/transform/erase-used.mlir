// What is used is not erased.
// RUN: terrace-test-opt %s --transform-interpreter --verify-diagnostics

module attributes {transform.with_named_sequence} {
func.func @returned_sum(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
  %h = transform.structured.match ops{["arith.addi"]} in %r : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{hi}}
  // expected-error@below {{cannot erase an op that has uses}}
  transform.test_emit_remark_and_erase_operand %h, "hi" : !transform.any_op
  transform.yield
}
}
