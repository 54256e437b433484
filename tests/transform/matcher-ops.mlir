// Ops that do not implement MatchOpInterface cannot be part of a matcher, though they change nothing.
// RUN: terrace-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @addition_to_collect(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = arith.addf %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %x = transform.collect_matching @m in %r : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @m(%e: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %e ["arith.addf"] : !transform.any_op
    // expected-error @below {{expected operations in the match part to implement MatchOpInterface}}
    %v = transform.get_result %e[0] : (!transform.any_op) -> !transform.any_value
    transform.yield %e : !transform.any_op
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @addition_to_match(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = arith.addf %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.consumed}) {
    %x = transform.foreach_match restrict_root in %r @m -> @a : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @m(%e: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expected operations in the match part to implement MatchOpInterface}}
    %v = transform.get_consumers_of_result %e[0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @a() {
    transform.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%r: !transform.any_op):
  // expected-error @below {{expects nested operations to implement MatchOpInterface}}
  transform.match.structured %r : !transform.any_op {
  ^bb0(%s: !transform.any_op):
    // expected-note @below {{offending operation}}
    transform.verify %s : !transform.any_op
    transform.match.structured.yield
  }
}
