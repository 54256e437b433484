// The least number has no opposite, and divided it stays below zero. mlir-opt says that the quotient is not the one that it is.
// RUN: terrace-opt %s --int-range-optimizations | FileCheck %s

func.func @least_or_next(%flag: i1) -> (i1, i8) {
  %least = arith.constant -128 : i8
  %next = arith.constant -127 : i8
  %c2 = arith.constant 2 : i8
  %quotient = arith.constant -64 : i8
  %0 = arith.select %flag, %least, %next : i8
  %1 = arith.ceildivsi %0, %c2 : i8
  %2 = arith.cmpi ne, %1, %quotient : i8
  return %2, %1 : i1, i8
}

// CHECK:      module {
// CHECK-NEXT:   func.func @least_or_next(%arg0: i1) -> (i1, i8) {
// CHECK-NEXT:     %c-128_i8 = arith.constant -128 : i8
// CHECK-NEXT:     %c-127_i8 = arith.constant -127 : i8
// CHECK-NEXT:     %c2_i8 = arith.constant 2 : i8
// CHECK-NEXT:     %c-64_i8 = arith.constant -64 : i8
// CHECK-NEXT:     %0 = arith.select %arg0, %c-128_i8, %c-127_i8 : i8
// CHECK-NEXT:     %1 = arith.ceildivsi %0, %c2_i8 : i8
// CHECK-NEXT:     %2 = arith.cmpi ne, %1, %c-64_i8 : i8
// CHECK-NEXT:     return %2, %1 : i1, i8
// CHECK-NEXT:   }
// CHECK-NEXT: }
