// Of several ops that make a handle invalid, the first is told.
// RUN: terrace-test-opt %s --transform-interpreter --verify-diagnostics

module attributes {transform.with_named_sequence} {
func.func @two_additions(%a: i32) {
  // expected-note@below {{ancestor payload op}}
  // expected-note@below {{nested payload op}}
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  return
}
transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
  // expected-note@below {{handle to invalidated ops}}
  %h = transform.structured.match ops{["arith.addi"]} in %r : (!transform.any_op) -> !transform.any_op
  %s:2 = transform.split_handle %h : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-note@below {{invalidated by this transform op that consumes its operand #0}}
  transform.test_consume_operand %s#0 : !transform.any_op
  transform.test_consume_operand %s#1 : !transform.any_op
  // expected-error@below {{op uses a handle invalidated by a previously executed transform op}}
  transform.annotate %h "x" : !transform.any_op
  transform.yield
}
}
