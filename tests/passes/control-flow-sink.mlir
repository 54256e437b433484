// What only one region uses is computed there.
// RUN: terrace-opt %s --control-flow-sink | FileCheck %s

func.func @branches(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %b : i32
  %2 = arith.subi %a, %b : i32
  %3 = arith.addi %2, %2 : i32
  %r = scf.if %c -> i32 {
    %t = scf.if %c -> i32 {
      scf.yield %1 : i32
    } else {
      scf.yield %3 : i32
    }
    scf.yield %t : i32
  } else {
    scf.yield %3 : i32
  }
  return %r : i32
}

// CHECK:      module {
// CHECK-NEXT:   func.func @branches(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:     %0 = arith.subi %arg1, %arg2 : i32
// CHECK-NEXT:     %1 = arith.addi %0, %0 : i32
// CHECK-NEXT:     %2 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:       %3 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:         %4 = arith.addi %arg1, %arg2 : i32
// CHECK-NEXT:         %5 = arith.muli %4, %arg2 : i32
// CHECK-NEXT:         scf.yield %5 : i32
// CHECK-NEXT:       } else {
// CHECK-NEXT:         scf.yield %1 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
