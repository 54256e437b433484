// What looks at a sign is computed in fewer bits only where these have the sign, what divides all bits only where
// the others are zero, and a shift only where it is less than the bits that are left. Unlike mlir-opt, which narrows all of
// these.
// RUN: terrace-opt %s --arith-int-range-narrowing=int-bitwidths-supported=8 | FileCheck %s

func.func @signed_division(%a: i8, %b: i8) -> (i32, i32) {
  %c3 = arith.constant 3 : i32
  %0 = arith.extui %a : i8 to i32
  %1 = arith.divsi %0, %c3 : i32
  %2 = arith.extsi %b : i8 to i32
  %3 = arith.remsi %2, %c3 : i32
  return %1, %3 : i32, i32
}
func.func @unsigned_division(%a: i8) -> i32 {
  %c100 = arith.constant -100 : i32
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.remui %0, %c100 : i32
  return %1 : i32
}
func.func @shift(%a: i8) -> i32 {
  %c9 = arith.constant 9 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.extui %a : i8 to i32
  %1 = arith.shrui %0, %c9 : i32
  %2 = arith.shrui %0, %c2 : i32
  %3 = arith.addi %1, %2 : i32
  return %3 : i32
}
func.func @overflow(%a: i7, %b: i7) -> (i32, i32) {
  %0 = arith.extui %a : i7 to i32
  %1 = arith.extui %b : i7 to i32
  %2 = arith.addi %0, %1 overflow<nsw, nuw> : i32
  %3 = arith.extsi %a : i7 to i32
  %4 = arith.extsi %b : i7 to i32
  %5 = arith.addi %3, %4 overflow<nsw> : i32
  return %2, %5 : i32, i32
}
func.func @comparison(%a: i8, %b: i8) -> (i1, i1) {
  %0 = arith.extui %a : i8 to i32
  %1 = arith.extui %b : i8 to i32
  %2 = arith.cmpi slt, %0, %1 : i32
  %3 = arith.cmpi ult, %0, %1 : i32
  return %2, %3 : i1, i1
}

// CHECK: module {
// CHECK-NEXT:   func.func @signed_division(%arg0: i8, %arg1: i8) -> (i32, i32) {
// CHECK-NEXT:     %c3_i8 = arith.constant 3 : i8
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:     %1 = arith.divsi %0, %c3_i32 : i32
// CHECK-NEXT:     %2 = arith.remsi %arg1, %c3_i8 : i8
// CHECK-NEXT:     %3 = arith.extsi %2 : i8 to i32
// CHECK-NEXT:     return %1, %3 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unsigned_division(%arg0: i8) -> i32 {
// CHECK-NEXT:     %c-100_i32 = arith.constant -100 : i32
// CHECK-NEXT:     %0 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT:     %1 = arith.remui %0, %c-100_i32 : i32
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @shift(%arg0: i8) -> i32 {
// CHECK-NEXT:     %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT:     %c9_i32 = arith.constant 9 : i32
// CHECK-NEXT:     %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:     %1 = arith.shrui %0, %c9_i32 : i32
// CHECK-NEXT:     %2 = arith.shrui %arg0, %c2_i8 : i8
// CHECK-NEXT:     %3 = arith.trunci %1 : i32 to i8
// CHECK-NEXT:     %4 = arith.addi %3, %2 : i8
// CHECK-NEXT:     %5 = arith.extui %4 : i8 to i32
// CHECK-NEXT:     return %5 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @overflow(%arg0: i7, %arg1: i7) -> (i32, i32) {
// CHECK-NEXT:     %0 = arith.extui %arg0 : i7 to i32
// CHECK-NEXT:     %1 = arith.extui %arg1 : i7 to i32
// CHECK-NEXT:     %2 = arith.trunci %0 : i32 to i8
// CHECK-NEXT:     %3 = arith.trunci %1 : i32 to i8
// CHECK-NEXT:     %4 = arith.addi %2, %3 overflow<nuw> : i8
// CHECK-NEXT:     %5 = arith.extui %4 : i8 to i32
// CHECK-NEXT:     %6 = arith.extsi %arg0 : i7 to i32
// CHECK-NEXT:     %7 = arith.extsi %arg1 : i7 to i32
// CHECK-NEXT:     %8 = arith.trunci %6 : i32 to i8
// CHECK-NEXT:     %9 = arith.trunci %7 : i32 to i8
// CHECK-NEXT:     %10 = arith.addi %8, %9 overflow<nsw> : i8
// CHECK-NEXT:     %11 = arith.extsi %10 : i8 to i32
// CHECK-NEXT:     return %5, %11 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @comparison(%arg0: i8, %arg1: i8) -> (i1, i1) {
// CHECK-NEXT:     %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:     %1 = arith.extui %arg1 : i8 to i32
// CHECK-NEXT:     %2 = arith.cmpi slt, %0, %1 : i32
// CHECK-NEXT:     %3 = arith.cmpi ult, %arg0, %arg1 : i8
// CHECK-NEXT:     return %2, %3 : i1, i1
// CHECK-NEXT:   }
// CHECK-NEXT: }
