// The least number has no opposite, and divided it stays below zero. mlir-opt says that it does not.
// RUN: terrace-opt %s --int-range-optimizations | FileCheck %s

func.func @by_constant(%x: i8) -> i1 {
  %c-120 = arith.constant -120 : i8
  %c2 = arith.constant 2 : i8
  %c-64 = arith.constant -64 : i8
  %0 = arith.minsi %x, %c-120 : i8
  %1 = arith.ceildivsi %0, %c2 : i8
  %2 = arith.cmpi sgt, %1, %c-64 : i8
  return %2 : i1
}
func.func @of_least(%x: i8) -> i1 {
  %least = arith.constant -128 : i8
  %c0 = arith.constant 0 : i8
  %c2 = arith.constant 2 : i8
  %c4 = arith.constant 4 : i8
  %0 = arith.maxsi %x, %c2 : i8
  %1 = arith.minsi %0, %c4 : i8
  %2 = arith.ceildivsi %least, %1 : i8
  %3 = arith.cmpi sgt, %2, %c0 : i8
  return %3 : i1
}
func.func @constants() -> i8 {
  %least = arith.constant -128 : i8
  %c2 = arith.constant 2 : i8
  %0 = arith.ceildivsi %least, %c2 : i8
  return %0 : i8
}

// CHECK:      module {
// CHECK-NEXT:   func.func @by_constant(%arg0: i8) -> i1 {
// CHECK-NEXT:     %c-120_i8 = arith.constant -120 : i8
// CHECK-NEXT:     %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT:     %c-64_i8 = arith.constant -64 : i8
// CHECK-NEXT:     %0 = arith.minsi %arg0, %c-120_i8 : i8
// CHECK-NEXT:     %1 = arith.ceildivsi %0, %c2_i8 : i8
// CHECK-NEXT:     %2 = arith.cmpi sgt, %1, %c-64_i8 : i8
// CHECK-NEXT:     return %2 : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @of_least(%arg0: i8) -> i1 {
// CHECK-NEXT:     %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT:     %c0_i8 = arith.constant 0 : i8
// CHECK-NEXT:     %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT:     %c4_i8 = arith.constant 4 : i8
// CHECK-NEXT:     %0 = arith.maxsi %arg0, %c2_i8 : i8
// CHECK-NEXT:     %1 = arith.minsi %0, %c4_i8 : i8
// CHECK-NEXT:     %2 = arith.ceildivsi %c-128_i8, %1 : i8
// CHECK-NEXT:     %3 = arith.cmpi sgt, %2, %c0_i8 : i8
// CHECK-NEXT:     return %3 : i1
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @constants() -> i8 {
// CHECK-NEXT:     %c-64_i8 = arith.constant -64 : i8
// CHECK-NEXT:     return %c-64_i8 : i8
// CHECK-NEXT:   }
// CHECK-NEXT: }
