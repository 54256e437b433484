// An argument of a block stays as long as one of the branches to it passes what is live, be it live elsewhere; mlir-opt
// makes invalid IR of that. Calls of a function that others may call too are followed each.
// RUN: terrace-opt %s --remove-dead-values | FileCheck %s

func.func @passed_by_two(%flag: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %flag, ^bb1, ^bb2(%x : i32)
^bb1:
  %dead = arith.addi %y, %y : i32
  cf.br ^bb2(%dead : i32)
^bb2(%unused: i32):
  return %x : i32
}
memref.global @g : memref<i32>
func.func @reads(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.get_global @g : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[] : memref<i32>
  }
  return
}
func.func @called(%x: i1) -> i32 {
  %r = arith.extui %x : i1 to i32
  return %r : i32
}
func.func @twice(%x: i32) -> i32 {
  %a = arith.trunci %x : i32 to i1
  %b = call @called(%a) : (i1) -> i32
  %c = arith.trunci %b : i32 to i1
  %d = call @called(%c) : (i1) -> i32
  return %d : i32
}

// CHECK: module {
// CHECK-NEXT:   func.func @passed_by_two(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : i32)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %0 = ub.poison : i32
// CHECK-NEXT:     cf.br ^bb2(%0 : i32)
// CHECK-NEXT:   ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     return %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.global @g : memref<i32>
// CHECK-NEXT:   func.func @reads(%arg0: index) {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @called(%arg0: i1) -> i32 {
// CHECK-NEXT:     %0 = arith.extui %arg0 : i1 to i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @twice(%arg0: i32) -> i32 {
// CHECK-NEXT:     %0 = arith.trunci %arg0 : i32 to i1
// CHECK-NEXT:     %1 = call @called(%0) : (i1) -> i32
// CHECK-NEXT:     %2 = arith.trunci %1 : i32 to i1
// CHECK-NEXT:     %3 = call @called(%2) : (i1) -> i32
// CHECK-NEXT:     return %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }
