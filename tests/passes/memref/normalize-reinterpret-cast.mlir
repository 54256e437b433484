// A cast to a buffer with a layout becomes one to all elements up to the last one, from the start of the buffer on.
// CONFIRMED: mlir-opt creates a constant besides, which nothing uses.
// RUN: terrace-opt %s --normalize-memrefs | FileCheck %s

// CHECK-LABEL: func.func @strided(
//  CHECK-SAME:   %[[A:.*]]: memref<4x2xi32>, %[[I:.*]]: index)
//       CHECK:   %[[CAST:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [6], strides: [1] : memref<4x2xi32> to memref<6xi32>
//       CHECK:   %[[AT:.*]] = affine.apply #{{.*}}%[[I]]
//       CHECK:   memref.load %[[CAST]][%[[AT]]] : memref<6xi32>
func.func @strided(%a: memref<4x2xi32>, %i: index) -> i32 {
  %r = memref.reinterpret_cast %a to offset: [1], sizes: [3], strides: [2] : memref<4x2xi32> to memref<3xi32, strided<[2], offset: 1>>
  %v = memref.load %r[%i] : memref<3xi32, strided<[2], offset: 1>>
  return %v : i32
}
