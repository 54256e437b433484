// RUN: terrace-opt %s --convert-vector-to-scf="full-unroll lower-tensors" | FileCheck %s

// Transfers of several dimensions become transfers of parts.

// CONFIRMED: mlir-opt prints the same.
// CHECK: #[[MAP:.*]] = affine_map<()[s0] -> (s0 + 1)>
// CHECK-NEXT: #[[MAP1:.*]] = affine_map<()[s0] -> (s0 + 2)>
// CHECK-LABEL: func.func @read(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> vector<2x3x4xf32> {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.*]] = vector.broadcast %[[ARG2]] : f32 to vector<2x3x4xf32>
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?x?xf32>
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi sgt, %[[DIM]], %[[ARG1]] : index
// CHECK-NEXT: %[[V2:.*]] = scf.if %[[V1]] -> (vector<2x3x4xf32>) {
// CHECK-NEXT: %[[V6:.*]] = vector.transfer_read %[[ARG0]][%[[ARG1]], %[[ARG1]], %[[ARG1]]], %[[ARG2]] {in_bounds = [true]} : memref<?x?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V7:.*]] = vector.insert %[[V6]], %[[V0]] [0, 0] : vector<4xf32> into vector<2x3x4xf32>
// CHECK-NEXT: %[[V8:.*]] = affine.apply #[[MAP]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V9:.*]] = vector.transfer_read %[[ARG0]][%[[ARG1]], %[[V8]], %[[ARG1]]], %[[ARG2]] {in_bounds = [true]} : memref<?x?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V10:.*]] = vector.insert %[[V9]], %[[V7]] [0, 1] : vector<4xf32> into vector<2x3x4xf32>
// CHECK-NEXT: %[[V11:.*]] = affine.apply #[[MAP1]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V12:.*]] = vector.transfer_read %[[ARG0]][%[[ARG1]], %[[V11]], %[[ARG1]]], %[[ARG2]] {in_bounds = [true]} : memref<?x?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V13:.*]] = vector.insert %[[V12]], %[[V10]] [0, 2] : vector<4xf32> into vector<2x3x4xf32>
// CHECK-NEXT: scf.yield %[[V13]] : vector<2x3x4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V0]] : vector<2x3x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[DIM_0:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?x?xf32>
// CHECK-NEXT: %[[V3:.*]] = affine.apply #[[MAP]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi sgt, %[[DIM_0]], %[[V3]] : index
// CHECK-NEXT: %[[V5:.*]] = scf.if %[[V4]] -> (vector<2x3x4xf32>) {
// CHECK-NEXT: %[[V6]] = affine.apply #[[MAP]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V7]] = vector.transfer_read %[[ARG0]][%[[V6]], %[[ARG1]], %[[ARG1]]], %[[ARG2]] {in_bounds = [true]} : memref<?x?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V8]] = vector.insert %[[V7]], %[[V2]] [1, 0] : vector<4xf32> into vector<2x3x4xf32>
// CHECK-NEXT: %[[V9]] = affine.apply #[[MAP]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V10]] = vector.transfer_read %[[ARG0]][%[[V6]], %[[V9]], %[[ARG1]]], %[[ARG2]] {in_bounds = [true]} : memref<?x?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V11]] = vector.insert %[[V10]], %[[V8]] [1, 1] : vector<4xf32> into vector<2x3x4xf32>
// CHECK-NEXT: %[[V12]] = affine.apply #[[MAP1]]()[%[[ARG1]]]
// CHECK-NEXT: %[[V13]] = vector.transfer_read %[[ARG0]][%[[V6]], %[[V12]], %[[ARG1]]], %[[ARG2]] {in_bounds = [true]} : memref<?x?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V14:.*]] = vector.insert %[[V13]], %[[V11]] [1, 2] : vector<4xf32> into vector<2x3x4xf32>
// CHECK-NEXT: scf.yield %[[V14]] : vector<2x3x4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V2]] : vector<2x3x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V5]] : vector<2x3x4xf32>
// CHECK-NEXT: }
func.func @read(%m: memref<?x?x?xf32>, %i: index, %f: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %f {in_bounds = [false, true, true]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @write(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<2x4xf32>, %[[ARG2:.*]]: index) {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.cmpi sgt, %[[DIM]], %[[ARG2]] : index
// CHECK-NEXT: scf.if %[[V0]] {
// CHECK-NEXT: %[[V3:.*]] = vector.extract %[[ARG1]][0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: vector.transfer_write %[[V3]], %[[ARG0]][%[[ARG2]], %[[ARG2]]] : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: %[[DIM_0:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[V1:.*]] = affine.apply #[[MAP]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi sgt, %[[DIM_0]], %[[V1]] : index
// CHECK-NEXT: scf.if %[[V2]] {
// CHECK-NEXT: %[[V3]] = affine.apply #[[MAP]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V4:.*]] = vector.extract %[[ARG1]][1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: vector.transfer_write %[[V4]], %[[ARG0]][%[[V3]], %[[ARG2]]] : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @write(%m: memref<?x?xf32>, %v: vector<2x4xf32>, %i: index) {
  vector.transfer_write %v, %m[%i, %i] : vector<2x4xf32>, memref<?x?xf32>
  return
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<2x4xf32>, %[[ARG2:.*]]: vector<2x4xi1>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32) -> vector<2x4xf32> {
// CHECK-NEXT: %[[V0:.*]] = vector.broadcast %[[ARG4]] : f32 to vector<2x4xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[ARG2]][0] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: %[[V2:.*]] = vector.transfer_read %[[ARG0]][%[[ARG3]], %[[ARG3]]], %[[ARG4]], %[[V1]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V3:.*]] = vector.insert %[[V2]], %[[V0]] [0] : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %[[V4:.*]] = affine.apply #[[MAP]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V5:.*]] = vector.extract %[[ARG2]][1] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: %[[V6:.*]] = vector.transfer_read %[[ARG0]][%[[V4]], %[[ARG3]]], %[[ARG4]], %[[V5]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V7:.*]] = vector.insert %[[V6]], %[[V3]] [1] : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %[[V8:.*]] = vector.extract %[[ARG1]][0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: %[[V9:.*]] = vector.extract %[[ARG2]][0] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: vector.transfer_write %[[V8]], %[[ARG0]][%[[ARG3]], %[[ARG3]]], %[[V9]] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: %[[V10:.*]] = affine.apply #[[MAP]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V11:.*]] = vector.extract %[[ARG1]][1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: %[[V12:.*]] = vector.extract %[[ARG2]][1] : vector<4xi1> from vector<2x4xi1>
// CHECK-NEXT: vector.transfer_write %[[V11]], %[[ARG0]][%[[V10]], %[[ARG3]]], %[[V12]] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: return %[[V7]] : vector<2x4xf32>
// CHECK-NEXT: }
func.func @masked(%m: memref<?x?xf32>, %v: vector<2x4xf32>, %k: vector<2x4xi1>, %i: index, %f: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f, %k {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [true, true]} : vector<2x4xf32>, memref<?x?xf32>
  return %0 : vector<2x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<4xi1>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> vector<4x2x3xf32> {
// CHECK-NEXT: %[[V0:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]], %[[ARG2]]], %[[ARG3]], %[[ARG1]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.broadcast %[[V0]] : vector<4xf32> to vector<2x3x4xf32>
// CHECK-NEXT: %[[V2:.*]] = vector.transpose %[[V1]], [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
// CHECK-NEXT: return %[[V2]] : vector<4x2x3xf32>
// CHECK-NEXT: }
func.func @broadcast(%m: memref<?x?xf32>, %k: vector<4xi1>, %i: index, %f: f32) -> vector<4x2x3xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f, %k {in_bounds = [true, true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0, 0)>} : memref<?x?xf32>, vector<4x2x3xf32>
  return %0 : vector<4x2x3xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @tensor(
// CHECK-SAME: %[[ARG0:.*]]: tensor<?x?xf32>, %[[ARG1:.*]]: vector<2x4xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> (tensor<?x?xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[ARG0]], %[[C0]] : tensor<?x?xf32>
// CHECK-NEXT: %[[V0:.*]] = arith.cmpi sgt, %[[DIM]], %[[ARG2]] : index
// CHECK-NEXT: %[[V1:.*]] = scf.if %[[V0]] -> (tensor<?x?xf32>) {
// CHECK-NEXT: %[[V11:.*]] = vector.extract %[[ARG1]][0] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: %[[V12:.*]] = vector.transfer_write %[[V11]], %[[ARG0]][%[[ARG2]], %[[ARG2]]] {in_bounds = [true]} : vector<4xf32>, tensor<?x?xf32>
// CHECK-NEXT: scf.yield %[[V12]] : tensor<?x?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ARG0]] : tensor<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[DIM_0:.*]] = tensor.dim %[[ARG0]], %[[C0]] : tensor<?x?xf32>
// CHECK-NEXT: %[[V2:.*]] = affine.apply #[[MAP]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi sgt, %[[DIM_0]], %[[V2]] : index
// CHECK-NEXT: %[[V4:.*]] = scf.if %[[V3]] -> (tensor<?x?xf32>) {
// CHECK-NEXT: %[[V11]] = affine.apply #[[MAP]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V12]] = vector.extract %[[ARG1]][1] : vector<4xf32> from vector<2x4xf32>
// CHECK-NEXT: %[[V13:.*]] = vector.transfer_write %[[V12]], %[[V1]][%[[V11]], %[[ARG2]]] {in_bounds = [true]} : vector<4xf32>, tensor<?x?xf32>
// CHECK-NEXT: scf.yield %[[V13]] : tensor<?x?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V1]] : tensor<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V5:.*]] = vector.broadcast %[[ARG3]] : f32 to vector<2x4xf32>
// CHECK-NEXT: %[[V6:.*]] = vector.transfer_read %[[V4]][%[[ARG2]], %[[ARG2]]], %[[ARG3]] {in_bounds = [true]} : tensor<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V7:.*]] = vector.insert %[[V6]], %[[V5]] [0] : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: %[[V8:.*]] = affine.apply #[[MAP]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V9:.*]] = vector.transfer_read %[[V4]][%[[V8]], %[[ARG2]]], %[[ARG3]] {in_bounds = [true]} : tensor<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V10:.*]] = vector.insert %[[V9]], %[[V7]] [1] : vector<4xf32> into vector<2x4xf32>
// CHECK-NEXT: return %[[V4]], %[[V10]] : tensor<?x?xf32>, vector<2x4xf32>
// CHECK-NEXT: }
func.func @tensor(%t: tensor<?x?xf32>, %v: vector<2x4xf32>, %i: index, %f: f32) -> (tensor<?x?xf32>, vector<2x4xf32>) {
  %0 = vector.transfer_write %v, %t[%i, %i] {in_bounds = [false, true]} : vector<2x4xf32>, tensor<?x?xf32>
  %1 = vector.transfer_read %0[%i, %i], %f {in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0, %1 : tensor<?x?xf32>, vector<2x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @elements_that_are_inserted(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<5x2x4xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> vector<5x2x4xf32> {
// CHECK-NEXT: %[[V0:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]], %[[ARG2]]], %[[ARG3]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.insert %[[V0]], %[[ARG1]] [3, 0] : vector<4xf32> into vector<5x2x4xf32>
// CHECK-NEXT: %[[V2:.*]] = affine.apply #[[MAP]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V3:.*]] = vector.transfer_read %[[ARG0]][%[[V2]], %[[ARG2]]], %[[ARG3]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: %[[V4:.*]] = vector.insert %[[V3]], %[[V1]] [3, 1] : vector<4xf32> into vector<5x2x4xf32>
// CHECK-NEXT: return %[[V4]] : vector<5x2x4xf32>
// CHECK-NEXT: }
func.func @elements_that_are_inserted(%m: memref<?x?xf32>, %w: vector<5x2x4xf32>, %i: index, %f: f32) -> vector<5x2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  %1 = vector.insert %0, %w [3] : vector<2x4xf32> into vector<5x2x4xf32>
  return %1 : vector<5x2x4xf32>
}

// AUTOGENERATED CHECKS
