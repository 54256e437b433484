// RUN: terrace-opt %s --convert-vector-to-scf="lower-tensors lower-scalable" | FileCheck %s

// Tensors are carried by loops; transposed scalable vectors are written row by row.

// CONFIRMED: mlir-opt prints the same.
// CHECK: #[[MAP:.*]] = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK-LABEL: func.func @tensor(
// CHECK-SAME: %[[ARG0:.*]]: tensor<?x?xf32>, %[[ARG1:.*]]: vector<2x4xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> (tensor<?x?xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// CHECK-NEXT: %[[ALLOCA_0:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// CHECK-NEXT: memref.store %[[ARG1]], %[[ALLOCA]][] : memref<vector<2x4xf32>>
// CHECK-NEXT: %[[V0:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[ARG4:.*]] = %[[C0]] to %[[C2]] step %[[C1]] iter_args(%[[ARG5:.*]] = %[[ARG0]]) -> (tensor<?x?xf32>) {
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[ARG0]], %[[C0]] : tensor<?x?xf32>
// CHECK-NEXT: %[[V4:.*]] = affine.apply #[[MAP]](%[[ARG4]])[%[[ARG2]]]
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi sgt, %[[DIM]], %[[V4]] : index
// CHECK-NEXT: %[[V6:.*]] = scf.if %[[V5]] -> (tensor<?x?xf32>) {
// CHECK-NEXT: %[[V7:.*]] = affine.apply #[[MAP]](%[[ARG4]])[%[[ARG2]]]
// CHECK-NEXT: %[[V8:.*]] = memref.load %[[V0]][%[[ARG4]]] : memref<2xvector<4xf32>>
// CHECK-NEXT: %[[V9:.*]] = vector.transfer_write %[[V8]], %[[ARG5]][%[[V7]], %[[ARG2]]] {in_bounds = [true]} : vector<4xf32>, tensor<?x?xf32>
// CHECK-NEXT: scf.yield %[[V9]] : tensor<?x?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ARG5]] : tensor<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V6]] : tensor<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.*]] = vector.type_cast %[[ALLOCA_0]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// CHECK-NEXT: scf.for %[[ARG4]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT: %[[V4]] = affine.apply #[[MAP]](%[[ARG4]])[%[[ARG2]]]
// CHECK-NEXT: %[[V5]] = vector.transfer_read %[[V1]][%[[V4]], %[[ARG2]]], %[[ARG3]] {in_bounds = [true]} : tensor<?x?xf32>, vector<4xf32>
// CHECK-NEXT: memref.store %[[V5]], %[[V2]][%[[ARG4]]] : memref<2xvector<4xf32>>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V3:.*]] = memref.load %[[ALLOCA_0]][] : memref<vector<2x4xf32>>
// CHECK-NEXT: return %[[V1]], %[[V3]] : tensor<?x?xf32>, vector<2x4xf32>
// CHECK-NEXT: }
func.func @tensor(%t: tensor<?x?xf32>, %v: vector<2x4xf32>, %i: index, %f: f32) -> (tensor<?x?xf32>, vector<2x4xf32>) {
  %0 = vector.transfer_write %v, %t[%i, %i] {in_bounds = [false, true]} : vector<2x4xf32>, tensor<?x?xf32>
  %1 = vector.transfer_read %0[%i, %i], %f {in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0, %1 : tensor<?x?xf32>, vector<2x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @scalable_rows(
// CHECK-SAME: %[[ARG0:.*]]: vector<4x[4]xf32>, %[[ARG1:.*]]: memref<?x?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) {
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V0:.*]] = vector.extract %[[ARG0]][0] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[ARG0]][1] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT: %[[V2:.*]] = vector.extract %[[ARG0]][2] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT: %[[V3:.*]] = vector.extract %[[ARG0]][3] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT: %[[VSCALE:.*]] = vector.vscale
// CHECK-NEXT: %[[C4_VSCALE:.*]] = arith.muli %[[VSCALE]], %[[C4]] : index
// CHECK-NEXT: scf.for %[[ARG4:.*]] = %[[C0]] to %[[C4_VSCALE]] step %[[C1]] {
// CHECK-NEXT: %[[V9:.*]] = affine.apply #[[MAP]](%[[ARG4]])[%[[ARG2]]]
// CHECK-NEXT: %[[V10:.*]] = vector.extract %[[V0]][%[[ARG4]]] : f32 from vector<[4]xf32>
// CHECK-NEXT: %[[V11:.*]] = vector.extract %[[V1]][%[[ARG4]]] : f32 from vector<[4]xf32>
// CHECK-NEXT: %[[V12:.*]] = vector.extract %[[V2]][%[[ARG4]]] : f32 from vector<[4]xf32>
// CHECK-NEXT: %[[V13:.*]] = vector.extract %[[V3]][%[[ARG4]]] : f32 from vector<[4]xf32>
// CHECK-NEXT: %[[V14:.*]] = vector.from_elements %[[V10]], %[[V11]], %[[V12]], %[[V13]] : vector<4xf32>
// CHECK-NEXT: vector.transfer_write %[[V14]], %[[ARG1]][%[[V9]], %[[ARG2]]] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V4:.*]] = vector.extract %[[ARG0]][0] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT: %[[V5:.*]] = vector.extract %[[ARG0]][1] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT: %[[V6:.*]] = vector.extract %[[ARG0]][2] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT: %[[V7:.*]] = vector.extract %[[ARG0]][3] : vector<[4]xf32> from vector<4x[4]xf32>
// CHECK-NEXT: %[[V8:.*]] = vector.create_mask %[[C2]] : vector<4xi1>
// CHECK-NEXT: scf.for %[[ARG4]] = %[[C0]] to %[[ARG3]] step %[[C1]] {
// CHECK-NEXT: %[[V9]] = affine.apply #[[MAP]](%[[ARG4]])[%[[ARG2]]]
// CHECK-NEXT: %[[V10]] = vector.extract %[[V4]][%[[ARG4]]] : f32 from vector<[4]xf32>
// CHECK-NEXT: %[[V11]] = vector.extract %[[V5]][%[[ARG4]]] : f32 from vector<[4]xf32>
// CHECK-NEXT: %[[V12]] = vector.extract %[[V6]][%[[ARG4]]] : f32 from vector<[4]xf32>
// CHECK-NEXT: %[[V13]] = vector.extract %[[V7]][%[[ARG4]]] : f32 from vector<[4]xf32>
// CHECK-NEXT: %[[V14]] = vector.from_elements %[[V10]], %[[V11]], %[[V12]], %[[V13]] : vector<4xf32>
// CHECK-NEXT: vector.transfer_write %[[V14]], %[[ARG1]][%[[V9]], %[[ARG2]]], %[[V8]] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @scalable_rows(%v: vector<4x[4]xf32>, %m: memref<?x?xf32>, %i: index, %n: index) {
  %c2 = arith.constant 2 : index
  %t = vector.transpose %v, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
  vector.transfer_write %t, %m[%i, %i] {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
  %k = vector.create_mask %n, %c2 : vector<[4]x4xi1>
  vector.transfer_write %t, %m[%i, %i], %k {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
  return
}

// AUTOGENERATED CHECKS
