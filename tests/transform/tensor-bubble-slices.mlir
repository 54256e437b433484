// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Slices move before changes of shape where they take elements that follow each other.

func.func @expanded(%t: tensor<40x6xf32>, %i: index) -> tensor<1x3x5x2xf32> {
  %0 = tensor.expand_shape %t [[0, 1, 2], [3]] output_shape [2, 4, 5, 6] : tensor<40x6xf32> into tensor<2x4x5x6xf32>
  %1 = tensor.extract_slice %0[%i, 1, 0, 2] [1, 3, 5, 2] [1, 1, 1, 1] : tensor<2x4x5x6xf32> to tensor<1x3x5x2xf32>
  return %1 : tensor<1x3x5x2xf32>
}
func.func @not_contiguous(%t: tensor<40xf32>) -> tensor<2x3xf32> {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [8, 5] : tensor<40xf32> into tensor<8x5xf32>
  %1 = tensor.extract_slice %0[0, 0] [2, 3] [1, 1] : tensor<8x5xf32> to tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
func.func @dynamic(%t: tensor<?x?xf32>, %n: index, %m: index, %i: index, %k: index) -> tensor<?x4xf32> {
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%n, %m, 4] : tensor<?x?xf32> into tensor<?x?x4xf32>
  %1 = tensor.extract_slice %0[%i, 0, 0] [%k, 1, 4] [1, 1, 1] : tensor<?x?x4xf32> to tensor<?x1x4xf32>
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<?x1x4xf32> into tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
func.func @strided(%t: tensor<40xf32>) -> tensor<4x5xf32> {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [8, 5] : tensor<40xf32> into tensor<8x5xf32>
  %1 = tensor.extract_slice %0[0, 0] [4, 5] [2, 1] : tensor<8x5xf32> to tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}
func.func @collapsed(%t: tensor<3x4x5x6xf32>) -> tensor<10x2xf32> {
  %0 = tensor.collapse_shape %t [[0, 1, 2], [3]] : tensor<3x4x5x6xf32> into tensor<60x6xf32>
  %1 = tensor.extract_slice %0[25, 1] [10, 2] [1, 1] : tensor<60x6xf32> to tensor<10x2xf32>
  return %1 : tensor<10x2xf32>
}
func.func @collapsed_rows(%t: tensor<3x4x5xf32>) -> tensor<2xf32> {
  %0 = tensor.collapse_shape %t [[0, 1, 2]] : tensor<3x4x5xf32> into tensor<60xf32>
  %1 = tensor.extract_slice %0[26] [2] [1] : tensor<60xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @across_rows(%t: tensor<3x4x5xf32>) -> tensor<8xf32> {
  %0 = tensor.collapse_shape %t [[0, 1, 2]] : tensor<3x4x5xf32> into tensor<60xf32>
  %1 = tensor.extract_slice %0[2] [8] [1] : tensor<60xf32> to tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @unknown_size(%t: tensor<1x?x1xf32>, %i: index, %n: index) -> tensor<?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1, 2]] : tensor<1x?x1xf32> into tensor<?xf32>
  %1 = tensor.extract_slice %0[%i] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @unknown_size_of_two(%t: tensor<2x3xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %1 = tensor.extract_slice %0[0] [%n] [1] : tensor<6xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.bubble_up_extract_slice
    } : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @expanded(%arg0: tensor<40x6xf32>, %arg1: index) -> tensor<1x3x5x2xf32> {
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = affine.linearize_index disjoint [%arg1, %c1, %c0] by (2, 4, 5) : index
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%0, %c2] [15, 2] [1, 1] : tensor<40x6xf32> to tensor<15x2xf32>
// CHECK-NEXT: %expanded = tensor.expand_shape %extracted_slice {{\[\[}}0, 1, 2], [3]] output_shape [1, 3, 5, 2] : tensor<15x2xf32> into tensor<1x3x5x2xf32>
// CHECK-NEXT: return %expanded : tensor<1x3x5x2xf32>
// CHECK-LABEL: func.func @not_contiguous(%arg0: tensor<40xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [8, 5] : tensor<40xf32> into tensor<8x5xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %expanded[0, 0] [2, 3] [1, 1] : tensor<8x5xf32> to tensor<2x3xf32>
// CHECK-NEXT: return %extracted_slice : tensor<2x3xf32>
// CHECK-LABEL: func.func @dynamic(%arg0: tensor<?x?xf32>, %arg1: index, %arg2: index, %arg3: index, %arg4: index) -> tensor<?x4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [%arg1, %arg2, 4] : tensor<?x?xf32> into tensor<?x?x4xf32>
// CHECK-NEXT: %dim = tensor.dim %expanded, %c1 : tensor<?x?x4xf32>
// CHECK-NEXT: %0 = affine.linearize_index disjoint [%c0, %c0] by (%dim, 4) : index
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg3, %0] [%arg4, 4] [1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
// CHECK-NEXT: return %extracted_slice : tensor<?x4xf32>
// CHECK-LABEL: func.func @strided(%arg0: tensor<40xf32>) -> tensor<4x5xf32> {
// CHECK-NEXT: %expanded = tensor.expand_shape %arg0 {{\[\[}}0, 1]] output_shape [8, 5] : tensor<40xf32> into tensor<8x5xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %expanded[0, 0] [4, 5] [2, 1] : tensor<8x5xf32> to tensor<4x5xf32>
// CHECK-NEXT: return %extracted_slice : tensor<4x5xf32>
// CHECK-LABEL: func.func @collapsed(%arg0: tensor<3x4x5x6xf32>) -> tensor<10x2xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[1, 1, 0, 1] [1, 2, 5, 2] [1, 1, 1, 1] : tensor<3x4x5x6xf32> to tensor<1x2x5x2xf32>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %extracted_slice {{\[\[}}0, 1, 2], [3]] : tensor<1x2x5x2xf32> into tensor<10x2xf32>
// CHECK-NEXT: return %collapsed : tensor<10x2xf32>
// CHECK-LABEL: func.func @collapsed_rows(%arg0: tensor<3x4x5xf32>) -> tensor<2xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[1, 1, 1] [1, 1, 2] [1, 1, 1] : tensor<3x4x5xf32> to tensor<1x1x2xf32>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %extracted_slice {{\[\[}}0, 1, 2]] : tensor<1x1x2xf32> into tensor<2xf32>
// CHECK-NEXT: return %collapsed : tensor<2xf32>
// CHECK-LABEL: func.func @across_rows(%arg0: tensor<3x4x5xf32>) -> tensor<8xf32> {
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : tensor<3x4x5xf32> into tensor<60xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %collapsed[2] [8] [1] : tensor<60xf32> to tensor<8xf32>
// CHECK-NEXT: return %extracted_slice : tensor<8xf32>
// CHECK-LABEL: func.func @unknown_size(%arg0: tensor<1x?x1xf32>, %arg1: index, %arg2: index) -> tensor<?xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, %arg1, 0] [1, %arg2, 1] [1, 1, 1] : tensor<1x?x1xf32> to tensor<1x?x1xf32>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %extracted_slice {{\[\[}}0, 1, 2]] : tensor<1x?x1xf32> into tensor<?xf32>
// CHECK-NEXT: return %collapsed : tensor<?xf32>
// CHECK-LABEL: func.func @unknown_size_of_two(%arg0: tensor<2x3xf32>, %arg1: index) -> tensor<?xf32> {
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<2x3xf32> into tensor<6xf32>
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %collapsed[0] [%arg1] [1] : tensor<6xf32> to tensor<?xf32>
// CHECK-NEXT: return %extracted_slice : tensor<?xf32>
