// RUN: terrace-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// mlir-opt 22 prints the same.

// CHECK-NOT: vector<3xi32> = dense
// CHECK: memref.global "private" constant @__constant_3xi32 : memref<3xi32>
// CHECK-LABEL: func.func @a_vector_constant_stays
// CHECK: %[[V:.*]] = arith.constant dense<[1, 2, 3]> : vector<3xi32>
// CHECK: memref.get_global @__constant_3xi32 : memref<3xi32>
// CHECK: return %[[V]]
func.func @a_vector_constant_stays(%i: index) -> (vector<3xi32>, i32) {
  %v = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %e = tensor.extract %t[%i] : tensor<3xi32>
  return %v, %e : vector<3xi32>, i32
}
