// Every op is folded once.
// RUN: terrace-test-opt %s --test-single-fold | FileCheck %s

func.func @sums(%a: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %c1, %c2 : i32
  %1 = arith.addi %0, %c2 : i32
  %2 = arith.muli %c1, %a : i32
  return %1, %2 : i32, i32
}
func.func @nested(%c: i1) -> i32 {
  %0 = scf.if %c -> i32 {
    %c3 = arith.constant 3 : i32
    %1 = arith.subi %c3, %c3 : i32
    scf.yield %1 : i32
  } else {
    %c3 = arith.constant 3 : i32
    scf.yield %c3 : i32
  }
  return %0 : i32
}

// CHECK: module {
// CHECK-NEXT:   func.func @sums(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %0 = arith.addi %c3_i32, %c2_i32 : i32
// CHECK-NEXT:     %1 = arith.muli %arg0, %c1_i32 : i32
// CHECK-NEXT:     return %0, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @nested(%arg0: i1) -> i32 {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:       scf.yield %c0_i32 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %c3_i32 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
