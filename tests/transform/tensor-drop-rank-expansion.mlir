// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Insertions that only add dimensions of one element, and slices that drop them, are one slice.

func.func @slice_of_insert(%s: tensor<8x6xf32>, %d: tensor<1x8x6xf32>, %i: index) -> tensor<3x6xf32> {
  %0 = tensor.insert_slice %s into %d[0, 0, 0] [1, 8, 6] [1, 1, 1] : tensor<8x6xf32> into tensor<1x8x6xf32>
  %1 = tensor.extract_slice %0[0, %i, 0] [1, 3, 6] [1, 2, 1] : tensor<1x8x6xf32> to tensor<3x6xf32>
  return %1 : tensor<3x6xf32>
}
// Of the tensor that was inserted into, something is left.
func.func @partial(%s: tensor<8xf32>, %d: tensor<2x8xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %s into %d[0, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<2x8xf32>
  %1 = tensor.extract_slice %0[0, 0] [1, 4] [1, 1] : tensor<2x8xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @used(%s: tensor<8xf32>, %d: tensor<1x8xf32>) -> (tensor<4xf32>, tensor<1x8xf32>) {
  %0 = tensor.insert_slice %s into %d[0, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<1x8xf32>
  %1 = tensor.extract_slice %0[0, 0] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<4xf32>
  return %1, %0 : tensor<4xf32>, tensor<1x8xf32>
}
func.func @insert_of_slice(%t: tensor<2x8xf32>, %d: tensor<1x8xf32>, %i: index) -> tensor<1x8xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
  %1 = tensor.insert_slice %0 into %d[0, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<1x8xf32>
  return %1 : tensor<1x8xf32>
}
func.func @of_several(%t: tensor<3x2x8x5xf32>, %d: tensor<1x8x1xf32>, %i: index) -> tensor<1x8x1xf32> {
  %0 = tensor.extract_slice %t[%i, 0, 0, %i] [1, 1, 8, 1] [1, 1, 1, 1] : tensor<3x2x8x5xf32> to tensor<8xf32>
  %1 = tensor.insert_slice %0 into %d[0, 0, 0] [1, 8, 1] [1, 1, 1] : tensor<8xf32> into tensor<1x8x1xf32>
  return %1 : tensor<1x8x1xf32>
}
func.func @more_dims(%t: tensor<2x8xf32>, %d: tensor<1x1x8xf32>) -> tensor<1x1x8xf32> {
  %0 = tensor.extract_slice %t[0, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
  %1 = tensor.insert_slice %0 into %d[0, 0, 0] [1, 1, 8] [1, 1, 1] : tensor<8xf32> into tensor<1x1x8xf32>
  return %1 : tensor<1x1x8xf32>
}
func.func @other_order(%t: tensor<2x8xf32>, %d: tensor<8x1xf32>) -> tensor<8x1xf32> {
  %0 = tensor.extract_slice %t[0, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
  %1 = tensor.insert_slice %0 into %d[0, 0] [8, 1] [1, 1] : tensor<8xf32> into tensor<8x1xf32>
  return %1 : tensor<8x1xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
    } : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @slice_of_insert(%arg0: tensor<8x6xf32>, %arg1: tensor<1x8x6xf32>, %arg2: index) -> tensor<3x6xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg2, 0] [3, 6] [2, 1] : tensor<8x6xf32> to tensor<3x6xf32>
// CHECK-NEXT: return %extracted_slice : tensor<3x6xf32>
// CHECK-LABEL: func.func @partial(%arg0: tensor<8xf32>, %arg1: tensor<2x8xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg0 into %arg1[0, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<2x8xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %inserted_slice[0, 0] [1, 4] [1, 1] : tensor<2x8xf32> to tensor<4xf32>
// CHECK-NEXT: return %extracted_slice : tensor<4xf32>
// CHECK-LABEL: func.func @used(%arg0: tensor<8xf32>, %arg1: tensor<1x8xf32>) -> (tensor<4xf32>, tensor<1x8xf32>) {
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg0 into %arg1[0, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<1x8xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %inserted_slice[0, 0] [1, 4] [1, 1] : tensor<1x8xf32> to tensor<4xf32>
// CHECK-NEXT: return %extracted_slice, %inserted_slice : tensor<4xf32>, tensor<1x8xf32>
// CHECK-LABEL: func.func @insert_of_slice(%arg0: tensor<2x8xf32>, %arg1: tensor<1x8xf32>, %arg2: index) -> tensor<1x8xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg2, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<1x8xf32>
// CHECK-NEXT: return %extracted_slice : tensor<1x8xf32>
// CHECK-LABEL: func.func @of_several(%arg0: tensor<3x2x8x5xf32>, %arg1: tensor<1x8x1xf32>, %arg2: index) -> tensor<1x8x1xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg2, 0, 0, %arg2] [1, 1, 8, 1] [1, 1, 1, 1] : tensor<3x2x8x5xf32> to tensor<1x8x1xf32>
// CHECK-NEXT: return %extracted_slice : tensor<1x8x1xf32>
// CHECK-LABEL: func.func @more_dims(%arg0: tensor<2x8xf32>, %arg1: tensor<1x1x8xf32>) -> tensor<1x1x8xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %extracted_slice into %arg1[0, 0, 0] [1, 1, 8] [1, 1, 1] : tensor<8xf32> into tensor<1x1x8xf32>
// CHECK-NEXT: return %inserted_slice : tensor<1x1x8xf32>
// CHECK-LABEL: func.func @other_order(%arg0: tensor<2x8xf32>, %arg1: tensor<8x1xf32>) -> tensor<8x1xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %extracted_slice into %arg1[0, 0] [8, 1] [1, 1] : tensor<8xf32> into tensor<8x1xf32>
// CHECK-NEXT: return %inserted_slice : tensor<8x1xf32>
