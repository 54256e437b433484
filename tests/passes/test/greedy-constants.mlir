// An op that a pattern creates at the start of a block stays there, and so does the constant before it.
// RUN: terrace-test-opt %s --test-greedy-patterns='top-down' | FileCheck %s
// RUN: terrace-test-opt %s --test-greedy-patterns='cse-constants=false' | FileCheck %s --check-prefix=NOCSE

// CHECK-LABEL: func.func @casts
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: %[[A:.*]] = "test.cast"(%[[TRUE]])
// CHECK-NEXT: %[[B:.*]] = "test.cast"(%[[TRUE]])
// CHECK-NEXT: return %[[B]], %[[A]]
// NOCSE-LABEL: func.func @casts
// NOCSE-NEXT: %[[TRUE0:.*]] = arith.constant true
// NOCSE-NEXT: "test.cast"(%[[TRUE0]])
// NOCSE-NEXT: %[[TRUE1:.*]] = arith.constant true
// NOCSE-NEXT: "test.cast"(%[[TRUE1]])
func.func @casts() -> (i32, i32) {
  %0 = "test.cast"() {test_fold_before_previously_folded_op} : () -> i32
  %1 = "test.cast"() {test_fold_before_previously_folded_op} : () -> i32
  return %0, %1 : i32, i32
}
