// RUN: terrace-opt %s --transform-interpreter --canonicalize | FileCheck %s

// Two sizes that cover ten points, or as many as the program has; ops are split where the second begins.

// CONFIRMED: mlir-opt prints the same.
// CHECK: #[[MAP:.*]] = affine_map<()[s0] -> ((((s0 floordiv 2) floordiv ((s0 floordiv 2 + 1) floordiv 2)) * ((s0 floordiv 2 + 1) floordiv 2 - (s0 floordiv 2) mod ((s0 floordiv 2 + 1) floordiv 2))) * 2 + (((s0 floordiv 2) floordiv ((s0 floordiv 2 + 1) floordiv 2)) * 2 + 2) * ((s0 floordiv 2) mod ((s0 floordiv 2 + 1) floordiv 2)))>
// CHECK-NEXT: #[[MAP1:.*]] = affine_map<()[s0, s1] -> ((((s0 floordiv 2) floordiv ((s0 floordiv 2 + 1) floordiv 2)) * ((s0 floordiv 2 + 1) floordiv 2 - (s0 floordiv 2) mod ((s0 floordiv 2 + 1) floordiv 2))) * 2, s1)>
// CHECK-NEXT: #[[MAP2:.*]] = affine_map<()[s0, s1] -> (s0 - s1)>
// CHECK-LABEL: func.func @dynamic_and_static_dims(
// CHECK-SAME: %[[ARG0:.*]]: tensor<?x?xf32>, %[[ARG1:.*]]: tensor<10x34xf32>, %[[ARG2:.*]]: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<10x34xf32>) {
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[ARG0]], %[[C0]] : tensor<?x?xf32>
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP]]()[%[[DIM]]]
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi eq, %[[V0]], %[[DIM]] : index
// CHECK-NEXT: cf.assert %[[V1]], "could not compute dynamic multi-size tile shapes"
// CHECK-NEXT: %[[DIM_0:.*]] = tensor.dim %[[ARG0]], %[[C0]] : tensor<?x?xf32>
// CHECK-NEXT: %[[DIM_1:.*]] = tensor.dim %[[ARG0]], %[[C1]] : tensor<?x?xf32>
// CHECK-NEXT: %[[V2:.*]] = affine.min #[[MAP1]]()[%[[DIM]], %[[DIM_0]]]
// CHECK-NEXT: %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %[[ARG0]][0, 0] [%[[V2]], %[[DIM_1]]] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %[[EXTRACTED_SLICE_2:.*]] = tensor.extract_slice %[[ARG2]][0, 0] [%[[V2]], %[[DIM_1]]] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %[[V3:.*]] = linalg.exp ins(%[[EXTRACTED_SLICE]] : tensor<?x?xf32>) outs(%[[EXTRACTED_SLICE_2]] : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[V3]] into %[[ARG2]][0, 0] [%[[V2]], %[[DIM_1]]] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
// CHECK-NEXT: %[[V4:.*]] = affine.apply #[[MAP2]]()[%[[DIM_0]], %[[V2]]]
// CHECK-NEXT: %[[V5:.*]] = affine.apply #[[MAP2]]()[%[[DIM_0]], %[[V2]]]
// CHECK-NEXT: %[[EXTRACTED_SLICE_3:.*]] = tensor.extract_slice %[[ARG0]][%[[V2]], 0] [%[[V4]], %[[DIM_1]]] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %[[EXTRACTED_SLICE_4:.*]] = tensor.extract_slice %[[INSERTED_SLICE]][%[[V2]], 0] [%[[V5]], %[[DIM_1]]] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: %[[V6:.*]] = linalg.exp ins(%[[EXTRACTED_SLICE_3]] : tensor<?x?xf32>) outs(%[[EXTRACTED_SLICE_4]] : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %[[V7:.*]] = affine.apply #[[MAP2]]()[%[[DIM_0]], %[[V2]]]
// CHECK-NEXT: %[[INSERTED_SLICE_5:.*]] = tensor.insert_slice %[[V6]] into %[[INSERTED_SLICE]][%[[V2]], 0] [%[[V7]], %[[DIM_1]]] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
// CHECK-NEXT: %[[EXTRACTED_SLICE_6:.*]] = tensor.extract_slice %[[ARG1]][0, 0] [2, 34] [1, 1] : tensor<10x34xf32> to tensor<2x34xf32>
// CHECK-NEXT: %[[EXTRACTED_SLICE_7:.*]] = tensor.extract_slice %[[ARG1]][0, 0] [2, 34] [1, 1] : tensor<10x34xf32> to tensor<2x34xf32>
// CHECK-NEXT: %[[V8:.*]] = linalg.exp ins(%[[EXTRACTED_SLICE_6]] : tensor<2x34xf32>) outs(%[[EXTRACTED_SLICE_7]] : tensor<2x34xf32>) -> tensor<2x34xf32>
// CHECK-NEXT: %[[INSERTED_SLICE_8:.*]] = tensor.insert_slice %[[V8]] into %[[ARG1]][0, 0] [2, 34] [1, 1] : tensor<2x34xf32> into tensor<10x34xf32>
// CHECK-NEXT: %[[EXTRACTED_SLICE_9:.*]] = tensor.extract_slice %[[ARG1]][2, 0] [8, 34] [1, 1] : tensor<10x34xf32> to tensor<8x34xf32>
// CHECK-NEXT: %[[EXTRACTED_SLICE_10:.*]] = tensor.extract_slice %[[INSERTED_SLICE_8]][2, 0] [8, 34] [1, 1] : tensor<10x34xf32> to tensor<8x34xf32>
// CHECK-NEXT: %[[V9:.*]] = linalg.exp ins(%[[EXTRACTED_SLICE_9]] : tensor<8x34xf32>) outs(%[[EXTRACTED_SLICE_10]] : tensor<8x34xf32>) -> tensor<8x34xf32>
// CHECK-NEXT: %[[INSERTED_SLICE_11:.*]] = tensor.insert_slice %[[V9]] into %[[INSERTED_SLICE_8]][2, 0] [8, 34] [1, 1] : tensor<8x34xf32> into tensor<10x34xf32>
// CHECK-NEXT: return %[[INSERTED_SLICE_5]], %[[INSERTED_SLICE_11]] : tensor<?x?xf32>, tensor<10x34xf32>
// CHECK-NEXT: }
func.func @dynamic_and_static_dims(%a: tensor<?x?xf32>, %b: tensor<10x34xf32>, %o: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<10x34xf32>) {
  %0 = linalg.exp ins(%a : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.exp ins(%b : tensor<10x34xf32>) outs(%b : tensor<10x34xf32>) -> tensor<10x34xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<10x34xf32>
}
module attributes {transform.with_named_sequence} {
// CONFIRMED: mlir-opt prints the same.
// CHECK: module attributes {transform.with_named_sequence} {
// CHECK-LABEL: transform.named_sequence @__transform_main(
// CHECK-SAME: %[[ARG0:.*]]: !transform.any_op {transform.readonly}) {
// CHECK-NEXT: %[[V0:.*]] = transform.structured.match ops{["linalg.exp"]} in %[[ARG0]] : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT: %[[LOW_SIZE:.*]], %[[HIGH_SIZE:.*]], %[[SPLIT_POINT:.*]] = transform.structured.multitile_sizes %[[V0]] {dimension = 0 : i64, divisor = 2 : i64, target_size = 3 : i64} : (!transform.any_op) -> !transform.any_op
// CHECK-NEXT: %[[V1:.*]] = transform.structured.split %[[V0]] after %[[SPLIT_POINT]]  {dimension = 0 : i64} : !transform.any_op, !transform.any_op
// CHECK-NEXT: transform.yield
// CHECK-NEXT: }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:3 = transform.structured.multitile_sizes %0 {target_size = 3, dimension = 0, divisor = 2} : (!transform.any_op) -> !transform.any_op
    %t = transform.structured.split %0 after %1#2 {dimension = 0} : !transform.any_op, !transform.any_op
    transform.yield
  }
}

// AUTOGENERATED CHECKS
