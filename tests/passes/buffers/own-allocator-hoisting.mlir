// Allocations move as far as their interface allows.
// RUN: terrace-test-opt %s --pass-pipeline='builtin.module(func.func(buffer-hoisting,buffer-loop-hoisting))' | FileCheck %s

func.func @hoisted(%c: i1, %x: memref<2xf32>) {
  cf.cond_br %c, ^a, ^b(%x : memref<2xf32>)
^a:
  %0 = test.pool_alloc() : memref<2xf32>
  cf.br ^b(%0 : memref<2xf32>)
^b(%1: memref<2xf32>):
  "test.read_buffer"(%1) : (memref<2xf32>) -> ()
  return
}

func.func @out_of_loop(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %0 = test.pool_alloc() : memref<2xf32>
    "test.read_buffer"(%0) : (memref<2xf32>) -> ()
  }
  return
}

// A clone stays where its source is read.
func.func @clone(%c: i1, %x: memref<2xf32>) {
  cf.cond_br %c, ^a, ^b(%x : memref<2xf32>)
^a:
  %0 = test.pool_clone %x : memref<2xf32>
  cf.br ^b(%0 : memref<2xf32>)
^b(%1: memref<2xf32>):
  "test.read_buffer"(%1) : (memref<2xf32>) -> ()
  return
}

// Its interface does not say that it may be moved.
func.func @plain(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %0 = test.plain_alloc : memref<2xf32>
    "test.read_buffer"(%0) : (memref<2xf32>) -> ()
  }
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @hoisted(%arg0: i1, %arg1: memref<2xf32>) {
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : memref<2xf32>)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     cf.br ^bb2(%0 : memref<2xf32>)
// CHECK-NEXT:   ^bb2(%1: memref<2xf32>):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     "test.read_buffer"(%1) : (memref<2xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @out_of_loop(%arg0: index) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = test.pool_alloc() : memref<2xf32>
// CHECK-NEXT:     scf.for %arg1 = %c0 to %arg0 step %c1 {
// CHECK-NEXT:       "test.read_buffer"(%0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @clone(%arg0: i1, %arg1: memref<2xf32>) {
// CHECK-NEXT:     cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : memref<2xf32>)
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     %0 = test.pool_clone %arg1 : memref<2xf32>
// CHECK-NEXT:     cf.br ^bb2(%0 : memref<2xf32>)
// CHECK-NEXT:   ^bb2(%1: memref<2xf32>):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:     "test.read_buffer"(%1) : (memref<2xf32>) -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @plain(%arg0: index) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     scf.for %arg1 = %c0 to %arg0 step %c1 {
// CHECK-NEXT:       %0 = test.plain_alloc : memref<2xf32>
// CHECK-NEXT:       "test.read_buffer"(%0) : (memref<2xf32>) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
