// With --print-match-failures, the patterns of a conversion say why they do not match, by name; the output stays the same.
// RUN: terrace-test-opt %s --test-legalize-patterns --print-match-failures 2>&1 | FileCheck %s
// RUN: terrace-test-opt %s --test-legalize-patterns 2>&1 | FileCheck %s --check-prefix=QUIET

// QUIET-NOT: does not match

// CHECK: match-failures.mlir:[[#@LINE+4]]:3: remark: pattern 'TestIllegalOpB' does not match: failed to legalize generated operation
// CHECK-LABEL: func.func @an_op_is_generated_that_is_not_legal
// CHECK: "test.illegal_op_b"
func.func @an_op_is_generated_that_is_not_legal() -> i32 {
  %r = "test.illegal_op_b"() : () -> i32
  return %r : i32
}
