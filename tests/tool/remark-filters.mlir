// Filters of optimization remarks are taken; no pass reports any.
// RUN: terrace-opt %s --canonicalize --remarks-filter=.* --remark-policy=final 2>&1 | FileCheck %s
// RUN: terrace-opt %s --canonicalize --remarks-filter-passed=a --remarks-filter-missed=b 2>&1 | FileCheck %s
// RUN: terrace-opt %s --canonicalize --remarks-filter-failed=a --remarks-filter-analyse=b 2>&1 | FileCheck %s
// CONFIRMED: mlir-opt prints the same.

// CHECK-LABEL: module {
// CHECK-NEXT: func.func @without_remarks() {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NOT: {{.}}
func.func @without_remarks() {
  %c = arith.constant 0 : i32
  return
}
