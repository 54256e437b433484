// RUN: terrace-opt %s --convert-vector-to-scf | FileCheck %s

// Transfers of several dimensions become loops over the first ones, with the vectors in buffers on the stack.

// CONFIRMED: mlir-opt prints the same.
// CHECK: #[[MAP:.*]] = affine_map<(d0)[s0] -> (d0 + s0)>
// CHECK-LABEL: func.func @read(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> vector<2x3x4xf32> {
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() : memref<vector<2x3x4xf32>>
// CHECK-NEXT: %[[V0:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<2x3x4xf32>> to memref<2xvector<3x4xf32>>
// CHECK-NEXT: scf.for %[[ARG3:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?x?xf32>
// CHECK-NEXT: %[[V2:.*]] = affine.apply #[[MAP]](%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi sgt, %[[DIM]], %[[V2]] : index
// CHECK-NEXT: scf.if %[[V3]] {
// CHECK-NEXT: %[[V4:.*]] = affine.apply #[[MAP]](%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT: %[[V5:.*]] = vector.type_cast %[[V0]] : memref<2xvector<3x4xf32>> to memref<2x3xvector<4xf32>>
// CHECK-NEXT: scf.for %[[ARG4:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT: %[[V6:.*]] = affine.apply #[[MAP]](%[[ARG4]])[%[[ARG1]]]
// CHECK-NEXT: %[[V7:.*]] = vector.transfer_read %[[ARG0]][%[[V4]], %[[V6]], %[[ARG1]]], %[[ARG2]] {in_bounds = [true]} : memref<?x?x?xf32>, vector<4xf32>
// CHECK-NEXT: memref.store %[[V7]], %[[V5]][%[[ARG3]], %[[ARG4]]] : memref<2x3xvector<4xf32>>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V4]] = vector.broadcast %[[ARG2]] : f32 to vector<3x4xf32>
// CHECK-NEXT: memref.store %[[V4]], %[[V0]][%[[ARG3]]] : memref<2xvector<3x4xf32>>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.*]] = memref.load %[[ALLOCA]][] : memref<vector<2x3x4xf32>>
// CHECK-NEXT: return %[[V1]] : vector<2x3x4xf32>
// CHECK-NEXT: }
func.func @read(%m: memref<?x?x?xf32>, %i: index, %f: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i, %i, %i], %f {in_bounds = [false, true, true]} : memref<?x?x?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @write(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<2x4xf32>, %[[ARG2:.*]]: index) {
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// CHECK-NEXT: memref.store %[[ARG1]], %[[ALLOCA]][] : memref<vector<2x4xf32>>
// CHECK-NEXT: %[[V0:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// CHECK-NEXT: scf.for %[[ARG3:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[V1:.*]] = affine.apply #[[MAP]](%[[ARG3]])[%[[ARG2]]]
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi sgt, %[[DIM]], %[[V1]] : index
// CHECK-NEXT: scf.if %[[V2]] {
// CHECK-NEXT: %[[V3:.*]] = affine.apply #[[MAP]](%[[ARG3]])[%[[ARG2]]]
// CHECK-NEXT: %[[V4:.*]] = memref.load %[[V0]][%[[ARG3]]] : memref<2xvector<4xf32>>
// CHECK-NEXT: vector.transfer_write %[[V4]], %[[ARG0]][%[[V3]], %[[ARG2]]] : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: }
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
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// CHECK-NEXT: %[[ALLOCA_0:.*]] = memref.alloca() : memref<vector<2x4xi1>>
// CHECK-NEXT: %[[ALLOCA_1:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// CHECK-NEXT: %[[ALLOCA_2:.*]] = memref.alloca() : memref<vector<2x4xi1>>
// CHECK-NEXT: memref.store %[[ARG2]], %[[ALLOCA_0]][] : memref<vector<2x4xi1>>
// CHECK-NEXT: %[[V0:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// CHECK-NEXT: %[[V1:.*]] = vector.type_cast %[[ALLOCA_0]] : memref<vector<2x4xi1>> to memref<2xvector<4xi1>>
// CHECK-NEXT: scf.for %[[ARG5:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT: %[[V5:.*]] = affine.apply #[[MAP]](%[[ARG5]])[%[[ARG3]]]
// CHECK-NEXT: %[[V6:.*]] = memref.load %[[V1]][%[[ARG5]]] : memref<2xvector<4xi1>>
// CHECK-NEXT: %[[V7:.*]] = vector.transfer_read %[[ARG0]][%[[V5]], %[[ARG3]]], %[[ARG4]], %[[V6]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: memref.store %[[V7]], %[[V0]][%[[ARG5]]] : memref<2xvector<4xf32>>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.*]] = memref.load %[[ALLOCA]][] : memref<vector<2x4xf32>>
// CHECK-NEXT: memref.store %[[ARG2]], %[[ALLOCA_2]][] : memref<vector<2x4xi1>>
// CHECK-NEXT: memref.store %[[ARG1]], %[[ALLOCA_1]][] : memref<vector<2x4xf32>>
// CHECK-NEXT: %[[V3:.*]] = vector.type_cast %[[ALLOCA_1]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// CHECK-NEXT: %[[V4:.*]] = vector.type_cast %[[ALLOCA_2]] : memref<vector<2x4xi1>> to memref<2xvector<4xi1>>
// CHECK-NEXT: scf.for %[[ARG5]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT: %[[V5]] = affine.apply #[[MAP]](%[[ARG5]])[%[[ARG3]]]
// CHECK-NEXT: %[[V6]] = memref.load %[[V3]][%[[ARG5]]] : memref<2xvector<4xf32>>
// CHECK-NEXT: %[[V7]] = memref.load %[[V4]][%[[ARG5]]] : memref<2xvector<4xi1>>
// CHECK-NEXT: vector.transfer_write %[[V6]], %[[ARG0]][%[[V5]], %[[ARG3]]], %[[V7]] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V2]] : vector<2x4xf32>
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
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<4xf32>, %[[ARG2:.*]]: vector<4xi1>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32) -> vector<4xf32> {
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() : memref<vector<4x1xf32>>
// CHECK-NEXT: %[[V0:.*]] = vector.broadcast %[[ARG4]] : f32 to vector<4xf32>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[ARG5:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG6:.*]] = %[[V0]]) -> (vector<4xf32>) {
// CHECK-NEXT: %[[V5:.*]] = affine.apply #[[MAP]](%[[ARG5]])[%[[ARG3]]]
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x?xf32>
// CHECK-NEXT: %[[V6:.*]] = affine.apply #[[MAP]](%[[ARG5]])[%[[ARG3]]]
// CHECK-NEXT: %[[V7:.*]] = arith.cmpi sgt, %[[DIM]], %[[V6]] : index
// CHECK-NEXT: %[[V8:.*]] = vector.extract %[[ARG2]][%[[ARG5]]] : i1 from vector<4xi1>
// CHECK-NEXT: %[[V9:.*]] = arith.andi %[[V7]], %[[V8]] : i1
// CHECK-NEXT: %[[V10:.*]] = scf.if %[[V9]] -> (vector<4xf32>) {
// CHECK-NEXT: %[[V11:.*]] = memref.load %[[ARG0]][%[[V5]], %[[ARG3]]] : memref<?x?xf32>
// CHECK-NEXT: %[[V12:.*]] = vector.insert %[[V11]], %[[ARG6]] [%[[ARG5]]] : f32 into vector<4xf32>
// CHECK-NEXT: scf.yield %[[V12]] : vector<4xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ARG6]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[V10]] : vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.*]] = vector.broadcast %[[ARG1]] : vector<4xf32> to vector<1x4xf32>
// CHECK-NEXT: %[[V3:.*]] = vector.transpose %[[V2]], [1, 0] : vector<1x4xf32> to vector<4x1xf32>
// CHECK-NEXT: memref.store %[[V3]], %[[ALLOCA]][] : memref<vector<4x1xf32>>
// CHECK-NEXT: %[[V4:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<4x1xf32>> to memref<4xvector<1xf32>>
// CHECK-NEXT: scf.for %[[ARG5]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK-NEXT: %[[V5]] = affine.apply #[[MAP]](%[[ARG5]])[%[[ARG3]]]
// CHECK-NEXT: %[[V6]] = memref.load %[[V4]][%[[ARG5]]] : memref<4xvector<1xf32>>
// CHECK-NEXT: vector.transfer_write %[[V6]], %[[ARG0]][%[[V5]], %[[ARG3]]] {in_bounds = [true]} : vector<1xf32>, memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : vector<4xf32>
// CHECK-NEXT: }
func.func @columns(%m: memref<?x?xf32>, %v: vector<4xf32>, %k: vector<4xi1>, %i: index, %f: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f, %k {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>, in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  return %0 : vector<4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @strided(
// CHECK-SAME: %[[ARG0:.*]]: memref<8xf32, strided<[3]>>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> vector<[4]xf32> {
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[VSCALE:.*]] = vector.vscale
// CHECK-NEXT: %[[C4_VSCALE:.*]] = arith.muli %[[VSCALE]], %[[C4]] : index
// CHECK-NEXT: %[[V0:.*]] = vector.broadcast %[[ARG2]] : f32 to vector<[4]xf32>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[ARG3:.*]] = %[[C0]] to %[[C4_VSCALE]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[V0]]) -> (vector<[4]xf32>) {
// CHECK-NEXT: %[[V2:.*]] = affine.apply #[[MAP]](%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT: %[[V3:.*]] = memref.load %[[ARG0]][%[[V2]]] : memref<8xf32, strided<[3]>>
// CHECK-NEXT: %[[V4:.*]] = vector.insert %[[V3]], %[[ARG4]] [%[[ARG3]]] : f32 into vector<[4]xf32>
// CHECK-NEXT: scf.yield %[[V4]] : vector<[4]xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : vector<[4]xf32>
// CHECK-NEXT: }
func.func @strided(%m: memref<8xf32, strided<[3]>>, %i: index, %f: f32) -> vector<[4]xf32> {
  %0 = vector.transfer_read %m[%i], %f {in_bounds = [true]} : memref<8xf32, strided<[3]>>, vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @tensor(
// CHECK-SAME: %[[ARG0:.*]]: tensor<?x?xf32>, %[[ARG1:.*]]: vector<2x4xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> (tensor<?x?xf32>, vector<2x4xf32>) {
// CHECK-NEXT: %[[V0:.*]] = vector.transfer_write %[[ARG1]], %[[ARG0]][%[[ARG2]], %[[ARG2]]] {in_bounds = [false, true]} : vector<2x4xf32>, tensor<?x?xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.transfer_read %[[V0]][%[[ARG2]], %[[ARG2]]], %[[ARG3]] {in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<?x?xf32>, vector<2x4xf32>
// CHECK-NEXT: }
func.func @tensor(%t: tensor<?x?xf32>, %v: vector<2x4xf32>, %i: index, %f: f32) -> (tensor<?x?xf32>, vector<2x4xf32>) {
  %0 = vector.transfer_write %v, %t[%i, %i] {in_bounds = [false, true]} : vector<2x4xf32>, tensor<?x?xf32>
  %1 = vector.transfer_read %0[%i, %i], %f {in_bounds = [true, true]} : tensor<?x?xf32>, vector<2x4xf32>
  return %0, %1 : tensor<?x?xf32>, vector<2x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @scalable_rows(
// CHECK-SAME: %[[ARG0:.*]]: vector<4x[4]xf32>, %[[ARG1:.*]]: memref<?x?xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) {
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[V0:.*]] = vector.transpose %[[ARG0]], [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
// CHECK-NEXT: vector.transfer_write %[[V0]], %[[ARG1]][%[[ARG2]], %[[ARG2]]] {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.create_mask %[[ARG3]], %[[C2]] : vector<[4]x4xi1>
// CHECK-NEXT: vector.transfer_write %[[V0]], %[[ARG1]][%[[ARG2]], %[[ARG2]]], %[[V1]] {in_bounds = [true, true]} : vector<[4]x4xf32>, memref<?x?xf32>
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

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @elements_that_are_inserted(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<5x2x4xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> vector<5x2x4xf32> {
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// CHECK-NEXT: %[[V0:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// CHECK-NEXT: scf.for %[[ARG4:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT: %[[V3:.*]] = affine.apply #[[MAP]](%[[ARG4]])[%[[ARG2]]]
// CHECK-NEXT: %[[V4:.*]] = vector.transfer_read %[[ARG0]][%[[V3]], %[[ARG2]]], %[[ARG3]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: memref.store %[[V4]], %[[V0]][%[[ARG4]]] : memref<2xvector<4xf32>>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.*]] = memref.load %[[ALLOCA]][] : memref<vector<2x4xf32>>
// CHECK-NEXT: %[[V2:.*]] = vector.insert %[[V1]], %[[ARG1]] [3] : vector<2x4xf32> into vector<5x2x4xf32>
// CHECK-NEXT: return %[[V2]] : vector<5x2x4xf32>
// CHECK-NEXT: }
func.func @elements_that_are_inserted(%m: memref<?x?xf32>, %w: vector<5x2x4xf32>, %i: index, %f: f32) -> vector<5x2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  %1 = vector.insert %0, %w [3] : vector<2x4xf32> into vector<5x2x4xf32>
  return %1 : vector<5x2x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @under_a_mask(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: vector<2x4xi1>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32) -> vector<2x4xf32> {
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// CHECK-NEXT: %[[V0:.*]] = vector.type_cast %[[ALLOCA]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// CHECK-NEXT: scf.for %[[ARG4:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT: %[[V2:.*]] = affine.apply #[[MAP]](%[[ARG4]])[%[[ARG2]]]
// CHECK-NEXT: %[[V3:.*]] = vector.transfer_read %[[ARG0]][%[[V2]], %[[ARG2]]], %[[ARG3]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: memref.store %[[V3]], %[[V0]][%[[ARG4]]] : memref<2xvector<4xf32>>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V1:.*]] = memref.load %[[ALLOCA]][] : memref<vector<2x4xf32>>
// CHECK-NEXT: return %[[V1]] : vector<2x4xf32>
// CHECK-NEXT: }
func.func @under_a_mask(%m: memref<?x?xf32>, %k: vector<2x4xi1>, %i: index, %f: f32) -> vector<2x4xf32> {
  %t = arith.constant dense<true> : vector<2x4xi1>
  %0 = vector.mask %t { vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// CONFIRMED: mlir-opt prints the same.
// CHECK-LABEL: func.func @print(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x3xi1>, %[[ARG1:.*]]: vector<[4]xf32>, %[[ARG2:.*]]: vector<ui5>) {
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V0:.*]] = arith.extui %[[ARG0]] : vector<2x3xi1> to vector<2x3xi8>
// CHECK-NEXT: %[[V1:.*]] = vector.shape_cast %[[V0]] : vector<2x3xi8> to vector<6xi8>
// CHECK-NEXT: vector.print punctuation <open>
// CHECK-NEXT: scf.for %[[ARG3:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// CHECK-NEXT: vector.print punctuation <open>
// CHECK-NEXT: scf.for %[[ARG4:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT: %[[V7:.*]] = arith.muli %[[ARG3]], %[[C3]] : index
// CHECK-NEXT: %[[V8:.*]] = arith.addi %[[ARG4]], %[[V7]] : index
// CHECK-NEXT: %[[V9:.*]] = vector.extract %[[V1]][%[[V8]]] : i8 from vector<6xi8>
// CHECK-NEXT: vector.print %[[V9]] : i8 punctuation <no_punctuation>
// CHECK-NEXT: %[[V10:.*]] = arith.cmpi ult, %[[ARG4]], %[[C2]] : index
// CHECK-NEXT: scf.if %[[V10]] {
// CHECK-NEXT: vector.print punctuation <comma>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: vector.print punctuation <close>
// CHECK-NEXT: %[[V6:.*]] = arith.cmpi ult, %[[ARG3]], %[[C1]] : index
// CHECK-NEXT: scf.if %[[V6]] {
// CHECK-NEXT: vector.print punctuation <comma>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: vector.print punctuation <close>
// CHECK-NEXT: vector.print
// CHECK-NEXT: %[[VSCALE:.*]] = vector.vscale
// CHECK-NEXT: %[[C4_VSCALE:.*]] = arith.muli %[[VSCALE]], %[[C4]] : index
// CHECK-NEXT: %[[V2:.*]] = arith.subi %[[C4_VSCALE]], %[[C1]] : index
// CHECK-NEXT: vector.print punctuation <open>
// CHECK-NEXT: scf.for %[[ARG3]] = %[[C0]] to %[[C4_VSCALE]] step %[[C1]] {
// CHECK-NEXT: %[[V6]] = vector.extract %[[ARG1]][%[[ARG3]]] : f32 from vector<[4]xf32>
// CHECK-NEXT: vector.print %[[V6]] : f32 punctuation <no_punctuation>
// CHECK-NEXT: %[[V7]] = arith.cmpi ult, %[[ARG3]], %[[V2]] : index
// CHECK-NEXT: scf.if %[[V7]] {
// CHECK-NEXT: vector.print punctuation <comma>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: vector.print punctuation <close>
// CHECK-NEXT: vector.print punctuation <no_punctuation>
// CHECK-NEXT: %[[V3:.*]] = vector.bitcast %[[ARG2]] : vector<ui5> to vector<i5>
// CHECK-NEXT: %[[V4:.*]] = arith.extui %[[V3]] : vector<i5> to vector<i8>
// CHECK-NEXT: %[[V5:.*]] = vector.bitcast %[[V4]] : vector<i8> to vector<ui8>
// CHECK-NEXT: vector.print punctuation <open>
// CHECK-NEXT: scf.for %[[ARG3]] = %[[C0]] to %[[C1]] step %[[C1]] {
// CHECK-NEXT: %[[V6]] = vector.extract %[[V5]][] : ui8 from vector<ui8>
// CHECK-NEXT: vector.print %[[V6]] : ui8 punctuation <no_punctuation>
// CHECK-NEXT: %[[V7]] = arith.cmpi ult, %[[ARG3]], %[[C0]] : index
// CHECK-NEXT: scf.if %[[V7]] {
// CHECK-NEXT: vector.print punctuation <comma>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: vector.print punctuation <close>
// CHECK-NEXT: vector.print
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @print(%v: vector<2x3xi1>, %w: vector<[4]xf32>, %x: vector<ui5>) {
  vector.print %v : vector<2x3xi1>
  vector.print %w : vector<[4]xf32> punctuation <no_punctuation>
  vector.print %x : vector<ui5>
  return
}

// AUTOGENERATED CHECKS
