// Ops of the test dialect are converted; what fails is undone.
// RUN: terrace-test-opt %s --split-input-file --test-legalize-patterns | FileCheck %s
// RUN: terrace-test-opt %s --split-input-file --allow-unregistered-dialect --test-legalize-patterns=test-legalize-mode=full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: terrace-test-opt %s --split-input-file --test-legalize-patterns=test-legalize-folding-mode=never | FileCheck %s --check-prefix=NEVER

// CHECK-LABEL: func @chain
// CHECK: "test.legal_op_a"() <{status = "Success"}>
// CHECK: "test.legal_op_a"() <{status = "Failure"}>
// CHECK: "test.legal_op_a"() <{status = "Success"}>
// FULL: error: failed to legalize operation 'func.return'
// FULL: remark: applyFullConversion failed
// FULL-LABEL: func.func @chain() {
// FULL-NEXT: "test.illegal_op_a"() : () -> i32
// FULL-NEXT: "test.illegal_op_b"() : () -> i32
// FULL-NEXT: "test.illegal_op_c"() : () -> i32
// FULL-NEXT: return
func.func @chain() {
  %0 = "test.illegal_op_a"() : () -> i32
  %1 = "test.illegal_op_b"() : () -> i32
  %2 = "test.illegal_op_c"() : () -> i32
  return
}

// -----

// CHECK-LABEL: func @folds
// CHECK: "test.op_in_place_self_fold"() <{folded}>
// NEVER-LABEL: func @folds
// NEVER: "test.constant"() <{value = 97 : i32}>
func.func @folds() {
  %0 = "test.op_in_place_self_fold"() : () -> i32
  return
}

// -----

// CHECK-LABEL: func @stays
// CHECK-NEXT: "test.illegal_op_a"
// CHECK-NEXT: "test.illegal_op_g"
func.func @stays() {
  %0 = "test.illegal_op_a"() : () -> i32
  %1 = "test.illegal_op_g"() : () -> i32
  return
}
