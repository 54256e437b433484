// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Buffers in another shape whose rank is known are casts.

func.func @reshape(%m: memref<*xf32>, %s: memref<3xi32>) -> memref<?x4x?xf32> {
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<3xi32>) -> memref<?x4x?xf32>
  return %0 : memref<?x4x?xf32>
}
func.func @unknown_rank(%m: memref<*xf32>, %s: memref<?xindex>) -> memref<*xf32> {
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  return %0 : memref<*xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.memref.expand_ops
    } : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @reshape(%arg0: memref<*xf32>, %arg1: memref<3xi32>) -> memref<?x4x?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.load %arg1[%c2] : memref<3xi32>
// CHECK-NEXT: %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT: %2 = arith.muli %1, %c4 : index
// CHECK-NEXT: %3 = memref.load %arg1[%c0] : memref<3xi32>
// CHECK-NEXT: %4 = arith.index_cast %3 : i32 to index
// CHECK-NEXT: %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%4, 4, %1], strides: [%2, %1, 1] : memref<*xf32> to memref<?x4x?xf32>
// CHECK-NEXT: return %reinterpret_cast : memref<?x4x?xf32>
// CHECK-LABEL: func.func @unknown_rank(%arg0: memref<*xf32>, %arg1: memref<?xindex>) -> memref<*xf32> {
// CHECK-NEXT: %reshape = memref.reshape %arg0(%arg1) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
// CHECK-NEXT: return %reshape : memref<*xf32>
