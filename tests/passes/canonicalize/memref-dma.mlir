// An op that waits has an effect: it is neither dead nor the same as another.
// RUN: terrace-opt %s --canonicalize --cse --remove-dead-values | FileCheck %s

// CHECK-LABEL: func.func @transfer
// CHECK: memref.dma_start
// CHECK: memref.dma_wait
// CHECK: memref.dma_wait
func.func @transfer(%i: index) {
  %c = arith.constant 256 : index
  %a = memref.alloc() : memref<256xf32>
  %b = memref.alloc() : memref<256xf32, 1>
  %t = memref.alloc() : memref<1xf32>
  memref.dma_start %a[%i], %b[%i], %c, %t[%i] : memref<256xf32>, memref<256xf32, 1>, memref<1xf32>
  memref.dma_wait %t[%i], %c : memref<1xf32>
  memref.dma_wait %t[%i], %c : memref<1xf32>
  return
}
