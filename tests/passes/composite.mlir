// A pipeline until nothing changes any more.
// RUN: terrace-opt %s '--composite-fixed-point-pass=pipeline=canonicalize,cse' | FileCheck %s

func.func @additions_of_constants(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  %2 = arith.addi %a, %c1 : i32
  %3 = arith.subi %1, %2 : i32
  return %3 : i32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @additions_of_constants(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:     %0 = arith.addi %arg0, %c2_i32 : i32
// CHECK-NEXT:     %1 = arith.addi %arg0, %c1_i32 : i32
// CHECK-NEXT:     %2 = arith.subi %0, %1 : i32
// CHECK-NEXT:     return %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
