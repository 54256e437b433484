// A transfer that a loop waits for starts one iteration ahead; its buffer and its tag are doubled.
// RUN: terrace-opt %s --affine-pipeline-data-transfer --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @tiles
// CHECK:         %[[IN:.*]] = memref.alloc() : memref<32xf32>
// CHECK-NEXT:    %[[OUT:.*]] = memref.alloc() : memref<32xf32>
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<2x8xf32, 1>
// CHECK-NEXT:    %[[TAG:.*]] = memref.alloc() : memref<2x1xi32>
// CHECK-NEXT:    affine.dma_start %[[IN]][%c0{{.*}} * 8], %[[BUFFER]][%c0{{.*}} mod 2, 0], %[[TAG]][%c0{{.*}} mod 2, 0], %c8
// CHECK-NEXT:    affine.for %[[I:.*]] = 1 to 4 {
// CHECK-NEXT:      affine.dma_start %[[IN]][%[[I]] * 8], %[[BUFFER]][%[[I]] mod 2, 0], %[[TAG]][%[[I]] mod 2, 0], %c8
// CHECK-NEXT:      %[[LAST:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK:           affine.dma_wait %[[TAG]][%[[LAST]] mod 2, 0], %c8
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT:        %[[X:.*]] = affine.load %[[BUFFER]][%[[LAST]] mod 2, %[[J]]]
// CHECK-NEXT:        affine.store %[[X]], %[[OUT]][%[[LAST]] * 8 + %[[J]]]
// CHECK:         affine.dma_wait %[[TAG]]
// CHECK-NEXT:    affine.for
// CHECK:         memref.dealloc %[[TAG]]
// CHECK-NEXT:    memref.dealloc %[[BUFFER]]
// CHECK-NEXT:    return %[[OUT]]
func.func @tiles() -> memref<32xf32> {
  %in = memref.alloc() : memref<32xf32>
  %out = memref.alloc() : memref<32xf32>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %buffer = memref.alloc() : memref<8xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 4 {
    affine.dma_start %in[%i * 8], %buffer[%c0], %tag[%c0], %c8 : memref<32xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %c8 : memref<1xi32>
    affine.for %j = 0 to 8 {
      %x = affine.load %buffer[%j] : memref<8xf32, 1>
      affine.store %x, %out[%i * 8 + %j] : memref<32xf32>
    }
  }
  memref.dealloc %tag : memref<1xi32>
  memref.dealloc %buffer : memref<8xf32, 1>
  return %out : memref<32xf32>
}

// -----

// The bounds are of other values, and the loop has a step; the buffers are allocated in it. A subscript that other ops
// use, too, is computed for the transfer alone.
// CHECK-DAG: #[[HALF:.*]] = affine_map<(d0) -> ((d0 floordiv 16) mod 2)>
// CHECK-LABEL: func.func @step
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<2x8xf32, 1>
// CHECK-NEXT:    %[[TAG:.*]] = memref.alloc() : memref<2x1xi32>
// CHECK:         affine.dma_start
// CHECK-NEXT:    affine.for %[[I:.*]] = #{{.*}}(%arg1) to #{{.*}}(%arg1) step 16 {
// CHECK-NEXT:      %[[AT:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK-NEXT:      affine.dma_start %arg0[%[[AT]]], %[[BUFFER]][(%[[I]] floordiv 16) mod 2, 0], %[[TAG]][(%[[I]] floordiv 16) mod 2, 0]
// CHECK-NEXT:      %[[LAST:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK:           affine.dma_wait
func.func @step(%in: memref<?xf32>, %first: index) {
  %scratch = memref.alloc() : memref<96xi64>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  affine.for %i = affine_map<(d0) -> (d0)>(%first) to affine_map<(d0) -> (d0 + 64)>(%first) step 16 {
    %buffer = memref.alloc() : memref<8xf32, 1>
    %tag = memref.alloc() : memref<1xi32>
    %at = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    affine.dma_start %in[%at], %buffer[%c0], %tag[%c0], %c8 : memref<?xf32>, memref<8xf32, 1>, memref<1xi32>
    affine.dma_wait %tag[%c0], %c8 : memref<1xi32>
    %number = arith.index_cast %at : index to i64
    affine.store %number, %scratch[%i] : memref<96xi64>
    memref.dealloc %tag : memref<1xi32>
    memref.dealloc %buffer : memref<8xf32, 1>
  }
  return
}
