// RUN: terrace-opt %s --optimize-allocation-liveness | FileCheck %s

// Buffers are freed behind their last use, where that is in their block.
func.func @last_use(%m: memref<2xf32>, %c: i1, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  %2 = memref.alloc() : memref<2xf32>
  %3 = memref.cast %0 : memref<2xf32> to memref<?xf32>
  memref.store %f, %3[%c0] : memref<?xf32>
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %1) -> (memref<2xf32>) {
    scf.if %c {
      memref.store %f, %2[%i] : memref<2xf32>
    }
    scf.yield %x : memref<2xf32>
  }
  memref.store %f, %4[%c0] : memref<2xf32>
  memref.copy %m, %m : memref<2xf32> to memref<2xf32>
  memref.dealloc %0 : memref<2xf32>
  memref.dealloc %1 : memref<2xf32>
  memref.dealloc %2 : memref<2xf32>
  return
}
func.func @elsewhere(%c: i1, %f: f32, %i: index) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  memref.store %f, %0[%i] : memref<2xf32>
  memref.store %f, %1[%i] : memref<2xf32>
  memref.dealloc %1 : memref<2xf32>
  scf.if %c {
    memref.dealloc %0 : memref<2xf32>
  }
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @last_use(%arg0: memref<2xf32>, %arg1: i1, %arg2: index, %arg3: f32) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %alloc_1 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %cast = memref.cast %alloc : memref<2xf32> to memref<?xf32>
// CHECK-NEXT:     memref.store %arg3, %cast[%c0] : memref<?xf32>
// CHECK-NEXT:     memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     %0 = scf.for %arg4 = %c0 to %arg2 step %c1 iter_args(%arg5 = %alloc_0) -> (memref<2xf32>) {
// CHECK-NEXT:       scf.if %arg1 {
// CHECK-NEXT:         memref.store %arg3, %alloc_1[%arg4] : memref<2xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %arg5 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.dealloc %alloc_1 : memref<2xf32>
// CHECK-NEXT:     memref.store %arg3, %0[%c0] : memref<2xf32>
// CHECK-NEXT:     memref.dealloc %alloc_0 : memref<2xf32>
// CHECK-NEXT:     memref.copy %arg0, %arg0 : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @elsewhere(%arg0: i1, %arg1: f32, %arg2: index) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %alloc_0 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     memref.store %arg1, %alloc[%arg2] : memref<2xf32>
// CHECK-NEXT:     memref.store %arg1, %alloc_0[%arg2] : memref<2xf32>
// CHECK-NEXT:     memref.dealloc %alloc_0 : memref<2xf32>
// CHECK-NEXT:     scf.if %arg0 {
// CHECK-NEXT:       memref.dealloc %alloc : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }

// What is grown is freed, and made anew: that stays where it is.
// CHECK-LABEL: func.func @grown
// CHECK-NEXT: %[[ALLOC:.*]] = memref.alloc
// CHECK-NEXT: %[[NEW:.*]] = memref.realloc %[[ALLOC]]
// CHECK-NEXT: return %[[NEW]]
func.func @grown(%n: index) -> memref<?xf32> {
  %0 = memref.alloc(%n) : memref<?xf32>
  %1 = memref.realloc %0(%n) : memref<?xf32> to memref<?xf32>
  return %1 : memref<?xf32>
}
