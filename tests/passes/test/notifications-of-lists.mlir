// Without rollback, the place of an op that moves with others is the op after it.
// RUN: terrace-test-opt %s --allow-unregistered-dialect --test-legalize-patterns=allow-pattern-rollback=0 | FileCheck %s

// CHECK: notifyOperationInserted: test.legal_op, previous = test.return
// CHECK-NEXT: notifyOperationInserted: test.return, was last in block
// CHECK-LABEL: func.func @moved
func.func @moved(%a: i64) {
  %0 = "test.legal_op"() : () -> i32
  "test.return"() : () -> ()
}
