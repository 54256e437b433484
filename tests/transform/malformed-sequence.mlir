// An op is looked at from outside before it is verified: one whose region is missing is told as such.
// RUN: not terrace-opt %s 2>&1 | FileCheck %s

module attributes {transform.with_named_sequence} {
"transform.named_sequence"() ({
^bb0(%arg0: !transform.any_op):
  "transform.with_pdl_patterns"(%arg0) ({
  ^bb1(%arg1: !transform.any_op):
    // CHECK: [[#@LINE+1]]:5: error: 'transform.sequence' op requires one region
    "transform.sequence"(%arg1) <{failure_propagation_mode = 1 : i32, operandSegmentSizes = array<i32: 1, 0>}> : (!transform.any_op) -> ()
  }) : (!transform.any_op) -> ()
  "transform.yield"() : () -> ()
}) {function_type = (!transform.any_op) -> (), sym_name = "x"} : () -> ()
}
