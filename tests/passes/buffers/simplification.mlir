// RUN: terrace-opt %s --buffer-deallocation-simplification | FileCheck %s

// What is known of where buffers come from goes into dealloc ops.
func.func @retained(%a: memref<2xf32>, %c: i1) -> (i1, i1, i1) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  %2 = memref.cast %0 : memref<2xf32> to memref<?xf32>
  %3:2 = bufferization.dealloc (%0, %1 : memref<2xf32>, memref<2xf32>) if (%c, %c) retain (%2, %a : memref<?xf32>, memref<2xf32>)
  %true = arith.constant true
  %4 = bufferization.dealloc (%0, %a : memref<2xf32>, memref<2xf32>) if (%true, %c) retain (%2 : memref<?xf32>)
  return %3#0, %3#1, %4 : i1, i1, i1
}
func.func @split(%a: memref<2xf32>, %b: memref<2xf32>, %c: i1, %d: i1) -> (i1, i1) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = arith.select %c, %0, %a : memref<2xf32>
  %2 = memref.alloc() : memref<2xf32>
  %3:2 = bufferization.dealloc (%0, %1, %2, %b : memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xf32>) if (%c, %d, %d, %c) retain (%a, %1 : memref<2xf32>, memref<2xf32>)
  return %3#0, %3#1 : i1, i1
}
func.func @loop(%m: memref<2xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %m) -> (memref<2xf32>) {
    %1 = memref.alloc() : memref<2xf32>
    memref.copy %m, %1 : memref<2xf32> to memref<2xf32>
    bufferization.dealloc (%x, %1 : memref<2xf32>, memref<2xf32>) if (%c, %c)
    %2 = memref.alloc() : memref<2xf32>
    scf.yield %2 : memref<2xf32>
  }
  bufferization.dealloc (%0 : memref<2xf32>) if (%c)
  return
}

// CHECK:      module {
// CHECK-NEXT:   func.func @retained(%arg0: memref<2xf32>, %arg1: i1) -> (i1, i1, i1) {
// CHECK-NEXT:     %true = arith.constant true
// CHECK-NEXT:     %false = arith.constant false
// CHECK-NEXT:     bufferization.dealloc (%arg0 : memref<2xf32>) if (%arg1)
// CHECK-NEXT:     return %arg1, %false, %true : i1, i1, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @split(%arg0: memref<2xf32>, %arg1: memref<2xf32>, %arg2: i1, %arg3: i1) -> (i1, i1) {
// CHECK-NEXT:     %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:     %0 = arith.select %arg2, %alloc, %arg0 : memref<2xf32>
// CHECK-NEXT:     %1:2 = bufferization.dealloc (%alloc, %0, %arg1 : memref<2xf32>, memref<2xf32>, memref<2xf32>) if (%arg2, %arg3, %arg2) retain (%arg0, %0 : memref<2xf32>, memref<2xf32>)
// CHECK-NEXT:     return %1#0, %1#1 : i1, i1
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @loop(%arg0: memref<2xf32>, %arg1: index, %arg2: i1) {
// CHECK-NEXT:     %c0 = arith.constant 0 : index
// CHECK-NEXT:     %c1 = arith.constant 1 : index
// CHECK-NEXT:     %0 = scf.for %arg3 = %c0 to %arg1 step %c1 iter_args(%arg4 = %arg0) -> (memref<2xf32>) {
// CHECK-NEXT:       %alloc = memref.alloc() : memref<2xf32>
// CHECK-NEXT:       memref.copy %arg0, %alloc : memref<2xf32> to memref<2xf32>
// CHECK-NEXT:       bufferization.dealloc (%arg4 : memref<2xf32>) if (%arg2)
// CHECK-NEXT:       bufferization.dealloc (%alloc : memref<2xf32>) if (%arg2)
// CHECK-NEXT:       %alloc_0 = memref.alloc() : memref<2xf32>
// CHECK-NEXT:       scf.yield %alloc_0 : memref<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     bufferization.dealloc (%0 : memref<2xf32>) if (%arg2)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
