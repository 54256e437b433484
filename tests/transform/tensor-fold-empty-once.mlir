// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Parts of empty tensors with no other use are empty tensors.

func.func @once(%n: index) -> tensor<2x?xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = tensor.extract_slice %0[0, 0] [2, %n] [1, 1] : tensor<4x8xf32> to tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}
func.func @twice() -> (tensor<32xf32>, tensor<2x8xf32>) {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %2 = tensor.extract_slice %0[0, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  return %1, %2 : tensor<32xf32>, tensor<2x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true}
    } : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @once(%arg0: index) -> tensor<2x?xf32> {
// CHECK-NEXT: %0 = tensor.empty(%arg0) : tensor<2x?xf32>
// CHECK-NEXT: return %0 : tensor<2x?xf32>
// CHECK-LABEL: func.func @twice() -> (tensor<32xf32>, tensor<2x8xf32>) {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %0 {{\[\[}}0, 1]] : tensor<4x8xf32> into tensor<32xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %0[0, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
// CHECK-NEXT: return %collapsed, %extracted_slice : tensor<32xf32>, tensor<2x8xf32>
