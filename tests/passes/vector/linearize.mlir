// Vectors with several dimensions are vectors with one.
// CONFIRMED: mlir-opt prints the same.
// RUN: terrace-test-opt %s --test-vector-linearize | FileCheck %s



// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x3xf32>, %[[ARG1:.*]]: vector<2x[4]xf32>) -> (vector<2x3xf32>, vector<2x[4]xf32>) {
// CHECK-NEXT: %[[V0:.*]] = vector.shape_cast %[[ARG1]] : vector<2x[4]xf32> to vector<[8]xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.shape_cast %[[ARG0]] : vector<2x3xf32> to vector<6xf32>
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00]> : vector<6xf32>
// CHECK-NEXT: %[[V2:.*]] = arith.addf %[[V1]], %[[CST]] : vector<6xf32>
// CHECK-NEXT: %[[V3:.*]] = vector.shape_cast %[[V2]] : vector<6xf32> to vector<2x3xf32>
// CHECK-NEXT: %[[V4:.*]] = math.sqrt %[[V0]] : vector<[8]xf32>
// CHECK-NEXT: %[[V5:.*]] = vector.shape_cast %[[V4]] : vector<[8]xf32> to vector<2x[4]xf32>
// CHECK-NEXT: return %[[V3]], %[[V5]] : vector<2x3xf32>, vector<2x[4]xf32>
func.func @elementwise(%a: vector<2x3xf32>, %b: vector<2x[4]xf32>) -> (vector<2x3xf32>, vector<2x[4]xf32>) {
  %0 = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %1 = arith.addf %a, %0 : vector<2x3xf32>
  %2 = math.sqrt %b : vector<2x[4]xf32>
  return %1, %2 : vector<2x3xf32>, vector<2x[4]xf32>
}

