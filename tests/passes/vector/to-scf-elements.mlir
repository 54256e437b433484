// RUN: terrace-opt %s --convert-vector-to-scf="full-unroll lower-tensors target-rank=0" | FileCheck %s

// Transfers become transfers of elements.

// CONFIRMED: mlir-opt prints the same.
// CHECK: #[[MAP:.*]] = affine_map<()[s0] -> (s0 + 1)>
// CHECK-NEXT: #[[MAP1:.*]] = affine_map<()[s0] -> (s0 + 2)>
// CHECK-NEXT: #[[MAP2:.*]] = affine_map<()[s0] -> (s0 + 3)>
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: vector<4xi1>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32) -> vector<4xf32> {
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.*]] = vector.broadcast %[[ARG4]] : f32 to vector<4xf32>
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi sgt, %[[DIM]], %[[ARG3]] : index
// CHECK-NEXT: %[[V2:.*]] = vector.extract %[[ARG2]][0] : i1 from vector<4xi1>
// CHECK-NEXT: %[[V3:.*]] = arith.andi %[[V1]], %[[V2]] : i1
// CHECK-NEXT: %[[V4:.*]] = scf.if %[[V3]] -> (vector<4xf32>) {
// CHECK-NEXT: %[[V31:.*]] = vector.transfer_read %[[ARG0]][%[[ARG3]], %[[ARG3]]], %[[ARG4]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V32:.*]] = vector.extract %[[V31]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V33:.*]] = vector.insert %[[V32]], %[[V0]] [0] : f32 into vector<4xf32>
// CHECK-NEXT: scf.yield %[[V33]] : vector<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V0]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[DIM_0:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[V5:.*]] = affine.apply #[[MAP]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi sgt, %[[DIM_0]], %[[V5]] : index
// CHECK-NEXT: %[[V7:.*]] = vector.extract %[[ARG2]][1] : i1 from vector<4xi1>
// CHECK-NEXT: %[[V8:.*]] = arith.andi %[[V6]], %[[V7]] : i1
// CHECK-NEXT: %[[V9:.*]] = scf.if %[[V8]] -> (vector<4xf32>) {
// CHECK-NEXT: %[[V31]] = affine.apply #[[MAP]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V32]] = vector.transfer_read %[[ARG0]][%[[V31]], %[[ARG3]]], %[[ARG4]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V33]] = vector.extract %[[V32]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V34:.*]] = vector.insert %[[V33]], %[[V4]] [1] : f32 into vector<4xf32>
// CHECK-NEXT: scf.yield %[[V34]] : vector<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V4]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[DIM_1:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[V10:.*]] = affine.apply #[[MAP1]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V11:.*]] = arith.cmpi sgt, %[[DIM_1]], %[[V10]] : index
// CHECK-NEXT: %[[V12:.*]] = vector.extract %[[ARG2]][2] : i1 from vector<4xi1>
// CHECK-NEXT: %[[V13:.*]] = arith.andi %[[V11]], %[[V12]] : i1
// CHECK-NEXT: %[[V14:.*]] = scf.if %[[V13]] -> (vector<4xf32>) {
// CHECK-NEXT: %[[V31]] = affine.apply #[[MAP1]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V32]] = vector.transfer_read %[[ARG0]][%[[V31]], %[[ARG3]]], %[[ARG4]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V33]] = vector.extract %[[V32]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V34]] = vector.insert %[[V33]], %[[V9]] [2] : f32 into vector<4xf32>
// CHECK-NEXT: scf.yield %[[V34]] : vector<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V9]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[DIM_2:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[V15:.*]] = affine.apply #[[MAP2]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V16:.*]] = arith.cmpi sgt, %[[DIM_2]], %[[V15]] : index
// CHECK-NEXT: %[[V17:.*]] = vector.extract %[[ARG2]][3] : i1 from vector<4xi1>
// CHECK-NEXT: %[[V18:.*]] = arith.andi %[[V16]], %[[V17]] : i1
// CHECK-NEXT: %[[V19:.*]] = scf.if %[[V18]] -> (vector<4xf32>) {
// CHECK-NEXT: %[[V31]] = affine.apply #[[MAP2]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V32]] = vector.transfer_read %[[ARG0]][%[[V31]], %[[ARG3]]], %[[ARG4]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V33]] = vector.extract %[[V32]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V34]] = vector.insert %[[V33]], %[[V14]] [3] : f32 into vector<4xf32>
// CHECK-NEXT: scf.yield %[[V34]] : vector<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[V14]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V20:.*]] = vector.extract %[[ARG1]][0] : f32 from vector<4xf32>
// CHECK-NEXT: %[[V21:.*]] = vector.broadcast %[[V20]] : f32 to vector<f32>
// CHECK-NEXT: vector.transfer_write %[[V21]], %[[ARG0]][%[[ARG3]], %[[ARG3]]] : vector<f32>, memref<?x?xf32>
// CHECK-NEXT: %[[V22:.*]] = affine.apply #[[MAP]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V23:.*]] = vector.extract %[[ARG1]][1] : f32 from vector<4xf32>
// CHECK-NEXT: %[[V24:.*]] = vector.broadcast %[[V23]] : f32 to vector<f32>
// CHECK-NEXT: vector.transfer_write %[[V24]], %[[ARG0]][%[[V22]], %[[ARG3]]] : vector<f32>, memref<?x?xf32>
// CHECK-NEXT: %[[V25:.*]] = affine.apply #[[MAP1]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V26:.*]] = vector.extract %[[ARG1]][2] : f32 from vector<4xf32>
// CHECK-NEXT: %[[V27:.*]] = vector.broadcast %[[V26]] : f32 to vector<f32>
// CHECK-NEXT: vector.transfer_write %[[V27]], %[[ARG0]][%[[V25]], %[[ARG3]]] : vector<f32>, memref<?x?xf32>
// CHECK-NEXT: %[[V28:.*]] = affine.apply #[[MAP2]]()[%[[ARG3]]]
// CHECK-NEXT: %[[V29:.*]] = vector.extract %[[ARG1]][3] : f32 from vector<4xf32>
// CHECK-NEXT: %[[V30:.*]] = vector.broadcast %[[V29]] : f32 to vector<f32>
// CHECK-NEXT: vector.transfer_write %[[V30]], %[[ARG0]][%[[V28]], %[[ARG3]]] : vector<f32>, memref<?x?xf32>
// CHECK-NEXT: return %[[V19]] : vector<4xf32>
// CHECK-NEXT: }
func.func @columns(%m: memref<?x?xf32>, %v: vector<4xf32>, %k: vector<4xi1>, %i: index, %f: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f, %k {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>, in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  return %0 : vector<4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @elements_that_are_inserted(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<5x2x4xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> vector<5x2x4xf32> {
// CHECK-NEXT: %[[V0:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]], %[[ARG2]]], %[[ARG3]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V1:.*]] = vector.extract %[[V0]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V2:.*]] = vector.insert %[[V1]], %[[ARG1]] [3, 0, 0] : f32 into vector<5x2x4xf32>
// CHECK-NEXT: %[[V3:.*]] = affine.apply #[[MAP]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V4:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]], %[[V3]]], %[[ARG3]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V5:.*]] = vector.extract %[[V4]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V6:.*]] = vector.insert %[[V5]], %[[V2]] [3, 0, 1] : f32 into vector<5x2x4xf32>
// CHECK-NEXT: %[[V7:.*]] = affine.apply #[[MAP1]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V8:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]], %[[V7]]], %[[ARG3]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V9:.*]] = vector.extract %[[V8]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V10:.*]] = vector.insert %[[V9]], %[[V6]] [3, 0, 2] : f32 into vector<5x2x4xf32>
// CHECK-NEXT: %[[V11:.*]] = affine.apply #[[MAP2]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V12:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]], %[[V11]]], %[[ARG3]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V13:.*]] = vector.extract %[[V12]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V14:.*]] = vector.insert %[[V13]], %[[V10]] [3, 0, 3] : f32 into vector<5x2x4xf32>
// CHECK-NEXT: %[[V15:.*]] = affine.apply #[[MAP]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V16:.*]] = vector.transfer_read %[[ARG0]][%[[V15]], %[[ARG2]]], %[[ARG3]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V17:.*]] = vector.extract %[[V16]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V18:.*]] = vector.insert %[[V17]], %[[V14]] [3, 1, 0] : f32 into vector<5x2x4xf32>
// CHECK-NEXT: %[[V19:.*]] = affine.apply #[[MAP]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V20:.*]] = vector.transfer_read %[[ARG0]][%[[V15]], %[[V19]]], %[[ARG3]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V21:.*]] = vector.extract %[[V20]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V22:.*]] = vector.insert %[[V21]], %[[V18]] [3, 1, 1] : f32 into vector<5x2x4xf32>
// CHECK-NEXT: %[[V23:.*]] = affine.apply #[[MAP1]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V24:.*]] = vector.transfer_read %[[ARG0]][%[[V15]], %[[V23]]], %[[ARG3]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V25:.*]] = vector.extract %[[V24]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V26:.*]] = vector.insert %[[V25]], %[[V22]] [3, 1, 2] : f32 into vector<5x2x4xf32>
// CHECK-NEXT: %[[V27:.*]] = affine.apply #[[MAP2]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V28:.*]] = vector.transfer_read %[[ARG0]][%[[V15]], %[[V27]]], %[[ARG3]] : memref<?x?xf32>, vector<f32>
// CHECK-NEXT: %[[V29:.*]] = vector.extract %[[V28]][] : f32 from vector<f32>
// CHECK-NEXT: %[[V30:.*]] = vector.insert %[[V29]], %[[V26]] [3, 1, 3] : f32 into vector<5x2x4xf32>
// CHECK-NEXT: return %[[V30]] : vector<5x2x4xf32>
// CHECK-NEXT: }
func.func @elements_that_are_inserted(%m: memref<?x?xf32>, %w: vector<5x2x4xf32>, %i: index, %f: f32) -> vector<5x2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  %1 = vector.insert %0, %w [3] : vector<2x4xf32> into vector<5x2x4xf32>
  return %1 : vector<5x2x4xf32>
}

// AUTOGENERATED CHECKS
