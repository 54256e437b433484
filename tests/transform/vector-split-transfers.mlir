// Transfers that may leave their buffer are split in one that stays in bounds and another one.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-opt %s --transform-interpreter | FileCheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> (s0 + 4)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0] -> (s0 + 8)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 + 4)>



// CHECK-LABEL: func.func @read(
// CHECK-SAME: %[[ARG0:.*]]: memref<?x8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> vector<4x8xf32> {
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() {alignment = 32 : i64} : memref<4x8xf32>
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP]]()[%[[ARG1]]]
// CHECK-NEXT: %[[DIM:.*]] = memref.dim %[[ARG0]], %[[C0]] : memref<?x8xf32>
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi sle, %[[V0]], %[[DIM]] : index
// CHECK-NEXT: %[[V2:.*]] = affine.apply #[[MAP1]]()[%[[ARG2]]]
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi sle, %[[V2]], %[[C8]] : index
// CHECK-NEXT: %[[V4:.*]] = arith.andi %[[V1]], %[[V3]] : i1
// CHECK-NEXT: %[[V5:.*]]:3 = scf.if %[[V4]] -> (memref<?x8xf32>, index, index) {
// CHECK-NEXT: scf.yield %[[ARG0]], %[[ARG1]], %[[ARG2]] : memref<?x8xf32>, index, index
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[V7:.*]] = vector.transfer_read %[[ARG0]][%[[ARG1]], %[[ARG2]]], %[[CST]] : memref<?x8xf32>, vector<4x8xf32>
// CHECK-NEXT: %[[V8:.*]] = vector.type_cast %[[ALLOCA]] : memref<4x8xf32> to memref<vector<4x8xf32>>
// CHECK-NEXT: memref.store %[[V7]], %[[V8]][] : memref<vector<4x8xf32>>
// CHECK-NEXT: %[[CAST:.*]] = memref.cast %[[ALLOCA]] : memref<4x8xf32> to memref<?x8xf32>
// CHECK-NEXT: scf.yield %[[CAST]], %[[C0]], %[[C0]] : memref<?x8xf32>, index, index
// CHECK-NEXT: }
// CHECK-NEXT: %[[V6:.*]] = vector.transfer_read %[[V5]]#0[%[[V5]]#1, %[[V5]]#2], %[[CST]] {in_bounds = [true, true]} : memref<?x8xf32>, vector<4x8xf32>
// CHECK-NEXT: return %[[V6]] : vector<4x8xf32>
func.func @read(%A: memref<?x8xf32>, %i: index, %j: index) -> vector<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %A[%i, %j], %z : memref<?x8xf32>, vector<4x8xf32>
  return %v : vector<4x8xf32>
}

// CHECK-LABEL: func.func @write_in_loop(
// CHECK-SAME: %[[ARG0:.*]]: memref<7x8xf32, strided<[?, 1], offset: ?>>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: vector<4x8xf32>) {
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: %[[C7:.*]] = arith.constant 7 : index
// CHECK-NEXT: %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[ALLOCA:.*]] = memref.alloca() {alignment = 32 : i64} : memref<4x8xf32>
// CHECK-NEXT: scf.for %[[ARG4:.*]] = %[[C0]] to %[[ARG1]] step %[[C4]] {
// CHECK-NEXT: %[[V0:.*]] = affine.apply #[[MAP2]](%[[ARG4]])
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi sle, %[[V0]], %[[C7]] : index
// CHECK-NEXT: %[[V2:.*]]:3 = scf.if %[[V1]] -> (memref<?x8xf32, strided<[?, 1], offset: ?>>, index, index) {
// CHECK-NEXT: %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<7x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: scf.yield %[[CAST]], %[[ARG4]], %[[ARG2]] : memref<?x8xf32, strided<[?, 1], offset: ?>>, index, index
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[CAST]] = memref.cast %[[ALLOCA]] : memref<4x8xf32> to memref<?x8xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: scf.yield %[[CAST]], %[[C0]], %[[C0]] : memref<?x8xf32, strided<[?, 1], offset: ?>>, index, index
// CHECK-NEXT: }
// CHECK-NEXT: vector.transfer_write %[[ARG3]], %[[V2]]#0[%[[V2]]#1, %[[V2]]#2] {in_bounds = [true, true]} : vector<4x8xf32>, memref<?x8xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: %[[V3:.*]] = arith.xori %[[V1]], %[[TRUE]] : i1
// CHECK-NEXT: scf.if %[[V3]] {
// CHECK-NEXT: %[[V4:.*]] = vector.type_cast %[[ALLOCA]] : memref<4x8xf32> to memref<vector<4x8xf32>>
// CHECK-NEXT: %[[V5:.*]] = memref.load %[[V4]][] : memref<vector<4x8xf32>>
// CHECK-NEXT: vector.transfer_write %[[V5]], %[[ARG0]][%[[ARG4]], %[[ARG2]]] {in_bounds = [false, true]} : vector<4x8xf32>, memref<7x8xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @write_in_loop(%A: memref<7x8xf32, strided<[?, 1], offset: ?>>, %n: index, %j: index, %v: vector<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c4 {
    vector.transfer_write %v, %A[%i, %j] {in_bounds = [false, true]} : vector<4x8xf32>, memref<7x8xf32, strided<[?, 1], offset: ?>>
  }
  return
}

// CHECK-LABEL: func.func @masked(
// CHECK-SAME: %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: vector<4xi1>) -> vector<4xf32> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = vector.transfer_read %[[ARG0]][%[[ARG1]]], %[[CST]], %[[ARG2]] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT: return %[[V0]] : vector<4xf32>
func.func @masked(%A: memref<?xf32>, %i: index, %m: vector<4xi1>) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %A[%i], %z, %m : memref<?xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

// CHECK-LABEL: func.func @within(
// CHECK-SAME: %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index) -> vector<4xf32> {
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = vector.transfer_read %[[ARG0]][%[[ARG1]]], %[[CST]] {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
// CHECK-NEXT: return %[[V0]] : vector<4xf32>
func.func @within(%A: memref<?xf32>, %i: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %A[%i], %z {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "vector-transfer"
    } : !transform.any_op
    transform.yield
  }
}
