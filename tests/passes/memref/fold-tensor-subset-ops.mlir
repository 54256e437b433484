// Transfers of slices are transfers of the tensors, and what is inserted into what is inserted is inserted at once.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --fold-tensor-subset-ops | FileCheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<()[s0] -> (s0 + 2)>



// CHECK-LABEL: func.func @insert_slice_of_insert_slice(
// CHECK-SAME: %[[ARG0:.*]]: tensor<4x?xf32>, %[[ARG1:.*]]: tensor<4x?xf32>, %[[ARG2:.*]]: tensor<?x?xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index, %[[ARG5:.*]]: index) -> tensor<?x?xf32> {
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP]]()[%[[ARG4]], %[[ARG3]]]
// CHECK-NEXT: %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG0]] into %[[ARG2]][%[[ARG3]], %[[V0]]] [4, %[[ARG5]]] [1, 1] : tensor<4x?xf32> into tensor<?x?xf32>
// CHECK-NEXT: return %[[INSERTED_SLICE]] : tensor<?x?xf32>
func.func @insert_slice_of_insert_slice(%s: tensor<4x?xf32>, %d: tensor<4x?xf32>, %t: tensor<?x?xf32>, %i: index, %j: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.insert_slice %s into %d[0, %i] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<4x?xf32>
  %1 = tensor.insert_slice %0 into %t[%i, %j] [4, %n] [1, 1] : tensor<4x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reduced(
// CHECK-SAME: %[[ARG0:.*]]: tensor<f32>, %[[ARG1:.*]]: tensor<1x1xf32>, %[[ARG2:.*]]: tensor<1x?x1x5xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index) -> tensor<1x?x1x5xf32> {
// CHECK-NEXT: %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG0]] into %[[ARG2]][0, %[[ARG3]], 0, %[[ARG4]]] [1, 1, 1, 1] [1, 1, 1, 1] : tensor<f32> into tensor<1x?x1x5xf32>
// CHECK-NEXT: return %[[INSERTED_SLICE]] : tensor<1x?x1x5xf32>
func.func @reduced(%s: tensor<f32>, %d: tensor<1x1xf32>, %t: tensor<1x?x1x5xf32>, %i: index, %j: index) -> tensor<1x?x1x5xf32> {
  %0 = tensor.insert_slice %s into %d[0, 0] [1, 1] [1, 1] : tensor<f32> into tensor<1x1xf32>
  %1 = tensor.insert_slice %0 into %t[0, %i, 0, %j] [1, 1, 1, 1] [1, 1, 1, 1] : tensor<1x1xf32> into tensor<1x?x1x5xf32>
  return %1 : tensor<1x?x1x5xf32>
}

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[ARG0:.*]]: tensor<3xf32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<?xf32>, %[[ARG3:.*]]: index) -> tensor<?xf32> {
// CHECK-NEXT: %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG0]] into %[[ARG1]][0] [3] [1] : tensor<3xf32> into tensor<4xf32>
// CHECK-NEXT: %[[INSERTED_SLICE_0:.*]] = tensor.insert_slice %[[INSERTED_SLICE]] into %[[ARG2]][%[[ARG3]]] [4] [1] : tensor<4xf32> into tensor<?xf32>
// CHECK-NEXT: return %[[INSERTED_SLICE_0]] : tensor<?xf32>
func.func @sizes(%s: tensor<3xf32>, %d: tensor<4xf32>, %t: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %0 = tensor.insert_slice %s into %d[0] [3] [1] : tensor<3xf32> into tensor<4xf32>
  %1 = tensor.insert_slice %0 into %t[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @strided(
// CHECK-SAME: %[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<?xf32>, %[[ARG3:.*]]: index) -> tensor<?xf32> {
// CHECK-NEXT: %[[INSERTED_SLICE:.*]] = tensor.insert_slice %[[ARG0]] into %[[ARG2]][%[[ARG3]]] [4] [2] : tensor<4xf32> into tensor<?xf32>
// CHECK-NEXT: return %[[INSERTED_SLICE]] : tensor<?xf32>
func.func @strided(%s: tensor<4xf32>, %d: tensor<4xf32>, %t: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %0 = tensor.insert_slice %s into %d[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  %1 = tensor.insert_slice %0 into %t[%i] [4] [2] : tensor<4xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func.func @parallel(
// CHECK-SAME: %[[ARG0:.*]]: tensor<?xf32>, %[[ARG1:.*]]: tensor<1x?xf32>, %[[ARG2:.*]]: tensor<?x?xf32>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: index) -> tensor<?x?xf32> {
// CHECK-NEXT: %[[V0:.*]] = scf.forall (%[[ARG5:.*]]) in (%[[ARG4]]) shared_outs(%[[ARG6:.*]] = %[[ARG2]]) -> (tensor<?x?xf32>) {
// CHECK-NEXT: %[[V1:.*]] = affine.apply #[[MAP1]]()[%[[ARG3]]]
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %[[ARG0]] into %[[ARG6]][%[[ARG5]], %[[V1]]] [1, %[[ARG4]]] [1, 1] : tensor<?xf32> into tensor<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V0]] : tensor<?x?xf32>
func.func @parallel(%s: tensor<?xf32>, %d: tensor<1x?xf32>, %t: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = scf.forall (%k) in (%n) shared_outs(%o = %t) -> tensor<?x?xf32> {
    %1 = tensor.insert_slice %s into %d[0, %i] [1, %n] [1, 1] : tensor<?xf32> into tensor<1x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%k, %i] [1, %n] [1, 1] : tensor<1x?xf32> into tensor<?x?xf32>
    }
  }
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @transfers(
// CHECK-SAME: %[[ARG0:.*]]: tensor<10x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> vector<4xf32> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP]]()[%[[ARG1]], %[[ARG2]]]
// CHECK-NEXT: %[[V1:.*]] = affine.apply #[[MAP2]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V2:.*]] = vector.transfer_read %[[ARG0]][%[[V0]], %[[V1]]], %[[CST]] {in_bounds = [true]} : tensor<10x?xf32>, vector<4xf32>
// CHECK-NEXT: return %[[V2]] : vector<4xf32>
func.func @transfers(%t: tensor<10x?xf32>, %i: index, %j: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %t[%i, 2] [3, 8] [1, 1] : tensor<10x?xf32> to tensor<3x8xf32>
  %1 = vector.transfer_read %0[%j, %j], %z {in_bounds = [true]} : tensor<3x8xf32>, vector<4xf32>
  return %1 : vector<4xf32>
}
