// Folds apply in each greedy driver, patterns of canonicalization in theirs alone.
// RUN: terrace-opt %s --convert-linalg-to-parallel-loops | FileCheck %s

// CHECK-LABEL: func.func @mask_of_all
func.func @mask_of_all(%source: tensor<3x4xf32>) -> vector<3x4xf32> {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.0 : f32
  %all = vector.constant_mask [3, 4] : vector<3x4xi1>
  // CHECK-NOT: vector.mask
  // CHECK: vector.transfer_read %{{.*}} : tensor<3x4xf32>, vector<3x4xf32>
  %0 = vector.mask %all { vector.transfer_read %source[%c0, %c0], %cst {in_bounds = [true, true]} : tensor<3x4xf32>, vector<3x4xf32> } : vector<3x4xi1> -> vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

// CHECK-LABEL: func.func @metadata
// CHECK-SAME:    %[[SOURCE:.*]]: memref<?x?xi32
func.func @metadata(%source: memref<?x?xi32, strided<[?, ?], offset: ?>>) -> (index, index, index, index, index) {
  // CHECK-DAG: %[[OFFSET:.*]] = arith.constant 25 : index
  // CHECK-DAG: %[[SIZE:.*]] = arith.constant 4 : index
  // CHECK-DAG: %[[STRIDE:.*]] = arith.constant 18 : index
  // CHECK: %{{.*}}, %{{.*}}, %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[SOURCE]]
  // CHECK: return %[[OFFSET]], %[[SIZE]], %[[SIZES]]#1, %[[STRIDES]]#0, %[[STRIDE]]
  %cast = memref.cast %source : memref<?x?xi32, strided<[?, ?], offset: ?>> to memref<4x?xi32, strided<[?, 18], offset: 25>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %cast : memref<4x?xi32, strided<[?, 18], offset: 25>> -> memref<i32>, index, index, index, index, index
  return %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : index, index, index, index, index
}

// CHECK-LABEL: func.func @dim_of_empty
func.func @dim_of_empty(%a: index, %b: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = tensor.empty(%a, %b) : tensor<?x?xf32>
  // CHECK: %[[DIM:.*]] = tensor.dim
  %1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  // CHECK: return %[[DIM]]
  return %1 : index
}
