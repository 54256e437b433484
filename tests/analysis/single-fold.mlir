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

// Values among positions that are constants are seen by all folds.
func.func @positions(%v: vector<4xf16>, %x: f16, %b: vector<4x2xf16>) -> (f16, vector<2xf16>, vector<4xf16>) {
  %c1 = arith.constant 1 : index
  %0 = vector.insert %x, %v [1] : f16 into vector<4xf16>
  %1 = vector.extract %0[%c1] : f16 from vector<4xf16>
  %2 = vector.extract %b[%c1] : vector<2xf16> from vector<4x2xf16>
  %3 = vector.insert %x, %0 [%c1] : f16 into vector<4xf16>
  return %1, %2, %3 : f16, vector<2xf16>, vector<4xf16>
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
// CHECK-NEXT:   func.func @positions(%arg0: vector<4xf16>, %arg1: f16, %arg2: vector<4x2xf16>) -> (f16, vector<2xf16>, vector<4xf16>) {
// CHECK-NEXT:     %0 = vector.insert %arg1, %arg0 [1] : f16 into vector<4xf16>
// CHECK-NEXT:     %1 = vector.extract %arg2[1] : vector<2xf16> from vector<4x2xf16>
// CHECK-NEXT:     %2 = vector.insert %arg1, %arg0 [1] : f16 into vector<4xf16>
// CHECK-NEXT:     return %arg1, %1, %2 : f16, vector<2xf16>, vector<4xf16>
// CHECK-NEXT:   }
// CHECK-NEXT: }