// CHECK-LABEL: func.func @parts(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x3x4xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: vector<4xf32>) -> (vector<4xf32>, f32, vector<2x3x4xf32>, vector<1x2x2xf32>) {
// CHECK-NEXT: %[[V0:.*]] = vector.shape_cast %[[ARG0]] : vector<2x3x4xf32> to vector<24xf32>
// CHECK-NEXT: %[[V1:.*]] = vector.shuffle %[[V0]], %[[V0]] [20, 21, 22, 23] : vector<24xf32>, vector<24xf32>
// CHECK-NEXT: %[[V2:.*]] = vector.extract %[[V0]][23] : f32 from vector<24xf32>
// CHECK-NEXT: %[[V3:.*]] = vector.insert %[[ARG1]], %[[V0]] [6] : f32 into vector<24xf32>
// CHECK-NEXT: %[[V4:.*]] = vector.shuffle %[[V3]], %[[ARG2]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 24, 25, 26, 27, 16, 17, 18, 19, 20, 21, 22, 23] : vector<24xf32>, vector<4xf32>
// CHECK-NEXT: %[[V5:.*]] = vector.shuffle %[[V0]], %[[V0]] [18, 19, 22, 23] : vector<24xf32>, vector<24xf32>
// CHECK-NEXT: %[[V6:.*]] = vector.shape_cast %[[V5]] : vector<4xf32> to vector<1x2x2xf32>
// CHECK-NEXT: %[[V7:.*]] = vector.shuffle %[[V4]], %[[V5]] [0, 24, 25, 3, 4, 26, 27, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23] : vector<24xf32>, vector<4xf32>
// CHECK-NEXT: %[[V8:.*]] = vector.shape_cast %[[V7]] : vector<24xf32> to vector<2x3x4xf32>
// CHECK-NEXT: return %[[V1]], %[[V2]], %[[V8]], %[[V6]] : vector<4xf32>, f32, vector<2x3x4xf32>, vector<1x2x2xf32>
func.func @parts(%a: vector<2x3x4xf32>, %x: f32, %row: vector<4xf32>) -> (vector<4xf32>, f32, vector<2x3x4xf32>, vector<1x2x2xf32>) {
  %0 = vector.extract %a[1, 2] : vector<4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %a[1, 2, 3] : f32 from vector<2x3x4xf32>
  %2 = vector.insert %x, %a[0, 1, 2] : f32 into vector<2x3x4xf32>
  %3 = vector.insert %row, %2[1, 0] : vector<4xf32> into vector<2x3x4xf32>
  %4 = vector.extract_strided_slice %a {offsets = [1, 1, 2], sizes = [1, 2, 2], strides = [1, 1, 1]} : vector<2x3x4xf32> to vector<1x2x2xf32>
  %5 = vector.insert_strided_slice %4, %3 {offsets = [0, 0, 1], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<2x3x4xf32>
  return %0, %1, %5, %4 : vector<4xf32>, f32, vector<2x3x4xf32>, vector<1x2x2xf32>
}

// CHECK-LABEL: func.func @others(
// CHECK-SAME: %[[ARG0:.*]]: vector<3x2xi32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: memref<4x8xi32>) -> (vector<2x2xi32>, vector<3x4xi16>, vector<1x8xi1>) {
// CHECK-NEXT: %[[V0:.*]] = vector.shape_cast %[[ARG0]] : vector<3x2xi32> to vector<6xi32>
// CHECK-NEXT: %[[V1:.*]] = vector.shuffle %[[V0]], %[[V0]] [8, 9, 0, 1] : vector<6xi32>, vector<6xi32>
// CHECK-NEXT: %[[V2:.*]] = vector.shape_cast %[[V1]] : vector<4xi32> to vector<2x2xi32>
// CHECK-NEXT: %[[V3:.*]] = vector.bitcast %[[V0]] : vector<6xi32> to vector<12xi16>
// CHECK-NEXT: %[[V4:.*]] = vector.shape_cast %[[V3]] : vector<12xi16> to vector<3x4xi16>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[V5:.*]] = arith.cmpi sgt, %[[ARG1]], %[[C0]] : index
// CHECK-NEXT: %[[V6:.*]] = arith.index_cast %[[V5]] : i1 to index
// CHECK-NEXT: %[[V7:.*]] = arith.andi %[[V6]], %[[ARG2]] : index
// CHECK-NEXT: %[[V8:.*]] = vector.create_mask %[[V7]] : vector<8xi1>
// CHECK-NEXT: %[[V9:.*]] = vector.shape_cast %[[V8]] : vector<8xi1> to vector<1x8xi1>
// CHECK-NEXT: %[[V10:.*]] = vector.load %[[ARG3]][%[[ARG1]], %[[ARG2]]] : memref<4x8xi32>, vector<4xi32>
// CHECK-NEXT: vector.store %[[V10]], %[[ARG3]][%[[ARG2]], %[[ARG1]]] : memref<4x8xi32>, vector<4xi32>
// CHECK-NEXT: return %[[V2]], %[[V4]], %[[V9]] : vector<2x2xi32>, vector<3x4xi16>, vector<1x8xi1>
func.func @others(%a: vector<3x2xi32>, %i: index, %j: index, %m: memref<4x8xi32>) -> (vector<2x2xi32>, vector<3x4xi16>, vector<1x8xi1>) {
  %0 = vector.shuffle %a, %a [4, 0] : vector<3x2xi32>, vector<3x2xi32>
  %1 = vector.bitcast %a : vector<3x2xi32> to vector<3x4xi16>
  %2 = vector.create_mask %i, %j : vector<1x8xi1>
  %3 = vector.load %m[%i, %j] : memref<4x8xi32>, vector<1x4xi32>
  vector.store %3, %m[%j, %i] : memref<4x8xi32>, vector<1x4xi32>
  return %0, %1, %2 : vector<2x2xi32>, vector<3x4xi16>, vector<1x8xi1>
}

// CHECK-LABEL: func.func @carried(
// CHECK-SAME: %[[ARG0:.*]]: vector<2x2xi8>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> vector<2x2xi8> {
// CHECK-NEXT: %[[V0:.*]] = vector.shape_cast %[[ARG0]] : vector<2x2xi8> to vector<4xi8>
// CHECK-NEXT: %[[V1:.*]] = scf.for %[[ARG3:.*]] = %[[ARG1]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG4:.*]] = %[[V0]]) -> (vector<4xi8>) {
// CHECK-NEXT: %[[V3:.*]] = arith.addi %[[ARG4]], %[[V0]] : vector<4xi8>
// CHECK-NEXT: scf.yield %[[V3]] : vector<4xi8>
// CHECK-NEXT: }
// CHECK-NEXT: %[[V2:.*]] = vector.shape_cast %[[V1]] : vector<4xi8> to vector<2x2xi8>
// CHECK-NEXT: return %[[V2]] : vector<2x2xi8>
func.func @carried(%a: vector<2x2xi8>, %n: index, %step: index) -> vector<2x2xi8> {
  %0 = scf.for %i = %n to %n step %step iter_args(%x = %a) -> (vector<2x2xi8>) {
    %1 = arith.addi %x, %a : vector<2x2xi8>
    scf.yield %1 : vector<2x2xi8>
  }
  return %0 : vector<2x2xi8>
}
