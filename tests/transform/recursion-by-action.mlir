// An action may match again: a recursion that ends where nothing matches. One that does not end is an error.
// RUN: terrace-opt %s --transform-interpreter | FileCheck %s
// RUN: not terrace-opt %s --transform-interpreter=entry-point=forever 2>&1 | FileCheck %s --check-prefix=FOREVER

// CHECK: arith.constant {seen} 1 : i32
// FOREVER: error: recursion not allowed in named sequences
module attributes {transform.with_named_sequence} {
  func.func @constant_to_mark() {
    %0 = arith.constant 1 : i32
    return
  }
  transform.named_sequence @match(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["arith.constant"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @never(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["arith.addi"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @mark(%op: !transform.any_op {transform.consumed}) {
    transform.annotate %op "seen" : !transform.any_op
    transform.foreach_match restrict_root in %op @never -> @mark : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    transform.foreach_match in %root @match -> @mark : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @again(%op: !transform.any_op {transform.consumed}) {
    transform.foreach_match restrict_root in %op @match -> @again : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @forever(%root: !transform.any_op {transform.consumed}) {
    transform.foreach_match in %root @match -> @again : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
