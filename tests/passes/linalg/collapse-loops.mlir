// RUN: terrace-test-opt -test-linalg-elementwise-fusion-patterns=fuse-with-reshape-by-collapsing -split-input-file %s | FileCheck %s
// RUN: terrace-test-opt -test-linalg-elementwise-fusion-patterns=collapse-dimensions-control=0,1 -split-input-file %s | FileCheck %s --check-prefix=DIMS

// Numbers of loops are computed from those of the collapsed loop.

#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @consumer(
// CHECK-SAME:    %[[A:.*]]: tensor<12xi32>, %[[B:.*]]: tensor<3x4xi32>)
func.func @consumer(%a: tensor<12xi32>, %b: tensor<3x4xi32>) -> tensor<3x4xi32> {
  // CHECK-DAG:  %[[C4:.*]] = arith.constant 4 : index
  // CHECK-DAG:  %[[INIT:.*]] = tensor.collapse_shape %[[B]] {{\[}}[0, 1]] : tensor<3x4xi32> into tensor<12xi32>
  // CHECK:      %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<12xi32>) outs(%[[INIT]] : tensor<12xi32>)
  // CHECK:        %[[I:.*]] = linalg.index 0
  // CHECK-NEXT:   %[[INNER:.*]] = arith.remsi %[[I]], %[[C4]]
  // CHECK-NEXT:   %[[OUTER:.*]] = arith.divsi %[[I]], %[[C4]]
  // CHECK-NEXT:   arith.subi %[[OUTER]], %[[INNER]]
  // CHECK:      tensor.expand_shape %[[R]] {{\[}}[0, 1]] output_shape [3, 4] : tensor<12xi32> into tensor<3x4xi32>
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [3, 4] : tensor<12xi32> into tensor<3x4xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<3x4xi32>) outs(%b : tensor<3x4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %2 = arith.subi %i, %j : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.addi %3, %x : i32
    linalg.yield %4 : i32
  } -> tensor<3x4xi32>
  return %1 : tensor<3x4xi32>
}

// -----

// A loop that reduces and one that does not stay two.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// DIMS-LABEL: func.func @kinds(
// DIMS:         iterator_types = ["parallel", "reduction"]
func.func @kinds(%a: tensor<3x4xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x4xf32>) outs(%b : tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    %2 = arith.addf %x, %y : f32
    linalg.yield %2 : f32
  } -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @pads(
// CHECK-SAME:    %[[A:.*]]: tensor<12x5xf32>, %[[P:.*]]: f32, %[[L:.*]]: index)
func.func @pads(%a: tensor<12x5xf32>, %p: f32, %l: index) -> (tensor<3x4x?xf32>, tensor<12x9xf32>) {
  // CHECK:      %[[PAD:.*]] = tensor.pad %[[A]] low[0, %[[L]]] high[0, 1]
  // CHECK:      tensor.expand_shape %[[PAD]] {{\[}}[0, 1], [2]] output_shape [3, 4, %{{.*}}] : tensor<12x?xf32> into tensor<3x4x?xf32>
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [3, 4, 5] : tensor<12x5xf32> into tensor<3x4x5xf32>
  %1 = tensor.pad %0 low[0, 0, %l] high[0, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %p : f32
  } : tensor<3x4x5xf32> to tensor<3x4x?xf32>
  // CHECK:      %[[PAD:.*]] = tensor.pad %[[A]] low[0, 2] high[0, 2]
  %2 = tensor.pad %0 low[0, 0, 2] high[0, 0, 2] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %p : f32
  } : tensor<3x4x5xf32> to tensor<3x4x9xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<3x4x9xf32> into tensor<12x9xf32>
  return %1, %3 : tensor<3x4x?xf32>, tensor<12x9xf32>
}
