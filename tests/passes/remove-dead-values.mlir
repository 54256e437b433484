// Arguments, results and ops that are of no use go, also where liveness has to be followed through calls and loops.
// RUN: terrace-opt %s --remove-dead-values | FileCheck %s
// RUN: terrace-opt %s --remove-dead-values=canonicalize=false | FileCheck %s --check-prefix=KEEP

func.func private @partly(%a: i32, %b: i32, %m: memref<i32>) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %b, %b : i32
  memref.store %0, %m[] : memref<i32>
  return %0, %1 : i32, i32
}
func.func @caller(%a: i32, %m: memref<i32>) -> i32 {
  %0:2 = call @partly(%a, %a, %m) : (i32, i32, memref<i32>) -> (i32, i32)
  return %0#0 : i32
}
func.func private @never_called(%a: i32) -> i32 {
  return %a : i32
}
func.func @unused_op(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32
  return %a : i32
}
func.func @block_arguments(%c: i1, %a: i32, %m: memref<i32>) {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2(%a : i32)
^bb1(%x: i32):
  memref.store %x, %m[] : memref<i32>
  %d = arith.muli %x, %x : i32
  cf.br ^bb3(%d : i32)
^bb2(%y: i32):
  %e = arith.addi %a, %a : i32
  cf.br ^bb3(%e : i32)
^bb3(%z: i32):
  return
}
func.func @loop(%n: index, %m: memref<index>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0, %t = %c1) -> (index, index) {
    %1 = arith.addi %s, %i : index
    %2 = arith.muli %t, %i : index
    memref.store %1, %m[] : memref<index>
    scf.yield %1, %2 : index, index
  }
  return %0#0 : index
}
func.func @region(%c: i1, %a: i32) -> i32 {
  %0 = scf.if %c -> i32 {
    %1 = arith.addi %a, %a : i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  return %a : i32
}

// CHECK: module {
// CHECK-NEXT:   func.func private @partly(%arg0: i32, %arg1: memref<i32>) -> i32 {
// CHECK-NEXT:     %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT:     memref.store %0, %arg1[] : memref<i32>
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @caller(%arg0: i32, %arg1: memref<i32>) -> i32 {
// CHECK-NEXT:     %0 = call @partly(%arg0, %arg1) : (i32, memref<i32>) -> i32
// CHECK-NEXT:     return %0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @never_called() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @unused_op(%arg0: i32) -> i32 {
// CHECK-NEXT:     return %arg0 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @block_arguments(%arg0: i1, %arg1: i32, %arg2: memref<i32>) {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2(%arg1 : i32)
// CHECK-NEXT:   ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:     memref.store %0, %arg2[] : memref<i32>
// CHECK-NEXT:     cf.br ^bb3
// CHECK-NEXT:   ^bb2(%1: i32):  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb3
// CHECK-NEXT:   ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loop(%arg0: index, %arg1: memref<index>) -> index {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = ub.poison : index
// CHECK-NEXT:     %1 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %c0) -> (index) {
// CHECK-NEXT:       %2 = arith.addi %arg3, %arg2 : index
// CHECK-NEXT:       memref.store %2, %arg1[] : memref<index>
// CHECK-NEXT:       %3 = ub.poison : index
// CHECK-NEXT:       scf.yield %2 : index
// CHECK-NEXT:     }
// CHECK-NEXT:     return %1 : index
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @region(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:     return %arg1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT: }

// KEEP: module {
// KEEP-NEXT:   func.func private @partly(%arg0: i32, %arg1: memref<i32>) -> i32 {
// KEEP-NEXT:     %0 = arith.addi %arg0, %arg0 : i32
// KEEP-NEXT:     memref.store %0, %arg1[] : memref<i32>
// KEEP-NEXT:     return %0 : i32
// KEEP-NEXT:   }
// KEEP-NEXT:   func.func @caller(%arg0: i32, %arg1: memref<i32>) -> i32 {
// KEEP-NEXT:     %0 = call @partly(%arg0, %arg1) : (i32, memref<i32>) -> i32
// KEEP-NEXT:     return %0 : i32
// KEEP-NEXT:   }
// KEEP-NEXT:   func.func private @never_called() {
// KEEP-NEXT:     return
// KEEP-NEXT:   }
// KEEP-NEXT:   func.func @unused_op(%arg0: i32) -> i32 {
// KEEP-NEXT:     return %arg0 : i32
// KEEP-NEXT:   }
// KEEP-NEXT:   func.func @block_arguments(%arg0: i1, %arg1: i32, %arg2: memref<i32>) {
// KEEP-NEXT:     cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2(%arg1 : i32)
// KEEP-NEXT:   ^bb1(%0: i32):  // pred: ^bb0
// KEEP-NEXT:     memref.store %0, %arg2[] : memref<i32>
// KEEP-NEXT:     cf.br ^bb3
// KEEP-NEXT:   ^bb2(%1: i32):  // pred: ^bb0
// KEEP-NEXT:     cf.br ^bb3
// KEEP-NEXT:   ^bb3:  // 2 preds: ^bb1, ^bb2
// KEEP-NEXT:     return
// KEEP-NEXT:   }
// KEEP-NEXT:   func.func @loop(%arg0: index, %arg1: memref<index>) -> index {
// KEEP-NEXT:     %c0 = arith.constant 0 : index
// KEEP-NEXT:     %c1 = arith.constant 1 : index
// KEEP-NEXT:     %0 = ub.poison : index
// KEEP-NEXT:     %1:2 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %c0, %arg4 = %0) -> (index, index) {
// KEEP-NEXT:       %2 = arith.addi %arg3, %arg2 : index
// KEEP-NEXT:       memref.store %2, %arg1[] : memref<index>
// KEEP-NEXT:       %3 = ub.poison : index
// KEEP-NEXT:       scf.yield %2, %3 : index, index
// KEEP-NEXT:     }
// KEEP-NEXT:     return %1#0 : index
// KEEP-NEXT:   }
// KEEP-NEXT:   func.func @region(%arg0: i1, %arg1: i32) -> i32 {
// KEEP-NEXT:     return %arg1 : i32
// KEEP-NEXT:   }
// KEEP-NEXT: }
