// What a vector is written over is not read only if the vector reaches the end of each dimension of the tensor, whatever the
// order of its own. mlir-opt compares the first extents of both: its output is in deviations.md.
// RUN: terrace-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | FileCheck %s

// CHECK-LABEL: func.func @row(
// CHECK: %[[A:.*]] = memref.alloc()
// CHECK-NEXT: memref.copy %{{.*}}, %[[A]]
// CHECK-NEXT: vector.transfer_write
func.func @row(%v: vector<3xi32>, %t: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true]} : vector<3xi32>, tensor<2x3xi32>
  return %t, %0 : tensor<2x3xi32>, tensor<2x3xi32>
}

// CHECK-LABEL: func.func @column(
// CHECK: memref.copy
func.func @column(%v: vector<3xi32>, %t: tensor<3x3xi32>) -> (tensor<3x3xi32>, tensor<3x3xi32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<3xi32>, tensor<3x3xi32>
  return %t, %0 : tensor<3x3xi32>, tensor<3x3xi32>
}

// CHECK-LABEL: func.func @whole(
// CHECK-NOT: memref.copy
func.func @whole(%v: vector<3xi32>, %t: tensor<1x3xi32>, %w: vector<3x3xi32>, %u: tensor<3x3xi32>)
    -> (tensor<1x3xi32>, tensor<1x3xi32>, tensor<3x3xi32>, tensor<3x3xi32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true]} : vector<3xi32>, tensor<1x3xi32>
  %1 = vector.transfer_write %w, %u[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<3x3xi32>, tensor<3x3xi32>
  return %t, %0, %u, %1 : tensor<1x3xi32>, tensor<1x3xi32>, tensor<3x3xi32>, tensor<3x3xi32>
}
