// Signed ops on what is never negative become unsigned.
// RUN: terrace-opt %s --arith-unsigned-when-equivalent | FileCheck %s

func.func @all(%a: i8, %b: i8, %s: i32) -> (i32, i32, i32, i32, i32, i32, i64, i1, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.extui %a : i8 to i32
  %x = arith.extui %b : i8 to i32
  %1 = arith.addi %x, %c1 : i32
  %2 = arith.divsi %0, %1 {tag} : i32
  %3 = arith.ceildivsi %0, %1 : i32
  %4 = arith.floordivsi %0, %1 : i32
  %5 = arith.remsi %0, %1 : i32
  %6 = arith.minsi %0, %1 : i32
  %7 = arith.maxsi %0, %1 : i32
  %8 = arith.extsi %0 : i32 to i64
  %9 = arith.cmpi sle, %0, %1 : i32
  %10 = arith.divsi %s, %1 : i32
  return %2, %3, %4, %5, %6, %7, %8, %9, %10 : i32, i32, i32, i32, i32, i32, i64, i1, i32
}

// CHECK: module {
// CHECK-NEXT:   func.func @all(%arg0: i8, %arg1: i8, %arg2: i32) -> (i32, i32, i32, i32, i32, i32, i64, i1, i32) {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = arith.extui %arg0 : i8 to i32
// CHECK-NEXT:     %1 = arith.extui %arg1 : i8 to i32
// CHECK-NEXT:     %2 = arith.addi %1, %c1_i32 : i32
// CHECK-NEXT:     %3 = arith.divui %0, %2 {tag} : i32
// CHECK-NEXT:     %4 = arith.ceildivui %0, %2 : i32
// CHECK-NEXT:     %5 = arith.divui %0, %2 : i32
// CHECK-NEXT:     %6 = arith.remui %0, %2 : i32
// CHECK-NEXT:     %7 = arith.minui %0, %2 : i32
// CHECK-NEXT:     %8 = arith.maxui %0, %2 : i32
// CHECK-NEXT:     %9 = arith.extui %0 : i32 to i64
// CHECK-NEXT:     %10 = arith.cmpi ule, %0, %2 : i32
// CHECK-NEXT:     %11 = arith.divsi %arg2, %2 : i32
// CHECK-NEXT:     return %3, %4, %5, %6, %7, %8, %9, %10, %11 : i32, i32, i32, i32, i32, i32, i64, i1, i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
