// Empty tensors become allocations.
// RUN: terrace-opt %s --empty-tensor-to-alloc-tensor | FileCheck %s

// CHECK-LABEL: func.func @static() -> tensor<4xf32> {
// CHECK-NEXT:  %[[V0:.*]] = bufferization.alloc_tensor() : tensor<4xf32>
// CHECK-NEXT:  return %[[V0]] : tensor<4xf32>
// CHECK-NEXT:  }
func.func @static() -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[ARG0:.*]]: index) -> tensor<?x3xf32> {
// CHECK-NEXT:  %[[V0:.*]] = bufferization.alloc_tensor(%[[ARG0]]) : tensor<?x3xf32>
// CHECK-NEXT:  return %[[V0]] : tensor<?x3xf32>
// CHECK-NEXT:  }
func.func @dynamic(%n: index) -> tensor<?x3xf32> {
  %0 = tensor.empty(%n) : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
