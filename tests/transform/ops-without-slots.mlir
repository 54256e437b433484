// RUN: terrace-test-opt %s --transform-interpreter | FileCheck %s
// RUN: terrace-test-opt %s --transform-interpreter --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Ops that a pattern creates with none of their inherent attributes are printed as ops without them.

// CHECK-LABEL: func.func @payload
// CHECK-NEXT: transform.test_dummy_payload_op {new_op} : () -> i1
// CHECK-NEXT: return
// GENERIC: "transform.test_dummy_payload_op"() {new_op} : () -> i1
func.func @payload() {
  %0 = transform.test_dummy_payload_op {replace_me} : () -> (i1)
  %1 = transform.test_dummy_payload_op {erase_me} : () -> (i1)
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["transform.test_dummy_payload_op"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.test_tracked_rewrite %0 : (!transform.any_op) -> ()
    transform.yield
  }
}
