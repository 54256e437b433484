// A number that a function passes to itself and changes each time may be anything in the end: the work does not go
// through all of them, as it does in mlir-opt.
// RUN: terrace-opt %s --int-range-optimizations | FileCheck %s

func.func private @down(%n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %stop = arith.cmpi sle, %n, %c0 : i32
  %0 = scf.if %stop -> (i32) {
    scf.yield %x : i32
  } else {
    %less = arith.subi %n, %c1 : i32
    %1 = func.call @down(%less, %x) : (i32, i32) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func @start(%x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = call @down(%c3, %x) : (i32, i32) -> i32
  return %0 : i32
}

// CHECK: module {
// CHECK-NEXT:   func.func private @down(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:     %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = arith.cmpi sle, %arg0, %c0_i32 : i32
// CHECK-NEXT:     %1 = scf.if %0 -> (i32) {
// CHECK-NEXT:       scf.yield %arg1 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %2 = arith.subi %arg0, %c1_i32 : i32
// CHECK-NEXT:       %3 = func.call @down(%2, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @start(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT:     %0 = call @down(%c3_i32, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
