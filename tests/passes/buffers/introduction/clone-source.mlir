// A clone whose source is freed behind it is its source.
// RUN: terrace-opt %s --canonicalize | FileCheck %s

func.func @dynamic_allocation(%arg0: index, %arg1: index) -> memref<?x?xf32> {
  %1 = memref.alloc(%arg0, %arg1) : memref<?x?xf32>
  %2 = bufferization.clone %1 : memref<?x?xf32> to memref<?x?xf32>
  memref.dealloc %1 : memref<?x?xf32>
  return %2 : memref<?x?xf32>
}

// CHECK:      module {
// CHECK-NEXT:   func.func @dynamic_allocation(%arg0: index, %arg1: index) -> memref<?x?xf32> {
// CHECK-NEXT:     %alloc = memref.alloc(%arg0, %arg1) : memref<?x?xf32>
// CHECK-NEXT:     return %alloc : memref<?x?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
