// Ops are folded, as in every pass that applies patterns until nothing changes.
// RUN: terrace-opt %s --tosa-make-broadcastable | FileCheck %s

// CHECK-LABEL: func.func @folds(
// CHECK-SAME: %[[A:.*]]: i1)
// CHECK-NEXT: return %[[A]] : i1
func.func @folds(%a: i1) -> i1 {
  %true = arith.constant true
  %0 = arith.xori %a, %true : i1
  %1 = arith.xori %0, %true : i1
  return %1 : i1
}
