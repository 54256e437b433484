// RUN: terrace-opt %s --transform-interpreter --allow-unregistered-dialect | FileCheck %s

// Shapes that only add or drop dimensions of one element are folded into slices and insertions.

func.func @expand_of_slice(%t: tensor<4x8x?xf32>, %i: index, %n: index) -> tensor<1x8x?xf32> {
  %0 = tensor.extract_slice %t[%i, 0, 0] [1, 8, %n] [1, 1, 1] : tensor<4x8x?xf32> to tensor<8x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 8, %n] : tensor<8x?xf32> into tensor<1x8x?xf32>
  return %1 : tensor<1x8x?xf32>
}
// The dimension is added elsewhere than it was dropped.
func.func @expand_elsewhere(%t: tensor<4x8xf32>, %i: index) -> tensor<8x1xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  return %1 : tensor<8x1xf32>
}
func.func @collapse_of_slice(%t: tensor<4x8x6xf32>, %i: index) -> tensor<5x6xf32> {
  %0 = tensor.extract_slice %t[%i, 2, 0] [1, 5, 6] [1, 1, 1] : tensor<4x8x6xf32> to tensor<1x5x6xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<1x5x6xf32> into tensor<5x6xf32>
  return %1 : tensor<5x6xf32>
}
func.func @collapse_of_used_slice(%t: tensor<4x8xf32>, %i: index) -> (tensor<8xf32>, tensor<1x8xf32>) {
  %0 = tensor.extract_slice %t[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
  return %1, %0 : tensor<8xf32>, tensor<1x8xf32>
}
func.func @collapse_of_several(%t: tensor<4x8xf32>) -> tensor<6xf32> {
  %0 = tensor.extract_slice %t[0, 0] [2, 3] [1, 1] : tensor<4x8xf32> to tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %1 : tensor<6xf32>
}
func.func @insert_of_collapse(%s: tensor<1x5xf32>, %t: tensor<4x8xf32>, %i: index) -> tensor<4x8xf32> {
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<1x5xf32> into tensor<5xf32>
  %1 = tensor.insert_slice %0 into %t[%i, 3] [1, 5] [1, 1] : tensor<5xf32> into tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @insert_of_expand(%s: tensor<5xf32>, %t: tensor<4x8xf32>, %i: index) -> tensor<4x8xf32> {
  %0 = tensor.expand_shape %s [[0, 1]] output_shape [1, 5] : tensor<5xf32> into tensor<1x5xf32>
  %1 = tensor.insert_slice %0 into %t[%i, 3] [1, 5] [1, 1] : tensor<1x5xf32> into tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @in_parallel(%s: tensor<1x8xf32>, %r: tensor<8xf32>, %t: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0:2 = scf.forall (%i) in (4) shared_outs(%a = %t, %b = %t) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %1 = tensor.collapse_shape %s [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
    %2 = tensor.expand_shape %r [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %a[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
      tensor.parallel_insert_slice %2 into %b[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    }
  }
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.reassociative_reshape_folding
    } : !transform.any_op
    transform.yield
  }
}

// CHECK-LABEL: func.func @expand_of_slice(%arg0: tensor<4x8x?xf32>, %arg1: index, %arg2: index) -> tensor<1x8x?xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg1, 0, 0] [1, 8, %arg2] [1, 1, 1] : tensor<4x8x?xf32> to tensor<1x8x?xf32>
// CHECK-NEXT: return %extracted_slice : tensor<1x8x?xf32>
// CHECK-LABEL: func.func @expand_elsewhere(%arg0: tensor<4x8xf32>, %arg1: index) -> tensor<8x1xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
// CHECK-NEXT: %expanded = tensor.expand_shape %extracted_slice {{\[\[}}0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
// CHECK-NEXT: return %expanded : tensor<8x1xf32>
// CHECK-LABEL: func.func @collapse_of_slice(%arg0: tensor<4x8x6xf32>, %arg1: index) -> tensor<5x6xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg1, 2, 0] [1, 5, 6] [1, 1, 1] : tensor<4x8x6xf32> to tensor<5x6xf32>
// CHECK-NEXT: return %extracted_slice : tensor<5x6xf32>
// CHECK-LABEL: func.func @collapse_of_used_slice(%arg0: tensor<4x8xf32>, %arg1: index) -> (tensor<8xf32>, tensor<1x8xf32>) {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %extracted_slice {{\[\[}}0, 1]] : tensor<1x8xf32> into tensor<8xf32>
// CHECK-NEXT: return %collapsed, %extracted_slice : tensor<8xf32>, tensor<1x8xf32>
// CHECK-LABEL: func.func @collapse_of_several(%arg0: tensor<4x8xf32>) -> tensor<6xf32> {
// CHECK-NEXT: %extracted_slice = tensor.extract_slice %arg0[0, 0] [2, 3] [1, 1] : tensor<4x8xf32> to tensor<2x3xf32>
// CHECK-NEXT: %collapsed = tensor.collapse_shape %extracted_slice {{\[\[}}0, 1]] : tensor<2x3xf32> into tensor<6xf32>
// CHECK-NEXT: return %collapsed : tensor<6xf32>
// CHECK-LABEL: func.func @insert_of_collapse(%arg0: tensor<1x5xf32>, %arg1: tensor<4x8xf32>, %arg2: index) -> tensor<4x8xf32> {
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2, 3] [1, 5] [1, 1] : tensor<1x5xf32> into tensor<4x8xf32>
// CHECK-NEXT: return %inserted_slice : tensor<4x8xf32>
// CHECK-LABEL: func.func @insert_of_expand(%arg0: tensor<5xf32>, %arg1: tensor<4x8xf32>, %arg2: index) -> tensor<4x8xf32> {
// CHECK-NEXT: %inserted_slice = tensor.insert_slice %arg0 into %arg1[%arg2, 3] [1, 5] [1, 1] : tensor<5xf32> into tensor<4x8xf32>
// CHECK-NEXT: return %inserted_slice : tensor<4x8xf32>
// CHECK-LABEL: func.func @in_parallel(%arg0: tensor<1x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
// CHECK-NEXT: %0:2 = scf.forall (%arg3) in (4) shared_outs(%arg4 = %arg2, %arg5 = %arg2) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg0 into %arg4[%arg3, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
// CHECK-NEXT: tensor.parallel_insert_slice %arg1 into %arg5[%arg3, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
// CHECK: return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xf32>
