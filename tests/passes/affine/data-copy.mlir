// What a loop accesses is copied to a buffer in faster memory before it, and back after it.
// RUN: terrace-opt %s --affine-data-copy-generate | FileCheck %s
// RUN: terrace-opt %s --affine-data-copy-generate="generate-dma fast-mem-space=2 skip-non-unit-stride-loops" | FileCheck %s --check-prefix=DMA

// CHECK-LABEL: func.func @read
// CHECK:         %[[FAST:.*]] = memref.alloc() : memref<16xf32, 1>
// CHECK:         affine.for %[[I:.*]] = 8 to 24 {
// CHECK-NEXT:      %[[X:.*]] = affine.load %arg0[%[[I]]] : memref<64xf32>
// CHECK-NEXT:      affine.store %[[X]], %[[FAST]][%[[I]] - 8] : memref<16xf32, 1>
// CHECK-NEXT:    }
// CHECK:         affine.for %[[J:.*]] = 0 to 16 iter_args
// CHECK:           affine.load %[[FAST]][%[[J]]] : memref<16xf32, 1>
// CHECK:         memref.dealloc %[[FAST]]
// DMA-LABEL:   func.func @read
// DMA:           %[[FAST:.*]] = memref.alloc() : memref<16xf32, 2>
// DMA:           %[[TAG:.*]] = memref.alloc() : memref<1xi32>
// DMA:           affine.dma_start %arg0[%{{.*}}], %[[FAST]][%{{.*}}], %[[TAG]][%{{.*}}], %[[N:.*]] : memref<64xf32>, memref<16xf32, 2>, memref<1xi32>
// DMA-NEXT:      affine.dma_wait %[[TAG]][%{{.*}}], %[[N]] : memref<1xi32>
// DMA:           affine.load %[[FAST]]
func.func @read(%m: memref<64xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 16 iter_args(%sum = %zero) -> f32 {
    %x = affine.load %m[%i + 8] : memref<64xf32>
    %y = arith.addf %sum, %x : f32
    affine.yield %y : f32
  }
  return %r : f32
}

// All elements of the buffer are written, so that it is copied out alone.
// CHECK-LABEL: func.func @written
// CHECK:         %[[FAST:.*]] = memref.alloc() : memref<16xf32, 1>
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:      affine.store %arg1, %[[FAST]][%[[I]]] : memref<16xf32, 1>
// CHECK-NEXT:    }
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 16 {
// CHECK-NEXT:      %[[X:.*]] = affine.load %[[FAST]][%[[J]]] : memref<16xf32, 1>
// CHECK-NEXT:      affine.store %[[X]], %arg0[%[[J]]] : memref<64xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[FAST]]
func.func @written(%m: memref<64xf32>, %k: f32) {
  affine.for %i = 0 to 16 {
    affine.store %k, %m[%i] : memref<64xf32>
  }
  return
}
